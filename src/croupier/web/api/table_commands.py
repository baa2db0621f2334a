"""Commands at a table, on whatever way they come: decided, written down, told."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.display.announcements import Announcement
from croupier.display.sentences import Sentence
from croupier.display.viewers import Viewer
from croupier.play.house import DEALER, Answer
from croupier.play.resting_tables import AdoptLaw
from croupier.record.envelopes import table_stream
from croupier.record.stores import Store
from croupier.table.commands import Command, DealCard, ShowCuttingCard
from croupier.table.state import Refused
from croupier.web.api.doors import allow, known, owner_of
from croupier.web.api.problems import Problem, not_yours, problem_of
from croupier.web.hall.askers import command_of, viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.haste import HURRIED, WentOn, ask_to_go_on
from croupier.web.hall.wire_commands import TABLE_COMMANDS, AskedCommand
from croupier.web.live.moments import TableMoment
from croupier.web.live.stream import told_again
from croupier.web.people.principal import Principal
from croupier.web.people.rights import Scope

KeptFrom = Callable[[str, Command], Refused | None]
"""Refuses what a player's own limits, or an exclusion, keep them from."""
OF_A_SHOE = (DealCard, ShowCuttingCard)
"""What a card-reading shoe tells, and nothing else."""


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
    asked: AskedCommand,
    command_id: str,
    *,
    kept_from: KeptFrom,
    words: bool = False,
) -> CommandAnswer | Problem:
    """Carry out what somebody asks for at a table; a refusal is a problem with its clause."""
    known(principal)
    shown = hall.shown(table)
    mode = shown.table.choices.mode
    command = command_of(principal, asked, TABLE_COMMANDS, shown.law, mode=mode)
    _admit(principal, table, command)
    if refused := kept_from(owner_of(principal, command), command):
        return problem_of(refused)
    done = await _carried_out(hall, principal, table, command, command_id)
    return await _told(hall, principal, table, done, words=words)


async def answer_to_adoption(
    hall: Hall, principal: Principal, table: str, command: AdoptLaw, command_id: str
) -> CommandAnswer | Problem:
    """Move a table that rests to the installed law; a refusal is a problem."""
    known(principal)
    hall.shown(table)
    done = await _carried_out(hall, principal, table, command, command_id)
    return await _told(hall, principal, table, done, words=True)


async def _told(
    hall: Hall, principal: Principal, table: str, done: "Done", *, words: bool
) -> CommandAnswer | Problem:
    """What came of a command, as far as whoever asked may know."""
    shown = hall.shown(table)
    if isinstance(done.answer, Refused):
        return problem_of(done.answer, shown.law, hall.showcase.names)
    found = hall.audience.led_to(table, done.actor, done.command_id)
    if not found:
        names = hall.showcase.names
        found = await hall.read(
            lambda store: told_again(store, table, done.actor, done.command_id, names)
        )
    viewer = viewer_for(principal, shown.table.choices.mode)
    events = [event for moment in found for event in moment.seen(viewer)]
    place = (
        LogPlace(found[-1].version, found[-1].position)
        if found
        else await _place(hall, table, done)
    )
    answer = CommandAnswer(table, place.version, place.position, tuple(events))
    return in_words(answer, found, viewer) if words else answer


def in_words(answer: CommandAnswer, found: Sequence[TableMoment], viewer: Viewer) -> CommandAnswer:
    """The same answer with all that a person reads, and says aloud."""
    told = tuple(one for moment in found for one in moment.sentences(viewer))
    said = tuple(one for moment in found for one in moment.announcements())
    return replace(answer, sentences=told, announcements=said)


def _admit(principal: Principal, table: str, command: Command) -> None:
    """See that somebody may ask for a command; a shoe tells cards, at its own table."""
    shoes = [one for one in principal.scopes or () if one.partition(":")[0] == Scope.SHOE.value]
    if not shoes:
        allow(principal, "table.command", owner=owner_of(principal, command))
        return
    if not any(one in (Scope.SHOE.value, f"{Scope.SHOE.value}:{table}") for one in shoes):
        raise not_yours(f"this shoe does not belong to table {table}")
    allow(principal, "table.shoe", place=table)
    if not isinstance(command, OF_A_SHOE):
        raise not_yours("a shoe may only report cards")


class LogPlace(NamedTuple):
    """How far a table and the log had come."""

    version: int
    position: int


async def _place(hall: Hall, table: str, done: "Done") -> LogPlace:
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


class Done(NamedTuple):
    """What came of a command, and under whose id what it led to is found."""

    answer: Answer
    actor: str
    command_id: str


async def _carried_out(
    hall: Hall, principal: Principal, table: str, command: Command, command_id: str
) -> Done:
    """Carry out what somebody asks for; what a player wants hurried waits for the others."""
    actor, origin = principal.account, principal.origin
    if not (principal.is_player and isinstance(command, HURRIED)):
        answer = await hall.ask(table, command, actor=actor, command_id=command_id, origin=origin)
        return Done(answer, actor, command_id)
    kind = type(command)
    went_on: WentOn = await hall.do(
        lambda floor: ask_to_go_on(floor, table, actor, kind, command_id=command_id, origin=origin),
        (actor, command_id),
    )
    if not went_on.command_id:
        return Done(went_on.answer, actor, command_id)
    return Done(went_on.answer, DEALER, went_on.command_id)
