"""The current state of every stream of a floor, and the ids under which commands are recorded.

:class:`FloorState` holds tables, pools, accounts and the rest, each with its version; it appends to
the journal, saves snapshots, and can be rolled back to a savepoint. It decides nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.floor.card_sources import CardSource
from croupier.floor.running_table import RunningTable
from croupier.games.blackjack.state import NO_HISTORY, History
from croupier.games.engine import evolve
from croupier.games.table.draft import Outcome
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house.accounts import PlayerAccount
from croupier.messages import Command, Event, Refused
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Journal, StreamWrite
from croupier.record.snapshots import SnapshotKeeper, recover
from croupier.record.stores.base import snapshot_store_of
from croupier.streams import KINDS, TABLE, StreamStates

STEP = "+"
"""Separates the id of a command from the number of a step that the dealer takes after it."""

Cards = Callable[[str], CardSource]
"""The source of cards of a table, by the table's name."""


class CommandIdError(CroupierError):
    """An id that no command may have."""

    status, code = 400, "request/not-understood"


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why} ({refused.clause})")
        self.refused = refused


def content_of(place: str, command: msgspec.Struct) -> str:
    """Return the hash that tells a command from another one under the same id."""
    return sha256(place.encode() + b"\n" + encode(command)).hexdigest()


class TableSetup(NamedTuple):
    """How a floor runs every table that it restores."""

    cards: Cards
    cut_for_players: bool = True
    """Whether the dealer places the cutting card for the players."""
    linked: bool = False
    """Whether accounts are asked at every table, not only where cards or a jackpot require it."""

    def run(self, name: str, table: Table, history: History[Event]) -> RunningTable:
        """Return the table with its dealer; it rests if its law is not installed."""
        return RunningTable.resume(
            table,
            history,
            cards=self.cards(name),
            cut_for_players=self.cut_for_players,
            linked=self.linked,
        )


class Savepoint(NamedTuple):
    """The state of a floor at some moment, for rolling back and for snapshots of the floor."""

    tables: dict[str, tuple[Table, History[Event]]]
    states: StreamStates
    versions: dict[str, int]


