"""Whole tournaments, compiled: the draw for seats, sessions, who advances, who wins.

Sums for the errors are whole numbers, so the totals of chunks may be added in any order.
"""

from typing import Any

import numpy as np

from croupier.maths.kernels.compilation import inner, kernel
from croupier.maths.kernels.random_streams import StreamWords, random_below
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.cards import (
    BOT,
    CHIPS,
    DONE,
    IN,
    MOST_BOXES,
    SEATS,
    STACK,
    STANDING,
    open_shoe,
)
from croupier.maths.kernels.tournaments.room import (
    ADVANCED,
    BOX,
    FALLEN,
    PLACE,
    PLAN_ADVANCE,
    PLAN_CHIPS,
    PLAN_ENTRANTS,
    PLAN_ROUNDS,
    PLAN_TABLES,
    PLAN_TIES,
    PLAY_OFFS,
    PLAYED_OFF,
    TABLE_ROUNDS,
    WENT_ON,
)
from croupier.maths.kernels.tournaments.sessions import (
    MARKER,
    MAXIMUM,
    MINIMUM,
    NOTED,
    PLAYING,
    ROUND,
    ROUNDS,
    begin_play_off,
    draw_lots,
    end_of_group,
    number_in,
    play_contest_round,
    refine,
)


@inner
def play_table(
    rules: Any,
    form: Any,
    session: int,
    boxes: int,
    table: int,
    play: Any,
    generator: StreamWords,
    lots: Any,
) -> bool:
    """Play a session at a table and place its players. Return whether there was a play-off."""
    plan, contest, seats = form.plans[session], play.contest, play.seats
    matters, standings, terms = form.matters[session], play.standings, rules.session
    contest[ROUND], contest[MARKER], contest[ROUNDS] = 0, 0, plan[PLAN_ROUNDS]
    contest[MINIMUM], contest[MAXIMUM] = terms.minimum, terms.maximum
    contest[PLAYING] = boxes
    for box in range(boxes):
        standings.order[box], standings.level[box] = box, box > 0
    place = open_shoe(rules.cards, rules.shoe, play.shoe, play.pile, lots.stacks, lots.sizes)
    scheduled = True
    while True:
        if contest[ROUND] == contest[ROUNDS] or not scheduled or contest[PLAYING] == 0:
            refine(seats, boxes, contest[MINIMUM], standings)
            if plan[PLAN_TIES] != PLAYED_OFF:
                break
            if not begin_play_off(seats, boxes, contest, matters, standings):
                break
            scheduled = False
            contest[PLAYING] = number_in(seats, boxes)
        place = play_contest_round(
            rules.numbers,
            rules.at,
            rules.stakes,
            rules.shoe,
            terms,
            form.levels,
            form.eliminations[session],
            rules.cards,
            play.shoe,
            place,
            play.pile,
            generator,
            lots.stacks,
            lots.sizes,
            play.hands,
            seats,
            boxes,
            contest,
            play.notes,
            scheduled,
        )
    if plan[PLAN_ADVANCE] > 0:
        draw_lots(boxes, matters, standings, generator, lots.ballots, table)
    return not scheduled


@inner
def seat_players(session: int, count: int, play: Any, generator: StreamWords, lots: Any) -> None:
    """Draw the seats of a session for its players."""
    for place in range(count):
        if len(lots.seats) > 0:
            play.drawn[place] = play.players[lots.seats[session, place]]
            continue
        at = np.int64(random_below(np.uint64(place + 1), generator))
        play.drawn[place] = play.drawn[at]
        play.drawn[at] = play.players[place]


@inner
def write_places(
    form: Any, session: int, boxes: int, tables: int, table: int, ranked: int, play: Any
) -> None:
    """Write the places of the players of a table, their points, and who advances."""
    order, fates = play.standings.order, play.fates[session]
    start = np.int64(0)
    while start < boxes:
        end = end_of_group(play.standings.level, start, boxes)
        for place in range(start, end):
            box = order[place]
            entrant = play.drawn[box * tables + table]
            play.ranked[ranked + place] = entrant
            play.points[entrant] += form.points[start, end - start]
            fates[BOX, entrant], fates[PLACE, entrant] = box, start + 1
            fates[WENT_ON, entrant] = place < form.plans[session, PLAN_ADVANCE]
        start = end


@inner
def part_field(form: Any, session: int, count: int, play: Any) -> None:
    """Divide the players of a session into those who advance and those who do not."""
    again = form.plans[session, PLAN_ENTRANTS] == FALLEN
    tables = min(form.plans[session, PLAN_TABLES], count)
    went_on, fields = play.fates[session, WENT_ON], play.fields
    if not again:
        fields[ADVANCED] = 0
    for number in range(count):
        entrant = play.ranked[number]
        if went_on[entrant]:
            play.field[fields[ADVANCED]] = entrant
            fields[ADVANCED] += 1
    if again:
        kept = 0
        for number in range(fields[FALLEN]):
            entrant = play.fallen[number]
            if not went_on[entrant]:
                play.fallen[kept] = entrant
                kept += 1
        fields[FALLEN] = kept
        return
    for table in range(tables):
        for place in range(table, count, tables):
            entrant = play.drawn[place]
            if not went_on[entrant]:
                play.fallen[fields[FALLEN]] = entrant
                fields[FALLEN] += 1


