"""What came of a command at a table, as programs are told it in JSON."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.display.announcements import Announcement
from croupier.display.sentences import Sentence
from croupier.display.viewers import Viewer
from croupier.record.envelopes import table_stream
from croupier.record.stores import Store
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.problems import Problem, problem_of
from croupier.web.hall.askers import CommandResult, at_table, submit, viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.wire_commands import AskedCommand
from croupier.web.live.moments import TableMoment, told_again
from croupier.web.people.principal import Principal


class CommandAnswer(msgspec.Struct, frozen=True):
    """What came of a command that was carried out."""

    table: str
    """Where it was carried out."""
    version: int
    """How many events the table has now."""
    position: int
    """The place in the log up to which what happened is told."""
    events: tuple[Any, ...]
    """What the one who asked may know of what happened, in its order."""
    sentences: tuple[Sentence, ...] = ()
    """The same in sentences; empty where they were not asked for."""
    announcements: tuple[Announcement, ...] = ()
    """What the dealer says aloud; empty where words were not asked for."""


async def answer_to(
    hall: Hall,
    principal: Principal,
    table: str,
    asked: Command | AskedCommand,
    command_id: str,
    *,
    words: bool = False,
) -> CommandAnswer | Problem:
    """Submit a command at a table; return what the principal may know of what it led to.

    A refusal is a problem with its clause.
    """
    result = await submit(hall, principal, at_table(table, asked, command_id))
    shown = hall.shown(table)
    if isinstance(result, Refused):
        return problem_of(result, shown.law, hall.showcase.names)
    found = await _moments_of(hall, table, result)
    viewer = viewer_for(principal, shown.table.choices.mode)
    events = [event for moment in found for event in moment.seen(viewer)]
    place = (
        LogPlace(found[-1].version, found[-1].position)
        if found
        else await _place(hall, table, result)
    )
    answer = CommandAnswer(table, place.version, place.position, tuple(events))
    return in_words(answer, found, viewer) if words else answer


async def _moments_of(hall: Hall, table: str, result: CommandResult) -> Sequence[TableMoment]:
    """Return what a command led to at its table: just now, or when it was first asked for."""
    found = hall.audience.led_to(table, result.actor, result.command_id)
    if found:
        return found
    names = hall.showcase.names
    return await hall.read(
        lambda store: told_again(store, table, result.actor, result.command_id, names)
    )


def in_words(answer: CommandAnswer, found: Sequence[TableMoment], viewer: Viewer) -> CommandAnswer:
    """The same answer with all that a person reads, and says aloud."""
    told = tuple(one for moment in found for one in moment.sentences(viewer))
    said = tuple(one for moment in found for one in moment.announcements())
    return replace(answer, sentences=told, announcements=said)


class LogPlace(NamedTuple):
    """How far a table and the log had come."""

    version: int
    position: int


async def _place(hall: Hall, table: str, done: CommandResult) -> LogPlace:
    """How far all had come when a command was written that led to nothing at its table.

    The log tells, so that the same again is answered alike. A command that changed nothing is not
    in it.
    """

    def found(store: Store) -> LogPlace | None:
        span = store.span(done.actor, done.command_id)
        if span is None:
            return None
        return LogPlace(store.version_at(table_stream(table), span[1]), span[1])

    shown = hall.shown(table)
    return await hall.read(found) or LogPlace(shown.version, shown.position)
