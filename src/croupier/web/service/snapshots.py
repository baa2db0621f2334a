"""Snapshots of the whole floor: a start restores the last one and reads only what came after it.

A snapshot is a cache, like the snapshots of streams (decision 24): it names the event that it
follows and the code that made it, and one that does not fit is ignored.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic, Protocol

import msgspec

from croupier.display.scenes import Scene
from croupier.errors import CroupierError
from croupier.floor.state import Savepoint
from croupier.games.blackjack.game import EVOLVERS
from croupier.games.blackjack.state import BlackjackTable, History, Round
from croupier.games.stud.state import StudRound, StudTable
from croupier.games.table.state import Table
from croupier.messages import Event, EventT, union_of
from croupier.record.codec import decode, encode
from croupier.record.snapshots import code_version, open_state, seal_state
from croupier.record.stores.base import Store
from croupier.streams import BESIDE_TABLES, KINDS, STARTS, StreamStates
from croupier.web.live.read_model import ReadModel, TableReadModel

MIN_NEW_EVENTS = 1000
"""The least number of new events for which a snapshot is saved at start or stop."""
SHOWING = ("display", "floor", "web", "features")
"""The packages whose code decides what is in a snapshot, besides those that fold streams."""


class SnapshotPart(Protocol):
    """A part of the server that folds the log, and whose state is saved with each snapshot."""

    def snapshot_state(self) -> object:
        """Return its state, as values that can be encoded."""

    def restore_state(self, encoded: bytes) -> None:
        """Restore the state from a snapshot."""


class TableSnapshot(msgspec.Struct, Generic[EventT], frozen=True):
    """A table in a snapshot."""

    table: BlackjackTable | StudTable
    history: History[EventT]
    """What may still be taken back at the table."""
    last: msgspec.Raw
    """The current or last round; null before the first."""
    version: int
    """The number of the table's events."""
    position: int
    """The position of the last of them in the log."""
    at: datetime | None
    """When that event was written; ``None`` if unknown."""

    def scene(self) -> Scene:
        """Return the scene that views of the table are made from."""
        kind = Round if isinstance(self.table, BlackjackTable) else StudRound
        return Scene(self.table, decode(kind | None, bytes(self.last)))


class FloorSnapshot(msgspec.Struct, Generic[EventT], frozen=True, kw_only=True):
    """The floor after one event of the log."""

    position: int
    """The position of that event."""
    leaf: bytes
    """The event's hash, so that a snapshot of another log is recognised."""
    versions: dict[str, int]
    """The number of events of each stream."""
    tables: dict[str, TableSnapshot[EventT]]
    states: dict[str, msgspec.Raw]
    """The states of all other streams: for each kind's word, an object by name."""
    parts: dict[str, msgspec.Raw]
    """The states of other parts of the server, by the names they were registered under."""

    @property
    def savepoint(self) -> Savepoint:
        """The savepoint to restore the writer's floor from."""
        tables: dict[str, tuple[Table, History[Any]]] = {
            name: (one.table, one.history) for name, one in self.tables.items()
        }
        return Savepoint(tables, self.stream_states(), self.versions)

    def stream_states(self) -> StreamStates:
        """Decode the states of the streams besides the tables."""
        states = StreamStates()
        for word, encoded in self.states.items():
            kind = KINDS.of_word(word)
            by_name: Any = dict
            states.of(kind).update(decode(by_name[str, kind.state], bytes(encoded)))
        return states

    def fill(self, read_model: ReadModel) -> None:
        """Fill the read model from the snapshot."""
        for name, one in self.tables.items():
            read_model.put(name, one.scene(), version=one.version, position=one.position, at=one.at)
        read_model.states.update(self.stream_states())
        read_model.position = self.position


_of_events: Any = FloorSnapshot


def take_snapshot(
    savepoint: Savepoint, read_model: ReadModel, parts: Mapping[str, SnapshotPart]
) -> FloorSnapshot[Event]:
    """Return a snapshot of the floor; all three arguments must be of the same position."""
    return FloorSnapshot(
        position=read_model.position,
        leaf=b"",
        versions=savepoint.versions,
        tables={
            name: _table_snapshot(read_model.tables[name], history)
            for name, (_, history) in savepoint.tables.items()
        },
        states={
            kind.word: msgspec.Raw(encode(savepoint.states.of(kind))) for kind in BESIDE_TABLES
        },
        parts={name: msgspec.Raw(encode(part.snapshot_state())) for name, part in parts.items()},
    )


def _table_snapshot(shown: TableReadModel, history: History[Event]) -> TableSnapshot[Event]:
    table = shown.table
    assert isinstance(table, BlackjackTable | StudTable)
    last = msgspec.Raw(encode(shown.scene.round))
    return TableSnapshot(table, history, last, shown.version, shown.position, shown.at)


def save_snapshot(store: Store, snapshot: FloorSnapshot[Event]) -> None:
    """Save a snapshot in place of the one before; skip a floor without events."""
    started = snapshot.versions.get(STARTS)
    if started is None:
        return
    whole = msgspec.structs.replace(snapshot, leaf=_leaf_at(store, snapshot.position))
    store.keep_snapshot(STARTS, started, _version(), seal_state(encode(whole)))


def load_snapshot(store: Store) -> FloorSnapshot[Event] | None:
    """Load the snapshot that a start can begin with; ``None`` if none fits."""
    found = store.snapshot(STARTS)
    if found is None or found.code != _version():
        return None
    try:
        snapshot: FloorSnapshot[Event] = decode(_of_events[union_of(EVOLVERS)], open_state(found))
    except CroupierError:
        return None
    return snapshot if _leaf_at(store, snapshot.position) == snapshot.leaf else None


def _version() -> str:
    return code_version(*SHOWING)


def _leaf_at(store: Store, position: int) -> bytes:
    """Return the hash of an event; empty if there is none at this position."""
    found = next(iter(store.leaves(position - 1)), None)
    return b"" if found is None else found.leaf
