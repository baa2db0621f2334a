"""Servers that start at once: forked from a process that has loaded everything already.

``python -m tests.support.nursery`` reads lines ``DATABASE PORT KEY LOG`` and forks a server for
each, which believes who people say they are. It answers with the server's process.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

from tests.support.serving import ROOT, free_port, serve


def main() -> None:
    """Fork a server for each line, until there are no more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        database, port, key, log = line.rstrip("\n").split("\t")
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for stream in (1, 2):
                os.dup2(handle, stream)
            try:
                serve(database, int(port), key)
            finally:
                os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


class Nursery:
    """Starts servers; all of them end with it."""

    def __init__(self, log: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.nursery"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._log = log
        self._servers: list[NurseryServer] = []

    def server(self, database: str, key: Path) -> "NurseryServer":
        """A server that is not started yet, on a port of its own."""
        made = NurseryServer(self, database, key)
        self._servers.append(made)
        return made

    def fork(self, *words: str) -> int:
        """Have a server started, and say which process it is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\t".join((*words, str(self._log))) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def logged(self) -> str:
        """The end of what the servers wrote to their log."""
        return self._log.read_text()[-3000:] if self._log.exists() else ""

    def close(self) -> None:
        """End all servers, and the process that starts them."""
        for server in self._servers:
            if server.pid:
                server.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


class NurseryServer:
    """A server that can be killed and started again, at the same address."""

    def __init__(self, nursery: Nursery, database: str, key: Path) -> None:
        self._nursery = nursery
        self._words = database, str(free_port()), str(key)
        self.address = f"http://127.0.0.1:{self._words[1]}"
        """Where it listens."""
        self.pid = 0
        """The process; 0 where it does not run."""

    def start(self) -> None:
        """Start it; ``wait`` says when it takes requests."""
        self.pid = self._nursery.fork(*self._words)

    def wait(self, seconds: float = 120) -> None:
        """Wait until it takes requests."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/readyz").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError(f"no server at {self.address}: {self._nursery.logged()}")

    def kill(self) -> None:
        """End it without a word, as a loss of power would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
            end = time.monotonic() + 60
            while time.monotonic() < end:
                os.kill(self.pid, 0)
                time.sleep(0.005)
            raise AssertionError(f"process {self.pid} does not end")
        self.pid = 0


if __name__ == "__main__":
    main()
