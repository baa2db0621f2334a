"""Receivers on the loopback: a webhook, and a server for mail."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any


class Webhook:
    """Where alerts are posted: takes them after it was busy a few times."""

    def __init__(self, busy: int = 0) -> None:
        self.received: Queue[tuple[bytes, str]] = Queue()
        self.busy = busy
        self.calls = 0
        self.address = ""


@contextmanager
def webhook(busy: int = 0) -> Iterator[Webhook]:
    target = Webhook(busy)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            target.calls += 1
            taken = target.calls > target.busy
            self.send_response(204 if taken else 503)
            self.end_headers()
            if taken:
                target.received.put((body, self.headers["Croupier-Signature"]))

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    target.address = f"http://127.0.0.1:{server.server_port}/alerts"
    with _running(server):
        yield target


@contextmanager
def mail_server() -> Iterator[tuple[str, "Queue[str]"]]:
    """Its address, and the mails that it takes."""
    mails: Queue[str] = Queue()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 ready")
            for line in self.rfile:
                word = line.decode().split()[0].upper()
                if word == "DATA":
                    self.say("354 go on")
                    lines = iter(self.rfile.readline, b".\r\n")
                    mails.put(b"".join(lines).decode())
                self.say("221 bye" if word == "QUIT" else "250 ok")
                if word == "QUIT":
                    break

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with _running(server):
        yield f"smtp://127.0.0.1:{server.server_address[1]}", mails


@contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
