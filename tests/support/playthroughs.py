"""What every scenario leads to, step by step, kept as a digest: the engine against itself.

A scenario says what its author cares about: the money, a clause, an event. The digest keeps the
rest too: every event with all its fields, every refusal by code and clauses, all that is due after
each step, and the tables at the end. One that changes means that something else happens now,
whether anybody meant it or not.

``python -m tests.support.playthroughs`` writes them anew; with a scenario's file it prints what
that one leads to, to be compared with what it led to before.
"""

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.play.house import UnlawfulTableError
from croupier.play.scenario import Scenario, ScenarioHouse, read_scenario, set_stage
from croupier.record.codec import encode
from croupier.table.state import Refused

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
    before = 0
    for step in ({}, *scenario.steps):
        if step:
            yield f"> {step['do']}"
            yield from _answer(
                stage, {k: v for k, v in step.items() if k not in ("refused", "also")}
            )
        for envelope in stage.journal.order[before:]:
            yield f"{envelope.stream} {_plain(envelope.event)}"
        before = len(stage.journal.order)
        for name, running in stage.house.tables.items():
            yield from (f"due {name} {_plain(item)}" for item in running.due)
    yield from (_plain(running.table) for running in stage.house.tables.values())


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


def digest(scenario: Scenario) -> str:
    """A short name for all that a scenario leads to."""
    return hashlib.sha256("\n".join(told(scenario)).encode()).hexdigest()[:LENGTH]


def kept() -> dict[str, str]:
    """The digests as they are kept, by the scenario's path."""
    rows = (
        line.split("\t")
        for file in sorted(KEPT.glob("*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    return {f"{name}.toml": value for name, value in rows}


@cache
def current() -> dict[str, str]:
    """The digests as they are now."""
    return {
        path.relative_to(SCENARIOS).as_posix(): digest(read_scenario(path))
        for path in sorted(SCENARIOS.rglob("*.toml"))
    }


def write() -> None:
    """Keep the digests of now, a file for each game."""
    KEPT.mkdir(exist_ok=True)
    games: dict[str, list[str]] = {}
    for name, value in current().items():
        games.setdefault(name.partition("/")[0], []).append(f"{name[:-5]}\t{value}\n")
    for game, rows in games.items():
        (KEPT / f"{game}.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        sys.stdout.writelines(f"{line}\n" for line in told(read_scenario(Path(given))))
    if not sys.argv[1:]:
        write()
