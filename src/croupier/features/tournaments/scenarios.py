"""Runs scenarios of tournaments, and compares the outcome with what the file says."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.features.tournaments.files import (
    TournamentNotice,
    TournamentScenario,
    TournamentStage,
    stage_tournament,
)
from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.placings import pool_amount
from croupier.features.tournaments.rules.state import Fate, TableResult, TournamentPhase
from croupier.features.tournaments.runner import TournamentRunner
from croupier.floor.command_text import NotATimeError, parse_time
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import lines_of
from croupier.games.table.contest.state import Part, Standing, marker_at
from croupier.games.table.contest.turns import current_turn
from croupier.games.table.state import Notice
from croupier.messages import Refused
from croupier.money import Cents, dollars, in_dollars
from croupier.scenarios.files import make_cards_ready
from croupier.scenarios.refusals import BadScenarioError, expected_refusal, with_times
from croupier.scenarios.runner import (
    BY_HAND,
    OTHERWISE,
    ScenarioRun,
    Settled,
    event_problems,
    missing_payments,
    ran_dry,
    step_problem,
    steps_to_take,
)

PLAY_OFF = "play-off"
"""The state of a tournament in which only ties are played."""


def run_tournament(data: dict[str, Any], *, exact: bool = False) -> ScenarioRun:
    """Run what a file holds from beginning to end."""
    stage = stage_tournament(data)
    problems: list[str] = []
    by_hand = any(str(step.get("do")) in BY_HAND for step in stage.scenario.steps)
    for number, step in steps_to_take(with_times(stage.scenario.steps), stage.house.tables):
        if not by_hand and "refused" not in step:
            make_cards_ready(stage.house.floor)
        problem = _take_step(stage, dict(step), exact=exact)
        if problem is not None:
            problems.append(f"step {number} ({step.get('do')}): {problem}")
            if not problem.startswith(OTHERWISE):
                break
    if any(ran_dry(running) for running in stage.house.tables.values()):
        problems.append("the shoe has no card left, and one is due")
    problems += differences(stage.scenario, stage)
    return ScenarioRun(tuple(stage.answers), tuple(problems))


def _take_step(stage: TournamentStage, step: dict[str, Any], *, exact: bool) -> str | None:
    wanted = expected_refusal(step.pop("refused", None), step.pop("also", None), exact=exact)
    house = stage.house
    before = (house.tournament, [running.table for running in house.tables.values()])
    answer = stage.take(step)
    if isinstance(answer, Refused):
        after = [running.table for running in house.tables.values()]
        same = house.tournament is before[0] and len(after) == len(before[1])
        if not same or any(was is not now for was, now in zip(before[1], after, strict=True)):
            raise AssertionError("a refused command changed something")
    return step_problem(answer, wanted)


# What is so ---------------------------------------------------------------------------------------


def state_text(house: TournamentRunner) -> str:
    """Return how far a tournament has come, in a word."""
    phase = house.tournament.phase
    word = str(phase.value)
    if phase is not TournamentPhase.SESSION:
        return word
    if house.tournament.level:
        return PLAY_OFF
    parts = {one.contest.part for one in house.tables_now.values() if one.contest is not None}
    return PLAY_OFF if Part.PLAY_OFF in parts and Part.ROUNDS not in parts else word


def last_table_of(house: TournamentRunner, player: str) -> BlackjackTable | None:
    """Return the table where a player played last; ``None`` if there is none."""
    for running in reversed(house.tables.values()):
        table = running.table
        contest = table.contest
        if isinstance(table, BlackjackTable) and contest and contest.contestant(player):
            return table
    return None


def chips_of(house: TournamentRunner, player: str) -> Cents | None:
    """Return a player's tournament chips, or what was counted; ``None`` if there never were any."""
    table = last_table_of(house, player)
    if table is None or table.contest is None:
        return None
    if table.contest.part is Part.OVER:
        return table.contest.counts.get(player)
    return table.chips(player)


def last_place_of(house: TournamentRunner, player: str) -> int | None:
    """Return a player's place in the last session that ended at the player's table."""
    tournament = house.tournament
    sessions = [one.tables for one in tournament.results]
    sessions.append(tournament.finished_tables)
    results: list[TableResult] = [table for tables in sessions for table in tables]
    for result in reversed(results):
        if player in result.counts or player in result.places:
            return result.places.get(player)
    return None


def eliminated_players(house: TournamentRunner) -> set[str]:
    """Return the players who were eliminated during a session and did not buy back."""
    now = {
        one.player
        for table in house.tables_now.values()
        if table.contest is not None and house.tournament.phase is TournamentPhase.SESSION
        for one in table.contest.contestants
        if one.standing is Standing.ELIMINATED
    }
    return now | set(house.tournament.out)


# What differs -------------------------------------------------------------------------------------


