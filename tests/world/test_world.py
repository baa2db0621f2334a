"""Worlds from some hundred seeds, and bugs that they must find."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from tests.faults.defects import DEFECTS
from tests.world.grounds import Ground, PlainGround, WorldClock, on_a_fragile_disk
from tests.world.plants import PLANTS
from tests.world.world import outcome

GROUPS, EACH = 20, 15
"""The seeds are gone through in so many tests, each with so many."""
FIND = 40
"""A planted bug is found within so many seeds."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_worlds_hold(group: int) -> None:
    for seed in range(group, GROUPS * EACH, GROUPS):
        found = outcome(seed)
        assert not found.wrong, f'{found.wrong}; again: make worlds ARGS="--seed {seed}"'
        assert found.events


@pytest.mark.parametrize("seed", range(4))
def test_worlds_hold_on_a_server(postgres_url: str, seed: int) -> None:
    def ground(_: Path, __: WorldClock) -> Ground:
        prepare(postgres_url)
        return PlainGround(PostgresJournal(postgres_url))

    found = outcome(seed, grounds=ground)
    assert not found.wrong, found.wrong


@pytest.mark.parametrize("bug", sorted(PLANTS))
def test_worlds_find_planted_bugs(bug: str) -> None:
    assert any(outcome(seed, plant=PLANTS[bug]).wrong for seed in range(FIND))


@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_worlds_find_planted_defects_of_the_store(defect: str) -> None:
    grounds = on_a_fragile_disk(DEFECTS[defect])
    assert any(outcome(seed, grounds=grounds).wrong for seed in range(FIND))


def told(seed: int, hash_seed: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "tests.world", "--seed", str(seed)],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_a_seed_is_the_same_world_again_to_the_last_hash() -> None:
    """In this process, and in others that order their sets in another way."""
    first = outcome(12)
    assert outcome(12) == first
    assert outcome(13).fingerprint != first.fingerprint
    assert told(12, "1") == told(12, "2")
    assert first.fingerprint in told(12, "3")
