"""Promotional prizes: a promotion from its terms to its awards.

A promotion is an immutable value with ``decide``, ``evolve`` and ``due`` of its own. It watches
tables and touches nothing there.
"""

from croupier.floor.promotions.decisions import decide, open_promotion
from croupier.floor.promotions.due import due
from croupier.floor.promotions.evolvers import evolve
from croupier.floor.promotions.state import Promotion
from croupier.floor.promotions.terms import Prize, Terms

__all__ = ["Prize", "Promotion", "Terms", "decide", "due", "evolve", "open_promotion"]
