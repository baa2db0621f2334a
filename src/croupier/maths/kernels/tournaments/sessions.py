"""A session of a tournament at one table, compiled: rounds, eliminations, places, play-offs."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner
from croupier.maths.kernels.random_streams import Cards, StreamWords, random_below
from croupier.maths.kernels.simulated.hands import CodeTable
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.cards import (
    CHIPS,
    DONE,
    DUE,
    FALL_CHIPS,
    FALL_ROUND,
    FALL_TAKEN,
    FALL_WAGER,
    IN,
    OUT,
    STANDING,
    TAKEN,
    WAGER,
    Amounts,
    Stacks,
    clear_table,
    open_shoe,
    place_wagers,
)
from croupier.maths.kernels.tournaments.rounds import note_taken, play_round, settle

NEVER_TAKEN = 1e6
"""In place of when chips were taken, for chips that were not."""
MERIT_SIZE = 5
"""The number of values that decide a placing."""
ROUND, MARKER, MINIMUM, MAXIMUM, ROUNDS, NOTED, PLAYING = range(7)
"""The fields of a session: its round from 0, the box with the marker from 0, the limits, its number
of rounds, how many rounds of all sessions were noted, how many players are in."""
CONTEST_SIZE = 7
AFTER, LEVEL_MINIMUM, LEVEL_MAXIMUM = range(3)
"""The columns of the levels."""

Switches = NDArray[np.bool_]


class SessionTerms(NamedTuple):
    """The terms of all sessions of a tournament, as kernels take them."""

    minimum: int
    maximum: int
    marker: bool
    """Whether players wager in the order of the marker."""
    deal_from_marker: bool
    """Whether cards and decisions start there too."""


class TablePlacings(NamedTuple):
    """The placings at a table."""

    order: Numbers
    """The boxes, best first."""
    level: Switches
    """Whether each is level with the one before."""
    merits: Amounts
    """What decides the placing of each box, greater is better; a row for each value."""


@inline
def first_in(seats: Amounts, boxes: int, start: int) -> int:
    """Return the first box from ``start`` on whose player is in; ``start`` if there is none."""
    for step in range(boxes):
        box = start + step if start + step < boxes else start + step - boxes
        if seats[STANDING, box] == IN:
            return box
    return start


@inline
def number_in(seats: Amounts, boxes: int) -> int:
    """Return how many players are in."""
    count = 0
    for box in range(boxes):
        count += seats[STANDING, box] == IN
    return count


@inline
def play_contest_round(
    numbers: CodeTable,
    at: Any,
    stake_terms: Any,
    shoe_terms: Any,
    terms: Any,
    levels: Numbers,
    eliminations: Switches,
    cards: Cards,
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
    hands: Any,
    seats: Amounts,
    boxes: int,
    contest: Numbers,
    notes: Numbers,
    scheduled: bool,
) -> np.uint64:
    """Play a round of a session and its consequences. Return the next card's place."""
    if pile[DUE]:
        place = open_shoe(cards, shoe_terms, shoe, pile, stacks, sizes)
    marker = first_in(seats, boxes, contest[MARKER])
    left = contest[ROUNDS] - contest[ROUND] if scheduled else np.int64(1)
    last, first = np.uint64(boxes), np.uint64(marker)
    minimum, maximum = np.float64(contest[MINIMUM]), np.float64(contest[MAXIMUM])
    place_wagers(seats, last, first, left, minimum, maximum)
    place, count, outcome = play_round(
        numbers,
        at,
        stake_terms,
        shoe,
        place,
        pile,
        generator,
        stacks,
        sizes,
        hands,
        seats,
        last,
        first if terms.deal_from_marker else np.uint64(0),
        np.uint64(contest[PLAYING]),
    )
    least = settle(numbers, at, stake_terms, hands, count, outcome, seats)
    place = clear_table(shoe_terms, shoe, place, pile, left - 1)
    contest[ROUND] += 1
    if contest[NOTED] < len(notes):
        note(seats, boxes, contest, notes)
    ends = not scheduled or contest[ROUND] == contest[ROUNDS]
    if scheduled:
        change_limits(levels, contest)
    drops = scheduled and eliminations[contest[ROUND]]
    if ends or drops or least < contest[MINIMUM]:
        note_taken(numbers, at, hands, count, outcome, seats, boxes)
        close_round(seats, boxes, contest, drops, ends and scheduled)
    if terms.marker:
        contest[MARKER] = marker + 1 if marker + 1 < boxes else 0
    return place


