"""List the parts of conditions that no test needs, all of them in one run of the tests.

    python -m tests.mutants.conditions
    python -m tests.mutants.conditions --only src/croupier/floor

While scenarios and tests run, every condition, comparison and sum is also worked out with each of
its changes. What never comes to anything else, in any test, is listed: such a change cannot be
noticed. Ends with 1 where that is more than one of a hundred.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable

import msgspec

from tests.mutants.changes import Change
from tests.mutants.children import Child
from tests.mutants.code_changes import code_changes
from tests.mutants.equivalents import equivalents, left_out
from tests.mutants.evidence import BASELINE_LIMIT_SECONDS, RedBaselineError
from tests.mutants.judges import (
    Contexts,
    Share,
    kept_evenings,
    record_differs,
    run_tests,
    scenario_fails,
    scenario_files,
)
from tests.mutants.project import CROUPIER, Project
from tests.mutants.watching import can_be_watched, install

WANTED = 0.99


class Watched(msgspec.Struct):
    """What one process saw."""

    idle: set[int]
    """The numbers of changes that made no difference."""
    failed: list[str]
    """Tests that fail, though nothing was changed."""


def watchable(project: Project) -> list[Change]:
    """The changes that can be worked out beside the code."""
    sources: dict[str, bytes] = {}
    found = []
    for change in code_changes(project.root, project.code, project.source):
        if change.file not in sources:
            sources[change.file] = (project.root / change.file).read_bytes()
        if can_be_watched(project, change, sources[change.file]):
            found.append(change)
    return found


def idle_changes(project: Project, changes: list[Change], jobs: int) -> list[Change]:
    """The changes that make no difference to anything in any test."""
    children = [
        Child(lambda number=number: msgspec.json.encode(_watch(project, changes, number, jobs)))  # type: ignore[misc]
        for number in range(jobs)
    ]
    answers = [child.wait(BASELINE_LIMIT_SECONDS) for child in children]
    idle = set(range(len(changes)))
    for answer in answers:
        if answer is None:
            raise RedBaselineError("the tests could not be run")
        watched = msgspec.json.decode(answer, type=Watched)
        if watched.failed:
            raise RedBaselineError(f"these fail: {', '.join(watched.failed[:5])}")
        idle &= watched.idle
    return [changes[number] for number in sorted(idle)]


def _watch(project: Project, changes: list[Change], number: int, of: int) -> Watched:
    watch = install(project, changes)
    failed = [name for name in scenario_files(project)[number::of] if scenario_fails(project, name)]
    evenings = kept_evenings(project)[number::of]
    failed += [name for name in evenings if record_differs(project, name)]
    contexts = Contexts(_nothing, _nothing)
    run_tests(project, project.tests, contexts, Share(number, of))
    return Watched(watch.idle, failed + contexts.failed)


def _nothing(_: str) -> None:
    """Take no note of where a test begins or ends."""


def told(idle: Iterable[Change], among: int, seconds: float) -> bool:
    """Print what was found; whether it is little enough."""
    found = list(idle)
    for change in found:
        print(f"  {change} in {change.scope}")
    share = 1 - len(found) / among if among else 1.0
    print(
        f"{among - len(found)} of {among} changes make a difference to some test: {share:.1%} in "
        f"{seconds / 60:.1f} minutes; {WANTED:.0%} is wanted"
    )
    return share >= WANTED


def main() -> int:
    """Run what was asked for; 1 where too much makes no difference, 2 where it could not be run."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants.conditions",
        description="List the parts of conditions that no test needs.",
    )
    parser.add_argument("--only", metavar="PATH", default="", help="list a folder or file alone")
    parser.add_argument("--jobs", type=int, default=2, help="at a time (default %(default)s)")
    wanted = parser.parse_args()
    os.environ["CI"] = "1"  # hypothesis then repeats the same examples, and keeps none
    began = time.monotonic()
    changes = left_out(equivalents(), watchable(CROUPIER))
    changes = [change for change in changes if change.file.startswith(wanted.only)]
    print(f"{len(changes)} changes of conditions, comparisons and sums are worked out", flush=True)
    try:
        idle = idle_changes(CROUPIER, changes, wanted.jobs)
    except RedBaselineError as error:
        print(error)
        return 2
    return 0 if told(idle, len(changes), time.monotonic() - began) else 1


if __name__ == "__main__":
    sys.exit(main())
