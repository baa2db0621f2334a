"""Scenario files: a stacked shoe, what people do, and the money that must move."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import NotACardError, parse_cards
from croupier.errors import CroupierError
from croupier.money import NotAnAmountError, dollars, in_dollars
from croupier.play.croupier import Croupier, UnlawfulTableError
from croupier.play.engine import lines_of
from croupier.play.wire import BadCommandError, to_command
from croupier.rulebooks import (
    Role,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.table.choices import Choices, Mode
from croupier.table.due import CardDue
from croupier.table.state import Line, Notice, Refused

MONEY_CHOICES = ("minimum", "maximum", "unit", "chip", "max-payout")
MONEY_OF_JACKPOT = ("wager", "pool", "bonus", "seed")


class Paid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that the settlement must have; keys left out match anything."""

    player: str | None = None
    box: int | None = None
    hand: int | None = None
    on: str | None = None
    result: str | None = None
    amount: int | float | None = None
    clause: str | None = None


class ExpectedNotice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that must have been given; keys left out match anything."""

    whom: Role
    clause: str | None = None
    player: str | None = None
    open: bool | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario file."""

    title: str
    game: str
    steps: list[dict[str, Any]]
    cites: list[str] = []
    refused: str | None = None
    """The clause that forbids the table itself."""
    shoe: str | None = None
    burn: bool = False
    table: dict[str, Any] = {}
    net: dict[str, int | float] = {}
    meters: dict[str, int | float] = {}
    """The jackpot pool afterwards."""
    paid: list[Paid] = []
    notices: list[ExpectedNotice] = []
    """Notices that must have been given."""
    discards: str | None = None
    """The cards in the discard rack afterwards, in any order."""
    events: list[dict[str, Any]] = []
    """Events that must have happened, by ``event`` and any of their fields (money in cents)."""


class BadScenarioError(CroupierError):
    """A file that is no scenario."""


class Checked(msgspec.Struct, frozen=True):
    """How a scenario went."""

    file: str
    ok: bool
    problems: tuple[str, ...]


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Scenario)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadScenarioError(f"not a scenario: {error}") from None


def seat_table(scenario: Scenario) -> Croupier:
    """The table that a scenario is played on."""
    try:
        law = law_of(scenario.game)
        for clause in scenario.cites:
            catalogue(law.book)[clause]
        chosen = dict(scenario.table)
        burn = bool(chosen.pop("burn", scenario.burn))
        for key in MONEY_CHOICES:
            if key in chosen:
                chosen[key] = dollars(chosen[key])
        if "jackpot" in chosen:
            chosen["jackpot"] = {
                key: dollars(value) if key in MONEY_OF_JACKPOT else value
                for key, value in dict(chosen["jackpot"]).items()
            }
        choices = msgspec.convert({**chosen, "burn": burn or scenario.shoe is None}, Choices)
        stack = None if scenario.shoe is None else parse_cards(scenario.shoe)
    except (
        NotAnAmountError,
        NotACardError,
        UnknownGameError,
        UnknownClauseError,
        msgspec.ValidationError,
    ) as error:
        raise BadScenarioError(str(error)) from None
    live = choices.mode is Mode.LIVE
    if live and stack is not None:
        raise BadScenarioError("a scenario at a live table has no shoe: cards come in steps")
    return Croupier(law, choices, stack=stack or (None if live else ()))


def run(scenario: Scenario) -> tuple[Croupier, tuple[str, ...]]:
    """Play a scenario through the engine; the table afterwards and what did not go as written."""
    croupier = seat_table(scenario)
    problems: list[str] = []
    if scenario.refused is not None:
        problems.append(f"the table was opened, and should be refused by {scenario.refused}")
    paid_even = False
    for number, step in enumerate(scenario.steps, 1):
        if step.get("do") == "close-insurance" and paid_even and croupier.table.round is None:
            continue  # the last wager took even money: insurance closed by itself
        paid_even = step.get("do") == "even-money"
        problem = _take_step(croupier, dict(step))
        if problem is not None:
            problems.append(f"step {number} ({step.get('do')}): {problem}")
            if not problem.startswith("was refused by"):
                break
    if _ran_dry(croupier):
        problems.append("the shoe has no card left, and one is due")
    lines = settled_lines(croupier)
    problems += _compare_net(scenario, lines)
    problems += _compare_paid(scenario, lines)
    problems += _compare_events(scenario, croupier)
    problems += _compare_notices(scenario, croupier)
    problems += _compare_discards(scenario, croupier)
    problems += _compare_meters(scenario, croupier)
    return croupier, tuple(problems)


def _ran_dry(croupier: Croupier) -> bool:
    """Whether the round waits for a card that the stacked shoe does not have."""
    waiting = any(isinstance(item, CardDue) for item in croupier.due)
    return waiting and croupier.table.shoe.stacked and croupier.table.shoe.left <= 0


def check_file(path: Path) -> Checked:
    """Run one file."""
    try:
        scenario = read_scenario(path)
        problems = checked(scenario)
    except (BadScenarioError, BadCommandError, NotAnAmountError) as error:
        problems = (str(error),)
    return Checked(str(path), not problems, problems)


def checked(scenario: Scenario) -> tuple[str, ...]:
    """What did not go as a scenario says, one that shows an unlawful table included."""
    try:
        return run(scenario)[1]
    except UnlawfulTableError as error:
        if scenario.refused in (error.refused.clause, *error.refused.also):
            return ()
        return (f"the table was refused: {error}",)


