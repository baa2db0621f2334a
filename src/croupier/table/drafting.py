"""Deciding in steps: each event is applied at once, so that the next step sees its effect."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.rulebooks import Role, Rule
from croupier.table.commands import BuyIn, Command, PlaceWager, Sit
from croupier.table.events import ClockMoved, Event
from croupier.table.state import Refused, Table

Evolvers = Mapping[type[Event], Callable[[Table, Any], Table]]
"""How each kind of event changes a table."""


class Draft:
    """A decision being made: the table as it would become, and the events that lead there."""

    __slots__ = ("_evolvers", "events", "table")

    def __init__(self, table: Table, evolvers: Evolvers) -> None:
        self.table = table
        self.events: list[Event] = []
        self._evolvers = evolvers

    def emit(self, event: Event) -> None:
        """Add an event and apply it."""
        self.table = self._evolvers[type(event)](self.table, event)
        self.events.append(event)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out: what happened, and the table after it."""

    table: Table
    events: tuple[Event, ...]


Handler = Callable[[Draft, Command], Refused | None]
"""Answers one kind of command: emits events, or refuses before it has emitted any."""


def take_time(draft: Draft, command: Command) -> Refused | None:
    """Move the clock to the command's time; it never goes back."""
    if command.at is None:
        return None
    clock = draft.table.clock
    if command.at.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    if clock is not None and command.at < clock:
        return Refused(
            "clock/backwards",
            "",
            f"the table's clock is at {clock.isoformat()} and {command.at.isoformat()} is "
            f"before that",
        )
    if clock != command.at:
        draft.emit(ClockMoved(command.at))
    return None


def not_empowered(command: Command, permission: Rule[Role], what: str) -> Refused | None:
    """Refuse a command of somebody whom the clause does not empower."""
    if command.by.may_act_as(permission.value):
        return None
    return Refused(
        "role/not-empowered",
        permission.clause,
        f"only {permission.value.one} (or above) may {what}, and {command.by.one} asked for it",
        permission.also,
    )


def not_the_dealer(command: Command, clause: str) -> Refused | None:
    """Refuse what is the dealer's to do, or somebody's above, to anyone else."""
    if command.by.may_act_as(Role.DEALER):
        return None
    why = f"this is the dealer's to do, and {command.by.one} asked for it"
    return Refused("role/not-the-dealer", clause, why)


def unnotified(
    table: Table, whom: tuple[Role, ...], player: str | None, clause: str
) -> Refused | None:
    """Refuse what needs word to others first, while some of them have none."""
    told = {n.whom for n in table.notices if n.player == player and not n.used}
    missing = [role for role in whom if role not in told]
    if not missing:
        return None
    names = " and ".join(role.title for role in missing)
    about = f" about {player}" if player else ""
    return Refused("notice/missing", clause, f"first give notice{about} to: {names}")


def excluded(table: Table, player: str) -> Refused | None:
    """Refuse somebody who was excluded from the game."""
    clause = table.excluded.get(player)
    if clause is None:
        return None
    return Refused("player/excluded", clause, f"{player} is excluded from this game")


def carry_out(
    table: Table,
    command: Command,
    handlers: Mapping[type[Command], Handler],
    evolvers: Evolvers,
    advance: Callable[[Draft], None],
) -> Outcome | Refused:
    """Carry a command out by a family's handlers, then do what its round demands of itself."""
    handler = handlers.get(type(command))
    if handler is None:
        game = table.law.title
        return Refused("command/other-game", "", f"{game} knows no such command")
    draft = Draft(table, evolvers)
    refused = take_time(draft, command) if command.at is not None else None
    if table.excluded and isinstance(command, Sit | BuyIn | PlaceWager):
        refused = refused or excluded(table, command.player)
    refused = refused or handler(draft, command)
    if refused is not None:
        return refused
    if draft.table.round is not None:
        advance(draft)
    return Outcome(draft.table, tuple(draft.events))
