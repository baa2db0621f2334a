"""Playing scenarios, and comparing what happened with what the file says must happen."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Protocol, get_args

import msgspec

from croupier.floor.command_text import BadCommandError, command_types
from croupier.floor.floor import Answer
from croupier.floor.running_table import RunningTable, unseen_cards
from croupier.floor.state import UnlawfulTableError
from croupier.games.blackjack.state import Phase, Round
from croupier.games.engine import lines_of
from croupier.games.stud.corrections import StakeTakenBack
from croupier.games.stud.jackpots import JackpotWagerTakenBack
from croupier.games.stud.state import JACKPOT
from croupier.games.table.due import CardDue
from croupier.games.table.rounds import LOSE, STAND_OFF, VOID, WIN
from croupier.games.table.state import Line, Notice
from croupier.games.table.wagers import WagerReturned
from croupier.house.accounts import AccountCommand
from croupier.kit.toml_files import UnreadableFileError, read_text
from croupier.messages import Event, Refused
from croupier.money import dollars, in_dollars
from croupier.record.codec import encode
from croupier.record.journal import MemoryJournal
from croupier.scenarios.files import (
    ExpectedNotice,
    Paid,
    Scenario,
    ScenarioHouse,
    set_stage,
    with_line,
)
from croupier.scenarios.refusals import (
    BadScenarioError,
    ExpectedRefusal,
    expected_refusal,
    with_times,
)
from croupier.streams import RecordedEvent

RESULTS = (WIN, LOSE, STAND_OFF, VOID)
"""How a wager may end, as ``[[paid]]`` names it."""
NOT_OF_EVENTS = frozenset({"event", "table"})
"""Keys of an expected event that are no fields of it."""


@cache
def event_types() -> dict[str, type[Event]]:
    """Return every event that may be recorded, by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(RecordedEvent)}


def misnamed_results(scenario: Scenario) -> list[str]:
    """Return results that a scenario expects and that no wager can have."""
    known = f"{', '.join(RESULTS[:-1])} and {RESULTS[-1]}"
    return [
        f"paid {number}: there is no result {paid.result!r}; choose from {known}"
        for number, paid in enumerate(scenario.paid, 1)
        if paid.result not in (None, *RESULTS)
    ]


