"""A client that costs little: HTTP/1.1 and Server-Sent Events over bare asyncio streams."""

import asyncio
import json
import time
from typing import Any


class Wire:
    """One connection that is kept, for requests one after the other."""

    def __init__(self, port: int, who: str) -> None:
        self._port, self._who = port, who
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: bytes, key: str) -> int:
        """Send a request and read the answer; its status."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        assert self._reader is not None
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Told {self._who}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        await self._reader.readexactly(length)
        return int(head.split(b" ", 2)[1])


async def listen(port: int, who: str, table: str, heard: list[tuple[float, Any]]) -> None:
    """Follow a table, and note when each message came; it ends when it is cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /api/live?tables={table} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Told {who}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    while True:
        line = await reader.readline()
        if not line:
            return
        if line.startswith(b"data: "):
            heard.append((time.perf_counter(), json.loads(line[6:])))
