"""Blackjack Challenge, section 19: tournaments. It differs from Star Blackjack in what is off."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.star_tournaments import section_19

TOURNAMENTS = section_19(
    catalogue("blackjack-challenge"), "5.4", "5.8", "6.2", "6.3", "6.5", "6.6", "18.9"
)
"""The section, with the clauses that do not hold in it."""
