"""A journal on a PostgreSQL server: many processes write, and none can change what is there.

The events belong to a role that nobody logs in as. Those who write may add and read, no more; every
connection takes on that role, whoever opened it.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from croupier.errors import CroupierError
from croupier.record.balances import Balances
from croupier.record.clock import Clock
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, ReusedIdError, StreamWrite
from croupier.record.keys import MasterKey
from croupier.record.leaves import Leaf, SaltSource
from croupier.record.merkle import Peaks
from croupier.record.notary import Notary
from croupier.record.people import sealed_appends
from croupier.record.postgres_annex import PostgresAnnex
from croupier.record.postgres_batches import BatchConnection
from croupier.record.postgres_schema import as_reader, as_writer, one_line, prepare, see_fit
from croupier.record.postgres_turns import PostgresTurn
from croupier.record.postgres_writing import (
    BODIES,
    CHANNEL,
    GroupWriting,
    KnownDay,
    LogChangedError,
    LogState,
    foreseeable,
)
from croupier.record.store_turns import CommandName, Turn
from croupier.record.stores import BATCH, UnusableStoreError, in_batches
from croupier.table.events import Event

__all__ = ["PostgresJournal", "prepare"]

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


class PostgresJournal(PostgresAnnex):
    """A journal on a server. When ``append`` returns, the events are on the server's disk."""

    def __init__(
        self,
        url: str,
        *,
        writing: bool = True,
        connections: int = 4,
        notary: Notary | None = None,
        master: MasterKey | None = None,
        salts: SaltSource = secrets.token_bytes,
    ) -> None:
        self._url, self._salts = url, salts
        self.notary = notary
        """Who signs checkpoints as the log grows; none where nobody does."""
        self._clock, self._day = Clock(), KnownDay()
        self._name = uuid4().hex
        take_on = as_writer if writing else as_reader
        try:
            with psycopg.connect(url) as db:
                see_fit(db)
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

        Whoever writes holds the head of the log until the commit. So places in the order are given
        in the order of commits, and no reader ever sees a hole that fills up later.
        """
        with self._connection() as db:
            return self._carried_out(db, appends)[0]

    def _carried_out(
        self,
        db: BatchConnection,
        appends: Sequence[Append],
        after: int | None = None,
        seen: LogState | None = None,
    ) -> tuple[list[CroupierError | None], list[bytes] | None]:
        """Write appends, and return what then came after a place where that was asked for."""
        appends = sealed_appends(appends, self.people)

        def begun() -> GroupWriting:
            return GroupWriting(
                db,
                self._clock,
                self._day,
                self.notary,
                writer=self._name,
                salts=self._salts,
                after=after,
            )

        writing = begun()
        try:
            failed = writing.carried_out(appends, seen if foreseeable(appends) else None)
        except LogChangedError:
            writing = begun()
            failed = writing.carried_out(appends)
        if self.notary is not None:
            self.notary.post(writing.notes)
        return failed, writing.news

    @contextmanager
    def turn(self, after: int, names: Sequence[CommandName] = ()) -> Iterator[Turn]:
        """Take a turn among all processes that do; whoever does not may still be faster."""
        with self._connection() as db:
            yield PostgresTurn(db, after, names, decoded=self._decoded, write=self._carried_out)

    # ----------------------------------------------------------------------------- reading

    def version(self, stream: str) -> int:
        """How many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = %s", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        found = in_batches(lambda last: self._rows(OF_STREAM, stream, last, BATCH), after)
        for _, body in found:
            yield self._decoded(bytes(body))

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        found = in_batches(lambda last: self._together((BODIES, (last, BATCH))), after)
        return (self._decoded(body) for _, body in found)

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Everything after a place, as it is stored."""
        found = in_batches(lambda last: self._rows(OF_LOG, last, BATCH), after)
        for position, stream, version, body, leaf in found:
            yield Leaf(position, stream, version, bytes(body), bytes(leaf))

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        return [stream for (stream,) in self._rows(STREAMS)]

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never."""
        query = "SELECT content, first, last FROM commands WHERE actor = %s AND command_id = %s"
        rows = self._rows(query, cause.actor, cause.command_id)
        if not rows:
            return None
        content, first, last = rows[0]
        if content != cause.content:
            raise ReusedIdError(cause.command_id)
        query = "SELECT body FROM events WHERE position BETWEEN %s AND %s ORDER BY position"
        return tuple(self._decoded(bytes(body)).event for (body,) in self._rows(query, first, last))

    def balances(self) -> Balances:
        """What every account has gained in each stream on each gaming day, as it was kept."""
        query = "SELECT stream, day, account, amount FROM balances WHERE amount <> 0"
        return {
            (stream, day, account): amount for stream, day, account, amount in self._rows(query)
        }

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""
        return self.kept_head()[0]

    def schema(self) -> int:
        """The version of the schema."""
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
    """How a connection is prepared: a single query is not wrapped in a transaction.

    To begin and to end one would take a round trip to the server each.
    """

    def configured(db: BatchConnection) -> None:
        take_on(db)
        db.autocommit = True
        db.prepare_threshold = None
        db.execute(PATIENCE)
        db.execute(ENCODING)

    return configured
