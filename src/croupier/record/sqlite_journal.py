"""A journal in a SQLite file: one process writes, any number reads, and nothing is ever changed."""

import fcntl
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.clock import Clock, Reading
from croupier.record.envelopes import Cause, Envelope
from croupier.record.gaming_days import GamingDaySet
from croupier.record.journal import (
    Append,
    ReusedIdError,
    StreamWrite,
    refused_version,
)
from croupier.record.keys import MasterKey
from croupier.record.leaves import Leaf, SaltSource, leaves_of
from croupier.record.merkle import Peaks
from croupier.record.notary import Notary, Note
from croupier.record.people import sealed_appends
from croupier.record.sqlite_annex import SqliteAnnex
from croupier.record.sqlite_schema import made_ready, marked, see_ours
from croupier.record.store_turns import CommandName, LoneTurn, Turn
from croupier.record.stores import (
    BATCH,
    BeingWrittenError,
    UnusableStoreError,
    day_setting,
    in_batches,
)
from croupier.table.events import Event

PATIENCE = 60.0
"""How many seconds it waits for whoever else writes to the file: a server keeps people in it too.

On a busy disk that may take a while; to give up sooner would lose a command that could be kept.
"""
GLANCE = 0.02
"""How many seconds a follower sleeps between two looks at the file."""
USED = "SELECT 1 FROM commands WHERE actor = ? AND command_id = ?"
COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?, ?)"
CHECKPOINT = "INSERT OR IGNORE INTO checkpoints VALUES (?, ?)"
GROW = """
INSERT INTO streams VALUES (?, ?) ON CONFLICT DO UPDATE SET version = excluded.version
"""
BOOK = """
INSERT INTO balances VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET amount = amount + excluded.amount
"""
OF_STREAM = """
SELECT version, body FROM events
WHERE stream = ? AND version > ? AND position > 0 ORDER BY version LIMIT ?
"""
OF_LOG = """
SELECT position, stream, version, body, leaf FROM events
WHERE position > ? ORDER BY position LIMIT ?
"""
HEAD = "UPDATE head SET size = ?, peaks = ?, recorded = ?"
STREAMS = """
SELECT stream FROM streams ORDER BY
(SELECT position FROM events WHERE events.stream = streams.stream AND version = 1)
"""
"""One look into an index for each stream, however many events there are."""

Connect = Callable[[str], sqlite3.Connection]
"""Opens the file that a URI names; a test puts a failing disk under a journal with one."""


def connected(uri: str) -> sqlite3.Connection:
    """A connection whose transactions begin and end where the journal says so."""
    return sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, timeout=PATIENCE
    )


