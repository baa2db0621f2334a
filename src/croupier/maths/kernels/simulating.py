"""Blackjack for one box, shoe after shoe: the fast simulation, compiled.

Four shoes are read side by side, one card of each in turn. A card costs two look-ups and no branch
that depends on it, so the processor never has to guess how a hand goes on; while one shoe's look-up
is under way, the other three are served. Only the cutting card and splits leave that loop.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.maths.kernels.hands import (
    BOTTOM,
    PILE_SIZE,
    READY,
    ROUND_START,
    TOP,
    Finals,
    Pile,
    Table,
    most_needed,
    play_box,
    play_dealer,
    settle,
)
from croupier.maths.kernels.shuffling import Cards, Words, mix
from croupier.maths.kernels.tallying import CARDS, SHOES, Numbers, take_in

SHOES_READ = 4
STRIDE_BITS = np.uint64(4)
SPECIAL = np.uint64(0x8000)
CUTTING_CARD = np.uint32(13)
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)

Entries = NDArray[np.uint16]
Counts = NDArray[np.uint64]


@njit(cache=True, nogil=True)
def read_on(
    next_row: Entries,
    after_results: np.uint64,
    shoes: Cards,
    results: Entries,
    places: Counts,
    rows: Counts,
    rounds: Counts,
) -> None:
    """Read all shoes until the next card of one of them leads to a special entry.

    Each state is written where the next result belongs, and stays if a round has ended with it.
    """
    place_0, place_1, place_2, place_3 = places[0], places[1], places[2], places[3]
    row_0, row_1, row_2, row_3 = rows[0], rows[1], rows[2], rows[3]
    round_0, round_1, round_2, round_3 = rounds[0], rounds[1], rounds[2], rounds[3]
    while True:
        next_0 = np.uint64(next_row[row_0 + shoes[place_0]])
        next_1 = np.uint64(next_row[row_1 + shoes[place_1]])
        next_2 = np.uint64(next_row[row_2 + shoes[place_2]])
        next_3 = np.uint64(next_row[row_3 + shoes[place_3]])
        if (next_0 | next_1 | next_2 | next_3) >= SPECIAL:
            break
        row_0, row_1, row_2, row_3 = next_0, next_1, next_2, next_3
        results[round_0] = row_0
        results[round_1] = row_1
        results[round_2] = row_2
        results[round_3] = row_3
        round_0 += np.uint64(row_0 < after_results)
        round_1 += np.uint64(row_1 < after_results)
        round_2 += np.uint64(row_2 < after_results)
        round_3 += np.uint64(row_3 < after_results)
        place_0 += ONE
        place_1 += ONE
        place_2 += ONE
        place_3 += ONE
    places[0], places[1], places[2], places[3] = place_0, place_1, place_2, place_3
    rows[0], rows[1], rows[2], rows[3] = row_0, row_1, row_2, row_3
    rounds[0], rounds[1], rounds[2], rounds[3] = round_0, round_1, round_2, round_3


@njit(cache=True, nogil=True, forceinline=True)
def read_special(
    numbers: Table,
    at: Any,
    stream: Any,
    shoes: Cards,
    cut: np.uint64,
    place: np.uint64,
    row: np.uint64,
    pile: Pile,
    generator: Words,
    finals: Finals,
) -> tuple[np.uint64, np.uint64]:
    """Play a round on to its end where it comes to the cutting card or a split.

    Returns the place of the next card and the row of the result.
    """
    entry = np.uint64(stream.next[row + shoes[place]])
    while entry < SPECIAL and row >= stream.after_results:
        place += ONE
        row = entry
        entry = np.uint64(stream.next[row + shoes[place]])
    if entry <= SPECIAL or row < stream.after_results:
        return place, row
    special = (entry - SPECIAL) * TWO
    state, dealer = np.uint64(stream.forks[special]), np.uint64(stream.forks[special + ONE])
    place += ONE
    count, place = play_box(numbers, at, shoes, place, state, pile, generator, finals, ZERO)
    needs = most_needed(numbers, at, finals, count)
    outcome, place = play_dealer(numbers, at, shoes, place, dealer, needs, pile, generator)
    result = settle(numbers, at, finals, count, outcome) - stream.lowest
    return place, np.uint64(result) << STRIDE_BITS


@njit(cache=True, nogil=True)
def simulate_shoes(
    numbers: Table,
    at: Any,
    stream: Any,
    cards: Cards,
    cut: int,
    burned: int,
    rounds: int,
    generator: Words,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
) -> None:
    """Play so many rounds from shoes of these cards, each to the cutting card, and count them."""
    size = len(cards)
    room = 2 * size + 64
    shoes = np.zeros(SHOES_READ * room, np.uint32)
    results = np.zeros(SHOES_READ * size, np.uint16)
    pays = np.zeros(size, np.int32)
    places, rows = np.zeros(SHOES_READ, np.uint64), np.zeros(SHOES_READ, np.uint64)
    counts = np.zeros(SHOES_READ, np.uint64)
    held = np.zeros(SHOES_READ, np.uint32)
    pile = np.zeros(PILE_SIZE, np.int64)
    finals = np.zeros(256, np.uint64)
    for number in range(SHOES_READ):
        bottom = number * room
        shoes[bottom : bottom + size] = cards
        held[number] = _load(shoes, bottom, size, cut, generator)
        places[number] = np.uint64(bottom + burned)
        counts[number] = np.uint64(number * size)
    left = rounds
    while left > 0:
        read_on(stream.next, stream.after_results, shoes, results, places, rows, counts)
        for number in range(SHOES_READ):
            if stream.next[rows[number] + shoes[places[number]]] < SPECIAL:
                continue
            bottom = number * room
            cutting = np.uint64(bottom + cut)
            running = rows[number] >= stream.after_results
            shoes[cutting] = held[number]
            pile[BOTTOM], pile[READY], pile[TOP] = bottom, bottom + size, bottom + size
            pile[ROUND_START] = np.int64(places[number])
            place, row = read_special(
                numbers, at, stream, shoes, cutting, places[number], rows[number],
                pile, generator, finals,
            )
            shoes[cutting] = CUTTING_CARD
            results[counts[number]] = row
            counts[number] += np.uint64(running)
            places[number], rows[number] = place, row
            if place >= cutting:
                start = number * size
                count = min(left, np.int64(counts[number]) - start)
                for one in range(count):
                    pays[one] = np.int32(results[start + one] >> STRIDE_BITS) + stream.lowest
                take_in(pays, 0, count, terms, tally, histogram)
                tally[CARDS] += np.int64(place) - bottom
                tally[SHOES] += 1
                left -= count
                shoes[cutting] = held[number]
                held[number] = _load(shoes, bottom, size, cut, generator)
                places[number], counts[number] = np.uint64(bottom + burned), np.uint64(start)


@njit(cache=True, nogil=True)
def _load(shoes: Cards, bottom: int, size: int, cut: int, generator: Words) -> np.uint32:
    """Shuffle a shoe and put the cutting card in; returns the card whose place it takes."""
    top = bottom + size
    mix(shoes, bottom, top, top, generator)
    held = shoes[bottom + cut]
    shoes[bottom + cut] = CUTTING_CARD
    return held
