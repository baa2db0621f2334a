"""What views are made from: the table, and the cards of a finished round, until the next."""

import msgspec
from msgspec.structs import replace

from croupier.money import Cents
from croupier.play.engine import evolve
from croupier.table.events import Event
from croupier.table.state import Line, RoundState, Table


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
