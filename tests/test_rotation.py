"""CI comes round to every slow test, and says which of them it ran."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import rotation
from tests.rotation import SHARES, next_share, shares_of

TESTS = """
import pytest

def test_quick():
    pass

@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_long(seed):
    pass

@pytest.mark.slow(needs="a cluster")
def test_elsewhere():
    pass
"""
NAMES = [
    *(f"tests/a.py::test_seeds[{game}-{seed}]" for game in "xyz" for seed in range(17)),
    *(f"tests/b.py::test_{number}" for number in range(40)),
]


def test_every_slow_test_is_in_one_share() -> None:
    shares = shares_of(NAMES)
    assert shares.keys() == set(NAMES)
    assert set(shares.values()) == set(range(1, SHARES + 1))


def test_parameters_of_a_test_are_spread_evenly() -> None:
    shares = shares_of(NAMES)
    counted = Counter(share for name, share in shares.items() if "[" in name)
    assert set(counted.values()) == {5, 6}


def test_a_test_stays_in_its_share_whatever_else_there_is() -> None:
    few = [name for name in NAMES if "b.py" in name][:7]
    shares = shares_of(NAMES)
    assert shares_of(few) == {name: shares[name] for name in few}


def test_each_commit_has_the_next_share(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"rev-parse": "false", "rev-list": "2165"}
    monkeypatch.setattr(rotation, "git", lambda word, *_: said[word])
    assert next_share() == 6
    said["rev-list"] = "2166"
    assert next_share() == 7


@pytest.mark.parametrize("said", ["true", ""])
def test_without_the_history_each_day_has_the_next_share(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rotation, "git", lambda *_: said)
    monkeypatch.setattr("time.time", lambda: 20_003 * 86_400.0)
    assert next_share() == 4


def run_share(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests above with the plugin."""
    (folder / "test_it.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="ascii")
    plugins = ["-p", "tests.rotation", "-p", "xdist"]
    command = [sys.executable, "-m", "pytest", "-v", *plugins, f"--rootdir={folder}"]
    return subprocess.run(
        [*command, *options, str(folder)],
        cwd=rotation.ROOT,
        # Plugins of libraries take a second each to load.
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_share_is_run_before_the_others_and_named_at_the_end(tmp_path: Path) -> None:
    done = run_share(tmp_path, "--slow-share", "3")
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    ran = [line.split()[0].rpartition("::")[2] for line in lines if " PASSED" in line]
    assert len(ran) == 3
    assert ran[2] == "test_quick"
    assert all(name.startswith("test_long") for name in ran[:2])
    assert lines[-2] == "slow tests: 2, share 3 of 10; make test SHARE=3 repeats it"
    assert "19 deselected" in lines[-1]


def test_processes_that_share_a_run_take_the_same_share(tmp_path: Path) -> None:
    done = run_share(tmp_path, "--slow-share", "auto", "-n", "2")
    assert done.returncode == 0, done.stdout
    assert f"share {next_share()} of 10" in done.stdout
    assert "3 passed" in done.stdout


def test_a_share_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = run_share(tmp_path, "--slow-share", "11")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--slow-share: 1 to 10 or auto, not 11" in done.stderr
