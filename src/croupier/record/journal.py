"""Where events are appended: one interface, and the journal that keeps them in memory."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.record.envelopes import Cause, Envelope
from croupier.table.events import Event

ANY = -1
"""Stands for the version of a stream on which nothing was decided: what it holds does not matter. A
contribution to a pool is one: tables that feed it need not wait for each other."""


class StreamWrite(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, and the version that it was decided on."""

    stream: str
    """Where they go."""
    expected_version: int
    """How many events the stream held when they were decided; 0 for a new one, or ``ANY``."""
    events: tuple[Event, ...]
    """What happened; nothing where the stream was only read, and must not have moved."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """What one command led to, in all streams: written whole, or not at all."""

    writes: tuple[StreamWrite, ...]
    """The events of each stream."""
    cause: Cause
    """The command, and who asked for it."""


class StaleVersionError(CroupierError):
    """A stream has moved since something was decided on it, or never was that far."""

    status, code = 503, "server/busy"

    def __init__(self, stream: str, version: int, expected: int) -> None:
        super().__init__(f"{stream} is at version {version}, not {expected}")


class ReusedIdError(CroupierError):
    """An id under which the same person has asked for something else."""

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
        """Write what several commands led to, made durable at once.

        One that is stale, or whose id was used, fails alone: its error stands in its place.
        """

    def read_stream(self, stream: str, after: int = 0) -> Iterable[Envelope]:
        """The events of a stream after a version, in their order."""

    def read_all(self, after: int = 0) -> Iterable[Envelope]:
        """All events after a place in the order of the whole journal."""

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never.

        Another command under the same id raises :class:`ReusedIdError`.
        """


def refused_version(write: StreamWrite, version: int) -> StaleVersionError | None:
    """The error of a write that was decided on another version than the stream's."""
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
            if refused := refused_version(write, len(self._events.get(write.stream, ()))):
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

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        return iter(self._streams.get(stream, [])[after:])

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        """All events after a place in the order of the whole journal."""
        return iter(self.order[after:])

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        return tuple(self._streams)

    def recorded(self, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when its actor asked for it, in all streams; none if never."""
        found = self._commands.get((cause.actor, cause.command_id))
        if found is None:
            return None
        content, events = found
        if content != cause.content:
            raise ReusedIdError(cause.command_id)
        return tuple(events)

    def events(self, stream: str) -> list[Event]:
        """The events of a stream, without their envelopes."""
        return self._events.setdefault(stream, [])
