"""How many hands of a dealer, one card known, rank below a given hand: counted, not dealt.

Ranks are numbers from 0 (a two) to 12 (an ace). What is left of a deck is one number, with three
bits for the cards left of each rank, so that everything here is plain arithmetic on numbers.

Counting goes in two steps. First suits are ignored: hands are counted by their ranks alone, flushes
among the hands that they would be without their suit. Then the hands of the known card's suit are
moved up to where they belong; no other suit can make a flush with that card.

A hand to compare with is a category (0 for a high card to 9 for a royal flush), the ranks of its
first and second group, and the ranks of the cards that decide after them as a set of bits.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inner

RANKS = 13
ACE = 12
FIVE = 3
FIELD = 3
"""Bits for the cards left of a rank."""
LEFT = 7
NOBODY = -1
"""No card is known: the place of the known card's rank where there is none."""
HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 5, 6, 7, 8, 9
WHEEL = 1 << ACE | 0b1111
RUN = 0b11111


class Totals(NamedTuple):
    """How many hands of each kind a dealer with a known card can have, suits ignored."""

    high_cards: int
    pairs: int
    two_pairs: int
    threes: int
    straights: int
    full_houses: int
    fours: int
    one: int
    two: int
    three: int
    """Ways to choose one, two or three cards of different ranks other than the known card's."""


@inner
def packed(cards: NDArray[np.int64]) -> int:
    """What is left of each rank, as one number."""
    deck = 0
    for rank in range(RANKS):
        deck |= cards[rank] << (FIELD * rank)
    return deck


@inner
def left_of(deck: int, rank: int) -> int:
    """How many cards of a rank are left."""
    return (deck >> (FIELD * rank)) & LEFT


@inner
def choose(cards: int, number: int) -> int:
    """Ways to choose up to four cards of so many."""
    if number == 0:
        return 1
    if number == 1:
        return cards
    if number == 2:
        return cards * (cards - 1) // 2
    if number == 3:
        return cards * (cards - 1) * (cards - 2) // 6
    return cards * (cards - 1) * (cards - 2) * (cards - 3) // 24


@inner
def lower_sets(deck: int, known: int, bits: int) -> int:
    """Ways to fill up the known card to as many different ranks as in ``bits``, ranking lower.

    Sets of different ranks compare as the numbers that their bits make. Going up through the ranks,
    ``lower`` is the number of ways in which what lies at or below a rank of ``bits`` ranks lower,
    and ``one`` to ``four`` are the ways to choose so many different ranks from those passed.
    """
    one = two = three = four = lower = wanted = 0
    for rank in range(RANKS):
        if rank == known:
            wanted -= 1
            if (bits >> rank) & 1:
                wanted += 1
            else:
                lower = 0
            continue
        left = left_of(deck, rank)
        if (bits >> rank) & 1:
            wanted += 1
            lower *= left
            if wanted == 1:
                lower += one
            elif wanted == 2:
                lower += two
            elif wanted == 3:
                lower += three
            elif wanted == 4:
                lower += four
            elif wanted == 0:
                lower += 1
        four += left * three
        three += left * two
        two += left * one
        one += left
    return lower


@inner
def straight_bits(top: int) -> int:
    """The ranks of a straight by its highest; an ace may be low in the one to the five."""
    return WHEEL if top == FIVE else RUN << (top - 4)


@inner
def straight_ways(deck: int, known: int, top: int) -> int:
    """Ways to fill up the known card to the straight that ends with a rank."""
    if not (straight_bits(top) >> known) & 1:
        return 0
    ways = 1
    for step in range(5):
        rank = top - step if top >= step else ACE
        if rank != known:
            ways *= left_of(deck, rank)
    return ways


@inner
def straights_below(deck: int, known: int, top: int) -> int:
    """Ways to fill up the known card to a straight that ends below a rank."""
    ways = 0
    for highest in range(FIVE, top):
        ways += straight_ways(deck, known, highest)
    return ways


@inner
def lower_high_cards(deck: int, known: int, bits: int) -> int:
    """Ways to fill up the known card to a high card hand below one of these ranks."""
    ways = lower_sets(deck, known, bits)
    for highest in range(FIVE, RANKS):
        if straight_bits(highest) < bits:
            ways -= straight_ways(deck, known, highest)
    return ways


@inner
def totals_of(deck: int, known: int) -> Totals:
    """Count the dealer's hands of each kind by one walk through the ranks, suits ignored.

    Names say what has been chosen from the ranks passed: ``pair_two`` is a pair and two single
    cards, all of different ranks and none of the known card's.
    """
    one = two = three = four = 0
    pair = pair_one = pair_two = pair_pair = trio = trio_one = quartet = 0
    for rank in range(RANKS):
        if rank == known:
            continue
        left = left_of(deck, rank)
        twos, threes = choose(left, 2), choose(left, 3)
        pair_two += left * pair_one + twos * two
        pair_one += left * pair + twos * one
        pair_pair += twos * pair
        pair += twos
        trio_one += left * trio + threes * one
        trio += threes
        quartet += choose(left, 4)
        four += left * three
        three += left * two
        two += left * one
        one += left
    like = left_of(deck, known)
    straights = straights_below(deck, known, RANKS)
    return Totals(
        four - straights,
        pair_two + like * three,
        pair_pair + like * pair_one,
        trio_one + choose(like, 2) * two,
        straights,
        like * trio + choose(like, 2) * pair,
        quartet + choose(like, 3) * one,
        one,
        two,
        three,
    )


