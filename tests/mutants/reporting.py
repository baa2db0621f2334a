"""What is printed: how far it is, what was not noticed, and how much was."""

import time
from collections import Counter

from tests.mutants.changes import Change
from tests.mutants.trials import Verdict

EVERY = 50


class Tally:
    """Counts what became of the changes of one part, and tells as it goes."""

    def __init__(self, part: str, *, of: int, trials: int) -> None:
        self.part = part
        self.outcomes: Counter[str] = Counter()
        self.kinds: Counter[tuple[str, str]] = Counter()
        self.trials = trials
        self.by_record = 0
        self.by_register = 0
        self.began = time.monotonic()
        print(f"\n{part}: {trials} of {of} changes are tried", flush=True)

    def take(self, change: Change, verdict: Verdict) -> None:
        """Count a verdict; a change that was not noticed is listed at once."""
        self.outcomes[verdict.outcome] += 1
        self.kinds[change.kind, verdict.outcome] += 1
        if verdict.outcome == "survived":
            where = change.scope or "the module"
            print(f"  {change} in {where} ({change.kind}; {_ran(verdict)})", flush=True)
        self.by_record += verdict.by_record
        self.by_register += verdict.by_register
        done = self.outcomes.total()
        if done % EVERY == 0 or done == self.trials:
            print(f"  {done} of {self.trials} after {self.minutes:.1f} minutes", flush=True)

    @property
    def minutes(self) -> float:
        """How long it has taken so far."""
        return (time.monotonic() - self.began) / 60

    @property
    def share(self) -> float:
        """The part of the changes that was noticed, of those that changed anything."""
        tried = self.outcomes["killed"] + self.outcomes["survived"]
        return self.outcomes["killed"] / tried if tried else 1.0

    def told(self, wanted: float) -> bool:
        """Print what it comes to; whether enough was noticed."""
        for kind in sorted({kind for kind, _ in self.kinds}):
            killed, survived = self.kinds[kind, "killed"], self.kinds[kind, "survived"]
            print(f"  {kind:20} {killed:5} noticed {survived:5} not")
        same = f", {self.outcomes['same']} changed nothing" if self.outcomes["same"] else ""
        if self.outcomes["unread"]:
            print(f"  {self.outcomes['unread']} citations that no play reads are left out")
        print(
            f"{self.part}: {self.outcomes['killed']} noticed, {self.outcomes['survived']} not"
            f"{same}: {self.share:.1%} in {self.minutes:.1f} minutes; {wanted:.0%} is wanted",
            flush=True,
        )
        if self.by_record:
            print(
                f"  {self.by_record} of them by what is kept of scenarios and evenings, and by no "
                "scenario's own expectation",
                flush=True,
            )
        if self.by_register:
            print(f"  {self.by_register} of them by the register of citations alone", flush=True)
        return self.share >= wanted


def _ran(verdict: Verdict) -> str:
    """What was run for a change that was not noticed."""
    if verdict.broke_off:
        return "it could not be tried: the process failed twice"
    return f"{verdict.run} tests ran" if verdict.run else "no test runs or reads it"
