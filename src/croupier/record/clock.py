"""The clock of a store: it never goes back, and reports jumps of the wall clock."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

STEADY, BACK, AHEAD = "", "back", "ahead"
"""How the machine's clock has moved since the reading before."""
TOLERANCE = timedelta(seconds=2)
"""How far the machine's clock may stray from the time that has passed."""


def machine_time() -> datetime:
    """Return the time of the machine, in UTC."""
    return datetime.now(UTC)


class Reading(msgspec.Struct, frozen=True):
    """A moment, and how the machine's clock got there."""

    at: datetime
    """The moment; never before the one that was read last."""
    clock: str = STEADY
    """``back`` or ``ahead`` where the machine's clock has jumped; else empty."""


class Clock:
    """Reads a wall clock beside one that only counts the seconds gone by.

    Where the two disagree, somebody has set the wall clock: the machine's own, or that of a server.
    A store that was closed in between has not counted the seconds, and notices only a
    clock that was set back.
    """

    def __init__(
        self,
        last: datetime | None = None,
        *,
        wall: Callable[[], datetime] = machine_time,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._last = last
        self._wall, self._elapsed = wall, elapsed
        self._read: tuple[datetime, float] | None = None

    def go_on_from(self, last: datetime | None) -> None:
        """Return no time before one that was recorded already; none where nothing was."""
        known = [moment for moment in (self._last, last) if moment is not None]
        self._last = max(known, default=None)

    def read(self) -> Reading:
        """Return the time now, and whether the wall clock has jumped."""
        return self.reading_at(self._wall(), self._last)

    def reading_at(self, wall: datetime, last: datetime | None) -> Reading:
        """Return the reading for a wall clock and a last recorded time that are given."""
        elapsed = self._elapsed()
        self._last = last
        clock = STEADY
        if self._read is not None:
            before, then = self._read
            strayed = wall - before - timedelta(seconds=elapsed - then)
            clock = BACK if strayed < -TOLERANCE else AHEAD if strayed > TOLERANCE else STEADY
        if self._last is not None and wall < self._last - TOLERANCE:
            clock = BACK
        self._read = wall, elapsed
        self._last = wall if self._last is None else max(wall, self._last)
        return Reading(self._last, clock)
