"""What a PostgreSQL journal keeps beside its events: checkpoints, orders, snapshots, people."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from threading import local
from typing import Any

from psycopg import Error, IsolationLevel
from psycopg_pool import ConnectionPool

from croupier.record.merkle import Peaks
from croupier.record.people import SealedPeople
from croupier.record.postgres_batches import AnswerRow, BatchConnection, StatementAsked
from croupier.record.postgres_schema import (
    MISSING,
    OUTSIDE,
    OWNER,
    OWNERS,
    RIGHTS,
    TABLES,
    TRIGGERS,
)
from croupier.record.snapshots import Snapshot
from croupier.record.stores import SAME_HEAD, FailedStoreError, KeptCommand, UnusableStoreError

KEEP_SNAPSHOT = """
INSERT INTO snapshots SELECT stream, version, leaf, %s, %s FROM events
WHERE stream = %s AND version = %s
ON CONFLICT (stream) DO UPDATE SET version = excluded.version, leaf = excluded.leaf,
    code = excluded.code, state = excluded.state
"""


class Held(local):
    """The connection that a thread reads everything by, while it needs one moment."""

    connection: BatchConnection | None = None


class PostgresAnnex(SealedPeople):
    """The tables of a database that are no part of the log."""

    def __init__(self, pool: ConnectionPool[BatchConnection]) -> None:
        self._pool = pool
        self._held = Held()

    @contextmanager
    def _connection(self) -> Iterator[BatchConnection]:
        """A connection on which each statement counts at once, unless a transaction is begun."""
        try:
            if self._held.connection is not None:
                yield self._held.connection
                return
            with self._pool.connection() as db:
                yield db
        except Error as error:
            raise FailedStoreError(error) from error

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Within it everything read is of one moment, whatever others write."""
        with self._connection() as db:
            db.isolation_level = IsolationLevel.REPEATABLE_READ
            self._held.connection = db
            try:
                with db.transaction():
                    yield
            finally:
                self._held.connection = None
                db.isolation_level = None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._connection() as db:
            return db.execute(query, values).fetchall()

    def _together(self, *asked: StatementAsked) -> list[AnswerRow]:
        """Carry out prepared statements, and return the rows of the last one."""
        with self._connection() as db:
            return db.together(*asked)[-1]

    def _write(self, statement: str, *values: object) -> int:
        """Execute a statement, and return how many rows it changed."""
        with self._connection() as db:
            return db.execute(statement, values).rowcount

    def try_writing(self) -> None:
        """Commit a change that changes nothing, to see whether the store can be written to."""
        self._write(SAME_HEAD)

    # --------------------------------------------------------------- checkpoints and orders

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Keep a signed checkpoint beside the events."""
        self._write("INSERT INTO checkpoints VALUES (%s, %s) ON CONFLICT DO NOTHING", size, note)

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """The checkpoints that are kept, by the number of events that each covers."""
        rows = self._rows("SELECT size, note FROM checkpoints ORDER BY size")
        return [(size, bytes(note)) for size, note in rows]

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Keep the order of a table's cards, which only the holder of the master key can read."""
        self._write("INSERT INTO orders VALUES (%s, %s, %s)", stream, handle, sealed)

    def order(self, stream: str, handle: str) -> bytes | None:
        """The sealed order that a handle stands for; none where it is not here."""
        query = "SELECT sealed FROM orders WHERE stream = %s AND handle = %s"
        rows = self._rows(query, stream, handle)
        return bytes(rows[0][0]) if rows else None

    # --------------------------------------------------------------------------- snapshots

    def snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream; none where there is none, or it is of another log."""
        rows = self._rows(
            "SELECT s.stream, s.version, s.leaf, s.code, s.state FROM snapshots AS s JOIN events "
            "AS e ON e.stream = s.stream AND e.version = s.version AND e.leaf = s.leaf "
            "WHERE s.stream = %s",
            stream,
        )
        if not rows:
            return None
        name, version, leaf, code, state = rows[0]
        return Snapshot(name, version, bytes(leaf), code, bytes(state))

    def keep_snapshot(self, stream: str, version: int, code: str, state: bytes) -> None:
        """Keep the state of a stream after one of its events, in place of what was kept before.

        One that cannot be written is left out: nothing depends on it.
        """
        with suppress(FailedStoreError):
            self._write(KEEP_SNAPSHOT, code, state, stream, version)

    def drop_snapshots(self) -> int:
        """Delete all snapshots, and return how many there were."""
        return self._write("DELETE FROM snapshots")

    # -------------------------------------------------- what is looked things up in, beside events

    def damage(self) -> str:
        """Nothing that a client could see: the server checks its own files."""
        return ""

    def changes_of_schema(self) -> list[str]:
        """How its tables and rights differ from what croupier makes, each in a sentence."""
        ours = list(TABLES)
        found = [f"the table {name} is missing" for (name,) in self._rows(MISSING, ours)]
        for name, owner in self._rows(OWNERS, ours):
            found.append(f"the table {name} belongs to {owner}, not to {OWNER}")
        for who, right in self._rows(RIGHTS):
            found.append(f"{who} may {right} events")
        for kind, name, table in self._rows(TRIGGERS):
            found.append(f"there is a {kind} {name} on {table}, which croupier did not make")
        return found

    def tables_outside(self) -> list[str]:
        """Tables in the database that say nothing about events: of people, and other programs."""
        return [str(name) for (name,) in self._rows(OUTSIDE, list(TABLES))]

    def kept_head(self) -> tuple[Peaks, datetime | None]:
        """The tree as it is kept, and when the last event was written; none where none was."""
        rows = self._rows("SELECT size, peaks, recorded FROM head")
        if len(rows) != 1:
            raise UnusableStoreError("the head of the record cannot be read")
        ((size, peaks, recorded),) = rows
        return Peaks.unpacked(size, bytes(peaks)), recorded

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        """All streams, and how many events each holds by the table of streams."""
        for row in self._rows("SELECT stream, version FROM streams"):
            yield row[0], row[1]

    def commands(self) -> Iterator[KeptCommand]:
        """The commands that were carried out, in the order of what they led to."""
        query = "SELECT actor, command_id, first, last, content FROM commands ORDER BY first, last"
        yield from map(KeptCommand._make, self._rows(query))

    def span(self, actor: str, command_id: str) -> tuple[int, int] | None:
        """The places of the first and last event of a command; none if it was never carried out."""
        query = "SELECT first, last FROM commands WHERE actor = %s AND command_id = %s"
        rows = self._rows(query, actor, command_id)
        return (rows[0][0], rows[0][1]) if rows else None

    def version_at(self, stream: str, position: int) -> int:
        """How many events a stream held when the log had grown to a place."""
        rows = self._rows(
            "SELECT version FROM events WHERE stream = %s AND position <= %s "
            "ORDER BY version DESC LIMIT 1",
            stream,
            position,
        )
        return int(rows[0][0]) if rows else 0

    # ------------------------------------------------------------------------------ people

    def known_people(self) -> list[str]:
        """Everybody about whom something is kept."""
        return [person for (person,) in self._rows("SELECT person FROM people")]

    def person(self, person: str) -> tuple[bytes, bytes] | None:
        """A person's key and profile, both sealed; none where nothing is kept."""
        rows = self._rows("SELECT key, profile FROM people WHERE person = %s", person)
        return (bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    def keep_person(self, person: str, key: bytes, profile: bytes) -> None:
        """Keep a person's key and profile, both sealed, in place of what was kept before."""
        self._write(
            "INSERT INTO people VALUES (%s, %s, %s) ON CONFLICT (person) DO UPDATE SET "
            "key = excluded.key, profile = excluded.profile",
            person,
            key,
            profile,
        )

    def begin_person(self, person: str, key: bytes) -> None:
        """Keep a person's key, sealed, unless there is one already."""
        self._write(
            "INSERT INTO people VALUES (%s, %s, '') ON CONFLICT (person) DO NOTHING", person, key
        )

    def forget_person(self, person: str, spans: list[tuple[int, int]]) -> None:
        """Delete a person's key and profile, and what identifies the commands about them."""
        self._forget_key(person)
        with self._connection() as db, db.transaction():
            db.execute("DELETE FROM people WHERE person = %s", (person,))
            for first, last in spans:
                db.execute(
                    "UPDATE commands SET content = 'erased' WHERE first <= %s AND last >= %s",
                    (last, first),
                )
