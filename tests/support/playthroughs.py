"""What scenarios and evenings lead to, step by step, kept as digests: the engine against itself.

A scenario says what its author cares about: the money, a clause, an event. The digest keeps the
rest too: every event with all its fields, every refusal by code and clauses, all that is due after
each step, what a few other commands would have led to then, and the tables at the end. One that
changes means that something else happens now, whether anybody meant it or not. The same is kept of
evenings at which anything is said.

``python -m tests.support.playthroughs`` writes them anew, and with ``missing`` only those of new
scenarios and new commands. With a scenario's file, with a file and its game
(``some.toml::star-blackjack``), or with ``evenings/star-blackjack/3``, it prints what that one
leads to, to be compared with what it led to before.

Commands are drawn from a list that is kept (``tests.support.roster``). A new command has an evening
of its own in each game, ``evenings/star-blackjack/split``, and leaves all others as they are.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from croupier import streams
from croupier.errors import CroupierError
from croupier.features.compliance.runs import find_runner
from croupier.features.promotions.files import read_promotion_command
from croupier.features.promotions.scenarios import (
    PromotionScenario,
    open_scenario_promotion,
    start_prepared,
)
from croupier.features.tournaments.files import stage_tournament
from croupier.floor import Croupier
from croupier.floor.card_sources import random_source
from croupier.floor.floor import Answer, Floor
from croupier.floor.running_table import RunningTable
from croupier.floor.state import UnlawfulTableError
from croupier.games.engine import commands_by_tag, decide, due, handle, open_table
from croupier.games.table.choices import Mode
from croupier.messages import Command, Refused
from croupier.record.codec import encode
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import GAMES, BlackjackLaw
from croupier.scenarios.files import (
    Scenario,
    ScenarioHouse,
    convert_scenario,
    data_for,
    read_data,
    set_stage,
)
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.rulebooks.revisions import ROWS, rows_in
from tests.support import (
    evenings,
    promotion_questions,
    table_questions,
    tournament_questions,
)
from tests.support.continuations import continuation
from tests.support.roster import PROMOTION, TABLE, TOURNAMENT, newcomers
from tests.support.scenario_files import SCENARIOS, OwnScenario, own_scenarios
from tests.support.tournament_continuations import TournamentContinuation

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "playthroughs"
LENGTH = 12
MOMENTS = 2
"""At how many moments of a scenario, at most, people might go on otherwise."""
FURTHER = 20
"""And how many steps they would take then."""
HEARD_IN = 6
"""In how many scenarios of a tournament or a promotion a new command is asked about."""
DRAWN_BY = "croupier.features.tournaments.files.random_source"
"""Where a tournament's lots come from; here they are the same each time."""
LEFT_OUT = (
    *("handle", "fingerprint", "law-values", "law_values", "text", "why"),
    *("pay-tables", "former-limits", "detained-people"),
)
"""Fields that differ from run to run, or with every word of the law; and those that are younger
than the digests and show in what they decide: what is paid, found above a maximum or refused."""
FIRST_REVISIONS = {row[0]: row[1] for row in reversed(rows_in(ROWS))}
"""The revision of each law that was entered first."""
REVISIONS = {law.revision: FIRST_REVISIONS[game] for game, law in GAMES.items()}
"""Under which name a law's revision is told: what a new one changes shows in what follows."""
LATER = (
    b',"insurance_declined":[]',
    b',"insurance-declined":[]',
    b',"turn":null',
    b',"wholly_postponed":false',
    b',"live-tables":[]',
)
"""Fields that came after the digests were written, as they are while nothing is in them: one that
is left out then changes no digest but those that it is about."""
LATER_OF = {
    b'"event":"double-placed"': b',"tokens":0',
    b'"event":"split-placed"': b',"tokens":0',
    b'"event":"insurance-placed"': b',"tokens":0',
    b'"event":"stud-round-opened"': b',"overlooked":[]',
    b'"command":"double"': b',"with":""',
    b'"command":"split"': b',"with":""',
    b'"command":"insure"': b',"with":""',
    b'"jackpot_tokens":': b',"overlooked":[]',
    b'"event":"seats-drawn"': b',"lots":""',
    b'"event":"table-finished"': b',"ballots":[],"lots":""',
}
"""The same for fields whose names others had before: by what the line is about."""
LEFT_OUT_KEYS = tuple(f'"{name}":'.encode() for name in (*LEFT_OUT, "revision"))


