"""Turns at a PostgreSQL journal: processes wait for each other before they look, not after."""

from collections.abc import Callable, Iterable, Sequence

from croupier.errors import CroupierError
from croupier.record.envelopes import HOUSE, Envelope
from croupier.record.journal import Append
from croupier.record.postgres_batches import AnswerRow, BatchConnection, PlannedStatement
from croupier.record.postgres_writing import (
    BEGIN,
    BODIES,
    SEEN,
    USED,
    LogState,
    names_asked,
)
from croupier.record.store_turns import CommandName, Written
from croupier.record.stores import BATCH, in_batches

WAIT = PlannedStatement("SELECT pg_advisory_xact_lock(hashtext('croupier turn'))")
"""Waits until it is this process's turn, which lasts until the transaction ends."""

Write = Callable[
    [BatchConnection, Sequence[Append], int, LogState | None],
    tuple[list[CroupierError | None], list[bytes] | None],
]
"""Writes appends in a transaction; returns what then came after a place, unless it is too much. It
is given what was seen at that place, if that was the end of the log."""


class PostgresTurn:
    """A turn among all processes that take turns; whoever does not may still be faster.

    What is decided in it is decided on all that is in the log, so that it is stale only where
    somebody wrote without waiting: the cards of a table are, amid the decision itself. Where
    nobody did, the turn takes two round trips to the server.
    """

    def __init__(
        self,
        db: BatchConnection,
        after: int,
        names: Sequence[CommandName],
        *,
        decoded: Callable[[bytes], Envelope],
        write: Write,
    ) -> None:
        self._db, self._decoded, self._write = db, decoded, write
        _, _, ((size, *head),), found, used = db.together(
            (BEGIN, ()),
            (WAIT, ()),
            (SEEN, (HOUSE,)),
            (BODIES, (after, BATCH)),
            (USED, names_asked(names)),
        )
        self.news = self._told(found)
        if len(found) == BATCH:
            self.news += self._rest(found[-1][0])
        self.unused = frozenset(names) - frozenset(used)
        self._after = self.news[-1].position if self.news else after
        self._seen = LogState(size, *head) if size == self._after else None

    def append(self, appends: Sequence[Append]) -> Written:
        """Write what was decided, and return what is new; the turn ends with that."""
        failed, bodies = self._write(self._db, appends, self._after, self._seen)
        news = self._rest(self._after) if bodies is None else tuple(map(self._decoded, bodies))
        return Written(failed, news)

    def _rest(self, after: int) -> tuple[Envelope, ...]:
        """All that is in the log after a place, however much."""
        rows = in_batches(lambda last: self._db.together((BODIES, (last, BATCH)))[0], after)
        return self._told(rows)

    def _told(self, rows: Iterable[AnswerRow]) -> tuple[Envelope, ...]:
        return tuple(self._decoded(body) for _, body in rows)
