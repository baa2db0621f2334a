"""What the engine says while scenario files are played: refusals, payments, events, prompts, each
with the clauses it cites."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.coverage.evidence import Evidence, Weight, Witness
from croupier.errors import CroupierError
from croupier.floor.players import AccountEvent
from croupier.money import Entry
from croupier.play.engine import evolve
from croupier.play.house import UnlawfulTableError
from croupier.play.scenario import (
    Heading,
    Scenario,
    ScenarioHouse,
    in_shape,
    read_data,
    set_stage,
)
from croupier.play.scenario_checks import checked
from croupier.play.scenario_kinds import runner_of
from croupier.play.scenario_refusals import OF_A_REFUSAL
from croupier.rulebooks import GAMES
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.round_events import Line
from croupier.table.state import Refused, Table

ONLY_RECORDED = ("clock", "notices", "limit_sign", "closing_sign")
"""Parts of a table that note what was said and when. An event that changes nothing else moves no
money and no cards and leaves what may be done as it was."""

ONLY_FOR_SCENARIOS = (*OF_A_REFUSAL, "pause")
"""Keys of a step that are not the command's own."""

Progress = Callable[[int, int], None]
"""Told how many scenarios are done, of how many."""


class Watched(msgspec.Struct):
    """What came of playing scenarios."""

    evidence: set[Evidence] = msgspec.field(default_factory=set)
    """The places that cited a clause."""
    witnesses: set[Witness] = msgspec.field(default_factory=set)
    """The scenarios that showed one."""
    failed: list[str] = msgspec.field(default_factory=list)
    """Scenarios that do not pass, and so show nothing."""


def play_all(
    files: list[Path], root: Path, *, book: str | None = None, progress: Progress | None = None
) -> Watched:
    """Play scenario files (of one rulebook, or all) and keep what the engine said.

    They are named by their path below a folder.
    """
    watched = Watched()
    for number, file in enumerate(files, 1):
        name = file.relative_to(root).as_posix()
        try:
            data = read_data(file)
            heading = in_shape(data, Heading)
            if book in (None, book_of(heading)):
                shown, problems = watch(data, heading, watched.evidence)
                if problems:
                    watched.failed.append(name)
                else:
                    watched.witnesses |= {Witness(*cited, name) for cited in shown}
        except CroupierError:
            watched.failed.append(name)
        if progress is not None:
            progress(number, len(files))
    watched.evidence = by_kind_of_event(watched.evidence)
    return watched


def book_of(heading: Heading) -> str:
    """The rulebook of a scenario's game; the game's own name where no law is written yet."""
    law = GAMES.get(heading.first_game)
    return law.book if law else heading.first_game


Cited = set[tuple[str, str]]
"""Clauses, each with its rulebook."""


def watch(
    data: dict[str, Any], heading: Heading, evidence: set[Evidence]
) -> tuple[Cited, tuple[str, ...]]:
    """Run a file of any kind: the clauses that it shows where it passes, and why it does not."""
    if heading.kind:
        return play_whole(data, heading, evidence)
    scenario = in_shape(data, Scenario)
    return play(scenario, book_of(heading), evidence), checked(scenario)


def play_whole(
    data: dict[str, Any], heading: Heading, evidence: set[Evidence]
) -> tuple[Cited, tuple[str, ...]]:
    """Run what is larger than a table; all that happens there changes what may be done."""
    book = book_of(heading)
    played = runner_of(heading.kind)(data)
    for answer in played.answers:
        if isinstance(answer, Refused):
            evidence |= set(said_by_refusal(book, answer))
        else:
            for event in answer:
                evidence |= set(said_by_event(book, event, acts=True))
    return {(book, clause) for clause in heading.cites}, played.problems


def by_kind_of_event(evidence: set[Evidence]) -> set[Evidence]:
    """Evidence in which an event that was once seen to act counts as one that acts."""
    acting = {(one.book, one.where) for one in evidence if one.weight is Weight.ENFORCED}
    return {
        replace(one, weight=Weight.ENFORCED) if (one.book, one.where) in acting else one
        for one in evidence
    }


