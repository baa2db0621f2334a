"""Refusals, remembered for a day: the same command again gets the same answer.

A refusal changes nothing, so it need not outlive the process. Whoever asks again after a crash is
answered by the tables as they are then.
"""

import time
from collections.abc import Callable

from croupier.record.envelopes import Cause
from croupier.record.journal import ReusedIdError
from croupier.table.state import Refused

KEPT_SECONDS = 24 * 60 * 60
"""How long a refusal is remembered."""
MOST_KEPT = 10_000
"""How many are remembered at most; the oldest go first."""


class Refusals:
    """The refusals of the last day, by who asked and under which id."""

    def __init__(self, *, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._kept: dict[tuple[str, str], tuple[float, str, Refused]] = {}

    def kept(self, cause: Cause, refused: Refused) -> Refused:
        """Remember an answer, and return it."""
        now = self._elapsed()
        self._kept[cause.actor, cause.command_id] = now, cause.content, refused
        while (oldest := next(iter(self._kept))) != (cause.actor, cause.command_id):
            if len(self._kept) <= MOST_KEPT and now - self._kept[oldest][0] < KEPT_SECONDS:
                break
            del self._kept[oldest]
        return refused

    def told(self, cause: Cause) -> Refused | None:
        """The answer to the same command before; none where there was none, or too long ago.

        Another command under the same id raises :class:`ReusedIdError`.
        """
        found = self._kept.get((cause.actor, cause.command_id))
        if found is None or self._elapsed() - found[0] >= KEPT_SECONDS:
            return None
        if found[1] != cause.content:
            raise ReusedIdError(cause.command_id)
        return found[2]
