"""A journal in a file: what is in it after a crash, who may write, what is refused."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from croupier.floor.floor import Floor
from croupier.house.gaming_days import GamingDaySet
from croupier.record.clock import Clock
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.journal import ReusedIdError, StreamWrite
from croupier.record.stores.base import FailedStoreError, UnusableStoreError, subscribe
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.record.stores.sqlite.schema import SCHEMA_VERSION
from croupier.streams import SETTINGS
from croupier.web.auth.stores.sqlite import SqliteRows
from tests.record.contract import cause, minutes_of, write
from tests.record.days import play_day, say
from tests.support.group_commit import GroupCommit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(path)
    yield opened
    opened.close()


def test_a_day_is_there_when_the_file_is_opened_again(path: Path, journal: SqliteJournal) -> None:
    house = play_day(journal)
    journal.close()
    again = SqliteJournal(path)
    restored = Floor.from_journal(again, lambda name: house.tables[name].cards)
    for name, running in house.tables.items():
        assert restored.tables[name].table == running.table
        assert restored.tables[name].history == running.history
    assert restored.pools == house.pools
    assert verify(again).ok
    assert wrong_balances(again) == ()
    assert sum(again.balances().values()) == 0
    say(restored, "1", "wager", player="ann", box=1, amount=20)
    assert again.version("table/1") > house.tables["1"].table.rounds
    again.close()


def test_a_retry_after_a_restart_is_answered_and_not_done_twice(
    path: Path, journal: SqliteJournal
) -> None:
    house = play_day(journal, rounds=1)
    length = journal.peaks.size
    with pytest.raises(ReusedIdError):
        journal.recorded_events(cause("wager 0", content="another wager"))
    journal.close()
    again = SqliteJournal(path)
    restored = Floor.from_journal(again, lambda name: house.tables[name].cards)
    wager = {"player": "ann", "box": 1, "amount": 20}
    answer = say(restored, "1", "wager", command_id="wager 0", **wager)
    assert isinstance(answer, tuple)
    assert answer
    assert again.peaks.size == length
    again.close()


def test_events_are_neither_changed_nor_removed(path: Path, journal: SqliteJournal) -> None:
    journal.append([write("table/1", 0, 1)], cause("a"))
    db = sqlite3.connect(path)
    for statement in ("UPDATE events SET version = 2", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="an event is never"):
            db.execute(statement)
    db.close()


def test_one_process_writes_and_others_read(path: Path, journal: SqliteJournal) -> None:
    journal.append([write("table/1", 0, 1)], cause("a"))
    with pytest.raises(UnusableStoreError, match="is in use by another process"):
        SqliteJournal(path)
    reader = SqliteJournal(path, writing=False)
    assert minutes_of(reader, "table/1") == [1]
    journal.append([write("table/1", 1, 2)], cause("b"))
    assert minutes_of(reader, "table/1") == [1, 2]
    assert reader.peaks.size == 2
    with pytest.raises(FailedStoreError):
        reader.append([write("table/1", 2, 3)], cause("c"))
    reader.close()


KILLED = """
import os, sys
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import cause, write
journal = SqliteJournal(sys.argv[1])
for number in range(50):
    journal.append([write("table/1", number, number)], cause(str(number)))
    os.write(1, f"{number}\\n".encode())
    if number == int(sys.argv[2]):
        os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("last", [0, 7, 31])
def test_what_was_acknowledged_is_there_after_a_kill(path: Path, last: int) -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(last)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
        timeout=120,
    )
    assert run.returncode == -9, run.stderr.decode()
    told = [int(line) for line in run.stdout.split()]
    journal = SqliteJournal(path)
    assert minutes_of(journal, "table/1") == told == list(range(last + 1))
    assert verify(journal).ok
    journal.close()


def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, and long enough to be looked at as one\n" * 40)
    other = tmp_path / "other.db"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE birds (name TEXT)")
    db.commit()
    db.close()
    for file in (text, other):
        before = file.read_bytes()
        for writing in (True, False):
            with pytest.raises(UnusableStoreError):
                SqliteJournal(file, writing=writing)
        assert file.read_bytes() == before
    with pytest.raises(UnusableStoreError, match="no record at"):
        SqliteJournal(tmp_path / "none.db", writing=False)
    with pytest.raises(UnusableStoreError, match="cannot be written"):
        SqliteJournal(tmp_path / "no folder" / "evening.db")
    assert not (tmp_path / "none.db").exists()


