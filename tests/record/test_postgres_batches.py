"""Statements that go to a server together: in their order, each with its rows, up to a failure."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg.pq import PipelineStatus, TransactionStatus

from croupier.record.stores.postgres.writes import BatchConnection, PlannedStatement

NUMBER = PlannedStatement("SELECT %s::bigint")
TEXT = PlannedStatement("SELECT %s::text")
BYTES = PlannedStatement("SELECT %s::bytea, %s::bytea")
MOMENT = PlannedStatement("SELECT %s::timestamptz")
SERIES = PlannedStatement("SELECT generate_series(1, %s::bigint)")
QUOTIENT = PlannedStatement("SELECT 1 / %s::bigint")
STILL_THERE = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
BEGIN, COMMIT = PlannedStatement("BEGIN"), PlannedStatement("COMMIT")


@pytest.fixture
def db(postgres_url: str) -> Iterator[BatchConnection]:
    with BatchConnection.connect(postgres_url, autocommit=True, prepare_threshold=None) as db:
        yield db


def test_each_statement_returns_its_rows(db: BatchConnection) -> None:
    moment = datetime(2026, 11, 17, 4, 5, 6, 789, tzinfo=UTC)
    for _ in range(2):
        assert db.together(
            (NUMBER, (-7,)),
            (TEXT, ('é "quoted" \\ {a,b}',)),
            (BYTES, (b"\0\xff", None)),
            (MOMENT, (moment,)),
            (SERIES, (0,)),
            (SERIES, (3,)),
        ) == [
            [(-7,)],
            [('é "quoted" \\ {a,b}',)],
            [(b"\0\xff", None)],
            [(moment,)],
            [],
            [(1,), (2,), (3,)],
        ]


def test_much_goes_there_and_back(db: BatchConnection) -> None:
    long = b"x" * 3_000_000
    rows = db.together((BYTES, (long, long)), (SERIES, (50_000,)), (BYTES, (long, None)))
    assert rows[0] == [(long, long)]
    assert len(rows[1]) == 50_000
    assert rows[2] == [(long, None)]


def test_what_follows_a_failure_is_not_carried_out(db: BatchConnection) -> None:
    for _ in range(2):
        with pytest.raises(psycopg.errors.DivisionByZero):
            db.together((BEGIN, ()), (NUMBER, (1,)), (QUOTIENT, (0,)), (COMMIT, ()))
        assert db.info.transaction_status == TransactionStatus.INERROR
        assert db.info.pipeline_status == PipelineStatus.OFF
        db.rollback()
        assert db.together((QUOTIENT, (1,)), (NUMBER, (2,))) == [[(1,)], [(2,)]]


def test_a_statement_that_cannot_be_read_leaves_the_connection_in_order(
    db: BatchConnection,
) -> None:
    with pytest.raises(psycopg.errors.SyntaxError):
        db.together((NUMBER, (1,)), (PlannedStatement("SELEKT"), ()))
    assert db.together((NUMBER, (1,))) == [[(1,)]]
    assert db.execute("SELECT 1").fetchone() == (1,)


def test_a_text_is_never_cut_off(db: BatchConnection) -> None:
    with pytest.raises(psycopg.DataError, match="has no NUL"):
        db.together((TEXT, ("before\0after",)))
    assert db.together((TEXT, ("before",))) == [[("before",)]]


def test_who_is_disconnected_amid_a_batch_learns_it(postgres_url: str, db: BatchConnection) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (db.info.backend_pid,))
        while other.execute(STILL_THERE, (db.info.backend_pid,)).fetchone():
            pass
    with pytest.raises(psycopg.OperationalError):
        db.together((NUMBER, (1,)))
    assert db.closed
