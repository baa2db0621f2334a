"""Snapshots: the state of a stream after some events, so that not all have to be folded again.

A snapshot is a cache. It says which event it stands after and which code made it; one that does not
fit is dropped, and the events are folded. Deleting all of them costs time and nothing else.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from croupier.errors import CroupierError
from croupier.record.codec import UnreadableLogError, decode, encode
from croupier.record.journal import Journal
from croupier.record.stores.base import Snapshot, SnapshotStore, Store, snapshot_store_of
from croupier.streams import KINDS, StreamKind

EVERY = 1000
"""The number of events of a stream after which a new snapshot of it is made."""
FORM = 1
"""Which form of snapshots this is; another is dropped."""
FOLDING = (
    "cards",
    "money",
    "messages.py",
    "games",
    "house",
    "streams.py",
    "record",
)
"""The packages whose code decides the state of a stream, and how it is encoded; the ``rules`` of
every feature besides."""
DIGEST_SIZE = 32


class DamagedSnapshotError(CroupierError):
    """A snapshot that is not as it was written."""


@cache
def code_version(*more: str) -> str:
    """Return a hash of the code that folds events and encodes states, and of further packages.

    Any change of it makes a new name, so the state of an older rule is never used.
    """
    digest = sha256(f"form {FORM}".encode())
    root = files("croupier")
    features = sorted(one.name for one in root.joinpath("features").iterdir())
    rules = (f"features/{name}/rules" for name in features)
    found_rules = (one for one in rules if root.joinpath(one).is_dir())
    for package in (*FOLDING, *found_rules, *more):
        place = root.joinpath(*package.split("/"))
        found = _sources(place, package) if place.is_dir() else [(package, place.read_bytes())]
        for name, source in found:
            digest.update(f"{name}\0{len(source)}\0".encode())
            digest.update(source)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """Return the source files below a folder, by their path and in its order."""
    found: list[tuple[str, bytes]] = []
    for item in sorted(folder.iterdir(), key=lambda one: one.name):
        name = f"{path}/{item.name}"
        if item.is_dir() and item.name != "__pycache__":
            found += _sources(item, name)
        elif item.name.endswith(".py"):
            found.append((name, item.read_bytes()))
    return found


def seal_state(data: bytes) -> bytes:
    """Return a state with its hash in front."""
    return sha256(data).digest() + data


def open_state(snapshot: Snapshot) -> bytes:
    """Return the state that a snapshot holds."""
    digest, data = snapshot.state[:DIGEST_SIZE], snapshot.state[DIGEST_SIZE:]
    if sha256(data).digest() != digest:
        raise DamagedSnapshotError(f"the snapshot of {snapshot.stream} is damaged")
    return data


class RecoveredStream(NamedTuple):
    """The current state of a stream."""

    state: Any
    """A table and its history, a pool, an account."""
    version: int
    """How many events the stream holds."""


def recover(journal: Journal, stream: str) -> RecoveredStream:
    """Return the state of a stream from its snapshot and the events after it."""
    kind, name = KINDS.of(stream)
    state, version = _from_snapshot(journal, stream, kind)
    events = [envelope.event for envelope in journal.read_stream(stream, version)]
    if events:
        state = kind.fold(name, state, events)
    if state is None:
        raise CroupierError(f"there is no stream {stream}")
    return RecoveredStream(state, version + len(events))


def _from_snapshot(journal: Journal, stream: str, kind: StreamKind[Any]) -> tuple[Any, int]:
    """Return the state in the snapshot of a stream; nothing where none is valid."""
    shelf = snapshot_store_of(journal)
    kept = None if shelf is None else shelf.snapshot(stream)
    if kept is None or kept.code != code_version():
        return None, 0
    try:
        return decode(kind.state, open_state(kept)), kept.version
    except (DamagedSnapshotError, UnreadableLogError):
        return None, 0


class SnapshotReport(msgspec.Struct, frozen=True):
    """A snapshot that was compared with the events."""

    stream: str
    version: int
    """How many events of the stream it includes."""
    fit: bool
    """Whether it would be used: it is undamaged, and made by this code."""
    right: bool
    """Whether it equals the fold of the events; true also if it would not be used."""


def check_snapshots(store: Store) -> list[SnapshotReport]:
    """Return every snapshot of a store, compared with the state that its events fold to."""
    found = []
    for stream in store.streams():
        kept = store.snapshot(stream)
        kind, name = KINDS.of(stream)
        if kept is None or not kind.snapshots:
            continue
        state, version = _from_snapshot(store, stream, kind)
        fit = state is not None
        first = islice(store.read_stream(stream), version)
        right = not fit or state == kind.fold(name, None, (one.event for one in first))
        found.append(SnapshotReport(stream, kept.version, fit, right))
    return found


class SnapshotKeeper:
    """Makes snapshots of streams as they grow: each after a number of events."""

    def __init__(self, shelf: SnapshotStore, *, every: int = EVERY) -> None:
        self._shelf, self._every = shelf, every
        self._kept: dict[str, int] = {}

    def count_from(self, stream: str, version: int) -> None:
        """Count from this version: a reopened stream needs no snapshot at once."""
        self._kept[stream] = version - version % self._every

    def is_due(self, stream: str, version: int) -> bool:
        """Return whether a stream has grown enough since its last snapshot."""
        return version - self._kept.get(stream, 0) >= self._every

    def save(self, stream: str, version: int, state: object) -> None:
        """Save the state of a stream."""
        self._shelf.keep_snapshot(stream, version, code_version(), seal_state(encode(state)))
        self._kept[stream] = version
