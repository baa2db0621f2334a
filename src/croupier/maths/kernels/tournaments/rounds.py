"""Rounds of a tournament table, compiled: each player doubles and splits with their own chips.

A hand's result is two numbers, the odds of its wager and those of the double beside it: the first
plus ``DOUBLED`` times the second. Odds are whole numbers, -1 for a loss, or from ``BROKEN`` on a
number of ticks. Amounts are cents.
"""

from typing import Any, NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import inline, inner
from croupier.maths.kernels.random_streams import Cards, StreamWords
from croupier.maths.kernels.simulated.hands import (
    MOVED,
    ONE,
    RANK,
    STAYS_FURTHER,
    STRIDE,
    ZERO,
    CodeTable,
    Finals,
    play_hand,
)
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.cards import (
    CHIPS,
    DOUBLE,
    IN,
    NOTHING,
    ROUND_START,
    STANDING,
    TAKEN,
    WAGER,
    Amounts,
    Stacks,
    round_up_to_fours,
    supply,
)

DOUBLED_BITS = 8
DOUBLED = 1 << DOUBLED_BITS
"""The factor of the odds of a double in a hand's result."""
HALF = DOUBLED // 2
BROKEN = 64
"""From here on odds are not whole."""
MOST_CHIPS = np.inf
"""More than anybody has."""
RANKS = np.uint64(13)
GONE = np.uint64(0)
"""The need of a hand that is settled already: nothing from the dealer."""
WENT_OVER, WAS_DOUBLED = np.uint64(1), np.uint64(2)
"""Further fields of a finished hand, after what it needs of the dealer: 1 or 0."""


class StakeTerms(NamedTuple):
    """How wagers are doubled and paid, as kernels take it."""

    ticks: float
    """The number of ticks of a wager."""
    chip: float
    """The smallest chip, in cents."""
    paid_in: float
    """The amount to which a payment is rounded up, in cents."""
    for_less: bool
    """Whether a double may be for less than the wager."""


class FinishedHands(NamedTuple):
    """The finished hands of a round."""

    finals: Finals
    """The row of each final state."""
    boxes: Finals
    """The box of each hand."""
    doubles: Amounts
    """What its player would double for."""
    waiting: Finals
    """Forks of a split box with a waiting card."""
    dealt: Finals
    """The boxes that play, in the order of the deal."""
    states: Finals
    """The state of each hand once all have two cards."""
    means: Finals
    """What the player of each box can still lay: as much again, a part, nothing."""


@inline
def double_of(terms: Any, chips: float, wager: float) -> float:
    """Return how much a player can double a wager for, with this many chips besides it."""
    part = np.floor(chips / terms.chip) * terms.chip if terms.for_less else NOTHING
    return wager if chips >= wager else part


@inline
def means_of(double: float, wager: float) -> np.uint64:
    """Return what a player can still lay: 0 for as much again, 1 for a part, 2 for nothing."""
    return np.uint64(double < wager) + np.uint64(double == NOTHING)


@inline
def find_means(terms: Any, seats: Amounts, boxes: np.uint64, means: Finals) -> None:
    """Fill in what the players of all boxes can double for."""
    for box in range(round_up_to_fours(boxes)):
        wager = seats[WAGER, box]
        double = double_of(terms, seats[CHIPS, box] - wager, wager)
        seats[DOUBLE, box] = double
        means[box] = means_of(double, wager)


@inline
def payment(terms: Any, amount: float, odds: int) -> float:
    """Return what an amount wins or loses at odds, rounded up to what chips can pay."""
    if odds < BROKEN:
        return amount * odds
    return np.ceil(amount * (odds - BROKEN) / (terms.ticks * terms.paid_in)) * terms.paid_in


@inline
def result_of(numbers: CodeTable, at: Any, final: np.uint64, outcome: np.uint64) -> np.int64:
    """Return the result of a finished hand against an outcome of the dealer."""
    return np.int64(numbers[at.pays + final + outcome]) + at.lowest


@inline
def amount_won(terms: Any, result: int, wager: float, double: float) -> float:
    """Return what a result wins."""
    of_double = (result + HALF) >> DOUBLED_BITS
    return payment(terms, wager, result - (of_double << DOUBLED_BITS)) + double * of_double


@inner
def note_taken(
    numbers: CodeTable,
    at: Any,
    hands: Any,
    count: np.uint64,
    outcome: np.uint64,
    seats: Amounts,
    boxes: int,
) -> None:
    """Note when the last chips of each box were taken in a finished round, from 1.

    Hands that went over lost them first, in order; then those that lost to the dealer.
    """
    for box in range(boxes):
        seats[TAKEN, box] = 0
    taken = 0
    for number in range(count):
        if numbers[at.needs + hands.finals[number] + WENT_OVER]:
            taken += 1
            seats[TAKEN, hands.boxes[number]] = taken
    for number in range(count):
        final = hands.finals[number]
        if numbers[at.needs + final] != GONE and result_of(numbers, at, final, outcome) < 0:
            taken += 1
            seats[TAKEN, hands.boxes[number]] = taken


