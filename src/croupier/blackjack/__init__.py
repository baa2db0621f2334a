"""The round of the blackjack family."""

from croupier.blackjack.due import due
from croupier.blackjack.evolvers import evolve
from croupier.blackjack.handlers import HANDLERS, deal_out, handle

__all__ = ["HANDLERS", "deal_out", "due", "evolve", "handle"]
