"""The kinds of streams, in one registry: adding a kind is one entry here.

The record, the floor, the snapshots, the live feed and the tracing of clauses read it. No other
module takes a stream's name apart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args

from croupier.features.cage.rules import decisions as cage
from croupier.features.cage.rules import desk
from croupier.features.cage.rules.desk import CashDesk
from croupier.features.cage.rules.state import TableCage
from croupier.features.fairness.rules.shoes import CardsEvent
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules import decisions as promotions
from croupier.features.tournaments.rules import decisions as tournaments
from croupier.features.tournaments.rules import schedules
from croupier.features.tournaments.rules.schedules import Schedule
from croupier.features.tournaments.rules.state import Tournament
from croupier.games.blackjack import game as blackjack
from croupier.games.blackjack.state import BlackjackTable, History
from croupier.games.engine import fold
from croupier.games.stud import game as stud
from croupier.games.stud.state import StudTable
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house import accounts, jackpots, readiness
from croupier.house.accounts import PlayerAccount
from croupier.house.alerts import AlertEvent
from croupier.house.gaming_days import HouseEvent, MasterKeyChanged
from croupier.house.jackpots import Pool, PoolEvent
from croupier.house.people import PersonEvent
from croupier.house.readiness import PlayerReady, Readiness
from croupier.house.terms import TermEvent
from croupier.messages import Command, Event, union_of

State = TypeVar("State")
Summary = Mapping[str, object]
"""What a live message says about a change, by field."""


def _start_with_nothing(_name: str) -> None:
    """Leave the state to the event that opens the stream."""


def _keep_no_state(_state: object, _event: object) -> None:
    """Fold nothing: such streams are read event by event."""


def _publish_nothing(_state: object, _events: Sequence[Event]) -> None:
    """Send no message."""


def _commit_to_nothing(_state: object) -> str:
    """Keep no secret."""
    return ""


@dataclass(frozen=True, kw_only=True, eq=False)
class StreamKind(Generic[State]):
    """One kind of stream: its name, its events, how they fold, and what is published."""

    word: str
    """The first word of its stream names, ``pool`` in ``pool/grand``; also the name of its live
    messages."""
    events: tuple[type[Event], ...]
    """The events that such a stream may hold."""
    state: Any = None
    """The type of its state, as snapshots hold it; ``None`` where nobody folds the stream."""
    evolve: Callable[[Any, Any], State | None] = _keep_no_state
    """The state after an event."""
    start: Callable[[str], State | None] = _start_with_nothing
    """The state before the first event, by the stream's name."""
    summary: Callable[[Any, Sequence[Event]], Summary | None] = _publish_nothing
    """What every subscriber may know after events; ``None`` publishes nothing."""
    commands: tuple[type[Command], ...] = ()
    """What may be submitted to such a stream; empty where only the house writes to it."""
    powers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The rules that empower a role to submit a command, by its name: paths in the law."""
    commitment: Callable[[Any], str] = _commit_to_nothing
    """The hash of the house's secret that such a stream still needs; empty if it needs none."""
    private: bool = False
    """Whether only the person whom the stream is named after may follow it."""
    follow_action: str = ""
    """The permission that following such a stream needs; empty if anybody may."""
    snapshots: bool = False
    """Whether the record keeps snapshots of such streams."""

    def __reduce__(self) -> tuple[Callable[[str], "StreamKind[Any]"], tuple[str]]:
        """Pickle the word alone: the kinds are the same in every process."""
        return stream_kind, (self.word,)

    def stream(self, name: str) -> str:
        """Return the full name of the stream, ``pool/grand`` for ``grand``."""
        return f"{self.word}/{name}"

    def name_of(self, stream: str) -> str | None:
        """Return the name within this kind; ``None`` for a stream of another kind."""
        word, _, name = stream.partition("/")
        return name if word == self.word else None

    def names(self, streams: Iterable[str]) -> Iterator[str]:
        """Yield the names of those streams that are of this kind."""
        for stream in streams:
            name = self.name_of(stream)
            if name is not None:
                yield name

    def after(self, name: str, state: State | None, event: Event) -> State | None:
        """Return the state after one event; without a state, begin with ``start``."""
        return self.evolve(self.start(name) if state is None else state, event)

    def fold(self, name: str, state: State | None, events: Iterable[Event]) -> State | None:
        """Return the state after the events; without a state, begin with ``start``."""
        for event in events:
            state = self.after(name, state, event)
        return state


