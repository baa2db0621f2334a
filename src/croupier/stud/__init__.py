"""The round of Caribbean Stud."""

from croupier.stud.draft import StudDraft
from croupier.stud.due import due
from croupier.stud.evolvers import evolve
from croupier.stud.handlers import HANDLERS, go_on

__all__ = ["HANDLERS", "StudDraft", "due", "evolve", "go_on"]
