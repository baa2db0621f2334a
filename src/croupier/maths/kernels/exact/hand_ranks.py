"""How many hands of a dealer with one known card rank below a given hand: counted, not dealt.

Ranks are numbers from 0 (a two) to 12 (an ace). The rest of a deck is one number, with three bits
for the cards left of each rank, so everything here is integer arithmetic.

Counting has two steps. First suits are ignored: hands are counted by rank alone, and flushes among
the hands they would be without their suit. Then the hands in the known card's suit are moved up to
where they belong; no other suit can make a flush with that card.

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
"""The number of bits for the cards left of a rank."""
LEFT = 7
NOBODY = -1
"""In place of the known card's rank when no card is known."""
HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT = 0, 1, 2, 3, 4
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 5, 6, 7, 8, 9
WHEEL = 1 << ACE | 0b1111
RUN = 0b11111


class HandCounts(NamedTuple):
    """How many hands of each category a dealer with a known card can have, suits ignored."""

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


class DeckSums(NamedTuple):
    """Sums over all ranks of a deck, of products of the cards left of each."""

    one: int
    two: int
    three: int
    four: int
    """Ways to choose one to four cards of different ranks."""
    pairs: int
    pairs_left: int
    pairs_square: int
    """Pairs; then weighted by the cards left of their rank, and by the square of that."""
    pairs_pairs: int
    """The sum of the squared numbers of pairs."""
    trios: int
    trios_left: int
    quartets: int


@inner
def pack_ranks(cards: NDArray[np.int64]) -> int:
    """Return the cards left of each rank as one number."""
    deck = 0
    for rank in range(RANKS):
        deck |= cards[rank] << (FIELD * rank)
    return deck


@inner
def cards_left_of(deck: int, rank: int) -> int:
    """Return the number of cards left of a rank."""
    return (deck >> (FIELD * rank)) & LEFT


