"""Logs for another machine: over TLS to one that shows who it is, and nobody waits for it."""

import contextlib
import json
import logging
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.app import log_forwarding
from croupier.app.log_forwarding import BadCollectorError, Forwarder, collector_at
from croupier.app.logs import set_up_logs
from croupier.app.settings import Settings
from tests.support.certificates import write_certificate

LINE = re.compile(rb"<(\d+)>1 (\S+Z) (\S+) croupier (\d+) - - (.*)", re.DOTALL)


class Collector:
    """Takes what is sent to it, line by line; it can hang up, and come back."""

    def __init__(self, certificate: Path | None) -> None:
        self.lines: list[bytes] = []
        self.refused = 0
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        self._ear = socket.create_server(("127.0.0.1", 0))
        self._caller: socket.socket | None = None
        self.port = self._ear.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                plain, _ = self._ear.accept()
            except OSError:
                return
            with plain:
                self._hear(plain)

    def _hear(self, plain: socket.socket) -> None:
        """Take what one caller sends, until one of the two hangs up."""
        try:
            caller = self._context.wrap_socket(plain, True) if self._context else plain
        except OSError:
            self.refused += 1
            return
        with caller:
            self._caller = caller
            self._read(caller)

    def _read(self, caller: socket.socket) -> None:
        buffer = b""
        while True:
            try:
                more = caller.recv(4096)
            except OSError:
                return
            if not more:
                return
            buffer += more
            while (found := re.match(rb"(\d+) ", buffer)) is not None:
                end = found.end() + int(found[1])
                if len(buffer) < end:
                    break
                self.lines.append(buffer[found.end() : end])
                buffer = buffer[end:]

    def hang_up(self) -> None:
        """End the connection; the thread that reads from it closes it."""
        assert self._caller is not None
        with contextlib.suppress(OSError):
            self._caller.shutdown(socket.SHUT_RDWR)

    def awaited(self, count: int) -> list[bytes]:
        end = time.monotonic() + 60
        while len(self.lines) < count:
            assert time.monotonic() < end, self.lines
            time.sleep(0.01)
        return self.lines

    def close(self) -> None:
        """Listen no more, and be done with it: closing alone wakes nobody who waits for a call."""
        with contextlib.suppress(OSError):
            self._ear.shutdown(socket.SHUT_RDWR)
        if self._caller is not None:
            self.hang_up()
        self._thread.join(30)
        assert not self._thread.is_alive()
        self._ear.close()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return write_certificate(tmp_path)


@pytest.fixture
def collector(certificate: Path) -> Iterator[Collector]:
    found = Collector(certificate)
    yield found
    found.close()


def entry(text: str, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("croupier", level, __file__, 1, text, None, None)


def test_every_line_of_the_log_reaches_another_system(
    collector: Collector, certificate: Path
) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    settings = Settings(
        log_collector=f"tls://127.0.0.1:{collector.port}", log_authority=str(certificate)
    )
    try:
        set_up_logs(settings)
        logging.getLogger("croupier.test").warning("two\nlines", extra={"password": "secret"})
        (line,) = collector.awaited(1)
    finally:
        root.handlers[-1].close()
        root.handlers[:] = before
        root.setLevel(level)
    found = LINE.fullmatch(line)
    assert found is not None, line
    assert int(found[1]) == 10 * 8 + 4, "a warning about security"
    told = json.loads(found[5])
    assert (told["event"], told["level"]) == ("two\nlines", "warning")
    assert b"secret" not in line


def test_a_collector_with_an_unknown_certificate_is_told_nothing(collector: Collector) -> None:
    forwarder = Forwarder(f"tls://127.0.0.1:{collector.port}")
    forwarder.handle(entry("a line"))
    end = time.monotonic() + 60
    while not collector.refused:
        assert time.monotonic() < end
        time.sleep(0.01)
    forwarder.close()
    assert collector.lines == []


def test_lines_wait_for_a_collector_that_is_away_and_those_beyond_are_counted(
    monkeypatch: pytest.MonkeyPatch, collector: Collector, certificate: Path
) -> None:
    monkeypatch.setattr(log_forwarding, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(log_forwarding, "MOST_WAITING", 20)
    forwarder = Forwarder(f"tls://127.0.0.1:{collector.port}", authority=str(certificate))
    forwarder.handle(entry("first"))
    collector.awaited(1)
    collector.hang_up()
    collector.close()
    began = time.monotonic()
    for number in range(100):
        forwarder.handle(entry(f"line {number}"))
    assert time.monotonic() - began < 5, "nobody waits for the collector"
    later = Collector(certificate)
    forwarder._place = "127.0.0.1", later.port
    lines = later.awaited(20)
    forwarder.close()
    later.close()
    assert any(b"lines lost" in line for line in lines)
    assert sum(b" line " in line for line in lines) >= 19


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://logs.example.org", "others could listen in"),
        ("logs.example.org", "not the address of a log collector"),
        ("tls://", "not the address of a log collector"),
        ("tls://logs.example.org:x", "not the address of a log collector"),
        ("udp://127.0.0.1", "not the address of a log collector"),
    ],
)
def test_logs_go_nowhere_where_others_could_listen_in(address: str, why: str) -> None:
    with pytest.raises(BadCollectorError, match=why):
        Settings(log_collector=address)
    assert collector_at("tcp://127.0.0.1") == ("tcp", "127.0.0.1", 601)
