"""A journal on a PostgreSQL server: many processes write, and none can change what is there.

The events belong to a role that nobody logs in as. Those who write may add and read, no more; every
connection takes on that role, whichever user opened it.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from threading import local
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import Error, IsolationLevel, sql
from psycopg_pool import ConnectionPool

from croupier.errors import CroupierError
from croupier.kit.merkle import Peaks
from croupier.messages import Event
from croupier.record.clock import Clock
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.checkpoints import CheckpointSigner
from croupier.record.journal import (
    Append,
    CommandName,
    StreamWrite,
    Turn,
    TurnResult,
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
    in_batches,
    recorded_span,
)
from croupier.record.stores.postgres.schema import (
    MISSING,
    OUTSIDE,
    OWNER,
    OWNERS,
    RIGHTS,
    TABLES,
    TRIGGERS,
    as_reader,
    as_writer,
    one_line,
    require_usable,
)
from croupier.record.stores.postgres.writes import (
    BEGIN,
    BODIES,
    CHANNEL,
    SEEN,
    USED,
    AnswerRow,
    BatchConnection,
    GroupWriting,
    KnownDay,
    LogChangedError,
    LogState,
    PlannedStatement,
    StatementAsked,
    command_name_columns,
    is_foreseeable,
)
from croupier.streams import SETTINGS

KEEP_SNAPSHOT = """
INSERT INTO snapshots SELECT stream, version, leaf, %s, %s FROM events
WHERE stream = %s AND version = %s
ON CONFLICT (stream) DO UPDATE SET version = excluded.version, leaf = excluded.leaf,
    code = excluded.code, state = excluded.state
