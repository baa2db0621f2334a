"""What every journal promises, whatever it keeps its events in."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from croupier.messages import ClockMoved, Event
from croupier.record.envelopes import Cause
from croupier.record.journal import ANY, Append, Journal, StreamWrite
from croupier.rulebooks import Role

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
Opened = Callable[[], Journal]
"""Opens the journal anew: what was appended must be in it."""


def cause(name: str, actor: str = "ann", content: str = "") -> Cause:
    return Cause(name, actor, Role.PLAYER, NOON, content)


def event(minute: int) -> Event:
    return ClockMoved(NOON.replace(minute=minute))


def write(stream: str, expected: int, *minutes: int) -> StreamWrite:
    return StreamWrite(stream, expected, tuple(event(minute) for minute in minutes))


def minutes_of(journal: Journal, stream: str, after: int = 0) -> list[int]:
    return [one.event.at.minute for one in journal.read_stream(stream, after)]  # type: ignore[attr-defined]


def append(number: int, *writes: StreamWrite) -> Append:
    return Append(writes, cause(f"command {number}"))


def places(journal: Journal, after: int = 0) -> Iterator[tuple[int, str, int]]:
    for one in journal.read_all(after):
        yield one.position, one.stream, one.version


__all__ = ["ANY", "NOON", "append", "cause", "event", "minutes_of", "places", "write"]
