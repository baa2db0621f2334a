"""Driving tables: the dealer's policy, tables that run, houses of them, scenario files."""

from croupier.floor.floor import House
from croupier.floor.one_table import Croupier
from croupier.floor.state import UnlawfulTableError

__all__ = ["Croupier", "House", "UnlawfulTableError"]
