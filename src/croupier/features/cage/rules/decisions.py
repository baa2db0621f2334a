"""The state machine of a table's float: ``decide``, ``evolve`` and ``due`` over all subjects."""

from enum import Enum

import msgspec

from croupier.features.cage.rules import drops, floats
from croupier.features.cage.rules.state import AtTable, Handler, TableCage
from croupier.messages import Answer, Command, Event, Evolver, Refused

EVOLVERS: dict[type[Event], Evolver] = {**floats.EVOLVERS, **drops.EVOLVERS}
"""What each event changes, subject by subject."""
HANDLERS: dict[type[Command], Handler] = {
    **floats.HANDLERS,
    **drops.HANDLERS,
}
"""One function per command."""


def evolve(cage: TableCage, event: Event) -> TableCage:
    """Return the state after an event."""
    after: TableCage = EVOLVERS[type(event)](cage, event)
    return after


def decide(cage: TableCage, command: Command, table: AtTable) -> Answer:
    """Return the events that a command leads to, or the refusal, which changes nothing."""
    if not table.for_money:
        why = "this table is not played for money: the cage keeps no float of it"
        return Refused("cage/not-for-money", "", why)
    return HANDLERS[type(command)](cage, command, table)


class CageTask(Enum):
    """What is to be done about a table's float."""

    OPENER = "opener"
    """The table is open and dealt by a person, but has no float."""
    CLOSER = "closer"
    """The table is closed, but its float is still there."""
    DROP = "drop"
    """The table is closed, but its drop box is still there, with cash in it."""
    DROP_COUNT = "drop-count"
    """A drop box waits to be counted."""


class CageDue(msgspec.Struct, frozen=True):
    """Something that is to be done about a table's float."""

    task: CageTask
    """What is to be done."""
    drop: int = 0
    """The number of the paper of the drop box; 0 where it is about none."""


def due(cage: TableCage, table: AtTable) -> tuple[CageDue, ...]:
    """Return what is to be done, first things first; nothing at a table without money."""
    if not table.for_money:
        return ()
    found: list[CageDue] = []
    if table.open and table.live and not cage.open:
        found.append(CageDue(CageTask.OPENER))
    if not table.open and cage.open:
        found.append(CageDue(CageTask.CLOSER))
    if not table.open and cage.expected_drop(table.cash):
        found.append(CageDue(CageTask.DROP))
    found += (CageDue(CageTask.DROP_COUNT, one.number) for one in cage.drops)
    return tuple(found)
