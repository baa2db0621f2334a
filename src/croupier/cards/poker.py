"""Five-card poker hands: their category, how they compare, and their names."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

import msgspec

from croupier.cards.card import RANKS, Card, Rank

HIGH: dict[Rank, int] = {rank: number for number, rank in enumerate(RANKS, 1)} | {Rank.ACE: 14}
"""The height of each rank, with the ace highest."""
BY_HEIGHT: dict[int, Rank] = {height: rank for rank, height in HIGH.items()}
WHEEL = (14, 5, 4, 3, 2)
HAND_SIZE = 5


class Category(IntEnum):
    """The categories of poker hands, lowest first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The category as it appears on the wire and in pay tables: ``full-house``."""
        return self.name.lower().replace("_", "-")


class HandRank(msgspec.Struct, frozen=True, order=True):
    """The rank of five cards; hand ranks compare as the hands do."""

    category: Category
    """The category, such as a pair or a flush."""
    heights: tuple[int, ...]
    """The heights that decide within the category, most important first."""

    def __str__(self) -> str:
        return _hand_name(self.category, [BY_HEIGHT[height] for height in self.heights])


_MIXED: dict[int, HandRank] = {}
_SUITED: dict[int, HandRank] = {}
"""Ranks already worked out, by the sum of the cards' rank counts; hands of one suit apart."""


def rank_hand(cards: Sequence[Card]) -> HandRank:
    """Return the rank of five cards.

    There are 7,462 ranks; each is worked out once, then looked up.

    >>> from croupier.cards.card import parse_cards
    >>> str(rank_hand(parse_cards("KH KD 4S 4C 9H")))
    'two pairs, kings and fours, nine kicker'
    """
    try:
        a, b, c, d, e = cards
    except ValueError:
        raise ValueError(f"a poker hand has {HAND_SIZE} cards, not {len(cards)}") from None
    suited = a.suit is b.suit is c.suit is d.suit is e.suit
    known = _SUITED if suited else _MIXED
    count = a.rank_count + b.rank_count + c.rank_count + d.rank_count + e.rank_count
    try:
        return known[count]
    except KeyError:
        heights = sorted([HIGH[card.rank] for card in cards], reverse=True)
        known[count] = rank = rank_heights(tuple(heights), suited=suited)
        return rank


def rank_heights(heights: tuple[int, ...], *, suited: bool) -> HandRank:
    """Return the rank of five heights, given highest first."""
    groups = Counter(heights).most_common()  # of those that come as often, the highest is first
    if len(groups) == HAND_SIZE:
        return _rank_unpaired(heights, suited)
    category = {
        (4, 1): Category.FOUR_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (2, 2, 1): Category.TWO_PAIRS,
        (2, 1, 1, 1): Category.ONE_PAIR,
    }[tuple(count for _, count in groups)]
    return HandRank(category, tuple(height for height, _ in groups))


def _rank_unpaired(heights: tuple[int, ...], suited: bool) -> HandRank:
    """Return the rank of five different heights: a straight, a flush, both or neither."""
    wheel = heights == WHEEL
    straight = wheel or heights[0] - heights[-1] == HAND_SIZE - 1
    if straight:
        top = 5 if wheel else heights[0]
        if not suited:
            return HandRank(Category.STRAIGHT, (top,))
        royal = top == HIGH[Rank.ACE]
        return HandRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (top,))
    return HandRank(Category.FLUSH if suited else Category.HIGH_CARD, heights)


def _plural(rank: Rank) -> str:
    return "sixes" if rank is Rank.SIX else f"{rank.word}s"


def _hand_name(category: Category, ranks: list[Rank]) -> str:
    first = ranks[0].word
    names = [_plural(rank) for rank in ranks]
    last = ranks[-1].word
    return {
        Category.HIGH_CARD: f"{first}-{ranks[1 % len(ranks)].word} high",
        Category.ONE_PAIR: f"a pair of {names[0]}, {ranks[1 % len(ranks)].word} kicker",
        Category.TWO_PAIRS: f"two pairs, {names[0]} and {names[1 % len(ranks)]}, {last} kicker",
        Category.THREE_OF_A_KIND: f"three {names[0]}",
        Category.STRAIGHT: f"a straight to the {first}",
        Category.FLUSH: f"a flush, {first} high",
        Category.FULL_HOUSE: f"a full house, {names[0]} full of {names[-1]}",
        Category.FOUR_OF_A_KIND: f"four {names[0]}",
        Category.STRAIGHT_FLUSH: f"a straight flush to the {first}",
        Category.ROYAL_FLUSH: "a royal flush",
    }[category]
