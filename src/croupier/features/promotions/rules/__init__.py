"""The rules of promotional prizes: a promotion from its terms to its awards.

A promotion is an immutable value with ``decide``, ``evolve`` and ``due`` of its own. It watches
tables and changes nothing there. Terms and state lie below the subjects (publication, draws,
awards, integrity), and ``decisions`` and ``due`` above them.
"""

from croupier.features.promotions.rules.decisions import decide, evolve, open_promotion
from croupier.features.promotions.rules.due import due
from croupier.features.promotions.rules.state import Promotion
from croupier.features.promotions.rules.terms import Prize, Terms

__all__ = ["Prize", "Promotion", "Terms", "decide", "due", "evolve", "open_promotion"]
