"""A wire between a client and a PostgreSQL server that can be cut, or held, at any exchange.

It reads as much of the protocol as it needs: where a message of the client ends, whether the server
answers it, and which one commits.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from urllib.parse import parse_qs, urlsplit

from tests.faults.disks import Moment

ASKING = b"QS"
"""Messages that the server answers: a simple query, and the end of a batch."""
ENDING = ASKING + b"HcfXp"
"""Messages after which nothing is kept back: the server may have to act on them."""
READY, COPYING = b"Z", b"G"
"""How an answer of the server ends."""
COMMIT = b"COMMIT"
PATIENCE = 5.0
"""How many seconds the wire waits for an answer before it is cut."""


class Wire:
    """What becomes of the exchanges that go over the wire."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: int | None = None
        self._moment = Moment.BEFORE
        self._at_commit = False
        self._hold = False
        self.was_cut = False
        """Whether the wire was cut since it was last told to be."""
        self.held, self._released = Event(), Event()

    def cut(self, moment: Moment, *, exchange: int | None = None) -> None:
        """Cut the wire at an exchange that is to come, the first being 1; else at a commit."""
        with self._lock:
            self._left, self._moment = exchange, moment
            self._at_commit, self.was_cut = exchange is None, False

    def hold_commit(self) -> None:
        """Keep the next commit back until it is released."""
        self._hold = True

    def release(self) -> None:
        """Let it go on."""
        self._released.set()

    def fate(self, batch: bytes) -> Moment | None:
        """When the wire is cut at what a client asks, if it is."""
        commits = COMMIT in batch
        if commits and self._hold:
            self._hold = False
            self.held.set()
            self._released.wait(PATIENCE)
        with self._lock:
            if self._left is not None:
                self._left -= 1
            if self._left == 0 or (self._at_commit and commits):
                self._left, self._at_commit, self.was_cut = None, False, True
                return self._moment
        return None


@contextmanager
def wired(url: str) -> Iterator[tuple[str, Wire]]:
    """The address of a server over a wire, and the wire."""
    parts = urlsplit(url)
    place = parse_qs(parts.query)["host"][0]
    wire = Wire()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    Thread(target=_accept, args=(listener, f"{place}/.s.PGSQL.5432", wire), daemon=True).start()
    try:
        user = parts.username or "postgres"
        yield (
            f"postgresql://{user}@127.0.0.1:{port}{parts.path}?sslmode=disable&gssencmode=disable",
            wire,
        )
    finally:
        listener.close()


def _accept(listener: socket.socket, server: str, wire: Wire) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        behind = socket.socket(socket.AF_UNIX)
        behind.connect(server)
        _Line(client, behind, wire).begin()


class _Line:
    """One connection of a client, carried on to the server."""

    def __init__(self, client: socket.socket, server: socket.socket, wire: Wire) -> None:
        self._client, self._server, self._wire = client, server, wire
        self._kept_back, self._answered = Event(), Event()

    def begin(self) -> None:
        for carry in (self._to_server, self._to_client):
            Thread(target=self._carried, args=(carry,), daemon=True).start()

    def _carried(self, carry: Callable[[], None]) -> None:
        with suppress(OSError, EOFError):
            carry()
        self._hang_up()

    def _hang_up(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _to_server(self) -> None:
        self._server.sendall(_sized(self._client, b""))
        batch = b""
        while True:
            message = _message(self._client)
            batch += message
            if message[:1] not in ENDING:
                continue
            fate = self._wire.fate(batch) if message[:1] in ASKING else None
            if fate is Moment.BEFORE:
                return
            if fate is Moment.AFTER:
                self._kept_back.set()
            self._server.sendall(batch)
            if fate is Moment.AFTER:
                self._answered.wait(PATIENCE)
                return
            batch = b""

    def _to_client(self) -> None:
        while True:
            message = _message(self._server)
            if not self._kept_back.is_set():
                self._client.sendall(message)
            elif message[:1] in READY + COPYING:
                self._answered.set()


def _message(end: socket.socket) -> bytes:
    """The next message: a letter, its size, its content."""
    return _sized(end, _exactly(end, 1))


def _sized(end: socket.socket, kind: bytes) -> bytes:
    size = _exactly(end, 4)
    return kind + size + _exactly(end, int.from_bytes(size) - 4)


def _exactly(end: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = end.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data