def told(data: dict[str, Any]) -> Iterator[str]:
    """What the scenario of a file leads to, line by line."""
    if "kind" in data:
        with patch(DRAWN_BY, lambda: random_source(1)):
            yield from [*_kind_told(data)]
    else:
        yield from _table_told(convert_scenario(data, Scenario))


def _kind_told(data: dict[str, Any]) -> Iterator[str]:
    for answer in find_runner(data["kind"])(data).answers:
        yield from _led_to(answer)
    after = _after_steps_of_a_tournament if data["kind"] == "tournament" else _after_steps
    try:
        yield from after(data, Random(str(data.get("title"))))
    except CroupierError as error:
        yield type(error).__name__


def _after_steps_of_a_tournament(data: dict[str, Any], asking: Random) -> Iterator[str]:
    """What is due and what any command would lead to after each step; how it stands in the end."""
    stage = stage_tournament(data)
    moments = _moments(len(data["steps"]), asking)
    for number, step in enumerate(data["steps"]):
        stage.take({k: v for k, v in step.items() if k not in OF_A_REFUSAL})
        yield from (f"due {_plain(item)}" for item in stage.house.due)
        for running in stage.house.tables.values():
            yield f"{_plain(running.table.contest)} {running.table.rounds_left}"
            yield from _asked_at(running, asking)
        yield from _asked(tournament_questions.questions(stage, asking))
        if number in moments:
            going_on = TournamentContinuation(stage, asking)
            yield from _asked(going_on.steps(FURTHER))
            yield _plain(going_on.tournament)
    yield _plain(stage.house.tournament)
    yield from (_plain(running.table) for running in stage.house.tables.values())


def _after_steps(data: dict[str, Any], asking: Random) -> Iterator[str]:
    """The same of a promotion."""
    scenario = convert_scenario(data, PromotionScenario)
    running = open_scenario_promotion(scenario)
    if scenario.prepared:
        start_prepared(running)
    moments = _moments(len(scenario.steps), asking)
    for number, step in enumerate(scenario.steps):
        own = {k: v for k, v in step.items() if k not in OF_A_REFUSAL}
        running.do(read_promotion_command(running.law, running.promotion.terms, own))
        yield from (f"due {_plain(item)}" for item in running.due)
        yield from _asked(promotion_questions.questions(running, asking))
        if number in moments:
            yield from _asked(promotion_questions.continuation(running, asking, FURTHER))
    yield _plain(running.promotion)


def _moments(steps: int, asking: Random) -> set[int]:
    """After which steps people might go on otherwise."""
    return {asking.randrange(steps) for _ in range(MOMENTS if steps else 0)}


def _asked(questions: Iterable[tuple[Command, Answer]]) -> Iterator[str]:
    for command, found in questions:
        yield f"? {_plain(command)}"
        yield from _led_to(found)


def _asked_at(running: RunningTable, asking: Random) -> Iterator[str]:
    """What some commands would lead to at a table, and what would be due after each."""
    for command in table_questions.questions(running, asking):
        yield f"? {_plain(command)}"
        found = handle(running.law, running.table, command, running.history)
        if isinstance(found, Refused):
            yield _refusal(found)
        else:
            yield from map(_plain, found.events)
            yield from (f"due {_plain(item)}" for item in due(running.law, found.table))


def _table_told(scenario: Scenario) -> Iterator[str]:
    try:
        stage = set_stage(scenario)
    except UnlawfulTableError as error:
        yield _refusal(error.refused)
        return
    news = _News(stage.house, stage.journal)
    yield from news.told()
    asking = Random(scenario.title)
    moments = _moments(len(scenario.steps), asking)
    for number, step in enumerate(scenario.steps):
        yield f"> {step['do']}"
        yield from _answer(stage, {k: v for k, v in step.items() if k not in OF_A_REFUSAL})
        yield from news.told()
        for running in stage.house.tables.values():
            yield from _asked_at(running, asking)
            if number in moments:
                yield from _gone_on(running, asking)
    yield from (_plain(running.table) for running in stage.house.tables.values())


