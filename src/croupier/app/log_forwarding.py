"""Forwarding of logs to another machine: each line at once, as syslog (RFC 5424) over TLS (RFC
5425).

An intruder on this machine can then no longer change what was logged before.
"""

import contextlib
import logging
import os
import queue
import socket
import ssl
import threading
from datetime import UTC, datetime
from urllib.parse import urlsplit

from croupier.errors import CroupierError
from croupier.web.http.middleware import is_loopback

FACILITY = 10
"""Security and authorisation, in the numbers of RFC 5424."""
SEVERITIES = {"CRITICAL": 2, "ERROR": 3, "WARNING": 4, "INFO": 6, "DEBUG": 7}
TLS, TCP = "tls", "tcp"
PORTS = {TLS: 6514, TCP: 601}
"""The default ports of collectors."""
MOST_WAITING = 10_000
"""The most lines that wait while the collector is unreachable; later ones are only counted."""
PATIENCE_SECONDS = 5.0
"""How long a connection may take, and how long to wait after a failure."""
LAST_SECONDS = 2.0
"""How long the last lines may take when the server stops."""


class BadCollectorError(CroupierError):
    """The address is not one that logs may be sent to."""


def collector_at(address: str) -> tuple[str, str, int]:
    """Return the scheme, host and port of a collector.

    Raise ``BadCollectorError`` for an unsafe one.

    >>> collector_at("tls://logs.example.org")
    ('tls', 'logs.example.org', 6514)
    """
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise BadCollectorError(
            f"{address!r} is not the address of a log collector: write tls://logs.example.org:6514"
        )
    if parts.scheme == TCP and not is_loopback(parts.hostname):
        raise BadCollectorError(
            f"{parts.hostname} is another machine, and others could listen in: use tls://"
        )
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]


def tls_context(authority: str) -> ssl.SSLContext:
    """Return the TLS context for a collector: by the authorities of a file, or the system's."""
    try:
        context = ssl.create_default_context(cafile=authority or None)
    except OSError as error:
        raise BadCollectorError(
            f"{authority} holds no certificates in PEM form: {error.strerror or error}"
        ) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class Forwarder(logging.Handler):
    """Sends each line to a collector from a thread of its own, so that nobody waits for it."""

    def __init__(self, address: str, *, authority: str = "") -> None:
        super().__init__()
        scheme, host, port = collector_at(address)
        self._place = host, port
        self._context = tls_context(authority) if scheme == TLS else None
        self._host = socket.gethostname() or "-"
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._lost, self._lost_reported = 0, 0
        """Lines that were dropped, and how many of them were reported; each is counted by one
        thread alone."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="logs", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line, unless too many wait already."""
        try:
            self._lines.put_nowait(self._frame(record.levelname, self.format(record)))
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Send what is left, but wait only briefly."""
        if not self._ended.is_set():
            self._ended.set()
            with contextlib.suppress(queue.Full):
                self._lines.put_nowait(None)
            self._thread.join(LAST_SECONDS)
        super().close()

    def _frame(self, level: str, text: str) -> bytes:
        """Return a line in syslog format, after its length."""
        priority = FACILITY * 8 + SEVERITIES.get(level, SEVERITIES["INFO"])
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = f"<{priority}>1 {now} {self._host} croupier {os.getpid()} - - {text}".encode()
        return b"%d " % len(line) + line

    def _run(self) -> None:
        """Send line after line; after a failure repeat the same one on a new connection."""
        line: bytes | None = None
        while True:
            try:
                with self._connect() as connection:
                    while (line := line or self._lines.get()) is not None:
                        _require_open(connection)
                        lost = self._lost - self._lost_reported
                        connection.sendall(self._loss_line(lost) + line)
                        self._lost_reported += lost
                        line = None
                return
            except OSError:
                if self._ended.wait(PATIENCE_SECONDS):
                    return

    def _loss_line(self, lost: int) -> bytes:
        """Return a line about dropped lines; empty if none was dropped."""
        return self._frame("ERROR", f'{{"event": "lines lost", "lines": {lost}}}') if lost else b""

    def _connect(self) -> socket.socket:
        plain = socket.create_connection(self._place, PATIENCE_SECONDS)
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if self._context is None:
            return plain
        try:
            return self._context.wrap_socket(plain, server_hostname=self._place[0])
        except BaseException:
            plain.close()
            raise


def _require_open(connection: socket.socket) -> None:
    """Raise ``OSError`` if the collector has hung up: lines sent to a closed connection vanish
    silently."""
    connection.settimeout(0)
    try:
        if connection.recv(1) == b"":
            raise ConnectionError
    except (BlockingIOError, ssl.SSLWantReadError):
        pass
    finally:
        connection.settimeout(PATIENCE_SECONDS)
