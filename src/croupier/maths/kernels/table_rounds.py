"""Blackjack for any number of boxes, with side bets and insurance, compiled.

Cards come from a shoe, which is shuffled when the cutting card has come, or from a device that
mixes as it deals, into which a round's cards go back after the next initial deal.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.maths.kernels.playing import (
    MOST_CARDS,
    ONE,
    PILE_SIZE,
    RANK,
    READY,
    ROUND_START,
    STRIDE,
    TOP,
    ZERO,
    Finals,
    Pile,
    Table,
    most_needed,
    play_box,
    play_dealer,
    settle,
    supply,
)
from croupier.maths.kernels.shuffling import Cards, Place, Words, lay, mix
from croupier.maths.kernels.tallying import CARDS, SHOES, Numbers, take_in

DECK = 52
SUIT_BITS = np.uint64(4)
RANKS = np.uint64(13)
WAITING = np.uint64(1)
FIRST_BLACKJACK = np.uint64(11)
BUFFER_ROUNDS = 1024


class TableTerms(NamedTuple):
    """What a round is besides its hands, as kernels take it."""

    boxes: int
    burned: int
    """How many cards are burned when a shoe has been made ready."""
    burned_each_round: int
    cut: int
    """How many cards lie in front of the cutting card; none where a device mixes as it deals."""
    mixes: bool
    """Whether the cards come from a device that mixes as it deals."""
    pairs: NDArray[np.int32]
    """What each side bet on two cards wins in ticks, by bet and the two cards."""
    triples: NDArray[np.int32]
    """The same with the dealer's card as a third."""
    insurance: NDArray[np.int32]
    """What insurance wins and loses for a box in ticks, by the dealer's rank."""


@njit(cache=True, nogil=True, forceinline=True)
def numbered(card: np.uint64) -> np.uint64:
    """A card's number from 0 to 51, suit after suit."""
    return (card >> SUIT_BITS) * RANKS + (card & RANK)


@njit(cache=True, nogil=True, forceinline=True)
def _side_bet(part: int, result: np.int32, won: Numbers, hits: Numbers) -> None:
    won[part] += result
    hits[part] += np.int64(result > 0)


@njit(cache=True, nogil=True)
def deal_first(
    numbers: Table,
    at: Any,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    states: Finals,
    won: Numbers,
    hits: Numbers,
) -> np.uint64:
    """The initial deal: each box's state, side bets settled, and how many boxes may be insured."""
    boxes = np.uint64(terms.boxes)
    dealer = np.uint64(shoe[place + boxes])
    openings = at.opening + (dealer & RANK) * STRIDE
    insurable = ZERO
    for box in range(boxes):
        first, second = np.uint64(shoe[place + box]), np.uint64(shoe[place + boxes + ONE + box])
        state = np.uint64(numbers[np.uint64(numbers[openings + (first & RANK)]) + (second & RANK)])
        states[box] = state
        final = state >= at.limit and state < at.first_fork
        gone = final and numbers[at.needs + (state - at.limit) * STRIDE] == ZERO
        insurable += np.uint64(not gone)
        two = numbered(first) * np.uint64(DECK) + numbered(second)
        for bet in range(len(terms.pairs)):
            _side_bet(1 + bet, terms.pairs[bet, two], won, hits)
        three = two * np.uint64(DECK) + numbered(dealer)
        for bet in range(len(terms.triples)):
            _side_bet(1 + len(terms.pairs) + bet, terms.triples[bet, three], won, hits)
    return insurable


@njit(cache=True, nogil=True)
def play_round(
    numbers: Table,
    at: Any,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Pile,
    generator: Words,
    states: Finals,
    finals: Finals,
    won: Numbers,
    hits: Numbers,
) -> np.uint64:
    """Play a round; what each kind of wager won is written down. Returns the next card's place."""
    for part in range(len(won)):
        won[part] = 0
    pile[ROUND_START] = np.int64(place)
    place = supply(shoe, place, pile, generator) + np.uint64(terms.burned_each_round)
    boxes = np.uint64(terms.boxes)
    dealer = np.uint64(shoe[place + boxes]) & RANK
    insurable = deal_first(numbers, at, terms, shoe, place, states, won, hits)
    place += boxes + boxes + ONE
    count = ZERO
    for box in range(boxes):
        state = states[box]
        count, place = play_box(numbers, at, shoe, place, state, pile, generator, finals, count)
    needs = most_needed(numbers, at, finals, count)
    insured = terms.insurance[dealer, 1] != 0 and insurable > ZERO
    if insured:
        needs = max(needs, WAITING)
    outcome, place = play_dealer(numbers, at, shoe, place, dealer, needs, pile, generator)
    won[0] = settle(numbers, at, finals, count, outcome)
    hits[0] += np.int64(won[0] > 0)
    if insured:
        column = 0 if outcome >= FIRST_BLACKJACK else 1
        won[len(won) - 1] = np.int64(insurable) * terms.insurance[dealer, column]
        hits[len(won) - 1] += np.int64(insurable) if column == 0 else 0
    return place