class FloorState:
    """The state and the version of every stream, and the journal that they are appended to."""

    def __init__(self, journal: Journal | None, setup: TableSetup) -> None:
        self.journal = journal
        self.tables: dict[str, RunningTable] = {}
        """The tables by name."""
        self.states = StreamStates()
        """The states of all other streams: pools, accounts, tournaments, promotions."""
        self.written = 0
        """How many events this floor has read from the journal or appended to it."""
        self._versions: dict[str, int] = {}
        self._setup = setup
        self._grown: set[str] = set()
        shelf = None if journal is None else snapshot_store_of(journal)
        self.snapshots = None if shelf is None else SnapshotKeeper(shelf)
        """Saves snapshots of single streams; ``None`` where the journal holds none."""

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one if nothing is recorded of the player."""
        return self.states.account(player)

    # ------------------------------------------------------------------------------ appending

    def version(self, stream: str) -> int:
        """Return how many events of a stream the state includes."""
        return self._versions.get(stream, 0)

    def write(self, stream: str, events: tuple[Event, ...]) -> StreamWrite:
        """Return events for a stream that is at the version of this state."""
        return StreamWrite(stream, self._versions.get(stream, 0), events)

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Append to the journal, if there is one; the states change separately."""
        if self.journal is None or not any(write.events for write in writes):
            return
        self.journal.append(writes, cause)
        for write in writes:
            self._versions[write.stream] = write.expected_version + len(write.events)
            self.written += len(write.events)
            self._grown.add(write.stream)

    def withdraw(self, stream: str, version: int) -> None:
        """Set a stream's version back, after its last append was withdrawn."""
        self._versions[stream] = version

    def save_snapshots(self) -> None:
        """Save the streams that have grown enough since their last snapshot.

        Call it only when the states include what was appended.
        """
        if self.snapshots is None:
            return
        grown, self._grown = self._grown, set()
        for stream in grown:
            version = self._versions[stream]
            kind, _ = KINDS.of(stream)
            if kind.snapshots and self.snapshots.is_due(stream, version):
                self.snapshots.save(stream, version, self.current(stream))

    def current(self, stream: str) -> object:
        """Return the state of a stream as a snapshot holds it."""
        kind, name = KINDS.of(stream)
        if kind is not TABLE:
            return self.states.of(kind)[name]
        return self.tables[name].table, self.tables[name].history

    # -------------------------------------------------------------------------------- reading

    def recover(self) -> None:
        """Restore every stream that the journal holds, from snapshots where there are any."""
        assert self.journal is not None
        for stream in self.journal.streams():
            self._recover(self.journal, stream)

    def _recover(self, journal: Journal, stream: str) -> None:
        kind, name = KINDS.of(stream)
        if not kind.snapshots:
            self._continue_from(stream, sum(1 for _ in journal.read_stream(stream)))
            return
        state, version = recover(journal, stream)
        self._continue_from(stream, version)
        if kind is TABLE:
            self.put_table(name, *state)
        else:
            self.states.of(kind)[name] = state

    def _continue_from(self, stream: str, version: int) -> None:
        self._versions[stream] = version
        self.written += version
        if self.snapshots is not None:
            self.snapshots.count_from(stream, version)

    def apply(self, envelope: Envelope) -> None:
        """Apply an event of the log, unless the state includes it already."""
        if envelope.version <= self.version(envelope.stream):
            return
        self._versions[envelope.stream] = envelope.version
        kind, name = KINDS.of(envelope.stream)
        if kind is TABLE:
            self._apply_at_table(name, envelope.event)
        else:
            self.states.apply(kind, name, envelope.event)

    def _apply_at_table(self, name: str, event: Event) -> None:
        if isinstance(event, TableOpened):
            self.put_table(name, evolve(None, event))
        else:
            running = self.tables[name]
            running.apply(Outcome(evolve(running.table, event), (event,)))

    def put_table(self, name: str, table: Table, history: History[Event] = NO_HISTORY) -> None:
        """Run a table from this state; it rests if its law is not installed."""
        self.tables[name] = self._setup.run(name, table, history)

    # ----------------------------------------------------------------------------- savepoints

    def savepoint(self) -> Savepoint:
        """Return the state as it is now; states are immutable, so only mappings are copied."""
        tables = {name: (one.table, one.history) for name, one in self.tables.items()}
        return Savepoint(tables, self.states.copy(), dict(self._versions))

    def restore(self, savepoint: Savepoint) -> None:
        """Begin with the streams of a savepoint."""
        for name, (table, history) in savepoint.tables.items():
            self.put_table(name, table, history)
        self.states.update(savepoint.states)
        self._versions.update(savepoint.versions)

    def roll_back(self, savepoint: Savepoint, streams: Iterable[str]) -> None:
        """Set these streams back to the savepoint; one that was not there then is removed."""
        for stream in streams:
            kind, name = KINDS.of(stream)
            if kind is TABLE:
                self._roll_back_table(name, savepoint.tables.get(name))
            else:
                self.states.restore(savepoint.states, kind, name)
            if stream in savepoint.versions:
                self._versions[stream] = savepoint.versions[stream]
            else:
                self._versions.pop(stream, None)

    def put_back(self, savepoint: Savepoint, written: int) -> None:
        """Set everything back to a savepoint of this floor, at which so much was written."""
        for name in self.tables.keys() - savepoint.tables.keys():
            del self.tables[name]
        for name, before in savepoint.tables.items():
            self.tables[name].put_back(*before)
        self.states.put_back(savepoint.states)
        self._versions = dict(savepoint.versions)
        self.written = written

    def _roll_back_table(self, name: str, before: tuple[Table, History[Event]] | None) -> None:
        if before is None:
            self.tables.pop(name, None)
        elif name in self.tables:
            self.put_table(name, *before)


class CommandIds(Protocol):
    """How commands are identified in the record."""

    def new_id(self, state: FloorState, place: str) -> str:
        """Return an id for a command that was submitted without one."""

    def content(self, place: str, command: Command) -> str:
        """Return the hash that distinguishes a repeated command from another under its id."""


class CountedIds:
    """Ids of a floor that is alone at its journal: they count the journal's events.

    With a ``scope``, ids are unique within it: a player who repeats a command of a tournament need
    not know whether the table is still there.
    """

    def __init__(self, scope: str = "") -> None:
        self._scope = scope

    def new_id(self, state: FloorState, place: str) -> str:
        """Return an id from the number of events in the journal, which each command raises."""
        return f"{place}/{state.written}"

    def content(self, place: str, command: Command) -> str:
        """Return the hash of the whole command."""
        return content_of(self._scope or place, command)


class VersionedIds:
    """Ids of a floor that shares its store: every process derives the same id for the same step."""

    def new_id(self, state: FloorState, place: str) -> str:
        """Return an id from the version of the table's stream."""
        return f"{place}@{state.version(TABLE.stream(place))}"

    def content(self, place: str, command: Command) -> str:
        """Return the hash of the command without its time, which the floor sets itself."""
        return content_of(place, replace(command, at=None))


def state_after(
    envelopes: Iterable[Envelope], evolve: Callable[[Any, Any], Any], actor: str, command_id: str
) -> Any:
    """Return the state of a stream right after a command and the steps that followed from it.

    ``None`` if the stream does not hold the command. A repeated command is answered with this
    state, whatever has happened since: a command and its steps are adjacent in the log.
    """
    state, found = None, False
    for one in envelopes:
        own = (one.actor, one.command_id) == (actor, command_id)
        own |= one.command_id.startswith(f"{actor}/{command_id}{STEP}")
        if found and not own:
            break
        state, found = evolve(state, one.event), found or own
    return state if found else None
