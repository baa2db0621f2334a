"""One transaction that writes to a PostgreSQL journal, in one round trip to the server or in two.

Where a turn has looked at the log before, what it saw is assumed to be unchanged. One round trip
takes hold of the head of the log, lets the server check that nothing has changed, and writes; if
something has, nothing is written. Else the first of two takes hold of the head and looks up what
the appends refer to, and the second writes. Whoever holds the head has the end of the log for
themselves until the commit.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import psycopg
from psycopg.pq import TransactionStatus

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.clock import Clock
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import HOUSE
from croupier.record.gaming_days import USUAL, GamingDaySet
from croupier.record.journal import ANY, Append, ReusedIdError, refused_version
from croupier.record.leaves import Leaf, SaltSource, leaves_of
from croupier.record.merkle import Peaks
from croupier.record.notary import Notary, Note
from croupier.record.postgres_arrays import byte_array, date_array, number_array, text_array
from croupier.record.postgres_batches import (
    BatchConnection,
    PlannedStatement,
    StatementAsked,
    Value,
)
from croupier.record.store_turns import CommandName
from croupier.record.stores import BATCH

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
"""What a write begins from, for somebody who need not wait for it."""
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
SETTINGS = PlannedStatement("SELECT body FROM events WHERE stream = %s ORDER BY version")
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
        self._version, self._setting = 0, USUAL

    def at(self, db: BatchConnection, version: int) -> GamingDaySet:
        """The setting that holds when the house's stream is at a version."""
        if version != self._version:
            (found,) = db.together((SETTINGS, (HOUSE,)))
            for (body,) in found:
                event = decode_envelope(body).event
                if isinstance(event, GamingDaySet):
                    self._setting = event
            self._version = version
        return self._setting


class GroupWriting:
    """One transaction for several appends, with what it found when it took hold of the head."""

    def __init__(
        self,
        db: BatchConnection,
        clock: Clock,
        day: KnownDay,
        notary: Notary | None,
        *,
        writer: str,
        salts: SaltSource,
        after: int | None = None,
    ) -> None:
        self._db, self._clock, self._known_day, self._notary = db, clock, day, notary
        self._writer, self._salts, self._after = writer, salts, after
        self._leaves: list[Leaf] = []
        self._commands: list[CommandRow] = []
        self._balances: Balances = {}
        self.notes: list[Note] = []
        """The checkpoints that the appends made due."""
        self.news: list[bytes] | None = None
        """The bodies of all that came after a place; none where that is too much at once."""
        self._taken_for: dict[str, int] | None = None
        """Where streams are assumed to stand, for the server to check; none where they were
        read."""

    def carried_out(
        self, appends: Sequence[Append], seen: LogState | None = None
    ) -> list[CroupierError | None]:
        """Write all that can be, and return for each of the others why it cannot.

        With what was ``seen`` at the place that was asked for, it is written in one round trip; if
        the log has changed since, ``LogChangedError`` is raised and the transaction is over.
        """
        if seen is None:
            self._take_hold(appends)
        else:
            self._foresee(appends, seen)
        failed = [self._taken(one) for one in appends]
        if self._leaves:
            if self._notary is not None:
                self.notes = self._notary.due(
                    self._before, self._peaks, last=self._last, at=self._read.at, day=self._day
                )
            self._write()
        if self.news is not None:
            self.news += (leaf.body for leaf in self._leaves)
        return failed

    def _take_hold(self, appends: Sequence[Append]) -> None:
        """Hold the head, and find the versions and ids that the appends refer to."""
        streams = text_array({HOUSE, *(write.stream for one in appends for write in one.writes)})
        names = names_asked([(one.cause.actor, one.cause.command_id) for one in appends])
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
        self._begin_from(LogState(size, peaks, last, now, self._versions.get(HOUSE, 0)))

    def _foresee(self, appends: Sequence[Append], seen: LogState) -> None:
        """Assume that all is as it was seen, and that streams stand where the appends have them."""
        self._taken_for = {}
        for write in (write for one in appends for write in one.writes):
            self._taken_for.setdefault(write.stream, write.expected_version)
        self._versions, self._used, self.news = {**self._taken_for}, set(), []
        self._begin_from(seen)

    def _begin_from(self, seen: LogState) -> None:
        self._before = Peaks.unpacked(seen.size, seen.peaks)
        self._peaks = Peaks(seen.size, self._before.heads)
        self._last = seen.recorded
        self._read = self._clock.seen(seen.now, seen.recorded)
        self._day = self._known_day.at(self._db, seen.house)

    def _taken(self, one: Append) -> CroupierError | None:
        """Prepare one append for writing; or return the reason why not, nothing done."""
        if refused := self._refused(one):
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
            self._day = book(self._balances, write.stream, self._day, at, write.events)
        return None

    def _refused(self, one: Append) -> CroupierError | None:
        for write in one.writes:
            if stale := refused_version(write, self._versions.get(write.stream, 0)):
                return stale
        if (one.cause.actor, one.cause.command_id) in self._used:
            return ReusedIdError(one.cause.command_id)
        return None

    def _write(self) -> None:
        try:
            self._send()
        except (psycopg.errors.DivisionByZero, psycopg.errors.UniqueViolation):
            if self._taken_for is None:
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
        """The head of the log as it will be; where others may have changed it, if they have not."""
        head: tuple[Value, ...] = self._peaks.size, self._peaks.packed(), self._read.at
        if self._taken_for is None:
            return HEAD, head
        names, versions = text_array(self._taken_for), number_array(self._taken_for.values())
        return HEAD_IF_UNCHANGED, (*head, self._before.size, names, versions)


def foreseeable(appends: Sequence[Append]) -> bool:
    """Whether all appends say where the streams stand that they write to."""
    return all(write.expected_version != ANY for one in appends for write in one.writes)


def names_asked(names: Sequence[CommandName]) -> tuple[str, str]:
    """Names of commands as columns."""
    return text_array(actor for actor, _ in names), text_array(name for _, name in names)


def event_columns(leaves: Sequence[Leaf]) -> tuple[Value, ...]:
    """Events as columns."""
    positions, streams, versions, bodies, hashes = zip(*leaves, strict=True)
    return (
        number_array(positions),
        text_array(streams),
        number_array(versions),
        byte_array(bodies),
        byte_array(hashes),
    )


def command_columns(commands: Sequence[CommandRow]) -> tuple[str, ...]:
    """Commands as columns."""
    actors, names, contents, first, last = zip(*commands, strict=True)
    return (
        text_array(actors),
        text_array(names),
        text_array(contents),
        number_array(first),
        number_array(last),
    )


def balance_columns(balances: Balances) -> tuple[str, ...]:
    """Balances as columns."""
    streams, days, accounts = zip(*balances, strict=True)
    return (
        text_array(streams),
        date_array(days),
        text_array(accounts),
        number_array(balances.values()),
    )
