"""What scenarios and evenings lead to, step by step, kept as digests: the engine against itself.

A scenario says what its author cares about: the money, a clause, an event. The digest keeps the
rest too: every event with all its fields, every refusal by code and clauses, all that is due after
each step, and the tables at the end. One that changes means that something else happens now,
whether anybody meant it or not. The same is kept of evenings at which anything is said.

``python -m tests.support.playthroughs`` writes them anew. With a scenario's file, or with
``evenings/star-blackjack/3``, it prints what that one leads to, to be compared with what it led to
before.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.play.house import House, UnlawfulTableError
from croupier.play.scenario import Scenario, ScenarioHouse, read_scenario, set_stage
from croupier.record.codec import encode
from croupier.record.journal import MemoryJournal
from croupier.table.state import Refused
from tests.support import evenings

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
KEPT = ROOT / "tests" / "playthroughs"
LENGTH = 12
LEFT_OUT = ("handle", "fingerprint", "text", "why")
"""Fields that differ from run to run, or with every word of the law."""


def told(scenario: Scenario) -> Iterator[str]:
    """What a scenario leads to, line by line."""
    try:
        stage = set_stage(scenario)
    except UnlawfulTableError as error:
        yield _refusal(error.refused)
        return
    news = _News(stage.house, stage.journal)
    yield from news.told()
    for step in scenario.steps:
        yield f"> {step['do']}"
        yield from _answer(stage, {k: v for k, v in step.items() if k not in ("refused", "also")})
        yield from news.told()
    yield from (_plain(running.table) for running in stage.house.tables.values())


def evening_told(game: str, number: int) -> Iterator[str]:
    """What an evening leads to at which people say anything, line by line."""
    chance = Random(f"{game} {number}")
    croupier = evenings.opened(game, number, chance)
    assert croupier.journal is not None
    news = _News(croupier.house, croupier.journal)
    for _ in range(evenings.STEPS):
        yield from news.told()
        if not croupier.table.open:
            break
        command = evenings.said(croupier, chance)
        yield f"> {_plain(command)}"
        answer = croupier.do(command)
        if isinstance(answer, Refused):
            yield _refusal(answer)
    yield from news.told()
    yield _plain(croupier.table)


class _News:
    """Tells what has happened since it was last asked, and what is due now."""

    def __init__(self, house: House, journal: MemoryJournal) -> None:
        self.house = house
        self.journal = journal
        self.told_so_far = 0

    def told(self) -> Iterator[str]:
        for envelope in self.journal.order[self.told_so_far :]:
            yield f"{envelope.stream} {_plain(envelope.event)}"
        self.told_so_far = len(self.journal.order)
        for name, running in self.house.tables.items():
            yield from (f"due {name} {_plain(item)}" for item in running.due)


def _answer(stage: ScenarioHouse, step: dict[str, Any]) -> Iterator[str]:
    try:
        answer = stage.take(step)
    except CroupierError as error:
        yield type(error).__name__
        return
    if isinstance(answer, Refused):
        yield _refusal(answer)


def _refusal(refused: Refused) -> str:
    """A refusal without its sentence, whose wording may be improved."""
    return f"refused {refused.code} {refused.clause} {' '.join(refused.also)}".rstrip()


def _plain(value: object) -> str:
    """A value in one line, without what is left out."""
    return msgspec.json.encode(
        _without(msgspec.json.decode(encode(value))), order="sorted"
    ).decode()


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(one) for key, one in value.items() if key not in LEFT_OUT}
    return [_without(one) for one in value] if isinstance(value, list) else value


def digest(lines: Iterable[str]) -> str:
    """A short name for all that was told."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:LENGTH]


def kept() -> dict[str, str]:
    """The digests as they are kept, by the scenario's path or the evening's name."""
    rows = (
        line.split("\t")
        for file in sorted(KEPT.glob("*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    return dict(rows)


@cache
def current() -> dict[str, str]:
    """The digests as they are now."""
    scenarios = {
        path.relative_to(SCENARIOS).with_suffix("").as_posix(): digest(told(read_scenario(path)))
        for path in sorted(SCENARIOS.rglob("*.toml"))
    }
    said = {
        f"evenings/{game}/{number}": digest(evening_told(game, number))
        for game, number in evenings.tables()
    }
    return {**scenarios, **said}


def write() -> None:
    """Keep the digests of now, a file for each game and one for the evenings."""
    KEPT.mkdir(exist_ok=True)
    files: dict[str, list[str]] = {}
    for name, value in current().items():
        files.setdefault(name.partition("/")[0], []).append(f"{name}\t{value}\n")
    for file, rows in files.items():
        (KEPT / f"{file}.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        evening = given.split("/")
        lines = (
            evening_told(evening[1], int(evening[2]))
            if evening[0] == "evenings"
            else told(read_scenario(Path(given)))
        )
        sys.stdout.writelines(f"{line}\n" for line in lines)
    if not sys.argv[1:]:
        write()
