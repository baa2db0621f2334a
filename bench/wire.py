"""A client that costs little: HTTP/1.1 and Server-Sent Events, straight from what a socket brings.

It runs on the cores that the server is measured on, so what it costs counts against the server.
"""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

HOST = "127.0.0.1"
HEAD_END, LENGTH = b"\r\n\r\n", b"content-length: "
DATA = b"data: "
"""Begins the line of a message that says what happened."""


class Wire(asyncio.Protocol):
    """One connection that is kept, for requests one after the other."""

    def __init__(self, port: int, who: str) -> None:
        self._port, self._who = port, who
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[int] | None = None
        self._came = b""

    async def post(self, path: str, body: bytes, key: str) -> int:
        """Send a request and wait for the whole answer; its status."""
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._transport, _ = await loop.create_connection(lambda: self, HOST, self._port)
        self._answer = loop.create_future()
        self._transport.write(
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Told {self._who}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Take in what came; with the last byte of an answer it is there."""
        self._came += data
        head, end, body = self._came.partition(HEAD_END)
        if not end or len(body) < int(head.lower().partition(LENGTH)[2].partition(b"\r\n")[0]):
            return
        self._came = b""
        assert self._answer is not None
        self._answer.set_result(int(head.split(b" ", 2)[1]))

    def connection_lost(self, _: Exception | None) -> None:
        """Whoever waits for an answer will not get it."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError(f"{self._who}: the server has hung up"))


class Listener(asyncio.Protocol):
    """Somebody who follows a table: notes what comes and when, and reads it afterwards."""

    def __init__(self) -> None:
        self._came: list[tuple[float, bytes]] = []
        self._transport: asyncio.BaseTransport | None = None

    async def follow(self, port: int, who: str, table: str) -> None:
        """Begin to follow a table."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, HOST, port)
        transport.write(
            f"GET /api/live?tables={table} HTTP/1.1\r\nHost: {HOST}\r\n"
            f"Authorization: Told {who}\r\n\r\n".encode()
        )
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Note what came."""
        self._came.append((time.perf_counter(), data))

    def leave(self) -> None:
        """Follow no longer."""
        assert self._transport is not None
        self._transport.close()

    def heard(self) -> Iterator[tuple[float, Any]]:
        """What each message said, and when its last byte came."""
        rest = b""
        for at, data in self._came:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line.startswith(DATA):
                    yield at, json.loads(line.removeprefix(DATA))
