"""Fold or bet, for every hand of a player and every card of the dealer's, exactly.

Players' hands are taken by the ranks they hold and by which of these they hold in the suit of the
dealer's card: nothing else about suits matters, but for a flush. That leaves some 1.3 million
situations instead of 122 million, and in each of them the dealer's 163,185 hands are counted.

What is left of a deck is packed as :mod:`croupier.maths.kernels.stud_counting` describes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inner, kernel
from croupier.maths.kernels.stud_counting import (
    FIELD,
    HIGH_CARD,
    ONE_PAIR,
    RANKS,
    STRAIGHT,
    choose,
    left_of,
    lower_by_rank,
    moved_up,
    packed,
    totals_of,
)

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_HAND, WON, EQUAL, LOST = range(4)
"""How a bet ends."""
MIXED, SUITED = range(2)
"""Whether a player's hand is of several suits or of one."""
PACKED, BITS = 2, 3
"""The columns after these two: the ranks held in the dealer's suit, packed and as bits."""
BELOW = 1
"""The column of hands below a mixed hand, after those that do not play."""
SAME = 3
HAND = 5
SUBSETS = 1 << HAND
GROUP = 2


class Classes(NamedTuple):
    """The classes of hands, flat."""

    category: Integers
    first: Integers
    second: Integers
    bits: Integers
    """By class, what decides: ranks of the first and second group and of the cards after them."""
    mixed: Integers
    suited: Integers
    """By the ranks that a hand holds: its class where suits differ, and in one suit or -1."""
    groups: Integers
    """By the ranks that a hand holds: how many different ones, then each with its count."""


@inner
def below_class(deck: int, suit: int, known: int, number: int, classes: Classes) -> int:
    """How many of the dealer's hands with a known card are below a class."""
    category, first, bits = classes.category[number], classes.first[number], classes.bits[number]
    second = classes.second[number]
    totals = totals_of(deck, known)
    lower = lower_by_rank(deck, known, category, first, second, bits, totals)
    return lower - moved_up(suit, known, category, first, bits)


