"""Blackjack for any number of boxes, with side bets and insurance, compiled.

Cards come from a shoe, which is shuffled when the cutting card has come, or from a device that
mixes as it deals, into which a round's cards go back after the next initial deal.

Everything looked up during a round is in two plain arrays: the hands, and the payments of other
wagers. With a tuple of arrays, numba would count references at every access, which takes longer
than the round.
"""

from typing import Any, NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import inline, inner, kernel
from croupier.maths.kernels.random_streams import Cards, Offset, StreamWords, lay, mix
from croupier.maths.kernels.simulated.hands import (
    MOST_CARDS,
    ONE,
    PILE_SIZE,
    RANK,
    READY,
    ROUND_START,
    STRIDE,
    TOP,
    ZERO,
    CodeTable,
    Finals,
    Pile,
    play_dealer,
    play_hand,
    play_split,
    settle,
    supply,
)
from croupier.maths.kernels.tables import CARDS, SHOES, Numbers, RoundResults, add_results

DECK = 52
SUIT_BITS = np.uint64(4)
RANKS = np.uint64(13)
TWO = np.uint64(2)
WAITING = np.uint64(1)
FIRST_BLACKJACK = np.uint64(11)
BUFFER_ROUNDS = 1024


class TableTerms(NamedTuple):
    """The terms of a round besides its hands, as kernels take them."""

    boxes: int
    burned: int
    """The number of cards burned when a shoe is ready."""
    burned_each_round: int
    cut: int
    """The number of cards in front of the cutting card; 0 for a device that mixes as it deals."""
    mixes: bool
    """Whether the cards come from a device that mixes as it deals."""
    pair_bets: int
    """The number of side bets decided by two cards."""
    triple_bets: int
    """The number of side bets decided by the dealer's card as well."""


PAIRS, TRIPLES = np.uint64(DECK**2), np.uint64(DECK**3)
"""The numbers of entries for a side bet of either kind in the array of payments.

First come the bets on two cards, by the numbers of the two, then the bets on three; last what
insurance wins and loses for a box, by the dealer's rank.
"""


@inline
def card_number(card: np.uint64) -> np.uint64:
    """Return a card's number from 0 to 51, suit after suit."""
    return (card >> SUIT_BITS) * RANKS + (card & RANK)


@inline
def settle_side_bets(
    paid: RoundResults,
    terms: Any,
    first: np.uint64,
    second: np.uint64,
    dealer: np.uint64,
    won: Numbers,
    row: int,
    hits: Numbers,
) -> None:
    """Add what the side bets of a box win to a round's row, one column each after the first."""
    two = card_number(first) * np.uint64(DECK) + card_number(second)
    three = two * np.uint64(DECK) + card_number(dealer)
    place = two
    for column in range(1, 1 + terms.pair_bets):
        result = np.int64(paid[place])
        won[row, column] += result
        hits[column] += np.int64(result > 0)
        place += PAIRS
    place += three - two
    for column in range(1 + terms.pair_bets, 1 + terms.pair_bets + terms.triple_bets):
        result = np.int64(paid[place])
        won[row, column] += result
        hits[column] += np.int64(result > 0)
        place += TRIPLES


@inline
def deal_first(
    numbers: CodeTable,
    at: Any,
    paid: RoundResults,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    states: Finals,
    won: Numbers,
    row: int,
    hits: Numbers,
) -> np.uint64:
    """Deal the initial cards and settle side bets. Return how many boxes may be insured."""
    boxes = np.uint64(terms.boxes)
    dealer = np.uint64(shoe[place + boxes])
    openings = at.opening + (dealer & RANK) * STRIDE
    insurable = ZERO
    for box in range(boxes):
        first, second = np.uint64(shoe[place + box]), np.uint64(shoe[place + boxes + ONE + box])
        state = np.uint64(numbers[np.uint64(numbers[openings + (first & RANK)]) + (second & RANK)])
        states[box] = state
        insurable += ONE
        if state >= at.limit and state < at.first_fork:
            insurable -= np.uint64(numbers[at.needs + (state - at.limit) * STRIDE] == ZERO)
        if terms.pair_bets + terms.triple_bets > 0:
            settle_side_bets(paid, terms, first, second, dealer, won, row, hits)
    return insurable


@inline
def settle_insurance(
    paid: RoundResults,
    dealer: np.uint64,
    insurable: np.uint64,
    outcome: np.uint64,
    won: Numbers,
    row: int,
    hits: Numbers,
) -> None:
    """Write what insurance of this many boxes wins to the last column of a round's row."""
    last = len(hits) - 1
    place = np.uint64(len(paid)) - (RANKS - dealer) * TWO
    if outcome >= FIRST_BLACKJACK:
        won[row, last] = np.int64(insurable) * np.int64(paid[place])
        hits[last] += np.int64(insurable)
    else:
        won[row, last] = np.int64(insurable) * np.int64(paid[place + ONE])


