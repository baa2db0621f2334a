"""Blackjack for one box, shoe after shoe: the fast simulation, compiled.

Four shoes are read side by side, one card of each in turn. A card costs two look-ups and no branch
that depends on it, so the processor never has to predict how a hand goes on; while one shoe's
look-up is in progress, the other three are served. Only the cutting card and splits leave that
loop.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner, kernel
from croupier.maths.kernels.random_streams import Cards, Offset, StreamWords, lay, mix
from croupier.maths.kernels.simulated.hands import (
    BOTTOM,
    MOST_CARDS,
    PILE_SIZE,
    READY,
    ROUND_START,
    TOP,
    CodeTable,
    Finals,
    Pile,
    dealer_need,
    play_box,
    play_dealer,
    settle,
)
from croupier.maths.kernels.tables import CARDS, SHOES, Numbers, RoundResults, add_results

SHOES_READ = 4
STRIDE_BITS = np.uint64(4)
SPECIAL = np.uint64(0x8000)
CUTTING_CARD = np.uint32(13)
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)

Entries = NDArray[np.uint16]
Counts = NDArray[np.uint64]


class Reader(NamedTuple):
    """Four shoes being read."""

    shoes: Cards
    """The shoes one after the other, each with as much room again behind it."""
    results: Entries
    """The rows of their results, one shoe's after the other's."""
    places: Counts
    """The place of the next card of each shoe."""
    rows: Counts
    counts: Counts
    """The index of the next result of each shoe."""
    held: Cards
    """The card whose place the cutting card has taken."""
    pile: Pile
    finals: Finals


@inner
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

    Each state is written to the index of the next result, and stays there if it ends a round.
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


@inline
def read_special(
    numbers: CodeTable,
    at: Any,
    stream: Any,
    shoes: Cards,
    place: np.uint64,
    row: np.uint64,
    pile: Pile,
    generator: StreamWords,
    finals: Finals,
) -> tuple[np.uint64, np.uint64]:
    """Play a round to its end from the cutting card or a split.

    Return the place of the next card and the row of the result.
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
    needs = dealer_need(numbers, at, finals, count)
    outcome, place = play_dealer(numbers, at, shoes, place, dealer, needs, pile, generator)
    result = settle(numbers, at, finals, ZERO, count, outcome) - stream.lowest
    return place, np.uint64(result) << STRIDE_BITS


@kernel
def new_reader(size: int, most_hands: int) -> Reader:
    """Return room for four shoes of this many cards, with as much again behind each."""
    room = 2 * size + MOST_CARDS
    return Reader(
        np.zeros(SHOES_READ * room, np.uint32),
        np.zeros(SHOES_READ * size, np.uint16),
        np.zeros(SHOES_READ, np.uint64),
        np.zeros(SHOES_READ, np.uint64),
        np.zeros(SHOES_READ, np.uint64),
        np.zeros(SHOES_READ, np.uint32),
        np.zeros(PILE_SIZE, np.int64),
        np.zeros(2 * most_hands, np.uint64),
    )


@inner
def open_shoe(reader: Any, number: int, size: int, cut: int, burned: int) -> None:
    """Begin a shoe whose cards are in order: insert the cutting card, burn."""
    bottom = number * (len(reader.shoes) // SHOES_READ)
    reader.held[number] = reader.shoes[bottom + cut]
    reader.shoes[bottom + cut] = CUTTING_CARD
    reader.places[number] = np.uint64(bottom + burned)
    reader.counts[number] = np.uint64(number * size)
    reader.rows[number] = ZERO


@inner
def read_to_end(
    numbers: CodeTable,
    at: Any,
    stream: Any,
    reader: Any,
    size: int,
    cut: int,
    generator: StreamWords,
) -> int:
    """Read all shoes until one is at its end with all its cards in place. Return its number."""
    places, rows, counts = reader.places, reader.rows, reader.counts
    shoes, results, pile = reader.shoes, reader.results, reader.pile
    room = len(shoes) // SHOES_READ
    while True:
        read_on(stream.next, stream.after_results, shoes, results, places, rows, counts)
        for number in range(SHOES_READ):
            place, row = places[number], rows[number]
            if stream.next[row + shoes[place]] < SPECIAL:
                continue
            bottom = number * room
            cutting = np.uint64(bottom + cut)
            under_way = row >= stream.after_results
            shoes[cutting] = reader.held[number]
            pile[BOTTOM], pile[READY], pile[TOP] = bottom, bottom + size, bottom + size
            pile[ROUND_START] = np.int64(place)
            place, row = read_special(
                numbers, at, stream, shoes, place, row, pile, generator, reader.finals
            )
            results[counts[number]] = row
            counts[number] += np.uint64(under_way)
            places[number], rows[number] = place, row
            if place >= cutting:
                return number
            shoes[cutting] = CUTTING_CARD


@inner
def results_of(stream: Any, reader: Any, number: int, size: int, won: RoundResults) -> Offset:
    """Write what the rounds of a shoe won, in ticks. Return their number."""
    start = number * size
    count = np.int64(reader.counts[number]) - start
    for one in range(count):
        won[one] = np.int64(reader.results[start + one] >> STRIDE_BITS) + stream.lowest
    return count


@kernel
def simulate_shoes(
    numbers: CodeTable,
    at: Any,
    stream: Any,
    most_hands: int,
    cards: Cards,
    cut: int,
    burned: int,
    rounds: Offset,
    generator: StreamWords,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
) -> None:
    """Play this many rounds from shoes of these cards, each to the cutting card, and count them.

    Each of the four shoes has its own share of the rounds: if those that end first were counted
    first, the shoes left out would not be a random choice.
    """
    size = len(cards)
    reader = new_reader(size, most_hands)
    shoes, room = reader.shoes, len(reader.shoes) // SHOES_READ
    shares = np.zeros(SHOES_READ, np.int64)
    for number in range(SHOES_READ):
        bottom = number * room
        shares[number] = (rounds + number) // SHOES_READ
        lay(cards, 0, size, shoes, bottom)
        mix(shoes, bottom, bottom + size, bottom + size, generator)
        open_shoe(reader, number, size, cut, burned)
    won = np.zeros(size, np.int32)
    while rounds > 0:
        number = read_to_end(numbers, at, stream, reader, size, cut, generator)
        played = results_of(stream, reader, number, size, won)
        count = min(shares[number], played)
        bottom = number * room
        if count > 0:
            add_results(won, 0, count, terms, tally, histogram)
            drawn = np.int64(reader.places[number]) - bottom - burned
            tally[CARDS] += drawn * count // played
            tally[SHOES] += 1
        shares[number] -= count
        rounds -= count
        mix(shoes, bottom, bottom + size, bottom + size, generator)
        open_shoe(reader, number, size, cut, burned)
