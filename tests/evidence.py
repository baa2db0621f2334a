"""The evidence that ``croupier rules coverage`` reads: ``python -m tests.evidence``.

Plays every scenario file and runs every test that cites clauses, watches what the engine does, and
writes that down inside the package. A citation that the run does not bear out is an error, and
then nothing is written. Where the evidence is current nothing is run; ``--anew`` runs it all the
same.
"""

import os
import sys
from collections.abc import Generator
from typing import Any

import pytest

from croupier.features.compliance.evidence import Evidence, Witness, gather_sightings
from croupier.features.compliance.findings import (
    FILE,
    Freshness,
    freshness,
    load_findings,
    make_findings,
    save_findings,
)
from croupier.features.compliance.law_index import rule_names
from croupier.features.compliance.runs import evidence_for, run_file
from croupier.features.compliance.source_hashes import citing_files
from croupier.features.compliance.tracing import trace_clauses
from croupier.scenarios.files import find_files
from tests.citing import cited_by
from tests.docs.pages import ROOT

TESTS = ROOT / "tests"


class Watch:
    """A plugin of pytest that runs the tests which cite clauses, and watches the engine."""

    def __init__(self) -> None:
        self.cited: dict[str, tuple[tuple[str, str], ...]] = {}
        """What each test that was run cites."""
        self.seen: dict[str, set[Evidence]] = {}
        """What was seen of it, whatever the parameters."""
        self.rules_read: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out the tests that cite nothing."""
        citing = [item for item in items if cited_by(getattr(item, "function", None))]
        config.hook.pytest_deselected(items=[item for item in items if item not in citing])
        items[:] = citing

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Watch what the engine does while a test runs."""
        with trace_clauses() as trace:
            answer = yield
        name = item.nodeid.partition("[")[0]
        cited = cited_by(getattr(item, "function", None))
        self.cited[name] = cited
        self.seen.setdefault(name, set()).update(evidence_for(trace, cited))
        self.rules_read |= rule_names(trace.read)
        return answer

    def unborne(self) -> list[str]:
        """What tests cite and their runs did nothing about."""
        return [
            f"{name} cites {book} {clause}, and nothing in the run bears that out"
            for name, cited in self.cited.items()
            for book, clause in cited
            if (book, clause) not in {(one.book, one.clause) for one in self.seen[name]}
        ]


def play_scenarios() -> tuple[list[Witness], set[str], list[str]]:
    """What the scenario files show, the rules that are read for it, and what is wrong with them."""
    witnesses: list[Witness] = []
    read: set[str] = set()
    problems: list[str] = []
    for file in find_files([TESTS / "scenarios"]):
        for run in run_file(file, file.relative_to(ROOT).as_posix(), strict=True):
            problems += [f"{run.scenario}: {problem}" for problem in run.report().problems]
            witnesses.append(run.witness())
            read |= run.read
    return witnesses, read, problems


def run_tests() -> tuple[list[Witness], set[str], list[str]]:
    """What the citing tests show, the rules that are read for it, and what is wrong with them."""
    # The same examples on every machine: under CI hypothesis repeats itself.
    os.environ["CI"] = "1"
    watch = Watch()
    files = [str(file.relative_to(ROOT)) for file in sorted(citing_files(TESTS))]
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-m", "not slow"]
    failed = pytest.main([*options, f"--rootdir={ROOT}", *files], plugins=[watch])
    problems = ["tests that cite clauses fail"] if failed else watch.unborne()
    witnesses = [Witness(name, tuple(seen)) for name, seen in watch.seen.items()]
    return witnesses, watch.rules_read, problems


def main(arguments: list[str]) -> int:
    """Make the evidence, unless it is current."""
    if "--anew" not in arguments and freshness(load_findings(), tests=TESTS) is Freshness.CURRENT:
        print(f"{FILE.relative_to(ROOT)} is current")  # noqa: T201
        return 0
    witnesses, read, problems = play_scenarios()
    by_tests, read_by_tests, problems_of_tests = run_tests()
    problems += problems_of_tests
    if problems:
        print("\n".join((*problems, "There is no evidence until these are mended.")))  # noqa: T201
        return 1
    save_findings(
        make_findings(gather_sightings((*witnesses, *by_tests)), read | read_by_tests, TESTS)
    )
    print(f"{FILE.relative_to(ROOT)} is written")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
