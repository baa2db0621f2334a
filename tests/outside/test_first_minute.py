"""The first minute of somebody who has just cloned croupier: make installs, serves and plays."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.outside.product import ROOT, START_SECONDS, free_port

MOST_MEGABYTES = 1400 / 3
"""A third of what everything that the tests need takes."""
INSTALL_SECONDS = 600
"""How long packages may take to arrive; a busy machine is slow."""


class Clone:
    """A clone of this repository, in which a newcomer runs make."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder.with_name("temporary")
        """For what pip leaves behind when it is killed."""
        self.temporary.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        # What is changed here and not committed yet is what is tried.
        command = ["git", "diff", "--binary", "HEAD"]
        change = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
        if change:
            subprocess.run(["git", "apply", "-"], cwd=folder, input=change, check=True)

    def make(self, *words: str, until: Callable[[], bool], end: signal.Signals) -> str:
        """Run make until something is so, then end it and all it started; returns what it said."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        process = subprocess.Popen(
            ["make", *words],
            cwd=self.folder,
            env={**own, "TMPDIR": str(self.temporary)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        latest = time.monotonic() + INSTALL_SECONDS
        while process.poll() is None and not until():
            assert time.monotonic() < latest, f"make {words} takes too long"
            time.sleep(0.05)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, end)
        return process.communicate(timeout=START_SECONDS)[0]

    def serve(self) -> tuple[str, str]:
        """Run make serve until it answers; returns its address and what it said."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"

        def answers() -> bool:
            try:
                return httpx.get(f"{url}/readyz").status_code == httpx.codes.OK
            except httpx.TransportError:
                return False

        options = f"ARGS=--port {port} --empty"
        return url, self.make("serve", options, until=answers, end=signal.SIGTERM)

    def has(self, pattern: str) -> bool:
        """Whether a package is in the environment."""
        return any(self.folder.glob(f".venv/lib/*/site-packages/{pattern}"))

    def megabytes(self) -> float:
        """How much the environment takes on disk."""
        files = (self.folder / ".venv").rglob("*")
        return sum(file.lstat().st_size for file in files if not file.is_dir()) / 2**20


@pytest.mark.slow
def test_a_newcomer_serves_and_plays_with_what_running_needs(tmp_path: Path) -> None:
    clone = Clone(tmp_path / "croupier")
    # Cut off while packages are unpacked: the next make starts anew.
    clone.make("serve", until=lambda: clone.has("numpy"), end=signal.SIGKILL)
    assert not (clone.folder / ".venv" / "runtime").exists()
    url, said = clone.serve()
    assert "Installing what croupier needs: 46 packages, 400 MB on disk" in said
    assert f"The floor opens at {url}" in said
    assert "WARNING" not in said
    assert clone.megabytes() < MOST_MEGABYTES
    assert not clone.has("pytest")
    url, said = clone.serve()
    assert said.startswith(f"The floor opens at {url}")
    said = clone.make("play", until=lambda: False, end=signal.SIGTERM)
    assert said.startswith("Star Blackjack")
