"""A journal in a SQLite file: one process writes, any number reads, and nothing is ever changed."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.clock import Clock, Reading
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import (
    Append,
    ReusedIdError,
    StreamWrite,
    refused_version,
)
from croupier.record.leaves import Leaf, leaves_of
from croupier.record.merkle import Peaks
from croupier.record.stores import UnusableStoreError, day_setting
from croupier.table.events import Event

APPLICATION_ID = 0x63726F75
"""What SQLite says of whose file it is: the letters ``crou``."""
SCHEMA_VERSION = 1

SCHEMA = """
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    leaf BLOB NOT NULL,
    UNIQUE (stream, version)
) STRICT;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
CREATE TABLE streams (stream TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE commands (
    actor TEXT NOT NULL,
    command_id TEXT NOT NULL,
    content TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (actor, command_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE head (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    size INTEGER NOT NULL,
    peaks BLOB NOT NULL,
    recorded TEXT
) STRICT;
INSERT INTO head VALUES (1, 0, x'', NULL);
CREATE TABLE balances (
    stream TEXT NOT NULL,
    day TEXT NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (stream, day, account)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    note BLOB NOT NULL
) STRICT;
CREATE TABLE orders (
    stream TEXT NOT NULL,
    handle TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (stream, handle)
) STRICT, WITHOUT ROWID;
"""


GLANCE = 0.02
"""How many seconds a follower sleeps between two looks at the file."""
BOOK = """
INSERT INTO balances VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET amount = amount + excluded.amount
"""

Connect = Callable[[str], sqlite3.Connection]
"""Opens the file that a URI names; a test puts a failing disk under a journal with one."""


def connected(uri: str) -> sqlite3.Connection:
    """A connection whose transactions begin and end where the journal says so."""
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


class SqliteJournal:
    """A journal in one file. What ``append`` has returned from is on disk."""

    def __init__(
        self,
        path: Path | str,
        *,
        writing: bool = True,
        clock: Clock | None = None,
        connect: Connect = connected,
    ) -> None:
        self._path = Path(path)
        self._lock: int | None = None
        if writing:
            self._take_the_pen()
        try:
            self._db = _opened(self._path, connect, writing=writing)
            self._peaks, last = self._head()
            self._day = day_setting(self)
        except BaseException:
            self._put_the_pen_down()
            raise
        self._clock = clock or Clock()
        self._clock.go_on_from(last)

    def _head(self) -> tuple[Peaks, datetime | None]:
        """The tree over all that is written, and when the last of it was."""
        size, peaks, recorded = self._db.execute(
            "SELECT size, peaks, recorded FROM head"
        ).fetchone()
        last = None if recorded is None else datetime.fromisoformat(recorded)
        return Peaks.unpacked(size, peaks), last

    # -------------------------------------------------------------------------- one writer

    def _take_the_pen(self) -> None:
        """Be the one process that writes; a lock file beside the journal says so."""
        lock = self._path.with_name(f"{self._path.name}-writer")
        try:
            self._lock = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise UnusableStoreError(f"{self._path} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            self._lock = None
            raise UnusableStoreError(
                f"{self._path} is being written by another process; only one may, all may read"
            ) from None

    def _put_the_pen_down(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def close(self) -> None:
        """Close the file and let another process write."""
        try:
            self._db.close()
        finally:
            self._put_the_pen_down()

    # ----------------------------------------------------------------------------- writing

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events down; a stale version raises :class:`StaleVersionError`."""
        (failed,) = self.append_group([Append(tuple(writes), cause)])
        if failed is not None:
            raise failed

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write down what several commands led to, in one transaction that is synced once."""
        peaks, balances = Peaks(self._peaks.size, self._peaks.heads), Balances()
        read, day = self._clock.read(), self._day
        failed: list[CroupierError | None] = []
        with self._transaction():
            for one in appends:
                failed.append(self._written(one, read, peaks))
                for write in one.writes if failed[-1] is None else ():
                    day = book(balances, write.stream, day, one.cause.at or read.at, write.events)
            self._db.executemany(BOOK, _rows(balances))
            self._db.execute(
                "UPDATE head SET size = ?, peaks = ?, recorded = ?",
                (peaks.size, peaks.packed(), read.at.isoformat()),
            )
        self._peaks, self._day = peaks, day
        return failed

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _written(self, one: Append, read: Reading, peaks: Peaks) -> CroupierError | None:
        """Put one append into the open transaction; or the reason why not, nothing done."""
        versions = []
        for write in one.writes:
            versions.append(self.version(write.stream))
            if stale := refused_version(write, versions[-1]):
                return stale
        cause = one.cause
        if self._found(cause) is not None:
            return ReusedIdError(cause.command_id)
        leaves = leaves_of(one.writes, versions, cause, read, peaks)
        self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", leaves)
        self._db.executemany(
            "INSERT INTO streams VALUES (?, ?) "
            "ON CONFLICT DO UPDATE SET version = excluded.version",
            {leaf.stream: leaf.version for leaf in leaves}.items(),
        )
        span = peaks.size - len(leaves) + 1, peaks.size
        key = cause.actor, cause.command_id, cause.content
        self._db.execute("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", (*key, *span))
        return None

    # ----------------------------------------------------------------------------- reading

    def version(self, stream: str) -> int:
        """How many events a stream holds."""
        found = self._db.execute("SELECT version FROM streams WHERE stream = ?", (stream,))
        row = found.fetchone()
        return 0 if row is None else int(row[0])

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        found = self._db.execute(
            "SELECT body FROM events WHERE stream = ? AND version > ? ORDER BY version",
            (stream, after),
        )
        return (decode_envelope(body) for (body,) in found)

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        return (decode_envelope(leaf.body) for leaf in self.leaves(after))

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Everything after a place, as it is stored."""
        found = self._db.execute(
            "SELECT position, stream, version, body, leaf FROM events WHERE position > ? "
            "ORDER BY position",
            (after,),
        )
        return (Leaf(*row) for row in found)

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        found = self._db.execute("SELECT stream FROM events WHERE version = 1 ORDER BY position")
        return [stream for (stream,) in found]

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never."""
        found = self._found(cause)
        if found is None:
            return None
        content, first, last = found
        if content != cause.content:
            raise ReusedIdError(cause.command_id)
        bodies = self._db.execute(
            "SELECT body FROM events WHERE position BETWEEN ? AND ? ORDER BY position",
            (first, last),
        )
        return tuple(decode_envelope(body).event for (body,) in bodies)

    def _found(self, cause: Cause) -> tuple[str, int, int] | None:
        """Where it is written what a command led to, and the command's content."""
        row: tuple[str, int, int] | None = self._db.execute(
            "SELECT content, first, last FROM commands WHERE actor = ? AND command_id = ?",
            (cause.actor, cause.command_id),
        ).fetchone()
        return row

    def balances(self) -> Balances:
        """What every account has gained in each stream on each gaming day, as it was kept."""
        found = self._db.execute("SELECT stream, day, account, amount FROM balances WHERE amount")
        return {
            (stream, date.fromisoformat(day), account): amount
            for stream, day, account, amount in found
        }

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""
        return self._head()[0]

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Keep a signed checkpoint beside the events."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO checkpoints VALUES (?, ?)", (size, note))

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """The checkpoints that are kept, by the number of events that each tells of."""
        return list(self._db.execute("SELECT size, note FROM checkpoints ORDER BY size"))

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Keep the order of a table's cards, which only the holder of the master key can read."""
        with self._transaction():
            self._db.execute("INSERT INTO orders VALUES (?, ?, ?)", (stream, handle, sealed))

    def order(self, stream: str, handle: str) -> bytes | None:
        """The sealed order that a handle stands for; none where it is not here."""
        found = self._db.execute(
            "SELECT sealed FROM orders WHERE stream = ? AND handle = ?", (stream, handle)
        ).fetchone()
        return None if found is None else bytes(found[0])

    def wait(self, seconds: float) -> None:
        """Wait until something may have been appended, or so many seconds have gone by."""
        until = time.monotonic() + seconds
        (seen,) = self._db.execute("PRAGMA data_version").fetchone()
        while time.monotonic() < until:
            time.sleep(min(GLANCE, seconds))
            (now,) = self._db.execute("PRAGMA data_version").fetchone()
            if now != seen:
                return


def _rows(balances: Balances) -> Iterator[tuple[str, str, str, int]]:
    for (stream, day, account), amount in balances.items():
        yield stream, day.isoformat(), account, amount


def _opened(path: Path, connect: Connect, *, writing: bool) -> sqlite3.Connection:
    """Open the file, and make it a journal where it is new."""
    if not writing and not path.exists():
        raise UnusableStoreError(f"there is no journal at {path}")
    mode = "rwc" if writing else "ro"
    try:
        db = connect(f"{path.absolute().as_uri()}?mode={mode}")
        try:
            _made_ready(db, path, writing=writing)
        except BaseException:
            db.close()
            raise
    except sqlite3.Error as error:
        raise UnusableStoreError(f"{path} cannot be used as a journal: {error}") from None
    return db


def _made_ready(db: sqlite3.Connection, path: Path, *, writing: bool) -> None:
    """See whose file it is and of which version; a new one becomes ours."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (tables or not writing):
        raise UnusableStoreError(f"{path} is a database of something else, not a journal")
    if version > SCHEMA_VERSION:
        raise UnusableStoreError(
            f"{path} was written by a newer croupier (schema {version}, this one reads up to "
            f"{SCHEMA_VERSION}): use that one"
        )
    if not writing:
        return
    if db.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
        raise UnusableStoreError(f"{path} cannot be used as a journal: it has no write-ahead log")
    db.execute("PRAGMA synchronous = FULL")
    if not tables:
        db.executescript(
            f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
