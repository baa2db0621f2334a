"""The round of the blackjack family."""

from croupier.blackjack.deciding import HANDLERS, Outcome, decide, handle
from croupier.blackjack.due import due
from croupier.blackjack.evolving import evolve

__all__ = ["HANDLERS", "Outcome", "decide", "due", "evolve", "handle"]
