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
    """The verdict on each change, as they come; a process that fails by itself is tried again."""
    waiting = list(reversed(changes))
    tried_again: set[Change] = set()
    running: list[Trial] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(Trial(project, waiting.pop(), seen, budget))
            for trial in list(running):
                late = time.monotonic() - trial.child.began > MOST_SECONDS
                if trial.child.poll(0.02) or late:
                    running.remove(trial)
                    verdict = trial.verdict()
                    if verdict.broke_off and trial.change not in tried_again:
                        tried_again.add(trial.change)
                        waiting.append(trial.change)
                    else:
                        yield trial.change, verdict
    finally:  # whoever breaks off leaves no process behind
        for trial in running:
            trial.verdict()
