"""What views are made from: the table, and the cards of a finished round, until the next."""

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
    """A table with all its secrets, followed event by event; it is never shown, views of it are."""

    table: Table
    """The table as it stands."""
    round: RoundState | None = None
    """The round under way or the last one; none before the first."""
    meter: Cents | None = None
    """What the jackpot stands at; none where the table has no jackpot."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What was settled in the round under way, or in the last one until the next begins."""
        return tuple(line for one in self.table.settled for line in one.lines)


def scene_of(table: Table, meter: Cents | None = None) -> Scene:
    """A table that nobody has followed so far."""
    return Scene(table, table.round, meter)


def next_scene(scene: Scene, event: Event) -> Scene:
    """The scene after an event."""
    table = evolve(scene.table, event)
    return replace(scene, table=table, round=table.round or scene.round)


COMMANDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in HANDLERS}
"""Every command of every game, by its wire name."""


def first_refusal(law: TableLaw, table: Table, *commands: Command) -> Refused | None:
    """The first refusal that commands, one after the other, would meet; nothing is carried out."""
    for command in commands:
        outcome = handle(law, table, command)
        if isinstance(outcome, Refused):
            return outcome
        table = outcome.table
    return None


def signs(law: TableLaw, table: Table) -> tuple[Says, ...]:
    """What the cloth and the signs at the table say."""
    item: Due = WagersDue(table.limits, None, "", "", signs_at(law, table))
    if isinstance(law, StudLaw) and isinstance(table, StudTable):
        item = with_signs(law, table, item)
    assert isinstance(item, WagersDue)
    return item.signs