"""


class Held(local):
    """The connection that a thread reads everything by, while it needs one moment."""

    connection: BatchConnection | None = None


class PostgresSideTables(SealedPeople):
    """The tables of a database that are no part of the log."""

    def __init__(self, pool: ConnectionPool[BatchConnection]) -> None:
        self._pool = pool
        self._held = Held()

    @contextmanager
    def _connection(self) -> Iterator[BatchConnection]:
        """Open a connection on which each statement commits at once, outside a transaction."""
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
        """Read everything within the context as of one moment, whatever others write."""
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
        """Commit an empty change, to see whether the store can be written to."""
        self._write(SAME_HEAD)

    # --------------------------------------------------------------- checkpoints and orders

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Save a signed checkpoint beside the events."""
        self._write("INSERT INTO checkpoints VALUES (%s, %s) ON CONFLICT DO NOTHING", size, note)

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """Return the checkpoints that are kept, by the number of events that each covers."""
        rows = self._rows("SELECT size, note FROM checkpoints ORDER BY size")
        return [(size, bytes(note)) for size, note in rows]

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Save the sealed order of a table's cards."""
        self._write("INSERT INTO orders VALUES (%s, %s, %s)", stream, handle, sealed)

    def order(self, stream: str, handle: str) -> bytes | None:
        """Return the sealed order of a handle; ``None`` if it is not here."""
        query = "SELECT sealed FROM orders WHERE stream = %s AND handle = %s"
        rows = self._rows(query, stream, handle)
        return bytes(rows[0][0]) if rows else None

    # --------------------------------------------------------------------------- snapshots

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream; ``None`` if there is none, or it is of another log."""
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
        """Save the state of a stream after one of its events, in place of the one before.

        One that cannot be written is left out: nothing depends on it.
        """
        with suppress(FailedStoreError):
            self._write(KEEP_SNAPSHOT, code, state, stream, version)

    def drop_snapshots(self) -> int:
        """Delete all snapshots, and return how many there were."""
        return self._write("DELETE FROM snapshots")

    # -------------------------------------------------- what is looked things up in, beside events

    def damage(self) -> str:
        """Return nothing: the server checks its own files."""
        return ""

    def changes_of_schema(self) -> list[str]:
        """Return how the tables and triggers differ from croupier's own, each as a sentence."""
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
        """Return the tables that say nothing about events: people's, and other programs'."""
        return [str(name) for (name,) in self._rows(OUTSIDE, list(TABLES))]

    def kept_head(self) -> tuple[Peaks, datetime | None]:
        """Return the stored tree, and the time of the last event; ``None`` if there is none."""
        rows = self._rows("SELECT size, peaks, recorded FROM head")
        if len(rows) != 1:
            raise UnusableStoreError("the head of the record cannot be read")
        ((size, peaks, recorded),) = rows
        return Peaks.unpack(size, bytes(peaks)), recorded

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        """Yield all streams, and how many events each holds by the table of streams."""
        for row in self._rows("SELECT stream, version FROM streams"):
            yield row[0], row[1]

    def commands(self) -> Iterator[StoredCommand]:
        """Yield the commands that were carried out, in the order of what they led to."""
        query = "SELECT actor, command_id, first, last, content FROM commands ORDER BY first, last"
        yield from map(StoredCommand._make, self._rows(query))

    def span(self, actor: str, command_id: str) -> tuple[int, int] | None:
        """Return the positions of a command's first and last event; ``None`` if it has none."""
        query = "SELECT first, last FROM commands WHERE actor = %s AND command_id = %s"
        rows = self._rows(query, actor, command_id)
        return (rows[0][0], rows[0][1]) if rows else None

    def version_at(self, stream: str, position: int) -> int:
        """Return how many events a stream held when the log had reached a position."""
        rows = self._rows(
            "SELECT version FROM events WHERE stream = %s AND position <= %s "
            "ORDER BY version DESC LIMIT 1",
            stream,
            position,
        )
        return int(rows[0][0]) if rows else 0

    # ------------------------------------------------------------------------------ people

    def known_people(self) -> list[str]:
        """Return everybody whose data the store holds."""
        return [person for (person,) in self._rows("SELECT person FROM people")]

    def person(self, person: str) -> tuple[bytes, bytes] | None:
        """Return a person's key and profile, both sealed; ``None`` if there are none."""
        rows = self._rows("SELECT key, profile FROM people WHERE person = %s", person)
        return (bytes(rows[0][0]), bytes(rows[0][1])) if rows else None

    def keep_person(self, person: str, key: bytes, profile: bytes) -> None:
        """Save a person's key and profile, both sealed, in place of those before."""
        self._write(
            "INSERT INTO people VALUES (%s, %s, %s) ON CONFLICT (person) DO UPDATE SET "
            "key = excluded.key, profile = excluded.profile",
            person,
            key,
            profile,
        )

    def begin_person(self, person: str, key: bytes) -> None:
        """Save a person's key, sealed, unless there is one already."""
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


# A lock of its own, not the one on the head of the log: the cards of a table are written on another
# connection in the middle of a decision, and with the head locked they would wait for the very turn
# that waits for them.
WAIT = PlannedStatement("SELECT pg_advisory_xact_lock(hashtext('croupier turn'))")
"""Waits until it is this process's turn, which lasts until the transaction ends."""

Write = Callable[
    [BatchConnection, Sequence[Append], int, LogState | None],
    tuple[list[CroupierError | None], list[bytes] | None],
]
"""Writes appends in a transaction; returns what then came after a place, unless it is too much. It
is given what was seen at that place, if that was the end of the log."""


