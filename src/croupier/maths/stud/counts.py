"""How bets end in Caribbean Stud: exact counts for all hands against all cards of the dealer."""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, SUITS, Card, Category
from croupier.cards.poker import HAND_SIZE, HIGH
from croupier.maths.kernels.exact.hand_ranks import pack_ranks
from croupier.maths.kernels.exact.stud import (
    ENDINGS,
    Classes,
    Floats,
    Integers,
    below_class,
    count_suit,
)
from croupier.maths.stud.poker_classes import (
    LOWEST_HEIGHT,
    NUMBER_OF,
    HandClass,
    hand_classes,
    rank_hands,
)


class StudCounts(NamedTuple):
    """Counts by class of the player's hand, rank of the dealer's card and ending of the bet.

    A hand counts once for every way to deal the player's cards, the dealer's card and the rest of
    the dealer's hand. Ranks are numbered from the two.
    """

    every: Integers
    """Counts as if every hand were bet on."""
    best: Integers
    """Counts of only the hands with which a bet is better than a fold."""
    raised: NDArray[np.uint32]
    """By suit of the dealer's card, class and rank: the bits of the ranks held in that suit."""

    @property
    def deals(self) -> int:
        """The number of all deals."""
        return int(self.every.sum())


@cache
def flat_classes() -> Classes:
    """Return the classes of hands as the kernels take them."""
    classes = hand_classes()
    decided = [_deciding_ranks(one) for one in classes]
    by_ranks: dict[tuple[int, ...], dict[bool, int]] = {}
    for number, one in enumerate(classes):
        by_ranks.setdefault(one.heights, {})[one.suited] = number
    groups = np.zeros((len(by_ranks), 11), dtype=np.int64)
    for row, heights in enumerate(by_ranks):
        different = sorted(set(heights), reverse=True)
        pairs = [(height - LOWEST_HEIGHT, heights.count(height)) for height in different]
        flat = [len(different), *(number for pair in pairs for number in pair)]
        groups[row, : len(flat)] = flat
    first, second, bits = (
        np.array(column, dtype=np.int64) for column in zip(*decided, strict=True)
    )
    return Classes(
        category=np.array([one.rank.category for one in classes], dtype=np.int64),
        first=first,
        second=second,
        bits=bits,
        mixed=np.array([numbers[False] for numbers in by_ranks.values()], dtype=np.int64),
        suited=np.array([numbers.get(True, -1) for numbers in by_ranks.values()], dtype=np.int64),
        groups=groups,
    )


GROUPS = {
    Category.ONE_PAIR: 1,
    Category.TWO_PAIRS: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.STRAIGHT: 1,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 1,
    Category.STRAIGHT_FLUSH: 1,
    Category.ROYAL_FLUSH: 1,
}
"""How many of the deciding ranks are ordered; the others are a set."""


def _deciding_ranks(one: HandClass) -> tuple[int, int, int]:
    """Return the deciding ranks of a class: first, second, and a set of bits."""
    ranks = [height - LOWEST_HEIGHT for height in one.rank.heights]
    told = GROUPS.get(one.rank.category, 0)
    first, second = [*ranks[:told], 0, 0][:2]
    return first, second, sum(1 << rank for rank in ranks[told:])


def available_cards(gone: tuple[Card, ...] = ()) -> Integers:
    """Return a 1 for each card that is left, by suit and rank."""
    available = np.ones((len(SUITS), len(RANKS)), dtype=np.int64)
    for card in gone:
        available[SUITS.index(card.suit), HIGH[card.rank] - LOWEST_HEIGHT] = 0
    return available


def count_one(
    hand: tuple[Card, ...], known: Card, lowest: int, *, gone: tuple[Card, ...] = ()
) -> tuple[int, int, int, int]:
    """Return the counts of how a bet on one hand ends against one card of the dealer."""
    classes = flat_classes()
    available = available_cards((*hand, known, *gone))
    deck = pack_ranks(available.sum(axis=0))
    suit = sum(int(left) << rank for rank, left in enumerate(available[SUITS.index(known.suit)]))
    rank = HIGH[known.rank] - LOWEST_HEIGHT
    [number] = rank_hands(np.array([[NUMBER_OF[card] for card in hand]], dtype=np.uint8)).tolist()
    dealers = comb(int(available.sum()), HAND_SIZE - 1)
    no_hand = int(below_class(deck, suit, rank, lowest, classes))
    if number < lowest:
        return no_hand, 0, 0, dealers - no_hand
    below = int(below_class(deck, suit, rank, number, classes))
    above = dealers
    if number + 1 < len(classes.category):
        above = int(below_class(deck, suit, rank, number + 1, classes))
    return no_hand, below - no_hand, above - below, dealers - above


def count_bets(values: Floats, lowest: int, *, gone: tuple[Card, ...] = ()) -> StudCounts:
    """Return the counts of how bets end, with the better of fold and bet for each hand.

    ``values`` is what a bet wins more than a fold, by category and ending; ``lowest`` the class
    from which the dealer plays. Suits with the same cards left are counted once.
    """
    classes = flat_classes()
    available = available_cards(gone)
    shape = (len(classes.category), len(RANKS))
    every = np.zeros((*shape, ENDINGS), dtype=np.int64)
    best = np.zeros((*shape, ENDINGS), dtype=np.int64)
    raised = np.zeros((len(SUITS), *shape), dtype=np.uint32)
    alike: dict[bytes, list[int]] = {}
    for suit in range(len(SUITS)):
        alike.setdefault(available[suit].tobytes(), []).append(suit)
    ranks = available.sum(axis=0)
    for suits in alike.values():
        first, times = suits[0], len(suits)
        count_suit(
            available, ranks, first, times, lowest, classes, values, every, best, raised[first]
        )
        raised[suits[1:]] = raised[suits[0]]
    return StudCounts(every, best, raised)
