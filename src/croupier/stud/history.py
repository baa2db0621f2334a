"""What finished rounds of Caribbean Stud came to: it lies beside the table, never inside it."""

from functools import reduce

from croupier.stud.events import StudRoundOpened
from croupier.stud.evolvers import evolve
from croupier.stud.state import StudTable
from croupier.table.events import Event
from croupier.table.past_rounds import ROUNDS_KEPT, PastRound
from croupier.table.round_events import PastRoundVoided

Past = tuple[PastRound, ...]
"""Rounds that are over, the newest last."""


def remember_rounds(past: Past, table: StudTable, events: tuple[Event, ...]) -> Past:
    """The rounds that are over after the events of a command at a table."""
    for number, event in enumerate(events):
        match event:
            case StudRoundOpened():
                before = reduce(evolve, events[:number], table)
                last = (PastRound(before.rounds, before.settled),) if before.settled else ()
                past = (*past, *last)[-ROUNDS_KEPT:]
            case PastRoundVoided(number=void):
                past = tuple(one for one in past if one.number != void)
            case _:
                continue
    return past
