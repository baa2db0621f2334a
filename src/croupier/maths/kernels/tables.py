"""Tables that kernels share: hands, payments, the dealer's tree, hand ranks, tallies."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner
from croupier.maths.kernels.random_streams import Offset

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

RANKS = 10
STAND, HIT, DOUBLE = range(3)
"""The calls with a hand; a mask of calls has a bit for each."""
CALLS = 3
GONE = -1
"""In place of a hand that went over."""
STANDS_FROM = 17
HIGHEST = 21


class Hands(NamedTuple):
    """All hands of any number of cards that do not go over, in the order of their points."""

    counts: Integers
    """The number of cards of each rank."""
    cards: Integers
    hard: Integers
    """The total with every ace as one."""
    totals: Integers
    soft: Booleans
    grown: Integers
    """The hand after one more card of each rank, or ``GONE``."""
    doubled: Integers
    """The total after a double with each rank, or ``GONE``."""


class Pays(NamedTuple):
    """What hands win or lose. Even rows are a single wager, odd rows the same wager doubled."""

    against: Floats
    """A hand that waits for the dealer, by total and dealer's outcome."""
    twenty_one: Floats
    """A 21 that wins as it is made, or NaN."""
    five_cards: Floats
    """Five cards that win as they are made, or NaN."""
    over: Floats
    """A hand that went over."""


class DealerTree(NamedTuple):
    """All draws of a dealer, with the cards of one rank set apart.

    A node is a set of cards of the other ranks, in depth-first order. Cards of the rank apart that
    complete it to a dealer's hand are part of its ends, so shoes that differ only in that rank
    share the walk through the tree.
    """

    rank: int
    """The rank apart."""
    depths: Integers
    """The number of cards of each node."""
    slots: Integers
    """The card that a node adds: its rank, and how many of that rank came before."""
    firsts: Integers
    """Where the ends of each node begin; one entry more than there are nodes."""
    orders: Floats
    """In how many orders the cards of an end may come."""
    targets: Integers
    """The sum to which an end is added: shared by ends of equal outcome and numbers of cards."""
    outcomes: Integers
    """The outcome of each sum."""
    drawn: Integers
    """How many cards the dealer has drawn, by sum."""
    apart: Integers
    """How many of these are of the rank apart, by sum."""


class Natural(NamedTuple):
    """A hand that counts as a blackjack, with mean and mean square of what it wins."""

    hand: int
    """The hand, or ``GONE`` if none counts."""
    alone: float
    alone_square: float
    both: float
    """Against a dealer's blackjack."""
    both_square: float
    both_together: float
    """The mean product of two such hands against the same dealer's blackjack."""


SLOT_BITS = 13
BUCKET_BITS = 10
SLOT_SHIFT = 32 - SLOT_BITS
BUCKET_SHIFT = SLOT_SHIFT - BUCKET_BITS
LAST_SLOT = (1 << SLOT_BITS) - 1
LAST_BUCKET = (1 << BUCKET_BITS) - 1
SUIT_BITS = 3
"""The bits of a card's number that are its suit."""


class RankTables(NamedTuple):
    """Lookup tables for ranking hands.

    A card is its number in the deck, a class its position in order.
    """

    sums: NDArray[np.uint32]
    """By card: what it adds to the sum that identifies the ranks of a hand."""
    rank_bits: NDArray[np.uint16]
    """By card: the bit of its rank."""
    shifts: NDArray[np.uint16]
    """By the middle bits of the sum: how far its slot is shifted, so that no two sums collide."""
    mixed: NDArray[np.uint16]
    """By slot: the class of a hand of several suits."""
    suited: NDArray[np.uint16]
    """By the bits of its ranks: the class of a hand of one suit."""


@inline
def slot_of(total: np.uint32, shifts: NDArray[np.uint16]) -> np.uint32:
    """Return the slot for a hand of several suits, by its sum."""
    shift = np.uint32(shifts[(total >> np.uint32(BUCKET_SHIFT)) & np.uint32(LAST_BUCKET)])
    return ((total >> np.uint32(SLOT_SHIFT)) + shift) & np.uint32(LAST_SLOT)


@inner
def rank_rows(hands: NDArray[np.uint8], tables: RankTables, classes: NDArray[np.uint16]) -> None:
    """Write the class of each row of five card numbers.

    Inlined by hand: numba counts references to arrays at every call in the loop, which takes five
    times as long as the ranking.
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
"""The fields of a tally: what is added up."""
RUNNING, PEAK, LEFT = range(9, 12)
"""What the current session has won, its highest win so far, and its rounds left."""
TALLY_SIZE = 12

SESSION_ROUNDS, FLOAT, LOWEST, WIDTH = range(4)
"""The fields of the terms: rounds of a session, the float, the bins of its histogram."""
TERMS_SIZE = 4
BINS = 4096


@inner
def add_results(
    results: RoundResults,
    start: Offset,
    end: Offset,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
) -> None:
    """Add the results of rounds, in order, to the totals and to the current session."""
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
