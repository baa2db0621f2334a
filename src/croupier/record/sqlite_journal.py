"""A journal in a SQLite file: one process writes, any number reads, and nothing is ever changed."""

import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
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
from croupier.record.sqlite_files import Connect, WriterLock, connected, opened, see_fit
from croupier.record.store_turns import CommandName, LoneTurn, Turn
from croupier.record.stores import (
    BATCH,
    UnusableStoreError,
    day_setting,
    in_batches,
)
from croupier.table.events import Event

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
        self._lock: WriterLock | None = None
        if writing:
            see_fit(self._path, connect)
            self._lock = WriterLock(self._path)
        try:
            db = opened(self._path, connect, writing=writing, lock=self._lock)
            super().__init__(db, opened(self._path, connect, writing=False) if writing else db)
            if writing:
                self._look()
                self._clock.go_on_from(self._last)
        except BaseException:
            self._let_go()
            raise

    def _look(self) -> None:
        """Find the end of the log: nobody else writes, so once is enough."""
        self._peaks, self._last = self.kept_head()
        self._day = day_setting(self)
        self._versions: dict[str, int] = {}
        self._in_doubt = False

    def close(self) -> None:
        """Close the file and let another process write."""
        try:
            if self._lock is not None:
                self._note_last_head()
                self._lock.release_file()
            self._reader.close()
            self._db.close()
        finally:
            self._let_go()

    def _note_last_head(self) -> None:
        """Have the head signed as it stays; not where nobody knows what was written."""
        if self.notary is not None and self._last is not None and not self._in_doubt:
            self.notary.note_head(self._peaks, at=self._last, day=self._day, last=True)

    def _let_go(self) -> None:
        """Let another process write."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

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
            self.notary.note_head(self._peaks, at=read.at, day=self._day, last=False)
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