def misnamed_event(wanted: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the names in an event that a file expects."""
    name = wanted.get("event")
    if name is None:
        return
    kind = event_types().get(str(name))
    if kind is None:
        yield f"there is no event {name!r}; {similar_names(str(name), event_types())}"
        return
    fields = kind.__struct_encode_fields__
    for key in wanted:
        if key not in NOT_OF_EVENTS and key not in fields:
            has = f"it has {', '.join(fields)}" if fields else "it has no fields"
            yield f"{name} has no field {key!r}; {has}"


def misnamed_meters(scenario: Scenario, pools: Iterable[str], *, named: bool) -> list[str]:
    """Return meters that no pool has; the only pool goes by any name where it was given none."""
    known = sorted(pools)
    if len(known) == 1 and not named:
        return []
    told = f"choose from {', '.join(known)}" if known else "no table has a jackpot"
    return [
        f"meter {name}: there is no such pool; {told}"
        for name in scenario.meters
        if name not in known
    ]


def similar_names(name: str, names: Iterable[str]) -> str:
    """Return the names that the author may have meant, as text."""
    known = sorted(names)
    close = get_close_matches(name, known, n=3, cutoff=0.4)
    return f"near it: {', '.join(close)}" if close else f"choose from {', '.join(known)}"


class ScenarioRun(msgspec.Struct, frozen=True):
    """The result of running a file."""

    answers: tuple[Answer, ...]
    """What each step led to: its events, or the refusal. Steps that were not reached are not in it.
    """
    problems: tuple[str, ...]
    """What did not go as the file says."""


class Runner(Protocol):
    """Runs what a file holds; one that cannot be run raises :class:`BadScenarioError`."""

    def __call__(self, data: dict[str, Any], *, exact: bool = False) -> ScenarioRun:
        """Run the file; with ``exact``, every refusal must name all its clauses."""


EXPECTATIONS = frozenset({
    "advanced", "awards", "chips", "commission", "discards", "disqualified", "entries", "events",
    "limits", "marker", "meters", "net", "never", "notices", "out", "paid", "places", "points",
    "pool", "prizes", "refused", "round", "state", "turn",
})  # fmt: skip
"""Keys of a file that say what must be so in the end."""


def expects_nothing(data: dict[str, Any]) -> bool:
    """Return whether a file expects nothing, except that its steps are allowed."""
    said = any(data.get(key) not in (None, [], {}) for key in EXPECTATIONS)
    return not said and not any("refused" in step for step in data.get("steps", ()))


def step_problem(answer: Answer, wanted: ExpectedRefusal | None) -> str | None:
    """Return how the answer to a step differs from the expected one; ``None`` if it does not."""
    if not isinstance(answer, Refused):
        return (
            None
            if wanted is None
            else f"was allowed, and should be refused by {wanted.clauses_text}"
        )
    if wanted is None:
        return f"was refused: {answer.why} ({answer.clause or answer.code})"
    return wanted.difference(answer)


OTHERWISE = "was refused by"
"""How the problem of a step begins that was refused, but by another clause."""


def event_problems(
    wanted: list[dict[str, Any]], unwanted: list[dict[str, Any]], journal: MemoryJournal
) -> list[str]:
    """Return which events that a file names have not happened, or have and must not.

    One may name its ``table``. One that must not happen names its ``event``: else a slip in the
    name of a field would go unnoticed.
    """
    happened = [
        (envelope.stream, msgspec.json.decode(encode(envelope.event))) for envelope in journal.order
    ]
    problems = []
    for number, one in enumerate(wanted, 1):
        if misnamed := [f"event {number}: {told}" for told in misnamed_event(one)]:
            problems += misnamed
        elif matching_event(one, happened) is None:
            problems.append(f"event {number}: no event matches {one}")
    for number, one in enumerate(unwanted, 1):
        if misnamed := [f"never {number}: {told}" for told in misnamed_event(one)]:
            problems += misnamed
        elif "event" not in one:
            problems.append(f"never {number}: event is missing; it says what must not happen")
        elif (found := matching_event(one, happened)) is not None:
            problems.append(f"never {number}: this happened: {found}")
    return problems


def matching_event(
    described: dict[str, Any], happened: list[tuple[str, dict[str, Any]]]
) -> dict[str, Any] | None:
    """Return the first event that has all the fields of a description; ``None`` if none has."""
    fields = {key: value for key, value in described.items() if key != "table"}
    end = f"/{described['table']}" if "table" in described else ""
    return next(
        (
            event
            for stream, event in happened
            if stream.endswith(end) and all(event.get(key) == one for key, one in fields.items())
        ),
        None,
    )


Settled = tuple[int, Line]
"""A settled wager with the number of its table."""


def returned_line(event: Event) -> Line | None:
    """Return a wager (or part) that went back unsettled, as a line without a result."""
    match event:
        case WagerReturned(on=on, entries=(entry, *_)) | StakeTakenBack(on=on, entries=(entry, *_)):
            pass
        case JackpotWagerTakenBack(entry=entry):
            on = JACKPOT
        case _:
            return None
    return Line(event.player, event.box, 1, on, VOID, event.amount, 0, event.clause, (), entry)


def ran_dry(running: RunningTable) -> bool:
    """Return whether the round waits for a card that the stacked shoe does not have."""
    waiting = any(isinstance(item, CardDue) for item in running.due)
    return waiting and running.table.shoe.stacked and running.table.shoe.cards_left <= 0


NEXT_STEPS = {
    "jackpot": "pay-jackpot",
    "settlement": "settle",
    "unread-cards": "turn-card",
    "insurance": "close-insurance",
}
"""The steps that do what is due, where they go by another name."""


def round_waits_for(running: RunningTable) -> str:
    """Return what the round of a table waits for; empty where none is under way."""
    if running.table.round is None or not running.due or ran_dry(running):
        return ""
    first = running.due[0]
    tag = str(first.__struct_config__.tag)
    clause = getattr(first, "clause", "")
    return f"{NEXT_STEPS.get(tag, tag)}{f' ({clause})' if clause else ''}"


ANSWERS_TO_INSURANCE = frozenset({"insure", "decline-insurance"})
"""The steps after which insurance may close by itself: everybody has answered."""


def steps_to_take(
    steps: Iterable[dict[str, Any]], tables: Mapping[str, RunningTable]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the steps of a file with their numbers, as far as the play so far leaves them to do.

    A step that closes insurance is passed over if the answer before it has closed it already.
    """
    before = None
    for number, step in enumerate(steps, 1):
        closes = step.get("do") == "close-insurance" and "refused" not in step
        if not (closes and before in ANSWERS_TO_INSURANCE) or _is_insurance_open(tables):
            yield number, step
        before = step.get("do")


def _is_insurance_open(tables: Mapping[str, RunningTable]) -> bool:
    rounds = (one.table.round for one in tables.values())
    return any(isinstance(one, Round) and one.phase is Phase.INSURANCE for one in rounds)


def missing_payments(wanted: list[Paid], lines: tuple[Settled, ...]) -> list[str]:
    """Return which of the lines that a file expects were not settled; each counts for one."""
    left = list(lines)
    problems = []
    for number, paid in enumerate(wanted, 1):
        if paid.result not in (None, *RESULTS):
            continue  # told already
        match = next((one for one in left if is_expected_line(paid, one)), None)
        if match is None:
            given = msgspec.structs.asdict(paid).items()
            told = ", ".join(f"{key} {value}" for key, value in given if value is not None)
            problems.append(
                f"paid {number}: no settled wager has {told}; {nearest_lines(paid, lines)}"
            )
        else:
            left.remove(match)
    return problems


def is_expected_line(paid: Paid, settled: Settled) -> bool:
    """Return whether a settled wager is one that a file expects."""
    table, line = settled
    return (
        paid.table in (None, table)
        and paid.player in (None, line.player)
        and paid.box in (None, line.box)
        and paid.hand in (None, line.hand)
        and paid.on in (None, line.on)
        and paid.result in (None, line.result)
        and (paid.amount is None or dollars(paid.amount) == line.net)
        and (paid.clause is None or paid.clause in (line.clause, *line.also))
    )


def nearest_lines(paid: Paid, lines: tuple[Settled, ...]) -> str:
    """Return the settled lines that come closest to an expected one, as text."""
    same = [
        line
        for table, line in lines
        if paid.table in (None, table)
        and paid.player in (None, line.player)
        and paid.box in (None, line.box)
    ]
    if not same:
        return "nothing was settled there"
    told = "; ".join(
        f"{line.on} (hand {line.hand}) {line.result} {in_dollars(line.net, sign=True)} by "
        f"{line.clause}"
        for line in same
    )
    return f"there were {told}"


DECLARED = frozenset(
    name for name, kind in command_types().items() if issubclass(kind, AccountCommand)
)
"""Steps about a player's account: periods and days are counted from their times."""
BY_HAND = frozenset({"shuffle", "cut", "decline-cut", "load", "check-cards"})
"""Steps that make cards ready: a file that has none of them leaves that to the table."""


class ScenarioReport(msgspec.Struct, frozen=True):
    """The result of checking one scenario."""

    file: str
    """The path of the file."""
    ok: bool
    """Whether all went as the file says."""
    problems: tuple[str, ...]
    """What did not, one sentence each."""
    notes: tuple[str, ...] = ()
    """Remarks for the author that are no failures."""
    game: str | msgspec.UnsetType = msgspec.UNSET
    """The game that it ran for, if the file is for several."""


def problems_with_lines(problems: tuple[str, ...], path: Path, game: str = "") -> tuple[str, ...]:
    """Return the problems, each with its line in the file."""
    if not problems:
        return ()
    try:
        text = read_text(path)
    except UnreadableFileError:
        return problems
    return tuple(with_line(problem, text, game) for problem in problems)


def problems_of(scenario: Scenario, *, exact: bool = False) -> tuple[str, ...]:
    """Return what did not go as the scenario says, including that its table is unlawful.

    ``exact`` requires of every refusal that its clause decides, and that ``also`` names all others.
    """
    wanted = expected_refusal(scenario.refused, scenario.also, exact=exact)
    try:
        return run(scenario, exact=exact)[1]
    except UnlawfulTableError as error:
        if wanted is None:
            return (f"the table was refused: {error}",)
        problem = wanted.difference(error.refused)
        return () if problem is None else (f"the table {problem}",)


def run(scenario: Scenario, *, exact: bool = False) -> tuple[ScenarioHouse, tuple[str, ...]]:
    """Play a scenario through the engine; returns the house afterwards and what went wrong."""
    stage = set_stage(scenario)
    problems: list[str] = []
    if (wanted := expected_refusal(scenario.refused)) is not None:
        clauses = " or ".join(wanted.clauses)
        problems.append(f"the table was opened, and should be refused by {clauses}")
    by_hand = any(str(step.get("do")) in BY_HAND for step in scenario.steps)
    steps = with_times(scenario.steps, dated=DECLARED)
    for number, step in steps_to_take(steps, stage.house.tables):
        ready = step.get("do") == "deal" or (not by_hand and _in_round(stage))
        if ready and "refused" not in step:
            stage.make_ready()
        named = f"step {number} ({step['do']})" if "do" in step else f"step {number}"
        try:
            problem = _take_step(stage, dict(step), exact=exact) or _stuck_table(stage)
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
        problems.append(
            "expects nothing: give it a [net], [[paid]], [[events]], [[never]] or refused"
        )
    problems += misnamed_results(scenario)
    problems += _compare_net(scenario, lines, [] if problems else _open_rounds(stage))
    problems += missing_payments(scenario.paid, (*lines, *_returned_lines(stage)))
    problems += event_problems(scenario.events, scenario.never, stage.journal)
    problems += _compare_notices(scenario, stage)
    problems += _compare_discards(scenario, stage)
    problems += _compare_meters(scenario, stage)
    return stage, tuple(problems)


def _in_round(stage: ScenarioHouse) -> bool:
    """Return whether a round is under way at one of the tables."""
    return any(running.table.round is not None for running in stage.house.tables.values())


def _stuck_table(stage: ScenarioHouse) -> str | None:
    """Return a problem if nothing is due at an open table."""
    waiting = (running for running in stage.house.tables.values() if not running.due)
    return "nothing is due after it" if any(one.table.open for one in waiting) else None


def settled_lines(stage: ScenarioHouse) -> tuple[Settled, ...]:
    """Return every settled wager so far."""
    return tuple(
        (number, line)
        for number, name in enumerate(stage.house.tables, 1)
        for event in stage.events_at(name)
        for line in lines_of(event)
    )


def _returned_lines(stage: ScenarioHouse) -> tuple[Settled, ...]:
    """Return every wager that went back before it was settled."""
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


def _open_rounds(stage: ScenarioHouse) -> list[str]:
    """Return what each round under way waits for."""
    waiting = ((name, round_waits_for(one)) for name, one in stage.house.tables.items())
    return [
        f"the round of table {name} is not over: {what} is due" for name, what in waiting if what
    ]


def _compare_net(
    scenario: Scenario, lines: tuple[Settled, ...], unfinished_rounds: list[str]
) -> list[str]:
    """Compare the players' results with the file; where they differ, a round may not be over."""
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
        match = next((one for one in left if _matches_notice(wanted, *one)), None)
        if match is None:
            problems.append(f"notice {number}: no such notice was given to {wanted.whom.title}")
        else:
            left.remove(match)
    return problems


def _matches_notice(wanted: ExpectedNotice, table: int, notice: Notice) -> bool:
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