@inner
def choose(cards: int, number: int) -> int:
    """Return the ways to choose up to four of this many cards."""
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
    """Return the ways to complete the known card to a lower set of as many ranks as in ``bits``.

    Sets of different ranks compare like the numbers that their bits make. Going up through the
    ranks, ``lower`` is the number of ways in which the cards up to a rank of ``bits`` rank lower,
    and ``one`` to ``four`` are the ways to choose that number of ranks from those passed.
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
        left = cards_left_of(deck, rank)
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
    """Return the ranks of a straight by its highest; an ace is low in the one to the five."""
    return WHEEL if top == FIVE else RUN << (top - 4)


@inner
def straight_ways(deck: int, known: int, top: int) -> int:
    """Return the ways to complete the known card to the straight with this top rank."""
    if not (straight_bits(top) >> known) & 1:
        return 0
    ways = 1
    for step in range(5):
        rank = top - step if top >= step else ACE
        if rank != known:
            ways *= cards_left_of(deck, rank)
    return ways


@inner
def straights_below(deck: int, known: int, top: int) -> int:
    """Return the ways to complete the known card to a straight that ends below a rank."""
    ways = 0
    for highest in range(FIVE, top):
        ways += straight_ways(deck, known, highest)
    return ways


@inner
def fill_straights(deck: int, bits: int, straights: NDArray[np.int64]) -> None:
    """Fill in the ways to a straight by known rank: all, and those lower than these ranks."""
    straights[:, :] = 0
    for top in range(FIVE, RANKS):
        bottom = top - 4 if top > FIVE else ACE
        fifth, fourth, third = (
            cards_left_of(deck, bottom),
            cards_left_of(deck, top - 3),
            cards_left_of(deck, top - 2),
        )
        second, first = cards_left_of(deck, top - 1), cards_left_of(deck, top)
        low, high = fifth * fourth, second * first
        for row in range(2 if straight_bits(top) < bits else 1):
            straights[row, bottom] += fourth * third * high
            straights[row, top - 3] += fifth * third * high
            straights[row, top - 2] += low * high
            straights[row, top - 1] += low * third * first
            straights[row, top] += low * third * second


@inner
def lower_straights(deck: int, known: int, bits: int) -> int:
    """Return the ways to complete the known card to a straight with lower bits than these."""
    ways = 0
    for highest in range(FIVE, RANKS):
        if straight_bits(highest) < bits:
            ways += straight_ways(deck, known, highest)
    return ways


@inner
def lower_high_cards(deck: int, known: int, bits: int) -> int:
    """Return the ways to complete the known card to a high card hand below one of these ranks."""
    return lower_sets(deck, known, bits) - lower_straights(deck, known, bits)


@inner
def sums_of(deck: int) -> DeckSums:
    """Return the sums over all ranks from which the totals for any known card follow."""
    one = two = three = four = 0
    pairs = pairs_left = pairs_square = pairs_pairs = trios = trios_left = quartets = 0
    for rank in range(RANKS):
        left = cards_left_of(deck, rank)
        twos, threes = choose(left, 2), choose(left, 3)
        pairs += twos
        pairs_left += twos * left
        pairs_square += twos * left * left
        pairs_pairs += twos * twos
        trios += threes
        trios_left += threes * left
        quartets += choose(left, 4)
        four += left * three
        three += left * two
        two += left * one
        one += left
    return DeckSums(
        one,
        two,
        three,
        four,
        pairs,
        pairs_left,
        pairs_square,
        pairs_pairs,
        trios,
        trios_left,
        quartets,
    )


@inner
def totals_of(sums: DeckSums, left: int, straights: int) -> HandCounts:
    """Return the number of the dealer's hands of each category, suits ignored.

    ``left`` is how many cards of the known card's rank the sums include, itself among them;
    ``straights`` how many hands are straights. The value for the other ranks is that for all ranks
    less what this one contributes: first for single cards, then for a pair with more, and so on.
    """
    one = sums.one - left
    two = sums.two - left * one
    three = sums.three - left * two
    four = sums.four - left * three
    twos, threes = choose(left, 2), choose(left, 3)
    pair = sums.pairs - twos
    pair_left = sums.pairs_left - twos * left
    pair_one = pair * one - pair_left
    pair_two = pair * two - one * pair_left + sums.pairs_square - twos * left * left
    pair_pair = (pair * pair - sums.pairs_pairs + twos * twos) // 2
    trio = sums.trios - threes
    trio_one = trio * one - sums.trios_left + threes * left
    like = left - 1
    return HandCounts(
        four - straights,
        pair_two + like * three,
        pair_pair + like * pair_one,
        trio_one + choose(like, 2) * two,
        straights,
        like * trio + choose(like, 2) * pair,
        sums.quartets - choose(left, 4) + choose(like, 3) * one,
        one,
        two,
        three,
    )


@inner
def lower_groups(
    deck: int, known: int, size: int, rank: int, kickers: int, totals: HandCounts
) -> int:
    """Return the ways to a lower hand with one group of ``size`` equal ranks, suits ignored."""
    ways = 0
    for lower in range(rank):
        left = cards_left_of(deck, lower)
        if lower == known:
            rest = totals.three if size == 2 else totals.two if size == 3 else totals.one
            ways += choose(left, size - 1) * rest
        elif size == 2:
            ways += choose(left, 2) * (totals.two - left * (totals.one - left))
        elif size == 3:
            ways += choose(left, 3) * (totals.one - left)
        else:
            ways += choose(left, 4)
    left = cards_left_of(deck, rank)
    others = deck & ~(LEFT << (FIELD * rank))
    if rank == known:
        return ways + choose(left, size - 1) * lower_sets(others, NOBODY, kickers)
    return ways + choose(left, size) * lower_sets(others, known, kickers)


@inner
def lower_two_pairs(
    deck: int, known: int, first: int, second: int, kickers: int, totals: HandCounts
) -> int:
    """Return the ways to a lower hand of two pairs, suits ignored."""
    ways = 0
    wanted = first * RANKS + second
    like = cards_left_of(deck, known)
    for rank in range(RANKS):
        twos = 0 if rank == known else choose(cards_left_of(deck, rank), 2)
        if twos == 0:
            continue
        pairs = max(rank, known) * RANKS + min(rank, known)
        if pairs < wanted:
            ways += twos * like * (totals.one - cards_left_of(deck, rank))
        elif pairs == wanted:
            others = deck & ~(LEFT << (FIELD * rank)) & ~(LEFT << (FIELD * known))
            ways += twos * like * lower_sets(others, NOBODY, kickers)
        for other in range(rank):
            pairs = rank * RANKS + other
            below = pairs < wanted or (pairs == wanted and 1 << known < kickers)
            if below and other != known:
                ways += twos * choose(cards_left_of(deck, other), 2)
    return ways


@inner
def lower_full_houses(deck: int, known: int, first: int, second: int) -> int:
    """Return the ways to a lower full house, suits ignored."""
    ways = 0
    wanted = first * RANKS + second
    like = cards_left_of(deck, known)
    for rank in range(RANKS):
        left = cards_left_of(deck, rank)
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
    totals: HandCounts,
) -> int:
    """Return in how many ways the dealer's ranks are below a hand, flushes by their ranks alone.

    Compared with a flush or better, such a hand is lower only if its ranks make at most a straight,
    or a lower full house or four of a kind.
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
