"""Where events are appended: one interface, and the journal that keeps them in memory."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from croupier.errors import CroupierError
from croupier.record.envelopes import Cause, Envelope
from croupier.table.events import Event


class StreamWrite(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, and the version that it was decided on."""

    stream: str
    """Where they go."""
    expected_version: int
    """How many events the stream held when they were decided; 0 for a new one."""
    events: tuple[Event, ...]
    """What happened."""


class StaleVersionError(CroupierError):
    """A stream has gone on since something was decided on it."""


class Journal(Protocol):
    """Takes events in, for good; several streams at once, or none of them."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events down; a stale version raises :class:`StaleVersionError`."""

    def read_stream(self, stream: str, after: int = 0) -> Iterable[Envelope]:
        """The events of a stream after a version, in their order."""

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""

    def recorded(self, command_id: str) -> tuple[Event, ...] | None:
        """What a command led to, in all streams; none where it is not known."""


class MemoryJournal:
    """A journal in memory: for tests, scenarios, an evening in the terminal."""

    def __init__(self, envelopes: Iterable[Envelope] = ()) -> None:
        self._streams: dict[str, list[Envelope]] = {}
        self._events: dict[str, list[Event]] = {}
        self._commands: dict[str, list[Event]] = {}
        self.order: list[Envelope] = []
        """Everything, in the order of its writing."""
        for envelope in envelopes:
            self._keep(envelope)

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events down; a stale version raises :class:`StaleVersionError`."""
        for write in writes:
            version = len(self._events.get(write.stream, ()))
            if version != write.expected_version:
                raise StaleVersionError(
                    f"{write.stream} is at version {version}, not {write.expected_version}"
                )
        for write in writes:
            for version, event in enumerate(write.events, write.expected_version + 1):
                self._keep(
                    Envelope(
                        write.stream,
                        version,
                        cause.command_id,
                        cause.actor,
                        cause.role,
                        cause.at,
                        event,  # type: ignore[arg-type]
                    )
                )

    def _keep(self, envelope: Envelope) -> None:
        self._streams.setdefault(envelope.stream, []).append(envelope)
        self._events.setdefault(envelope.stream, []).append(envelope.event)
        self._commands.setdefault(envelope.command_id, []).append(envelope.event)
        self.order.append(envelope)

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        """The events of a stream after a version, in their order."""
        return iter(self._streams.get(stream, [])[after:])

    def streams(self) -> Iterable[str]:
        """The streams that have events, in the order of their first one."""
        return tuple(self._streams)

    def recorded(self, command_id: str) -> tuple[Event, ...] | None:
        """What a command led to, in all streams; none where it is not known."""
        events = self._commands.get(command_id)
        return None if events is None else tuple(events)

    def events(self, stream: str) -> list[Event]:
        """The events of a stream, without their envelopes."""
        return self._events.setdefault(stream, [])
