"""The round of the blackjack family."""

from croupier.blackjack.deciding import HANDLERS, deal_out, handle
from croupier.blackjack.due import due
from croupier.blackjack.evolving import evolve

__all__ = ["HANDLERS", "deal_out", "due", "evolve", "handle"]
