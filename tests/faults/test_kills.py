"""Processes that die at every write of a day, or at any moment, and what is there then."""

import os
import subprocess
import sys

import pytest

from tests.faults.defects import DEFECTS

COMMANDS, MOMENTS = 4, 40


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Kill from a process that runs nothing else: one with threads must not be forked."""
    return subprocess.run(
        [sys.executable, "-m", "tests.faults", "--only", "kills", "--jobs", "1", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
        timeout=300,
    )


def test_a_kill_at_every_write_of_a_day_loses_nothing() -> None:
    done = run("--every-step", "--commands", str(COMMANDS))
    assert done.returncode == 0, done.stdout + done.stderr
    tried, died = numbers(done.stdout)
    assert tried == died
    assert tried > 200


def test_a_kill_at_any_moment_loses_nothing() -> None:
    """In two processes at once, from the eighth kill on, as after a run that was stopped."""
    done = run("--kills", str(MOMENTS), "--commands", str(COMMANDS), "--jobs", "2", "--first", "7")
    assert done.returncode == 0, done.stdout + done.stderr
    assert numbers(done.stdout)[1] == MOMENTS


@pytest.mark.slow
@pytest.mark.parametrize("defect", sorted(DEFECTS.keys() - {"unsynced"}))
def test_kills_find_planted_defects(defect: str) -> None:
    done = run("--every-step", "--commands", "4", "--defect", defect)
    assert done.returncode == 1, done.stdout + done.stderr
    assert FOUND[defect] in done.stdout


FOUND = {
    "answer-before-commit": "was answered, and is not in the record",
    "books-apart": "kept, 50000 told",
    "forgotten-ids": "no command is stored",
}
"""How each defect shows. That nothing is synced shows only when the power fails."""


def numbers(output: str) -> tuple[int, int]:
    """How many were tried and how many processes died, from the last line."""
    tried, died = output.splitlines()[-1].split(",")[:2]
    return int(tried.split()[0]), int(died.split()[0])
