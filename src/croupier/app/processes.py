"""Processes that serve one floor: one alone, or several on one socket, each ready to be killed."""

import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead

from croupier.app.application import application, open_server_store
from croupier.app.logs import set_up_logs
from croupier.app.settings import Settings
from croupier.errors import CroupierError
from croupier.web.http.requests import BoundedHeads
from croupier.web.metrics import FOLDER

SUITES = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""The suites for TLS 1.2: forward secrecy and authenticated encryption only."""
GRACE_SECONDS = 10
"""How long open requests may take when the server is stopped."""
RESTART_SECONDS = 1.0
"""How long after its death a process is started again."""
YOUNG_OBJECTS = 10_000
"""How many objects are made between two runs of the garbage collector."""
SWITCH_SECONDS = 0.001
"""How long a thread runs while another waits: the writer's turn holds up all processes."""


def server_config(app: Litestar, **more: Any) -> uvicorn.Config:
    """Return the configuration by which an application is served, in any process."""
    return uvicorn.Config(
        app,
        http=BoundedHeads,
        ws="websockets-sansio",
        log_config=None,
        access_log=False,
        lifespan="on",
        proxy_headers=False,  # guard_site reads them: it also runs under other servers
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        **more,
    )


def transport(settings: Settings) -> dict[str, Any]:
    """Return the options for TLS, if the server itself speaks it: 1.2 or later, in safe suites.

    Python allows nothing older; the suites are for 1.2, those of 1.3 are all good.
    """
    if not settings.certificate:
        return {}
    _check_certificate(settings)
    return {
        "ssl_certfile": settings.certificate,
        "ssl_keyfile": settings.certificate_key,
        "ssl_ciphers": SUITES,
    }


def _check_certificate(settings: Settings) -> None:
    """Raise ``BadSettingError`` for a certificate that cannot be used, before opening anything."""
    seen = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        seen.load_cert_chain(settings.certificate, settings.certificate_key, password="")
    except OSError as error:
        raise CroupierError(
            f"--certificate, --certificate-key: {settings.certificate} and "
            f"{settings.certificate_key} are not a certificate with its key, both in PEM form and "
            f"the key without a password: {error.strerror or error}"
        ) from None


class Server(uvicorn.Server):
    """A server that ends live connections when it stops, and keeps long-lived objects from the
    collector.

    Modules, laws and routes are some hundred thousand objects. Collecting them takes 50 ms and
    more, in which nobody is answered.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the floor, then freeze the objects that are there to stay."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        sys.setswitchinterval(SWITCH_SECONDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all live connections, which would stay for ever; then finish open requests."""
        app: Any = self.config.app
        app.state.service.subscribers.dismiss(lambda _: True)
        await super().shutdown(sockets)


def _no_report() -> None:
    """Do nothing: one of several processes does not report that it is ready."""


def serve_alone(
    settings: Settings, ear: socket.socket, *, ready: Callable[[], None] = _no_report
) -> None:
    """Serve in this process until stopped; open requests are finished.

    ``ready`` is called once the store is open, so that a server that cannot serve never says that
    it does.
    """
    set_up_logs(settings)
    speaks = transport(settings)
    server = Server(server_config(application(settings, computes=settings.mathematics), **speaks))
    ready()
    server.run(sockets=[ear])
    if not server.started:
        raise CroupierError("the floor could not be opened: the log says why")


def _worker(settings: Settings, ear: socket.socket, parent: Connection) -> None:
    threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
    try:
        serve_alone(settings, ear)
    except CroupierError as error:
        sys.exit(f"croupier: {error}")


def _end_with(parent: Connection) -> None:
    """Stop as if asked to when the parent process is gone; nothing is ever sent on the pipe."""
    with contextlib.suppress(EOFError, OSError):
        parent.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _shared_figures() -> Iterator[None]:
    """Share one folder of metrics among all processes started within."""
    with TemporaryDirectory(prefix="croupier-figures-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def serve_together(
    settings: Settings, ear: socket.socket, *, ready: Callable[[], None] = _no_report
) -> None:
    """Serve in several processes on one socket; one that dies is started again.

    A store that cannot be opened is reported once, before the first process starts. All end with
    this process, however it ends: each holds a pipe that closes when it does.
    """
    transport(settings)
    open_server_store(settings).close()
    ready()
    with _shared_figures():
        _serve_until_stopped(settings, ear)


def _serve_until_stopped(settings: Settings, ear: socket.socket) -> None:
    made = multiprocessing.get_context("spawn")
    ends_with_parent, parent = made.Pipe(duplex=False)

    def start() -> BaseProcess:
        process = made.Process(target=_worker, args=(settings, ear, ends_with_parent))
        process.start()
        return process

    stopped = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    workers = [start() for _ in range(settings.workers)]
    while not stopped:
        time.sleep(RESTART_SECONDS)
        for number, worker in enumerate(workers):
            if not worker.is_alive() and not stopped:
                mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
                workers[number] = start()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()
    parent.close()
