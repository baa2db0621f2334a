"""What a world's record lies on: a file, a disk that may lose its power, a clock that jumps."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Protocol

from croupier.record.clock import Clock
from croupier.record.stores.base import Store
from croupier.record.stores.sqlite.files import open_connection
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.defects import Defect, spoilt
from tests.faults.disks import TapedDisk, connection_on
from tests.faults.tape import Platter, Step

NOON = datetime(2026, 10, 3, 12, tzinfo=UTC)
"""The day before clocks change in Sydney."""
JUMPS = (-3600.0, -60.0, 3600.0, 90_000.0)


class WorldClock:
    """The clock of a world's machine: time goes by, and now and then somebody sets it."""

    def __init__(self) -> None:
        self._wall, self._gone = NOON, 0.0
        self.salts = Random(0).randbytes
        """Draws the salts of a world's events: the same each time, as its log must be."""

    def go_by(self, random: Random) -> None:
        """Let some time go by."""
        seconds = random.random() * 30
        self._gone += seconds
        self._wall += timedelta(seconds=seconds)
        if random.random() < 0.02:
            self._wall += timedelta(seconds=random.choice(JUMPS))

    def clock(self) -> Clock:
        """The clock of a store that is opened now."""
        return Clock(wall=lambda: self._wall, elapsed=lambda: self._gone)


class Ground(Protocol):
    """What a record lies on."""

    store: Store
    """The record."""

    @property
    def powered(self) -> bool:
        """Whether its power can fail."""

    def steps(self) -> int:
        """How much was asked of its disk so far."""

    def lose_power(self, random: Random, since: int) -> None:
        """Lose what was not synced at some step since one, and open what is left."""

    def close(self) -> None:
        """Let go of it."""


class PlainGround:
    """A record whose power never fails: a server's, or a file that Python's own module opens."""

    powered = False

    def __init__(self, store: Store) -> None:
        self.store = store

    def steps(self) -> int:
        return 0

    def lose_power(self, _: Random, __: int) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.store.close()


class FragileGround:
    """A record in a file, on a disk whose power may fail."""

    powered = True

    def __init__(self, place: Path, clock: WorldClock, defect: Defect | None = None) -> None:
        self._place, self._clock, self._defect = place, clock, defect
        self._losses = 0
        self._disk = TapedDisk()
        self.store: Store = self._opened()

    def _opened(self) -> Store:
        folder = self._place / str(self._losses)
        folder.mkdir(exist_ok=True)
        connect = spoilt(connection_on(self._disk), self._defect)
        return SqliteJournal(
            folder / "world.db",
            clock=self._clock.clock(),
            connect=connect,
            salts=self._clock.salts,
        )

    def steps(self) -> int:
        return len(self._disk.tape)

    def lose_power(self, random: Random, since: int) -> None:
        """Go on with one of the disks that may be left."""
        platter = Platter()
        for step in self._disk.tape[: random.randint(since, self.steps())]:
            assert isinstance(step, Step)
            platter.take(step)
        self.store.close()
        self._losses += 1
        folder = self._place / str(self._losses)
        folder.mkdir()
        for name, data in platter.after_power_loss(random).items():
            (folder / name).write_bytes(data)
        self._disk = TapedDisk()
        self.store = self._opened()

    def close(self) -> None:
        self.store.close()


Grounds = Callable[[Path, WorldClock], Ground]
"""Makes the ground of a world, in a folder, with its clock."""


def in_a_file(defect: Defect | None = None) -> Grounds:
    """A record in a file, opened by Python's own module."""

    def ground(place: Path, clock: WorldClock) -> Ground:
        connect = spoilt(open_connection, defect)
        path, ticking = place / "world.db", clock.clock()
        return PlainGround(SqliteJournal(path, clock=ticking, connect=connect, salts=clock.salts))

    return ground


def on_a_fragile_disk(defect: Defect | None = None) -> Grounds:
    """A record in a file whose power may fail."""
    return lambda place, clock: FragileGround(place, clock, defect)


FRAGILE = 3
"""One world in so many has power that fails."""


def ground_of(seed: int, defect: Defect | None = None) -> Grounds:
    """What the world of a seed lies on."""
    return on_a_fragile_disk(defect) if seed % FRAGILE == 0 else in_a_file(defect)
