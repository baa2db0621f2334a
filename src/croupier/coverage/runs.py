"""Scenarios played while the engine is watched: what each shows of the clauses that it names."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from croupier.coverage.evidence import Evidence, Witness
from croupier.coverage.provisions import names_of
from croupier.coverage.tracing import Trace, tracing
from croupier.errors import CroupierError
from croupier.play.scenario import Scenario, read_scenario
from croupier.play.scenario_checks import Checked, checked, expects_nothing
from croupier.rulebooks import GAMES

Progress = Callable[[int, int], None]
"""Told how many scenarios are done, of how many."""


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

    def told(self, *, strict: bool) -> Checked:
        """The run for people: what a strict reader calls a problem is else a note."""
        notes = (
            *(f"cites {one}, and nothing in the run bears that out" for one in self.unborne),
            *self.careless,
        )
        problems = (*self.problems, *notes) if strict else self.problems
        return Checked(self.name, not problems, problems, () if strict else notes)

    def witness(self) -> Witness:
        """What the run shows: nothing where the scenario fails."""
        return Witness(self.name, () if self.problems else self.seen)


def run_file(path: Path, name: str | None = None) -> Run:
    """Play one scenario file; ``name`` is what it is called."""
    name = name or str(path)
    try:
        scenario = read_scenario(path)
        with tracing() as trace:
            problems = checked(scenario)
    except CroupierError as error:
        return Run(name, (str(error),))
    book = book_of(scenario)
    seen = tuple(seen_of(trace, {(book, clause) for clause in named_in(scenario)}))
    shown = {one.clause for one in seen}
    unborne = tuple(one for one in dict.fromkeys(scenario.cites) if one not in shown)
    careless = ("expects nothing",) if expects_nothing(scenario) and not problems else ()
    return Run(name, problems, unborne, careless, seen, names_of(trace.read))


def run_files(
    files: list[Path], below: Path, *, book: str | None = None, progress: Progress | None = None
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


def named_in(scenario: Scenario) -> set[str]:
    """The clauses that a scenario names: under ``cites``, and where it expects something."""
    named = {*scenario.cites, scenario.refused}
    named |= {paid.clause for paid in scenario.paid} | {one.clause for one in scenario.notices}
    named |= {one["clause"] for one in scenario.events if isinstance(one.get("clause"), str)}
    for step in scenario.steps:
        refused = step.get("refused")
        listed = refused if isinstance(refused, list) else [refused]
        named |= {clause for clause in listed if isinstance(clause, str)}
    return {clause for clause in named if clause}


def book_in(file: Path) -> str | None:
    """The rulebook of a scenario file; none where it cannot be read."""
    try:
        return book_of(read_scenario(file))
    except CroupierError:
        return None


def book_of(scenario: Scenario) -> str:
    """The rulebook of a scenario's game; the game's own name where no law is known."""
    game = scenario.games[0]
    law = GAMES.get(game)
    return law.book if law else game
