"""Blackjack Challenge, section 19: tournaments. It differs from Star Blackjack in what is off."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.star_tournaments import section_19

TOURNAMENTS = section_19(
    catalogue("blackjack-challenge"), "18.9", "5.8", "5.4", "6.6", "6.5", "6.3", "6.2"
)
"""The section, with the clauses that do not hold in it."""
