"""The round of Caribbean Stud."""

from croupier.stud.deciding import HANDLERS, handle
from croupier.stud.due import due
from croupier.stud.evolving import evolve

__all__ = ["HANDLERS", "due", "evolve", "handle"]
