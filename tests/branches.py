"""Run the tests and hold every package that decides to 95 % of its branches.

``make coverage`` runs it. ``ARGS="tests/money"`` runs some tests alone, and shows what they reach.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
DATA = ROOT / "build" / "coverage"
WANTED = 0.95
TESTS = ("pytest", "-q", "-n", "auto", "-m", "not slow")


class Share(msgspec.Struct):
    """How many branches of a package the tests take."""

    taken: int = 0
    """Those that some test took."""
    of: int = 0
    """All there are."""
    missing: list[str] = []
    """The others, as ``file: from line -> to line``; a negative line is the way out."""

    @property
    def enough(self) -> bool:
        """Whether it is as much as is wanted; a package without branches has all of them."""
        return self.taken >= WANTED * self.of

    def __str__(self) -> str:
        return f"{self.taken} of {self.of} branches, {self.taken / (self.of or 1):.1%}"


def shares(report: Mapping[str, Any]) -> dict[str, Share]:
    """The shares of each package, from coverage's report."""
    found: dict[str, Share] = {}
    for file, measured in sorted(report["files"].items()):
        parts = Path(file).parts
        share = found.setdefault(parts[parts.index("croupier") + 1], Share())
        share.taken += measured["summary"]["covered_branches"]
        share.of += measured["summary"]["num_branches"]
        for begin, end in measured["missing_branches"]:
            share.missing.append(f"{file}: {begin} -> {end}")
    return found


def measured(arguments: list[str]) -> dict[str, Any] | None:
    """Run the tests and read coverage's report; none where a test fails."""
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    coverage = [sys.executable, "-m", "coverage"]
    environment = {**os.environ, "COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml")}
    tests = [*coverage, "run", "-m", *TESTS, *arguments]
    if subprocess.run(tests, cwd=ROOT, env=environment, check=False).returncode:
        return None
    report = DATA / "report.json"
    for step in (["combine", "--quiet"], ["json", "--quiet", "-o", str(report)]):
        subprocess.run([*coverage, *step], cwd=ROOT, check=True)
    found: dict[str, Any] = msgspec.json.decode(report.read_bytes())
    return found


def main(arguments: list[str]) -> int:
    """Print what is reached; 1 where it is too little or a test fails."""
    report = measured(arguments)
    if report is None:
        return 1
    found = shares(report)
    for package, share in found.items():
        print(f"{package:10} {share}")
        if arguments or not share.enough:
            for place in share.missing:
                print(f"  {place}")
    return 0 if all(share.enough for share in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
