"""Running scenarios and tests in this process, one at a time and with a name each."""

import contextlib
import gc
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import hypothesis.stateful  # noqa: F401 - here, so that no forked process has to import it again
import pytest

from tests.mutants.project import Project

MANY = 5
"""Of more tests than these that differ in a number alone, a random test's seeds, one is taken."""
EVENING = "evenings/"
QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", "-m", "not slow")


def scenario_files(project: Project) -> list[str]:
    """The scenario files of a project, by their paths within it."""
    if not project.scenarios:
        return []
    found = (project.root / project.scenarios).rglob("*.toml")
    return sorted(path.relative_to(project.root).as_posix() for path in found)


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def make_ready(project: Project) -> None:
    """Read what every forked process needs, once."""
    for name in scenario_files(project):
        _read(project.root / name)
    gc.collect()


def engine_fails() -> str:
    """What goes wrong where the engine cannot even be imported; empty where it can."""
    try:
        import_module("croupier.scenarios.runner")
        import_module("croupier.features.compliance.runs")
        import_module("tests.support.playthroughs")
    except Exception as error:  # noqa: BLE001 - whatever a changed engine raises
        return f"{type(error).__name__} when the engine is imported"
    return ""


def scenario_fails(project: Project, name: str) -> bool:
    """Whether a scenario does not go as its file says; an error of the engine counts as such."""
    from croupier.features.compliance.runs import run_any_kind
    from croupier.scenarios.files import data_for, game_names

    data = _read(project.root / name)
    try:
        return any(run_any_kind(data_for(data, game), exact=True) for game in game_names(data))
    except Exception:  # noqa: BLE001 - whatever a changed engine raises
        return True


def kept_evenings(project: Project) -> list[str]:
    """The names of the evenings of which is kept what they led to."""
    if not project.scenarios:
        return []
    return sorted(name for name in _kept() if name.startswith(EVENING))


def records_of(project: Project, scenario: str) -> list[str]:
    """The names under which is kept what a scenario led to, in each game where it has several."""
    from croupier.scenarios.files import game_names

    name = Path(scenario).relative_to(project.scenarios).with_suffix("").as_posix()
    games = game_names(_read(project.root / scenario))
    return [f"{name}::{game}" if game else name for game in games]


def record_differs(project: Project, name: str) -> bool:
    """Whether a scenario or an evening leads to anything else than what is kept of it."""
    from croupier.scenarios.files import data_for
    from tests.support import playthroughs

    try:
        if name.startswith(EVENING):
            _, game, evening = name.split("/")
            lines = playthroughs.evening_told(game, evening)
        else:
            file, _, game = name.partition("::")
            path = project.root / project.scenarios / f"{file}.toml"
            lines = playthroughs.told(data_for(_read(path), game))
        return playthroughs.digest(lines) != _kept().get(name)
    except Exception:  # noqa: BLE001 - whatever a changed engine raises
        return True


@cache
def _kept() -> dict[str, str]:
    from tests.support import playthroughs

    return playthroughs.kept()


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Let nothing that is printed be seen."""
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield


class FirstFailure:
    """A plugin that keeps the name of the first test that failed."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid


def run_tests(project: Project, names: Iterable[str], *plugins: object) -> int:
    """Run tests by their names, or whole files; pytest's exit code."""
    os.chdir(project.root)
    with silence():
        return int(pytest.main([*names, *QUIET], plugins=list(plugins)))


def first_failure(project: Project, names: list[str], *plugins: object) -> str:
    """The first of some tests that fails; empty when all of them pass."""
    if not names:
        return ""
    failure = FirstFailure()
    code = run_tests(project, ["-x", *names], failure, *plugins)
    if code == pytest.ExitCode.USAGE_ERROR:  # one is not called that any more: all of its kind
        functions = sorted({name.partition("[")[0] for name in names})
        code = run_tests(project, ["-x", *functions], failure, *plugins)
    if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return ""
    return failure.name or f"pytest ended with {pytest.ExitCode(code).name}"


class Share:
    """A plugin that leaves out further seeds of random tests, and what other processes run."""

    def __init__(self, number: int, of: int) -> None:
        self.number = number
        self.of = of

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        alike: dict[str, list[pytest.Item]] = {}
        for item in items:
            alike.setdefault(without_numbers(item.nodeid), []).append(item)
        kept = [
            item
            for group in alike.values()
            for item in (group if len(group) <= MANY else group[:1])
        ]
        items[:] = kept[self.number :: self.of]


def without_numbers(name: str) -> str:
    """A test's name with numbers among its parameters made alike."""
    function, bracket, parameters = name.partition("[")
    parts = parameters.rstrip("]").split("-")
    return function + bracket + "-".join("#" if part.isdecimal() else part for part in parts)


class Contexts:
    """A plugin that says which test begins, and afterwards that it is over."""

    def __init__(self, begin: Callable[[str], None], end: Callable[[str], None]) -> None:
        self.begin = begin
        self.end = end
        self.failed: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self.begin(item.nodeid)
        result = yield
        self.end(item.nodeid)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
