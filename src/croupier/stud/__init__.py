"""The round of Caribbean Stud."""

from croupier.stud.due import due
from croupier.stud.evolvers import evolve
from croupier.stud.handlers import HANDLERS, deal_out, handle

__all__ = ["HANDLERS", "deal_out", "due", "evolve", "handle"]
