"""How long the head of a request may be: the parser that is fast sets no bound of its own."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 64 * 1024
"""How many bytes of a request line and its headers are taken, whether they end or not."""


class BoundedHeads(HttpToolsProtocol):
    """A connection whose requests are turned away as soon as a head grows beyond the bound."""

    _head_bytes = 0
    _in_head = True

    def data_received(self, data: bytes) -> None:
        """Count what comes while a head is not at its end."""
        if self._in_head:
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
        self._in_head, self._head_bytes = True, 0
        super().on_message_complete()
