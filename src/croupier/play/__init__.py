"""Driving a table: the automatic dealer, bots, scenario files."""

from croupier.play.croupier import Croupier, UnlawfulTableError

__all__ = ["Croupier", "UnlawfulTableError"]
