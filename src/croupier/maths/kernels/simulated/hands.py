"""Playing hands by their automata, compiled: what the fast and the general simulation share.

A card is its rank, ace 0 to king 12, and sixteen times its suit.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined, inner
from croupier.maths.kernels.random_streams import Cards, StreamWords, lay, mix

RANK = np.uint64(15)
"""The bits of a card that are its rank."""
STRIDE = np.uint64(16)
STAYS_FURTHER, MOVED = np.uint64(2), np.uint64(4)
"""Where the states of a single card begin, after that which stays on the original wager."""
ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_CARDS = 40
"""More than a hand and the dealer's together can come to."""

CodeTable = NDArray[np.uint32]
Finals = NDArray[np.uint64]
"""Finished hands, by the places of their rows; at the end room for those that wait."""
Pile = NDArray[np.int64]

BOTTOM, READY, TOP, ROUND_START = range(4)
"""The places of a pile: where it begins, up to where its cards are mixed, where it ends, and where
the round under way began."""
PILE_SIZE = 4


@inlined
def supply(shoe: Cards, place: np.uint64, pile: Pile, generator: StreamWords) -> np.uint64:
    """See to it that enough mixed cards lie ahead for a hand; returns the place of the next one."""
    if np.int64(place) + MOST_CARDS <= pile[READY]:
        return place
    return _replenish(shoe, place, pile, generator)


@inner
def _replenish(shoe: Cards, place: np.uint64, pile: Pile, generator: StreamWords) -> np.uint64:
    """Mix some more cards of a device, or put the shuffled discards behind a shoe that runs out.

    The discards are the cards of the rounds before. A device that holds too few cards for a round
    has none of those, and deals all of its cards again.
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


@inlined
def play_hand(
    numbers: CodeTable, limit: np.uint64, shoe: Cards, place: np.uint64, state: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Draw to a hand until it is finished: its last state, and the place of the next card."""
    while state < limit:
        state = np.uint64(numbers[state + (shoe[place] & RANK)])
        place += ONE
    return state, place


@inlined
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
    """Play all hands of a box; their final states are written down behind ``count`` others.

    The first hand of a split is finished before the next has its second card. The forks that left
    a card waiting are kept at the far end of ``finals``, the last one first to go on.
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
    """Play all hands of a box that has come to a fork, and see what they need of the dealer."""
    before = count
    count, place = play_box(numbers, at, shoe, place, state, pile, generator, finals, count)
    for number in range(before, count):
        needs = max(needs, np.uint64(numbers[at.needs + finals[number]]))
    return count, place, needs


@inlined
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
    """Draw to the dealer's card as far as the players' hands need: the outcome, the next place."""
    place = supply(shoe, place, pile, generator)
    opening = np.uint64(numbers[at.dealer_opening + needs * STRIDE + dealer])
    state, place = play_hand(numbers, at.limit, shoe, place, opening)
    return state - at.limit, place


@inlined
def settle(
    numbers: CodeTable, at: Any, finals: Finals, count: np.uint64, outcome: np.uint64
) -> np.int64:
    """What finished hands win against an outcome, in ticks."""
    won = np.int64(count) * at.lowest
    for number in range(count):
        won += np.int64(numbers[at.pays + finals[number] + outcome])
    return won


@inlined
def most_needed(numbers: CodeTable, at: Any, finals: Finals, count: np.uint64) -> np.uint64:
    """What finished hands need of the dealer."""
    needs = ZERO
    for number in range(count):
        needs = max(needs, np.uint64(numbers[at.needs + finals[number]]))
    return needs
