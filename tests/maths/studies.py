"""Games that several tests look at, worked out once."""

from functools import cache

from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.rulebooks import BLACKJACK


@cache
def study(game: str) -> BlackjackStudy:
    """A game with its usual choices."""
    return BlackjackStudy(BLACKJACK[game])
