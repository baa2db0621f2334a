"""Haste: where software deals, the game goes on when all who are waited for are ready for it."""

from typing import NamedTuple

from croupier.display.choices import on_offer
from croupier.features.tournaments.runner import ask_table
from croupier.floor.floor import DEALER, Answer, NoSuchTableError, RunningFloor
from croupier.floor.running_table import RunningTable
from croupier.floor.state import content_of
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.table.due import WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Table
from croupier.house.readiness import NOBODY, PlayerReady, Readiness, evolve
from croupier.messages import Command, Refused
from croupier.record.envelopes import Cause
from croupier.rulebooks import Role
from croupier.streams import READINESS

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


class WentOn(NamedTuple):
    """What came of a player's being ready."""

    answer: Answer
    """What the dealer then did; nothing where others are waited for."""
    command_id: str
    """The id of the dealer's command, which all who are ready share; empty where the dealer did
    nothing because of this."""


def note_ready(
    floor: RunningFloor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> None:
    """Note that a player waits for nothing more; a person who deals goes on in their own time.

    What was noted before is not noted again.
    """
    running, cause = _asked(floor, table, player, kind, command_id, origin)
    what = ready_for(running.table, kind)
    ready = floor.readiness.get(table, NOBODY)
    if floor.pending.recorded(cause) is None and player not in ready.to(what):
        _note(floor, table, PlayerReady(player, what, goes_on=False), cause)


def ask_to_go_on(
    floor: RunningFloor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> WentOn:
    """Note that a player is ready; when all are, the software dealer goes on.

    Who is ready already, or is not waited for, changes nothing by saying so: nothing is written.
    Where the rules do not let the dealer go on, nothing is written either.
    """
    running, cause = _asked(floor, table, player, kind, command_id, origin)
    if running.rests is not None:
        return WentOn(running.rests, "")
    answer = floor.answered_before(cause)
    if isinstance(answer, Refused):
        return WentOn(answer, "")
    if answer is not None:
        (before,) = answer
        assert isinstance(before, PlayerReady)
        # Records from before the field was there do not tell; what the dealer did is looked up.
        return WentOn((), "" if before.goes_on is False else f"{table}/{before.what}")
    what, wanted = ready_for(running.table, kind), waited_for(running, kind)
    ready = floor.readiness.get(table, NOBODY).to(what)
    if wanted and (player in ready or player not in wanted):
        return WentOn((), "")
    goes_on = not wanted or _may_go_on(running, kind, all_ready=wanted - ready <= {player})
    version = floor.version(READINESS.stream(table))
    _note(floor, table, PlayerReady(player, what, goes_on=goes_on), cause)
    if not goes_on:
        return WentOn((), "")
    dealers = f"{table}/{what}"
    done = ask_table(floor, table, kind(by=Role.DEALER), actor=DEALER, command_id=dealers)
    if isinstance(done, Refused):
        floor.withdraw(READINESS.stream(table), version)
        floor.readiness[table] = Readiness(what, ready)
        return WentOn(floor.refuse(cause, done), "")
    return WentOn(done, dealers)


def _asked(
    floor: RunningFloor,
    table: str,
    player: str,
    kind: type[Command],
    command_id: str,
    origin: str,
) -> tuple[RunningTable, Cause]:
    """The table that is to go on, and who asks for it."""
    running = floor.tables.get(table)
    if running is None:
        raise NoSuchTableError(table)
    content = content_of(table, kind(by=Role.DEALER))
    return running, Cause(command_id, player, Role.PLAYER, content=content, origin=origin)


def _note(floor: RunningFloor, table: str, ready: PlayerReady, cause: Cause) -> None:
    floor.append([floor.write(READINESS.stream(table), (ready,))], cause)
    floor.readiness[table] = evolve(floor.readiness.get(table, NOBODY), ready)


def _may_go_on(running: RunningTable, kind: type[Command], *, all_ready: bool) -> bool:
    """Whether the dealer can go on, where all who are waited for are ready."""
    due = running.due[0] if running.due else None
    waits = WagersDue if kind is Deal else InsuranceDue
    if not isinstance(due, waits) or (kind is Deal and not running.table.wagers):
        return False
    return all_ready


def go_on_if_ready(floor: RunningFloor, table: str, kind: type[Command] = Deal) -> Answer:
    """Have the dealer go on, where it can and all who are waited for are ready."""
    running = floor.tables[table]
    wanted, what = waited_for(running, kind), ready_for(running.table, kind)
    waiting = wanted - floor.readiness.get(table, NOBODY).to(what)
    if not wanted or not _may_go_on(running, kind, all_ready=not waiting):
        return ()
    command_id = f"{table}/{what}"
    return ask_table(floor, table, kind(by=Role.DEALER), actor=DEALER, command_id=command_id)
