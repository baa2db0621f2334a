"""The store's clock, as a process knows it: what was written last says how far its own is off."""

from collections import deque
from datetime import UTC, datetime, timedelta

REMEMBERED = 50
"""How many readings are remembered."""


class StoreClock:
    """Tells the store's time between two commits.

    A reading is late by what it took to get here, never early: the least late one counts.
    """

    def __init__(self) -> None:
        self._strayed: deque[timedelta] = deque(maxlen=REMEMBERED)

    def saw(self, recorded: datetime | None) -> None:
        """Learn from the time of something that was written just now."""
        if recorded is not None:
            self._strayed.append(recorded - datetime.now(UTC))

    def now(self) -> datetime:
        """The time by the store's clock."""
        return datetime.now(UTC) + max(self._strayed, default=timedelta())
