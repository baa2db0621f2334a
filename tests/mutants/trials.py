"""Trying a change: the judges that could notice it are run in a process that has made it."""

import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

from tests.mutants.changes import Change
from tests.mutants.children import Child, ChildFailedError
from tests.mutants.evidence import Seen
from tests.mutants.judges import (
    engine_fails,
    first_failure,
    record_differs,
    scenario_fails,
)
from tests.mutants.law_values import differing, values_of
from tests.mutants.overlay import Overlay, module_name
from tests.mutants.project import Project

MOST_SECONDS = 900
"""After this a process that waits for something, and does not work, is ended from outside."""
START_SECONDS = 120
"""What imports and pytest's own work may take of the processor's time between two tests."""
SCENARIO_SECONDS = 15
"""A scenario takes milliseconds; one that takes this long does not end."""
TEST_SECONDS = 15
"""What a test may take, however short it is when nothing is changed."""
AGAIN_SECONDS = 5
"""How much later the end is called for once more: where Python collects garbage, a call is lost."""
SLOWER = 4
"""How many times longer than usual a test may take on top before it counts as not ending."""
REGISTER = "tests/rulebooks/test_citations.py"
"""Knows every citation: what it alone notices was cited by no play's answer."""
RECORD = "what is kept of "
"""Before a name: that led to something else, and yet no scenario's expectation was missed."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of a change."""

    outcome: str
    """``killed``, ``survived``, ``same`` where the law says what it said before, or ``unread``
    where a citation was changed that no scenario and no evening reads."""
    by: str = ""
    """What noticed it; empty where nothing did."""
    run: int = 0
    """How many scenarios and tests were chosen."""
    broke_off: bool = False
    """Whether the process that tried it failed by itself: nothing is known of the change."""

    @property
    def by_record(self) -> bool:
        """Whether what is kept noticed it, and no scenario's own expectation."""
        return self.by.startswith(RECORD)

    @property
    def by_register(self) -> bool:
        """Whether the register of citations noticed it, and nothing that plays."""
        return self.by.startswith(REGISTER)


class Trial:
    """One change on trial."""

    def __init__(self, project: Project, change: Change, seen: Seen, budget: float) -> None:
        self.project = project
        self.change = change
        self.seen = seen
        self.budget = budget
        self.child = Child(lambda: msgspec.json.encode(self._judge()))

    def verdict(self) -> Verdict:
        """What became of it, once the process is done or its time is up."""
        try:
            answer = self.child.end()
        except ChildFailedError:
            return Verdict("survived", broke_off=True)
        if answer is None:
            return Verdict("killed", "it does not end, or breaks the process")
        return msgspec.json.decode(answer, type=Verdict)

    def _judge(self) -> Verdict:
        path = self.project.root / self.change.file
        name = module_name(self.project.root / self.project.source, path)
        Overlay(name, path, self.change.applied(path.read_bytes())).install()
        if self.project.law and self.change.file.startswith(self.project.law):
            return self._judge_law()
        return self._run(self._of_lines())

    def _judge_law(self) -> Verdict:
        """A law that can no longer be made is noticed by whoever imports it."""
        try:
            from croupier.rulebooks import GAMES
        except Exception as error:  # noqa: BLE001 - a law refuses itself in several ways
            return Verdict("killed", f"{type(error).__name__} when the law is made")
        paths = differing(self.seen.law, values_of(GAMES))
        if not paths:
            return Verdict("same")
        chosen = self.seen.names({one for path in paths for one in self.seen.readers(path)})
        if self.change.kind == "clause" and all("::" in name for name in chosen):
            return Verdict("unread")
        return self._run(chosen)

    def _of_lines(self) -> set[str]:
        """The tests that run the changed code; for what runs at import, any that run the module."""
        lines = self.seen.lines.get(self.change.file, {})
        watched = range(self.change.watched[0], self.change.watched[1] + 1)
        here = {test for line in watched for test in lines.get(line, ())}
        at_import = self.change.at_import or any(line in lines for line in watched)
        if not here and at_import:
            here = {test for tests in lines.values() for test in tests}
            here = here or set(range(len(self.seen.seconds)))
        return self.seen.names(here)

    def _run(self, chosen: set[str]) -> Verdict:
        """What the authors of scenarios wrote is asked first, then what is kept; tests last."""
        by_time = sorted(chosen, key=self.seen.seconds.__getitem__)
        scenarios = [name for name in by_time if name.endswith(".toml")]
        tests = list(self._affordable(name for name in by_time if "::" in name))
        records = [name for name in by_time if "::" not in name and not name.endswith(".toml")]
        signal.signal(signal.SIGPROF, _too_long)
        try:
            by = self._noticed_by(scenarios, records, tests)
        except TimeoutError as error:  # between two tests, where pytest does not catch it
            by = str(error)
        finally:
            _allow(0)
        return Verdict("killed" if by else "survived", by, len(chosen))

    def _noticed_by(self, scenarios: list[str], records: list[str], tests: list[str]) -> str:
        """The first of the judges that notices the change; empty where none does."""
        _allow(START_SECONDS)
        if (scenarios or records) and (error := engine_fails()):
            return error
        for name in scenarios:
            _allow(SCENARIO_SECONDS)
            if scenario_fails(self.project, name):
                return name
        for name in records:
            _allow(SCENARIO_SECONDS)
            if record_differs(self.project, name):
                return f"{RECORD}{name}"
        _allow(START_SECONDS)
        return first_failure(self.project, tests, Allowance(self.seen.seconds))

    def _affordable(self, tests: Iterable[str]) -> Iterator[str]:
        """As many as the budget pays for, of tests in the order of their time.

        Half of it is for the shortest, of which there are many for it; with the other half, one of
        each function comes before the second of any.
        """
        seconds = self.seen.seconds
        turn: dict[str, int] = {}
        order = []
        left = self.budget / 2
        for name in tests:
            left -= seconds[name]
            if left >= 0:
                yield name
                continue
            function = name.partition("[")[0]
            turn[function] = turn.get(function, 0) + 1
            order.append((turn[function], seconds[name], name))
        left = self.budget / 2
        for _, took, name in sorted(order):
            left -= took
            if left >= 0:
                yield name


class Allowance:
    """A plugin that gives each test its own time, and what lies between two tests a generous one.

    On a slow machine pytest may take longer to start than any test to run.
    """

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        _allow(TEST_SECONDS + SLOWER * self.seconds.get(item.nodeid, 0.0))
        result = yield
        _allow(START_SECONDS)
        return result


def _allow(seconds: float) -> None:
    """Let the next step take so much of the processor's time, however busy the machine is."""
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_SECONDS)


def _too_long(_: int, frame: FrameType | None) -> None:
    del frame
    raise TimeoutError("this does not end")
