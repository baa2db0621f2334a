"""Surveillance: what is unusual at tables and with dealers, and what players are worth."""
