"""The round of the blackjack family."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.due import due
from croupier.blackjack.evolvers import evolve
from croupier.blackjack.handlers import HANDLERS, go_on

__all__ = ["HANDLERS", "BlackjackDraft", "due", "evolve", "go_on"]