def find_files(paths: Iterable[Path]) -> list[Path]:
    """All scenario files among some paths; folders are walked."""
    files: list[Path] = []
    for path in paths:
        files += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return files


def settled_lines(croupier: Croupier) -> tuple[Line, ...]:
    """Every settled wager so far."""
    return tuple(line for event in croupier.events for line in lines_of(event))


def _take_step(croupier: Croupier, step: dict[str, Any]) -> str | None:
    wanted = _clauses(step.pop("refused", None))
    before = croupier.table
    answer = croupier.do(to_command(step))
    if not isinstance(answer, Refused):
        return f"was allowed, and should be refused by {_either(wanted)}" if wanted else None
    if croupier.table is not before:
        raise AssertionError("a refused command changed the table")
    if wanted is None:
        return f"was refused: {answer.why} ({answer.clause or answer.code})"
    if {answer.clause, *answer.also} & set(wanted):
        return None
    return f"was refused by {answer.clause or answer.code} ({answer.why}), not by {_either(wanted)}"


def _clauses(refused: object) -> list[str] | None:
    """The clauses that a step says it is refused by: one, or a list of which any will do."""
    if refused is None:
        return None
    clauses = [refused] if isinstance(refused, str) else refused
    if isinstance(clauses, list) and clauses and all(isinstance(one, str) for one in clauses):
        return clauses
    raise BadScenarioError("refused names a clause, or a list of clauses, as text")


def _either(clauses: list[str]) -> str:
    return " or ".join(clauses)


def _compare_net(scenario: Scenario, lines: tuple[Line, ...]) -> list[str]:
    expected = {player: dollars(amount) for player, amount in scenario.net.items()}
    actual: dict[str, int] = {}
    for line in lines:
        actual[line.player] = actual.get(line.player, 0) + line.net
    return [
        f"net of {player}: expected {in_dollars(expected.get(player, 0), sign=True)}, "
        f"got {in_dollars(actual.get(player, 0), sign=True)}"
        for player in sorted(expected.keys() | actual.keys())
        if expected.get(player, 0) != actual.get(player, 0)
    ]


def _compare_paid(scenario: Scenario, lines: tuple[Line, ...]) -> list[str]:
    left = list(lines)
    problems = []
    for number, paid in enumerate(scenario.paid, 1):
        match = next((line for line in left if _fits(paid, line)), None)
        if match is None:
            wanted = ", ".join(
                f"{key} {value}"
                for key, value in msgspec.structs.asdict(paid).items()
                if value is not None
            )
            problems.append(
                f"paid {number}: no settled wager has {wanted}; {_nearest(paid, lines)}"
            )
        else:
            left.remove(match)
    return problems


def _compare_events(scenario: Scenario, croupier: Croupier) -> list[str]:
    happened = [msgspec.json.decode(msgspec.json.encode(event)) for event in croupier.events]
    return [
        f"event {number}: nothing that happened has {wanted}"
        for number, wanted in enumerate(scenario.events, 1)
        if not any(
            all(event.get(key) == value for key, value in wanted.items()) for event in happened
        )
    ]


def _compare_notices(scenario: Scenario, croupier: Croupier) -> list[str]:
    left = list(croupier.table.notices)
    problems = []
    for number, wanted in enumerate(scenario.notices, 1):
        match = next((notice for notice in left if _tells(wanted, notice)), None)
        if match is None:
            problems.append(f"notice {number}: no such notice was given to {wanted.whom.title}")
        else:
            left.remove(match)
    return problems


def _tells(wanted: ExpectedNotice, notice: Notice) -> bool:
    return (
        wanted.whom is notice.whom
        and wanted.clause in (None, notice.clause)
        and wanted.player in (None, notice.player)
        and wanted.open in (None, not notice.acknowledged)
    )


def _compare_discards(scenario: Scenario, croupier: Croupier) -> list[str]:
    if scenario.discards is None:
        return []
    found = sorted("??" if card is None else str(card) for card in croupier.table.discards)
    wanted = sorted(scenario.discards.split())
    if found == wanted:
        return []
    return [f"discards: expected {' '.join(wanted) or 'none'}, got {' '.join(found) or 'none'}"]


def _compare_meters(scenario: Scenario, croupier: Croupier) -> list[str]:
    meter = 0 if croupier.pool is None else croupier.pool.meter
    return [
        f"meter {name}: expected {in_dollars(dollars(wanted))}, got {in_dollars(meter)}"
        for name, wanted in scenario.meters.items()
        if dollars(wanted) != meter
    ]


def _fits(paid: Paid, line: Line) -> bool:
    return (
        paid.player in (None, line.player)
        and paid.box in (None, line.box)
        and paid.hand in (None, line.hand)
        and paid.on in (None, line.on)
        and paid.result in (None, line.result)
        and (paid.amount is None or dollars(paid.amount) == line.net)
        and (paid.clause is None or paid.clause in (line.clause, *line.also))
    )


def _nearest(paid: Paid, lines: tuple[Line, ...]) -> str:
    same = [
        line
        for line in lines
        if paid.player in (None, line.player) and paid.box in (None, line.box)
    ]
    if not same:
        return "nothing was settled there"
    told = "; ".join(
        f"{line.on} (hand {line.hand}) {line.result} {in_dollars(line.net, sign=True)} by "
        f"{line.clause}"
        for line in same
    )
    return f"there were {told}"