@inline
def finish(hands: Any, count: np.uint64, final: np.uint64, box: np.uint64, double: float) -> None:
    """Write a finished hand."""
    hands.finals[count], hands.boxes[count], hands.doubles[count] = final, box, double


@inner
def play_split(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
    hands: Any,
    count: np.uint64,
    box: np.uint64,
    state: np.uint64,
    seats: Amounts,
) -> tuple[np.uint64, np.uint64]:
    """Play all hands of a box that has reached a fork, with the chips its player has left.

    The first hand of a split is finished before the next gets its second card. Return how many
    hands are finished, and the place of the next card.
    """
    wager = seats[WAGER, box]
    chips = seats[CHIPS, box] - wager
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
            finish(hands, count, final, box, double)
            count += ONE
            laid = double if numbers[at.needs + final + WAS_DOUBLED] else NOTHING
            chips -= laid
            if numbers[at.needs + final] == GONE:
                chips += wager + laid
                chips += amount_won(terms, result_of(numbers, at, final, ZERO), wager, laid)
            if waiting == ZERO:
                return count, place
            waiting -= ONE
            fork = hands.waiting[waiting]
            single = MOVED
        more = np.uint64(made < numbers[at.most_hands + fork])
        means = means_of(double_of(terms, chips, wager), wager)
        state = np.uint64(numbers[at.singles + means * at.forks + fork + single + more])
        single = min(single, STAYS_FURTHER)
        supply(shoe, place, pile, generator, stacks, sizes)
        state, place = play_hand(numbers, at.limit, shoe, place, state)


@inline
def deal_first(
    numbers: CodeTable,
    at: Any,
    shoe: Cards,
    place: np.uint64,
    hands: Any,
    seats: Amounts,
    boxes: np.uint64,
    first: np.uint64,
    playing: np.uint64,
    dealer: np.uint64,
) -> None:
    """Deal the first two cards to all players, from a box on."""
    second_card = place + playing + ONE
    dealt = ZERO
    for step in range(boxes):
        box = first + step if first + step < boxes else first + step - boxes
        if seats[STANDING, box] != IN:
            continue
        row = at.opening + (hands.means[box] * RANKS + dealer) * STRIDE
        state = np.uint64(numbers[row + (shoe[place + dealt] & RANK)])
        hands.states[dealt] = numbers[state + (shoe[second_card + dealt] & RANK)]
        hands.dealt[dealt] = box
        dealt += ONE


@inline
def play_round(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
    hands: Any,
    seats: Amounts,
    boxes: np.uint64,
    first: np.uint64,
    playing: np.uint64,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Deal a round to all players, from a box on, up to the dealer's last card.

    Return the place of the next card, the number of hands, and the dealer's outcome.
    """
    pile[ROUND_START] = np.int64(place)
    supply(shoe, place, pile, generator, stacks, sizes)
    find_means(terms, seats, boxes, hands.means)
    dealer = np.uint64(shoe[place + playing]) & RANK
    deal_first(numbers, at, shoe, place, hands, seats, boxes, first, playing, dealer)
    place += playing + playing + ONE
    count, needs = ZERO, ZERO
    for number in range(playing):
        box = hands.dealt[number]
        supply(shoe, place, pile, generator, stacks, sizes)
        state, place = play_hand(numbers, at.limit, shoe, place, hands.states[number])
        if state < at.first_fork:
            final = (state - at.limit) * STRIDE
            finish(hands, count, final, box, seats[DOUBLE, box])
            count += ONE
            needs = max(needs, np.uint64(numbers[at.needs + final]))
        else:
            before = count
            count, place = play_split(
                numbers,
                at,
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
            )
            for split in range(before, count):
                needs = max(needs, np.uint64(numbers[at.needs + hands.finals[split]]))
    supply(shoe, place, pile, generator, stacks, sizes)
    opening = np.uint64(numbers[at.dealer_opening + needs * STRIDE + dealer])
    outcome, place = play_hand(numbers, at.limit, shoe, place, opening)
    return place, count, outcome - at.limit


@inline
def settle(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    hands: Any,
    count: np.uint64,
    outcome: np.uint64,
    seats: Amounts,
) -> float:
    """Settle all hands of a round.

    Return the fewest chips of any player, now or after the first hands of a split.
    """
    least = MOST_CHIPS
    for number in range(count):
        final, box = hands.finals[number], hands.boxes[number]
        result = result_of(numbers, at, final, outcome)
        held = seats[CHIPS, box]
        held += amount_won(terms, result, seats[WAGER, box], hands.doubles[number])
        seats[CHIPS, box] = held
        least = min(least, held)
    return least
