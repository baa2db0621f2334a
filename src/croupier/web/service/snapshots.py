"""Pictures of the whole floor: a start goes on from the last one, and reads what came after it.

A picture is a cache, like the snapshots of streams (decision 24): it names the event that it stands
after and the code that made it, and one that does not fit is left aside.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic, Protocol

import msgspec

from croupier.display.scenes import Scene
from croupier.errors import CroupierError
from croupier.floor.state import SavedFloor
from croupier.games.blackjack.game import EVOLVERS
from croupier.games.blackjack.state import BlackjackTable, History, Round
from croupier.games.stud.state import StudRound, StudTable
from croupier.games.table.state import Table
from croupier.messages import Event, EventT, union_of
from croupier.record.codec import decode_as, encode
from croupier.record.snapshots import code_version, sealed_state, state_in
from croupier.record.stores.base import Store
from croupier.streams import BESIDE_TABLES, KINDS, STARTS, StreamStates
from croupier.web.live.read_model import Showcase, ShownTable

WORTH = 1000
"""How many events a picture must spare, to be made when a server starts or stops."""
SHOWING = ("display", "floor", "web", "features")
"""The packages whose code says what is in a picture, besides those that fold streams."""


class Remembered(Protocol):
    """A part of the server that follows the log, and whose memory is part of the picture."""

    def kept(self) -> object:
        """What it knows by now, as values that can be written down."""

    def remember(self, kept: bytes) -> None:
        """Know again what was kept."""


class TablePicture(msgspec.Struct, Generic[EventT], frozen=True):
    """A table in a picture."""

    table: BlackjackTable | StudTable
    """The table."""
    history: History[EventT]
    """What may still be taken back there."""
    last: msgspec.Raw
    """The round under way or the last one; null before the first."""
    version: int
    """How many events it has."""
    position: int
    """The place of the last of them in the log."""
    at: datetime | None
    """When that was written; none where nobody knows."""

    def scene(self) -> Scene:
        """What views of the table are made from."""
        kind = Round if isinstance(self.table, BlackjackTable) else StudRound
        return Scene(self.table, decode_as(kind | None, bytes(self.last)))


class Picture(msgspec.Struct, Generic[EventT], frozen=True, kw_only=True):
    """The floor after an event of the log."""

    position: int
    """The place of that event."""
    leaf: bytes
    """Its hash, so that no other log's picture is taken for this one's."""
    versions: dict[str, int]
    """How many events each stream has."""
    tables: dict[str, TablePicture[EventT]]
    """The tables by their names."""
    states: dict[str, msgspec.Raw]
    """The states of all other streams: an object by name for each kind's word."""
    parts: dict[str, msgspec.Raw]
    """What other parts of the server know, by the names of these."""

    @property
    def mark(self) -> SavedFloor:
        """The floor that the writer decides on, as it is here."""
        tables: dict[str, tuple[Table, History[Any]]] = {
            name: (one.table, one.history) for name, one in self.tables.items()
        }
        return SavedFloor(tables, self.stream_states(), self.versions)

    def stream_states(self) -> StreamStates:
        """Read the states of the streams besides the tables."""
        states = StreamStates()
        for word, encoded in self.states.items():
            kind = KINDS.named(word)
            by_name: Any = dict
            states.of(kind).update(decode_as(by_name[str, kind.state], bytes(encoded)))
        return states

    def show(self, showcase: Showcase) -> None:
        """Have the floor shown as it is here."""
        for name, one in self.tables.items():
            showcase.put(name, one.scene(), version=one.version, position=one.position, at=one.at)
        showcase.states.update(self.stream_states())
        showcase.position = self.position


_of_events: Any = Picture


def taken(mark: SavedFloor, showcase: Showcase, parts: Mapping[str, Remembered]) -> Picture[Event]:
    """A picture of the floor; mark, showcase and parts tell of the same place in the log."""
    return Picture(
        position=showcase.position,
        leaf=b"",
        versions=mark.versions,
        tables={
            name: _of_table(showcase.tables[name], history)
            for name, (_, history) in mark.tables.items()
        },
        states={kind.word: msgspec.Raw(encode(mark.states.of(kind))) for kind in BESIDE_TABLES},
        parts={name: msgspec.Raw(encode(part.kept())) for name, part in parts.items()},
    )


def _of_table(shown: ShownTable, history: History[Event]) -> TablePicture[Event]:
    table = shown.table
    assert isinstance(table, BlackjackTable | StudTable)
    last = msgspec.Raw(encode(shown.scene.round))
    return TablePicture(table, history, last, shown.version, shown.position, shown.at)


def keep(store: Store, picture: Picture[Event]) -> None:
    """Keep a picture in place of the one before; a floor that never started has none."""
    started = picture.versions.get(STARTS)
    if started is None:
        return
    whole = msgspec.structs.replace(picture, leaf=_leaf_at(store, picture.position))
    store.keep_snapshot(STARTS, started, _code(), sealed_state(encode(whole)))


def kept(store: Store) -> Picture[Event] | None:
    """The picture that a start can go on from; none where none fits."""
    found = store.snapshot(STARTS)
    if found is None or found.code != _code():
        return None
    try:
        picture: Picture[Event] = decode_as(_of_events[union_of(EVOLVERS)], state_in(found))
    except CroupierError:
        return None
    return picture if _leaf_at(store, picture.position) == picture.leaf else None


def _code() -> str:
    return code_version(*SHOWING)


def _leaf_at(store: Store, position: int) -> bytes:
    """The hash of an event; empty where there is none at this place."""
    found = next(iter(store.leaves(position - 1)), None)
    return b"" if found is None else found.leaf
