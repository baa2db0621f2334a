"""A Ray cluster comes to the same result as this machine's cores."""

import json
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest

ROUNDS = 20_000_000


def simulated(*options: str) -> Any:
    """The result of a run in a process of its own, without what only tells how fast it was."""
    arguments = ["simulate", "perth-blackjack", "--rounds", str(ROUNDS), "--seed", "7", "--json"]
    program = "from croupier.cli import main; main()"
    command = [sys.executable, "-c", program, *arguments, *options]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    found = json.loads(printed)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.slow(needs="Ray")
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra")
def test_a_cluster_and_a_core_come_to_the_same() -> None:
    assert simulated("--cluster", "local") == simulated("--cores", "1")