@inline
def note(seats: Amounts, boxes: int, contest: Numbers, notes: Numbers) -> None:
    """Write the wagers of a round, and the chips after it."""
    row = contest[NOTED]
    for box in range(boxes):
        notes[row, box] = np.int64(seats[WAGER, box])
        notes[row, boxes + box] = np.int64(seats[CHIPS, box])
    contest[NOTED] += 1


@inline
def change_limits(levels: Numbers, contest: Numbers) -> None:
    """Apply the limits that are planned from the end of a round on."""
    for number in range(len(levels)):
        if levels[number, AFTER] == contest[ROUND]:
            contest[MINIMUM] = levels[number, LEVEL_MINIMUM]
            contest[MAXIMUM] = levels[number, LEVEL_MAXIMUM]


@inner
def close_round(seats: Amounts, boxes: int, contest: Numbers, drops: bool, last: bool) -> None:
    """Eliminate the player with the fewest chips, if due, and players who cannot wager."""
    if drops:
        eliminate_least(seats, boxes, contest[ROUND])
    for box in range(boxes):
        if not last and seats[STANDING, box] == IN and seats[CHIPS, box] < contest[MINIMUM]:
            eliminate(seats, box, contest[ROUND])
    contest[PLAYING] = number_in(seats, boxes)


@inline
def order_taken(seats: Amounts, box: int) -> float:
    """Return when the last chips of a player were taken in the round."""
    return seats[TAKEN, box] if seats[TAKEN, box] > 0 else NEVER_TAKEN


@inline
def eliminate(seats: Amounts, box: int, number: int) -> None:
    """Eliminate a player after a round, given by its number from 1."""
    seats[STANDING, box] = OUT
    seats[FALL_ROUND, box], seats[FALL_CHIPS, box] = number, seats[CHIPS, box]
    seats[FALL_WAGER, box], seats[FALL_TAKEN, box] = seats[WAGER, box], order_taken(seats, box)


@inner
def eliminate_least(seats: Amounts, boxes: int, number: int) -> None:
    """Eliminate the player with the fewest chips, unless several tie or only one is left."""
    if number_in(seats, boxes) < 2:
        return
    out, alone = -1, False
    for box in range(boxes):
        if seats[STANDING, box] != IN:
            continue
        order = _less(seats, box, out) if out >= 0 else -1
        if order < 0:
            out, alone = box, True
        elif order == 0:
            alone = False
    if alone:
        eliminate(seats, out, number)


@inline
def _less(seats: Amounts, box: int, other: int) -> float:
    """Return a negative number if a player is behind another: by chips, wager, chips taken."""
    if seats[CHIPS, box] != seats[CHIPS, other]:
        return seats[CHIPS, box] - seats[CHIPS, other]
    if seats[WAGER, box] != seats[WAGER, other]:
        return seats[WAGER, box] - seats[WAGER, other]
    return order_taken(seats, box) - order_taken(seats, other)


# Places -------------------------------------------------------------------------------------------


