"""Tournaments in the browser: for players, at their tables, on the wall, for the director."""
