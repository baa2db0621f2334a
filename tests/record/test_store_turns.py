"""Turns at a store: what was written before is known, what is decided on it is seldom stale."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import get_ident
from typing import Any

import psycopg
import pytest

from croupier.errors import CroupierError
from croupier.record.integrity.verification import verify
from croupier.record.journal import ANY, Append, ReusedIdError, StaleVersionError
from croupier.record.stores.base import Store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.writes import BatchConnection
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import append, cause, write


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "postgresql":
        yield request.getfixturevalue("postgres_journal")
        return
    journal = SqliteJournal(tmp_path / "floor.db")
    yield journal
    journal.close()


def test_a_turn_tells_what_came_before_it_and_what_came_in_it(store: Store) -> None:
    store.append([write("table/1", 0, 1)], cause("a"))
    store.append([write("table/1", 1, 2)], cause("b"))
    with store.turn(1, [("ann", "b"), ("ann", "c")]) as turn:
        assert [one.position for one in turn.news] == [2]
        assert ("ann", "b") not in turn.unused
        store.append([write("cards/1", 0, 3)], cause("amid the turn"))
        failed, news = turn.append([append(1, write("table/1", 2, 4, 5))])
    assert failed == [None]
    assert [(one.position, one.stream) for one in news] == [
        (3, "cards/1"),
        (4, "table/1"),
        (5, "table/1"),
    ]
    assert [one.position for one in store.read_all()] == [1, 2, 3, 4, 5]


def test_in_a_turn_too_a_stale_append_fails_alone(store: Store) -> None:
    with store.turn(0) as turn:
        store.append([write("table/1", 0, 1)], cause("faster"))
        failed, news = turn.append([append(1, write("table/1", 0, 2)), append(2, write("x", 0, 3))])
    assert [type(one) for one in failed] == [StaleVersionError, type(None)]
    assert [one.stream for one in news] == ["table/1", "x"]


def test_a_turn_in_which_nothing_is_written_ends_all_the_same(store: Store) -> None:
    with store.turn(0) as turn:
        assert turn.news == ()
    with store.turn(0) as turn:
        assert turn.append([append(1, write("table/1", 0, 1))]).failed == [None]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (append(1, write("table/1", 1, 2)), ReusedIdError),
        (append(2, write("table/1", 0, 2)), StaleVersionError),
        (append(2, write("table/1", 2, 2)), StaleVersionError),
        (append(2, write("table/1", 1, 2), write("table/2", 1)), StaleVersionError),
    ],
    ids=["used id", "behind", "ahead", "ahead of what is only looked at"],
)
def test_what_a_turn_did_not_ask_for_shows_when_it_writes(
    store: Store, wrong: Append, why: type[CroupierError]
) -> None:
    store.append_group([append(1, write("table/1", 0, 1))])
    with store.turn(1) as turn:
        failed, news = turn.append([wrong, append(3, write("table/3", 0, 3))])
    assert [type(one) for one in failed] == [why, type(None)]
    assert [(one.position, one.stream) for one in news] == [(2, "table/3")]
    assert dict(store.stream_versions()) == {"table/1": 1, "table/3": 1}


def test_in_a_turn_a_stream_may_stand_anywhere(store: Store) -> None:
    store.append([write("pool/1", 0, 1, 2)], cause("a"))
    with store.turn(2) as turn:
        failed, news = turn.append([append(1, write("pool/1", ANY, 3), write("table/1", 0, 4))])
    assert failed == [None]
    assert [(one.stream, one.version) for one in news] == [("pool/1", 3), ("table/1", 1)]


def test_what_comes_after_a_turn_that_was_overtaken_is_one_whole_log(store: Store) -> None:
    for number in range(3):
        with store.turn(number * 2) as turn:
            store.append([write("cards/1", number, 1)], cause(f"amid turn {number}"))
            turn.append([append(number, write("table/1", number, 2))])
    assert [one.position for one in store.read_all()] == [1, 2, 3, 4, 5, 6]
    assert verify(store).ok


def test_a_stream_that_is_only_looked_at_must_stand_where_it_stood(store: Store) -> None:
    store.append([write("account/ann", 0, 1)], cause("a"))
    store.append([write("table/1", 0, 1), write("account/ann", 1)], cause("looked"))
    assert (store.version("table/1"), store.version("account/ann")) == (1, 1)
    with pytest.raises(StaleVersionError, match="account/ann is at version 1, not 0"):
        store.append([write("table/1", 1, 2), write("account/ann", 0)], cause("behind"))
    store.append([write("table/1", 1, 2), write("account/bob", 0)], cause("nobody there"))
    assert dict(store.stream_versions()) == {"table/1": 2, "account/ann": 1}


def test_who_waits_for_a_turn_knows_what_was_written_in_the_one_before(
    postgres_url: str, postgres_journal: PostgresJournal
) -> None:
    other = PostgresJournal(postgres_url)

    def second() -> list[str]:
        with other.turn(0) as turn:
            return [one.stream for one in turn.news]

    with ThreadPoolExecutor(1) as threads:
        with postgres_journal.turn(0) as turn:
            waiting = threads.submit(second)
            turn.append([append(1, write("table/1", 0, 1))])
        assert waiting.result(120) in ([], ["table/1"])
        with postgres_journal.turn(0) as turn:
            waiting = threads.submit(second)
            _until_somebody_waits(postgres_url)
            turn.append([append(2, write("table/2", 0, 1))])
        assert waiting.result(120) == ["table/1", "table/2"]
    other.close()


def _until_somebody_waits(url: str) -> None:
    """Return when a process waits for its turn: it says so itself, and stays there."""
    query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with psycopg.connect(url, autocommit=True) as db:
        while not (db.execute(query).fetchone() or (0,))[0]:
            pass


@pytest.mark.parametrize("commands", [1, 50])
def test_a_turn_takes_two_round_trips_however_much_waits(
    postgres_journal: PostgresJournal, monkeypatch: pytest.MonkeyPatch, commands: int
) -> None:
    postgres_journal.append([write("house", 0, 1)], cause("the connection is there"))
    trips, here = [], get_ident()  # the pool makes connections ready in threads of its own

    def counted(asking: Any) -> Any:
        def counts(db: BatchConnection, *given: Any, **named: Any) -> Any:
            if get_ident() == here:
                trips.append(asking.__name__)
            return asking(db, *given, **named)

        return counts

    for asking in (BatchConnection.together, BatchConnection.execute, BatchConnection.pipeline):
        monkeypatch.setattr(BatchConnection, asking.__name__, counted(asking))
    names = [("ann", f"command {number}") for number in range(commands)]
    with postgres_journal.turn(1, names) as turn:
        appends = [append(number, write(f"table/{number}", 0, 1)) for number in range(commands)]
        failed, news = turn.append(appends)
    assert (failed, len(news)) == ([None] * commands, commands)
    assert trips == ["together"] * 2
