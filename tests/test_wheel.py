"""An installed wheel does without the checkout: it plays, checks, reports, values and serves."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.docs.pages import ROOT

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 120
SCENARIO = """\
title = "Eighteen beats seventeen"
game = "star-blackjack"
cites = ["15.1.3"]
shoe = "TH 7C 8D TC"
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "deal" },
  { do = "stand", box = 1 },
]

[net]
ann = 100
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel in it, as pip puts it there."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True)
    wheel = next(folder.glob("*.whl"))
    site = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", str(site), str(wheel)], check=True)
    return site


def environment(installed: Path) -> dict[str, str]:
    """With the wheel first on the path, so that nothing of the checkout is imported."""
    return {**os.environ, "PYTHONPATH": str(installed)}


def croupier(installed: Path, elsewhere: Path, *words: str, typed: str = "") -> str:
    """What a command of the wheel prints, run in another folder; it must end well."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        cwd=elsewhere,
        env=environment(installed),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_taken_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    asked = "import croupier; print(croupier.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=tmp_path,
        env=environment(installed),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(installed)


def test_it_plays_checks_values_and_reports(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "eighteen.toml").write_text(SCENARIO, encoding="utf-8")
    assert croupier(installed, tmp_path, "check", "eighteen.toml") == "1 passed, 0 failed\n"
    played = croupier(
        installed, tmp_path, "play", "star-blackjack", "--seed", "2165", typed="\n25\ns\nq\n"
    )
    assert "Round 1" in played
    dealt = croupier(installed, tmp_path, "deal", "star-blackjack", typed="wager ann 1 25\nquit\n")
    assert "Due: Shuffle (4.1.1)" in dealt
    assert "0.811928 %" in croupier(installed, tmp_path, "edge", "perth-blackjack", "--layout", "7")
    report = croupier(installed, tmp_path, "rules", "report", "caribbean-stud", "--csv")
    assert report.startswith("rulebook,clause,class,gist,status,where,tests")
    assert "doubling" in croupier(installed, tmp_path, "rules", "star-blackjack", "11.1.2")


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Where a server of the wheel listens, run in another folder."""
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        port = ear.getsockname()[1]
    command = [sys.executable, "-m", "croupier", "serve", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            command, cwd=tmp_path, env=environment(installed), stdout=log, stderr=log
        )
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(PATIENCE_SECONDS)


def test_it_serves_pages_styles_and_tables(address: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            if httpx.get(f"{address}/readyz").status_code == httpx.codes.OK:
                break
        except httpx.TransportError:
            pass
        assert time.monotonic() < until, "the server did not start"
        time.sleep(0.2)
    page = httpx.get(f"{address}/", follow_redirects=True)
    assert page.status_code == httpx.codes.OK
    assert "croupier" in page.text
    files = re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', page.text)
    assert any(".css" in file for file in files)
    for file in files:
        assert httpx.get(f"{address}{file}").status_code == httpx.codes.OK, file
    assert httpx.get(f"{address}/healthz").status_code == httpx.codes.OK
