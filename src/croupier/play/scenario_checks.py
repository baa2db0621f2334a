"""Playing scenarios: what happened compared with what a file says must happen."""

from pathlib import Path
from typing import Any

import msgspec

from croupier.floor.account_commands import AccountCommand
from croupier.money import NotAnAmountError, dollars, in_dollars
from croupier.play.dealer import unseen_cards
from croupier.play.engine import lines_of
from croupier.play.house import UnlawfulTableError
from croupier.play.reader import BadCommandError, command_types
from croupier.play.scenario import (
    ExpectedNotice,
    Scenario,
    ScenarioHouse,
    read_data,
    set_stage,
    shaped,
)
from croupier.play.scenario_answers import (
    OTHERWISE,
    expects_nothing,
    missing_events,
    step_problem,
)
from croupier.play.scenario_games import data_for, game_names
from croupier.play.scenario_kinds import runner_of
from croupier.play.scenario_lines import with_line
from croupier.play.scenario_names import misnamed_meters, misnamed_results
from croupier.play.scenario_refusals import BadScenarioError, expected_refusal, with_times
from croupier.play.settled_wagers import (
    Settled,
    missing_payments,
    ran_dry,
    returned_line,
    unfinished,
)
from croupier.table.state import Notice, Refused
from croupier.toml_files import UnreadableFileError, read_text

DECLARED = frozenset(
    name for name, kind in command_types().items() if issubclass(kind, AccountCommand)
)
"""Steps about a player's account: periods and days are counted from their times."""
BY_HAND = frozenset({"shuffle", "cut", "decline-cut", "load", "check-cards"})
"""Steps that make cards ready: a file that has none of them leaves that to the table."""


class Checked(msgspec.Struct, frozen=True):
    """How a scenario went."""

    file: str
    """The file's path."""
    ok: bool
    """Whether all went as the file says."""
    problems: tuple[str, ...]
    """What did not."""
    notes: tuple[str, ...] = ()
    """What its author may want to know, and is no failure."""
    game: str | msgspec.UnsetType = msgspec.UNSET
    """For which game it ran, where the file is for several."""


def check_file(path: Path, *, exact: bool = False) -> Checked:
    """Run one file; ``exact`` asks of every refusal that it names all clauses.

    Where the file is for several games, each problem begins with its game.
    """
    try:
        data = read_data(path)
        games = game_names(data)
    except BadScenarioError as error:
        return Checked(str(path), ok=False, problems=located((str(error),), path))
    problems: tuple[str, ...] = ()
    for game in games:
        found = located(_problems_for(data, game, exact=exact), path, game)
        problems += tuple(f"{game}: {one}" for one in found) if game else found
    return Checked(str(path), not problems, problems)


def _problems_for(data: dict[str, Any], game: str, *, exact: bool) -> tuple[str, ...]:
    """What does not go as a file says for one of its games."""
    try:
        return played(data_for(data, game), exact=exact)
    except (BadScenarioError, BadCommandError, NotAnAmountError) as error:
        return (str(error),)


def played(data: dict[str, Any], *, exact: bool) -> tuple[str, ...]:
    """Run what a file of any kind holds for one game; what did not go as it says."""
    if "kind" in data:
        return runner_of(data["kind"])(data, exact=exact).problems
    return checked(shaped(data, Scenario), exact=exact)


def located(problems: tuple[str, ...], path: Path, game: str = "") -> tuple[str, ...]:
    """Problems with the lines of the file that they are about, as it says them for a game."""
    if not problems:
        return ()
    try:
        text = read_text(path)
    except UnreadableFileError:
        return problems
    return tuple(with_line(problem, text, game) for problem in problems)


def checked(scenario: Scenario, *, exact: bool = False) -> tuple[str, ...]:
    """What did not go as a scenario says, including one that shows an unlawful table.

    ``exact`` requires of every refusal that its clause decides, and that ``also`` names all others.
    """
    wanted = expected_refusal(scenario.refused, scenario.also, exact=exact)
    try:
        return run(scenario, exact=exact)[1]
    except UnlawfulTableError as error:
        if wanted is None:
            return (f"the table was refused: {error}",)
        problem = wanted.missed(error.refused)
        return () if problem is None else (f"the table {problem}",)


def run(scenario: Scenario, *, exact: bool = False) -> tuple[ScenarioHouse, tuple[str, ...]]:
    """Play a scenario through the engine; returns the house afterwards and what went wrong."""
    stage = set_stage(scenario)
    problems: list[str] = []
    if (wanted := expected_refusal(scenario.refused)) is not None:
        clauses = " or ".join(wanted.clauses)
        problems.append(f"the table was opened, and should be refused by {clauses}")
    by_hand = any(str(step.get("do")) in BY_HAND for step in scenario.steps)
    for number, step in enumerate(with_times(scenario.steps, dated=DECLARED), 1):
        ready = step.get("do") == "deal" or (not by_hand and _in_round(stage))
        if ready and "refused" not in step:
            stage.make_ready()
        named = f"step {number} ({step['do']})" if "do" in step else f"step {number}"
        try:
            problem = _take_step(stage, dict(step), exact=exact) or _stuck(stage)
        except BadCommandError as error:
            why = str(error).removeprefix(f"{step.get('do')}: ")
            raise BadScenarioError(f"{named}: {why}") from None
        if problem is not None:
            problems.append(f"{named}: {problem}")
            if not problem.startswith(OTHERWISE):
                break
    if not by_hand and _in_round(stage):
        stage.make_ready()
    if any(ran_dry(running) for running in stage.house.tables.values()):
        problems.append("the shoe has no card left, and one is due")
    lines = settled_lines(stage)
    if expects_nothing(msgspec.to_builtins(scenario)) and not lines and not problems:
        problems.append("expects nothing: give it a [net], [[paid]], [[events]] or refused")
    problems += misnamed_results(scenario)
    problems += _compare_net(scenario, lines, [] if problems else _unfinished(stage))
    problems += missing_payments(scenario.paid, (*lines, *_returned(stage)))
    problems += missing_events(scenario.events, stage.journal)
    problems += _compare_notices(scenario, stage)
    problems += _compare_discards(scenario, stage)
    problems += _compare_meters(scenario, stage)
    return stage, tuple(problems)


