"""Scenario files of promotions: terms, steps, and what must follow; how they are read and run."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.features.promotions.files import (
    BadTermError,
    default_terms,
    read_promotion_command,
    read_terms,
    require_promotion_rules,
)
from croupier.features.promotions.rules.publication import PublishTerms, StartPromotion, SubmitTerms
from croupier.features.promotions.rules.state import PromotionNotice, PromotionStage
from croupier.features.promotions.rules.terms import (
    OUT_OF_ORDER,
    Terms,
    stated_prizes,
    terms_faults,
)
from croupier.features.promotions.runner import RunningPromotion
from croupier.floor.command_text import NotATimeError, parse_time
from croupier.kit.shapes import did_you_mean
from croupier.kit.toml_files import UnreadableFileError, parse_toml, read_text
from croupier.messages import Command, Refused
from croupier.money import NotAnAmountError, dollars
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    GAMES,
    Role,
    TableLaw,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.rulebooks.law.promotions import Payment
from croupier.scenarios.files import convert_scenario
from croupier.scenarios.refusals import BadScenarioError, expected_refusal, with_times
from croupier.scenarios.runner import OTHERWISE, ScenarioRun, event_problems, step_problem

SUBMITTED_BEFORE = timedelta(hours=48)
"""How long before the start the terms of a prepared promotion were submitted."""


# ---------------------------------------------------------------------------------- scenario files


class ExpectedAward(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that must have been handed over; keys left out match anything."""

    player: str | None = None
    """The winner."""
    prize: int | None = None
    """The number of the prize, from 1."""
    value: int | float | None = None
    """Its worth, in dollars."""
    pay: Payment | None = None
    """The way in which it was handed over."""


class ExpectedDuty(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"
):
    """A notice that must have fallen due; keys left out match anything."""

    whom: Role | None = None
    """The role that is to be notified."""
    clause: str | None = None
    """The clause that demands it."""
    player: str | None = None
    """The player whom it concerns."""
    open: bool | None = None
    """Whether it is still to be given."""
    deadline: Any = None
    """The time by which it must be given."""
    late: bool | None = None
    """Whether it was given after the deadline, or is still open after it."""


class PromotionScenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario file of a promotion."""

    kind: str
    """Always ``promotion``."""
    title: str
    """What it shows, in one line."""
    game: str
    """The game whose rulebook applies."""
    steps: list[dict[str, Any]]
    """The steps, in order."""
    cites: list[str] = []
    """The clauses that it shows."""
    prepared: bool = True
    """Whether the terms were submitted and published and the promotion has started."""
    terms: dict[str, Any] = {}
    """The terms; those left out have their defaults."""
    omit: list[str] = []
    """Terms that are not stated at all."""
    awards: list[ExpectedAward] | None = None
    """Prizes that must have been handed over; an empty list requires that none was."""
    notices: list[ExpectedDuty] = []
    """Notices that must have fallen due."""
    events: list[dict[str, Any]] = []
    """Events that must have happened."""
    never: list[dict[str, Any]] = []
    """Events that must not have happened."""
    entries: int | None = None
    """How many entries there are."""
    state: PromotionStage | None = None
    """How far the promotion has come."""


def run_promotion(data: dict[str, Any], *, exact: bool = False) -> ScenarioRun:
    """Run a scenario file of a promotion and compare the outcome with what it says."""
    scenario = convert_scenario(data, PromotionScenario)
    try:
        running = open_scenario_promotion(scenario)
    except (BadTermError, UnknownGameError, UnknownClauseError) as error:
        raise BadScenarioError(str(error)) from None
    problems = start_prepared(running) if scenario.prepared else []
    answers = []
    for number, step in enumerate(() if problems else with_times(scenario.steps), 1):
        fields = dict(step)
        wanted = expected_refusal(
            fields.pop("refused", None), fields.pop("also", None), exact=exact
        )
        before = running.promotion
        answer = running.do(read_promotion_command(running.law, before.terms, fields))
        answers.append(answer)
        if isinstance(answer, Refused) and running.promotion is not before:
            raise AssertionError("a refused command changed a promotion")
        problem = step_problem(answer, wanted)
        if problem is not None:
            problems.append(f"step {number} ({step.get('do')}): {problem}")
            if not problem.startswith(OTHERWISE):
                break
    return ScenarioRun(tuple(answers), (*problems, *_differences(scenario, running)))


def open_scenario_promotion(scenario: PromotionScenario) -> RunningPromotion:
    """Return the promotion that a file describes, before any step."""
    law = law_of(scenario.game)
    if law.promotions is None:
        raise BadScenarioError(f"game: the rulebook of {law.title} has no rules for promotions")
    for clause in scenario.cites:
        catalogue(law.book)[clause]
    return RunningPromotion.open(law, read_terms(law, scenario.terms, scenario.omit))


def start_prepared(running: RunningPromotion) -> list[str]:
    """Submit, publish and start in good time. Return what went wrong."""
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


def _differences(scenario: PromotionScenario, running: RunningPromotion) -> list[str]:
    promotion = running.promotion
    problems = _compare_awards(scenario, running) + _compare_notices(scenario, running)
    assert isinstance(running.journal, MemoryJournal)
    problems += event_problems(scenario.events, scenario.never, running.journal)
    if scenario.entries not in (None, len(promotion.tickets)):
        problems.append(f"entries: expected {scenario.entries}, got {len(promotion.tickets)}")
    if scenario.state not in (None, promotion.stage):
        assert scenario.state is not None
        problems.append(f"state: expected {scenario.state.value}, got {promotion.stage.value}")
    return problems


def _compare_awards(scenario: PromotionScenario, running: RunningPromotion) -> list[str]:
    prizes = stated_prizes(running.promotion.terms)
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
        match = next((one for one in had if _matches_award(wanted, *one)), None)
        if match is None:
            problems.append(f"award {number}: no such prize was handed over")
        else:
            had.remove(match)
    return problems


def _matches_award(
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
        match = next((one for one in left if _matches_notice(wanted, one, running)), None)
        if match is None:
            problems.append(f"notice {number}: there is no such notice")
        else:
            left.remove(match)
    return problems


def _matches_notice(
    wanted: ExpectedDuty, notice: PromotionNotice, running: RunningPromotion
) -> bool:
    try:
        deadline = None if wanted.deadline is None else parse_time(wanted.deadline)
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


# --------------------------------------------------------------------------------- promotion files


USUAL_GAME = "star-blackjack"
"""The game of a file that names none."""
PROMOTION = "promotion"


class BadPromotionFileError(CroupierError):
    """A file does not describe a promotion."""


class PromotionFile(msgspec.Struct, frozen=True):
    """The content of a promotion file."""

    law: TableLaw
    """The law of the game."""
    terms: Terms
    """The terms; those left out have their defaults."""
    prepared: bool
    """Whether the terms were submitted and published and the promotion has started."""
    steps: tuple[dict[str, Any], ...]
    """The steps, in order; empty if the file holds only terms."""


def read_promotion(path: Path) -> PromotionFile:
    """Read a promotion file.

    Raise, naming the term, its line and what is accepted, if something is wrong.
    """
    if not path.exists():
        raise BadPromotionFileError(f"no such file: {path}; promotion template writes one")
    try:
        text = read_text(path)
        data = parse_toml(text)
    except UnreadableFileError as error:
        raise BadPromotionFileError(f"{path}: {error}") from None
    try:
        return _read(data)
    except BadTermError as error:
        raise BadPromotionFileError(f"{path}{line_note(text, error.term)}: {error}") from None
    except CroupierError as error:
        raise BadPromotionFileError(f"{path}{line_note(text, 'game')}: {error}") from None


def _read(data: dict[str, Any]) -> PromotionFile:
    if not data:
        raise BadTermError("terms", "the file is empty; promotion template writes one")
    known = PromotionScenario.__struct_fields__
    for key in data:
        if key not in known:
            raise BadTermError(key, f"there is no such key{did_you_mean(key, known)}")
    if data.get("kind", PROMOTION) != PROMOTION:
        raise BadTermError("kind", f'this file is a {data["kind"]!r}, and not a "{PROMOTION}"')
    law = _law(data.get("game", USUAL_GAME))
    terms = read_terms(law, data.get("terms", {}), data.get("omit", ()))
    for fault in terms_faults(require_promotion_rules(law), terms):
        if fault.code == OUT_OF_ORDER:
            raise BadTermError(fault.why.split()[0], f"{fault.why} ({fault.clause})")
    return PromotionFile(law, terms, _flag(data), _steps(data))


def _law(game: object) -> TableLaw:
    law = law_of(str(game))
    if law.promotions is None:
        having = ", ".join(name for name, one in GAMES.items() if one.promotions is not None)
        why = f"the rulebook of {law.title} has no rules for promotions; these have: {having}"
        raise BadTermError("game", why)
    return law


def _flag(data: dict[str, Any]) -> bool:
    prepared = data.get("prepared", True)
    if isinstance(prepared, bool):
        return prepared
    raise BadTermError("prepared", f"{prepared!r} is neither true nor false")


def _steps(data: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    steps = data.get("steps", [])
    if isinstance(steps, list) and all(isinstance(one, dict) for one in steps):
        return tuple(steps)
    raise BadTermError("steps", 'this is a list of steps, such as [{ do = "draw" }]')


def line_note(text: str, term: str) -> str:
    """Return where a term stands in a file, to follow its name; empty if it is not there."""
    name = re.escape(re.split(r"[:,]", term)[0])
    written = re.compile(rf'^\s*(?:"?{name}"?\s*[=.]|\[\[?(?:terms\.)?{name}\b)|[{{,]\s*{name}\s*=')
    for number, line in enumerate(text.splitlines(), 1):
        if written.search(line):
            return f", line {number}"
    return ""


def term_at_fault(fault: Refused) -> str:
    """Return the term that a fault is about, to find its line."""
    return "prizes" if fault.code.startswith("prize/") else "omit"


# ------------------------------------------------------------------------------------ the template


TEMPLATE_HEAD = """\
# A promotion by the rulebook of {title}. Amounts are dollars, times have their zone.
# `croupier promotion check FILE` checks the terms against the rulebook, `run FILE` tries them out.
kind = "promotion"
game = "{game}"

[terms]
"""


def promotion_template(law: TableLaw) -> str:
    """Return a file with every term that a rulebook requires, and what each is for."""
    terms, rules = default_terms(law), require_promotion_rules(law)
    lines = [TEMPLATE_HEAD.format(title=law.title, game=law.game)]
    for term, says in rules.statements.items():
        lines.append(f"# {says.text} ({says.clause})\n")
        lines.append(f"{term} = {_toml(getattr(terms, term.replace('-', '_')))}\n")
    if "disbursement" not in rules.statements:
        lines.append(f"# how prizes are handed over\ndisbursement = {_toml(terms.disbursement)}\n")
    rule = rules.alternative_stated
    lines.append(f"# whether winners may take money instead of another prize ({rule.clause})\n")
    lines.append(f"cash-alternative = {_toml(terms.cash_alternative)}\n")
    return "".join(lines)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case int():
            return f"{value / 100:g}"
        case tuple():
            prizes = (f'{{ kind = "{one.kind}", value = {_toml(one.value)} }}' for one in value)
            return f"[{', '.join(prizes)}]"
        case _:
            return str(value.isoformat()).replace("+00:00", "Z")