def play(scenario: Scenario, book: str, evidence: set[Evidence]) -> Cited:
    """Play a scenario, adding what the engine says to the evidence.

    Returns the clauses that the scenario shows where it passes. Of several clauses by which a step
    may be refused, only those count that the engine did name.
    """
    try:
        stage = set_stage(scenario)
    except UnlawfulTableError as error:
        evidence |= set(said_by_refusal(book, error.refused))
        return {(book, clause) for clause in {*scenario.cites, error.refused.clause}}
    shown = {*scenario.cites, *(paid.clause for paid in scenario.paid if paid.clause)}
    for running in stage.house.tables.values():
        evidence |= set(said_by_prompts(running.law.book, running.due))
    for step in scenario.steps:
        answer = _take(stage, step, evidence)
        if isinstance(answer, Refused):
            wanted = step.get("refused", ())
            wanted = {wanted} if isinstance(wanted, str) else set(wanted)
            shown |= wanted & {answer.clause, *answer.also}
    return {(book, clause) for clause in shown}


def _take(stage: ScenarioHouse, step: dict[str, Any], evidence: set[Evidence]) -> object:
    command = {key: value for key, value in step.items() if key not in ONLY_FOR_SCENARIOS}
    running = stage.house.tables[stage.table_for(command)]
    before, book = running.table, running.law.book
    answer = stage.take(command)
    if isinstance(answer, Refused):
        evidence |= set(said_by_refusal(book, answer))
        return answer
    for event in answer:
        if isinstance(event, AccountEvent):
            evidence |= set(said_by_event(book, event, acts=True))
            continue
        after = evolve(before, event)
        evidence |= set(said_by_event(book, event, acts=changes_play(before, after)))
        before = after
    evidence |= set(said_by_prompts(book, running.due))
    return answer


def changes_play(before: Table, after: Table) -> bool:
    """Whether an event moved something, or changed what may be done."""
    return any(
        (was := getattr(before, field)) is not (now := getattr(after, field)) and was != now
        for field in type(after).__struct_fields__
        if field not in ONLY_RECORDED
    )


def said_by_refusal(book: str, refused: Refused) -> Iterator[Evidence]:
    """The clauses of a refusal."""
    for clause in clauses_in(refused):
        yield Evidence(book, clause, f"refusal: {refused.code}", Weight.ENFORCED)


def said_by_prompts(book: str, prompts: tuple[Due, ...]) -> Iterator[Evidence]:
    """The clauses of what is due."""
    for prompt in prompts:
        where = f"prompt: {prompt.__struct_config__.tag}"
        for clause in clauses_in(prompt):
            yield Evidence(book, clause, where, Weight.SHOWN)


def said_by_event(book: str, event: Event, *, acts: bool) -> Iterator[Evidence]:
    """The clauses of an event, of the wagers that it settles, and of the money that it moves."""
    weight = Weight.ENFORCED if acts else Weight.RECORDED
    where = f"event: {event.__struct_config__.tag}"
    for part in _structs_within(event, whole=Line):
        if isinstance(part, Line):
            paid = f"payment: {part.on} {part.result}"
            for clause in clauses_in(part):
                yield Evidence(book, clause, paid, Weight.ENFORCED)
        else:
            moves = isinstance(part, Entry)
            for clause in _own_clauses(part):
                yield Evidence(book, clause, where, Weight.ENFORCED if moves else weight)


def clauses_in(part: msgspec.Struct) -> Iterator[str]:
    """Every clause that a value or something within it names."""
    for one in _structs_within(part):
        yield from _own_clauses(one)


def _own_clauses(part: msgspec.Struct) -> Iterator[str]:
    for field in part.__struct_fields__:
        value = getattr(part, field)
        if field == "clause" or field.endswith("_clause"):
            yield from (value,) if value else ()
        elif field in ("clauses", "also"):
            yield from value


def _structs_within(value: object, *, whole: Any = ()) -> Iterator[msgspec.Struct]:
    """A value's structs, from the outside in; some kinds are not taken apart."""
    if isinstance(value, msgspec.Struct):
        yield value
        if not isinstance(value, whole):
            for field in value.__struct_fields__:
                yield from _structs_within(getattr(value, field), whole=whole)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _structs_within(one, whole=whole)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _structs_within(one, whole=whole)
