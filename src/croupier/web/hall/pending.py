"""What is decided and waits for its commit: a journal in front of the store."""

from collections.abc import Iterable, Sequence

from croupier.errors import CroupierError
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, StreamWrite
from croupier.record.store_turns import CommandName
from croupier.record.stores import Store
from croupier.table.events import Event
from croupier.table.state import Refused


class UndecidedError(CroupierError):
    """The same was asked a moment ago, and waits for its commit: what came of it shows then."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command {command_id!r} is being written down: ask again")


class PendingAppends:
    """Takes appends in without writing them; who commits takes them from here.

    Reading goes to the store: it knows nothing of what is still pending.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Append] = []
        self._refusals: list[tuple[Cause, Refused]] = []
        self._unused: frozenset[CommandName] = frozenset()
        self._in_group: set[CommandName] = set()

    def begin_group(self, unused: frozenset[CommandName]) -> None:
        """Begin with what shares a commit; of some commands it is known that they are new."""
        self._unused, self._in_group = unused, set()

    def taken(self) -> list[Append]:
        """All that waits, which then no longer does."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def refuse(self, cause: Cause, refused: Refused) -> None:
        """Note what somebody is refused, if all comes about that it was decided on."""
        self._refusals.append((cause, refused))

    def refused(self) -> list[tuple[Cause, Refused]]:
        """What was refused, which then is no longer here."""
        refusals, self._refusals = self._refusals, []
        return refusals

    def joined(self, appends: Sequence[Append]) -> None:
        """Note what one piece of work has added to the group."""
        self._in_group.update((one.cause.actor, one.cause.command_id) for one in appends)

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Have events written down with the next commit."""
        self._waiting.append(Append(tuple(writes), cause))

    def withdraw(self, stream: str) -> None:
        """Have the last append not be written; it was to the stream alone."""
        (write,) = self._waiting.pop().writes
        assert write.stream == stream

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Have several appends written down with the next commit."""
        self._waiting += appends
        return [None] * len(appends)

    def read_stream(self, stream: str, after: int = 0) -> Iterable[Envelope]:
        """The events of a stream after a version, in their order."""
        return self._store.read_stream(stream, after)

    def read_all(self, after: int = 0) -> Iterable[Envelope]:
        """All events after a place in the order of the whole journal."""
        return self._store.read_all(after)

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        return self._store.streams()

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never.

        Of one that another piece of the same group has led to, nobody can say so yet.
        """
        name = cause.actor, cause.command_id
        if name in self._in_group:
            raise UndecidedError(cause.command_id)
        return None if name in self._unused else self._store.recorded(cause)
