"""Server-Sent Events: from a place in the log onwards, without loss or repetition."""

from collections.abc import AsyncIterator

from croupier.record.codec import encode
from croupier.web.hall.hall import Hall
from croupier.web.live.audience import Feed
from croupier.web.live.moments import LiveMoment, missed_moments

HEARTBEAT_SECONDS = 15.0
"""How long a connection may be silent before a comment shows that it lives."""
LONGEST_GAP = 20_000
"""How many events somebody may have missed to be told each of them; else all is shown anew."""


def message(kind: str, data: bytes, position: int | None = None) -> bytes:
    """A message in the form of Server-Sent Events."""
    place = "" if position is None else f"id: {position}\n"
    return f"event: {kind}\n{place}".encode() + b"data: " + data + b"\n\n"


def _told(feed: Feed, moment: LiveMoment) -> bytes:
    """What a connection is told of a moment."""
    return message(moment.kind, feed.told(moment), moment.position)


async def server_sent(hall: Hall, feed: Feed) -> AsyncIterator[bytes]:
    """All that a connection is told, from its first word to its last.

    The first names the place where it begins: who is cut off before the second loses nothing.
    """
    try:
        yield message("hello", encode({"position": feed.begun}), feed.begun)
        if feed.missed is not None:
            async for told in _caught_up(hall, feed, *feed.missed):
                yield told
        while not feed.closed:
            if news := await feed.next(HEARTBEAT_SECONDS):
                yield b"".join(_told(feed, moment) for moment in news)
            elif not feed.closed:
                yield b": still here\n\n"
        yield message("bye", b"{}")
    finally:
        hall.audience.leave(feed)


async def _caught_up(hall: Hall, feed: Feed, after: int, until: int) -> AsyncIterator[bytes]:
    """What somebody missed, from the store; after too long an absence the word to look anew."""
    if until - after > LONGEST_GAP:
        yield message("reset", encode({"position": until}), until)
        return
    names = hall.showcase.names
    for moment in await hall.read(lambda store: missed_moments(store, after, until, names)):
        if moment.concerns(feed.principal, feed.wishes):
            yield _told(feed, moment)
