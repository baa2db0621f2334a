"""A Ray cluster comes to the same result as this machine's cores, once it has been let in."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.errors import ArgumentError
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.charts import Chart
from croupier.maths.simulation import clusters
from croupier.maths.simulation.blackjack import BlackjackSimulation
from croupier.maths.simulation.clusters import (
    MODE,
    TOKEN,
    TOKEN_PATH,
    check_access,
    run_on_cluster,
)
from croupier.maths.simulation.runs import CHUNK_ROUNDS, Plan, run
from croupier.rulebooks import STAR_BLACKJACK

ROUNDS = 100_000_000


def simulated(*options: str) -> Any:
    """The result of a run in a process of its own, without what only tells how fast it was.

    One core takes long enough for it that the workers of a cluster are started.
    """
    arguments = ["simulate", "perth-blackjack", "--rounds", str(ROUNDS), "--seed", "7", "--json"]
    arguments += ["--boxes-played", "7", "--cores", "1"]
    program = "from croupier.cli import main; main()"
    command = [sys.executable, "-c", program, *arguments, *options]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = json.loads(printed)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.slow(needs="Ray")
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra")
def test_a_cluster_and_a_core_come_to_the_same() -> None:
    assert simulated("--cluster", "local") == simulated()


class RayHere(ModuleType):
    """Ray as far as a simulation uses it, whose workers play in this thread."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.connected = False
        self.chunks = 0

    def is_initialized(self) -> bool:
        return self.connected

    def init(self, **_: object) -> None:
        self.connected = True

    def shutdown(self) -> None:
        self.connected = False

    def remote(self, task: Any) -> Any:
        def call(game: object, seed: int, chunks: tuple[object, ...], terms: object) -> object:
            self.chunks += len(chunks)
            return task(game, seed, chunks, terms)

        return SimpleNamespace(remote=call)

    def put(self, value: object) -> object:
        return value

    def wait(self, tasks: list[Any], **_: object) -> tuple[list[Any], list[Any]]:
        return tasks[:1], tasks[1:]

    def get(self, done: list[Any]) -> list[Any]:
        return done

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}


@pytest.mark.parametrize("start_seconds", [0.0, 1e9])
def test_who_plays_which_chunk_changes_nothing(
    start_seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = RayHere()
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setattr(clusters, "START_SECONDS", start_seconds)
    game = BlackjackSimulation(STAR_BLACKJACK, Choices(), Chart())
    plan = Plan(20 * CHUNK_ROUNDS, seed=3, session_rounds=100)
    there = run_on_cluster(game, plan, address="local")
    here = run(game, plan, cores=1)
    assert all(map(np.array_equal, there, here))
    assert bool(ray.chunks) == (start_seconds == 0.0), "workers are started only if it pays"
    assert not ray.connected


def test_a_connection_of_ones_own_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = RayHere()
    ray.connected = True
    monkeypatch.setitem(sys.modules, "ray", ray)
    game = BlackjackSimulation(STAR_BLACKJACK, Choices(), Chart())
    with pytest.raises(ArgumentError, match="Ray is connected already"):
        run_on_cluster(game, Plan(100, seed=3, session_rounds=100), address="local")
    assert ray.connected


@pytest.fixture
def address() -> Iterator[str]:
    """An address at which something answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (TOKEN, TOKEN_PATH, MODE):
        # Set first, so that it is gone again after a test in which the cluster's token is taken.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def wants(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    """Let the cluster want this token, or none if it is empty."""
    monkeypatch.setattr(clusters, "_refuses", lambda _, sent: bool(token) and sent != token)


def test_a_missing_token_is_said_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(monkeypatch, "sesame")
    with pytest.raises(ArgumentError) as refused:
        check_access(f"ray://{address}")
    assert str(refused.value).startswith(
        f"cluster: the Ray cluster at 'ray://{address}' wants its token; set RAY_AUTH_TOKEN to it"
    )


def test_a_wrong_token_is_said_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(monkeypatch, "sesame")
    monkeypatch.setenv(TOKEN, "barley")
    with pytest.raises(ArgumentError, match="the token of this machine is not that of the Ray"):
        check_access(address)
    monkeypatch.setenv(TOKEN, "sesame")
    monkeypatch.setenv(MODE, "disabled")
    with pytest.raises(ArgumentError, match=r"wants its token.*RAY_AUTH_MODE to token"):
        check_access(address)


@pytest.mark.parametrize("kept", ["variable", "named file", "usual file"])
def test_a_token_is_found_where_ray_looks(
    kept: str, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wants(monkeypatch, "sesame")
    file = tmp_path / (".ray/auth_token" if kept == "usual file" else "secret")
    file.parent.mkdir(exist_ok=True)
    file.write_text("sesame\n")
    if kept != "usual file":
        name, value = (TOKEN, "sesame") if kept == "variable" else (TOKEN_PATH, str(file))
        monkeypatch.setenv(name, value)
    check_access(address)
    assert os.environ[MODE] == "token", "Ray sends it only then"


def test_a_cluster_without_a_token_needs_none(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants(monkeypatch, "")
    check_access(address)
    assert MODE not in os.environ


def test_an_address_at_which_nothing_answers_is_said() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    with pytest.raises(ArgumentError, match=f"cluster: no answer at 'ray://127.0.0.1:{port}': "):
        check_access(f"ray://127.0.0.1:{port}")