def differences(scenario: TournamentScenario, stage: TournamentStage) -> Iterator[str]:
    """Yield what differs from the file."""
    house = stage.house
    for name, amount in (scenario.chips or {}).items():
        yield from _differs(f"chips of {name}", dollars(amount), chips_of(house, name), money=True)
    for name, place in (scenario.places or {}).items():
        yield from _differs(f"place of {name}", place, last_place_of(house, name))
    yield from _sets(scenario, house)
    for name, points in (scenario.points or {}).items():
        got = house.tournament.points.get(name, Fraction(0))
        yield from _differs(f"points of {name}", Fraction(str(points)), got)
    yield from _money(scenario, house)
    yield from _at_first_table(scenario, house)
    if scenario.state is not None:
        yield from _differs("state", scenario.state, state_text(house))
    yield from missing_payments(scenario.paid, wagers_by_table(stage))
    yield from _notices(scenario, house)
    yield from event_problems(scenario.events, scenario.never, stage.journal)


def _differs(what: str, wanted: object, got: object, *, money: bool = False) -> Iterator[str]:
    if wanted == got:
        return
    if money:
        wanted = in_dollars(wanted) if isinstance(wanted, int) else wanted
        got = in_dollars(got) if isinstance(got, int) else got
    yield f"{what}: expected {wanted}, got {got}"


def _sets(scenario: TournamentScenario, house: TournamentRunner) -> Iterator[str]:
    tournament = house.tournament
    lost = (Fate.DISQUALIFIED, Fate.FORFEITED)
    advanced = set(tournament.results[-1].advancing_players) if tournament.results else set()
    found = {
        "advanced": (scenario.advanced, advanced),
        "out": (scenario.out, eliminated_players(house)),
        "disqualified": (
            scenario.disqualified,
            {name for name, one in tournament.entrants.items() if one.fate in lost},
        ),
    }
    for what, (wanted, got) in found.items():
        if wanted is not None:
            yield from _differs(what, sorted(wanted), sorted(got))


def _money(scenario: TournamentScenario, house: TournamentRunner) -> Iterator[str]:
    tournament = house.tournament
    balances = tournament.balances
    if scenario.prizes is not None:
        wanted = {name: dollars(amount) for name, amount in scenario.prizes.items()}
        got = tournament.awards or {}
        for name in sorted(wanted.keys() | got.keys()):
            yield from _differs(
                f"prize of {name}", wanted.get(name, 0), got.get(name, 0), money=True
            )
    if scenario.net is not None:
        wanted = {name: dollars(amount) for name, amount in scenario.net.items()}
        for name in sorted(wanted.keys() | tournament.entrants.keys()):
            own = balances.get(state.player_account(name), 0)
            yield from _differs(f"net of {name}", wanted.get(name, 0), own, money=True)
    if scenario.pool is not None:
        yield from _differs("pool", dollars(scenario.pool), pool_amount(tournament), money=True)
    if scenario.commission is not None:
        kept = balances.get(state.commission_account(tournament.name), 0)
        yield from _differs("commission", dollars(scenario.commission), kept, money=True)


def _at_first_table(scenario: TournamentScenario, house: TournamentRunner) -> Iterator[str]:
    table = house.tables_now.get(1)
    contest = None if table is None else table.contest
    if scenario.round is not None:
        got = None if contest is None else contest.round
        yield from _differs("round", scenario.round, got)
    if scenario.marker is not None:
        yield from _differs("marker", scenario.marker, contest and marker_at(contest))
    if scenario.turn is not None:
        now = None if table is None or contest is None else current_turn(table)
        yield from _differs("turn", scenario.turn, now.player if now else "")
    if scenario.limits is not None:
        wanted = [dollars(one) for one in scenario.limits]
        limits = [] if table is None else [table.limits.minimum, table.limits.maximum]
        yield from _differs("limits", wanted, limits)


def wagers_by_table(stage: TournamentStage) -> tuple[Settled, ...]:
    """Return every settled wager, with the number of its table."""
    found: list[Settled] = []
    for name in stage.house.tables:
        number = int(name.rpartition("/")[2])
        for event in stage.journal.events(f"table/{name}"):
            found += [(number, line) for line in lines_of(event)]
    return tuple(found)


def _notices(scenario: TournamentScenario, house: TournamentRunner) -> Iterator[str]:
    left: list[tuple[int | None, Notice]] = [(None, one) for one in house.tournament.notices]
    for name, running in house.tables.items():
        number = int(name.rpartition("/")[2])
        left += [(number, one) for one in running.table.notices]
    for number, wanted in enumerate(scenario.notices, 1):
        match = next((one for one in left if _matches_notice(wanted, *one)), None)
        if match is None:
            yield f"notice {number}: no such notice was given to {wanted.whom.title}"
        else:
            left.remove(match)


def _matches_notice(wanted: TournamentNotice, table: int | None, notice: Notice) -> bool:
    try:
        deadline = None if wanted.deadline is None else parse_time(wanted.deadline)
    except NotATimeError as error:
        raise BadScenarioError(str(error)) from None
    return (
        wanted.table in (None, table)
        and wanted.whom is notice.whom
        and wanted.clause in (None, notice.clause)
        and wanted.player in (None, notice.player)
        and wanted.open in (None, not notice.acknowledged)
        and deadline in (None, notice.deadline)
    )
