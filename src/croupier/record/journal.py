"""Journals: the interface that events are appended through, and a journal in memory.

Also what goes with an append: groups that share a commit, turns at a shared store, and the memory
of refusals, which are not recorded.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.messages import Event, Refused
from croupier.record.envelopes import Cause, Envelope

ANY = -1
"""Stands for the version of a stream on which nothing was decided: what it holds does not matter. A
contribution to a pool is one: tables that feed it need not wait for each other."""


class StreamWrite(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, and the version that they were decided on."""

    stream: str
    expected_version: int
    """How many events the stream held when they were decided; 0 for a new one, or ``ANY``."""
    events: tuple[Event, ...]
    """The events; empty if the stream was only read, to check that it is still at this version."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """The events of one command in all streams: written whole, or not at all."""

    writes: tuple[StreamWrite, ...]
    cause: Cause


class StaleVersionError(CroupierError):
    """A stream is not at the version that a decision was based on."""

    status, code = 503, "server/busy"

    def __init__(self, stream: str, version: int, expected: int) -> None:
        super().__init__(f"{stream} is at version {version}, not {expected}")


class ReusedIdError(CroupierError):
    """An id that the same actor has used for another command."""

    status, code = 422, "request/key-reused"

    def __init__(self, command_id: str) -> None:
        super().__init__(
            f"the command id {command_id!r} was used for something else: give each command its own"
        )


class Journal(Protocol):
    """Stores events for good; several streams at once, or none of them."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events; a stale version raises :class:`StaleVersionError`."""

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write the events of several commands with one commit.

        One that is stale, or whose id was used, fails alone: its error stands in its place.
        """

    def read_stream(self, stream: str, after: int = 0) -> Iterable[Envelope]:
        """Return the events of a stream after a version, in their order."""

    def read_all(self, after: int = 0) -> Iterable[Envelope]:
        """Return all events after a position, in order."""

    def streams(self) -> Iterable[str]:
        """Return the streams that have events, in the order of their first one."""

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return the events of this actor's command, in all streams; ``None`` if it is new.

        Another command under the same id raises :class:`ReusedIdError`.
        """


def stale_version_error(write: StreamWrite, version: int) -> StaleVersionError | None:
    """Return the error of a write that was decided on another version than the stream's."""
    if write.expected_version in (ANY, version):
        return None
    return StaleVersionError(write.stream, version, write.expected_version)


class MemoryJournal:
    """A journal in memory: for tests, scenarios, an evening in the terminal."""

    def __init__(self, envelopes: Iterable[Envelope] = ()) -> None:
        self._streams: dict[str, list[Envelope]] = {}
        self._events: dict[str, list[Event]] = {}
        self._commands: dict[tuple[str, str], tuple[str, list[Event]]] = {}
        self.order: list[Envelope] = []
        """Everything, in the order of its writing."""
        for envelope in envelopes:
            self._keep(envelope, "")

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events; a stale version raises :class:`StaleVersionError`."""
        for write in writes:
            if refused := stale_version_error(write, len(self._events.get(write.stream, ()))):
                raise refused
        if (cause.actor, cause.command_id) in self._commands:
            raise ReusedIdError(cause.command_id)
        for write in writes:
            before = len(self._events.get(write.stream, ()))
            for version, event in enumerate(write.events, before + 1):
                self._keep(
                    Envelope(
                        write.stream,
                        version,
                        cause.command_id,
                        cause.actor,
                        cause.role,
                        cause.at,
                        event,
                        len(self.order) + 1,
                        origin=cause.origin,
                    ),
                    cause.content,
                )

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        """Write what several commands led to; one that is stale fails alone."""
        failed: list[CroupierError | None] = []
        for one in appends:
            try:
                self.append(one.writes, one.cause)
                failed.append(None)
            except (StaleVersionError, ReusedIdError) as error:
                failed.append(error)
        return failed

    def _keep(self, envelope: Envelope, content: str) -> None:
        if not envelope.position:
            envelope = replace(envelope, position=len(self.order) + 1)
        self._streams.setdefault(envelope.stream, []).append(envelope)
        self._events.setdefault(envelope.stream, []).append(envelope.event)
        key = envelope.actor, envelope.command_id
        self._commands.setdefault(key, (content, []))[1].append(envelope.event)
        self.order.append(envelope)

    def put_back(self, size: int) -> None:
        """Forget all events but the first ones: they were taken back."""
        for envelope in reversed(self.order[size:]):
            for kept in (self._streams, self._events):
                kept[envelope.stream].pop()
                if not kept[envelope.stream]:
                    del kept[envelope.stream]
            self._commands.pop((envelope.actor, envelope.command_id), None)
        del self.order[size:]

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """Return the events of a stream after a version, in their order."""
        return iter(self._streams.get(stream, [])[after:])

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """Return all events after a position, in order."""
        return iter(self.order[after:])

    def streams(self) -> Iterable[str]:
        """Return the streams that have events, in the order of their first one."""
        return tuple(self._streams)

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return the events of this actor's command, in all streams; ``None`` if it is new."""
        found = self._commands.get((cause.actor, cause.command_id))
        if found is None:
            return None
        content, events = found
        if content != cause.content:
            raise ReusedIdError(cause.command_id)
        return tuple(events)

    def events(self, stream: str) -> list[Event]:
        """Return the events of a stream, without their envelopes."""
        return self._events.setdefault(stream, [])


