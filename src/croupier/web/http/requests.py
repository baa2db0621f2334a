"""How long a request may be and take: the parser that is fast sets no bounds of its own."""

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
"""How many things a page has at most."""
LAST = 2**53 - 1
"""The last place that can be named in a log: beyond it, readers of JSON round."""
Cursor = Annotated[int, QueryParameter(ge=0, le=LAST, description="`next` from the previous page.")]
PathNumber = Annotated[int, PathParameter(ge=0, le=LAST, description="Which, counted from 1.")]
PageLimit = Annotated[int, QueryParameter(ge=1, le=MOST, description="The maximum number.")]


class Page(msgspec.Struct, Generic[Item], frozen=True):
    """Some of a long list."""

    items: tuple[Item, ...]
    """What there is, in its order."""
    next: int | None
    """The cursor of the page after this one; none where this is the last."""


def page_of(things: Sequence[Item], cursor: int, limit: int) -> Page[Item]:
    """A page of a list that is at hand; the cursor counts what came before.

    >>> page_of("abcde", 2, 2)
    Page(items=('c', 'd'), next=4)
    """
    end = cursor + limit
    return Page(tuple(things[cursor:end]), end if end < len(things) else None)


WHERE = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<key>.*)`)?$", re.DOTALL)
"""How a fault is told: what it is, and where."""


@cache
def _reader(kind: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON has the types that are asked for: a number in quotes is not a number.

    The framework itself reads any JSON, and then converts what nearly fits.
    """

    async def json(self) -> Any:
        """The body, as the value that the handler declares."""
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


LARGEST_HEAD = 64 * 1024
"""How many bytes of a request line and its headers are taken, whether they end or not."""
ARRIVAL_SECONDS = 30.0
"""How long a request may take to arrive, with its body, before the connection is cut off."""


class BoundedHeads(HttpToolsProtocol):
    """A connection whose requests are turned away when they are too long, or take too long."""

    _head_bytes = 0
    _in_head = True
    _since: float | None = None
    """Since when a request is awaited or arrives; none while one is answered, or the next may come.
    """

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Await the first request, not for ever."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self.loop.call_later(ARRIVAL_SECONDS, self._look)

    def _look(self) -> None:
        """Cut a connection off whose request does not arrive; look again at any other."""
        if self not in self.connections or self.transport.is_closing():
            return
        waited = 0.0 if self._since is None else self.loop.time() - self._since
        if waited >= ARRIVAL_SECONDS:
            self.transport.abort()
        else:
            self.loop.call_later(ARRIVAL_SECONDS - waited, self._look)

    def data_received(self, data: bytes) -> None:
        """Count what comes while a head is not at its end."""
        if self._in_head:
            if not self._head_bytes:
                self._since = self.loop.time()
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """The head has ended: what follows is bounded where bodies are read."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The next request may begin."""
        self._in_head, self._head_bytes, self._since = True, 0, None
        super().on_message_complete()
