"""The round of the blackjack family."""

from croupier.blackjack.deciding import HANDLERS, decide, handle
from croupier.blackjack.due import due
from croupier.blackjack.evolving import evolve
from croupier.table.drafting import Outcome

__all__ = ["HANDLERS", "Outcome", "decide", "due", "evolve", "handle"]