@inner
def lower_groups(deck: int, known: int, size: int, rank: int, kickers: int, totals: Totals) -> int:
    """Ways to a lower hand with one group of ``size`` like cards, suits ignored."""
    ways = 0
    for lower in range(rank):
        left = left_of(deck, lower)
        if lower == known:
            rest = totals.three if size == 2 else totals.two if size == 3 else totals.one
            ways += choose(left, size - 1) * rest
        elif size == 2:
            ways += choose(left, 2) * (totals.two - left * (totals.one - left))
        elif size == 3:
            ways += choose(left, 3) * (totals.one - left)
        else:
            ways += choose(left, 4)
    left = left_of(deck, rank)
    others = deck & ~(LEFT << (FIELD * rank))
    if rank == known:
        return ways + choose(left, size - 1) * lower_sets(others, NOBODY, kickers)
    return ways + choose(left, size) * lower_sets(others, known, kickers)


@inner
def lower_two_pairs(
    deck: int, known: int, first: int, second: int, kickers: int, totals: Totals
) -> int:
    """Ways to a lower hand of two pairs, suits ignored."""
    ways = 0
    wanted = first * RANKS + second
    like = left_of(deck, known)
    for rank in range(RANKS):
        twos = 0 if rank == known else choose(left_of(deck, rank), 2)
        if twos == 0:
            continue
        pairs = max(rank, known) * RANKS + min(rank, known)
        if pairs < wanted:
            ways += twos * like * (totals.one - left_of(deck, rank))
        elif pairs == wanted:
            others = deck & ~(LEFT << (FIELD * rank)) & ~(LEFT << (FIELD * known))
            ways += twos * like * lower_sets(others, NOBODY, kickers)
        for other in range(rank):
            pairs = rank * RANKS + other
            below = pairs < wanted or (pairs == wanted and 1 << known < kickers)
            if below and other != known:
                ways += twos * choose(left_of(deck, other), 2)
    return ways


@inner
def lower_full_houses(deck: int, known: int, first: int, second: int) -> int:
    """Ways to a lower full house, suits ignored."""
    ways = 0
    wanted = first * RANKS + second
    like = left_of(deck, known)
    for rank in range(RANKS):
        left = left_of(deck, rank)
        if rank != known and known * RANKS + rank < wanted:
            ways += choose(like, 2) * choose(left, 2)
        if rank != known and rank * RANKS + known < wanted:
            ways += like * choose(left, 3)
    return ways


@inner
def lower_by_rank(
    deck: int,
    known: int,
    category: int,
    first: int,
    second: int,
    bits: int,
    totals: Totals,
) -> int:
    """Ways in which the dealer's ranks are below a hand, flushes counted as what else they are.

    For a flush and above, such a hand stands below only if its ranks make at most a straight, or
    a full house or four of a kind that is lower.
    """
    if category == HIGH_CARD:
        return lower_high_cards(deck, known, bits)
    ways = totals.high_cards
    if category == ONE_PAIR:
        return ways + lower_groups(deck, known, 2, first, bits, totals)
    ways += totals.pairs
    if category == TWO_PAIRS:
        return ways + lower_two_pairs(deck, known, first, second, bits, totals)
    ways += totals.two_pairs
    if category == THREE_OF_A_KIND:
        return ways + lower_groups(deck, known, 3, first, bits, totals)
    ways += totals.threes
    if category == STRAIGHT:
        return ways + straights_below(deck, known, first)
    ways += totals.straights
    if category == FLUSH:
        return ways
    if category == FULL_HOUSE:
        return ways + lower_full_houses(deck, known, first, second)
    ways += totals.full_houses
    if category == FOUR_OF_A_KIND:
        return ways + lower_groups(deck, known, 4, first, bits, totals)
    return ways + totals.fours


@inner
def moved_up(suit: int, known: int, category: int, first: int, bits: int) -> int:
    """How many hands of the known card's suit are not below a hand, though their ranks are.

    ``suit`` is what is left of that suit: none or one card of each rank.
    """
    if category == HIGH_CARD:
        return lower_high_cards(suit, known, bits)
    cards = 0
    for rank in range(RANKS):
        cards += left_of(suit, rank)
    every = choose(cards - left_of(suit, known), 4)
    if category == FLUSH:
        return every - lower_high_cards(suit, known, bits)
    straights = straights_below(suit, known, RANKS)
    if category < STRAIGHT:
        return every - straights
    if category == STRAIGHT:
        return every - straights + straights_below(suit, known, first)
    if category < STRAIGHT_FLUSH:
        return straights
    return straights - straights_below(suit, known, first)
