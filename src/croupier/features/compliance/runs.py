"""Scenario files played under a trace: what each shows of the clauses that it names."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import CroupierError, describe_fault
from croupier.features.compliance.evidence import Evidence, Witness
from croupier.features.compliance.law_index import rule_names
from croupier.features.compliance.tracing import Trace, trace_clauses
from croupier.features.promotions.scenarios import run_promotion
from croupier.features.tournaments.scenarios import run_tournament
from croupier.floor.command_text import BadCommandError
from croupier.money import NotAnAmountError
from croupier.rulebooks import GAMES
from croupier.scenarios.files import (
    Heading,
    Scenario,
    convert_scenario,
    data_for,
    game_names,
    read_data,
)
from croupier.scenarios.refusals import OF_A_REFUSAL, BadScenarioError
from croupier.scenarios.runner import (
    Runner,
    ScenarioReport,
    expects_nothing,
    problems_of,
    problems_with_lines,
)

KINDS: dict[str, Runner] = {
    "promotion": run_promotion,
    "tournament": run_tournament,
}
"""The runner for each kind of file."""


# --------------------------------------------------------------------------------- without a trace


def find_runner(kind: object) -> Runner:
    """Return the function that runs files of a kind."""
    runner = KINDS.get(kind) if isinstance(kind, str) else None
    if runner is None:
        known = ", ".join(KINDS)
        raise BadScenarioError(
            f"kind: there is no {kind!r}; leave it out for tables, or choose from: {known}"
        )
    return runner


def game_problems(data: dict[str, Any], game: str, *, exact: bool) -> tuple[str, ...]:
    """Return what does not go as a file says for one of its games."""
    try:
        return run_any_kind(data_for(data, game), exact=exact)
    except (BadScenarioError, BadCommandError, NotAnAmountError) as error:
        return (str(error),)


def check_file(path: Path, *, exact: bool = False) -> ScenarioReport:
    """Run one file; with ``exact``, every refusal must name all its clauses.

    If the file is for several games, each problem begins with its game.
    """
    try:
        data = read_data(path)
        games = game_names(data)
    except BadScenarioError as error:
        return ScenarioReport(
            str(path), ok=False, problems=problems_with_lines((str(error),), path)
        )
    problems: tuple[str, ...] = ()
    for game in games:
        found = problems_with_lines(game_problems(data, game, exact=exact), path, game)
        problems += tuple(f"{game}: {one}" for one in found) if game else found
    return ScenarioReport(str(path), not problems, problems)


def run_any_kind(data: dict[str, Any], *, exact: bool) -> tuple[str, ...]:
    """Run what a file of any kind holds for one game. Return what did not go as it says."""
    if "kind" in data:
        return find_runner(data["kind"])(data, exact=exact).problems
    return problems_of(convert_scenario(data, Scenario), exact=exact)


# ----------------------------------------------------------------------------------- under a trace


RunWatcher = Callable[[int, int], None]
"""Called with how many scenarios are done, and of how many."""
WITH_CLAUSES = ("paid", "notices", "events")
"""Lists in a file whose entries may name a clause."""


class Run(msgspec.Struct, frozen=True):
    """How a scenario went, and what was seen."""

    name: str
    """The scenario's file."""
    problems: tuple[str, ...]
    """What did not go as the file says; empty if everything did."""
    unborne: tuple[str, ...] = ()
    """The clauses under ``cites`` about which the engine was not seen to do anything."""
    careless: tuple[str, ...] = ()
    """What else the project's own scenarios may not do."""
    seen: tuple[Evidence, ...] = ()
    """What the engine was seen to do about the clauses that the file names."""
    read: frozenset[str] = frozenset()
    """The rules whose value was read: game and path."""
    game: str = ""
    """The game for which it was played, if the file is for several; else empty."""
    strict: bool = False
    """Whether notes count as problems."""

    @property
    def scenario(self) -> str:
        """Return the name that evidence uses: the file, and the game if it is for several."""
        return f"{self.name}::{self.game}" if self.game else self.name

    def report(self) -> ScenarioReport:
        """Return the run for people."""
        notes = (
            *(f"cites {one}, and nothing in the run bears that out" for one in self.unborne),
            *self.careless,
        )
        problems = (*self.problems, *notes) if self.strict else self.problems
        return ScenarioReport(
            file=self.name,
            ok=not problems,
            problems=problems,
            notes=() if self.strict else notes,
            game=self.game or msgspec.UNSET,
        )

    def witness(self) -> Witness:
        """Return what the run shows: nothing if the scenario fails."""
        return Witness(self.scenario, () if self.problems else self.seen)