class SqliteJournal(SqliteAnnex):
    """A journal in one file. When ``append`` returns, the events are on disk."""

    def __init__(
        self,
        path: Path | str,
        *,
        writing: bool = True,
        clock: Clock | None = None,
        notary: Notary | None = None,
        master: MasterKey | None = None,
        connect: Connect = connected,
        salts: SaltSource = secrets.token_bytes,
    ) -> None:
        self._path = Path(path)
        self.notary = notary
        """Who signs checkpoints as the log grows; none where nobody does."""
        if master is not None:
            self.open_people(master)
        self._clock, self._salts = clock or Clock(), salts
        self._in_doubt = True
        self._lock: int | None = None
        if writing:
            _see_fit(self._path, connect)
            self._take_the_pen()
        try:
            db = _opened(self._path, connect, writing=writing)
            super().__init__(db, _opened(self._path, connect, writing=False) if writing else db)
            if writing:
                self._look()
                self._clock.go_on_from(self._last)
        except BaseException:
            self._put_the_pen_down()
            raise

    def _look(self) -> None:
        """Find the end of the log: nobody else writes, so once is enough."""
        self._peaks, self._last = self.kept_head()
        self._day = day_setting(self)
        self._versions: dict[str, int] = {}
        self._in_doubt = False

    # -------------------------------------------------------------------------- one writer

    def _take_the_pen(self) -> None:
        """Become the one process that writes; a lock file beside the journal says so."""
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
            raise BeingWrittenError(
                f"{self._path} is in use by another process; only one may write, but all may read"
            ) from None

    def _put_the_pen_down(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def close(self) -> None:
        """Close the file and let another process write."""
        try:
            self._reader.close()
            self._db.close()
        finally:
            self._put_the_pen_down()

    # ----------------------------------------------------------------------------- writing

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events; a stale version raises :class:`StaleVersionError`."""
        (failed,) = self.append_group([Append(tuple(writes), cause)])
        if failed is not None:
            raise failed

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write what several commands led to, in one transaction that is synced once.

        Whoever gets an error does not know whether it was written. Neither does the journal, so it
        looks before it writes again.
        """
        appends = sealed_appends(appends, self.people)
        with self._turn:
            if self._in_doubt:
                self._look()
            self._in_doubt = True
            peaks, balances = Peaks(self._peaks.size, self._peaks.heads), Balances()
            read, day, grown = self._clock.read(), self._day, dict[str, int]()
            failed: list[CroupierError | None] = []
            with self._transaction():
                for one in appends:
                    failed.append(self._written(one, read, peaks, grown))
                    for write in one.writes if failed[-1] is None else ():
                        at = one.cause.at or read.at
                        day = book(balances, write.stream, day, at, write.events)
                notes: list[Note] = []
                if more := peaks.size > self._peaks.size:
                    notes = self._grow(grown, balances, peaks, read, day)
            if more:
                self._peaks, self._day, self._last = peaks, day, read.at
                self._versions |= grown
            self._in_doubt = False
        if self.notary is not None:
            self.notary.post(notes)
        return failed

    def _grow(
        self,
        grown: dict[str, int],
        balances: Balances,
        peaks: Peaks,
        read: Reading,
        day: GamingDaySet,
    ) -> list[Note]:
        """Add what follows from new events to the open transaction; returns the checkpoints due."""
        self._db.executemany(GROW, grown.items())
        if balances:
            self._db.executemany(BOOK, _booked(balances))
        self._db.execute(HEAD, (peaks.size, peaks.packed(), read.at.isoformat()))
        if self.notary is None:
            return []
        notes = self.notary.due(self._peaks, peaks, last=self._last, at=read.at, day=day)
        if notes:
            self._db.executemany(CHECKPOINT, notes)
        return notes

    def _written(
        self, one: Append, read: Reading, peaks: Peaks, grown: dict[str, int]
    ) -> CroupierError | None:
        """Put one append into the open transaction; or the reason why not, nothing done."""
        versions = []
        for write in one.writes:
            before = grown.get(write.stream)
            versions.append(self._version_before(write.stream) if before is None else before)
            if stale := refused_version(write, versions[-1]):
                return stale
        cause = one.cause
        if self._db.execute(USED, (cause.actor, cause.command_id)).fetchone():
            return ReusedIdError(cause.command_id)
        leaves = leaves_of(one.writes, versions, cause, read, peaks, salts=self._salts)
        span = peaks.size - len(leaves) + 1, peaks.size
        self._db.execute(COMMAND, (cause.actor, cause.command_id, cause.content, *span))
        self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", leaves)
        for write, before in zip(one.writes, versions, strict=True):
            if write.events:
                grown[write.stream] = before + len(write.events)
        return None

    def _version_before(self, stream: str) -> int:
        """How many events a stream holds, looked up once."""
        known = self._versions.get(stream)
        if known is None:
            known = self._versions[stream] = self.version(stream)
        return known

    # ----------------------------------------------------------------------------- reading

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._reader.execute(query, values).fetchall()

    def version(self, stream: str) -> int:
        """How many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = ?", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        found = in_batches(lambda last: self._rows(OF_STREAM, stream, last, BATCH), after)
        for _, body in found:
            yield self._decoded(body)

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        return (self._decoded(leaf.body) for leaf in self.leaves(after))

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Everything after a place, as it is stored."""
        return map(Leaf._make, in_batches(lambda last: self._rows(OF_LOG, last, BATCH), after))

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        found = [stream for (stream,) in self._rows(STREAMS)]
        if None in found:
            raise UnusableStoreError(f"{self._path} is damaged: a stream has no name")
        return found

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never."""
        query = "SELECT content, first, last FROM commands WHERE actor = ? AND command_id = ?"
        rows = self._rows(query, cause.actor, cause.command_id)
        if not rows:
            return None
        content, first, last = rows[0]
        if content != cause.content:
            raise ReusedIdError(cause.command_id)
        query = "SELECT body FROM events WHERE position BETWEEN ? AND ? ORDER BY position"
        return tuple(self._decoded(body).event for (body,) in self._rows(query, first, last))

    def balances(self) -> Balances:
        """What every account has gained in each stream on each gaming day, as it was kept."""
        query = "SELECT stream, day, account, amount FROM balances WHERE amount"
        try:
            return {
                (stream, date.fromisoformat(day), account): amount
                for stream, day, account, amount in self._rows(query)
            }
        except ValueError:
            raise UnusableStoreError("a balance is stored for an impossible day") from None

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""
        return self.kept_head()[0]

    def schema(self) -> int:
        """The version of the schema."""
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def turn(self, after: int, names: Sequence[CommandName] = ()) -> Iterator[Turn]:  # noqa: ARG002
        """Take a turn at the file: nobody else writes, and asking costs next to nothing."""
        yield LoneTurn(self, after)

    def wait(self, seconds: float, *, for_others: bool = False) -> int:  # noqa: ARG002
        """Wait until something may have been appended, or the given seconds have passed."""
        until = time.monotonic() + seconds
        seen = self._rows("PRAGMA data_version")
        while time.monotonic() < until:
            time.sleep(min(GLANCE, seconds))
            if self._rows("PRAGMA data_version") != seen:
                break
        return 0


def _booked(balances: Balances) -> Iterator[tuple[str, str, str, int]]:
    for (stream, day, account), amount in balances.items():
        yield stream, day.isoformat(), account, amount


def _see_fit(path: Path, connect: Connect) -> None:
    """Check that a file is a journal, or may become one, before anything is made beside it."""
    if path.is_dir():
        raise UnusableStoreError(f"{path} is a folder; a record is a file")
    if path.exists() and path.stat().st_size and not marked(path):
        db = connect(f"{path.absolute().as_uri()}?mode=ro")
        try:
            # What a crash has left amid its making is for whoever writes to mend.
            with suppress(sqlite3.Error, UnicodeDecodeError):
                see_ours(db, path, or_empty=True)
        finally:
            db.close()


def _opened(path: Path, connect: Connect, *, writing: bool) -> sqlite3.Connection:
    """Open the file, and make it a journal where it is new."""
    if not writing and not path.is_file():
        raise UnusableStoreError(f"no record at {path}")
    if not writing:
        marked(path)
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}"
    try:
        return _ready(connect(uri), path, writing=writing)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not writing and _lies_still(path):
            return _ready(connect(f"{uri}&immutable=1"), path, writing=False)
        raise UnusableStoreError(f"{path} cannot be used as a record: {_told(error)}") from None


def _ready(db: sqlite3.Connection, path: Path, *, writing: bool) -> sqlite3.Connection:
    try:
        made_ready(db, path, writing=writing)
    except BaseException:
        db.close()
        raise
    return db


def _lies_still(path: Path) -> bool:
    """Whether a file is where nobody can write, with nothing beside it that would belong to it.

    SQLite makes files beside the one that it reads. On a disc that is only read it needs none.
    """
    writable = os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    return not writable and not path.with_name(f"{path.name}-wal").exists()


def _told(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """What SQLite says about a file, in words that help; of a damaged one it may be no text."""
    said = str(error)
    damaged = "malformed" in said or isinstance(error, UnicodeDecodeError)
    return "it is damaged, or was copied in part" if damaged else said
