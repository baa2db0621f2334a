"""Scenes: what views are made from.

A scene is a table and its last round, so that the cards of a finished round stay visible until the
next one begins.
"""

import msgspec
from msgspec.structs import replace

from croupier.games.engine import HANDLERS, evolve, handle
from croupier.games.stud.due import with_signs
from croupier.games.stud.state import StudTable
from croupier.games.table.due import Due, WagersDue, signs_at
from croupier.games.table.state import Line, RoundState, Table
from croupier.messages import Command, Event, Refused
from croupier.money import Cents
from croupier.rulebooks import Says, StudLaw, TableLaw


class Scene(msgspec.Struct, frozen=True):
    """A table with all its secrets and its last round. Never show it: show a view of it."""

    table: Table
    """The current table."""
    round: RoundState | None = None
    """The round in progress or the last one; ``None`` before the first."""
    meter: Cents | None = None
    """The jackpot's meter; ``None`` for a table without a jackpot."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The settlements of the round in progress, or of the last one until the next begins."""
        return tuple(line for one in self.table.settled for line in one.lines)


def scene_of(table: Table, meter: Cents | None = None) -> Scene:
    """Return the first scene of a table."""
    return Scene(table, table.round, meter)


def next_scene(scene: Scene, event: Event) -> Scene:
    """Return the scene after an event."""
    table = evolve(scene.table, event)
    return replace(scene, table=table, round=table.round or scene.round)


COMMANDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in HANDLERS}
"""Every command of every game, by its wire name."""


def first_refusal(law: TableLaw, table: Table, *commands: Command) -> Refused | None:
    """Return the first refusal that the commands would meet in order. Nothing is carried out."""
    for command in commands:
        outcome = handle(law, table, command)
        if isinstance(outcome, Refused):
            return outcome
        table = outcome.table
    return None


def signs(law: TableLaw, table: Table) -> tuple[Says, ...]:
    """Return what the layout and the signs at the table say."""
    item: Due = WagersDue(table.limits, None, "", "", signs_at(law, table))
    if isinstance(law, StudLaw) and isinstance(table, StudTable):
        item = with_signs(law, table, item)
    assert isinstance(item, WagersDue)
    return item.signs