@inline
def play_round(
    numbers: CodeTable,
    at: Any,
    paid: RoundResults,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Pile,
    generator: StreamWords,
    states: Finals,
    finals: Finals,
    won: Numbers,
    row: int,
    hits: Numbers,
    squares: Numbers,
) -> np.uint64:
    """Play a round and write what each kind of wager won. Return the next card's place.

    Few boxes are split, so a box is one hand here until it reaches a fork. What each box won with
    its main wager is squared and added to ``squares``, for the covariance of boxes.
    """
    for column in range(len(hits)):
        won[row, column] = 0
    pile[ROUND_START] = np.int64(place)
    place = supply(shoe, place, pile, generator) + np.uint64(terms.burned_each_round)
    boxes = np.uint64(terms.boxes)
    dealer = np.uint64(shoe[place + boxes]) & RANK
    insurable = deal_first(numbers, at, paid, terms, shoe, place, states, won, row, hits)
    place += boxes + boxes + ONE
    count, needs = ZERO, ZERO
    for box in range(boxes):
        place = supply(shoe, place, pile, generator)
        state, place = play_hand(numbers, at.limit, shoe, place, states[box])
        if state < at.first_fork:
            final = (state - at.limit) * STRIDE
            finals[count] = final
            count += ONE
            needs = max(needs, np.uint64(numbers[at.needs + final]))
        else:
            count, place, needs = play_split(
                numbers, at, shoe, place, state, pile, generator, finals, count, needs
            )
        # The box is played: from here on its place says where its hands end.
        states[box] = count
    insured = insurable > ZERO and paid[np.uint64(len(paid)) - (RANKS - dealer) * TWO] != 0
    if insured:
        needs = max(needs, WAITING)
    outcome, place = play_dealer(numbers, at, shoe, place, dealer, needs, pile, generator)
    first = ZERO
    for box in range(boxes):
        result = settle(numbers, at, finals, first, states[box], outcome)
        won[row, 0] += result
        squares[0] += result * result
        first = states[box]
    hits[0] += np.int64(won[row, 0] > 0)
    if insured:
        settle_insurance(paid, dealer, insurable, outcome, won, row, hits)
    return place


@inner
def return_discards(
    shoe: Cards, size: int, initial: int, used: Offset, pile: Pile, generator: StreamWords
) -> None:
    """Draw a device's next initial deal beside the last round's cards, then put those back.

    The last round is in front, and so is the new deal afterwards.
    """
    out = used if size - used >= initial else 0
    mix(shoe, out, out + initial, size, generator)
    for place in range(initial if out > 0 else 0):
        card = shoe[place]
        shoe[place] = shoe[out + place]
        shoe[out + place] = card
    pile[READY], pile[TOP] = initial, size


@kernel
def simulate_table(
    numbers: CodeTable,
    at: Any,
    paid: RoundResults,
    terms: Any,
    most_hands: int,
    cards: Cards,
    rounds: int,
    generator: StreamWords,
    session_terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
    parts: Numbers,
) -> None:
    """Play this many rounds at a table and count them.

    A shoe so small that a round has started it again is shuffled as if the cutting card had come.
    """
    size = len(cards)
    shoe = np.zeros(2 * size + MOST_CARDS, np.uint32)
    lay(cards, 0, size, shoe, 0)
    pile = np.zeros(PILE_SIZE, np.int64)
    states = np.zeros(terms.boxes, np.uint64)
    finals = np.zeros((terms.boxes + 1) * most_hands, np.uint64)
    won, hits = np.zeros((BUFFER_ROUNDS, len(parts)), np.int64), np.zeros(len(parts), np.int64)
    results, squares = np.zeros(BUFFER_ROUNDS, np.int32), np.zeros(1, np.int64)
    initial = 2 * terms.boxes + 1 + terms.burned_each_round
    start = place = np.uint64(0)
    filled = 0
    for number in range(rounds):
        if terms.mixes:
            return_discards(shoe, size, initial, np.int64(place), pile, generator)
            place = np.uint64(0)
        elif number == 0 or np.int64(place) >= terms.cut or place < start:
            mix(shoe, 0, size, size, generator)
            pile[READY], pile[TOP] = size, size
            tally[SHOES] += 1
            place = np.uint64(terms.burned)
        start = place
        place = play_round(
            numbers,
            at,
            paid,
            terms,
            shoe,
            place,
            pile,
            generator,
            states,
            finals,
            won,
            filled,
            hits,
            squares,
        )
        tally[CARDS] += np.int64(place - start) + pile[TOP] * np.int64(place < start)
        filled += 1
        if filled == BUFFER_ROUNDS:
            add_parts(won, filled, parts, results)
            add_results(results, 0, filled, session_terms, tally, histogram)
            filled = 0
    add_parts(won, filled, parts, results)
    add_results(results, 0, filled, session_terms, tally, histogram)
    for part in range(len(parts)):
        parts[part, 2] = hits[part]
    parts[0, 3] = squares[0]


@inner
def add_parts(won: Numbers, rounds: int, parts: Numbers, results: RoundResults) -> None:
    """Add what each kind of wager won in some rounds, and write what they won together."""
    for number in range(rounds):
        together = np.int64(0)
        for part in range(len(parts)):
            result = won[number, part]
            parts[part, 0] += result
            parts[part, 1] += result * result
            together += result
        results[number] = together


@kernel
def play_stack(
    numbers: CodeTable,
    at: Any,
    paid: RoundResults,
    terms: Any,
    most_hands: int,
    stack: Cards,
    generator: StreamWords,
    won: Numbers,
    places: Numbers,
) -> int:
    """Play rounds from a stack in its order, to its cutting card. Return their number.

    What each kind of wager won and where each round ended is written, a row for each round.
    """
    size = len(stack)
    shoe = np.zeros(2 * size + MOST_CARDS, np.uint32)
    lay(stack, 0, size, shoe, 0)
    pile = np.zeros(PILE_SIZE, np.int64)
    pile[READY], pile[TOP] = size, size
    states = np.zeros(terms.boxes, np.uint64)
    finals = np.zeros((terms.boxes + 1) * most_hands, np.uint64)
    hits, squares = np.zeros(won.shape[1], np.int64), np.zeros(1, np.int64)
    place = np.uint64(terms.burned)
    rounds = 0
    while np.int64(place) < terms.cut:
        place = play_round(
            numbers,
            at,
            paid,
            terms,
            shoe,
            place,
            pile,
            generator,
            states,
            finals,
            won,
            rounds,
            hits,
            squares,
        )
        places[rounds] = place
        rounds += 1
    return rounds
