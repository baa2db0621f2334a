"""What there is to be seen on the floor, folded from the log: the source of every view."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.display.layout import AT_REST, phase_of
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.viewers import Names, Onlooker, Viewer
from croupier.display.views import TableSummary
from croupier.features.promotions.rules import Promotion
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.floor import movements
from croupier.floor.movements import pool_name
from croupier.floor.resting_tables import law_for, law_in_words, law_of_tournament
from croupier.games.engine import due, evolve
from croupier.games.table.due import Due
from croupier.games.table.opening import LawAdopted, TableOpened
from croupier.games.table.state import Table
from croupier.house.accounts import PlayerAccount
from croupier.house.admission import in_play
from croupier.house.jackpots import Pool
from croupier.house.readiness import Readiness
from croupier.messages import Refused
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.streams import KINDS, TABLE, StreamStates


class Handles(Mapping[str, str]):
    """What people are called in front of strangers: a handle each, not the name they sign in with.

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
    """What people are called to a viewer: who is not signed in gets no name to sign in with."""
    return Handles(names) if isinstance(viewer, Onlooker) else names


class TableReadModel(msgspec.Struct, frozen=True):
    """A table as the log tells of it; it has all secrets, and only views of it are shown."""

    name: str
    """What the table is called."""
    law: TableLaw
    """The law that it stands under; of a table that rests, the one to display it by."""
    scene: Scene
    """The table, and the cards of the last round."""
    version: int
    """How many events it has."""
    position: int
    """The place of the last of them in the log."""
    at: datetime | None = None
    """When that was written; none where no store has written it."""
    rests: str = ""
    """Why the table rests; empty where it is played."""

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due there; nothing at a table that rests."""
        return () if self.rests else due(self.law, self.table)

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.scene.table


class ReadModel:
    """Tables, pools and accounts as the log tells of them; it belongs to the event loop."""

    def __init__(self) -> None:
        self.tables: dict[str, TableReadModel] = {}
        """The tables by their names."""
        self.states = StreamStates()
        """The states of all other streams: pools, accounts, tournaments, promotions."""
        self.names: dict[str, str] = {}
        """What people are called, by their ids; who is missing is called by the id. These are the
        names they sign in with: see :func:`names_for`."""
        self.position = 0
        """The place in the log up to which all is shown."""

    def put(
        self, name: str, scene: Scene, *, version: int, position: int, at: datetime | None
    ) -> None:
        """Show a table as it was at a place in the log."""
        law = law_for(scene.table)
        rests = law.why if isinstance(law, Refused) else ""
        words = law_in_words(scene.table) if isinstance(law, Refused) else law
        self.tables[name] = TableReadModel(name, words, scene, version, position, at, rests)

    def apply_all(self, envelopes: Iterable[Envelope]) -> None:
        """Go on by events of the log."""
        for envelope in envelopes:
            self.apply(envelope)

    def apply(self, envelope: Envelope) -> None:
        """Go on by one event."""
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
    def resting(self) -> tuple[str, ...]:
        """The tables that rest, by their names."""
        return tuple(name for name, shown in self.tables.items() if shown.rests)

    @property
    def resting_tournaments(self) -> tuple[str, ...]:
        """The tournaments that rest, by their names; one that is over needs no law any more."""
        return tuple(
            name
            for name, one in self.tournaments.items()
            if one.awards is None
            and one.phase is not TournamentPhase.CANCELLED
            and isinstance(law_of_tournament(one), Refused)
        )

    @property
    def pools(self) -> dict[str, Pool]:
        """The jackpot pools by name."""
        return self.states.pools

    @property
    def accounts(self) -> dict[str, PlayerAccount]:
        """The players' accounts by the players' ids."""
        return self.states.accounts

    @property
    def tournaments(self) -> dict[str, Tournament]:
        """The tournaments by name."""
        return self.states.tournaments

    @property
    def promotions(self) -> dict[str, Promotion]:
        """The promotions by name."""
        return self.states.promotions

    @property
    def readiness(self) -> dict[str, Readiness]:
        """Who is ready for what comes next, by table."""
        return self.states.readiness

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one for a player nobody has recorded."""
        return self.states.account(player)

    def tables_with_chips(self, player: str) -> tuple[str, ...]:
        """The tables at which a player has chips, in the hand or on the layout."""
        return tuple(
            name
            for name, shown in self.tables.items()
            if (here := shown.table.players.get(player)) is not None
            and here.counted
            and (shown.table.chips(player) or in_play(shown.table, player))
        )

    def pool_of(self, name: str) -> Pool | None:
        """The jackpot pool that a table feeds; none where it feeds none."""
        return self.pools.get(movements.pool_name(name, self.tables[name].table.choices))

    def scene(self, name: str) -> Scene:
        """A table's scene with the meter of its jackpot."""
        pool = self.pool_of(name)
        scene = self.tables[name].scene
        return scene if pool is None else replace(scene, meter=pool.meter)

    def called(self, people: Iterable[str]) -> Mapping[str, str]:
        """What some people are called."""
        return {one: self.names[one] for one in people if one in self.names}


def summary_of(read_model: ReadModel, name: str) -> TableSummary:
    """A table in a few words."""
    shown = read_model.tables[name]
    pool = read_model.pool_of(name)
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
