"""The round of the blackjack family."""

from croupier.blackjack.due import due
from croupier.blackjack.evolvers import evolve
from croupier.blackjack.handlers import HANDLERS, draft_of, go_on

__all__ = ["HANDLERS", "draft_of", "due", "evolve", "go_on"]
