"""One contract for all journals: in memory, in a SQLite file, on a PostgreSQL server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.record.journal import ANY, Journal, MemoryJournal, ReusedIdError, StaleVersionError
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import append, cause, event, minutes_of, places, write


@contextmanager
def in_memory(_: Path) -> Iterator[Journal]:
    yield MemoryJournal()


@contextmanager
def in_a_file(folder: Path) -> Iterator[Journal]:
    journal = SqliteJournal(folder / "evening.db")
    yield journal
    journal.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    if request.param == "postgresql":
        yield request.getfixturevalue("postgres_journal")
        return
    with {"memory": in_memory, "sqlite": in_a_file}[request.param](tmp_path) as opened:
        yield opened


def test_what_is_appended_is_read_in_its_order(journal: Journal) -> None:
    journal.append([write("table/1", 0, 1, 2)], cause("a"))
    journal.append([write("table/2", 0, 3), write("table/1", 2, 4)], cause("b"))
    assert minutes_of(journal, "table/1") == [1, 2, 4]
    assert minutes_of(journal, "table/1", after=2) == [4]
    assert minutes_of(journal, "table/3") == []
    assert list(journal.streams()) == ["table/1", "table/2"]
    order = [(1, "table/1", 1), (2, "table/1", 2), (3, "table/2", 1), (4, "table/1", 3)]
    assert list(places(journal)) == order
    assert list(places(journal, after=3)) == order[3:]


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
def test_a_stale_or_gapped_version_is_refused_and_nothing_is_written(
    journal: Journal, expected: int
) -> None:
    journal.append([write("table/1", 0, 1, 2)], cause("a"))
    with pytest.raises(StaleVersionError, match=f"table/1 is at version 2, not {expected}"):
        journal.append([write("pool/x", 0, 3), write("table/1", expected, 4)], cause("b"))
    assert len(list(journal.read_all())) == 2
    assert journal.recorded_events(cause("b")) is None


def test_any_version_will_do_where_nothing_was_decided_on_it(journal: Journal) -> None:
    for number in range(3):
        journal.append([write("pool/x", ANY, number)], cause(f"{number}"))
    assert minutes_of(journal, "pool/x") == [0, 1, 2]


def test_in_a_group_a_stale_command_fails_alone(journal: Journal) -> None:
    failed = journal.append_group(
        [
            append(1, write("table/1", 0, 1)),
            append(2, write("table/1", 0, 2), write("table/2", 0, 2)),
            append(3, write("table/1", 1, 3)),
            append(3, write("table/1", 2, 4)),
        ]
    )
    assert [type(one) for one in failed] == [
        type(None),
        StaleVersionError,
        type(None),
        ReusedIdError,
    ]
    assert minutes_of(journal, "table/1") == [1, 3]
    assert minutes_of(journal, "table/2") == []
    assert [one[0] for one in places(journal)] == [1, 2]


def test_a_command_that_comes_again_gets_its_answer(journal: Journal) -> None:
    asked = cause("x", content="so and so")
    journal.append([write("table/1", 0, 1), write("pool/x", 0, 2)], asked)
    assert journal.recorded_events(asked) == (event(1), event(2))
    with pytest.raises(ReusedIdError, match="'x' was used for something else"):
        journal.recorded_events(cause("x", content="something else"))
    assert journal.recorded_events(cause("x", actor="bob", content="so and so")) is None
    with pytest.raises(ReusedIdError):
        journal.append([write("table/1", 1, 3)], asked)
    journal.append([write("table/1", 1, 3)], cause("x", actor="bob", content="so and so"))
    assert minutes_of(journal, "table/1") == [1, 3]
