"""Readiness: the software dealer continues once every player it waits for is ready."""

from typing import NamedTuple

from croupier.display.choices import insurable_wagers
from croupier.floor.floor import DEALER, Answer, Floor, UnknownTableError
from croupier.floor.running_table import RunningTable
from croupier.floor.state import content_of
from croupier.games.blackjack.insurance import CloseInsurance, DeclineInsurance
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.table.due import Due, WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Table, players_at
from croupier.house.readiness import NOBODY, PlayerReady, Readiness, evolve
from croupier.messages import Command, Refused
from croupier.record.envelopes import Cause
from croupier.rulebooks import Role
from croupier.streams import READINESS

WAITS_FOR_ALL = (Deal, CloseInsurance)
"""The dealer's commands that a player may submit; each waits until all players are ready for it."""


def awaited_players(
    table: Table, due: tuple[Due, ...], kind: type[Command] = Deal
) -> frozenset[str]:
    """Return the players that a command of the dealer's waits for.

    A deal waits for those with a wager. Where betting has a time limit, it also gives those who
    played the last round the time to lay again; a player who sat that one out holds up nobody.
    """
    if kind is Deal:
        betting = frozenset(stake.player for stake in table.wagers)
        return betting | _regulars(table) if betting and table.choices.wager_seconds else betting
    return frozenset(
        wager.player
        for owed in due
        if isinstance(owed, InsuranceDue)
        for wager in insurable_wagers(owed)
    )


def _regulars(table: Table) -> frozenset[str]:
    """Return the players who had a wager in the last round and may still play here."""
    return frozenset(name for name in players_at(table) if table.players[name].last_boxes)


def _players_awaited(running: RunningTable, kind: type[Command]) -> frozenset[str]:
    return awaited_players(running.table, running.due, kind)


def readiness_key(table: Table, kind: type[Command]) -> str:
    """Return the key of what players are ready for; each deal and each insurance has its own."""
    what = "deal" if kind is Deal else "insurance"
    return f"{what}/{table.rounds}"


class Advance(NamedTuple):
    """The result of a player's readiness."""

    answer: Answer
    """The events of the dealer's command; empty while other players are waited for."""
    command_id: str
    """The id of the dealer's command, shared by all who are ready; empty if this led to none."""


def record_readiness(
    floor: Floor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> None:
    """Record that the player is ready. At a live table nothing follows: the dealer decides when to
    continue."""
    running, cause = _cause_of(floor, table, player, kind, command_id, origin)
    what = readiness_key(running.table, kind)
    ready = floor.readiness.get(table, NOBODY)
    if floor.pending_appends.recorded_events(cause) is None and player not in ready.to(what):
        _record(floor, table, PlayerReady(player, what, goes_on=False), cause)


def advance_when_ready(
    floor: Floor,
    table: str,
    player: str,
    kind: type[Command],
    *,
    command_id: str,
    origin: str = "",
) -> Advance:
    """Record that the player is ready; if all are, submit the software dealer's command.

    Nothing is written if the player is ready already or is not waited for, nor if the rules refuse
    the dealer's command.
    """
    running, cause = _cause_of(floor, table, player, kind, command_id, origin)
    if running.rests is not None:
        return Advance(running.rests, "")
    answer = floor.earlier_answer(cause)
    if isinstance(answer, Refused):
        return Advance(answer, "")
    if answer is not None:
        (before,) = answer
        assert isinstance(before, PlayerReady)
        # Older records lack the field: look up what the dealer did.
        return Advance((), "" if before.goes_on is False else f"{table}/{before.what}")
    what, wanted = readiness_key(running.table, kind), _players_awaited(running, kind)
    ready = floor.readiness.get(table, NOBODY).to(what)
    if wanted and (player in ready or player not in wanted):
        return Advance((), "")
    goes_on = not wanted or _may_advance(running, kind, all_ready=wanted - ready <= {player})
    version = floor.version(READINESS.stream(table))
    _record(floor, table, PlayerReady(player, what, goes_on=goes_on), cause)
    if not goes_on:
        _decline_in_turn(floor, table, what)
        return Advance((), "")
    dealers = f"{table}/{what}"
    done = floor.submit(table, kind(by=Role.DEALER), actor=DEALER, command_id=dealers)
    if isinstance(done, Refused):
        floor.withdraw(READINESS.stream(table), version)
        floor.readiness[table] = Readiness(what, ready)
        return Advance(floor.refuse(cause, done), "")
    return Advance(done, dealers)


def _decline_in_turn(floor: Floor, table: str, what: str) -> None:
    """Decline insurance for players who are ready to have it closed, as their turns come.

    Where insurance has no order, nothing follows: they may still change their minds.
    """
    ready = floor.readiness.get(table, NOBODY).to(what)
    while (turn := _insures_next(floor.tables[table])) and turn in ready:
        declined = DeclineInsurance(turn, by=Role.PLAYER)
        floor.submit(table, declined, actor=DEALER, command_id=f"{table}/{what}/{turn}")


def _insures_next(running: RunningTable) -> str | None:
    """Return the player whose turn it is to insure; ``None`` where insurance has no order."""
    due = running.due[0] if running.due else None
    return due.turn if isinstance(due, InsuranceDue) else None


def _cause_of(
    floor: Floor,
    table: str,
    player: str,
    kind: type[Command],
    command_id: str,
    origin: str,
) -> tuple[RunningTable, Cause]:
    """Return the running table and the cause under which readiness is recorded."""
    running = floor.tables.get(table)
    if running is None:
        raise UnknownTableError(table)
    content = content_of(table, kind(by=Role.DEALER))
    return running, Cause(command_id, player, Role.PLAYER, content=content, origin=origin)


def _record(floor: Floor, table: str, ready: PlayerReady, cause: Cause) -> None:
    floor.append([floor.write(READINESS.stream(table), (ready,))], cause)
    floor.readiness[table] = evolve(floor.readiness.get(table, NOBODY), ready)


def _may_advance(running: RunningTable, kind: type[Command], *, all_ready: bool) -> bool:
    """Return whether the dealer can continue, given whether all players are ready."""
    due = running.due[0] if running.due else None
    waits = WagersDue if kind is Deal else InsuranceDue
    if not isinstance(due, waits) or (kind is Deal and not running.table.wagers):
        return False
    return all_ready


def advance_if_ready(floor: Floor, table: str, kind: type[Command] = Deal) -> Answer:
    """Submit the dealer's command if it is possible now and all players are ready for it."""
    running = floor.tables[table]
    wanted, what = _players_awaited(running, kind), readiness_key(running.table, kind)
    waiting = wanted - floor.readiness.get(table, NOBODY).to(what)
    if not wanted or not _may_advance(running, kind, all_ready=not waiting):
        return ()
    command_id = f"{table}/{what}"
    return floor.submit(table, kind(by=Role.DEALER), actor=DEALER, command_id=command_id)
