"""Kills: a process keeps a day, dies at some moment, and another one goes on.

The processes are forked from one that has everything imported and runs nothing else. They die by
SIGKILL at one of the writes to the disk, or by an alarm that nobody hears at any moment whatever.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic
from typing import NoReturn

import msgspec

from croupier.errors import CroupierError
from croupier.record.codec import encode
from croupier.record.stores.sqlite.files import open_connection
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import DAY, Diary, Entry, Note, day_in_a_file, folder
from tests.faults.defects import Defect, spoilt
from tests.faults.disks import CountingDisk, DeadlyDisk, Disk, Moment, connection_on
from tests.faults.examination import examined

LONGEST = 1.5
"""The latest kill at any moment, in times of what a day took that nothing disturbed."""
ENTRIES = msgspec.json.Decoder(Entry)


class Kill(msgspec.Struct, frozen=True):
    """A kill, and what was wrong afterwards."""

    how: str
    """When the process died."""
    died: bool
    """Whether it died; a day that is over before is examined all the same."""
    wrong: tuple[str, ...]
    """What was wrong; empty where nothing was."""


class Killer:
    """Kills processes that keep a day of so many commands, with a defect or without."""

    def __init__(self, commands: int, defect: Defect | None = None) -> None:
        self._commands, self._defect = commands, defect
        counted = CountingDisk()
        with folder() as place:
            self._keep(place, lambda _: None, counted)
        self.steps = counted.steps
        """How often a day without a fault asks something of the disk."""
        with folder() as place:
            begun = monotonic()
            self._keep(place, lambda _: None, None)
            self._seconds = monotonic() - begun

    def _keep(self, place: Path, note: Note, disk: Disk | None) -> None:
        connect = open_connection if disk is None else connection_on(disk)
        opened = partial(SqliteJournal, connect=spoilt(connect, self._defect))
        with day_in_a_file(place / DAY, note, opened) as day:
            day.play(range(self._commands))

    def at_step(self, number: int, moment: Moment) -> Kill:
        """Kill at one of the steps that are asked of the disk."""
        with folder() as place:

            def life(note: Note) -> None:
                self._keep(place, note, DeadlyDisk(number, moment))

            return self._examined(place, f"{moment} {number} of {self.steps}", life)

    def at_any_moment(self, part: float) -> Kill:
        """Kill after a part of the time that a day takes."""
        seconds = max(1e-6, part * self._seconds)
        with folder() as place:

            def life(note: Note) -> None:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                self._keep(place, note, None)

            return self._examined(place, f"after {1000 * seconds:.3f} ms", life)

    def _examined(self, place: Path, how: str, life: Callable[[Note], None]) -> Kill:
        diary, died = lived(life)
        return Kill(how, died, tuple(examined(place / DAY, diary, self._defect)))


def lived(life: Callable[[Note], None]) -> tuple[Diary, bool]:
    """What a process noted until it ended, and whether it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _live(life, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as notes:
        diary = [ENTRIES.decode(line) for line in notes]
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise CroupierError("a day without a fault has failed")
    return diary, os.WIFSIGNALED(status)


def _live(life: Callable[[Note], None], writing: int) -> NoReturn:
    """The life of a process that may be killed; an error ends it with 1."""
    code = 1

    def note(entry: Entry) -> None:
        os.write(writing, encode(entry) + b"\n")

    try:
        life(note)
        code = 0
    finally:
        os._exit(code)


class AtStep(msgspec.Struct, frozen=True):
    """A kill at one of the steps that are asked of the disk."""

    number: int
    moment: Moment

    def carried_out(self, killer: Killer) -> Kill:
        """Kill, and look at what is left."""
        return killer.at_step(self.number, self.moment)


class AtAnyMoment(msgspec.Struct, frozen=True):
    """A kill by the clock."""

    part: float
    """Of the time that a day takes."""

    def carried_out(self, killer: Killer) -> Kill:
        """Kill, and look at what is left."""
        return killer.at_any_moment(self.part)


Plan = AtStep | AtAnyMoment
BATCH = 16
"""How many kills each of several processes gets at a time."""


def in_processes(killer: Killer, planned: Iterable[Plan], jobs: int) -> Iterator[Kill]:
    """Kills in the order of their plans, carried out by so many processes at once."""
    if jobs == 1:
        yield from (plan.carried_out(killer) for plan in planned)
        return
    left = iter(planned)
    with multiprocessing.get_context("fork").Pool(jobs, _employ, (killer,)) as pool:
        while batch := list(islice(left, BATCH * jobs)):
            yield from pool.imap(_carry_out, batch)


_employed: list[Killer] = []
"""The killer of a process that does nothing else."""


def _employ(killer: Killer) -> None:
    _employed.append(killer)


def _carry_out(plan: Plan) -> Kill:
    return plan.carried_out(_employed[0])


def plans(steps: int, seed: int) -> Iterator[Plan]:
    """Kills without end: every step once in each way, in any order, and as many at any moment.

    The seed says at which steps. Which moment a clock hits is never the same again.
    """
    random = Random(seed)
    for _ in count():
        mixed = [(number, moment) for number in range(1, steps + 1) for moment in Moment]
        random.shuffle(mixed)
        for number, moment in mixed:
            yield AtStep(number, moment)
            yield AtAnyMoment(random.random() * LONGEST)


def every_step(steps: int) -> Iterator[Plan]:
    """One kill at each step, in turn before, amid and after what it writes."""
    moments = tuple(Moment)
    for number in range(1, steps + 1):
        yield AtStep(number, moments[number % len(moments)])
