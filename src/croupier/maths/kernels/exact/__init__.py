"""Exact counting: dealers' outcomes, decisions and splits in blackjack, all deals of stud."""
