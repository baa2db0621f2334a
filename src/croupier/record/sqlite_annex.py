"""What a SQLite journal keeps beside its events: checkpoints, sealed orders, snapshots, people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from threading import RLock

from croupier.record.merkle import Peaks
from croupier.record.people import SealedPeople
from croupier.record.snapshots import Snapshot
from croupier.record.sqlite_schema import changes_of_parts, parts_made, parts_of
from croupier.record.stores import SAME_HEAD, FailedStoreError, KeptCommand, UnusableStoreError


class SqliteAnnex(SealedPeople):
    """The tables of a file that are no part of the log.

    What is read comes from a connection that never writes. So nobody reads what is not committed.
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
        """Commit a change that changes nothing, to see whether the store can be written to."""
        with self._transaction():
            self._db.execute(SAME_HEAD)

    # --------------------------------------------------------------- checkpoints and orders

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Keep a signed checkpoint beside the events."""
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO checkpoints VALUES (?, ?)", (size, note))

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """The checkpoints that are kept, by the number of events that each covers."""
        return list(self._reader.execute("SELECT size, note FROM checkpoints ORDER BY size"))

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Keep the order of a table's cards, which only the holder of the master key can read."""
        with self._transaction():
            self._db.execute("INSERT INTO orders VALUES (?, ?, ?)", (stream, handle, sealed))

    def order(self, stream: str, handle: str) -> bytes | None:
        """The sealed order that a handle stands for; none where it is not here."""
        found = self._reader.execute(
            "SELECT sealed FROM orders WHERE stream = ? AND handle = ?", (stream, handle)
        ).fetchone()
        return None if found is None else bytes(found[0])

    # --------------------------------------------------------------------------- snapshots

    def snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream; none where there is none, or it is of another log."""
        row = self._reader.execute(
            "SELECT s.stream, s.version, s.leaf, s.code, s.state FROM snapshots AS s JOIN events "
            "AS e ON e.stream = s.stream AND e.version = s.version AND e.leaf = s.leaf "
            "WHERE s.stream = ?",
            (stream,),
        ).fetchone()
        return None if row is None else Snapshot(*row)

    def keep_snapshot(self, stream: str, version: int, code: str, state: bytes) -> None:
        """Keep the state of a stream after one of its events, in place of what was kept before.

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
        """Within it everything read is of one moment, whatever others write."""
        self._reader.execute("BEGIN")
        try:
            yield
        finally:
            self._reader.execute("COMMIT")

    def damage(self) -> str:
        """What is wrong with the file, including its indexes; empty if nothing."""
        ((found,),) = self._reader.execute("PRAGMA integrity_check(1)").fetchall()
        return "" if found == "ok" else f"the file is damaged: {' '.join(str(found).split())}"

    def changes_of_schema(self) -> list[str]:
        """How its tables and triggers differ from what croupier makes, each in a sentence."""
        return changes_of_parts(parts_of(self._reader), parts_made(self._version_of_schema()))

    def tables_outside(self) -> list[str]:
        """Tables in the file that say nothing about events: of people, and of other programs."""
        made = parts_made(self._version_of_schema())
        return sorted(
            name
            for kind, name in parts_of(self._reader).keys() - made.keys()
            if kind == "table" and not name.startswith("sqlite_")
        )

    def _version_of_schema(self) -> int:
        return int(self._reader.execute("PRAGMA user_version").fetchone()[0])

    def kept_head(self) -> tuple[Peaks, datetime | None]:
        """The tree as it is kept, and when the last event was written; none where none was."""
        rows = self._reader.execute("SELECT size, peaks, recorded FROM head").fetchall()
        try:
            ((size, peaks, recorded),) = rows
            last = None if recorded is None else datetime.fromisoformat(recorded)
        except ValueError:
            raise UnusableStoreError("the head of the record cannot be read") from None
        return Peaks.unpacked(size, peaks), last

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        """All streams, and how many events each holds by the table of streams."""
        yield from self._reader.execute("SELECT stream, version FROM streams")

    def commands(self) -> Iterator[KeptCommand]:
        """The commands that were carried out, in the order of what they led to."""
        query = "SELECT actor, command_id, first, last, content FROM commands ORDER BY first, last"
        yield from map(KeptCommand._make, self._reader.execute(query))

    def span(self, actor: str, command_id: str) -> tuple[int, int] | None:
        """The places of the first and last event of a command; none if it was never carried out."""
        query = "SELECT first, last FROM commands WHERE actor = ? AND command_id = ?"
        row = self._reader.execute(query, (actor, command_id)).fetchone()
        return None if row is None else (row[0], row[1])

    def version_at(self, stream: str, position: int) -> int:
        """How many events a stream held when the log had grown to a place."""
        query = (
            "SELECT version FROM events WHERE stream = ? AND position <= ? "
            "ORDER BY version DESC LIMIT 1"
        )
        row = self._reader.execute(query, (stream, position)).fetchone()
        return 0 if row is None else int(row[0])

    # ------------------------------------------------------------------------------ people

    def known_people(self) -> list[str]:
        """Everybody about whom something is kept."""
        return [person for (person,) in self._reader.execute("SELECT person FROM people")]

    def person(self, person: str) -> tuple[bytes, bytes] | None:
        """A person's key and profile, both sealed; none where nothing is kept."""
        row: tuple[bytes, bytes] | None = self._reader.execute(
            "SELECT key, profile FROM people WHERE person = ?", (person,)
        ).fetchone()
        return row

    def keep_person(self, person: str, key: bytes, profile: bytes) -> None:
        """Keep a person's key and profile, both sealed, in place of what was kept before."""
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO people VALUES (?, ?, ?)", (person, key, profile)
            )

    def begin_person(self, person: str, key: bytes) -> None:
        """Keep a person's key, sealed, unless there is one already."""
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
