"""A server in a process of its own that believes who people say they are: to be killed in tests.

``python -m tests.support.serving DATABASE PORT KEY``
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from croupier.app.application import application
from croupier.app.logs import set_up_logs
from croupier.app.processes import Server, server_config
from croupier.app.settings import Settings
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash
from tests.support.repeatable_cards import repeat_cards

ROOT = Path(__file__).resolve().parents[2]


def serve(database: str, port: int, key: str) -> None:
    """Serve until killed."""
    repeat_cards()
    settings = Settings(database=database, port=port, key=key, pace=0, logs="json")
    set_up_logs(settings)
    app = application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    Server(server_config(app, host="127.0.0.1", port=port)).run()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return int(ear.getsockname()[1])


class ServerProcess:
    """A server that can be killed and started again, at the same address."""

    def __init__(self, database: str, key: Path, log: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._arguments = (database, str(self.port), str(key))
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; ``wait`` says when it takes requests."""
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-m", "tests.support.serving", *self._arguments]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )

    def wait(self, seconds: float = 120) -> None:
        """Wait until it takes requests."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.address}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"no server at {self.address}: {self._log.read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        """The process that serves."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without a word, as a loss of power would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Ask it to end, and say how it did."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(30)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
