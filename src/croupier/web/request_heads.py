"""How long a request may be and take: the parser that is fast sets no bounds of its own."""

from asyncio import Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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
