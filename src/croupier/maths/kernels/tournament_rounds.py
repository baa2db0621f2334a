"""Rounds of a tournament table, compiled: every player has chips of their own to double and split.

A hand's result is two numbers, what its wager wins and what the double beside it wins, both in
ticks: the one plus ``DOUBLED`` times the other. Amounts are cents.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined, inner
from croupier.maths.kernels.hand_automata import (
    MOVED,
    ONE,
    RANK,
    STAYS_FURTHER,
    STRIDE,
    ZERO,
    Finals,
    Table,
    play_hand,
)
from croupier.maths.kernels.running_totals import Numbers
from croupier.maths.kernels.shuffling import Cards, Words
from croupier.maths.kernels.tournament_cards import ROUND_START, Stacks, supply
from croupier.maths.kernels.tournament_wagers import CHIPS, IN, STANDING, TAKEN, WAGER

DOUBLED = 256
"""How much a tick of a double counts in a hand's result."""
STRIDE_BITS, RANKS = np.uint64(4), np.uint64(13)
GONE = np.uint64(0)
"""What a hand that is settled already needs of the dealer."""

Flags = NDArray[np.uint8]


class StakeTerms(NamedTuple):
    """How wagers are doubled and paid, as kernels take it."""

    ticks: int
    """How many ticks a wager has."""
    chip: int
    """The smallest chip, in cents."""
    paid_in: int
    """What a payment is rounded up to, in cents."""
    for_less: bool
    """Whether a double may be for less than the wager."""


class Hands(NamedTuple):
    """The hands of a round as they are finished."""

    finals: Finals
    """Where each one's final state is described."""
    boxes: Numbers
    """Whose it is."""
    doubles: Numbers
    """What its player would double for."""
    waiting: Finals
    """Forks of a split box that left a card waiting."""


