"""Driving tables: the dealer's policy, tables that run, houses of them, scenario files."""

from croupier.play.croupier import Croupier
from croupier.play.house import House, UnlawfulTableError

__all__ = ["Croupier", "House", "UnlawfulTableError"]
