"""Appends that were decided and wait for their commit: a journal in front of the store.

A server decides many commands, then commits all of them in one transaction. Until then the floor
writes into :class:`PendingAppends`, and the writer takes the appends from there.
"""

from collections.abc import Iterable, Sequence

from croupier.errors import CroupierError
from croupier.messages import Event, Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, CommandName, Refusals, StreamWrite
from croupier.record.stores.base import Store


class UndecidedError(CroupierError):
    """The same command was submitted a moment ago, and its outcome is not committed yet."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command {command_id!r} is being written down: ask again")


class PendingAppends:
    """A journal whose appends wait for the writer, with the refusals of the same batch.

    Reading goes to the store, which does not hold what is still pending.
    """

    def __init__(self, store: Store, *, retrying_actor: str) -> None:
        self._store, self._retrying_actor = store, retrying_actor
        self._waiting: list[Append] = []
        self._refusals: list[tuple[Cause, Refused]] = []
        self._confirmed = Refusals()
        self._unused: frozenset[CommandName] = frozenset()
        self._in_group: set[CommandName] = set()

    def begin_group(self, unused: frozenset[CommandName]) -> None:
        """Begin a batch; ``unused`` are commands of which the store holds nothing."""
        # The turn at the store has looked these ids up already, all at once. Without the list,
        # every new command of the batch would cost a query of its own.
        self._unused, self._in_group = unused, set()

    def take_appends(self) -> list[Append]:
        """Return the appends that wait, and empty the list."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def take_refusals(self) -> list[tuple[Cause, Refused]]:
        """Return the refusals that wait for the commit, and empty the list."""
        refusals, self._refusals = self._refusals, []
        return refusals

    def note_group(self, appends: Sequence[Append]) -> None:
        """Note the commands that one task has added to the batch."""
        self._in_group.update((one.cause.actor, one.cause.command_id) for one in appends)

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Queue events for the next commit."""
        self._waiting.append(Append(tuple(writes), cause))

    def withdraw(self, stream: str) -> None:
        """Remove the last append, which was to this stream alone."""
        (write,) = self._waiting.pop().writes
        assert write.stream == stream

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Queue several appends for the next commit."""
        self._waiting += appends
        return [None] * len(appends)

    def read_stream(self, stream: str, after: int = 0) -> Iterable[Envelope]:
        """Return the committed events of a stream after a version, in order."""
        return self._store.read_stream(stream, after)

    def read_all(self, after: int = 0) -> Iterable[Envelope]:
        """Return all committed events after a position, in order."""
        return self._store.read_all(after)

    def streams(self) -> Iterable[str]:
        """Return the streams that have committed events, in the order of their first one."""
        return self._store.streams()

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return the events of a committed command, in all streams; ``None`` if there is none.

        Raise :class:`UndecidedError` for a command that another task of this batch carries out.
        """
        name = cause.actor, cause.command_id
        if name in self._in_group:
            raise UndecidedError(cause.command_id)
        return None if name in self._unused else self._store.recorded_events(cause)

    # ------------------------------------------------------------------------------- refusals

    def recall(self, cause: Cause) -> Refused | None:
        """Return the refusal of the same command, if it was committed within a day."""
        return self._confirmed.recall(cause)

    def remember(self, cause: Cause, refused: Refused) -> Refused:
        """Return a refusal; it is recalled only after :meth:`confirm`.

        It may rest on an append of the same batch, and that may still fail. Refusals of the
        retrying actor are never recalled: the dealer's software submits the same step again under
        the same id as soon as the table allows it.
        """
        if cause.actor != self._retrying_actor:
            self._refusals.append((cause, refused))
        return refused

    def confirm(self, refusals: Iterable[tuple[Cause, Refused]]) -> None:
        """Recall these refusals from now on: the batch that they were decided in is committed."""
        for cause, refused in refusals:
            self._confirmed.remember(cause, refused)
