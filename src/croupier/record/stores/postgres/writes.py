"""One transaction that writes to a PostgreSQL journal, in one round trip to the server or in two.

Where a turn has looked at the log before, what it saw is assumed to be unchanged. One round trip
takes hold of the head of the log, lets the server check that nothing has changed, and writes; if
something has, nothing is written. Else the first of two takes hold of the head and looks up what
the appends refer to, and the second writes. The
lock on the head keeps other writers from the end of the log until the commit.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import chain, count
from struct import Struct
from typing import Any, NamedTuple

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

from croupier.errors import CroupierError
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.kit.merkle import Peaks
from croupier.record.clock import Clock
from croupier.record.codec import decode_envelope
from croupier.record.integrity.checkpoints import CheckpointSigner, Note
from croupier.record.journal import ANY, Append, CommandName, ReusedIdError, stale_version_error
from croupier.record.stores.base import (
    BATCH,
    Balances,
    Leaf,
    SaltSource,
    add_to_balances,
    leaves_of,
)
from croupier.streams import SETTINGS

BYTES = 17
"""The number of the server's type for bytes."""
ONE_DIMENSION = Struct(">iiIii")
"""Begins an array: one dimension, nothing missing, the type, how many, the number of the first."""


def number_array(values: Iterable[int]) -> str:
    """Whole numbers.

    >>> number_array([1, -2])
    '{1,-2}'
    """
    return f"{{{','.join(map(str, values))}}}"


def text_array(values: Iterable[str]) -> str:
    r"""Texts of any kind.

    >>> print(text_array(["table/1", 'a "b"', "c\\d", ""]))
    {"table/1","a \"b\"","c\\d",""}
    """
    return f"{{{','.join(map(_quote, values))}}}"


def byte_array(values: Sequence[bytes]) -> bytes:
    r"""Bytes, in the form that the server keeps: nothing is escaped, and nothing is read again.

    >>> byte_array([b"ab"])[-10:]
    b'\x00\x00\x00\x01\x00\x00\x00\x02ab'
    """
    sized = chain.from_iterable((len(value).to_bytes(4, "big"), value) for value in values)
    return b"".join((ONE_DIMENSION.pack(1, 0, BYTES, len(values), 1), *sized))


def date_array(values: Iterable[date]) -> str:
    """Days.

    >>> date_array([date(2026, 11, 16)])
    '{2026-11-16}'
    """
    return f"{{{','.join(map(str, values))}}}"


