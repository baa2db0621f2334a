"""A clock that jumps, amid a day and between two: recorded time never goes back."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import psycopg
import pytest

from croupier.record.clock import AHEAD, BACK, STEADY, Clock
from croupier.record.stores.base import Store
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import DAY, Diary, day_in_a_file, day_on_a_server
from tests.faults.examination import examined, findings, record_findings
from tests.record.contract import cause, write

HOUR = 3600.0
NOON = datetime(2026, 10, 3, 12, tzinfo=UTC)


class Machine:
    """A machine whose clock somebody sets, beside the time that goes by."""

    def __init__(self) -> None:
        self.wall, self.gone = NOON, 0.0

    def go_by(self, seconds: float, *, jump: float = 0.0) -> None:
        """Let time go by; the clock on the wall jumps as well."""
        self.gone += seconds
        self.wall += timedelta(seconds=seconds + jump)

    def clock(self) -> Clock:
        """The clock of a store that is opened on this machine."""
        return Clock(wall=lambda: self.wall, elapsed=lambda: self.gone)


def check_times(store: Store) -> list[str]:
    """That time never goes back in a record; how the clock was at each event."""
    read = list(store.read_all())
    times = [one.recorded for one in read if one.recorded is not None]
    assert len(times) == len(read)
    assert all(before <= after for before, after in pairwise(times))
    return [one.clock for one in read]


@pytest.mark.parametrize("seed", range(5))
def test_a_day_whose_clock_jumps_between_all_commands(tmp_path: Path, seed: int) -> None:
    random, machine, diary = Random(seed), Machine(), Diary()
    path = tmp_path / DAY
    for begun in range(0, 24, 8):
        # Each part of the day is another process, and the clock jumps between them too.
        opened = partial(SqliteJournal, clock=machine.clock())
        with day_in_a_file(path, diary.append, opened) as day:
            for number in range(begun, begun + 8):
                machine.go_by(random.random() * 60, jump=random.choice((0, 0, -HOUR, 26 * HOUR)))
                day.play(range(number, number + 1))
            assert record_findings(day.store, diary) == []
            flags = check_times(day.store)
    assert {STEADY, BACK, AHEAD} >= set(flags) > {STEADY}
    assert examined(path, diary) == []


def test_a_clock_that_was_set_back_while_nobody_wrote(tmp_path: Path) -> None:
    machine = Machine()
    with journal(tmp_path, machine) as store:
        store.append([write("table/1", 0, 1)], cause("a"))
    machine.go_by(60, jump=-HOUR)
    with journal(tmp_path, machine) as store:
        store.append([write("table/1", 1, 2)], cause("b"))
        machine.go_by(HOUR)
        store.append([write("table/1", 2, 3)], cause("c"))
        assert check_times(store) == [STEADY, BACK, STEADY]
        times = [one.recorded for one in store.read_all()]
    assert times == [NOON, NOON, NOON + timedelta(seconds=60)]


@contextmanager
def journal(folder: Path, machine: Machine) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(folder / DAY, clock=machine.clock())
    yield opened
    opened.close()


def test_a_server_whose_clock_was_set_back(postgres_url: str) -> None:
    """The last time in the record is ahead of the server's: nothing is recorded before it."""
    prepare(postgres_url)
    diary = Diary()
    with day_on_a_server(postgres_url, diary.append) as day:
        day.play(range(2))
        before = day.store.peaks.size
    with psycopg.connect(postgres_url) as db:
        db.execute("UPDATE croupier.head SET recorded = recorded + interval '1 hour'")
    with day_on_a_server(postgres_url, diary.append) as day:
        day.play(range(2, 8))
        assert set(check_times(day.store)[before:]) == {BACK}
        assert findings(day, diary) == []
