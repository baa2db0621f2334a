"""Disks under a journal that do as a test says: they keep a tape, fail, fill up, or kill.

SQLite asks its VFS for every write. Through apsw a test puts one of its own under the journal's own
SQL; the files are real ones, beside what the test does to them.
"""

import os
import signal
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import apsw

from croupier.record.stores.sqlite.files import Connect
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.tape import Create, Found, Remove, Step, Sync, Truncate, Write


class Disk:
    """Does what it is asked to do. Those that do not are made from it."""

    def before(self, step: Step) -> None:
        """Something is about to be done."""

    def reached(self, write: Write) -> bytes:
        """As much of a write as reaches the disk."""
        return write.data

    def after(self, step: Step) -> None:
        """It was done."""


class TapedDisk(Disk):
    """Keeps all that it is asked to do."""

    def __init__(self) -> None:
        self.tape: list[object] = []
        """The steps in their order, and between them whatever a test puts there."""

    def before(self, step: Step) -> None:
        self.tape.append(step)


class CountingDisk(Disk):
    """Counts what it is asked to do, but for the making and finding of files."""

    def __init__(self) -> None:
        self.steps = 0

    def before(self, step: Step) -> None:
        self.steps += not isinstance(step, Create | Found)


class Moment(StrEnum):
    """When something happens at a write."""

    BEFORE = "before step"
    AMID = "amid step"
    AFTER = "after step"


class FatefulDisk(CountingDisk):
    """Something happens at one of its steps."""

    def __init__(self, number: int, moment: Moment) -> None:
        super().__init__()
        self._number, self._moment = number, moment

    def befalls(self, step: Step) -> None:
        """What happens."""
        raise NotImplementedError

    def before(self, step: Step) -> None:
        super().before(step)
        if self.steps == self._number and self._moment is Moment.BEFORE:
            self.befalls(step)

    def reached(self, write: Write) -> bytes:
        amid = self.steps == self._number and self._moment is Moment.AMID
        return write.data[: len(write.data) // 2] if amid else write.data

    def after(self, step: Step) -> None:
        if self.steps == self._number and self._moment is not Moment.BEFORE:
            self.befalls(step)


class DeadlyDisk(FatefulDisk):
    """Kills the process."""

    def befalls(self, _: Step) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class FailingDisk(FatefulDisk):
    """Fails, though a part or all of it may have reached the disk."""

    def befalls(self, step: Step) -> None:
        self._number = 0
        raise apsw.IOError(f"{type(step).__name__.lower()} {self.steps} failed")


class SmallDisk(Disk):
    """Has room for so many bytes."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._sizes: dict[int, int] = {}

    def before(self, step: Step) -> None:
        if isinstance(step, Write):
            size = max(self._sizes.get(step.file, 0), step.offset + len(step.data))
            others = sum(self._sizes.values()) - self._sizes.get(step.file, 0)
            if size + others > self.room:
                raise apsw.FullError("no space left on the disk")
            self._sizes[step.file] = size
        elif isinstance(step, Truncate):
            self._sizes[step.file] = step.size


# ------------------------------------------------------------------------- what SQLite talks to

_numbers = count(1)


class _Files(apsw.VFS):
    """The file system that SQLite sees: the machine's own, with a disk's word before each step."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"disk-{next(_numbers)}"
        self._disk = disk
        self._numbers: dict[str, int] = {}
        super().__init__(self.name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        there = path.exists()
        known = there and path.name in self._numbers
        number = self._numbers[path.name] if known else next(_numbers)
        content = path.read_bytes() if there and not known else b""
        opened = _File(self._disk, number, name, flags)
        if not known:
            self._numbers[path.name] = number
            new = Create(number, path.name)
            self._disk.before(Found(number, path.name, content) if there else new)
        return opened

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        step = Remove(Path(name).name, synced=sync)
        self._disk.before(step)
        super().xDelete(name, sync)
        self._disk.after(step)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, number: int, name: Any, flags: list[int]) -> None:
        self._disk, self._number = disk, number
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        step = Write(self._number, offset, bytes(data))
        self._disk.before(step)
        super().xWrite(self._disk.reached(step), offset)
        self._disk.after(step)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        step = Truncate(self._number, size)
        self._disk.before(step)
        super().xTruncate(size)
        self._disk.after(step)

    def xSync(self, flags: int) -> None:  # noqa: N802
        step = Sync(self._number)
        self._disk.before(step)
        super().xSync(flags)
        self._disk.after(step)


class _Rows:
    """What a statement found, in the manner of Python's own module."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def fetchone(self) -> Any:
        with _errors():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        with _errors():
            yield from self._cursor


class _Connection:
    """A connection of apsw that answers as one of Python's own module does."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def execute(self, statement: str, values: Sequence[Any] = ()) -> _Rows:
        with _errors():
            return _Rows(self._db.execute(statement, tuple(values)))

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> _Rows:
        with _errors():
            return _Rows(self._db.executemany(statement, [tuple(row) for row in rows]))

    def executescript(self, script: str) -> None:
        self.execute(script)

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def close(self) -> None:
        """Close it; as in Python's own module, nobody hears of what goes wrong then."""
        with suppress(apsw.Error):
            self._db.close()


@contextmanager
def _errors() -> Iterator[None]:
    """Raise what Python's own module would."""
    try:
        yield
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from None


CHECKPOINT_PAGES = 60
"""SQLite moves its log into the database when it has so many pages: early, to see it in a day."""
FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI


def connection_on(disk: Disk) -> Connect:
    """Opens files on a disk."""
    files = _Files(disk)

    def connect(uri: str) -> sqlite3.Connection:
        with _errors():
            opened = apsw.Connection(uri, flags=FLAGS, vfs=files.name)
        opened.set_busy_timeout(5_000)
        opened.wal_autocheckpoint(CHECKPOINT_PAGES)
        return cast(sqlite3.Connection, _Connection(opened))

    return connect


def journals_on(
    disk: Disk, journal: type[SqliteJournal] = SqliteJournal
) -> Callable[[Path], SqliteJournal]:
    """Opens journals on a disk."""
    return partial(journal, connect=connection_on(disk))