@inlined
def double_of(terms: Any, chips: int, wager: int) -> np.int64:
    """How much a player can double a wager for."""
    if chips >= wager:
        return np.int64(wager)
    return np.int64(chips // terms.chip * terms.chip if terms.for_less else 0)


@inlined
def means_of(double: int, wager: int) -> np.uint64:
    """What a player can still lay: as much again, a part, nothing."""
    return np.uint64(0 if double == wager else 1 if double > 0 else 2)


@inlined
def paid(terms: Any, amount: int, ticks: int) -> np.int64:
    """What an amount wins or loses at so many ticks, rounded up to what chips can pay."""
    if ticks == terms.ticks:
        return np.int64(amount)
    if ticks <= 0:
        return np.int64(amount * ticks // terms.ticks)
    owed = (amount * ticks + terms.ticks - 1) // terms.ticks
    return np.int64((owed + terms.paid_in - 1) // terms.paid_in * terms.paid_in)


@inlined
def result_of(numbers: Table, at: Any, final: np.uint64, outcome: np.uint64) -> np.int64:
    """The result of a finished hand against an outcome of the dealer's."""
    return np.int64(numbers[at.pays + final + outcome]) + at.lowest


@inlined
def won(terms: Any, result: int, wager: int, double: int) -> np.int64:
    """What a result comes to."""
    doubled = (result + DOUBLED // 2) // DOUBLED
    amount = paid(terms, wager, result - doubled * DOUBLED)
    return amount if doubled == 0 else amount + paid(terms, double, doubled)


@inlined
def loses(result: int) -> bool:
    """Whether something of a hand's wagers is taken."""
    doubled = (result + DOUBLED // 2) // DOUBLED
    return doubled < 0 or result - doubled * DOUBLED < 0


@inlined
def finish(
    numbers: Table,
    at: Any,
    hands: Any,
    count: np.uint64,
    final: np.uint64,
    box: int,
    double: int,
    seats: Numbers,
    taken: int,
) -> int:
    """Write a finished hand down; one that went over is collected. Returns how many were."""
    hands.finals[count], hands.boxes[count], hands.doubles[count] = final, box, double
    gone = numbers[at.needs + final] == GONE
    if gone and loses(result_of(numbers, at, final, ZERO)):
        taken += 1
        seats[TAKEN, box] = taken
    return taken


@inner
def play_split(
    numbers: Table,
    at: Any,
    doubled: Flags,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: Words,
    stacks: Stacks,
    sizes: Numbers,
    hands: Any,
    count: np.uint64,
    box: int,
    state: np.uint64,
    seats: Numbers,
    taken: int,
) -> tuple[np.uint64, np.uint64, int]:
    """Play all hands of a box that has come to a fork, with what chips its player has left.

    The first hand of a split is finished before the next has its second card. Returns how many
    hands are finished, the place of the next card, how many hands were collected.
    """
    wager, chips = seats[WAGER, box], seats[CHIPS, box]
    waiting, made, single = ZERO, ONE, ZERO
    while True:
        if state >= at.first_fork:
            fork = (state - at.first_fork) * STRIDE
            hands.waiting[waiting] = fork
            waiting += ONE
            made += ONE
            chips -= wager
        else:
            final = (state - at.limit) * STRIDE
            double = double_of(terms, chips, wager)
            taken = finish(numbers, at, hands, count, final, box, double, seats, taken)
            count += ONE
            laid = double if doubled[final >> STRIDE_BITS] else 0
            chips -= laid
            if numbers[at.needs + final] == GONE:
                chips += wager + laid
                chips += won(terms, result_of(numbers, at, final, ZERO), wager, laid)
            if waiting == ZERO:
                return count, place, taken
            waiting -= ONE
            fork = hands.waiting[waiting]
            single = MOVED
        more = np.uint64(made < numbers[at.most_hands + fork])
        means = means_of(double_of(terms, chips, wager), wager)
        state = np.uint64(numbers[at.singles + means * at.forks + fork + single + more])
        single = min(single, STAYS_FURTHER)
        supply(shoe, place, pile, generator, stacks, sizes)
        state, place = play_hand(numbers, at.limit, shoe, place, state)


@inner
def play_round(
    numbers: Table,
    at: Any,
    doubled: Flags,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: Words,
    stacks: Stacks,
    sizes: Numbers,
    hands: Any,
    seats: Numbers,
    boxes: int,
    first: int,
) -> np.uint64:
    """Deal a round to all who have wagered, from a box on, and settle it.

    Returns the place of the next card.
    """
    pile[ROUND_START] = np.int64(place)
    supply(shoe, place, pile, generator, stacks, sizes)
    playing = np.uint64(0)
    for box in range(boxes):
        playing += np.uint64(seats[STANDING, box] == IN)
    dealer = np.uint64(shoe[place + playing]) & RANK
    first_card, second_card = place, place + playing + ONE
    place = second_card + playing
    count, needs, taken = ZERO, ZERO, 0
    for step in range(boxes):
        box = first + step if first + step < boxes else first + step - boxes
        if seats[STANDING, box] != IN:
            continue
        wager = seats[WAGER, box]
        double = double_of(terms, seats[CHIPS, box], wager)
        row = at.opening + (means_of(double, wager) * RANKS + dealer) * STRIDE
        state = np.uint64(numbers[row + (shoe[first_card] & RANK)])
        state = np.uint64(numbers[state + (shoe[second_card] & RANK)])
        first_card += ONE
        second_card += ONE
        supply(shoe, place, pile, generator, stacks, sizes)
        state, place = play_hand(numbers, at.limit, shoe, place, state)
        if state < at.first_fork:
            final = (state - at.limit) * STRIDE
            taken = finish(numbers, at, hands, count, final, box, double, seats, taken)
            count += ONE
        else:
            count, place, taken = play_split(
                numbers,
                at,
                doubled,
                terms,
                shoe,
                place,
                pile,
                generator,
                stacks,
                sizes,
                hands,
                count,
                box,
                state,
                seats,
                taken,
            )
    for number in range(count):
        needs = max(needs, np.uint64(numbers[at.needs + hands.finals[number]]))
    supply(shoe, place, pile, generator, stacks, sizes)
    opening = np.uint64(numbers[at.dealer_opening + needs * STRIDE + dealer])
    outcome, place = play_hand(numbers, at.limit, shoe, place, opening)
    settle(numbers, at, terms, hands, count, outcome - at.limit, seats, boxes, taken)
    return place


@inlined
def settle(
    numbers: Table,
    at: Any,
    terms: Any,
    hands: Any,
    count: np.uint64,
    outcome: np.uint64,
    seats: Numbers,
    boxes: int,
    taken: int,
) -> None:
    """Settle all hands of a round, and give back what lay on the boxes."""
    for number in range(count):
        final, box = hands.finals[number], hands.boxes[number]
        result = result_of(numbers, at, final, outcome)
        seats[CHIPS, box] += won(terms, result, seats[WAGER, box], hands.doubles[number])
        if numbers[at.needs + final] != GONE and loses(result):
            taken += 1
            seats[TAKEN, box] = taken
    for box in range(boxes):
        seats[CHIPS, box] += seats[WAGER, box]
