"""Power that fails: a day is kept once, and found again as any of the disks that may be left."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from croupier.record.secrets.keys import master_key_path
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import DAY, Answered, Asked, Diary, day_in_a_file, folder
from tests.faults.defects import Defect, spoilt
from tests.faults.disks import TapedDisk, connection_on
from tests.faults.examination import examined
from tests.faults.tape import Image, Platter, Step


class PowerLoss(msgspec.Struct, frozen=True):
    """A loss of power, and what was wrong when it was back."""

    how: str
    """After which step it failed."""
    wrong: tuple[str, ...]
    """What was wrong; empty where nothing was."""


class KeptDay:
    """A day, as the tape of its disk and the diaries of its guests tell of it."""

    def __init__(self, commands: int, defect: Defect | None = None) -> None:
        self._defect = defect
        disk = TapedDisk()
        opened = partial(SqliteJournal, connect=spoilt(connection_on(disk), defect))
        with folder() as place:
            with day_in_a_file(place / DAY, disk.tape.append, opened) as day:
                day.play(range(commands))
            self._key = master_key_path(place / DAY).read_bytes()
        self.tape = disk.tape
        """What was asked of the disk, and between it what guests asked and were answered."""

    def losses(self, seed: int, *, times: int = 2, each: int = 1) -> Iterator[PowerLoss]:
        """Losses of power after each step, or each so many; ``times`` disks that may be left."""
        random, platter, diary = Random(seed), Platter(), Diary()
        seen: set[tuple[int, int]] = set()
        for number, entry in enumerate(self.tape):
            if isinstance(entry, Asked | Answered):
                diary.append(entry)
                continue
            assert isinstance(entry, Step)
            platter.take(entry)
            for _ in range(times if number % each == 0 else 0):
                image = platter.after_power_loss(random)
                known = len(diary), hash(tuple(image.items()))
                if known not in seen:
                    seen.add(known)
                    yield self._examined(number, image, list(diary))

    def _examined(self, number: int, image: Image, diary: Diary) -> PowerLoss:
        with folder() as place:
            self._lay_out(place, image)
            wrong = examined(place / DAY, diary, self._defect)
        return PowerLoss(f"after step {number} of {len(self.tape)}", tuple(wrong))

    def _lay_out(self, place: Path, image: Image) -> None:
        """Write a disk's files; the key was synced before anything was sealed with it."""
        for name, data in image.items():
            (place / name).write_bytes(data)
        key = master_key_path(place / DAY)
        key.touch(0o600)
        key.write_bytes(self._key)
