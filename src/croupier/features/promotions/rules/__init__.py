"""Promotional prizes: a promotion from its terms to its awards.

A promotion is an immutable value with ``decide``, ``evolve`` and ``due`` of its own. It watches
tables and touches nothing there.
"""

from croupier.features.promotions.rules.decisions import decide, evolve, open_promotion
from croupier.features.promotions.rules.due import due
from croupier.features.promotions.rules.state import Promotion
from croupier.features.promotions.rules.terms import Prize, Terms

__all__ = ["Prize", "Promotion", "Terms", "decide", "due", "evolve", "open_promotion"]
