"""Tournaments: conditions, entries, sessions, places and prizes, above the tables."""
