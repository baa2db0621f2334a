"""A journal in a SQLite file: one process writes, any number reads, and nothing is ever changed."""

import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from croupier.errors import CroupierError
from croupier.house.gaming_days import GamingDaySet
from croupier.kit.merkle import Peaks
from croupier.messages import Event
from croupier.record.clock import Clock, Reading
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.checkpoints import CheckpointSigner, Note
from croupier.record.journal import (
    Append,
    CommandName,
    LoneTurn,
    ReusedIdError,
    StreamWrite,
    Turn,
    stale_version_error,
)
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.personal_data import SealedPeople, seal_appends
from croupier.record.stores.base import (
    BATCH,
    SAME_HEAD,
    Balances,
    FailedStoreError,
    Leaf,
    SaltSource,
    Snapshot,
    StoredCommand,
    UnusableStoreError,
    add_to_balances,
    day_setting,
    in_batches,
    leaves_of,
    recorded_span,
)
from croupier.record.stores.sqlite.files import (
    Connect,
    WriterLock,
    open_connection,
    open_file,
    require_journal,
)
from croupier.record.stores.sqlite.schema import changes_of_parts, parts_made, parts_of


class SqliteSideTables(SealedPeople):
    """The tables of a file that are no part of the log.

    A connection that never writes serves all reading, so that nothing uncommitted is read.
    """

    def __init__(self, db: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        self._db, self._reader = db, reader
        self._turn = RLock()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write all of something or nothing; threads take turns."""
        with self._turn:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                self._roll_back()
                raise FailedStoreError(error) from error
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def try_writing(self) -> None:
        """Commit an empty change, to see whether the store can be written to."""
        with self._transaction():
            self._db.execute(SAME_HEAD)

    # --------------------------------------------------------------- checkpoints and orders

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Save a signed checkpoint beside the events."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO checkpoints VALUES (?, ?)", (size, note))

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """Return the checkpoints that are kept, by the number of events that each covers."""
        return list(self._reader.execute("SELECT size, note FROM checkpoints ORDER BY size"))

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Save the sealed order of a table's cards."""
        with self._transaction():
            self._db.execute("INSERT INTO orders VALUES (?, ?, ?)", (stream, handle, sealed))

    def order(self, stream: str, handle: str) -> bytes | None:
        """Return the sealed order of a handle; ``None`` if it is not here."""
        found = self._reader.execute(
            "SELECT sealed FROM orders WHERE stream = ? AND handle = ?", (stream, handle)
        ).fetchone()
        return None if found is None else bytes(found[0])

    # --------------------------------------------------------------------------- snapshots

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream; ``None`` if there is none, or it is of another log."""
        row = self._reader.execute(
            "SELECT s.stream, s.version, s.leaf, s.code, s.state FROM snapshots AS s JOIN events "
            "AS e ON e.stream = s.stream AND e.version = s.version AND e.leaf = s.leaf "
            "WHERE s.stream = ?",
            (stream,),
        ).fetchone()
        return None if row is None else Snapshot(*row)

    def keep_snapshot(self, stream: str, version: int, code: str, state: bytes) -> None:
        """Save the state of a stream after one of its events, in place of the one before.

        One that cannot be written is left out: nothing depends on it.
        """
        with suppress(FailedStoreError), self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO snapshots SELECT stream, version, leaf, ?, ? FROM events "
                "WHERE stream = ? AND version = ?",
                (code, state, stream, version),
            )

    def drop_snapshots(self) -> int:
        """Delete all snapshots, and return how many there were."""
        with self._transaction():
            return self._db.execute("DELETE FROM snapshots").rowcount

    # -------------------------------------------------- what is looked things up in, beside events

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read everything within the context as of one moment, whatever others write."""
        self._reader.execute("BEGIN")
        try:
            yield
        finally:
            self._reader.execute("COMMIT")

    def damage(self) -> str:
        """Return what is wrong with the file, including its indexes; empty if nothing."""
        ((found,),) = self._reader.execute("PRAGMA integrity_check(1)").fetchall()
        return "" if found == "ok" else f"the file is damaged: {' '.join(str(found).split())}"

    def changes_of_schema(self) -> list[str]:
        """Return how the tables and triggers differ from croupier's own, each as a sentence."""
        return changes_of_parts(parts_of(self._reader), parts_made(self._version_of_schema()))

    def tables_outside(self) -> list[str]:
        """Return the tables that say nothing about events: people's, and other programs'."""
        made = parts_made(self._version_of_schema())
        return sorted(
            name
            for kind, name in parts_of(self._reader).keys() - made.keys()
            if kind == "table" and not name.startswith("sqlite_")
        )

    def _version_of_schema(self) -> int:
        return int(self._reader.execute("PRAGMA user_version").fetchone()[0])

    def kept_head(self) -> tuple[Peaks, datetime | None]:
        """Return the stored tree, and the time of the last event; ``None`` if there is none."""
        rows = self._reader.execute("SELECT size, peaks, recorded FROM head").fetchall()
        try:
            ((size, peaks, recorded),) = rows
            last = None if recorded is None else datetime.fromisoformat(recorded)
        except ValueError:
            raise UnusableStoreError("the head of the record cannot be read") from None
        return Peaks.unpack(size, peaks), last

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        """Yield all streams, and how many events each holds by the table of streams."""
        yield from self._reader.execute("SELECT stream, version FROM streams")

    def commands(self) -> Iterator[StoredCommand]:
        """Yield the commands that were carried out, in the order of what they led to."""
        query = "SELECT actor, command_id, first, last, content FROM commands ORDER BY first, last"
        yield from map(StoredCommand._make, self._reader.execute(query))

    def span(self, actor: str, command_id: str) -> tuple[int, int] | None:
        """Return the positions of a command's first and last event; ``None`` if it has none."""
        query = "SELECT first, last FROM commands WHERE actor = ? AND command_id = ?"
        row = self._reader.execute(query, (actor, command_id)).fetchone()
        return None if row is None else (row[0], row[1])

    def version_at(self, stream: str, position: int) -> int:
        """Return how many events a stream held when the log had reached a position."""
        query = (
            "SELECT version FROM events WHERE stream = ? AND position <= ? "
            "ORDER BY version DESC LIMIT 1"
        )
        row = self._reader.execute(query, (stream, position)).fetchone()
        return 0 if row is None else int(row[0])

    # ------------------------------------------------------------------------------ people

    def known_people(self) -> list[str]:
        """Return everybody whose data the store holds."""
        return [person for (person,) in self._reader.execute("SELECT person FROM people")]

    def person(self, person: str) -> tuple[bytes, bytes] | None:
        """Return a person's key and profile, both sealed; ``None`` if there are none."""
        row: tuple[bytes, bytes] | None = self._reader.execute(
            "SELECT key, profile FROM people WHERE person = ?", (person,)
        ).fetchone()
        return row

    def keep_person(self, person: str, key: bytes, profile: bytes) -> None:
        """Save a person's key and profile, both sealed, in place of those before."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO people VALUES (?, ?, ?)", (person, key, profile)
            )

    def begin_person(self, person: str, key: bytes) -> None:
        """Save a person's key, sealed, unless there is one already."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO people VALUES (?, ?, x'')", (person, key))

    def forget_person(self, person: str, spans: list[tuple[int, int]]) -> None:
        """Delete a person's key and profile, and what identifies the commands about them.

        Deleted bytes are overwritten, in the file and in its write-ahead log.
        """
        self._forget_key(person)
        with self._transaction():
            self._db.execute("DELETE FROM people WHERE person = ?", (person,))
            self._db.executemany(
                "UPDATE commands SET content = 'erased' WHERE first <= ? AND last >= ?",
                [(last, first) for first, last in spans],
            )
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


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


class SqliteJournal(SqliteSideTables):
    """A journal in one file. When ``append`` returns, the events are on disk."""

    def __init__(
        self,
        path: Path | str,
        *,
        writing: bool = True,
        clock: Clock | None = None,
        signer: CheckpointSigner | None = None,
        master: MasterKey | None = None,
        connect: Connect = open_connection,
        salts: SaltSource = secrets.token_bytes,
    ) -> None:
        self._path = Path(path)
        self.signer = signer
        """Signs checkpoints as the log grows; ``None`` if they are not signed."""
        if master is not None:
            self.open_people(master)
        self._clock, self._salts = clock or Clock(), salts
        self._in_doubt = True
        self._lock: WriterLock | None = None
        if writing:
            require_journal(self._path, connect)
            self._lock = WriterLock(self._path)
        try:
            db = open_file(self._path, connect, writing=writing, lock=self._lock)
            super().__init__(db, open_file(self._path, connect, writing=False) if writing else db)
            if writing:
                self._look()
                self._clock.go_on_from(self._last)
        except BaseException:
            self._release_lock()
            raise

    def _look(self) -> None:
        """Find the end of the log, once: no other process writes."""
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
            self._release_lock()

    def _note_last_head(self) -> None:
        """Sign the final head, unless the outcome of the last write is unknown."""
        if self.signer is not None and self._last is not None and not self._in_doubt:
            self.signer.note_head(self._peaks, at=self._last, day=self._day, last=True)

    def _release_lock(self) -> None:
        """Release the lock, so that another process may write."""
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

        After an error the caller does not know whether it was written. Neither does the journal,
        so it looks before it writes again.
        """
        appends = seal_appends(appends, self.people)
        with self._turn:
            if self._in_doubt:
                self._look()
            self._in_doubt = True
            peaks, balances = Peaks(self._peaks.size, self._peaks.heads), Balances()
            read, day, grown = self._clock.read(), self._day, dict[str, int]()
            failed: list[CroupierError | None] = []
            with self._transaction():
                for one in appends:
                    failed.append(self._insert(one, read, peaks, grown))
                    for write in one.writes if failed[-1] is None else ():
                        at = one.cause.at or read.at
                        day = add_to_balances(balances, write.stream, day, at, write.events)
                notes: list[Note] = []
                if more := peaks.size > self._peaks.size:
                    notes = self._grow(grown, balances, peaks, read, day)
            if more:
                self._peaks, self._day, self._last = peaks, day, read.at
                self._versions |= grown
            self._in_doubt = False
        if self.signer is not None:
            self.signer.post(notes)
            self.signer.note_head(self._peaks, at=read.at, day=self._day, last=False)
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
            self._db.executemany(BOOK, _balance_rows(balances))
        self._db.execute(HEAD, (peaks.size, peaks.pack(), read.at.isoformat()))
        if self.signer is None:
            return []
        notes = self.signer.due(self._peaks, peaks, last=self._last, at=read.at, day=day)
        if notes:
            self._db.executemany(CHECKPOINT, notes)
        return notes

    def _insert(
        self, one: Append, read: Reading, peaks: Peaks, grown: dict[str, int]
    ) -> CroupierError | None:
        """Add one append to the open transaction, or return the error and leave it out."""
        versions = []
        for write in one.writes:
            before = grown.get(write.stream)
            versions.append(self._version_before(write.stream) if before is None else before)
            if stale := stale_version_error(write, versions[-1]):
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
        """Return how many events a stream holds, looked up once."""
        known = self._versions.get(stream)
        if known is None:
            known = self._versions[stream] = self.version(stream)
        return known

    # ----------------------------------------------------------------------------- reading

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._reader.execute(query, values).fetchall()

    def version(self, stream: str) -> int:
        """Return how many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = ?", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """Yield the events of a stream after a version, in order."""
        found = in_batches(lambda last: self._rows(OF_STREAM, stream, last, BATCH), after)
        for _, body in found:
            yield self._decode(body)

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """Return all events after a position, in order."""
        return (self._decode(leaf.body) for leaf in self.leaves(after))

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Return everything after a position, as it is stored."""
        return map(Leaf._make, in_batches(lambda last: self._rows(OF_LOG, last, BATCH), after))

    def streams(self) -> Iterable[str]:
        """Return the streams that have events, in the order of their first one."""
        found = [stream for (stream,) in self._rows(STREAMS)]
        if None in found:
            raise UnusableStoreError(f"{self._path} is damaged: a stream has no name")
        return found

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return the events of this actor's command, in all streams; ``None`` if it is new."""
        query = "SELECT content, first, last FROM commands WHERE actor = ? AND command_id = ?"
        span = recorded_span(self._rows(query, cause.actor, cause.command_id), cause)
        if span is None:
            return None
        query = "SELECT body FROM events WHERE position BETWEEN ? AND ? ORDER BY position"
        return tuple(self._decode(body).event for (body,) in self._rows(query, *span))

    def balances(self) -> Balances:
        """Return what each account has gained by stream and gaming day, as it is stored."""
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
        """Return the version of the schema."""
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def turn(self, after: int, names: Sequence[CommandName] = ()) -> Iterator[Turn]:  # noqa: ARG002
        """Take a turn at the file; it costs next to nothing, since no other process writes."""
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


def _balance_rows(balances: Balances) -> Iterator[tuple[str, str, str, int]]:
    for (stream, day, account), amount in balances.items():
        yield stream, day.isoformat(), account, amount
