"""Simple ways to play Caribbean Stud, as players are taught them, to compare with the best."""

from collections.abc import Callable
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Category, HandRank
from croupier.maths.poker_classes import HEIGHTS, HandClass, hand_classes

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
ACE_KING = HandRank(Category.HIGH_CARD, (ACE, KING))

Bets = Callable[[HandClass, int], bool]
"""Whether to bet on a hand against the height of the dealer's card."""


class SimpleStrategy(msgspec.Struct, frozen=True):
    """A rule by which to bet or fold that looks at no suits."""

    name: str
    """What it is asked for by."""
    title: str
    """What it is called."""
    bets: Bets
    """Whether it bets."""


@cache
def bets_of(strategy: SimpleStrategy) -> NDArray[np.bool_]:
    """Whether a strategy bets, by class of hand and rank of the dealer's card."""
    bets = strategy.bets
    return np.array([[bets(one, height) for height in HEIGHTS] for one in hand_classes()])


def from_rank(lowest: HandRank) -> Bets:
    """Bet on any hand from a certain one."""

    def bets(one: HandClass, _known: int) -> bool:
        return one.rank >= lowest

    return bets


def ace_king_if(also: Bets) -> Bets:
    """Bet on a pair or better, and on ace-king under a further condition."""

    def bets(one: HandClass, known: int) -> bool:
        if one.rank.category > Category.HIGH_CARD:
            return True
        return one.rank >= ACE_KING and also(one, known)

    return bets


def matches(one: HandClass, known: int) -> bool:
    """The dealer's card is one of the hand's ranks: that leaves fewer to pair it."""
    return known in one.heights


def three_rules(one: HandClass, known: int) -> bool:
    """Bet against a match below the king, a high match with a queen or jack, or a low card."""
    if matches(one, known):
        return known <= QUEEN or QUEEN in one.heights or JACK in one.heights
    return QUEEN in one.heights and known < one.heights[3]


SIMPLE_STRATEGIES = (
    SimpleStrategy(
        "three-rules", "pair or better, ace-king by three rules", ace_king_if(three_rules)
    ),
    SimpleStrategy(
        "ace-king-jack-eight-three",
        "ace-king-jack-eight-three or better",
        from_rank(HandRank(Category.HIGH_CARD, (ACE, KING, JACK, 8, 3))),
    ),
    SimpleStrategy(
        "matching-rank",
        "pair or better, ace-king if the dealer's card matches",
        ace_king_if(matches),
    ),
    SimpleStrategy("pair", "pair or better", from_rank(HandRank(Category.ONE_PAIR, (2,)))),
    SimpleStrategy("ace-king", "ace-king or better", from_rank(ACE_KING)),
    SimpleStrategy("blind", "every hand", from_rank(HandRank(Category.HIGH_CARD, ()))),
)
