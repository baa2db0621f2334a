"""Scenarios played while the engine is watched: what each shows of the clauses that it names."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.coverage.evidence import Evidence, Witness
from croupier.coverage.provisions import names_of
from croupier.coverage.tracing import Trace, tracing
from croupier.errors import CroupierError, describe_fault
from croupier.play.scenario import Heading, Scenario, read_data, read_heading, shaped
from croupier.play.scenario_answers import expects_nothing
from croupier.play.scenario_checks import Checked, checked, located
from croupier.play.scenario_kinds import runner_of
from croupier.play.scenario_refusals import OF_A_REFUSAL
from croupier.rulebooks import GAMES

RunWatcher = Callable[[int, int], None]
"""Told how many scenarios are done, of how many."""
WITH_CLAUSES = ("paid", "notices", "events")
"""Lists in a file whose entries may name a clause."""


class Run(msgspec.Struct, frozen=True):
    """How a scenario went, and what was seen."""

    name: str
    """The scenario's file."""
    problems: tuple[str, ...]
    """What did not go as the file says; empty where all did."""
    unborne: tuple[str, ...] = ()
    """The clauses under ``cites`` about which the engine was not seen to do anything."""
    careless: tuple[str, ...] = ()
    """What else our own scenarios may not do."""
    seen: tuple[Evidence, ...] = ()
    """What the engine was seen to do about the clauses that the file names."""
    read: frozenset[str] = frozenset()
    """The rules whose value was read: game and path."""

    strict: bool = False
    """Whether what is else a note is a problem."""

    def told(self) -> Checked:
        """The run for people."""
        notes = (
            *(f"cites {one}, and nothing in the run bears that out" for one in self.unborne),
            *self.careless,
        )
        problems = (*self.problems, *notes) if self.strict else self.problems
        return Checked(self.name, not problems, problems, () if self.strict else notes)

    def witness(self) -> Witness:
        """What the run shows: nothing where the scenario fails."""
        return Witness(self.name, () if self.problems else self.seen)


def run_file(path: Path, name: str | None = None, *, strict: bool = False) -> Run:
    """Play one scenario file; ``name`` is what it is called.

    Strictly, refusals are exact too: one clause decides, and ``also`` names all others. Whatever is
    wrong with a file, or goes wrong in the engine while it runs, is that file's problem: those that
    come after it still run.
    """
    name = name or os.fsencode(path).decode("utf-8", "replace")
    try:
        return _run(path, name, strict=strict)
    except CroupierError as error:
        return Run(name, located((str(error),), path), strict=strict)
    except Exception as error:  # noqa: BLE001 - a fault in one file must not end a whole run
        return Run(name, (describe_fault(error),), strict=strict)


def _run(path: Path, name: str, *, strict: bool) -> Run:
    """Play one scenario file; raises what its author or the engine did wrong."""
    data = read_data(path)
    heading = shaped(data, Heading)
    with tracing() as trace:
        problems = played(data, exact=strict)
    book = book_of(heading)
    seen = tuple(seen_of(trace, {(book, clause) for clause in named_in(data)}))
    shown = {one.clause for one in seen}
    unborne = tuple(one for one in dict.fromkeys(heading.cites) if one not in shown)
    careless = ("expects nothing",) if expects_nothing(data) and not problems else ()
    return Run(name, located(problems, path), unborne, careless, seen, names_of(trace.read), strict)


def played(data: dict[str, Any], *, exact: bool) -> tuple[str, ...]:
    """Run what a file of any kind holds; what did not go as it says."""
    if "kind" in data:
        return runner_of(data["kind"])(data, exact=exact).problems
    return checked(shaped(data, Scenario), exact=exact)


def run_files(
    files: list[Path], below: Path, *, book: str | None = None, progress: RunWatcher | None = None
) -> Iterator[Run]:
    """Play scenario files (of one rulebook, or all), named by their path below a folder."""
    for number, file in enumerate(files, 1):
        if book is None or book_in(file) in (book, None):
            yield run_file(file, file.relative_to(below).as_posix())
        if progress is not None:
            progress(number, len(files))


def seen_of(trace: Trace, named: Iterable[tuple[str, str]]) -> list[Evidence]:
    """What was seen of some clauses, in one order whatever the process."""
    wanted = set(named)
    return sorted(
        (one for one in trace.evidence if (one.book, one.clause) in wanted),
        key=lambda one: (one.book, one.clause, one.where, one.weight.value),
    )


def named_in(data: dict[str, Any]) -> set[str]:
    """The clauses that a file names: under ``cites``, and where it expects something."""
    steps = [one for one in data.get("steps", ()) if isinstance(one, dict)]
    named = [data.get("cites"), *(one.get(key) for one in (data, *steps) for key in OF_A_REFUSAL)]
    for key in WITH_CLAUSES:
        entries = data.get(key, ())
        named += [one.get("clause") for one in entries if isinstance(one, dict)]
    listed = (one if isinstance(one, list) else [one] for one in named)
    return {clause for one in listed for clause in one if clause and isinstance(clause, str)}


def book_in(file: Path) -> str | None:
    """The rulebook of a scenario file; none where it cannot be read."""
    try:
        return book_of(read_heading(file))
    except CroupierError:
        return None


def book_of(heading: Heading) -> str:
    """The rulebook of a scenario's game; the game's own name where no law is known."""
    law = GAMES.get(heading.first_game)
    return law.book if law else heading.first_game