@inner
def find_merits(seats: Amounts, boxes: int, minimum: int, merits: Amounts) -> None:
    """Fill in what decides the placing of each player."""
    for box in range(boxes):
        for number in range(MERIT_SIZE):
            merits[number, box] = 0
        if seats[STANDING, box] == OUT:
            merits[1, box], merits[2, box] = seats[FALL_ROUND, box], seats[FALL_CHIPS, box]
            merits[3, box], merits[4, box] = seats[FALL_WAGER, box], seats[FALL_TAKEN, box]
            continue
        merits[0, box], merits[1, box] = 1, seats[CHIPS, box]
        if seats[CHIPS, box] < minimum:
            merits[3, box], merits[4, box] = seats[WAGER, box], order_taken(seats, box)


@inline
def compare_merits(merits: Amounts, box: int, other: int) -> float:
    """Return a positive number if the first of two players is ahead, 0 if they are level."""
    for number in range(MERIT_SIZE):
        if merits[number, box] != merits[number, other]:
            return merits[number, box] - merits[number, other]
    return 0.0


@inline
def end_of_group(level: Switches, start: int, boxes: int) -> int:
    """Return where the group of players who are level with the one at ``start`` ends."""
    end = start + 1
    while end < boxes and level[end]:
        end += 1
    return end


@inner
def refine(seats: Amounts, boxes: int, minimum: int, standings: Any) -> None:
    """Order the players who were level and have played, by their current merits."""
    order, level, merits = standings.order, standings.level, standings.merits
    find_merits(seats, boxes, minimum, merits)
    start = np.int64(0)
    while start < boxes:
        end = end_of_group(level, start, boxes)
        played = False
        for place in range(start, end):
            played = played or seats[STANDING, order[place]] != DONE
        if played:
            _sort(order, merits, start, end)
            for place in range(start + 1, end):
                level[place] = compare_merits(merits, order[place], order[place - 1]) == 0
        start = end


@inline
def _sort(order: Numbers, merits: Amounts, start: int, end: int) -> None:
    """Sort boxes, best first; of level ones the lowest first."""
    for place in range(start + 1, end):
        box, at = order[place], place
        while at > start:
            better = compare_merits(merits, box, order[at - 1])
            if better < 0 or (better == 0 and box > order[at - 1]):
                break
            order[at] = order[at - 1]
            at -= 1
        order[at] = box


@inner
def begin_play_off(
    seats: Amounts, boxes: int, contest: Numbers, matters: Switches, standings: Any
) -> bool:
    """Let players who are level where it matters play on if they can.

    Return whether there are any.
    """
    order, level = standings.order, standings.level
    found = False
    start = np.int64(0)
    while start < boxes:
        end = end_of_group(level, start, boxes)
        able = matters[start, end - start]
        for place in range(start, end):
            box = order[place]
            able = able and seats[STANDING, box] == IN and seats[CHIPS, box] >= contest[MINIMUM]
        found = found or able
        for place in range(start, end):
            if not able and seats[STANDING, order[place]] == IN:
                seats[STANDING, order[place]] = DONE
        start = end
    return found


@inner
def draw_lots(
    boxes: int,
    matters: Switches,
    standings: Any,
    generator: StreamWords,
    ballots: Numbers,
    table: int,
) -> None:
    """Decide the ties that matter by lot; random unless ballots are given."""
    order, level = standings.order, standings.level
    start = np.int64(0)
    while start < boxes:
        end = end_of_group(level, start, boxes)
        if matters[start, end - start]:
            for place in range(start, end):
                level[place] = False
                _insert(order, start, place, generator, ballots, table)
        start = end


@inline
def _insert(
    order: Numbers, start: int, place: int, generator: StreamWords, ballots: Numbers, table: int
) -> None:
    """Insert a box among those drawn before it: at random, or by its ballot."""
    box, at = order[place], place
    if len(ballots) == 0:
        other = start + np.int64(random_below(np.uint64(place - start + 1), generator))
        order[place] = order[other]
        order[other] = box
        return
    while at > start and ballots[table, box + 1] < ballots[table, order[at - 1] + 1]:
        order[at] = order[at - 1]
        at -= 1
    order[at] = box