def test_a_journal_of_a_newer_croupier_is_refused(path: Path, journal: SqliteJournal) -> None:
    journal.close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(UnusableStoreError, match="was written by a newer croupier"):
        SqliteJournal(path)


def test_recorded_time_never_goes_back_and_jumps_are_flagged(path: Path) -> None:
    start = datetime(2026, 6, 1, 12, tzinfo=UTC)
    wall, gone = [start], [0.0]
    journal = SqliteJournal(path, clock=Clock(wall=lambda: wall[0], elapsed=lambda: gone[0]))
    moves = [(1, 1), (-3600, 1), (3601, 1), (1, 1), (7200, 1), (1, 1)]
    for number, (by_the_wall, by_the_clock) in enumerate(moves):
        wall[0] += timedelta(seconds=by_the_wall)
        gone[0] += by_the_clock
        journal.append([write("table/1", number, number)], cause(str(number)))
    read = list(journal.read_all())
    times = [one.recorded for one in read]
    assert times == sorted(times)  # type: ignore[type-var]
    assert [one.clock for one in read] == ["", "back", "ahead", "", "ahead", ""]
    journal.close()


def test_the_gaming_day_is_a_setting_and_an_event(path: Path, journal: SqliteJournal) -> None:
    sydney = GamingDaySet("Australia/Sydney")
    journal.append([StreamWrite(SETTINGS, 0, (sydney,))], cause("set"))
    play_day(journal, rounds=1)
    journal.close()
    again = SqliteJournal(path)
    assert wrong_balances(again) == ()
    assert again.balances()
    again.close()


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-04-04T18:59:00+00:00", "2026-04-04"),
        ("2026-04-04T20:00:00+00:00", "2026-04-05"),
        ("2026-10-03T18:59:00+00:00", "2026-10-03"),
        ("2026-10-03T19:00:00+00:00", "2026-10-04"),
    ],
)
def test_a_gaming_day_changes_by_the_clock_on_the_wall(moment: str, day: str) -> None:
    """Sydney puts its clocks back on 5 April 2026 and forward on 4 October, both before six."""
    assert (
        GamingDaySet("Australia/Sydney").day_of(datetime.fromisoformat(moment)).isoformat() == day
    )


def test_a_follower_sees_everything_once(path: Path, journal: SqliteJournal) -> None:
    reader = SqliteJournal(path, writing=False)
    for number in range(5):
        journal.append([write("table/1", number, number)], cause(str(number)))
    seen = [one.position for one in subscribe(reader, after=2, until=0.05)]
    assert seen == [3, 4, 5]
    reader.close()


def test_a_group_is_one_commit(journal: SqliteJournal) -> None:
    group = GroupCommit(journal)
    threads = [
        Thread(target=group.append, args=([write(f"table/{n}", 0, n)], cause(str(n))))
        for n in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert sorted(one.stream for one in journal.read_all()) == sorted(
        f"table/{n}" for n in range(20)
    )
    assert verify(journal).ok


def test_a_commit_that_fails_leaves_nothing_behind(path: Path, journal: SqliteJournal) -> None:
    """A disk that is full: the append fails, and the next one is written as if it had not been."""
    journal.append([write("table/1", 0, 1)], cause("a"))
    db = sqlite3.connect(path)
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.close()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")

    def fill() -> None:
        for number in range(200):
            journal.append([write("table/2", 60 * number, *range(60))], cause(f"many {number}"))

    with pytest.raises(FailedStoreError, match="full"):
        fill()
    journal._db.execute("PRAGMA max_page_count = 1000000")
    before = journal.version("table/2")
    journal.append([write("table/2", before, 5)], cause("after"))
    assert verify(journal).ok
    assert wrong_balances(journal) == ()


def test_a_journal_waits_long_for_whoever_else_writes_to_its_file(tmp_path: Path) -> None:
    """A server keeps people in the same file: on a busy disk their turn may take seconds."""
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        assert journal._db.execute("PRAGMA busy_timeout").fetchone() == (60_000,)
    with closing(SqliteRows(tmp_path / "floor.db")) as rows:
        assert rows.ask("PRAGMA busy_timeout") == [(60_000,)]
