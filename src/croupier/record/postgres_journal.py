"""A journal on a PostgreSQL server: many processes write, and none can change what is there.

The events belong to a role that nobody logs in as. Those who write may add and read, no more; every
connection takes that role on, whoever it was opened by.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.clock import BACK, STEADY, TOLERANCE, Reading
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import HOUSE, Cause, Envelope
from croupier.record.gaming_days import USUAL, GamingDaySet
from croupier.record.journal import Append, ReusedIdError, StreamWrite, refused_version
from croupier.record.leaves import Leaf, leaves_of
from croupier.record.merkle import Peaks
from croupier.record.postgres_annex import PostgresAnnex
from croupier.record.postgres_schema import as_writer, one_line, prepare, see_fit
from croupier.record.stores import BATCH, UnusableStoreError, in_batches
from croupier.table.events import Event

__all__ = ["PostgresJournal", "prepare"]

CHANNEL = "croupier"
"""Where those who follow the journal are woken."""
OF_STREAM = """
SELECT version, body FROM events WHERE stream = %s AND version > %s ORDER BY version LIMIT %s
"""
OF_LOG = """
SELECT position, stream, version, body, leaf FROM events
WHERE position > %s ORDER BY position LIMIT %s
"""
STREAMS = """
SELECT stream FROM streams ORDER BY
(SELECT position FROM events WHERE events.stream = streams.stream AND events.version = 1)
"""
"""One look into an index for each stream, however many events there are."""


class PostgresJournal(PostgresAnnex):
    """A journal on a server. What ``append`` has returned from is on the server's disk."""

    def __init__(self, url: str, *, connections: int = 4) -> None:
        self._url = url
        try:
            with psycopg.connect(url) as db:
                see_fit(db)
        except psycopg.Error as error:
            raise UnusableStoreError(f"the journal cannot be opened: {one_line(error)}") from None
        super().__init__(
            ConnectionPool(url, min_size=1, max_size=connections, configure=as_writer, open=True)
        )
        self._listening: psycopg.Connection[Any] | None = None

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()
        if self._listening is not None:
            self._listening.close()

    # ----------------------------------------------------------------------------- writing

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events down; a stale version raises ``StaleVersionError``."""
        (failed,) = self.append_group([Append(tuple(writes), cause)])
        if failed is not None:
            raise failed

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write down what several commands led to, in one transaction.

        Whoever writes holds the head of the log until the commit. So places in the order are given
        in the order of commits, and no reader ever sees a hole that fills up later.
        """
        with self._pool.connection() as db:
            return _Writing(db).carried_out(appends)

    # ----------------------------------------------------------------------------- reading

    def version(self, stream: str) -> int:
        """How many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = %s", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        found = in_batches(lambda last: self._rows(OF_STREAM, stream, last, BATCH), after)
        for _, body in found:
            yield decode_envelope(bytes(body))

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        return (decode_envelope(leaf.body) for leaf in self.leaves(after))

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
        return tuple(
            decode_envelope(bytes(body)).event for (body,) in self._rows(query, first, last)
        )

    def balances(self) -> Balances:
        """What every account has gained in each stream on each gaming day, as it was kept."""
        query = "SELECT stream, day, account, amount FROM balances WHERE amount <> 0"
        return {
            (stream, day, account): amount for stream, day, account, amount in self._rows(query)
        }

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""
        ((size, peaks),) = self._rows("SELECT size, peaks FROM head")
        return Peaks.unpacked(size, bytes(peaks))

    def wait(self, seconds: float) -> None:
        """Wait until something may have been appended, or so many seconds have gone by."""
        if self._listening is None:
            self._listening = psycopg.connect(self._url, autocommit=True)
            self._listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        for _ in self._listening.notifies(timeout=seconds, stop_after=1):
            pass


class _Writing:
    """One transaction that writes, with what it found when it took hold of the head."""

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self._db = db
        head = db.execute(
            "SELECT size, peaks, recorded, clock_timestamp() FROM head FOR UPDATE"
        ).fetchone()
        assert head is not None
        size, peaks, last, now = head
        self._peaks = Peaks.unpacked(size, bytes(peaks))
        self._read = _reading(last, now)
        self._versions: dict[str, int] = {}
        self._used: set[tuple[str, str]] = set()

    def carried_out(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write all that can be, and say of each of the others why it cannot."""
        self._look_up(appends)
        day, balances = self._setting(), Balances()
        failed: list[CroupierError | None] = []
        leaves: list[Leaf] = []
        commands: list[tuple[object, ...]] = []
        for one in appends:
            failed.append(self._refused(one))
            if failed[-1] is not None:
                continue
            before = [self._versions.get(write.stream, 0) for write in one.writes]
            made = leaves_of(one.writes, before, one.cause, self._read, self._peaks)
            leaves += made
            self._versions |= {leaf.stream: leaf.version for leaf in made}
            key = one.cause.actor, one.cause.command_id
            self._used.add(key)
            span = self._peaks.size - len(made) + 1, self._peaks.size
            commands.append((*key, one.cause.content, *span))
            for write in one.writes:
                at = one.cause.at or self._read.at
                day = book(balances, write.stream, day, at, write.events)
        if leaves:
            self._write(leaves, commands, balances)
        return failed

    def _look_up(self, appends: Sequence[Append]) -> None:
        """Find the versions and the ids that the appends speak of, in two questions."""
        streams = list({write.stream for one in appends for write in one.writes})
        found = self._db.execute(
            "SELECT stream, version FROM streams WHERE stream = ANY(%s)", (streams,)
        )
        self._versions = dict(found.fetchall())
        actors = [one.cause.actor for one in appends]
        names = [one.cause.command_id for one in appends]
        used = self._db.execute(
            "SELECT actor, command_id FROM commands "
            "WHERE (actor, command_id) IN (SELECT * FROM unnest(%s::text[], %s::text[]))",
            (actors, names),
        )
        self._used = {(actor, name) for actor, name in used.fetchall()}

    def _refused(self, one: Append) -> CroupierError | None:
        for write in one.writes:
            if stale := refused_version(write, self._versions.get(write.stream, 0)):
                return stale
        if (one.cause.actor, one.cause.command_id) in self._used:
            return ReusedIdError(one.cause.command_id)
        return None

    def _setting(self) -> GamingDaySet:
        """When the house's gaming day changes."""
        row = self._db.execute(
            "SELECT body FROM events WHERE stream = %s ORDER BY version DESC LIMIT 1", (HOUSE,)
        ).fetchone()
        event = None if row is None else decode_envelope(bytes(row[0])).event
        return event if isinstance(event, GamingDaySet) else USUAL

    def _write(
        self, leaves: list[Leaf], commands: list[tuple[object, ...]], balances: Balances
    ) -> None:
        with self._db.cursor() as cursor:
            with cursor.copy(
                "COPY events (position, stream, version, body, leaf) FROM STDIN (FORMAT BINARY)"
            ) as copy:
                copy.set_types(["int8", "text", "int8", "bytea", "bytea"])
                for leaf in leaves:
                    copy.write_row(leaf)
            written = {leaf.stream: self._versions[leaf.stream] for leaf in leaves}
            cursor.execute(
                "INSERT INTO streams SELECT * FROM unnest(%s::text[], %s::bigint[]) "
                "ON CONFLICT (stream) DO UPDATE SET version = excluded.version",
                (list(written), list(written.values())),
            )
            cursor.execute(
                "INSERT INTO commands SELECT * FROM "
                "unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bigint[])",
                [list(column) for column in zip(*commands, strict=True)],
            )
            if balances:
                keys: list[tuple[str, date, str]] = list(balances)
                columns = [list(column) for column in zip(*keys, strict=True)]
                cursor.execute(
                    "INSERT INTO balances SELECT * FROM "
                    "unnest(%s::text[], %s::date[], %s::text[], %s::bigint[]) "
                    "ON CONFLICT (stream, day, account) "
                    "DO UPDATE SET amount = balances.amount + excluded.amount",
                    [*columns, list(balances.values())],
                )
            cursor.execute(
                "UPDATE head SET size = %s, peaks = %s, recorded = %s",
                (self._peaks.size, self._peaks.packed(), self._read.at),
            )
            cursor.execute("SELECT pg_notify(%s, '')", (CHANNEL,))


def _reading(last: datetime | None, now: datetime) -> Reading:
    """The server's time, which never goes back."""
    if last is None or now >= last:
        return Reading(now, STEADY)
    return Reading(last, BACK if now < last - TOLERANCE else STEADY)