REFUSAL_SECONDS = 24 * 60 * 60
"""How long a refusal is remembered."""
MOST_REFUSALS = 10_000
"""How many are remembered at most; the oldest go first."""


class Refusals:
    """The refusals of the last day, by actor and command id."""

    def __init__(self, *, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._kept: dict[tuple[str, str], tuple[float, str, Refused]] = {}

    def remember(self, cause: Cause, refused: Refused) -> Refused:
        """Remember a refusal, and return it."""
        now = self._elapsed()
        self._kept[cause.actor, cause.command_id] = now, cause.content, refused
        while (oldest := next(iter(self._kept))) != (cause.actor, cause.command_id):
            if len(self._kept) <= MOST_REFUSALS and now - self._kept[oldest][0] < REFUSAL_SECONDS:
                break
            del self._kept[oldest]
        return refused

    def recall(self, cause: Cause) -> Refused | None:
        """Return the refusal of the same command; ``None`` if there is none within a day.

        Another command under the same id raises :class:`ReusedIdError`.
        """
        found = self._kept.get((cause.actor, cause.command_id))
        if found is None or self._elapsed() - found[0] >= REFUSAL_SECONDS:
            return None
        if found[1] != cause.content:
            raise ReusedIdError(cause.command_id)
        return found[2]


CommandName = tuple[str, str]
"""What names a command: who asked for it, and under which id."""


class TurnResult(NamedTuple):
    """The outcome of the appends of a turn."""

    failed: list[CroupierError | None]
    """The error of each append; ``None`` for one that is now durable."""
    news: tuple[Envelope, ...]
    """All events since the turn began, those of other writers included."""


class Turn(Protocol):
    """The store as it was when the turn began; it ends when what was decided is written."""

    news: tuple[Envelope, ...]
    """All that is in the log after the place that was asked for."""
    unused: frozenset[CommandName]
    """The given commands that the store did not hold."""

    def append(self, appends: Sequence[Append]) -> TurnResult:
        """Write the appends of this turn, once. An append that is stale fails alone."""


class TurnTaker(Protocol):
    """A store at which turns are taken."""

    def turn(self, after: int, names: Sequence[CommandName] = ()) -> AbstractContextManager[Turn]:
        """Take a turn: it brings the events after a position, and the unused command names."""


class LoneTurn:
    """A turn at a store with one writer; it costs next to nothing."""

    def __init__(self, journal: Journal, after: int) -> None:
        self._journal = journal
        self.news = tuple(journal.read_all(after))
        self.unused: frozenset[CommandName] = frozenset()
        self._after = self.news[-1].position if self.news else after

    def append(self, appends: Sequence[Append]) -> TurnResult:
        """Write what was decided."""
        failed = self._journal.append_group(appends)
        return TurnResult(failed, tuple(self._journal.read_all(self._after)))