def _gone_on(running: RunningTable, whim: Random) -> Iterator[str]:
    """What a table would come to if people went on otherwise than the scenario says."""
    table = running.table
    for command, found in continuation(running.law, table, running.history, whim, FURTHER):
        yield f"? {_plain(command)}"
        if isinstance(found, Refused):
            yield _refusal(found)
        else:
            table = found.table
            yield from map(_plain, found.events)
            yield from (f"due {_plain(item)}" for item in due(running.law, table))
    yield _plain(table)


def evening_told(game: str, evening: str) -> Iterator[str]:
    """What an evening leads to, line by line: one by its number, or that of a new command."""
    if not evening.isdigit():
        yield from newcomer_told(game, evening)
        return
    whim = Random(f"{game} {evening}")
    for choices in evenings.plans(whim):
        plan = open_table(GAMES[game], choices)
        yield from _led_to(plan if isinstance(plan, Refused) else (plan,))
    croupier = evenings.opened(game, int(evening), whim)
    yield from _evening_told(croupier, whim, evenings.asked, evenings.said)


def newcomer_told(game: str, name: str) -> Iterator[str]:
    """What a command leads to that is drawn nowhere else, wherever it can be given."""
    whim = Random(f"{game} {name}")
    commands = commands_of(game)
    if kind := newcomers(TABLE, commands[TABLE]).get(name):
        ask, say = partial(evenings.asked_of, kind), partial(evenings.said_of, kind)
        for number in range(len(Mode)):
            yield from _evening_told(evenings.opened(game, number, whim), whim, ask, say)
    for where in (TOURNAMENT, PROMOTION):
        if kind := newcomers(where, commands[where]).get(name):
            for data in _heard_in(game, where, name):
                yield from _questions_told(data, kind, whim)


def _heard_in(game: str, where: str, name: str) -> Iterator[dict[str, Any]]:
    """A few scenarios by lot, so that one more scenario seldom changes which they are."""
    lots = {
        digest((name, one.name)): one.data
        for one in scenarios_of(game)
        if one.data.get("kind") == where
    }
    yield from (lots[lot] for lot in sorted(lots)[:HEARD_IN])


def _questions_told(data: dict[str, Any], kind: type[Command], whim: Random) -> Iterator[str]:
    """What commands of a kind would lead to after each step of a scenario."""
    if data["kind"] == TOURNAMENT:
        with patch(DRAWN_BY, lambda: random_source(1)):
            stage = stage_tournament(data)
            for step in data["steps"]:
                stage.take({k: v for k, v in step.items() if k not in OF_A_REFUSAL})
                yield from _asked([*tournament_questions.questions_about(kind, stage, whim)])
    else:
        scenario = convert_scenario(data, PromotionScenario)
        running = open_scenario_promotion(scenario)
        if scenario.prepared:
            start_prepared(running)
        for step in scenario.steps:
            own = {k: v for k, v in step.items() if k not in OF_A_REFUSAL}
            running.do(read_promotion_command(running.law, running.promotion.terms, own))
            yield from _asked(promotion_questions.questions_about(kind, running, whim))


def commands_of(game: str) -> dict[str, tuple[type[Command], ...]]:
    """All commands of a game, by where they are given."""
    law = GAMES[game]
    has_tournaments = isinstance(law, BlackjackLaw) and law.tournaments is not None
    return {
        TABLE: tuple(commands_by_tag(law).values()),
        TOURNAMENT: tournament_questions.kinds() if has_tournaments else (),
        PROMOTION: streams.PROMOTION.commands if law.promotions is not None else (),
    }


