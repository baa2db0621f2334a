"""What is decided and waits for its commit: a journal in front of the store."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec

from croupier.errors import CroupierError
from croupier.games.blackjack.state import History
from croupier.games.table.state import Table
from croupier.messages import Event, Refused
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, CommandName, Journal, Refusals, StreamWrite
from croupier.record.snapshots import SnapshotKeeper
from croupier.record.stores.base import Store, shelf_of
from croupier.streams import KINDS, StreamStates

STEP = "+"
"""Separates the id of a command from the number of a step that the dealer takes after it."""


class CommandIdError(CroupierError):
    """An id that no command may have."""

    status, code = 400, "request/not-understood"


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why} ({refused.clause})")
        self.refused = refused


def content_of(place: str, command: msgspec.Struct) -> str:
    """What distinguishes a command from any other that might come under its id."""
    return sha256(place.encode() + b"\n" + encode(command)).hexdigest()


class KeptStreams:
    """Writes events of several streams to one journal, and knows how far each of them is."""

    def __init__(self, journal: Journal | None, refusals: Refusals | None = None) -> None:
        self._journal = journal
        self._versions: dict[str, int] = {}
        self._written = 0
        """How many events the journal holds."""
        self._refusals = refusals
        self._grown: set[str] = set()
        shelf = None if journal is None else shelf_of(journal)
        self._snapshots = None if shelf is None else SnapshotKeeper(shelf)

    @abstractmethod
    def _state_of(self, stream: str) -> object:
        """The current state of a stream."""

    def _found(self, stream: str, version: int) -> None:
        """Continue from what a journal already held."""
        self._versions[stream] = version
        self._written += version
        if self._snapshots is not None:
            self._snapshots.found(stream, version)

    def _new_id(self, place: str) -> str:
        """An id that no command has had: the journal grows with each of them."""
        return f"{place}/{self._written}"

    def _refused_before(self, cause: Cause) -> Refused | None:
        """The refusal of the same command, where refusals are remembered."""
        return None if self._refusals is None else self._refusals.told(cause)

    def _refused_now(self, cause: Cause, refused: Refused) -> Refused:
        """A refusal, remembered where refusals are."""
        return refused if self._refusals is None else self._refusals.kept(cause, refused)

    def _write(self, stream: str, events: tuple[Event, ...]) -> StreamWrite:
        return StreamWrite(stream, self._versions.get(stream, 0), events)

    def _append(self, writes: list[StreamWrite], cause: Cause) -> None:
        if self._journal is None or not any(write.events for write in writes):
            return
        self._journal.append(writes, cause)
        for write in writes:
            self._versions[write.stream] = write.expected_version + len(write.events)
            self._written += len(write.events)
            self._grown.add(write.stream)

    def _keep_snapshots(self) -> None:
        """Keep the state of streams that have grown enough since they were last kept.

        Whoever has continued from what was appended calls this.
        """
        if self._snapshots is None:
            return
        grown, self._grown = self._grown, set()
        for stream in grown:
            version = self._versions[stream]
            kind, _ = KINDS.of(stream)
            if kind.snapshots and self._snapshots.is_due(stream, version):
                self._snapshots.keep(stream, version, self._state_of(stream))


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


Key = TypeVar("Key")
Value = TypeVar("Value")


class SavedFloor(NamedTuple):
    """The floor at some moment, to go back to."""

    tables: dict[str, tuple[Table, History[Event]]]
    states: StreamStates
    versions: dict[str, int]


def restore(now: dict[Key, Value], before: dict[Key, Value], key: Key) -> None:
    """Have one entry as it was."""
    if key in before:
        now[key] = before[key]
    else:
        now.pop(key, None)


def state_then(
    envelopes: Iterable[Envelope], evolve: Callable[[Any, Any], Any], actor: str, command_id: str
) -> Any:
    """What a stream told of when a command was carried out, with what followed from it at once.

    None where it never was. Whoever asks the same again is answered with it, whatever has happened
    since: a command and what follows from it stand together in the log.
    """
    state, found = None, False
    for one in envelopes:
        own = (one.actor, one.command_id) == (actor, command_id)
        own |= one.command_id.startswith(f"{actor}/{command_id}{STEP}")
        if found and not own:
            break
        state, found = evolve(state, one.event), found or own
    return state if found else None
