"""Appends of many threads that share commits: for tests and benchmarks of ``append_group``.

The server groups commands in its writer thread. Here the threads take turns by themselves, which
shows that a store keeps what each of them wrote, and what a shared commit saves.
"""

from collections.abc import Sequence
from threading import Lock

from croupier.errors import CroupierError
from croupier.record.envelopes import Cause
from croupier.record.journal import Append, Journal, StreamWrite

LARGEST = 64
"""How many commands share one commit at most."""


class NotWrittenError(CroupierError):
    """The commit that a command waited for has failed, or its answer was lost."""

    def __init__(self) -> None:
        super().__init__(
            "the commit failed: send it again with the same id to learn whether it was recorded"
        )


class _Waiting:
    """A command that waits for its commit, and its outcome."""

    def __init__(self, append: Append) -> None:
        self.append = append
        self.done = False
        self.failed: CroupierError | None = None


class GroupCommit:
    """Appends for many threads: the one whose turn it is commits for all that wait by then."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: list[_Waiting] = []
        self._queue, self._turn = Lock(), Lock()

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events; return when they are durable."""
        mine = _Waiting(Append(tuple(writes), cause))
        with self._queue:
            self._waiting.append(mine)
        while not mine.done:
            with self._turn:
                if not mine.done:
                    self._commit()
        if mine.failed is not None:
            raise mine.failed

    def _commit(self) -> None:
        """Write the events of those who came first."""
        with self._queue:
            group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
        failed: Sequence[CroupierError | None] = [NotWrittenError()] * len(group)
        try:
            failed = self._journal.append_group([one.append for one in group])
        finally:
            for one, why in zip(group, failed, strict=True):
                one.failed, one.done = why, True