class TableKind(StreamKind[tuple[Table, History[Event]]]):
    """The tables: each state is folded together with the history that may be taken back."""

    def fold(
        self,
        name: str,  # noqa: ARG002 - the opening event says everything
        state: tuple[Table, History[Event]] | None,
        events: Iterable[Event],
    ) -> tuple[Table, History[Event]]:
        """Return the table and its history after the events."""
        return fold(events) if state is None else fold(events, *state)


def _promotion_stage(promotion: Promotion, _events: Sequence[Event]) -> Summary | None:
    """Return the stage of a promotion once its terms are published; ``None`` before."""
    return {"stage": promotion.stage} if promotion.published else None


def _committed_draw(promotion: Promotion) -> str:
    """Return the hash of the seed of a draw that is still to be held; empty if none is."""
    return "" if promotion.wins or promotion.cancelled else promotion.commitment


def _table_and_history() -> Any:
    """Return the type of a table with its history: the events that may still be taken back."""
    history: Any = History
    both: Any = tuple
    return both[BlackjackTable | StudTable, history[union_of(blackjack.EVOLVERS)]]


TABLE = TableKind(
    word="table",
    events=tuple(dict.fromkeys((TableOpened, *blackjack.EVOLVERS, *stud.EVOLVERS))),
    state=_table_and_history(),
    commands=tuple({**stud.HANDLERS, **blackjack.HANDLERS}),
    snapshots=True,
)
CARDS: StreamKind[None] = StreamKind(word="cards", events=get_args(CardsEvent))
POOL = StreamKind[Pool](
    word="pool",
    events=get_args(PoolEvent),
    state=Pool,
    evolve=jackpots.evolve,
    summary=lambda pool, _: {"meter": pool.meter},
    snapshots=True,
)
ACCOUNT = StreamKind[PlayerAccount](
    word="account",
    events=tuple(accounts.EVOLVERS),
    state=PlayerAccount,
    evolve=accounts.evolve,
    commands=tuple(accounts.DECIDERS),
    powers=accounts.POWERS,
    start=lambda name: PlayerAccount(player=name),
    summary=lambda _, events: {"events": events},
    private=True,
    snapshots=True,
)
TOURNAMENT = StreamKind[Tournament](
    word="tournament",
    events=tuple(tournaments.EVOLVERS),
    state=Tournament,
    evolve=tournaments.evolve,
    commands=tuple(tournaments.HANDLERS),
    powers=tournaments.POWERS,
    summary=lambda tournament, _: {"phase": tournament.phase},
)
SCHEDULE = StreamKind[Schedule](
    word="schedule",
    events=tuple(schedules.EVOLVERS),
    state=Schedule,
    evolve=schedules.evolve,
    summary=lambda schedule, _: {"ended": schedule.ended},
)
PROMOTION = StreamKind[Promotion](
    word="promotion",
    events=tuple(promotions.EVOLVERS),
    state=Promotion,
    evolve=promotions.evolve,
    commands=tuple(promotions.DECIDERS),
    powers=promotions.POWERS,
    summary=_promotion_stage,
    commitment=_committed_draw,
)
CAGE = StreamKind[TableCage](
    word="cage",
    events=tuple(cage.EVOLVERS),
    state=TableCage,
    evolve=cage.evolve,
    commands=tuple(cage.HANDLERS),
    start=lambda _: TableCage(),
    summary=lambda held, _: {"papers": held.papers},
    follow_action="cage.view",
    snapshots=True,
)
DESK = StreamKind[CashDesk](
    word="desk",
    events=tuple(desk.EVOLVERS),
    state=CashDesk,
    evolve=desk.evolve,
    commands=tuple(desk.HANDLERS),
    start=lambda _: CashDesk(),
    summary=lambda held, _: {"papers": held.papers},
    follow_action="cage.view",
    snapshots=True,
)
READINESS = StreamKind[Readiness](
    word="ready",
    events=(PlayerReady,),
    state=Readiness,
    evolve=readiness.evolve,
    start=lambda _: Readiness(),
    summary=lambda _, events: {"events": events},
)
PERSON: StreamKind[None] = StreamKind(word="person", events=get_args(PersonEvent))
HOUSE: StreamKind[None] = StreamKind(
    word="house",
    events=(
        *get_args(HouseEvent),
        MasterKeyChanged,
        *get_args(AlertEvent),
        *get_args(TermEvent),
    ),
)

