"""Checkpoints that are signed as the log grows: after a number of events, and as a gaming day ends.

A checkpoint is written in the transaction of the append that makes it due, so that there is never
one without the other. A copy of each goes into a folder, from where somebody outside takes it.
"""

import os
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.record.checkpoints import Checkpoint, signed
from croupier.record.gaming_days import GamingDaySet
from croupier.record.merkle import Peaks

EVERY = 1000
"""After how many events a checkpoint is signed."""
NEWEST_SECONDS = 1.0
"""How many seconds pass at least before the newest head is put beside the record again."""
Note = tuple[int, bytes]
"""How many events a checkpoint covers, and the checkpoint as it is handed out."""


class Notary:
    """Signs the head of a log when it is time, with a key that is not in the log."""

    def __init__(
        self,
        key: Ed25519PrivateKey,
        *,
        every: int = EVERY,
        folder: Path | None = None,
    ) -> None:
        self._key, self._every, self._folder = key, every, folder
        self._unposted: list[Note] = []
        self.newest: Path | None = None
        """The file that has the newest head; none until the record was compared with it."""
        self._noted = 0.0

    def due(
        self,
        before: Peaks,
        after: Peaks,
        *,
        last: datetime | None,
        at: datetime,
        day: GamingDaySet,
    ) -> list[Note]:
        """What an append makes due: the end of the day before it, or enough events after it.

        ``last`` is when the event before was recorded, ``at`` when these are.
        """
        found = []
        if last is not None and before.size and day.day_of(last) != day.day_of(at):
            told = Checkpoint(before.size, before.head(), at, day.day_of(last))
            found.append((before.size, signed(told, self._key)))
        if before.size // self._every != after.size // self._every:
            told = Checkpoint(after.size, after.head(), at, day.day_of(at))
            found.append((after.size, signed(told, self._key)))
        return found

    def post(self, notes: list[Note]) -> None:
        """Put copies of checkpoints into the folder, with those that failed before.

        The events that they cover are written: a missing folder is no reason to fail.
        """
        if self._folder is None:
            return
        waiting, self._unposted = [*self._unposted, *notes], []
        for size, note in waiting:
            try:
                put_whole(self._folder / f"checkpoint-{size:012}.txt", note)
            except OSError:
                self._unposted.append((size, note))

    def note_head(self, peaks: Peaks, *, at: datetime, day: GamingDaySet, last: bool) -> None:
        """Sign the head in a file of its own, so that an older record would be noticed.

        That is done about once a second, and for the ``last`` head before the record is closed. It
        is no part of the record and is not synced: if it is lost, a rollback may go unnoticed,
        but no record is refused for it.
        """
        now = time.monotonic()
        if self.newest is None or not peaks.size or (not last and now < self._noted):
            return
        self._noted = now + NEWEST_SECONDS
        note = signed(Checkpoint(peaks.size, peaks.head(), at, day.day_of(at)), self._key)
        unfinished = self.newest.with_name(f"{self.newest.name}.part")
        with suppress(OSError):
            unfinished.write_bytes(note)
            unfinished.replace(self.newest)


def put_whole(path: Path, note: bytes) -> None:
    """Write a file whole or not at all; an existing one stays as it is.

    A log that was rolled back comes to a size a second time: that checkpoint gets its own name.
    """
    while path.exists():
        if path.read_bytes() == note:
            return
        path = path.with_name(f"{path.stem}-again{path.suffix}")
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        file.write(note)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
