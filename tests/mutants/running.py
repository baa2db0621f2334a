"""Trying many changes, a few at a time."""

import time
from collections.abc import Iterator, Sequence

from tests.mutants.changes import Change
from tests.mutants.evidence import Seen
from tests.mutants.project import Project
from tests.mutants.trials import MOST_SECONDS, Trial, Verdict


def try_all(
    project: Project, changes: Sequence[Change], seen: Seen, jobs: int, budget: float
) -> Iterator[tuple[Change, Verdict]]:
    """The verdict on each change, as they come."""
    waiting = list(reversed(changes))
    running: list[Trial] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(Trial(project, waiting.pop(), seen, budget))
            for trial in list(running):
                late = time.monotonic() - trial.child.began > MOST_SECONDS
                if trial.child.poll(0.02) or late:
                    running.remove(trial)
                    yield trial.change, trial.verdict()
    finally:  # whoever breaks off leaves no process behind
        for trial in running:
            trial.child.end()
