"""Disks that fail at every write, or are full: an error, and nothing is lost or half done."""

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.record.stores.base import FailedStoreError, UnusableStoreError
from croupier.record.stores.sqlite.files import open_connection
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import DAY, Diary, day_in_a_file
from tests.faults.defects import Spoilt, each
from tests.faults.disks import FailingDisk, Moment, SmallDisk, connection_on
from tests.faults.examination import examined, findings
from tests.faults.failures import failed, failures, unheard

COMMANDS = 4


def test_a_failure_at_every_write_loses_nothing() -> None:
    found = list(failures(COMMANDS))
    assert [failure for failure in found if failure.wrong] == []
    assert sum(failure.noticed for failure in found) > 0.9 * len(found)


class NoLog(Spoilt):
    """A disk on which SQLite can have no write-ahead log."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return super().execute(statement.replace("journal_mode = WAL", "journal_mode"), values)


def test_a_journal_without_a_write_ahead_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableStoreError, match="it has no write-ahead log"):
        SqliteJournal(tmp_path / DAY, connect=each(NoLog)(open_connection))


@pytest.mark.parametrize("number", range(1, 8))
def test_a_journal_whose_making_fails_is_refused_and_can_be_made_later(
    tmp_path: Path, number: int
) -> None:
    disk = FailingDisk(number, Moment.BEFORE)
    with unheard(), pytest.raises(UnusableStoreError, match=f" {number} failed"):
        SqliteJournal(tmp_path / DAY, connect=connection_on(disk))
    SqliteJournal(tmp_path / DAY).close()


@pytest.mark.parametrize("room", [60_000, 100_000, 140_000])
def test_a_disk_with_little_room_fills_up(room: int) -> None:
    failure = failed(60, SmallDisk(room), "full")
    assert failure.noticed
    assert failure.wrong == ()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of one MiB, in memory."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip(f"a disk can be mounted by root alone: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_loses_nothing_and_goes_on_with_more_room(small_disk: Path) -> None:
    diary = Diary()
    stone = small_disk / "stone"
    stone.write_bytes(bytes(600_000))
    with day_in_a_file(small_disk / DAY, diary.append) as day:
        with pytest.raises(FailedStoreError, match="full"):
            day.play(range(500))
        stone.unlink()
        assert findings(day.again(), diary) == []
    assert examined(small_disk / DAY, diary) == []


def test_a_full_disk_lets_an_evening_be_resumed(small_disk: Path) -> None:
    """The process ends at the error, as the terminal does; the next one finds all it answered."""
    diary = Diary()
    stone = small_disk / "stone"
    stone.write_bytes(bytes(600_000))
    with (
        pytest.raises(FailedStoreError),
        day_in_a_file(small_disk / DAY, diary.append) as day,
    ):
        day.play(range(500))
    stone.unlink()
    assert examined(small_disk / DAY, diary) == []
