"""The classes of five-card hands in order, and the ranking of whole arrays of hands.

There are 7,462 classes: hands of one class stand off, and a hand of a higher class beats one of a
lower. They come from the rule of :func:`croupier.cards.rank_hand`, so that the project has one
order of hands.
"""

from bisect import bisect_left
from functools import cache
from itertools import combinations_with_replacement

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Category, HandRank
from croupier.cards.poker import BY_HEIGHT, HAND_SIZE, HIGH, rank_heights
from croupier.errors import CroupierError
from croupier.maths.kernels.tables import (
    BUCKET_BITS,
    BUCKET_SHIFT,
    LAST_BUCKET,
    LAST_SLOT,
    SLOT_BITS,
    SLOT_SHIFT,
    RankTables,
    rank_rows,
)

LOWEST_HEIGHT = 2
HEIGHTS = range(LOWEST_HEIGHT, LOWEST_HEIGHT + len(BY_HEIGHT))
WORD = 2**32
SPREAD = 577090037
"""An odd factor, found by trial, with which every bucket of sums finds free slots."""
NUMBER_OF: dict[Card, int] = {card: number for number, card in enumerate(DECK)}
"""The number of a card in arrays: its position in the deck, ace of clubs first."""


class HandsError(CroupierError):
    """Raised for an array that does not hold hands."""


class HandClass(msgspec.Struct, frozen=True, order=True):
    """All hands that rank alike."""

    rank: HandRank
    """Their rank."""
    suited: bool
    """Whether all cards are of one suit."""
    heights: tuple[int, ...]
    """The five heights, highest first."""


@cache
def hand_classes() -> tuple[HandClass, ...]:
    """Return every class of hands, lowest first."""
    found = []
    for heights in combinations_with_replacement(reversed(HEIGHTS), HAND_SIZE):
        if heights[0] == heights[-1]:
            continue
        found.append(HandClass(rank_heights(heights, suited=False), False, heights))
        if len(set(heights)) == HAND_SIZE:
            found.append(HandClass(rank_heights(heights, suited=True), True, heights))
    return tuple(sorted(found))


def lowest_class_from(rank: HandRank) -> int:
    """Return the number of the lowest class of at least this rank, as a dealer's minimum."""
    return bisect_left(hand_classes(), rank, key=lambda one: one.rank)


@cache
def categories() -> NDArray[np.int64]:
    """Return the category of each class."""
    return np.array([one.rank.category for one in hand_classes()], dtype=np.int64)


def rank_hands(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the class of each hand; a row holds the numbers of five different cards.

    Whether the five of a row differ is not checked.

    >>> from croupier.cards import parse_cards
    >>> cards = parse_cards("AS KS QS JS TS"), parse_cards("7C 5D 4H 3S 2C")
    >>> rank_hands(np.array([[NUMBER_OF[card] for card in hand] for hand in cards], np.uint8))
    array([7461,    0], dtype=uint16)
    """
    if hands.ndim != 2 or hands.shape[1] != HAND_SIZE or hands.dtype != np.uint8:
        raise HandsError(
            f"hands are an array of bytes with {HAND_SIZE} columns,"
            f" not of {hands.dtype} with the shape {hands.shape}"
        )
    if hands.size and hands.max() >= len(DECK):
        raise HandsError(f"a card's number is below {len(DECK)}, not {hands.max()}")
    classes = np.empty(len(hands), dtype=np.uint16)
    rank_rows(hands, rank_tables(), classes)
    return classes


def category_of(number: int) -> Category:
    """Return the category of the class with this number."""
    return hand_classes()[number].rank.category


@cache
def rank_tables() -> RankTables:
    """Return the lookup tables of the kernels for ranking hands."""
    heights = [HIGH[card.rank] - LOWEST_HEIGHT for card in DECK]
    shifts, mixed = _perfect_hash(
        {_sum(one.heights): n for n, one in _numbered_classes(suited=False)}
    )
    suited = np.zeros(1 << len(HEIGHTS), dtype=np.uint16)
    for number, one in _numbered_classes(suited=True):
        suited[sum(1 << height - LOWEST_HEIGHT for height in one.heights)] = number
    return RankTables(
        sums=np.array([_sum((height + LOWEST_HEIGHT,)) for height in heights], dtype=np.uint32),
        rank_bits=np.array([1 << height for height in heights], dtype=np.uint16),
        shifts=shifts,
        mixed=mixed,
        suited=suited,
    )


def _numbered_classes(*, suited: bool) -> list[tuple[int, HandClass]]:
    return [(n, one) for n, one in enumerate(hand_classes()) if one.suited is suited]


def _sum(heights: tuple[int, ...]) -> int:
    """Return the ranks counted in base five, hashed to a word: different for different hands."""
    total: int = sum(5 ** (height - LOWEST_HEIGHT) for height in heights)
    return total * SPREAD % WORD


def _perfect_hash(classes: dict[int, int]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return a perfect hash: every sum has its own slot.

    The fullest buckets choose their shift first.
    """
    buckets: list[list[int]] = [[] for _ in range(1 << BUCKET_BITS)]
    for total in classes:
        buckets[total >> BUCKET_SHIFT & LAST_BUCKET].append(total)
    shifts = np.zeros(1 << BUCKET_BITS, dtype=np.uint16)
    mixed = np.zeros(1 << SLOT_BITS, dtype=np.uint16)
    free = np.ones(1 << SLOT_BITS, dtype=bool)
    moves = np.arange(1 << SLOT_BITS)
    for number, bucket in sorted(enumerate(buckets), key=lambda one: -len(one[1])):
        slots = np.array([total >> SLOT_SHIFT for total in bucket], dtype=np.int64)
        fits = free[(slots[:, None] + moves) & LAST_SLOT].all(axis=0)
        shifts[number] = moves[fits][0]
        slots = (slots + int(shifts[number])) & LAST_SLOT
        free[slots] = False
        mixed[slots] = [classes[total] for total in bucket]
    return shifts, mixed
