"""Which test runs which line and reads which value of the law: seen in one run of all judges."""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

import coverage
import msgspec

from tests.mutants.children import Child
from tests.mutants.judges import (
    Contexts,
    Share,
    kept_evenings,
    record_differs,
    records_of,
    run_tests,
    scenario_fails,
    scenario_files,
)
from tests.mutants.law_values import Paths, Readings, values_of
from tests.mutants.overlay import module_name
from tests.mutants.project import Project

BASELINE_LIMIT_SECONDS = 7200.0
"""By the clock on the wall: a busy machine takes many times longer than an idle one."""


class Seen(msgspec.Struct):
    """What was seen while the judges ran."""

    seconds: dict[str, float] = {}
    """What each test took of the processor's time; elsewhere a test is its place in this order."""
    lines: dict[str, dict[int, list[int]]] = {}
    """By file and line, the tests that ran it."""
    reads: dict[str, list[int]] = {}
    """By the path of a law's value, the tests that read it."""
    failed: list[str] = []
    """Tests that fail with nothing changed."""
    law: Paths = {}
    """The values of all laws, by their paths."""

    def readers(self, path: str) -> list[int]:
        """The tests that read a value of the law; what stands in a table is read with the table."""
        return self.reads.get(path) or self.reads.get(path.partition("[")[0], [])

    def names(self, places: Iterable[int]) -> set[str]:
        """The names of some tests."""
        order = list(self.seconds)
        return {order[place] for place in places}


class RedBaselineError(Exception):
    """Tests that fail with nothing changed: there is nothing to learn from changes."""


def gather(project: Project, jobs: int, cache: Path | None = None) -> Seen:
    """Run all judges once, in several processes, or take what was seen when nothing has changed."""
    key = _digest(project)
    kept = None if cache is None else cache / f"{key}.json"
    if kept is not None and kept.is_file():
        return msgspec.json.decode(kept.read_bytes(), type=Seen)
    children = [
        Child(lambda number=number: msgspec.json.encode(_watch(project, number, jobs)))  # type: ignore[misc]
        for number in range(jobs)
    ]
    seen = Seen()
    for child in children:
        answer = child.wait(BASELINE_LIMIT_SECONDS)
        if answer is None:
            raise RedBaselineError("the tests could not be run with nothing changed")
        _add(seen, msgspec.json.decode(answer, type=Seen))
    if seen.failed:
        raise RedBaselineError(f"with nothing changed, these fail: {', '.join(seen.failed[:5])}")
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(msgspec.json.encode(seen))
    return seen


def _digest(project: Project) -> str:
    """A name for all files that what is seen depends on."""
    digest = hashlib.sha256(repr(project.tests).encode())
    for folder in (project.source, "tests"):
        for path in sorted((project.root / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".tsv"):
                digest.update(path.as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _add(seen: Seen, more: Seen) -> None:
    before = len(seen.seconds)
    for file, lines in more.lines.items():
        into = seen.lines.setdefault(file, {})
        for line, tests in lines.items():
            into.setdefault(line, []).extend(before + test for test in tests)
    for path, tests in more.reads.items():
        seen.reads.setdefault(path, []).extend(before + test for test in tests)
    seen.seconds.update(more.seconds)
    seen.failed += more.failed
    seen.law = more.law


def _watch(project: Project, number: int, of: int) -> Seen:
    """Run a share of the judges and note what each of them runs and reads."""
    tracer = coverage.Coverage(
        data_file=None,
        config_file=False,
        include=[str(project.root / folder / "*") for folder in project.code],
    )
    seen = Seen()
    tracer.start()
    readings = _watched_laws(project, seen)
    memories = Memories(project)
    began = 0.0

    def begin(name: str) -> None:
        nonlocal began
        memories.forget()
        tracer.switch_context(name)
        readings.taken()
        began = time.process_time()

    def end(name: str) -> None:
        seen.seconds[name] = round(time.process_time() - began, 3)
        for path in readings.taken():
            seen.reads.setdefault(path, []).append(len(seen.seconds) - 1)
        tracer.switch_context("")

    scenarios = scenario_files(project)[number::of]
    for name in scenarios:
        begin(name)
        if scenario_fails(project, name):
            seen.failed.append(name)
        end(name)
    records = [record for name in scenarios for record in records_of(project, name)]
    for name in (*records, *kept_evenings(project)[number::of]):
        begin(name)
        if record_differs(project, name):
            seen.failed.append(name)
        end(name)
    contexts = Contexts(begin, end)
    if project.tests:
        run_tests(project, project.tests, contexts, Share(number, of))
    tracer.stop()
    seen.failed += contexts.failed
    seen.lines = _lines(project, tracer, {name: place for place, name in enumerate(seen.seconds)})
    return seen


class Memories:
    """What the code keeps of earlier calls: only the first test of all would run what is kept."""

    def __init__(self, project: Project) -> None:
        root, source = project.root, project.root / project.source
        self._layers = tuple(module_name(source, root / folder) for folder in project.code)
        self._modules = 0
        self._kept: list[Callable[[], object]] = []

    def forget(self) -> None:
        """Empty all of it, so that the next test works everything out itself."""
        if self._modules != len(sys.modules):
            self._modules = len(sys.modules)
            self._kept = [*self._found()]
        for clear in self._kept:
            clear()

    def _found(self) -> Iterable[Callable[[], object]]:
        for name, module in [*sys.modules.items()]:
            if name.startswith(self._layers):
                for told, value in vars(module).items():
                    if hasattr(value, "cache_clear"):
                        yield value.cache_clear
                    elif isinstance(value, dict) and told.startswith("_") and told[1] != "_":
                        yield value.clear


def _watched_laws(project: Project, seen: Seen) -> Readings:
    if not project.law:
        return Readings({})
    import_module("tests.support.playthroughs")  # before a test begins: no test runs an import
    from croupier.rulebooks import GAMES, fingerprint

    seen.law = values_of(GAMES)
    for law in GAMES.values():
        fingerprint(law)  # works through all values, and keeps what it found
    readings = Readings(GAMES)
    readings.watch()
    return readings


def _lines(
    project: Project, tracer: coverage.Coverage, places: dict[str, int]
) -> dict[str, dict[int, list[int]]]:
    data = tracer.get_data()
    return {
        os.path.relpath(file, project.root): {
            line: [places[name] for name in names if name]
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
