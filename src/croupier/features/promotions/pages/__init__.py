"""Promotions in the browser: for players, for the desk that runs them, for who checks a draw."""
