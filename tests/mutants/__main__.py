"""Put faults into the code and into the law, and list those that no test notices.

    python -m tests.mutants                     a sample of 500 changes of each, two at a time
    python -m tests.mutants --only src/croupier/money
    python -m tests.mutants --all

Ends with 1 where fewer than 95 % of the changes of the code, or of the law, are noticed.
"""

import argparse
import os
import signal
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

from msgspec.structs import replace

from tests.mutants.changes import Change
from tests.mutants.code_changes import code_changes
from tests.mutants.equivalents import equivalents, left_out, stale
from tests.mutants.evidence import RedBaselineError, gather
from tests.mutants.judges import make_ready
from tests.mutants.law_changes import law_changes
from tests.mutants.project import CROUPIER, Project
from tests.mutants.reporting import Tally
from tests.mutants.running import try_all

SEED = 20_12
COUNT = 500
WANTED = 0.95
CACHE = Path("build") / "mutants"


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Change code and law in small ways; list the changes that no test notices.",
    )
    parser.add_argument("--seed", type=int, default=SEED, help="which sample (default %(default)s)")
    parser.add_argument(
        "--count", type=int, default=COUNT, help="changes of each kind (default %(default)s)"
    )
    parser.add_argument("--all", action="store_true", help="every change, which takes hours")
    parser.add_argument(
        "--only", metavar="PATH", default="", help="a folder or file, such as src/croupier/money"
    )
    parser.add_argument(
        "--kind", default="", help="changes of one kind, such as comparison or clause"
    )
    parser.add_argument(
        "--part", choices=("code", "law", "both"), default="both", help="what is changed"
    )
    parser.add_argument("--jobs", type=int, default=2, help="at a time (default %(default)s)")
    parser.add_argument(
        "--budget",
        type=float,
        default=8.0,
        help="seconds of tests for a change, after its scenarios (default %(default)s)",
    )
    parser.add_argument(
        "--scenarios-only",
        action="store_true",
        help="ask scenarios and what is kept, and no other test: faster, and notices less",
    )
    parser.add_argument("--list", action="store_true", help="list the changes and try none")
    return parser.parse_args(given)


@cache
def population(project: Project) -> dict[str, list[Change]]:
    """Every change there is, of the code and of the law."""
    return {
        "code": code_changes(project.root, project.code, project.source),
        "law": law_changes(project.root, project.law, project.source) if project.law else [],
    }


def sample(changes: Iterable[Change], wanted: argparse.Namespace) -> list[Change]:
    """The changes that are tried: those asked for, as many as asked for, in the files' order."""
    among = [
        one for one in changes if one.file.startswith(wanted.only) and wanted.kind in ("", one.kind)
    ]
    if not wanted.all and len(among) > wanted.count:
        places = sorted(Random(wanted.seed).sample(range(len(among)), wanted.count))
        among = [among[place] for place in places]
    return among


def main() -> int:
    """Run what was asked for; 1 where too little was noticed, 2 where it could not be run."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    os.environ["CI"] = "1"  # hypothesis then repeats the same examples, and keeps none
    wanted = arguments()
    project = replace(CROUPIER, tests=()) if wanted.scenarios_only else CROUPIER
    changes = population(project)
    listed = equivalents()
    for one in stale(listed, [change for some in changes.values() for change in some]):
        print(f"equivalents.toml: no such change any more: {one.file}: {one.was} -> {one.now}")
        return 2
    chosen = {
        part: sample(left_out(listed, some), wanted)
        for part, some in changes.items()
        if wanted.part in (part, "both")
    }
    if wanted.list:
        for some in chosen.values():
            print(*some, sep="\n")
        return 0
    print(f"seed {wanted.seed}, {wanted.jobs} at a time; first all tests with nothing changed")
    try:
        seen = gather(project, wanted.jobs, project.root / CACHE)
    except RedBaselineError as error:
        print(error)
        return 2
    make_ready(project)
    enough = True
    for part, some in chosen.items():
        tally = Tally(part, of=len(changes[part]), trials=len(some))
        for change, verdict in try_all(project, some, seen, wanted.jobs, wanted.budget):
            tally.take(change, verdict)
        enough = tally.told(WANTED) and enough
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