def _quote(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


Value = int | str | bytes | datetime | None
"""What a statement may be given."""
AnswerRow = tuple[Any, ...]

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""What the server counts the microseconds of a moment from."""
TEXT, BINARY = Format.TEXT, Format.BINARY
FAILED = (ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE)
_numbers = count(1)


class PlannedStatement:
    """A statement that the server reads and plans once on each connection.

    >>> PlannedStatement("SELECT %s + %s").query
    b'SELECT $1 + $2'
    """

    def __init__(self, query: str) -> None:
        first, *rest = query.split("%s")
        numbered = (f"${number}{part}" for number, part in enumerate(rest, 1))
        self.query = "".join((first, *numbered)).encode()
        """The statement, its places for values numbered."""
        self.name = f"{query.split()[0]} {next(_numbers)}".encode()
        """What it is called on a connection, and in what the server logs."""


StatementAsked = tuple[PlannedStatement, Sequence[Value]]
"""A statement, and what it is given."""


class BatchConnection(psycopg.Connection[Any]):
    """A connection that statements go by together.

    The driver must prepare no statements of its own here: with them, it forgets all others too.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._read_before: set[PlannedStatement] = set()

    def together(self, *asked: StatementAsked) -> list[list[AnswerRow]]:
        """Carry statements out one after the other, and return the rows of each.

        The first that fails raises its error; those after it are not carried out.
        """
        given = [_encode_values(values) for _, values in asked]
        with self.lock:
            try:
                results = self._answers(asked, given)
            except BaseException:
                self.close()  # answers to the rest of the batch may still come
                raise
        if results and results[-1].status in FAILED:
            raise psycopg.errors.error_from_result(results[-1])
        return [_rows(one) for one in results[-len(asked) :]]

    def _answers(
        self, asked: Sequence[StatementAsked], given: Sequence[Sequence[bytes | None]]
    ) -> list[PGresult]:
        """Return what the server answers to new statements, then to all asked; up to a failure."""
        pgconn = self.pgconn
        pgconn.enter_pipeline_mode()
        new = dict.fromkeys(one for one, _ in asked if one not in self._read_before)
        for statement in new:
            pgconn.send_prepare(statement.name, statement.query)
        for (statement, values), written in zip(asked, given, strict=True):
            formats = [BINARY if isinstance(one, bytes) else TEXT for one in values]
            pgconn.send_query_prepared(statement.name, written, formats, BINARY)
        pgconn.pipeline_sync()
        results = self.wait(_receive(pgconn))
        pgconn.exit_pipeline_mode()
        read = zip(new, results, strict=False)
        self._read_before.update(one for one, result in read if result.status not in FAILED)
        return results


def _encode_values(values: Sequence[Value]) -> list[bytes | None]:
    """Values as they are sent: bytes as they are, all else as text."""
    return [one if one is None or isinstance(one, bytes) else _as_text(one) for one in values]


def _as_text(value: int | str | datetime) -> bytes:
    text = str(value).encode()
    if b"\0" in text:
        raise psycopg.DataError("a text for the server has no NUL in it")
    return text


def _receive(pgconn: PGconn) -> PQGen[list[PGresult]]:
    """Send all queued statements, and read the answers up to the end of the batch."""
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    results: list[PGresult] = []
    while True:
        yield from _arrival(pgconn)
        result = pgconn.get_result()
        if result is None:
            continue
        if result.status == ExecStatus.PIPELINE_SYNC:
            return results
        if result.status != ExecStatus.PIPELINE_ABORTED:
            results.append(result)


def _arrival(pgconn: PGconn) -> PQGen[None]:
    """Wait until the next answer is there."""
    while pgconn.is_busy():
        if (yield Wait.R):
            pgconn.consume_input()


def _rows(result: PGresult) -> list[AnswerRow]:
    loaders = [LOADERS[result.ftype(column)] for column in range(result.nfields)]
    return [tuple(_load(result, row, loaders)) for row in range(result.ntuples)]


def _load(result: PGresult, row: int, loaders: Sequence[Any]) -> Iterator[Any]:
    for column, load in enumerate(loaders):
        value = result.get_value(row, column)
        yield None if value is None else load(value)


def _number(value: bytes) -> int:
    return int.from_bytes(value, "big", signed=True)


def _moment(value: bytes) -> datetime:
    return EPOCH + timedelta(microseconds=_number(value))


def _nothing(_: bytes) -> None:
    return None


LOADERS = {17: bytes, 20: _number, 25: bytes.decode, 1184: _moment, 2278: _nothing}
"""What reads a value of each of the server's types: bytes, numbers, texts, moments, nothing."""


CHANNEL = "croupier"
"""Where those who follow the journal are woken."""

BEGIN, COMMIT = PlannedStatement("BEGIN"), PlannedStatement("COMMIT")
BODIES = PlannedStatement("""
SELECT position, body FROM events WHERE position > %s ORDER BY position LIMIT %s
""")
HOLD = PlannedStatement("SELECT size, peaks, recorded FROM head FOR UPDATE")
NOW = PlannedStatement("SELECT clock_timestamp()")
"""A query of its own: asked with the head, it would give the time when the wait for it began."""
SEEN = PlannedStatement("""
SELECT size, peaks, recorded, clock_timestamp(),
    coalesce((SELECT version FROM streams WHERE stream = %s), 0) FROM head
""")
"""Reads what a write begins from, without a lock."""
HEAD = PlannedStatement("UPDATE head SET size = %s, peaks = %s, recorded = %s")
HEAD_IF_UNCHANGED = PlannedStatement("""
WITH unchanged AS (
    UPDATE head SET size = %s, peaks = %s, recorded = %s WHERE size = %s AND NOT EXISTS (
        SELECT FROM unnest(%s::text[], %s::bigint[]) AS decided (stream, version)
        LEFT JOIN streams USING (stream) WHERE decided.version <> coalesce(streams.version, 0)
    ) RETURNING size
)
SELECT 1 / count(*) FROM unchanged
""")
"""Fails where the log has grown, or a stream is not where it was assumed to be."""
VERSIONS = PlannedStatement("SELECT stream, version FROM streams WHERE stream = ANY(%s::text[])")
USED = PlannedStatement("""
SELECT actor, command_id FROM commands
WHERE (actor, command_id) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
""")
HOUSE_SETTINGS = PlannedStatement("SELECT body FROM events WHERE stream = %s ORDER BY version")
EVENTS = PlannedStatement("""
INSERT INTO events (position, stream, version, body, leaf)
SELECT * FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::bytea[], %s::bytea[])
""")
STREAMS = PlannedStatement("""
INSERT INTO streams SELECT * FROM unnest(%s::text[], %s::bigint[])
ON CONFLICT (stream) DO UPDATE SET version = excluded.version
""")
COMMANDS = PlannedStatement("""
INSERT INTO commands
SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bigint[])
""")
BALANCES = PlannedStatement("""
INSERT INTO balances SELECT * FROM unnest(%s::text[], %s::date[], %s::text[], %s::bigint[])
ON CONFLICT (stream, day, account) DO UPDATE SET amount = balances.amount + excluded.amount
""")
CHECKPOINT = PlannedStatement("INSERT INTO checkpoints VALUES (%s, %s) ON CONFLICT DO NOTHING")
WAKE = PlannedStatement("SELECT pg_notify(%s, %s)")

CommandRow = tuple[str, str, str, int, int]
"""Who asked for it, its id and content, and the places of its first and last event."""


class LogState(NamedTuple):
    """What a write begins from."""

    size: int
    """How many events the log holds."""
    peaks: bytes
    """The tree over them, as it is kept."""
    recorded: datetime | None
    """When the last of them was written; none where none was."""
    now: datetime
    """The time by the server's clock."""
    house: int
    """How many events the house's own stream holds."""


class LogChangedError(CroupierError):
    """The log has changed since it was looked at; nothing was written."""


class KnownDay:
    """The setting of the gaming day, read again only where the house's stream has grown since."""

    def __init__(self) -> None:
        self._version, self._setting = 0, USUAL_GAMING_DAY

    def at(self, db: BatchConnection, version: int) -> GamingDaySet:
        """Return the setting that holds when the house's stream is at a version."""
        if version != self._version:
            (found,) = db.together((HOUSE_SETTINGS, (SETTINGS,)))
            for (body,) in found:
                event = decode_envelope(body).event
                if isinstance(event, GamingDaySet):
                    self._setting = event
            self._version = version
        return self._setting


class GroupWriting:
    """One transaction that writes several appends, from the head of the log as it was read."""

    def __init__(
        self,
        db: BatchConnection,
        clock: Clock,
        day: KnownDay,
        signer: CheckpointSigner | None,
        *,
        writer: str,
        salts: SaltSource,
        after: int | None = None,
    ) -> None:
        self._db, self._clock, self._known_day, self._signer = db, clock, day, signer
        self._writer, self._salts, self._after = writer, salts, after
        self._leaves: list[Leaf] = []
        self._commands: list[CommandRow] = []
        self._balances: Balances = {}
        self.notes: list[Note] = []
        """The checkpoints that the appends made due."""
        self.news: list[bytes] | None = None
        """The bodies of all that came after a place; none where that is too much at once."""
        self._assumed_versions: dict[str, int] | None = None
        """Where streams are assumed to stand, for the server to check; none where they were
        read."""

    def write_all(
        self, appends: Sequence[Append], seen: LogState | None = None
    ) -> list[CroupierError | None]:
        """Write the appends that can be written. Return for each of the others why it cannot.

        With what was ``seen`` at the place that was asked for, it is written in one round trip; if
        the log has changed since, ``LogChangedError`` is raised and the transaction is over.
        """
        # Two round trips if the head must be locked and read first; one if this turn has read it
        # already. Then the write carries a condition that the server checks, and if the log has
        # moved after all, nothing is written and the caller begins again.
        if seen is None:
            self._lock_head(appends)
        else:
            self._foresee(appends, seen)
        failed = [self._prepare(one) for one in appends]
        if self._leaves:
            if self._signer is not None:
                self.notes = self._signer.due(
                    self._before, self._peaks, last=self._last, at=self._read.at, day=self._day
                )
            self._write()
        if self.news is not None:
            self.news += (leaf.body for leaf in self._leaves)
        return failed

    def _lock_head(self, appends: Sequence[Append]) -> None:
        """Lock the head, and read the versions and ids that the appends refer to."""
        streams = text_array({SETTINGS, *(write.stream for one in appends for write in one.writes)})
        names = command_name_columns([(one.cause.actor, one.cause.command_id) for one in appends])
        asked: list[StatementAsked] = [(HOLD, ()), (NOW, ()), (VERSIONS, (streams,)), (USED, names)]
        if self._db.info.transaction_status == TransactionStatus.IDLE:
            asked.insert(0, (BEGIN, ()))
        if self._after is not None:
            asked.append((BODIES, (self._after, BATCH)))
        answers = self._db.together(*asked)
        if self._after is not None:
            others = answers.pop()
            self.news = [body for _, body in others] if len(others) < BATCH else None
        ((size, peaks, last),), ((now,),), versions, used = answers[-4:]
        self._versions: dict[str, int] = dict(versions)
        self._used: set[tuple[str, str]] = set(used)
        self._begin_from(LogState(size, peaks, last, now, self._versions.get(SETTINGS, 0)))

    def _foresee(self, appends: Sequence[Append], seen: LogState) -> None:
        """Assume that the log is as it was read and streams are at the expected versions."""
        self._assumed_versions = {}
        for write in (write for one in appends for write in one.writes):
            self._assumed_versions.setdefault(write.stream, write.expected_version)
        self._versions, self._used, self.news = {**self._assumed_versions}, set(), []
        self._begin_from(seen)

    def _begin_from(self, seen: LogState) -> None:
        self._before = Peaks.unpack(seen.size, seen.peaks)
        self._peaks = Peaks(seen.size, self._before.heads)
        self._last = seen.recorded
        self._read = self._clock.reading_at(seen.now, seen.recorded)
        self._day = self._known_day.at(self._db, seen.house)

    def _prepare(self, one: Append) -> CroupierError | None:
        """Prepare one append for writing, or return the error and leave it out."""
        if refused := self._error_of(one):
            return refused
        before = [self._versions.get(write.stream, 0) for write in one.writes]
        made = leaves_of(one.writes, before, one.cause, self._read, self._peaks, salts=self._salts)
        self._leaves += made
        self._versions |= {leaf.stream: leaf.version for leaf in made}
        key = one.cause.actor, one.cause.command_id
        self._used.add(key)
        span = self._peaks.size - len(made) + 1, self._peaks.size
        self._commands.append((*key, one.cause.content, *span))
        for write in one.writes:
            at = one.cause.at or self._read.at
            self._day = add_to_balances(self._balances, write.stream, self._day, at, write.events)
        return None

    def _error_of(self, one: Append) -> CroupierError | None:
        for write in one.writes:
            if stale := stale_version_error(write, self._versions.get(write.stream, 0)):
                return stale
        if (one.cause.actor, one.cause.command_id) in self._used:
            return ReusedIdError(one.cause.command_id)
        return None

    def _write(self) -> None:
        try:
            self._send()
        except (psycopg.errors.DivisionByZero, psycopg.errors.UniqueViolation):
            # The condition of the one round trip divides by zero if it does not hold: an error in
            # any statement of the batch keeps the server from carrying out the rest.
            if self._assumed_versions is None:
                raise
            self._db.rollback()
            raise LogChangedError from None

    def _send(self) -> None:
        written = {leaf.stream: self._versions[leaf.stream] for leaf in self._leaves}
        asked: list[StatementAsked] = [
            self._new_head(),
            (EVENTS, event_columns(self._leaves)),
            (STREAMS, (text_array(written), number_array(written.values()))),
            (COMMANDS, command_columns(self._commands)),
        ]
        if self._balances:
            asked.append((BALANCES, balance_columns(self._balances)))
        asked += ((CHECKPOINT, note) for note in self.notes)
        asked += (WAKE, (CHANNEL, f"{self._writer} {self._peaks.size}")), (COMMIT, ())
        self._db.together(*asked)

    def _new_head(self) -> StatementAsked:
        """Return the statement for the new head; it fails if others have changed the old one."""
        head: tuple[Value, ...] = self._peaks.size, self._peaks.pack(), self._read.at
        if self._assumed_versions is None:
            return HEAD, head
        names, versions = (
            text_array(self._assumed_versions),
            number_array(self._assumed_versions.values()),
        )
        return HEAD_IF_UNCHANGED, (*head, self._before.size, names, versions)


def is_foreseeable(appends: Sequence[Append]) -> bool:
    """Return whether all appends say where the streams stand that they write to."""
    return all(write.expected_version != ANY for one in appends for write in one.writes)


def command_name_columns(names: Sequence[CommandName]) -> tuple[str, str]:
    """Return names of commands as columns."""
    return text_array(actor for actor, _ in names), text_array(name for _, name in names)


def event_columns(leaves: Sequence[Leaf]) -> tuple[Value, ...]:
    """Return events as columns."""
    positions, streams, versions, bodies, hashes = zip(*leaves, strict=True)
    return (
        number_array(positions),
        text_array(streams),
        number_array(versions),
        byte_array(bodies),
        byte_array(hashes),
    )


def command_columns(commands: Sequence[CommandRow]) -> tuple[str, ...]:
    """Return commands as columns."""
    actors, names, contents, first, last = zip(*commands, strict=True)
    return (
        text_array(actors),
        text_array(names),
        text_array(contents),
        number_array(first),
        number_array(last),
    )


def balance_columns(balances: Balances) -> tuple[str, ...]:
    """Return balances as columns."""
    streams, days, accounts = zip(*balances, strict=True)
    return (
        text_array(streams),
        date_array(days),
        text_array(accounts),
        number_array(balances.values()),
    )
