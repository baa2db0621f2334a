"""Turns at a PostgreSQL journal: processes wait for each other before they look, not after."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import psycopg

from croupier.errors import CroupierError
from croupier.record.envelopes import HOUSE, Envelope
from croupier.record.journal import Append
from croupier.record.leaves import Leaf
from croupier.record.postgres_writing import (
    BEGIN,
    OF_LOG,
    SEEN,
    USED,
    LogState,
    names_asked,
    stored,
)
from croupier.record.stores import BATCH, in_batches
from croupier.record.turns import CommandName, Written

WAIT = "SELECT pg_advisory_xact_lock(hashtext('croupier turn'))"
"""Waits until it is this process's turn, which lasts until the transaction ends."""

Write = Callable[
    [psycopg.Connection[Any], Sequence[Append], int, LogState | None],
    tuple[list[CroupierError | None], list[Leaf] | None],
]
"""Writes appends down in a transaction; what then came after a place, where it is not too much.

It is given what was seen at that place, if that was the end of the log.
"""


class PostgresTurn:
    """A turn among all processes that take turns; whoever does not may still be faster.

    What is decided in it is decided on all that is in the log, so that it is stale only where
    somebody wrote without waiting: the cards of a table are, amid the decision itself. Where
    nobody did, the turn takes two round trips to the server.
    """

    def __init__(
        self,
        db: psycopg.Connection[Any],
        after: int,
        names: Sequence[CommandName],
        *,
        decoded: Callable[[bytes], Envelope],
        write: Write,
    ) -> None:
        self._db, self._decoded, self._write = db, decoded, write
        with db.pipeline():
            db.execute(BEGIN)
            db.execute(WAIT)
            seen = db.execute(SEEN, (HOUSE,))
            found = db.execute(OF_LOG, (after, BATCH))
            used = db.execute(USED, names_asked(names))
        self.news = self._told(stored(row) for row in found.fetchall())
        if found.rowcount == BATCH:
            self.news += self._rest(self.news[-1].position)
        self.unused = frozenset(names) - frozenset(used.fetchall())
        self._after = self.news[-1].position if self.news else after
        size, peaks, *rest = seen.fetchall()[0]
        self._seen = LogState(size, bytes(peaks), *rest) if size == self._after else None

    def append(self, appends: Sequence[Append]) -> Written:
        """Write down what was decided, and tell what is new; the turn is over with that."""
        failed, leaves = self._write(self._db, appends, self._after, self._seen)
        news = self._rest(self._after) if leaves is None else self._told(leaves)
        return Written(failed, news)

    def _rest(self, after: int) -> tuple[Envelope, ...]:
        """All that is in the log after a place, however much."""
        rows = in_batches(lambda last: self._db.execute(OF_LOG, (last, BATCH)).fetchall(), after)
        return self._told(map(stored, rows))

    def _told(self, leaves: Iterable[Leaf]) -> tuple[Envelope, ...]:
        return tuple(self._decoded(leaf.body) for leaf in leaves)
