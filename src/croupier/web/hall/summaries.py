"""A table in a few words, for the list of all of them: nothing in it is anybody's secret."""

import msgspec

from croupier.display.sight import AT_REST, phase_of
from croupier.floor.jackpots import Pool
from croupier.money import Cents
from croupier.play.movements import pool_name
from croupier.rulebooks import TableLaw
from croupier.table.state import Table
from croupier.web.hall.showcase import Showcase


class TableSummary(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table of the floor, as anybody may see it in passing."""

    table: str
    """What the table is called."""
    game: str
    """The game by its name for programs."""
    title: str
    """The game by its name for people."""
    open: bool
    """Whether the table is open."""
    mode: str
    """``automatic`` where software deals, ``live`` where a person does."""
    minimum: Cents
    """The least wager on a box."""
    maximum: Cents
    """The most."""
    boxes: int
    """How many boxes the layout has."""
    seated: int
    """How many of their seats are taken."""
    players: int
    """How many people are at the table."""
    side_bets: tuple[str, ...]
    """The optional wagers on offer; often none."""
    rounds: int
    """How many rounds have begun."""
    under_way: bool
    """Whether a round is under way."""
    phase: str
    """Where the table stands, in words."""
    jackpot: str
    """The name of the jackpot pool that it feeds; empty where it feeds none."""
    meter: Cents | None
    """What that stands at; none where there is none."""
    tournament: str
    """The tournament that the table is used for; empty where it is used for none."""
    version: int
    """How many events the table has: a later summary has a higher one."""
    rests: str = ""
    """Why the table rests, and who can do what about it; empty where it is played."""


def summary_of(showcase: Showcase, name: str) -> TableSummary:
    """A table in a few words."""
    shown = showcase.tables[name]
    pool = showcase.pool_of(name)
    return summarised(name, shown.law, shown.table, pool, version=shown.version, rests=shown.rests)


def summarised(
    name: str, law: TableLaw, table: Table, pool: Pool | None, *, version: int = 1, rests: str = ""
) -> TableSummary:
    """A table in a few words, with the pool that it feeds; by default as it is when it opens."""
    choices = table.choices
    return TableSummary(
        table=name,
        game=law.game,
        title=law.title,
        open=table.open,
        mode=choices.mode.value,
        minimum=table.limits.minimum,
        maximum=table.limits.maximum,
        boxes=choices.boxes,
        seated=sum(player.seat is not None for player in table.players.values()),
        players=len(table.players),
        side_bets=choices.side_bets,
        rounds=table.rounds,
        under_way=table.round is not None,
        phase=AT_REST if rests else phase_of(table),
        jackpot=pool_name(name, choices) if pool is not None else "",
        meter=None if pool is None else pool.meter,
        tournament="" if choices.tournament is None else choices.tournament.tournament,
        version=version,
        rests=rests,
    )
