"""Snapshots: the state of a stream after some events, so that not all have to be folded again.

A snapshot is a cache. It says which event it stands after and which code made it; one that does not
fit is dropped, and the events are folded. Deleting all of them costs time and nothing else.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from croupier.errors import CroupierError

EVERY = 1000
"""After how many events of a stream its snapshot is made anew."""
FORM = 1
"""Which form of snapshots this is; another is dropped."""
FOLDING = ("cards", "money", "table", "blackjack", "stud", "floor", "record")
"""The packages whose code decides the state of a stream, and how it is encoded."""
DIGEST_SIZE = 32


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """The state of a stream after one of its events."""

    stream: str
    """The stream."""
    version: int
    """After how many of its events."""
    leaf: bytes
    """The hash of the last of them, so that no other log's snapshot passes for this one's."""
    code: str
    """The code that made it."""
    state: bytes
    """The state, encoded, behind a hash of it."""


class DamagedSnapshotError(CroupierError):
    """A snapshot that is not as it was written."""


@cache
def code_version(*more: str) -> str:
    """A hash of the code that folds events and encodes states, and of further packages.

    Any change of it makes a new name, so the state of an older rule is never used.
    """
    digest = sha256(f"form {FORM}".encode())
    for package in (*FOLDING, *more):
        for name, source in _sources(files("croupier") / package, package):
            digest.update(f"{name}\0{len(source)}\0".encode())
            digest.update(source)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """The source files below a folder, by their path and in its order."""
    found: list[tuple[str, bytes]] = []
    for item in sorted(folder.iterdir(), key=lambda one: one.name):
        name = f"{path}/{item.name}"
        if item.is_dir() and item.name != "__pycache__":
            found += _sources(item, name)
        elif item.name.endswith(".py"):
            found.append((name, item.read_bytes()))
    return found


def sealed_state(data: bytes) -> bytes:
    """A state behind its hash."""
    return sha256(data).digest() + data


def state_in(snapshot: Snapshot) -> bytes:
    """The state that a snapshot holds."""
    digest, data = snapshot.state[:DIGEST_SIZE], snapshot.state[DIGEST_SIZE:]
    if sha256(data).digest() != digest:
        raise DamagedSnapshotError(f"the snapshot of {snapshot.stream} is damaged")
    return data