@inner
def choose_players(form: Any, session: int, play: Any) -> int:
    """Find the players of a session. Return their number."""
    everybody = session == 0 or form.by_points
    again = form.plans[session, PLAN_ENTRANTS] == FALLEN
    count = len(form.bots)
    if not everybody:
        count = play.fields[FALLEN] if again else play.fields[ADVANCED]
    for number in range(count):
        if everybody:
            play.players[number] = number
        else:
            play.players[number] = play.fallen[number] if again else play.field[number]
    return count


@inner
def begin_tournament(form: Any, play: Any) -> None:
    """Clear the state of the previous tournament."""
    play.pile[STACK], play.contest[NOTED] = 0, 0
    play.counts[TABLE_ROUNDS], play.counts[PLAY_OFFS] = 0, 0
    play.fields[ADVANCED], play.fields[FALLEN] = 0, 0
    for entrant in range(len(form.bots)):
        play.points[entrant] = 0
        for session in range(len(form.plans)):
            play.lengths[session] = 0
            play.fates[session, PLACE, entrant] = 0
            play.fates[session, WENT_ON, entrant] = 0


@inner
def play_tournament(rules: Any, form: Any, play: Any, generator: StreamWords, lots: Any) -> None:
    """Play one tournament and write what happened to every entrant to the fates."""
    begin_tournament(form, play)
    seats, counts = play.seats, play.counts
    played = np.int64(0)
    for session in range(len(form.plans)):
        count = choose_players(form, session, play)
        tables = min(form.plans[session, PLAN_TABLES], count)
        seat_players(session, count, play, generator, lots)
        ranked = np.int64(0)
        for table in range(tables):
            boxes = (count - table + tables - 1) // tables
            for box in range(boxes):
                seats[BOT, box] = form.bots[play.drawn[box * tables + table]]
                seats[CHIPS, box] = form.plans[session, PLAN_CHIPS]
                seats[STANDING, box] = IN
            for box in range(boxes, SEATS):
                seats[STANDING, box] = DONE
            counts[PLAY_OFFS] += play_table(
                rules, form, session, boxes, played, play, generator, lots
            )
            rounds = play.contest[ROUND]
            counts[TABLE_ROUNDS] += rounds
            play.lengths[session] = max(play.lengths[session], rounds)
            write_places(form, session, boxes, tables, table, ranked, play)
            ranked += boxes
            played += 1
        if not form.by_points and session + 1 < len(form.plans):
            part_field(form, session, count, play)


def values_size(kinds: int, sessions: int) -> int:
    """Return how many values a tournament has."""
    return kinds * (1 + MOST_BOXES) + sessions * (kinds + MOST_BOXES + 1) + 3


@inner
def find_values(form: Any, play: Any, kinds: int, values: Numbers) -> None:
    """Fill in what a tournament adds to each sum.

    First how many players of each kind have won; then how many of each kind came to each place of
    the last session, kind by kind; then for each session how many of each kind advanced, how many
    of each box advanced or won, and the rounds; last all rounds, and the play-offs.
    """
    last = len(form.plans) - 1
    best = np.int64(0)
    for entrant in range(len(form.bots)):
        best = max(best, play.points[entrant])
    for number in range(len(values)):
        values[number] = 0
    for entrant in range(len(form.bots)):
        won = play.fates[last, PLACE, entrant] == 1
        if form.by_points:
            won = play.points[entrant] == best
        values[form.kinds[entrant]] += won
        place = play.fates[last, PLACE, entrant]
        if place > 0:
            values[kinds + form.kinds[entrant] * MOST_BOXES + place - 1] += 1
    at = kinds + kinds * MOST_BOXES
    for session in range(last + 1):
        fates = play.fates[session]
        decides = form.by_points or session == last
        for entrant in range(len(form.bots)):
            values[at + form.kinds[entrant]] += fates[WENT_ON, entrant]
            if fates[PLACE, entrant] > 0:
                good = fates[PLACE, entrant] == 1 if decides else fates[WENT_ON, entrant] > 0
                values[at + kinds + fates[BOX, entrant]] += good
        at += kinds + MOST_BOXES
        values[at] = play.lengths[session]
        values[len(values) - 3] += play.lengths[session]
        at += 1
    values[len(values) - 2] = play.counts[TABLE_ROUNDS]
    values[len(values) - 1] = play.counts[PLAY_OFFS] > 0


@kernel
def simulate_tournaments(
    rules: Any,
    form: Any,
    play: Any,
    kinds: int,
    count: int,
    generator: StreamWords,
    lots: Any,
    sums: Numbers,
) -> None:
    """Play this many tournaments, and add the values of each, and their squares, to the sums."""
    values = np.zeros(sums.shape[1], np.int64)
    for _ in range(count):
        play_tournament(rules, form, play, generator, lots)
        find_values(form, play, kinds, values)
        for number in range(len(values)):
            sums[0, number] += values[number]
            sums[1, number] += values[number] * values[number]
