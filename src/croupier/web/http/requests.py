"""Requests: pages of lists, strict JSON bodies, and bounds on size and time of arrival.

The fast parser that the server uses sets no bounds of its own.
"""

import re
from asyncio import Transport
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException
from litestar.params import PathParameter, QueryParameter
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

Item = TypeVar("Item")
MOST = 200
"""The most items on a page."""
LAST = 2**53 - 1
"""The last position that can be named: beyond it, readers of JSON round."""
Cursor = Annotated[int, QueryParameter(ge=0, le=LAST, description="`next` from the previous page.")]
PathNumber = Annotated[int, PathParameter(ge=0, le=LAST, description="Which, counted from 1.")]
PageLimit = Annotated[int, QueryParameter(ge=1, le=MOST, description="The maximum number.")]


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """A page of a long list."""

    items: tuple[Item, ...]
    """The items, in order."""
    next: int | None
    """The cursor of the next page; none on the last."""


def page_of(things: Sequence[Item], cursor: int, limit: int) -> Page[Item]:
    """Return a page of a sequence; the cursor counts the items before it.

    >>> page_of("abcde", 2, 2)
    Page(items=('c', 'd'), next=4)
    """
    end = cursor + limit
    return Page(tuple(things[cursor:end]), end if end < len(things) else None)


# Bodies -------------------------------------------------------------------------------------------

WHERE = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<key>.*)`)?$", re.DOTALL)
"""Parts of the decoder's message: what is wrong, and where."""


@cache
def _reader(kind: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON must have the declared types: a number in quotes is not a number.

    The framework itself reads any JSON, and then converts what nearly fits.
    """

    async def json(self) -> Any:
        """Return the body, as the value that the handler declares."""
        field = self.route_handler.parsed_data_field
        if field is None:
            return await super().json()
        try:
            return _reader(field.annotation).decode(await self.body())
        except msgspec.ValidationError as error:
            told = WHERE.match(str(error))
            assert told is not None, "any text matches"
            raise ValidationException(extra=[told.groupdict(default="")]) from None
        except msgspec.DecodeError as error:
            message = f"the body is not JSON: {error}"
            raise ValidationException(extra=[{"message": message}]) from None


# Bounds -------------------------------------------------------------------------------------------

LARGEST_HEAD = 64 * 1024
"""The most bytes of a request line and headers, whether they are complete or not."""
ARRIVAL_SECONDS = 30.0
"""How long a request may take to arrive, with its body, before the connection is closed."""


class BoundedHeads(HttpToolsProtocol):
    """A connection that refuses requests that are too long, or take too long to arrive."""

    _head_bytes = 0
    _in_head = True
    _since: float | None = None
    """Since when a request is awaited or arrives; ``None`` while one is answered."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the time for the first request."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self.loop.call_later(ARRIVAL_SECONDS, self._look)

    def _look(self) -> None:
        """Close the connection if its request has not arrived in time; else check again later."""
        if self not in self.connections or self.transport.is_closing():
            return
        waited = 0.0 if self._since is None else self.loop.time() - self._since
        if waited >= ARRIVAL_SECONDS:
            self.transport.abort()
        else:
            self.loop.call_later(ARRIVAL_SECONDS - waited, self._look)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a head that is not complete."""
        if self._in_head:
            if not self._head_bytes:
                self._since = self.loop.time()
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """Stop counting: the body's size is bounded where it is read."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Allow the next request."""
        self._in_head, self._head_bytes, self._since = True, 0, None
        super().on_message_complete()
