"""The file of a SQLite journal: what it is, who writes to it, and how it is opened.

Nothing here opens the file beside SQLite. POSIX drops all locks that a process has on a file as
soon as the process closes any handle of it, however it came by that handle. Without its lock a
journal looks abandoned: the next program that closes the file removes the write-ahead log under
it, and with the log everything that was acknowledged since. SQLite knows all its own handles, and
closes none while one of them has a lock; so everything about the file is learned from SQLite,
or from the file's name, which needs no handle.
"""

import fcntl
import os
import sqlite3
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from croupier.record.stores.base import BeingWrittenError, UnusableStoreError, newer_version_error
from croupier.record.stores.sqlite.schema import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    migrate,
    require_own,
)

PATIENCE = 60.0
"""How many seconds it waits for another writer of the file: a server keeps people in it too.

On a busy disk that may take a while; to give up sooner would lose a command that could be kept.
"""
HEADER_SIZE = 100
"""How long the header of a SQLite file is; what is shorter, SQLite takes for an empty one."""
NO_DATABASE = "file is not a database"
"""What SQLite says of a file that is none of its own."""
HANDLES = "/proc/self/fd"
"""Where Linux lists the handles of a process."""
LOCK = struct.Struct("hhqqi0q")
"""What ``fcntl`` takes for a lock: its kind, from where it counts, its place, its length, who."""
LOCK_PLACE = 2**62
"""Far behind the last byte of any file, and away from the bytes that SQLite locks."""

Connect = Callable[[str], sqlite3.Connection]
"""Opens the file that a URI names; a test puts a failing disk under a journal with one."""


def open_connection(uri: str) -> sqlite3.Connection:
    """Return a connection without automatic transactions: the journal begins and ends them."""
    return sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=PATIENCE
    )


class WriterLock:
    """The right to write to a file, which one process has at a time.

    It is taken twice. The lock beside the file goes by the name that is left when symbolic links
    are resolved; it is there before the file is. The lock on the file itself goes by the file: it
    also keeps out a process that comes by another mount, or after the file was renamed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = self._on_file = -1
        self._others = frozenset[int]()
        true = path.resolve()
        try:
            self._beside = os.open(
                true.with_name(f"{true.name}-writer"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
            )
        except OSError as error:
            raise UnusableStoreError(f"{path} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise self._in_use_error() from None
        self._others = _handles_of(path)

    def take_file(self) -> None:
        """Lock the file itself, once SQLite has opened it.

        The lock is put on SQLite's own handle. A handle of our own would drop SQLite's locks when
        it is closed. It is the kind that belongs to the handle, not to the process: no other close
        drops it. Where the system has no such locks, the one beside the file must do.
        """
        now = _handles_of(self._path)
        for handle in (*(now - self._others), *(now & self._others)):
            try:
                _lock(handle, fcntl.F_WRLCK)
            except (BlockingIOError, PermissionError):
                raise self._in_use_error() from None
            except OSError:
                continue
            self._on_file = handle
            return

    def release_file(self) -> None:
        """Release the lock on the file itself, before SQLite closes it.

        SQLite keeps the handle for as long as anybody else in the process has the file open.
        """
        if self._on_file >= 0:
            with suppress(OSError):
                _lock(self._on_file, fcntl.F_UNLCK)
            self._on_file = -1

    def release(self) -> None:
        """Let another process write."""
        self.release_file()
        if self._beside >= 0:
            os.close(self._beside)
            self._beside = -1

    def _in_use_error(self) -> BeingWrittenError:
        return BeingWrittenError(
            f"{self._path} is in use by another process; only one may write, but all may read"
        )


def _handles_of(path: Path) -> frozenset[int]:
    """Return the handles by which this process may write to a file; empty if unknown."""
    if sys.platform != "linux":
        return frozenset()
    try:
        there, listed = path.stat(), os.listdir(HANDLES)
    except OSError:
        return frozenset()
    found = set()
    for handle in map(int, listed):
        # One that was closed since, such as the one by which they were listed, has no state.
        with suppress(OSError):
            writable = fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR
            if writable and os.path.samestat(os.fstat(handle), there):
                found.add(handle)
    return frozenset(found)


def _lock(handle: int, kind: int) -> None:
    if sys.platform == "linux":
        lock = LOCK.pack(kind, os.SEEK_SET, LOCK_PLACE, 1, 0)
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, lock)


# What a file is ----------------------------------------------------------------------------------


def require_journal(path: Path, connect: Connect) -> None:
    """Raise unless a file is a journal or may become one, before anything is made beside it."""
    if path.is_dir():
        raise UnusableStoreError(f"{path} is a folder; a record is a file")
    if not path.exists():
        return
    _see_one_name(path)
    if path.stat().st_size and not is_marked(path, connect):
        db = connect(f"{path.absolute().as_uri()}?mode=ro")
        try:
            # A file that a crash left half made is repaired by the next writer.
            with suppress(sqlite3.Error, UnicodeDecodeError):
                require_own(db, path, or_empty=True)
        finally:
            db.close()


def _see_one_name(path: Path) -> None:
    """Refuse to write to a file that has another name.

    SQLite puts the write-ahead log beside the name that it was given. After a crash, a process
    that opens the file by its other name does not see that log, and what was acknowledged is gone.
    """
    names = path.stat().st_nlink
    if names > 1:
        raise UnusableStoreError(
            f"{path} has {names} names (hard links), but its write-ahead log only one: remove the "
            "others, and make copies with croupier backup"
        )


def is_marked(path: Path, connect: Connect) -> bool:
    """Return whether a file is marked as a journal; one with another mark is refused.

    SQLite reads it as a file that never changes, because it would make files beside any other.
    Where it has left such files, the mark may be old, and the answer is no.
    """
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise UnusableStoreError(f"{path} cannot be used as a record: Permission denied")
    if _has_log(path):
        return False
    try:
        application, version = _marks(path, connect)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # A writer that has come in between may be moving its log into the file just now.
        if _has_log(path):
            return False
        raise UnusableStoreError(
            f"{path} cannot be used as a record: {_explanation(error)}"
        ) from None
    if application not in (0, APPLICATION_ID):
        raise UnusableStoreError(f"{path} is a database, but not a record")
    if application and version > SCHEMA_VERSION:
        raise newer_version_error(str(path), version, SCHEMA_VERSION)
    return bool(application)


def is_database(path: Path) -> bool:
    """Return whether a file is a SQLite database, even a damaged one or another program's."""
    try:
        _marks(path, open_connection)
    except sqlite3.Error as error:
        return NO_DATABASE not in str(error)
    return True


