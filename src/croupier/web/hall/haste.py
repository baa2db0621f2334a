"""Haste: where software deals, the game goes on when all who are waited for are ready for it."""

from typing import NamedTuple

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import InsuranceDue
from croupier.display.choices import on_offer
from croupier.floor.readiness import NOBODY, PlayerReady, evolve
from croupier.play.house import DEALER, Answer, content_of
from croupier.play.running_table import RunningTable
from croupier.record.envelopes import Cause, readiness_stream
from croupier.rulebooks import Role
from croupier.table.commands import Command, Deal
from croupier.table.due import WagersDue
from croupier.table.state import Table
from croupier.web.hall.requests import ask_table
from croupier.web.hall.running_floor import NoSuchTableError, RunningFloor

HURRIED = (Deal, CloseInsurance)
"""What a player may have the software dealer do, when nobody else is waited for."""


def waited_for(running: RunningTable, kind: type[Command]) -> frozenset[str]:
    """The players whom a command of the dealer's waits for."""
    if kind is Deal:
        return frozenset(running.table.players)
    return frozenset(
        wager.player
        for owed in running.due
        if isinstance(owed, InsuranceDue)
        for wager in on_offer(owed)
    )


def ready_for(table: Table, kind: type[Command]) -> str:
    """What somebody is ready for: each deal and each insurance is another."""
    what = "deal" if kind is Deal else "insurance"
    return f"{what}/{table.rounds}"


class Noted(NamedTuple):
    """What a player is ready for."""

    what: str
    """Which deal or which insurance."""
    again: bool
    """Whether the same was asked before, and had been noted then."""


class WentOn(NamedTuple):
    """What came of a player's being ready."""

    answer: Answer
    """What the dealer then did; nothing where others are waited for."""
    command_id: str
    """The id of the dealer's command, which all who are ready share."""
    again: bool = False
    """Whether the same was asked before, and this is what came of it then."""


def note_ready(
    floor: RunningFloor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> Noted:
    """Note that a player waits for nothing more; a person who deals goes on in their own time."""
    running = floor.tables.get(table)
    if running is None:
        raise NoSuchTableError(table)
    content = content_of(table, kind(by=Role.DEALER))
    cause = Cause(command_id, player, Role.PLAYER, content=content, origin=origin)
    known = floor.pending.recorded(cause)
    if known is not None:
        (before,) = known
        assert isinstance(before, PlayerReady)
        return Noted(before.what, again=True)
    ready = PlayerReady(player, ready_for(running.table, kind))
    floor.append([floor.write(readiness_stream(table), (ready,))], cause)
    floor.readiness[table] = evolve(floor.readiness.get(table, NOBODY), ready)
    return Noted(ready.what, again=False)


def ask_to_go_on(
    floor: RunningFloor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> WentOn:
    """Note that a player is ready; when all are, the software dealer goes on."""
    running = floor.tables.get(table)
    if running is not None and running.rests is not None:
        return WentOn(running.rests, command_id)
    noted = note_ready(floor, table, player, kind, command_id=command_id, origin=origin)
    dealers = f"{table}/{noted.what}"
    if noted.again:
        return WentOn((), dealers, again=True)
    if waited_for(floor.tables[table], kind):
        return WentOn(go_on_if_ready(floor, table, kind), dealers)
    command = kind(by=Role.DEALER)
    return WentOn(ask_table(floor, table, command, actor=DEALER, command_id=dealers), dealers)


def go_on_if_ready(floor: RunningFloor, table: str, kind: type[Command] = Deal) -> Answer:
    """Have the dealer go on, where it can and all who are waited for are ready."""
    running = floor.tables[table]
    due = running.due[0] if running.due else None
    wanted, what = waited_for(running, kind), ready_for(running.table, kind)
    waits = WagersDue if kind is Deal else InsuranceDue
    if not isinstance(due, waits) or not wanted:
        return ()
    if kind is Deal and not running.table.wagers:
        return ()
    if wanted - floor.readiness.get(table, NOBODY).to(what):
        return ()
    command_id = f"{table}/{what}"
    return ask_table(floor, table, kind(by=Role.DEALER), actor=DEALER, command_id=command_id)