def run_file(
    path: Path, name: str | None = None, *, strict: bool = False, book: str | None = None
) -> tuple[Run, ...]:
    """Play one scenario file, once for each of its games; ``name`` is its name in the result.

    With ``strict``, refusals are exact too: one clause decides, and ``also`` names all others. With
    a ``book``, only games of that rulebook are played. Anything wrong with a file, or in the engine
    while it runs, is a problem of that file: later files still run.
    """
    blank = Run(name or os.fsencode(path).decode("utf-8", "replace"), (), strict=strict)
    try:
        data = read_data(path)
        games = game_names(data)
    except Exception as error:  # noqa: BLE001 - a fault in one file must not end a whole run
        return (_failed_run(blank, error, path),)
    return tuple(
        _run(path, data, msgspec.structs.replace(blank, game=game))
        for game in games
        if book is None or _book_for(data, game) in (book, None)
    )


def _run(path: Path, data: dict[str, Any], blank: Run) -> Run:
    """Play a file for one game; ``blank`` is the run as far as it is known beforehand."""
    try:
        return _play(path, data_for(data, blank.game), blank)
    except Exception as error:  # noqa: BLE001 - nor may a fault in one game end the others
        return _failed_run(blank, error, path)


def _play(path: Path, data: dict[str, Any], blank: Run) -> Run:
    """Play what a file says for one game. Raise the errors of its author or of the engine."""
    heading = convert_scenario(data, Heading)
    with trace_clauses() as trace:
        problems = run_any_kind(data, exact=blank.strict)
    book = scenario_book(heading)
    seen = tuple(evidence_for(trace, {(book, clause) for clause in clauses_named(data)}))
    shown = {one.clause for one in seen}
    return msgspec.structs.replace(
        blank,
        problems=problems_with_lines(problems, path, blank.game),
        unborne=tuple(one for one in dict.fromkeys(heading.cites) if one not in shown),
        careless=("expects nothing",) if expects_nothing(data) and not problems else (),
        seen=seen,
        read=rule_names(trace.read),
    )


def _failed_run(blank: Run, error: Exception, path: Path) -> Run:
    """Return a run that ended in an error of the file's author, or of the engine."""
    if isinstance(error, CroupierError):
        problems = problems_with_lines((str(error),), path, blank.game)
    else:
        problems = (describe_fault(error),)
    return msgspec.structs.replace(blank, problems=problems)


def run_files(
    files: list[Path], below: Path, *, book: str | None = None, progress: RunWatcher | None = None
) -> Iterator[Run]:
    """Play scenario files (of one rulebook, or all), named by their path below a folder."""
    for number, file in enumerate(files, 1):
        yield from run_file(file, file.relative_to(below).as_posix(), book=book)
        if progress is not None:
            progress(number, len(files))


def evidence_for(trace: Trace, named: Iterable[tuple[str, str]]) -> list[Evidence]:
    """Return what was seen of some clauses, in an order that every process shares."""
    wanted = set(named)
    return sorted(
        (one for one in trace.evidence if (one.book, one.clause) in wanted),
        key=lambda one: (one.book, one.clause, one.where, one.weight.value),
    )


def clauses_named(data: dict[str, Any]) -> set[str]:
    """Return the clauses that a file names: under ``cites``, and where it expects something."""
    steps = [one for one in data.get("steps", ()) if isinstance(one, dict)]
    named = [data.get("cites"), *(one.get(key) for one in (data, *steps) for key in OF_A_REFUSAL)]
    for key in WITH_CLAUSES:
        entries = data.get(key, ())
        named += [one.get("clause") for one in entries if isinstance(one, dict)]
    listed = (one if isinstance(one, list) else [one] for one in named)
    return {clause for one in listed for clause in one if clause and isinstance(clause, str)}


def _book_for(data: dict[str, Any], game: str) -> str | None:
    """Return the rulebook of a file's game; ``None`` if it cannot be read."""
    try:
        return scenario_book(convert_scenario(data_for(data, game), Heading))
    except CroupierError:
        return None


def scenario_book(heading: Heading) -> str:
    """Return the rulebook of a scenario's game; the game's own name if it has no law."""
    law = GAMES.get(heading.first_game)
    return law.book if law else heading.first_game
