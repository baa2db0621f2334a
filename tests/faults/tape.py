"""What a file system was asked to do, and which of it is there after the power has failed.

A killed process loses nothing that it has written: the machine keeps it. When the power fails, only
what was synced is sure. Of the rest any part may be there, in any order, torn where a sector ends.
"""

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

SECTOR = 512
"""How many bytes a disk writes at once, at the least."""
JOURNALS = ("-journal", "-wal")
"""Files whose first sync after their making syncs the folder too, as SQLite does on Unix."""


class Step(msgspec.Struct, frozen=True):
    """One thing that a file system is asked to do."""


class Create(Step, frozen=True):
    """Make a file."""

    file: int
    name: str


class Found(Step, frozen=True):
    """A file that is on the disk already."""

    file: int
    name: str
    content: bytes


class Write(Step, frozen=True):
    """Write bytes at a place."""

    file: int
    offset: int
    data: bytes


class Truncate(Step, frozen=True):
    """Cut a file off."""

    file: int
    size: int


class Sync(Step, frozen=True):
    """See that all that was written to a file is on the disk."""

    file: int


class Remove(Step, frozen=True):
    """Remove a file."""

    name: str
    synced: bool


Change = Write | Truncate
Image = dict[str, bytes]
"""The files of a disk by their names."""


class Platter:
    """What is on a disk for sure, and what was asked for since."""

    def __init__(self) -> None:
        self._content: dict[int, bytes] = {}
        self._pending: dict[int, list[Change]] = {}
        self._names: dict[str, int] = {}
        self._pending_names: list[Create | Remove] = []
        self._new_journals: set[int] = set()

    def take(self, step: Step) -> None:
        """Go on by one step."""
        match step:
            case Create(file=file, name=name):
                self._pending_names.append(step)
                if name.endswith(JOURNALS):
                    self._new_journals.add(file)
            case Found(file=file, name=name, content=content):
                self._names[name], self._content[file] = file, content
            case Write(file=file) | Truncate(file=file):
                self._pending.setdefault(file, []).append(step)
            case Sync(file=file):
                self._content[file] = changed(
                    self._content.get(file, b""), self._pending.pop(file, [])
                )
                if file in self._new_journals:
                    self._new_journals.remove(file)
                    self._sync_names()
            case Remove(synced=synced):
                self._pending_names.append(step)
                if synced:
                    self._sync_names()

    def _sync_names(self) -> None:
        self._names = named(self._names, self._pending_names)
        self._pending_names = []

    def after_power_loss(self, random: Random) -> Image:
        """One of the disks that may be found when the power is back."""
        kept_names = self._pending_names[: random.randint(0, len(self._pending_names))]
        names = named(self._names, kept_names)
        mood = random.choice((dropped, kept, torn, torn, torn))
        return {
            name: changed(self._content.get(file, b""), mood(self._pending.get(file, []), random))
            for name, file in names.items()
        }


def named(names: dict[str, int], steps: Iterable[Create | Remove]) -> dict[str, int]:
    """The names in a folder after some steps."""
    names = dict(names)
    for step in steps:
        if isinstance(step, Create):
            names[step.name] = step.file
        else:
            names.pop(step.name, None)
    return names


def changed(content: bytes, changes: Iterable[Change]) -> bytes:
    """What a file holds after some changes; a hole is filled with zeros."""
    data = bytearray(content)
    for change in changes:
        if isinstance(change, Truncate):
            del data[change.size :]
            data.extend(bytes(change.size - len(data)))
            continue
        end = change.offset + len(change.data)
        data.extend(bytes(max(0, end - len(data))))
        data[change.offset : end] = change.data
    return bytes(data)


def dropped(_: list[Change], __: Random) -> list[Change]:
    """Nothing that was not synced is there."""
    return []


def kept(changes: list[Change], _: Random) -> list[Change]:
    """Everything is there, synced or not."""
    return changes


def torn(changes: list[Change], random: Random) -> list[Change]:
    """Of each change all, nothing or some sectors, whatever became of those before it."""
    return [part for change in changes for part in _part(change, random)]


def _part(change: Change, random: Random) -> Iterator[Change]:
    fate = random.random()
    if fate < 0.4 or (fate < 0.7 and isinstance(change, Truncate)):
        yield change
    elif fate < 0.7 and isinstance(change, Write):
        for sector in _sectors(change):
            if random.random() < 0.5:
                yield sector


def _sectors(write: Write) -> Iterator[Write]:
    """A write, parted where sectors of the disk end."""
    at, end = write.offset, write.offset + len(write.data)
    while at < end:
        until = min(end, at - at % SECTOR + SECTOR)
        yield Write(write.file, at, write.data[at - write.offset : until - write.offset])
        at = until