@njit(cache=True, nogil=True)
def return_discards(
    shoe: Cards, size: int, initial: int, used: Place, pile: Pile, generator: Words
) -> None:
    """Draw a device's next initial deal beside the last round's cards, then put those back.

    The last round lies in front, and so does the new deal when it is done.
    """
    out = used if size - used >= initial else 0
    mix(shoe, out, out + initial, size, generator)
    for place in range(initial if out > 0 else 0):
        card = shoe[place]
        shoe[place] = shoe[out + place]
        shoe[out + place] = card
    pile[READY], pile[TOP] = initial, size


@njit(cache=True, nogil=True)
def simulate_table(
    numbers: Table,
    at: Any,
    terms: Any,
    most_hands: int,
    cards: Cards,
    rounds: int,
    generator: Words,
    session_terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
    parts: Numbers,
) -> None:
    """Play so many rounds at a table and count them."""
    size = len(cards)
    shoe = np.zeros(2 * size + MOST_CARDS, np.uint32)
    lay(cards, 0, size, shoe, 0)
    pile = np.zeros(PILE_SIZE, np.int64)
    states = np.zeros(terms.boxes, np.uint64)
    finals = np.zeros((terms.boxes + 1) * most_hands, np.uint64)
    won, hits = np.zeros(len(parts), np.int64), np.zeros(len(parts), np.int64)
    results = np.zeros(BUFFER_ROUNDS, np.int32)
    initial = 2 * terms.boxes + 1 + terms.burned_each_round
    place = np.uint64(0)
    filled = 0
    for number in range(rounds):
        if terms.mixes:
            return_discards(shoe, size, initial, np.int64(place), pile, generator)
            place = np.uint64(0)
        elif number == 0 or np.int64(place) >= terms.cut:
            mix(shoe, 0, size, size, generator)
            pile[READY], pile[TOP] = size, size
            tally[SHOES] += 1
            place = np.uint64(terms.burned)
        start = place
        place = play_round(
            numbers, at, terms, shoe, place, pile, generator, states, finals, won, hits
        )
        tally[CARDS] += np.int64(place - start)
        results[filled] = _count_parts(won, parts)
        filled += 1
        if filled == BUFFER_ROUNDS:
            take_in(results, 0, filled, session_terms, tally, histogram)
            filled = 0
    take_in(results, 0, filled, session_terms, tally, histogram)
    for part in range(len(parts)):
        parts[part, 2] = hits[part]


@njit(cache=True, nogil=True, forceinline=True)
def _count_parts(won: Numbers, parts: Numbers) -> int:
    """Add what each kind of wager won; returns what they won together."""
    together = 0
    for part in range(len(parts)):
        parts[part, 0] += won[part]
        parts[part, 1] += won[part] * won[part]
        together += won[part]
    return together


@njit(cache=True, nogil=True)
def play_stack(
    numbers: Table,
    at: Any,
    terms: Any,
    most_hands: int,
    stack: Cards,
    generator: Words,
    won: Numbers,
    places: Numbers,
) -> int:
    """Play rounds from a stack in its order, to its cutting card; returns how many.

    What each kind of wager won in them and where they ended is written down, a row for each round.
    """
    size = len(stack)
    shoe = np.zeros(2 * size + MOST_CARDS, np.uint32)
    lay(stack, 0, size, shoe, 0)
    pile = np.zeros(PILE_SIZE, np.int64)
    pile[READY], pile[TOP] = size, size
    states = np.zeros(terms.boxes, np.uint64)
    finals = np.zeros((terms.boxes + 1) * most_hands, np.uint64)
    hits = np.zeros(won.shape[1], np.int64)
    place = np.uint64(terms.burned)
    rounds = 0
    while np.int64(place) < terms.cut:
        place = play_round(
            numbers, at, terms, shoe, place, pile, generator, states, finals, won[rounds], hits
        )
        places[rounds] = place
        rounds += 1
    return rounds
