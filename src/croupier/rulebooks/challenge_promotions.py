"""Blackjack Challenge, section 20: promotional prizes, as in Star Blackjack."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.star_promotions import section_20

PROMOTIONS = section_20(catalogue("blackjack-challenge"))
"""The whole section."""