def _marks(path: Path, connect: Connect) -> tuple[int, int]:
    """Return a file's application id and the version of its tables, from its header."""
    if path.stat().st_size < HEADER_SIZE:
        raise sqlite3.DatabaseError(NO_DATABASE)
    db = connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
    try:
        ((application,),) = db.execute("PRAGMA application_id").fetchall()
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
    finally:
        db.close()
    return application, version


def _has_log(path: Path) -> bool:
    """Return whether SQLite has left something beside a file that is not yet in it."""
    true = path.resolve()
    logs = (true.with_name(true.name + end) for end in ("-wal", "-journal"))
    return any(one.exists() and one.stat().st_size > 0 for one in logs)


# How it is opened --------------------------------------------------------------------------------


def open_file(
    path: Path, connect: Connect, *, writing: bool, lock: WriterLock | None = None
) -> sqlite3.Connection:
    """Open the file, and make a new one a journal; ``lock`` is the writer's."""
    if not writing and not path.is_file():
        raise UnusableStoreError(f"no record at {path}")
    if not writing:
        is_marked(path, connect)
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}"
    try:
        return _ready(connect(uri), path, writing=writing, lock=lock)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not writing and _is_read_only(path):
            return _ready(connect(f"{uri}&immutable=1"), path, writing=False)
        raise UnusableStoreError(
            f"{path} cannot be used as a record: {_explanation(error)}"
        ) from None


def _ready(
    db: sqlite3.Connection, path: Path, *, writing: bool, lock: WriterLock | None = None
) -> sqlite3.Connection:
    try:
        if lock is not None:
            lock.take_file()
        migrate(db, path, writing=writing)
    except BaseException:
        db.close()
        raise
    return db


def _is_read_only(path: Path) -> bool:
    """Return whether a file is read-only with nothing beside it that would belong to it.

    SQLite makes files beside the one that it reads. On a disc that is only read it needs none.
    """
    true = path.resolve()
    writable = os.access(true.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    return not writable and not true.with_name(f"{true.name}-wal").exists()


def _explanation(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """Return SQLite's message about a file in words that help."""
    said = str(error)
    if NO_DATABASE in said:
        return "it is not a database"
    damaged = "malformed" in said or isinstance(error, UnicodeDecodeError)
    return "it is damaged, or was copied in part" if damaged else said
