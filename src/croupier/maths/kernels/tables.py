"""The tables that kernels share: hands, what they are paid, the dealer's tree."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined, inner
from croupier.maths.kernels.random_streams import Offset

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

RANKS = 10
STAND, HIT, DOUBLE = range(3)
"""What may be called with a hand; a mask of them has a bit for each."""
CALLS = 3
GONE = -1
"""A hand that went over."""
STANDS_FROM = 17
HIGHEST = 21


class Hands(NamedTuple):
    """All hands of any number of cards that do not go over, in the order of their points."""

    counts: Integers
    """How many cards of each rank."""
    cards: Integers
    hard: Integers
    """The total with every ace one."""
    totals: Integers
    soft: Booleans
    grown: Integers
    """Which hand one more card of each rank makes, or ``GONE``."""
    doubled: Integers
    """The total that a double with each rank makes, or ``GONE``."""


class Pays(NamedTuple):
    """What hands win or lose; even rows are a wager as it is, odd rows the same one doubled."""

    against: Floats
    """A hand that waits for the dealer, by total and the dealer's outcome."""
    twenty_one: Floats
    """A 21 that wins as it is made, or NaN."""
    five_cards: Floats
    """Five cards that win as they are made, or NaN."""
    over: Floats
    """A hand that went over."""


class DealerTree(NamedTuple):
    """All that a dealer may draw, with the cards of one rank set apart.

    A node is a set of cards of the other ranks, depth first. Cards of the rank apart that complete
    it to a dealer's hand are a matter of its ends, so that shoes which differ in that rank only
    share the way through the tree.
    """

    rank: int
    """The rank apart."""
    depths: Integers
    """How many cards a node has."""
    slots: Integers
    """Which card a node adds: its rank, and how many of that rank came before."""
    firsts: Integers
    """Where the ends of a node begin; one more than there are nodes."""
    orders: Floats
    """In how many orders the cards of an end may come."""
    targets: Integers
    """What an end is added to: one place for ends of equal outcome and numbers of cards."""
    outcomes: Integers
    """The outcome, by place."""
    drawn: Integers
    """How many cards the dealer has drawn, by place."""
    apart: Integers
    """How many of these are of the rank apart, by place."""


class Natural(NamedTuple):
    """A hand that counts as a blackjack, with mean and mean square of what it comes to."""

    hand: int
    """Which hand, or ``GONE`` where none counts."""
    alone: float
    alone_square: float
    both: float
    """Against a blackjack of the dealer's."""
    both_square: float
    both_together: float
    """The mean product of two such hands, both against one blackjack of the dealer's."""


SLOT_BITS = 13
BUCKET_BITS = 10
SLOT_SHIFT = 32 - SLOT_BITS
BUCKET_SHIFT = SLOT_SHIFT - BUCKET_BITS
LAST_SLOT = (1 << SLOT_BITS) - 1
LAST_BUCKET = (1 << BUCKET_BITS) - 1
SUIT_BITS = 3
"""The bits of a card's number that tell its suit."""


class RankTables(NamedTuple):
    """What a hand is looked up in. A card is its number in the deck, a class its place in order."""

    sums: NDArray[np.uint32]
    """By card: what it adds to the sum that tells the ranks of a hand."""
    rank_bits: NDArray[np.uint16]
    """By card: the bit of its rank."""
    shifts: NDArray[np.uint16]
    """By the sum's middle bits: how far its slot is moved, so that no two sums meet."""
    mixed: NDArray[np.uint16]
    """By slot: the class of a hand of several suits."""
    suited: NDArray[np.uint16]
    """By the bits of its ranks: the class of a hand of one suit."""


@inlined
def slot_of(total: np.uint32, shifts: NDArray[np.uint16]) -> np.uint32:
    """The slot of the class of a hand of several suits, by its sum."""
    shift = np.uint32(shifts[(total >> np.uint32(BUCKET_SHIFT)) & np.uint32(LAST_BUCKET)])
    return ((total >> np.uint32(SLOT_SHIFT)) + shift) & np.uint32(LAST_SLOT)


@inner
def rank_rows(hands: NDArray[np.uint8], tables: RankTables, classes: NDArray[np.uint16]) -> None:
    """Write the class of each row of five card numbers.

    Written out rather than called by hand: arrays handed to a function in the loop are counted at
    every call, which takes five times as long as the ranking.
    """
    sums, bits, shifts, mixed, suited = tables
    for row in range(hands.shape[0]):
        a, b, c, d, e = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & SUIT_BITS == 0:
            classes[row] = suited[bits[a] | bits[b] | bits[c] | bits[d] | bits[e]]
        else:
            total = sums[a] + sums[b] + sums[c] + sums[d] + sums[e]
            classes[row] = mixed[slot_of(total, shifts)]


Numbers = NDArray[np.int64]
RoundResults = NDArray[np.int32]

ROUNDS, WON, SQUARES, SESSIONS, SESSION_WON, SESSION_SQUARES, FLOATS_LOST, CARDS, SHOES = range(9)
"""The places of a tally: what is added up."""
RUNNING, PEAK, LEFT = range(9, 12)
"""What the session under way has won, the most it had won, and how many rounds it has left."""
TALLY_SIZE = 12

SESSION_ROUNDS, FLOAT, LOWEST, WIDTH = range(4)
"""The places of the terms: rounds of a session, the float, the bins of its histogram."""
TERMS_SIZE = 4
BINS = 4096


@inner
def take_in(
    results: RoundResults,
    start: Offset,
    end: Offset,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
) -> None:
    """Add the results of rounds, in their order, to the totals and to the session under way."""
    won, squares = np.int64(0), np.int64(0)
    place = start
    while place < end:
        until = min(end, place + tally[LEFT])
        running, peak = tally[RUNNING], tally[PEAK]
        before = running
        for number in range(place, until):
            result = np.int64(results[number])
            squares += result * result
            running += result
            peak = max(peak, running)
        won += running - before
        tally[RUNNING], tally[PEAK] = running, peak
        tally[LEFT] -= until - place
        place = until
        if tally[LEFT] == 0:
            close_session(terms, tally, histogram)
    tally[ROUNDS] += end - start
    tally[WON] += won
    tally[SQUARES] += squares


@inner
def close_session(terms: Numbers, tally: Numbers, histogram: Numbers) -> None:
    """Count a session that has all its rounds, and begin the next."""
    won = tally[RUNNING]
    tally[SESSIONS] += 1
    tally[SESSION_WON] += won
    tally[SESSION_SQUARES] += won * won
    if tally[PEAK] >= terms[FLOAT]:
        tally[FLOATS_LOST] += 1
    number = (won - terms[LOWEST]) // terms[WIDTH]
    histogram[min(max(number, 0), BINS - 1)] += 1
    tally[RUNNING], tally[PEAK], tally[LEFT] = 0, 0, terms[SESSION_ROUNDS]
