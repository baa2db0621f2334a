"""The round of Caribbean Stud."""

from croupier.stud.due import due
from croupier.stud.evolvers import evolve
from croupier.stud.handlers import HANDLERS, draft_of, go_on

__all__ = ["HANDLERS", "draft_of", "due", "evolve", "go_on"]
