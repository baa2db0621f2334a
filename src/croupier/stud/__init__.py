"""The round of Caribbean Stud."""

from croupier.stud.deciding import HANDLERS, deal_out, handle
from croupier.stud.due import due
from croupier.stud.evolving import evolve

__all__ = ["HANDLERS", "deal_out", "due", "evolve", "handle"]
