"""A server that listens, for tests that need a real connection."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

from croupier.app.processes import server_config


@contextmanager
def listening(app: Litestar) -> Iterator[str]:
    """Run a server on a free port of this machine, and give its address."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        server = uvicorn.Server(server_config(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [ear]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield f"http://127.0.0.1:{ear.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(120)
