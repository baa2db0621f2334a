"""The read model: all streams folded from the log in the event loop, the source of every view.

It is separate from the writer's floor so that pages never wait for a decision, and never show
anything that is not committed.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.display.layout import AT_REST, phase_of
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.viewers import Names, Onlooker, Viewer
from croupier.display.views import TableSummary
from croupier.features.tournaments.rules.schedules import Schedule
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.floor import movements
from croupier.floor.movements import pool_name
from croupier.floor.resting_tables import display_law, playing_law, tournament_law
from croupier.games.engine import due, evolve
from croupier.games.table.due import Due
from croupier.games.table.opening import LawAdopted, TableOpened
from croupier.games.table.state import Table
from croupier.house.accounts import PlayerAccount
from croupier.house.admission import has_wagers
from croupier.house.jackpots import Pool
from croupier.house.readiness import Readiness
from croupier.messages import Refused
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.streams import KINDS, TABLE, StreamStates


class Handles(Mapping[str, str]):
    """Map people's ids to handles for strangers, in place of the names they sign in with.

    >>> Handles({"p7": "Ann Lee"})["p7"]
    'Player 03FB'
    """

    def __init__(self, names: Names) -> None:
        self._names = names

    def __getitem__(self, person: str) -> str:
        if person not in self._names:
            raise KeyError(person)
        return f"Player {sha256(person.encode()).hexdigest()[:4].upper()}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def names_for(viewer: Viewer, names: Names) -> Names:
    """Return the names a viewer sees: handles for onlookers, who get no name to sign in with."""
    return Handles(names) if isinstance(viewer, Onlooker) else names


class TableReadModel(msgspec.Struct, frozen=True):
    """The state of one table as of the log. It holds all secrets: show only views of it."""

    name: str
    law: TableLaw
    """The law in force; at a resting table, the law to display it by."""
    scene: Scene
    """The table, and the cards of the last round."""
    version: int
    """The number of its events."""
    position: int
    """The position of its last event in the log."""
    at: datetime | None = None
    """When that event was written; ``None`` if no store has written it."""
    rests: str = ""
    """Why the table rests; empty if it is in play."""

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due at the table; nothing at a resting one."""
        return () if self.rests else due(self.law, self.table)

    @property
    def table(self) -> Table:
        return self.scene.table


class ReadModel:
    """Tables, pools, accounts and other streams as of the log. Only the event loop may use it."""

    def __init__(self) -> None:
        self.tables: dict[str, TableReadModel] = {}
        self.states = StreamStates()
        """The states of all other streams: pools, accounts, tournaments, promotions."""
        self.names: dict[str, str] = {}
        """The names people sign in with, by id; show them through :func:`names_for`."""
        self.position = 0
        """The position in the log up to which events are applied."""

    def put(
        self, name: str, scene: Scene, *, version: int, position: int, at: datetime | None
    ) -> None:
        """Put a table into the model as it was at a position in the log."""
        law = playing_law(scene.table)
        rests = law.why if isinstance(law, Refused) else ""
        words = display_law(scene.table) if isinstance(law, Refused) else law
        self.tables[name] = TableReadModel(name, words, scene, version, position, at, rests)

    def apply_all(self, envelopes: Iterable[Envelope]) -> None:
        """Apply events of the log, in order."""
        for envelope in envelopes:
            self.apply(envelope)

    def apply(self, envelope: Envelope) -> None:
        """Apply one event of the log."""
        kind, name = KINDS.of(envelope.stream)
        self.position = envelope.position
        if kind is TABLE:
            self._apply_to_table(name, envelope)
        else:
            self.states.apply(kind, name, envelope.event)

    def _apply_to_table(self, name: str, envelope: Envelope) -> None:
        event = envelope.event
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
            self.put(name, scene, version=1, position=envelope.position, at=None)
            return
        shown = self.tables[name]
        scene, version, position = next_scene(shown.scene, event), envelope.version, self.position
        if isinstance(event, LawAdopted):
            self.put(name, scene, version=version, position=position, at=envelope.recorded)
            return
        self.tables[name] = replace(
            shown, scene=scene, version=version, position=position, at=envelope.recorded
        )

    @property
    def resting_tables(self) -> tuple[str, ...]:
        """The names of the tables that rest."""
        return tuple(name for name, shown in self.tables.items() if shown.rests)

    @property
    def resting_tournaments(self) -> tuple[str, ...]:
        """The names of the tournaments that rest; one that is over needs no law any more."""
        return tuple(
            name
            for name, one in self.tournaments.items()
            if one.awards is None
            and one.phase is not TournamentPhase.CANCELLED
            and isinstance(tournament_law(one), Refused)
        )

    @property
    def pools(self) -> dict[str, Pool]:
        return self.states.pools

    @property
    def accounts(self) -> dict[str, PlayerAccount]:
        """The players' accounts by player id."""
        return self.states.accounts

    @property
    def tournaments(self) -> dict[str, Tournament]:
        return self.states.tournaments

    @property
    def schedules(self) -> dict[str, Schedule]:
        return self.states.schedules

    @property
    def readiness(self) -> dict[str, Readiness]:
        """Which players are ready for what comes next, by table."""
        return self.states.readiness

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one for a player nobody has recorded."""
        return self.states.account(player)

    def tables_with_chips(self, player: str) -> tuple[str, ...]:
        """Return the tables at which a player has chips, in hand or on the layout."""
        return tuple(
            name
            for name, shown in self.tables.items()
            if (here := shown.table.players.get(player)) is not None
            and here.counted
            and (shown.table.chips(player) or has_wagers(shown.table, player))
        )

    def pool_of(self, name: str) -> Pool | None:
        """Return the jackpot pool that a table feeds; ``None`` if it feeds none."""
        return self.pools.get(movements.pool_name(name, self.tables[name].table.choices))

    def scene(self, name: str) -> Scene:
        """Return a table's scene with the meter of its jackpot."""
        pool = self.pool_of(name)
        scene = self.tables[name].scene
        return scene if pool is None else replace(scene, meter=pool.meter)

    def names_of(self, people: Iterable[str]) -> Mapping[str, str]:
        """Return the names of some people, by id; people without a name are left out."""
        return {one: self.names[one] for one in people if one in self.names}


def summary_of(read_model: ReadModel, name: str) -> TableSummary:
    """Return the summary of a table."""
    shown = read_model.tables[name]
    pool = read_model.pool_of(name)
    return opening_summary(
        name, shown.law, shown.table, pool, version=shown.version, rests=shown.rests
    )


def opening_summary(
    name: str, law: TableLaw, table: Table, pool: Pool | None, *, version: int = 1, rests: str = ""
) -> TableSummary:
    """Return the summary of a table with the pool it feeds; by default as of its opening."""
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
