"""Rounds dealt at random: fast shoes for one box, whole tables, stepped tables for agents, stud."""