def _in_round(stage: ScenarioHouse) -> bool:
    """Whether a round is under way at one of the tables."""
    return any(running.table.round is not None for running in stage.house.tables.values())


def _stuck(stage: ScenarioHouse) -> str | None:
    """Whether a table waits for nobody and is not closed."""
    waiting = (running for running in stage.house.tables.values() if not running.due)
    return "nothing is due after it" if any(one.table.open for one in waiting) else None


def settled_lines(stage: ScenarioHouse) -> tuple[Settled, ...]:
    """Every settled wager so far."""
    return tuple(
        (number, line)
        for number, name in enumerate(stage.house.tables, 1)
        for event in stage.events_at(name)
        for line in lines_of(event)
    )


def _returned(stage: ScenarioHouse) -> tuple[Settled, ...]:
    """Every wager that went back before it was settled."""
    return tuple(
        (number, line)
        for number, name in enumerate(stage.house.tables, 1)
        for event in stage.events_at(name)
        if (line := returned_line(event)) is not None
    )


def _take_step(stage: ScenarioHouse, step: dict[str, Any], *, exact: bool) -> str | None:
    wanted = expected_refusal(step.pop("refused", None), step.pop("also", None), exact=exact)
    before = [running.table for running in stage.house.tables.values()]
    answer = stage.take(step)
    after = [running.table for running in stage.house.tables.values()]
    changed = any(was is not now for was, now in zip(before, after, strict=True))
    if isinstance(answer, Refused) and changed:
        raise AssertionError("a refused command changed a table")
    return step_problem(answer, wanted)


def _unfinished(stage: ScenarioHouse) -> list[str]:
    """What the rounds wait for that are under way."""
    waiting = ((name, unfinished(one)) for name, one in stage.house.tables.items())
    return [
        f"the round of table {name} is not over: {what} is due" for name, what in waiting if what
    ]


def _compare_net(
    scenario: Scenario, lines: tuple[Settled, ...], unfinished_rounds: list[str]
) -> list[str]:
    """Hold what players have won against the file; where it differs, rounds may not be over."""
    expected = {player: dollars(amount) for player, amount in scenario.net.items()}
    actual: dict[str, int] = {}
    for _, line in lines:
        actual[line.player] = actual.get(line.player, 0) + line.net
    problems = [
        f"net of {player}: expected {in_dollars(expected.get(player, 0), sign=True)}, "
        f"got {in_dollars(actual.get(player, 0), sign=True)}"
        for player in sorted(expected.keys() | actual.keys())
        if expected.get(player, 0) != actual.get(player, 0)
    ]
    return problems + unfinished_rounds if problems else []


def _compare_notices(scenario: Scenario, stage: ScenarioHouse) -> list[str]:
    left = [
        (number, notice)
        for number, running in enumerate(stage.house.tables.values(), 1)
        for notice in running.table.notices
    ]
    problems = []
    for number, wanted in enumerate(scenario.notices, 1):
        match = next((one for one in left if _tells(wanted, *one)), None)
        if match is None:
            problems.append(f"notice {number}: no such notice was given to {wanted.whom.title}")
        else:
            left.remove(match)
    return problems


def _tells(wanted: ExpectedNotice, table: int, notice: Notice) -> bool:
    return (
        wanted.table in (None, table)
        and wanted.whom is notice.whom
        and wanted.clause in (None, notice.clause)
        and wanted.player in (None, notice.player)
        and wanted.open in (None, not notice.acknowledged)
    )


def _compare_discards(scenario: Scenario, stage: ScenarioHouse) -> list[str]:
    """Compare the discards with the file, which may name cards that were burned unseen."""
    if scenario.discards is None:
        return []
    table = stage.first.table
    seen = [str(card) for card in table.discards if card is not None]
    unseen = len(table.discards) - len(seen)
    wanted = sorted(scenario.discards.split())
    known = [str(card) for card in unseen_cards(table, stage.first.cards)]
    found = sorted([*seen, *["??"] * unseen])
    if wanted == found or (len(known) == unseen and wanted == sorted([*seen, *known])):
        return []
    return [f"discards: expected {' '.join(wanted) or 'none'}, got {' '.join(found) or 'none'}"]


def _compare_meters(scenario: Scenario, stage: ScenarioHouse) -> list[str]:
    """Compare the pools with the file; the only pool goes by any name where it has none."""
    pools = stage.house.pools
    terms = [running.table.choices.jackpot for running in stage.house.tables.values()]
    named = any(one is not None and one.name for one in terms)
    problems = misnamed_meters(scenario, pools, named=named)
    only = next(iter(pools.values())) if len(pools) == 1 else None
    for name, wanted in scenario.meters.items() if not problems else ():
        pool = pools.get(name, only)
        meter = 0 if pool is None else pool.meter
        if dollars(wanted) != meter:
            problems.append(
                f"meter {name}: expected {in_dollars(dollars(wanted))}, got {in_dollars(meter)}"
            )
    return problems
