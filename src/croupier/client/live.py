"""Live updates for programs: a stream that goes on by itself where it was broken off."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
from httpx_sse import connect_sse

from croupier.client.problems import content

PATIENCE_SECONDS = 1.0
"""How long the client waits before it connects again."""
FOR_NOW = (
    httpx.codes.TOO_MANY_REQUESTS,
    httpx.codes.BAD_GATEWAY,
    httpx.codes.SERVICE_UNAVAILABLE,
    httpx.codes.GATEWAY_TIMEOUT,
)
"""What a server that starts or stops answers, or a proxy before it: it is asked again."""


class Message(msgspec.Struct, frozen=True):
    """Something that the server has told."""

    kind: str
    """``table``, ``pool``, ``account``, ``tournament``, ``promotion``, ``floor``, ``ready``,
    ``hello``, ``reset`` or ``bye``."""
    position: int | None
    """The place in the log; none for a greeting."""
    data: dict[str, Any]
    """What happened."""


def follow(
    http: httpx.Client,
    *,
    tables: tuple[str, ...] = (),
    words: bool = False,
    views: bool = False,
    after: int | None = None,
) -> Iterator[Message]:
    """What happens on the floor from now on, or after a place in the log; it never ends.

    A connection that breaks off is taken up again where it was: nothing is lost or told twice. Who
    may no longer listen is told so by :class:`~croupier.client.ProblemError`.
    """
    asked = {"tables": ",".join(tables), "words": words, "views": views}
    while True:
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        try:
            with connect_sse(
                http, "GET", "/api/live", params=asked, headers=headers, timeout=60
            ) as source:
                if not source.response.is_success:
                    _see_problem(source.response)
                for event in source.iter_sse():
                    if not event.data:  # a comment, which says only that the connection is alive
                        continue
                    place = int(event.id) if event.id else None
                    message = Message(event.event, place, json.loads(event.data))
                    if message.kind == "hello" and after is None:
                        after = message.data["position"]
                    after = place or after
                    yield message
        except httpx.TransportError:
            time.sleep(PATIENCE_SECONDS)


def _see_problem(answer: httpx.Response) -> None:
    """Raise why there is no stream: a break in the connection, or a problem that stays."""
    if answer.status_code in FOR_NOW:
        raise httpx.ReadError(f"the server answered {answer.status_code}")
    answer.read()
    content(answer)
