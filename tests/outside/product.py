"""The installed wheel, and floors that its own command serves."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
"""How long a server may take to start or to stop; a busy machine is slow."""


class Product:
    """An installed wheel: what ``pip install croupier`` leaves on a machine."""

    def __init__(self, site: Path) -> None:
        self.site = site

    @classmethod
    def install(cls, folder: Path, checkout: Path = ROOT) -> "Product":
        """Build the wheel of a checkout and install it into a folder of its own."""
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
        subprocess.run([*build, str(checkout)], check=True)
        (wheel,) = folder.glob("*.whl")
        site = folder / "site"
        install = [*pip, "install", "--no-deps", "--target", str(site), str(wheel)]
        subprocess.run(install, check=True)
        return cls(site)

    @property
    def command(self) -> list[str]:
        """The words that start ``croupier``."""
        return [sys.executable, "-m", "croupier"]

    @property
    def environment(self) -> dict[str, str]:
        """With the wheel first on the path, so that nothing of the checkout is imported."""
        return {**os.environ, "PYTHONPATH": str(self.site)}

    def run(
        self,
        *words: str | Path,
        folder: Path,
        typed: str = "",
        environment: Mapping[str, str] | None = None,
        seconds: float = 300,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in a folder to its end; whoever calls looks at how it ended."""
        return subprocess.run(
            [*self.command, *map(str, words)],
            cwd=folder,
            env={**self.environment, **(environment or {})},
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )

    def say(self, *words: str | Path, folder: Path, typed: str = "") -> str:
        """Return what a command prints; it must end well."""
        done = self.run(*words, folder=folder, typed=typed)
        assert done.returncode == 0, f"{words}: {done.stderr or done.stdout}"
        return done.stdout


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        return int(ear.getsockname()[1])


class Floor:
    """A floor that ``croupier serve`` runs in a process of its own, in a folder of its own.

    Cards fall without a pause, and nothing is computed beside: that would take the processor from
    other tests. Further options are those of the command: ``"--empty"``.
    """

    def __init__(
        self,
        product: Product,
        folder: Path,
        *options: str | Path,
        database: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.product, self.folder, self.port = product, folder, free_port()
        self.database = database or str(folder / "floor.db")
        self.options = ["--pace", "0", "--no-mathematics", *map(str, options)]
        self.log = folder / "server.log"
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**product.environment, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self._clients: list[httpx.Client] = []

    def start(self, *options: str) -> "Floor":
        """Start it and wait until it takes requests."""
        self.launch(*options)
        self.wait()
        return self

    def launch(self, *options: str) -> None:
        """Start it without waiting."""
        where = ["--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.product.command, "serve", *where, *self.options, *options],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def wait(self, seconds: float = START_SECONDS) -> None:
        """Wait until it takes requests."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, f"it did not start: {self.said}"
            try:
                if httpx.get(f"{self.url}/readyz").status_code == httpx.codes.OK:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"no server at {self.url}: {self.said}")

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The process that was started last."""
        assert self._process is not None, "it was never started"
        return self._process

    @property
    def pid(self) -> int:
        """The process that serves, or the parent of those that do."""
        return self.process.pid

    @property
    def said(self) -> str:
        """The end of what it has written to its log."""
        return self.log.read_text(errors="replace")[-4000:]

    def visitor(self) -> httpx.Client:
        """Open a connection of somebody who has not signed in; it asks as the floor's pages do."""
        client = httpx.Client(base_url=self.url, timeout=60, headers={"Origin": self.url})
        self._clients.append(client)
        return client

    def kill(self) -> None:
        """End it without warning, as a loss of power would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end as systemd does; returns its exit code, -15 where all is well."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(START_SECONDS)

    def end(self) -> None:
        """Close every connection and end whatever still runs, at the end of a test."""
        for client in self._clients:
            client.close()
        if self._process is not None and self._process.poll() is None:
            self.stop()
