"""Playing hands by automata, compiled: shared by the fast and the general simulation.

A card is its rank, ace 0 to king 12, plus sixteen times its suit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner
from croupier.maths.kernels.random_streams import Cards, StreamWords, lay, mix

RANK = np.uint64(15)
"""The bits of a card that are its rank."""
STRIDE = np.uint64(16)
STAYS_FURTHER, MOVED = np.uint64(2), np.uint64(4)
"""Offsets of the states of a single card, after the one that stays on the original wager."""
ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_CARDS = 40
"""More cards than a hand and the dealer's can have together."""

CodeTable = NDArray[np.uint32]
Finals = NDArray[np.uint64]
"""Finished hands, by the offsets of their rows; forks that wait are at the end."""
Pile = NDArray[np.int64]

BOTTOM, READY, TOP, ROUND_START = range(4)
"""The fields of a pile: where it begins, up to where its cards are mixed, where it ends, and where
the current round began."""
PILE_SIZE = 4


@inline
def supply(shoe: Cards, place: np.uint64, pile: Pile, generator: StreamWords) -> np.uint64:
    """Make sure that enough mixed cards for a hand lie ahead. Return the place of the next card."""
    if np.int64(place) + MOST_CARDS <= pile[READY]:
        return place
    return _replenish(shoe, place, pile, generator)


@inner
def _replenish(shoe: Cards, place: np.uint64, pile: Pile, generator: StreamWords) -> np.uint64:
    """Mix more cards of a device, or put the shuffled discards behind a shoe that runs out.

    The discards are the cards of earlier rounds. A device with too few cards for a round has none,
    and deals all of its cards again.
    """
    wanted = np.int64(place) + MOST_CARDS
    bottom, top = pile[BOTTOM], pile[TOP]
    if pile[READY] < top:
        pile[READY] = mix(shoe, pile[READY], wanted, top, generator)
    if wanted <= pile[READY]:
        return place
    if pile[READY] > top:
        return place if np.int64(place) < top else np.uint64(bottom)
    end = pile[ROUND_START] if pile[ROUND_START] > bottom else top
    pile[READY] = top + end - bottom
    lay(shoe, bottom, end, shoe, top)
    mix(shoe, top, pile[READY], pile[READY], generator)
    return place


@inline
def play_hand(
    numbers: CodeTable, limit: np.uint64, shoe: Cards, place: np.uint64, state: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Draw to a hand until it is finished. Return its last state and the place of the next card."""
    while state < limit:
        state = np.uint64(numbers[state + (shoe[place] & RANK)])
        place += ONE
    return state, place


@inline
def play_box(
    numbers: CodeTable,
    at: Any,
    shoe: Cards,
    place: np.uint64,
    state: np.uint64,
    pile: Pile,
    generator: StreamWords,
    finals: Finals,
    count: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Play all hands of a box, and write their final states after ``count`` others.

    The first hand of a split is finished before the next gets its second card. Forks with a waiting
    card are stacked at the far end of ``finals``.
    """
    waiting, hands, single = np.uint64(len(finals)), ONE, ZERO
    while True:
        place = supply(shoe, place, pile, generator)
        state, place = play_hand(numbers, at.limit, shoe, place, state)
        if state >= at.first_fork:
            fork = (state - at.first_fork) * STRIDE
            hands += ONE
            waiting -= ONE
            finals[waiting] = fork
        else:
            finals[count] = (state - at.limit) * STRIDE
            count += ONE
            if waiting == len(finals):
                return count, place
            fork = finals[waiting]
            waiting += ONE
            single = MOVED
        more = np.uint64(hands < numbers[at.most_hands + fork])
        state = np.uint64(numbers[at.singles + fork + single + more])
        single = min(single, STAYS_FURTHER)


@inner
def play_split(
    numbers: CodeTable,
    at: Any,
    shoe: Cards,
    place: np.uint64,
    state: np.uint64,
    pile: Pile,
    generator: StreamWords,
    finals: Finals,
    count: np.uint64,
    needs: np.uint64,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Play all hands of a box that has reached a fork, and find what they need of the dealer."""
    before = count
    count, place = play_box(numbers, at, shoe, place, state, pile, generator, finals, count)
    for number in range(before, count):
        needs = max(needs, np.uint64(numbers[at.needs + finals[number]]))
    return count, place, needs


@inline
def play_dealer(
    numbers: CodeTable,
    at: Any,
    shoe: Cards,
    place: np.uint64,
    dealer: np.uint64,
    needs: np.uint64,
    pile: Pile,
    generator: StreamWords,
) -> tuple[np.uint64, np.uint64]:
    """Draw to the dealer's card as far as the players' hands need.

    Return the outcome and next place.
    """
    place = supply(shoe, place, pile, generator)
    opening = np.uint64(numbers[at.dealer_opening + needs * STRIDE + dealer])
    state, place = play_hand(numbers, at.limit, shoe, place, opening)
    return state - at.limit, place


@inline
def settle(
    numbers: CodeTable,
    at: Any,
    finals: Finals,
    first: np.uint64,
    end: np.uint64,
    outcome: np.uint64,
) -> np.int64:
    """Return what finished hands, from the first to before the end, win against an outcome."""
    won = np.int64(end - first) * at.lowest
    for number in range(first, end):
        won += np.int64(numbers[at.pays + finals[number] + outcome])
    return won


@inline
def dealer_need(numbers: CodeTable, at: Any, finals: Finals, count: np.uint64) -> np.uint64:
    """Return what finished hands need of the dealer."""
    needs = ZERO
    for number in range(count):
        needs = max(needs, np.uint64(numbers[at.needs + finals[number]]))
    return needs
