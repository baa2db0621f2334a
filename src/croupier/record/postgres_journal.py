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
from croupier.record.stores import UnusableStoreError
from croupier.table.events import Event

SCHEMA_VERSION = 1
OWNER, WRITER = "croupier_owner", "croupier_writer"
"""Whom the events belong to, and who may add to them."""
CHANNEL = "croupier"
"""Where those who follow the journal are woken."""

SCHEMA = f"""
CREATE SCHEMA croupier AUTHORIZATION {OWNER};
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier;
CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES ({SCHEMA_VERSION});
CREATE TABLE events (
    position bigint PRIMARY KEY,
    stream text NOT NULL,
    version bigint NOT NULL,
    body bytea NOT NULL,
    leaf bytea NOT NULL,
    UNIQUE (stream, version)
);
CREATE TABLE streams (stream text PRIMARY KEY, version bigint NOT NULL);
CREATE TABLE commands (
    actor text NOT NULL,
    command_id text NOT NULL,
    content text NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY (actor, command_id)
);
CREATE TABLE head (size bigint NOT NULL, peaks bytea NOT NULL, recorded timestamptz);
INSERT INTO head VALUES (0, '', NULL);
CREATE TABLE balances (
    stream text NOT NULL,
    day date NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (stream, day, account)
);
CREATE TABLE checkpoints (size bigint PRIMARY KEY, note bytea NOT NULL);
CREATE TABLE orders (
    stream text NOT NULL, handle text NOT NULL, sealed bytea NOT NULL, PRIMARY KEY (stream, handle)
);
GRANT USAGE ON SCHEMA croupier TO {WRITER};
GRANT SELECT ON ALL TABLES IN SCHEMA croupier TO {WRITER};
GRANT INSERT ON events, commands, streams, balances, checkpoints, orders TO {WRITER};
GRANT UPDATE ON streams, balances, head TO {WRITER};
"""
MADE = "SELECT to_regclass('croupier.events') IS NOT NULL"
ROLES = f"""
DO $$ BEGIN
    IF to_regrole('{OWNER}') IS NULL THEN CREATE ROLE {OWNER}; END IF;
    IF to_regrole('{WRITER}') IS NULL THEN CREATE ROLE {WRITER}; END IF;
END $$;
GRANT {OWNER}, {WRITER} TO CURRENT_USER;
"""


def prepare(url: str) -> None:
    """Make the tables and roles of a journal, where they are not there yet.

    It takes somebody who may create roles; afterwards any member of ``croupier_writer`` will do.
    """
    try:
        with psycopg.connect(url) as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('croupier'))")
            made = db.execute(MADE).fetchone()
            if made is not None and not made[0]:
                db.execute(sql.SQL(ROLES))
                db.execute(sql.SQL(SCHEMA))
    except psycopg.Error as error:
        raise UnusableStoreError(f"no journal can be made there: {one_line(error)}") from None


def one_line(error: BaseException) -> str:
    """What the server said, on one line."""
    return " ".join(str(error).split())


class PostgresJournal:
    """A journal on a server. What ``append`` has returned from is on the server's disk."""

    def __init__(self, url: str, *, connections: int = 4) -> None:
        self._url = url
        try:
            with psycopg.connect(url) as db:
                _fit(db)
        except psycopg.Error as error:
            raise UnusableStoreError(f"the journal cannot be opened: {one_line(error)}") from None
        self._pool = ConnectionPool(
            url, min_size=1, max_size=connections, configure=_as_writer, open=True
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

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._pool.connection() as db:
            return db.execute(query, values).fetchall()

    def version(self, stream: str) -> int:
        """How many events a stream holds."""
        rows = self._rows("SELECT version FROM streams WHERE stream = %s", stream)
        return int(rows[0][0]) if rows else 0

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        query = "SELECT body FROM events WHERE stream = %s AND version > %s ORDER BY version"
        return (decode_envelope(bytes(body)) for (body,) in self._rows(query, stream, after))

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        return (decode_envelope(leaf.body) for leaf in self.leaves(after))

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Everything after a place, as it is stored."""
        query = (
            "SELECT position, stream, version, body, leaf FROM events WHERE position > %s "
            "ORDER BY position"
        )
        for position, stream, version, body, leaf in self._rows(query, after):
            yield Leaf(position, stream, version, bytes(body), bytes(leaf))

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        rows = self._rows("SELECT stream FROM events WHERE version = 1 ORDER BY position")
        return [stream for (stream,) in rows]

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

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Keep a signed checkpoint beside the events."""
        with self._pool.connection() as db:
            db.execute(
                "INSERT INTO checkpoints VALUES (%s, %s) ON CONFLICT DO NOTHING", (size, note)
            )

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """The checkpoints that are kept, by the number of events that each tells of."""
        rows = self._rows("SELECT size, note FROM checkpoints ORDER BY size")
        return [(size, bytes(note)) for size, note in rows]

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Keep the order of a table's cards, which only the holder of the master key can read."""
        with self._pool.connection() as db:
            db.execute("INSERT INTO orders VALUES (%s, %s, %s)", (stream, handle, sealed))

    def order(self, stream: str, handle: str) -> bytes | None:
        """The sealed order that a handle stands for; none where it is not here."""
        query = "SELECT sealed FROM orders WHERE stream = %s AND handle = %s"
        rows = self._rows(query, stream, handle)
        return bytes(rows[0][0]) if rows else None

    def schema(self) -> int:
        """The version of the form that the tables are kept in."""
        return int(self._rows("SELECT version FROM schema_version")[0][0])

    def wait(self, seconds: float) -> None:
        """Wait until something may have been appended, or so many seconds have gone by."""
        if self._listening is None or self._listening.closed:
            self._listening = psycopg.connect(self._url, autocommit=True)
            self._listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        for _ in self._listening.notifies(timeout=seconds, stop_after=1):
            pass


def _as_writer(db: psycopg.Connection[Any]) -> None:
    """Take on the role that may add and read, whoever logged in."""
    db.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(WRITER)))
    db.execute("SET search_path = croupier")
    db.commit()


def _fit(db: psycopg.Connection[Any]) -> None:
    """See that the server keeps what it acknowledges, and that the tables are ours to use."""
    for setting in ("fsync", "synchronous_commit"):
        row = db.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if row is None or row[0] not in ("on", "remote_apply", "remote_write"):
            raise UnusableStoreError(
                f"the server would lose what it acknowledged: {setting} is off, and must be on"
            )
    made = db.execute(MADE).fetchone()
    if made is None or not made[0]:
        raise UnusableStoreError("there is no journal in this database: prepare it first")
    row = db.execute("SELECT version FROM croupier.schema_version").fetchone()
    if row is not None and row[0] > SCHEMA_VERSION:
        raise UnusableStoreError(
            f"the database was made by a newer croupier (schema {row[0]}, this one reads up to "
            f"{SCHEMA_VERSION}): use that one"
        )


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
