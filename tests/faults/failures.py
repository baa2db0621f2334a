"""Disks that fail or fill up: the answer is an error, and the same process goes on."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle

import msgspec

from croupier.record.stores.base import FailedStoreError, UnusableStoreError
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import DAY, Diary, day_in_a_file, folder
from tests.faults.defects import Defect, spoilt
from tests.faults.disks import CountingDisk, Disk, FailingDisk, Moment, connection_on
from tests.faults.examination import examined, findings


class Failure(msgspec.Struct, frozen=True):
    """A disk that failed, and what was wrong afterwards."""

    how: str
    """When it failed."""
    noticed: bool
    """Whether anybody was told: a failure to tidy up is not worth a word."""
    wrong: tuple[str, ...]
    """What was wrong; empty where nothing was."""


def steps_of(commands: int) -> int:
    """How often a day without a fault asks something of the disk."""
    disk = CountingDisk()
    with folder() as place:
        opened = partial(SqliteJournal, connect=connection_on(disk))
        with day_in_a_file(place / DAY, lambda _: None, opened) as day:
            day.play(range(commands))
    return disk.steps


def failures(commands: int, *, defect: Defect | None = None) -> Iterator[Failure]:
    """A failure at each step of a day, in turn before, amid and after what it writes."""
    for number, moment in zip(range(1, steps_of(commands) + 1), cycle(Moment), strict=False):
        yield failed(commands, FailingDisk(number, moment), f"{moment} {number}", defect)


def failed(commands: int, disk: Disk, how: str, defect: Defect | None = None) -> Failure:
    """Keep a day on a disk that fails once; go on with what is there, then open it anew."""
    diary, noticed, wrong = Diary(), False, list[str]()
    with folder() as place, unheard():
        opened = partial(SqliteJournal, connect=spoilt(connection_on(disk), defect))
        try:
            with day_in_a_file(place / DAY, diary.append, opened) as day:
                try:
                    day.play(range(commands))
                except FailedStoreError:
                    noticed = True
                    wrong = findings(day.again(), diary)
        except (sqlite3.OperationalError, FailedStoreError, UnusableStoreError):
            noticed = True
        wrong += examined(place / DAY, diary, defect)
    return Failure(how, noticed, tuple(wrong))


@contextmanager
def unheard() -> Iterator[None]:
    """Say nothing of failures that SQLite keeps to itself, as when it tidies up."""
    heard, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        yield
    finally:
        sys.unraisablehook = heard