@kernel
def suit_tables(
    suit: int, lowest: int, classes: Classes
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Hands of the dealer's suit that move up, by the ranks a player holds of it and the known.

    First those that move past the lowest hand that plays, then those that move past any pair, two
    pairs or three of a kind.
    """
    past_lowest = np.zeros((1 << RANKS, RANKS), dtype=np.int32)
    past_groups = np.zeros((1 << RANKS, RANKS), dtype=np.int32)
    category, first, bits = classes.category[lowest], classes.first[lowest], classes.bits[lowest]
    for held in range(1 << RANKS):
        cards = number = 0
        for rank in range(RANKS):
            if (held >> rank) & 1:
                cards |= 1 << (FIELD * rank)
                number += 1
        if number > HAND or cards & ~suit:
            continue
        for known in range(RANKS):
            left = suit - cards
            past_lowest[held, known] = moved_up(left, known, category, first, bits)
            past_groups[held, known] = moved_up(left, known, ONE_PAIR, 0, 0)
    return past_lowest, past_groups


@inner
def rank_known_cards(
    deck: int, suit: int, one: int, lowest: int, classes: Classes, ranked: Integers
) -> None:
    """For every known card: the dealer's hands below by rank, and those of the very same ranks."""
    groups = classes.groups
    for group in range(groups[one, 0]):
        deck -= groups[one, GROUP + 2 * group] << (FIELD * groups[one, 1 + 2 * group])
    number, in_suit = classes.mixed[one], classes.suited[one]
    for known in range(RANKS):
        if left_of(suit, known) == 0 or left_of(deck, known) == 0:
            continue
        left = deck - (1 << (FIELD * known))
        totals = totals_of(left, known)
        for column, other in enumerate((lowest, number, in_suit)):
            if other >= 0:
                ranked[known, column] = lower_by_rank(
                    left,
                    known,
                    classes.category[other],
                    classes.first[other],
                    classes.second[other],
                    classes.bits[other],
                    totals,
                )
        same = seen = 1
        for group in range(groups[one, 0]):
            rank, count = groups[one, 1 + 2 * group], groups[one, GROUP + 2 * group]
            if rank == known:
                seen = 0
                count -= 1
            same *= choose(left_of(left, rank), count)
        ranked[known, SAME] = 0 if seen else same


@inner
def weigh_suits(
    available: Integers,
    ranks: Integers,
    suit: int,
    one: int,
    classes: Classes,
    subsets: Integers,
) -> None:
    """For every choice of ranks held in the dealer's suit: in how many ways a hand can be so."""
    groups = classes.groups
    size = groups[one, 0]
    for held in range(1 << size):
        ways, cards, bits = 1, 0, 0
        for group in range(size):
            rank, count = groups[one, 1 + 2 * group], groups[one, GROUP + 2 * group]
            others = ranks[rank] - available[suit, rank]
            if (held >> group) & 1:
                ways *= available[suit, rank] * choose(others, count - 1)
                cards |= 1 << (FIELD * rank)
                bits |= 1 << rank
            else:
                ways *= choose(others, count)
        subsets[held, MIXED], subsets[held, SUITED] = ways, 0
        subsets[held, PACKED], subsets[held, BITS] = cards, bits
    if size < HAND:
        return
    for other in range(available.shape[0]):
        held = SUBSETS - 1 if other == suit else 0
        flush = 1
        for group in range(HAND):
            flush *= available[other, groups[one, 1 + 2 * group]]
        subsets[held, MIXED] -= flush
        subsets[held, SUITED] += flush


@inner
def count_hands(
    one: int,
    lowest: int,
    suit: int,
    dealers: int,
    times: int,
    classes: Classes,
    ranked: Integers,
    subsets: Integers,
    tables: tuple[NDArray[np.int32], NDArray[np.int32]],
    values: Floats,
    every: Integers,
    best: Integers,
    raised: NDArray[np.uint32],
) -> None:
    """Count how bets end on the hands of certain ranks, and choose the better of fold and bet.

    ``values`` has a row for each category: what a bet on it comes to by how it ends, more than
    folding; ``every`` and ``best`` take the counts, ``raised`` a bit for each choice of ranks held
    in the dealer's suit with which to bet.
    """
    past_lowest, past_groups = tables
    held_ranks = subsets[(1 << classes.groups[one, 0]) - 1, BITS]
    whole = classes.suited[one] >= 0 and subsets[SUBSETS - 1, PACKED] & ~suit == 0
    for held in range(1 << classes.groups[one, 0]):
        left, bits = suit - subsets[held, PACKED], subsets[held, BITS]
        for kind in range(2):
            ways = subsets[held, kind] * times
            if ways == 0:
                continue
            number = classes.mixed[one] if kind == MIXED else classes.suited[one]
            category, first = classes.category[number], classes.first[number]
            grouped = HIGH_CARD < category < STRAIGHT
            for known in range(RANKS):
                if left_of(left, known) == 0:
                    continue
                no_hand = ranked[known, NO_HAND] - past_lowest[bits, known]
                won = equal = 0
                if number >= lowest:
                    moved = (
                        past_groups[bits, known]
                        if grouped
                        else moved_up(left, known, category, first, classes.bits[number])
                    )
                    won = ranked[known, BELOW + kind] - moved - no_hand
                    same = 1 if whole and held == 0 and (held_ranks >> known) & 1 else 0
                    equal = same if kind == SUITED else ranked[known, SAME] - same
                lost = dealers - no_hand - won - equal
                value = (
                    no_hand * values[category, NO_HAND]
                    + won * values[category, WON]
                    + equal * values[category, EQUAL]
                    + lost * values[category, LOST]
                )
                every[number, known, NO_HAND] += ways * no_hand
                every[number, known, WON] += ways * won
                every[number, known, EQUAL] += ways * equal
                every[number, known, LOST] += ways * lost
                if value > 0.0:
                    raised[number, known] |= np.uint32(1 << held)
                    best[number, known, NO_HAND] += ways * no_hand
                    best[number, known, WON] += ways * won
                    best[number, known, EQUAL] += ways * equal
                    best[number, known, LOST] += ways * lost


@kernel
def count_suit(
    available: Integers,
    ranks: Integers,
    suit: int,
    times: int,
    lowest: int,
    classes: Classes,
    values: Floats,
    every: Integers,
    best: Integers,
    raised: NDArray[np.uint32],
) -> None:
    """Count all hands against all of the dealer's cards of one suit, ``times`` over.

    ``available`` is one for each card that is left, by suit and rank, and ``ranks`` their sums.
    """
    deck, packed_suit = packed(ranks), packed(available[suit])
    dealers = choose(ranks.sum() - HAND - 1, HAND - 1)
    tables = suit_tables(packed_suit, lowest, classes)
    ranked = np.zeros((RANKS, SAME + 1), dtype=np.int64)
    subsets = np.zeros((SUBSETS, BITS + 1), dtype=np.int64)
    for one in range(len(classes.mixed)):
        rank_known_cards(deck, packed_suit, one, lowest, classes, ranked)
        weigh_suits(available, ranks, suit, one, classes, subsets)
        count_hands(
            one,
            lowest,
            packed_suit,
            dealers,
            times,
            classes,
            ranked,
            subsets,
            tables,
            values,
            every,
            best,
            raised,
        )
