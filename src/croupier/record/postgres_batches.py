"""Statements that go to a PostgreSQL server together: one message there, and one back.

The driver's own pipeline sends each statement off by itself and looks for answers in between. So
the server wakes for each, and this process gives way to its other threads for each, amid a turn
that all other processes wait for.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

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
        given = [_written(values) for _, values in asked]
        with self.lock:
            try:
                results = self._answers(asked, given)
            except BaseException:
                self.close()  # nobody knows what it would answer next
                raise
        if results and results[-1].status in FAILED:
            raise psycopg.errors.error_from_result(results[-1])
        return [_rows(one) for one in results[-len(asked) :]]

    def _answers(
        self, asked: Sequence[StatementAsked], given: Sequence[Sequence[bytes | None]]
    ) -> list[PGresult]:
        """What the server answers to new statements, then to all asked; up to a failure."""
        pgconn = self.pgconn
        pgconn.enter_pipeline_mode()
        new = dict.fromkeys(one for one, _ in asked if one not in self._read_before)
        for statement in new:
            pgconn.send_prepare(statement.name, statement.query)
        for (statement, values), written in zip(asked, given, strict=True):
            formats = [BINARY if isinstance(one, bytes) else TEXT for one in values]
            pgconn.send_query_prepared(statement.name, written, formats, BINARY)
        pgconn.pipeline_sync()
        results = self.wait(_received(pgconn))
        pgconn.exit_pipeline_mode()
        read = zip(new, results, strict=False)
        self._read_before.update(one for one, result in read if result.status not in FAILED)
        return results


def _written(values: Sequence[Value]) -> list[bytes | None]:
    """Values as they are sent: bytes as they are, all else as text."""
    return [one if one is None or isinstance(one, bytes) else _as_text(one) for one in values]


def _as_text(value: int | str | datetime) -> bytes:
    text = str(value).encode()
    if b"\0" in text:
        raise psycopg.DataError("a text for the server has no NUL in it")
    return text


def _received(pgconn: PGconn) -> PQGen[list[PGresult]]:
    """Send what waits to be sent, and read all answers up to the end of the batch."""
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
    return [tuple(_loaded(result, row, loaders)) for row in range(result.ntuples)]


def _loaded(result: PGresult, row: int, loaders: Sequence[Any]) -> Iterator[Any]:
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
