"""Scenario files of promotions: terms, what people do, and what must follow."""

from datetime import timedelta
from typing import Any

import msgspec

from croupier.floor.promotions.commands import PublishTerms, StartPromotion, SubmitTerms
from croupier.floor.promotions.state import PromotionNotice, PromotionStage
from croupier.floor.promotions.terms import stated
from croupier.money import NotAnAmountError, dollars
from croupier.play.promotion_reader import BadTermError, read_terms, to_promotion_command
from croupier.play.reader import NotATimeError, to_time
from croupier.play.running_promotion import RunningPromotion
from croupier.play.scenario import shaped
from croupier.play.scenario_answers import (
    OTHERWISE,
    Played,
    missing_events,
    step_problem,
)
from croupier.play.scenario_refusals import BadScenarioError, expected_refusal, with_times
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    Role,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.rulebooks.promotion_law import Payment
from croupier.table.commands import Command
from croupier.table.state import Refused

SUBMITTED_BEFORE = timedelta(hours=48)
"""How long before the start a prepared promotion's terms were submitted."""


class ExpectedAward(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that must have been handed over; keys left out match anything."""

    player: str | None = None
    """To whom."""
    prize: int | None = None
    """Which, counted from 1."""
    value: int | float | None = None
    """What it is worth, in dollars."""
    pay: Payment | None = None
    """How."""


class ExpectedDuty(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"
):
    """A notice that must have fallen due; keys left out match anything."""

    whom: Role | None = None
    """Who is to be notified."""
    clause: str | None = None
    """The clause that demands it."""
    player: str | None = None
    """Whom it concerns."""
    open: bool | None = None
    """Whether it is still to be done."""
    deadline: Any = None
    """By when."""
    late: bool | None = None
    """Whether it was done after that, or is not done and that has passed."""


class PromotionScenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario file of a promotion."""

    kind: str
    """That it is one."""
    title: str
    """What it shows, in one line."""
    game: str
    """The game whose rulebook applies."""
    steps: list[dict[str, Any]]
    """What happens, in order."""
    cites: list[str] = []
    """The clauses that it shows."""
    prepared: bool = True
    """Whether the terms were submitted and published and the promotion has started."""
    terms: dict[str, Any] = {}
    """The terms; one left out has the default."""
    omit: list[str] = []
    """Terms that are not stated at all."""
    awards: list[ExpectedAward] | None = None
    """Prizes that must have been handed over; an empty list says that none was."""
    notices: list[ExpectedDuty] = []
    """Notices that must have fallen due."""
    events: list[dict[str, Any]] = []
    """Events that must have happened."""
    entries: int | None = None
    """How many entries there are."""
    state: PromotionStage | None = None
    """How far the promotion has come."""


def run_promotion(data: dict[str, Any], *, exact: bool = False) -> Played:
    """Run a scenario file of a promotion and compare what happened with what it says."""
    scenario = shaped(data, PromotionScenario)
    try:
        running = set_up(scenario)
    except (BadTermError, UnknownGameError, UnknownClauseError) as error:
        raise BadScenarioError(str(error)) from None
    problems = prepare(running) if scenario.prepared else []
    answers = []
    for number, step in enumerate(() if problems else with_times(scenario.steps), 1):
        fields = dict(step)
        wanted = expected_refusal(
            fields.pop("refused", None), fields.pop("also", None), exact=exact
        )
        before = running.promotion
        answer = running.do(to_promotion_command(running.law, before.terms, fields))
        answers.append(answer)
        if isinstance(answer, Refused) and running.promotion is not before:
            raise AssertionError("a refused command changed a promotion")
        problem = step_problem(answer, wanted)
        if problem is not None:
            problems.append(f"step {number} ({step.get('do')}): {problem}")
            if not problem.startswith(OTHERWISE):
                break
    return Played(tuple(answers), (*problems, *_compared(scenario, running)))


def set_up(scenario: PromotionScenario) -> RunningPromotion:
    """The promotion that a file describes, with nothing done yet."""
    law = law_of(scenario.game)
    if law.promotions is None:
        raise BadScenarioError(f"game: the rulebook of {law.title} has no rules for promotions")
    for clause in scenario.cites:
        catalogue(law.book)[clause]
    return RunningPromotion.opened(law, read_terms(law, scenario.terms, scenario.omit))


def prepare(running: RunningPromotion) -> list[str]:
    """Submit, publish and start, in good time; what went wrong."""
    starts = running.promotion.terms.starts
    if starts is None:
        return ["prepared: without starts in the terms there is no time to start at"]
    by = Role.GAMING_MANAGER
    steps: tuple[Command, ...] = (
        SubmitTerms(by=by, at=starts - SUBMITTED_BEFORE),
        PublishTerms(by=by),
        StartPromotion(by=by, at=starts),
    )
    for step in steps:
        answer = running.do(step)
        if isinstance(answer, Refused):
            return [f"prepared: {answer.why} ({answer.clause}); with prepared = false, steps do it"]
    return []


def _compared(scenario: PromotionScenario, running: RunningPromotion) -> list[str]:
    promotion = running.promotion
    problems = _compare_awards(scenario, running) + _compare_notices(scenario, running)
    assert isinstance(running.journal, MemoryJournal)
    problems += missing_events(scenario.events, running.journal)
    if scenario.entries not in (None, len(promotion.tickets)):
        problems.append(f"entries: expected {scenario.entries}, got {len(promotion.tickets)}")
    if scenario.state not in (None, promotion.stage):
        assert scenario.state is not None
        problems.append(f"state: expected {scenario.state.value}, got {promotion.stage.value}")
    return problems


def _compare_awards(scenario: PromotionScenario, running: RunningPromotion) -> list[str]:
    prizes = stated(running.promotion.terms)
    had = [
        (win.player, win.prize, prizes[win.prize - 1].value or 0, win.paid)
        for win in running.promotion.wins
        if win.paid is not None
    ]
    if scenario.awards is None:
        return []
    if not scenario.awards and had:
        return [f"awards: expected none, got {len(had)}"]
    problems = []
    for number, wanted in enumerate(scenario.awards, 1):
        match = next((one for one in had if _awarded(wanted, *one)), None)
        if match is None:
            problems.append(f"award {number}: no such prize was handed over")
        else:
            had.remove(match)
    return problems


def _awarded(
    wanted: ExpectedAward, player: str, prize: int, value: int, pay: Payment | None
) -> bool:
    try:
        worth = None if wanted.value is None else dollars(wanted.value)
    except NotAnAmountError as error:
        raise BadScenarioError(f"awards: {error}") from None
    return (
        wanted.player in (None, player)
        and wanted.prize in (None, prize)
        and worth in (None, value)
        and wanted.pay in (None, pay)
    )


def _compare_notices(scenario: PromotionScenario, running: RunningPromotion) -> list[str]:
    left = list(running.promotion.notices)
    problems = []
    for number, wanted in enumerate(scenario.notices, 1):
        match = next((one for one in left if _tells(wanted, one, running)), None)
        if match is None:
            problems.append(f"notice {number}: there is no such notice")
        else:
            left.remove(match)
    return problems


def _tells(wanted: ExpectedDuty, notice: PromotionNotice, running: RunningPromotion) -> bool:
    try:
        deadline = None if wanted.deadline is None else to_time(wanted.deadline)
    except NotATimeError as error:
        raise BadScenarioError(f"notices: deadline: {error}") from None
    return (
        wanted.whom in (None, notice.whom)
        and wanted.clause in (None, notice.clause)
        and wanted.player in (None, notice.player)
        and wanted.open in (None, notice.open)
        and deadline in (None, notice.deadline)
        and wanted.late in (None, notice.late(running.promotion.clock))
    )
