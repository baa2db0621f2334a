"""A wire between a server and its database that can be cut at any byte, in either direction."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from urllib.parse import parse_qs, urlsplit

TO_DATABASE, TO_SERVER = "to the database", "to the server"


class CuttableWire:
    """Carries all connections to a database; the one that passes a certain byte is cut there."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        self._behind = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._ear = socket.create_server(("127.0.0.1", 0))
        self._lock = Lock()
        self._way, self._left = "", 0
        port = self._ear.getsockname()[1]
        user = parts.username or "postgres"
        plain = "sslmode=disable&gssencmode=disable"
        self.address = f"postgresql://{user}@127.0.0.1:{port}{parts.path}?{plain}"
        """The database's address by way of this wire."""
        Thread(target=self._accept, daemon=True).start()

    def cut_at(self, way: str, byte: int) -> None:
        """Cut a connection at a byte that is still to pass in one direction, the first being 1."""
        with self._lock:
            self._way, self._left = way, byte

    @property
    def is_armed(self) -> bool:
        """Whether a cut is still to come."""
        return bool(self._left)

    def mend(self) -> None:
        """Cut nothing any more."""
        self.cut_at("", 0)

    def close(self) -> None:
        """Take no more connections; whoever waits for one is woken by it."""
        self._ear.shutdown(socket.SHUT_RDWR)
        self._ear.close()

    def _accept(self) -> None:
        while True:
            try:
                server, _ = self._ear.accept()
            except OSError:
                return
            database = socket.socket(socket.AF_UNIX)
            database.connect(self._behind)
            for way, come_from, go_to in (
                (TO_DATABASE, server, database),
                (TO_SERVER, database, server),
            ):
                Thread(target=self._carry, args=(way, come_from, go_to), daemon=True).start()

    def _carry(self, way: str, come_from: socket.socket, go_to: socket.socket) -> None:
        with suppress(OSError):
            while data := come_from.recv(65_536):
                passes, is_cut = self._share(way, len(data))
                go_to.sendall(data[:passes])
                if is_cut:
                    break
        for end in (come_from, go_to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        come_from.close()

    def _share(self, way: str, size: int) -> tuple[int, bool]:
        """How much of what has come passes, and whether the wire is cut after that."""
        with self._lock:
            if way != self._way or not self._left:
                return size, False
            if self._left > size:
                self._left -= size
                return size, False
            passes, self._way, self._left = self._left - 1, "", 0
            return passes, True


@contextmanager
def wire_to(database: str) -> Iterator[CuttableWire]:
    """A wire to a database."""
    wire = CuttableWire(database)
    try:
        yield wire
    finally:
        wire.close()
