"""The current state of streams, from a journal: the newest valid snapshot, and the events since.

Where there is no such snapshot the events are folded from the first. Both ways lead to the same.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from croupier.blackjack.history import History
from croupier.errors import CroupierError
from croupier.floor import jackpots, players
from croupier.floor.jackpots import Pool
from croupier.floor.players import PlayerAccount
from croupier.play.engine import fold
from croupier.record.codec import (
    UnreadableLogError,
    decode_account,
    decode_pool,
    decode_table_and_history,
    encode,
)
from croupier.record.envelopes import ACCOUNTS, POOLS, TABLES
from croupier.record.journal import Journal
from croupier.record.snapshots import (
    EVERY,
    DamagedSnapshotError,
    code_version,
    sealed_state,
    state_in,
)
from croupier.record.stores import SnapshotShelf, Store, shelf_of
from croupier.table.events import Event
from croupier.table.state import Table


class Recovered(NamedTuple):
    """The current state of a stream."""

    state: Any
    """A table and its history, a pool, an account."""
    version: int
    """How many events the stream holds."""


class Kind(NamedTuple):
    """How the streams of one kind are folded, and their snapshots read."""

    fold: Callable[[str, Any, Iterable[Event]], Any]
    """The state after events, from the stream's name and the state before; none at first."""
    read: Callable[[bytes], Any]
    """The state in a snapshot."""


def _table(_: str, before: tuple[Table, History[Event]] | None, events: Iterable[Event]) -> Any:
    return fold(events) if before is None else fold(events, *before)


def _pool(_: str, before: Pool | None, events: Iterable[Any]) -> Pool | None:
    for event in events:
        before = jackpots.evolve(before, event)
    return before


def _account(name: str, before: PlayerAccount | None, events: Iterable[Any]) -> PlayerAccount:
    account = before or PlayerAccount(player=name)
    for event in events:
        account = players.evolve(account, event)
    return account


KINDS = {
    TABLES: Kind(_table, decode_table_and_history),
    POOLS: Kind(_pool, decode_pool),
    ACCOUNTS: Kind(_account, decode_account),
}
"""The streams that have snapshots, by the first word of their names."""


def recovered(journal: Journal, stream: str) -> Recovered:
    """A table with its history, a pool or an account, as the journal has it."""
    word, _, name = stream.partition("/")
    kind = KINDS[word]
    state, version = _from_snapshot(journal, stream, kind)
    events = [envelope.event for envelope in journal.read_stream(stream, version)]
    if events:
        state = kind.fold(name, state, events)
    if state is None:
        raise CroupierError(f"there is no stream {stream}")
    return Recovered(state, version + len(events))


def _from_snapshot(journal: Journal, stream: str, kind: Kind) -> tuple[Any, int]:
    """The state in the snapshot of a stream; nothing where none is valid."""
    shelf = shelf_of(journal)
    kept = None if shelf is None else shelf.snapshot(stream)
    if kept is None or kept.code != code_version():
        return None, 0
    try:
        return kind.read(state_in(kept)), kept.version
    except (DamagedSnapshotError, UnreadableLogError):
        return None, 0


class SnapshotReport(msgspec.Struct, frozen=True):
    """A snapshot that was compared with the events."""

    stream: str
    """Of which stream it is."""
    version: int
    """After how many of its events."""
    fit: bool
    """Whether it would be used: it is whole, and of this code."""
    right: bool
    """Whether it is what the events come to, or would not be used."""


def checked_snapshots(store: Store) -> list[SnapshotReport]:
    """Every snapshot of a store, compared with what the events before it come to."""
    found = []
    for stream in store.streams():
        kept = store.snapshot(stream)
        word, _, name = stream.partition("/")
        if kept is None or word not in KINDS:
            continue
        state, version = _from_snapshot(store, stream, KINDS[word])
        fit = state is not None
        first = islice(store.read_stream(stream), version)
        right = not fit or state == KINDS[word].fold(name, None, (one.event for one in first))
        found.append(SnapshotReport(stream, kept.version, fit, right))
    return found


class SnapshotKeeper:
    """Makes snapshots of streams as they grow: each after a number of events."""

    def __init__(self, shelf: SnapshotShelf, *, every: int = EVERY) -> None:
        self._shelf, self._every = shelf, every
        self._kept: dict[str, int] = {}

    def found(self, stream: str, version: int) -> None:
        """Count from here: a stream was opened again, and needs no snapshot at once."""
        self._kept[stream] = version - version % self._every

    def is_due(self, stream: str, version: int) -> bool:
        """Whether a stream has grown enough since its last snapshot."""
        return version - self._kept.get(stream, 0) >= self._every

    def keep(self, stream: str, version: int, state: object) -> None:
        """Keep the state of a stream."""
        self._shelf.keep_snapshot(stream, version, code_version(), sealed_state(encode(state)))
        self._kept[stream] = version