SETTINGS = HOUSE.stream("settings")
"""The stream of what concerns the house as a whole."""
KEYS = HOUSE.stream("keys")
"""The stream of changes of the master key."""
ALERTS = HOUSE.stream("alerts")
"""The stream of alerts, and of who acknowledged them."""
STARTS = HOUSE.stream("starts")
"""The stream of when the floor was started."""


class Registry:
    """All kinds of streams, found by the first word of a stream's name."""

    def __init__(self, *kinds: StreamKind[Any]) -> None:
        self._by_word = {kind.word: kind for kind in kinds}

    def __iter__(self) -> Iterator[StreamKind[Any]]:
        return iter(self._by_word.values())

    def of(self, stream: str) -> tuple[StreamKind[Any], str]:
        """Return the kind of a stream and the name within it."""
        word, _, name = stream.partition("/")
        return self._by_word[word], name

    def of_word(self, word: str) -> StreamKind[Any]:
        """Return the kind whose streams begin with a word."""
        return self._by_word[word]

    def events(self) -> Any:
        """Return the union of all events that a log may hold, for decoders."""
        return union_of(event for kind in self for event in kind.events)


KINDS = Registry(
    TABLE,
    CARDS,
    POOL,
    ACCOUNT,
    TOURNAMENT,
    SCHEDULE,
    PROMOTION,
    CAGE,
    DESK,
    READINESS,
    PERSON,
    HOUSE,
)


def stream_kind(word: str) -> StreamKind[Any]:
    """Return the kind whose streams begin with a word."""
    return KINDS.of_word(word)


COMMITTED = tuple(kind for kind in KINDS if kind.commitment is not _commit_to_nothing)
"""The kinds whose streams may need a secret of the house's."""
BESIDE_TABLES = tuple(kind for kind in KINDS if kind.state is not None and kind is not TABLE)
"""The kinds whose current states the floor and the read model hold, besides the tables."""

if TYPE_CHECKING:
    RecordedEvent = Event
else:
    RecordedEvent = KINDS.events()
"""Every event that a log may hold. Static types need no more than ``Event``; decoders need all."""


class StreamStates:
    """The current states of all streams besides the tables, by kind and name."""

    def __init__(self) -> None:
        self._states: dict[StreamKind[Any], dict[str, Any]] = {kind: {} for kind in BESIDE_TABLES}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StreamStates) and self._states == other._states

    __hash__ = None  # type: ignore[assignment]

    def of(self, kind: StreamKind[State]) -> dict[str, State]:
        """Return the states of a kind by name."""
        return self._states[kind]

    def apply(self, kind: StreamKind[Any], name: str, event: Event) -> None:
        """Apply an event to a stream's state; a kind without states ignores it."""
        states = self._states.get(kind)
        if states is not None:
            states[name] = kind.after(name, states.get(name), event)

    def copy(self) -> "StreamStates":
        """Return a copy. The states are immutable, so only the mappings are copied."""
        copied = StreamStates()
        copied.update(self)
        return copied

    def update(self, other: "StreamStates") -> None:
        """Copy all states of another collection into this one."""
        for kind, states in self._states.items():
            states.update(other.of(kind))

    def put_back(self, before: "StreamStates") -> None:
        """Set all streams back to what they were, and remove those that were not there."""
        for kind, states in self._states.items():
            states.clear()
            states.update(before.of(kind))

    def restore(self, before: "StreamStates", kind: StreamKind[Any], name: str) -> None:
        """Set one stream back to what it was; remove it if it was not there."""
        states = self._states.get(kind)
        if states is None:
            return
        if name in before.of(kind):
            states[name] = before.of(kind)[name]
        else:
            states.pop(name, None)

    @property
    def pools(self) -> dict[str, Pool]:
        """The jackpot pools by name."""
        return self.of(POOL)

    @property
    def accounts(self) -> dict[str, PlayerAccount]:
        """The players' accounts by the players' ids."""
        return self.of(ACCOUNT)

    @property
    def tournaments(self) -> dict[str, Tournament]:
        """The tournaments by name."""
        return self.of(TOURNAMENT)

    @property
    def schedules(self) -> dict[str, Schedule]:
        """The schedules of tournaments by name."""
        return self.of(SCHEDULE)

    @property
    def readiness(self) -> dict[str, Readiness]:
        """Who is ready for what comes next, by table."""
        return self.of(READINESS)

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one for a player without a record."""
        return self.accounts.get(player) or PlayerAccount(player=player)