class PostgresTurn:
    """A turn among the processes that take turns: what is decided in it includes the whole log.

    A decision is stale only if something was written without a turn, as the cards of a table are
    in the middle of a decision. Otherwise the turn takes two round trips to the server.
    """

    def __init__(
        self,
        db: BatchConnection,
        after: int,
        names: Sequence[CommandName],
        *,
        decoded: Callable[[bytes], Envelope],
        write: Write,
    ) -> None:
        self._db, self._decoded, self._write = db, decoded, write
        _, _, ((size, *head),), found, used = db.together(
            (BEGIN, ()),
            (WAIT, ()),
            (SEEN, (SETTINGS,)),
            (BODIES, (after, BATCH)),
            (USED, command_name_columns(names)),
        )
        self.news = self._decode(found)
        if len(found) == BATCH:
            self.news += self._rest(found[-1][0])
        self.unused = frozenset(names) - frozenset(used)
        self._after = self.news[-1].position if self.news else after
        # The head is only good for a write in one round trip if it covers exactly what was read.
        self._seen = LogState(size, *head) if size == self._after else None

    def append(self, appends: Sequence[Append]) -> TurnResult:
        """Write what was decided, and return what is new; the turn ends with that."""
        failed, bodies = self._write(self._db, appends, self._after, self._seen)
        news = self._rest(self._after) if bodies is None else tuple(map(self._decoded, bodies))
        return TurnResult(failed, news)

    def _rest(self, after: int) -> tuple[Envelope, ...]:
        """Return all events after a position, however many."""
        rows = in_batches(lambda last: self._db.together((BODIES, (last, BATCH)))[0], after)
        return self._decode(rows)

    def _decode(self, rows: Iterable[AnswerRow]) -> tuple[Envelope, ...]:
        return tuple(self._decoded(body) for _, body in rows)


OF_LOG = """
SELECT position, stream, version, body, leaf FROM events
WHERE position > %s ORDER BY position LIMIT %s
"""
OF_STREAM = """
SELECT version, body FROM events
WHERE stream = %s AND version > %s AND position > 0 ORDER BY version LIMIT %s
"""
STREAMS = """
SELECT stream FROM streams ORDER BY
(SELECT position FROM events WHERE events.stream = streams.stream AND events.version = 1)
"""
"""One look into an index for each stream, however many events there are."""
PATIENCE = "SET idle_in_transaction_session_timeout = '30s'"
"""How long the server lets a process rest during a transaction: a stopped one holds up all
others."""
ENCODING = "SET client_encoding = 'UTF8'"