def _evening_told(
    croupier: Croupier,
    whim: Random,
    ask: Callable[[Croupier, Random], Iterator[Command]],
    say: Callable[[Croupier, Random], Command],
) -> Iterator[str]:
    assert croupier.journal is not None
    news = _News(croupier.house, croupier.journal)
    for _ in range(evenings.STEPS):
        yield from news.told()
        if not croupier.table.open:
            break
        for asked in ask(croupier, whim):
            yield f"? {_plain(asked)}"
            yield from _decided(croupier, asked)
        command = say(croupier, whim)
        yield f"> {_plain(command)}"
        answer = croupier.do(command)
        if isinstance(answer, Refused):
            yield _refusal(answer)
    yield from news.told()
    yield _plain(croupier.table)


def _decided(croupier: Croupier, command: Command) -> Iterator[str]:
    """What a command would lead to, without its being carried out."""
    yield from _led_to(decide(croupier.law, croupier.table, command, croupier.history))


def _led_to(answer: Answer) -> Iterator[str]:
    if isinstance(answer, Refused):
        yield _refusal(answer)
    else:
        yield from map(_plain, answer)


class _News:
    """Tells what has happened since it was last asked, and what is due now."""

    def __init__(self, house: Floor, journal: MemoryJournal) -> None:
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
    line = encode(value)
    for field in LATER:
        line = line.replace(field, b"")
    for subject, field in LATER_OF.items():
        if subject in line:
            line = line.replace(field, b"")
    if any(key in line for key in LEFT_OUT_KEYS):
        line = msgspec.json.encode(_without(msgspec.json.decode(line)))
    return line.decode()


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        left = {key: _without(one) for key, one in value.items() if key not in LEFT_OUT}
        if left.get("revision") in REVISIONS:
            left["revision"] = REVISIONS[left["revision"]]
        return left
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


def scenarios_of(game: str) -> Iterator[OwnScenario]:
    """The scenarios in a game's folder, once for each game that they are for."""
    for path in sorted((SCENARIOS / game).rglob("*.toml")):
        yield from own_scenarios(path)


def scenarios_now(game: str) -> dict[str, str]:
    """The digests of the scenarios in a game's folder as they are now."""
    return {one.name: digest(told(one.data)) for one in scenarios_of(game)}


def data_of(scenario: str) -> dict[str, Any]:
    """What a file says, for its only game or for the one named after ``::``."""
    file, _, game = scenario.partition("::")
    return data_for(read_data(Path(file)), game)


def evenings_now(game: str) -> dict[str, str]:
    """The digests of a game's evenings as they are now."""
    return {name: digest_now(name) for name in evenings_of(game)}


def evenings_of(game: str) -> list[str]:
    """The names of a game's evenings, with those of new commands."""
    new = {name for where, kinds in commands_of(game).items() for name in newcomers(where, kinds)}
    return [f"evenings/{game}/{one}" for one in (*range(evenings.EVENINGS), *sorted(new))]


def digest_now(name: str) -> str:
    """The digest of a scenario or an evening as it is now."""
    if name.startswith("evenings/"):
        return digest(evening_told(*name.split("/")[1:]))
    path, _, _ = name.partition("::")
    found = {one.name: one for one in own_scenarios(SCENARIOS / f"{path}.toml")}
    return digest(told(found[name].data))


def write(*, only_missing: bool = False) -> None:
    """Keep the digests of now, a file for each game and one for the evenings."""
    KEPT.mkdir(exist_ok=True)
    files: dict[str, list[str]] = {}
    names = (
        *([one.name for one in scenarios_of(game)] for game in GAMES),
        *(evenings_of(game) for game in GAMES),
    )
    known = kept() if only_missing else {}
    for name in (one for some in names for one in some):
        value = known.get(name) or digest_now(name)
        files.setdefault(name.partition("/")[0], []).append(f"{name}\t{value}\n")
    for file, rows in files.items():
        (KEPT / f"{file}.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        if given == "missing":
            write(only_missing=True)
            continue
        evening = given.split("/")
        lines = (
            evening_told(evening[1], evening[2])
            if evening[0] == "evenings"
            else told(data_of(given))
        )
        sys.stdout.writelines(f"{line}\n" for line in lines)
    if not sys.argv[1:]:
        write()