class PostgresJournal(PostgresSideTables):
    """A journal on a server. When ``append`` returns, the events are on the server's disk."""

    def __init__(
        self,
        url: str,
        *,
        writing: bool = True,
        connections: int = 4,
        signer: CheckpointSigner | None = None,
        master: MasterKey | None = None,
        salts: SaltSource = secrets.token_bytes,
    ) -> None:
        self._url, self._salts = url, salts
        self.signer = signer
        """Signs checkpoints as the log grows; ``None`` if they are not signed."""
        self._clock, self._day = Clock(), KnownDay()
        self._name = uuid4().hex
        take_on = as_writer if writing else as_reader
        try:
            with psycopg.connect(url) as db:
                require_usable(db)
                take_on(db)
                self.asked_for_password = bool(db.pgconn.used_password)
                """Whether the server let nobody in without a password."""
        except psycopg.Error as error:
            raise UnusableStoreError(f"the record cannot be opened: {one_line(error)}") from None
        super().__init__(
            ConnectionPool(
                url,
                connection_class=BatchConnection,
                min_size=1,
                max_size=connections,
                configure=_at_work(take_on),
                open=True,
            )
        )
        if master is not None:
            self.open_people(master)
        self._listening: psycopg.Connection[Any] | None = None

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()
        if self._listening is not None:
            self._listening.close()

    # ----------------------------------------------------------------------------- writing

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events; a stale version raises ``StaleVersionError``."""
        (failed,) = self.append_group([Append(tuple(writes), cause)])
        if failed is not None:
            raise failed

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write what several commands led to, in one transaction.

        The writer holds the head of the log until the commit. So places in the order are given
        in the order of commits, and no reader ever sees a hole that fills up later.
        """
        with self._connection() as db:
            return self._carry_out(db, appends)[0]

    def _carry_out(
        self,
        db: BatchConnection,
        appends: Sequence[Append],
        after: int | None = None,
        seen: LogState | None = None,
    ) -> tuple[list[CroupierError | None], list[bytes] | None]:
        """Write appends, and return what then came after a place where that was asked for."""
        appends = seal_appends(appends, self.people)

        def begin() -> GroupWriting:
            return GroupWriting(
                db,
                self._clock,
                self._day,
                self.signer,
                writer=self._name,
                salts=self._salts,
                after=after,
            )

        writing = begin()
        try:
            failed = writing.write_all(appends, seen if is_foreseeable(appends) else None)
        except LogChangedError:
            writing = begin()
            failed = writing.write_all(appends)
        if self.signer is not None:
            self.signer.post(writing.notes)
        return failed, writing.news

    @contextmanager
    def turn(self, after: int, names: Sequence[CommandName] = ()) -> Iterator[Turn]:
        """Take a turn among all processes that do; writers without a turn may still be faster."""
        with self._connection() as db:
            yield PostgresTurn(db, after, names, decoded=self._decode, write=self._carry_out)

    # ----------------------------------------------------------------------------- reading

    def version(self, stream: str) -> int:
        """Return how many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = %s", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """Yield the events of a stream after a version, in order."""
        found = in_batches(lambda last: self._rows(OF_STREAM, stream, last, BATCH), after)
        for _, body in found:
            yield self._decode(bytes(body))

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """Return all events after a position, in order."""
        found = in_batches(lambda last: self._together((BODIES, (last, BATCH))), after)
        return (self._decode(body) for _, body in found)

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Yield everything after a position, as it is stored."""
        found = in_batches(lambda last: self._rows(OF_LOG, last, BATCH), after)
        for position, stream, version, body, leaf in found:
            yield Leaf(position, stream, version, bytes(body), bytes(leaf))

    def streams(self) -> Iterable[str]:
        """Return the streams that have events, in the order of their first one."""
        return [stream for (stream,) in self._rows(STREAMS)]

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return the events of this actor's command, in all streams; ``None`` if it is new."""
        query = "SELECT content, first, last FROM commands WHERE actor = %s AND command_id = %s"
        span = recorded_span(self._rows(query, cause.actor, cause.command_id), cause)
        if span is None:
            return None
        query = "SELECT body FROM events WHERE position BETWEEN %s AND %s ORDER BY position"
        return tuple(self._decode(bytes(body)).event for (body,) in self._rows(query, *span))

    def balances(self) -> Balances:
        """Return what each account has gained by stream and gaming day, as it is stored."""
        query = "SELECT stream, day, account, amount FROM balances WHERE amount <> 0"
        return {
            (stream, day, account): amount for stream, day, account, amount in self._rows(query)
        }

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""
        return self.kept_head()[0]

    def schema(self) -> int:
        """Return the version of the schema."""
        return int(self._rows("SELECT version FROM schema_version")[0][0])

    def wait(self, seconds: float, *, for_others: bool = False) -> int:
        """Wait until something may have been appended, or the given seconds have passed."""
        if self._listening is None or self._listening.closed:
            self._listening = psycopg.connect(self._url, autocommit=True)
            self._listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            notes = self._listening.notifies(timeout=left, stop_after=1)
            told = [note.payload.partition(" ") for note in notes]
            places = [
                int(size or 0)
                for writer, _, size in told
                if not (for_others and writer == self._name)
            ]
            if places:
                return max(places)
        return 0


def _at_work(
    take_on: Callable[[psycopg.Connection[Any]], None],
) -> Callable[[BatchConnection], None]:
    """Return the function that prepares a connection: a single query gets no transaction.

    To begin and to end one would take a round trip to the server each.
    """

    def configure(db: BatchConnection) -> None:
        take_on(db)
        db.autocommit = True
        db.prepare_threshold = None
        db.execute(PATIENCE)
        db.execute(ENCODING)

    return configure
