"""Tournaments as people write them: TOML files with conditions, and scenario files with steps."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import NotACardError
from croupier.errors import CroupierError
from croupier.features.tournaments.rules.conditions import (
    MONEY,
    NAMES,
    BadConditionsError,
    Conditions,
    Seating,
    condition_at_fault,
    conditions_refusal,
    line_of,
    read_conditions,
)
from croupier.features.tournaments.rules.conduct import Disqualify
from croupier.features.tournaments.rules.decisions import evolve, plan_tournament
from croupier.features.tournaments.rules.entries import (
    AppointManager,
    ApproveCommission,
    DesignateTable,
    Enter,
    NotifyOf,
    PublishConditions,
)
from croupier.features.tournaments.rules.seats import (
    AssignSeat,
    BuyChips,
    DrawSeats,
    StartSession,
    TakeSeat,
    table_choices,
)
from croupier.features.tournaments.rules.state import BEFORE_A_SESSION, Tournament
from croupier.features.tournaments.runner import open_alone
from croupier.floor.card_sources import Stack, random_source
from croupier.floor.command_text import (
    BadCommandError,
    NotATimeError,
    command_types,
    parse_time,
    to_command,
)
from croupier.floor.floor import Answer
from croupier.floor.state import UnlawfulTableError
from croupier.games.engine import open_table
from croupier.games.table.choices import Choices
from croupier.games.table.disputes import DecideDispute
from croupier.games.table.notices import Notify
from croupier.kit.shapes import ShapeError, convert_data, did_you_mean
from croupier.kit.toml_files import UnreadableFileError, parse_toml, read_text
from croupier.messages import Command, Refused
from croupier.money import NotAnAmountError, dollars
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    BlackjackLaw,
    Role,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.rulebooks.law.tournaments import TournamentLaw
from croupier.scenarios.files import (
    MONEY_CHOICES,
    SHUFFLE,
    Paid,
    check_marks,
    convert_scenario,
    stack_from,
)
from croupier.scenarios.refusals import BadScenarioError
from croupier.streams import TOURNAMENT

TIMES = ("at", "starts")
"""The fields of a tournament's commands that are times."""
NOTIFY = str(Notify.__struct_config__.tag)
DECIDE = str(DecideDispute.__struct_config__.tag)
START = str(StartSession.__struct_config__.tag)
DISQUALIFY = str(Disqualify.__struct_config__.tag)


# ---------------------------------------------------------------------------------------- commands


@cache
def tournament_command_types() -> dict[str, type[Command]]:
    """Return every command of a tournament by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in TOURNAMENT.commands}


def read_step(
    law: BlackjackLaw, tournament: Tournament, step: dict[str, Any]
) -> tuple[Command, int | None]:
    """Return the command of a step, and the table that it names; ``None`` if it names none."""
    rules = law.tournaments
    assert rules is not None
    do = step.get("do")
    kind = tournament_command_types().get(do) if isinstance(do, str) else None
    if do == NOTIFY and step.get("whom") != Role.REGULATOR.value:
        kind = None
    table = step.get("table")
    if table is not None and (type(table) is not int or table < 1):
        raise BadCommandError(f"{do}: table {table!r} is not a number from 1")
    if kind is None:
        return _table_command(rules, tournament, step), table
    return _tournament_command(rules, kind, step), table


def _tournament_command(rules: TournamentLaw, kind: type[Command], step: dict[str, Any]) -> Command:
    do = step["do"]
    fields = {key: value for key, value in step.items() if key != "do"}
    if "table" not in {field.encode_name for field in msgspec.structs.fields(kind)}:
        fields.pop("table", None)
    usual = rules.seats.disqualified_by.value if kind is Disqualify else kind.usual
    fields.setdefault("by", usual.value)
    if kind is NotifyOf:
        fields.setdefault("about", "conditions")
    try:
        if "amount" in fields:
            fields["amount"] = dollars(fields["amount"])
        if isinstance(fields.get("missing"), list):
            fields["missing"] = [_missing_chips(one) for one in fields["missing"]]
        for key in TIMES:
            if fields.get(key) is not None:
                fields[key] = parse_time(fields[key])
        return convert_data({"command": do, **fields}, kind, keep=(datetime,))
    except (NotAnAmountError, NotATimeError, ShapeError) as error:
        raise BadCommandError(f"{do}: {error}") from None


def _missing_chips(one: Any) -> Any:
    if isinstance(one, dict) and "denomination" in one:
        return {**one, "denomination": dollars(one["denomination"])}
    return one


def _table_command(rules: TournamentLaw, tournament: Tournament, step: dict[str, Any]) -> Command:
    """Return a command of a table; if it names no box, the player's box is used."""
    fields = {key: value for key, value in step.items() if key != "table"}
    do = fields.get("do")
    kind = command_types().get(do) if isinstance(do, str) else None
    if kind is None:
        if do is None:
            raise BadCommandError('do is missing; it says what happens, as in do = "deal"')
        meant = did_you_mean(str(do), {*command_types(), *tournament_command_types()})
        raise BadCommandError(f"there is no step {do!r}{meant}")
    if do == DECIDE and rules.disputes is not None:
        fields.setdefault("by", rules.disputes.value.value)
    named = {field.encode_name for field in msgspec.structs.fields(kind)}
    player = fields.get("player")
    if "box" in named and "box" not in fields and isinstance(player, str):
        seat = tournament.seat_of(player)
        fields["box"] = 1 if seat is None else seat.box
    return to_command(fields)


# ---------------------------------------------------------------------------------- scenario files


PREPARED_AT = datetime(2026, 5, 1, tzinfo=UTC)
"""When everything before the entries is done, if a scenario does not do it."""
SCENARIO_NAME = "scenario"
"""The name of the tournament in a scenario."""
DEFAULT_MANAGER = "the manager"
"""The manager, if a scenario does not appoint one."""


class TournamentNotice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that must have been given; keys left out match anything."""

    table: int | None = None
    """The table, from 1; left out, it matches any table and none."""
    whom: Role
    """The role that was notified."""
    clause: str | None = None
    """The clause that demands it."""
    player: str | None = None
    """The player whom it concerns."""
    open: bool | None = None
    """Whether it still waits to be acknowledged."""
    deadline: Any = None
    """When it must be acknowledged."""


class TournamentScenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario file of a tournament; a field that is ``None`` is not compared."""

    title: str
    """What it shows, in one line."""
    kind: str
    """Always ``tournament``."""
    game: str
    """The game."""
    steps: list[dict[str, Any]]
    """The steps, in order: each a command by ``do``, and its fields."""
    cites: list[str] = []
    """The clauses that it shows."""
    prepared: bool = True
    """Whether everything that comes before the entries is done."""
    conditions: dict[str, Any] = {}
    """The conditions; those left out have their usual values."""
    omit: list[str] = []
    """Conditions that are not stated at all."""
    tables: dict[str, Any] = {}
    """The operator's choices for all tables."""
    seats: dict[str, str] = {}
    """The seats in a first session that has started; empty if the steps seat the players."""
    shoe: str | None = None
    """The cards of table 1 in the first session."""
    shoes: dict[str, str] = {}
    """The cards of other tables, by session and number."""
    chips: dict[str, int | float] | None = None
    """Tournament chips in front of players, or what was counted."""
    places: dict[str, int] | None = None
    """Places in the last session that ended at a player's table."""
    advanced: list[str] | None = None
    """The players who advanced from the last session that ended."""
    out: list[str] | None = None
    """The players who were eliminated during a session and did not buy back."""
    disqualified: list[str] | None = None
    """The players who were disqualified, or have forfeited."""
    points: dict[str, int | float] | None = None
    """Points of players."""
    prizes: dict[str, int | float] | None = None
    """What each player was awarded; players not named got nothing."""
    net: dict[str, int | float] | None = None
    """Each player's money, in dollars; players not named are at 0."""
    pool: int | float | None = None
    """Dollars in the prize pool."""
    commission: int | float | None = None
    """Dollars that the operator keeps of the fees."""
    round: int | None = None
    """The round that is open or under way at table 1."""
    marker: int | None = None
    """The box with the marker at table 1."""
    turn: str | None = None
    """The player who must wager now at table 1."""
    limits: list[int | float] | None = None
    """Minimum and maximum in force at table 1."""
    state: str | None = None
    """How far the tournament has come."""
    paid: list[Paid] = []
    """Lines that the settlements must have."""
    notices: list[TournamentNotice] = []
    """Notices that must have been given."""
    events: list[dict[str, Any]] = []
    """Events that must have happened, by ``event`` and any of their fields (money in cents)."""
    never: list[dict[str, Any]] = []
    """Events that must not have happened, described in the same way."""


class TournamentStage:
    """The tournament that a scenario is about."""

    def __init__(self, scenario: TournamentScenario) -> None:
        self.scenario = scenario
        self.law = _law(scenario)
        self.journal = MemoryJournal()
        """All that has happened."""
        self.answers: list[Answer] = []
        """What was answered so far, including the preparation."""
        choices = _scenario_choices(scenario)
        self._shoes = _shoes(scenario, self.law, choices)
        conditions = _conditions(scenario, self.law, choices)
        planned = plan_tournament(
            self.law,
            SCENARIO_NAME,
            conditions,
            omitted=tuple(scenario.omit),
            choices=choices,
        )
        assert not isinstance(planned, Refused)
        try:
            self.house = open_alone(
                self.law,
                planned,
                shoes=lambda session, table: self._shoes.get(f"{session}/{table}", Stack(())),
                chance=random_source(),
                journal=self.journal,
            )
        except UnlawfulTableError as error:
            raise BadScenarioError(f"[tables]: {error}") from None
        if scenario.prepared:
            self._prepare()
        elif scenario.seats:
            raise BadScenarioError("[seats] needs prepared = true")
        if scenario.seats:
            self._seat_everybody()

    def take(self, step: dict[str, Any]) -> Answer:
        """Submit the command of a step."""
        stated = self._at_stated_time(step)
        if step.get("do") == SHUFFLE and (behind := self._behind(step.get("table", 1))):
            stated = {"cards": behind, **stated}
        command, table = read_step(self.law, self.house.tournament, stated)
        answer = self.house.submit(command, table=table)
        self.answers.append(answer)
        return answer

    def _behind(self, number: Any) -> int:
        """Return how many cards lie behind the end of a table's shoe, once that is empty."""
        name = self.house.session_tables.get(number, "")
        stack = self._shoes.get(name)
        return 0 if stack is None or not self.house.table_at(number).shoe.empty else stack.behind

    def _at_stated_time(self, step: dict[str, Any]) -> dict[str, Any]:
        """Return a step with a session's stated time if it belongs there and names no time."""
        tournament, do = self.house.tournament, step.get("do")
        absent = do == DISQUALIFY and step.get("ground") == "absent"
        due = absent or (do == START and not step.get("notified"))
        waits = tournament.is_early and tournament.phase in BEFORE_A_SESSION
        return {**step, "at": tournament.starts} if due and waits and "at" not in step else step

    def _must(self, command: Command, what: str) -> None:
        answer = self.house.submit(command)
        if isinstance(answer, Refused):
            raise BadScenarioError(f"{what}: {answer.why} ({answer.clause})")
        self.answers.append(answer)

    def _prepare(self) -> None:
        """Do everything that comes before the entries."""
        conditions, rules = self.house.tournament.conditions, self.law.tournaments
        assert rules is not None
        at, operator, manager = PREPARED_AT, Role.GAMING_MANAGER, Role.TOURNAMENT_MANAGER
        if rules.pool.commission is not None:
            approved = ApproveCommission(conditions.commission, by=Role.REGULATOR, at=at)
            self._must(approved, "prepared")
        self._must(PublishConditions(by=operator, at=at), "prepared")
        self._must(AppointManager(DEFAULT_MANAGER, by=operator, at=at), "prepared")
        if rules.entries.regulator_told is not None:
            told = NotifyOf(Role.REGULATOR, "conditions", by=operator, at=at)
            self._must(told, "prepared")
        for table in range(1, max(one.tables for one in conditions.sessions) + 1):
            self._must(DesignateTable(table, by=manager, at=at), "prepared")

    def _seat_everybody(self) -> None:
        """Have all named players enter, take their seats and begin."""
        manager, player = Role.TOURNAMENT_MANAGER, Role.PLAYER
        seats = self.scenario.seats
        tournament = self.house.tournament
        for name in seats:
            self._must(Enter(name, lots=self._lots(), by=player), "[seats]")
        if self.house.session_tables:
            return
        if tournament.conditions.seating is Seating.LIST:
            for name, where in seats.items():
                table, _, box = where.partition("/")
                assigned = AssignSeat(name, int(table), int(box), by=manager)
                self._must(assigned, "[seats]")
            for name in seats:
                self._must(TakeSeat(name, by=player), "[seats]")
        else:
            self._must(DrawSeats(dict(seats), (), True, by=manager), "[seats]")
        if tournament.conditions.buy_in:
            for name in seats:
                self._must(BuyChips(name, by=player), "[seats]")
        starts = self.house.tournament.starts
        self._must(StartSession(by=manager, at=starts), "[seats]")

    def _lots(self) -> tuple[int, ...]:
        """Return the lots that give the entrants of a sit-and-go the seats that the file says."""
        tournament, seats = self.house.tournament, self.scenario.seats
        if tournament.conditions.sit_and_go != len(seats):
            return ()
        tables = min(tournament.plan.tables, len(seats))
        where = {seat: number for number, seat in enumerate(seats.values())}
        places = [f"{n % tables + 1}/{n // tables + 1}" for n in range(len(seats))]
        if sorted(places) != sorted(where):
            raise BadScenarioError(f"[seats]: those who start at once sit at {', '.join(places)}")
        return tuple(where[place] for place in places)


def stage_tournament(data: dict[str, Any]) -> TournamentStage:
    """Return the tournament that a file describes, prepared and seated as it says."""
    scenario = convert_scenario(data, TournamentScenario)
    return TournamentStage(scenario)


def _law(scenario: TournamentScenario) -> BlackjackLaw:
    try:
        law = law_of(scenario.game)
        for clause in scenario.cites:
            catalogue(law.book)[clause]
    except (UnknownGameError, UnknownClauseError) as error:
        raise BadScenarioError(str(error)) from None
    if law.tournaments is None or not isinstance(law, BlackjackLaw):
        raise BadScenarioError(f"game: the rulebook of {law.title} has no tournaments")
    return law


def _scenario_choices(scenario: TournamentScenario) -> Choices:
    chosen = dict(scenario.tables)
    for key in ("minimum", "maximum", "unit", "tournament"):
        if key in chosen:
            raise BadScenarioError(f"[tables] {key} comes from the conditions")
    try:
        for key in MONEY_CHOICES:
            if key in chosen:
                chosen[key] = dollars(chosen[key])
        chosen.setdefault("burn", False)
        return convert_data(chosen, Choices)
    except (NotAnAmountError, ShapeError) as error:
        raise BadScenarioError(f"[tables]: {error}") from None


def _conditions(scenario: TournamentScenario, law: BlackjackLaw, choices: Choices) -> Any:
    unknown = [name for name in scenario.omit if name not in NAMES]
    if unknown:
        raise BadScenarioError(f"omit: there is no condition {unknown[0]!r}")
    try:
        return read_conditions(law, scenario.conditions, boxes=choices.boxes)
    except BadConditionsError as error:
        raise BadScenarioError(str(error)) from None


def _shoes(scenario: TournamentScenario, law: BlackjackLaw, choices: Choices) -> dict[str, Stack]:
    """Return the cards that a file lays, by session and table."""
    sessions = scenario.conditions.get("sessions") or [{"name": "final"}]
    try:
        shoes = {where: stack_from(cards) for where, cards in scenario.shoes.items()}
        if scenario.shoe is not None:
            first = sessions[0].get("name") if isinstance(sessions[0], dict) else ""
            shoes[f"{first}/1"] = stack_from(scenario.shoe)
    except (NotACardError, CroupierError) as error:
        raise BadScenarioError(f"shoe: {error}") from None
    for stack in shoes.values():
        check_marks(stack, law, choices)
    return shoes


# -------------------------------------------------------------------------------- tournament files


KEYS = ("title", "game", "conditions", "omit", "tables")
"""The keys of such a file; a scenario file of a tournament has more, which are ignored."""
FROM_CONDITIONS = ("minimum", "maximum", "unit", "tournament")
"""The choices that tables take from the conditions."""


class BadTournamentFileError(CroupierError):
    """A file does not describe a tournament."""


class TournamentFile(msgspec.Struct, frozen=True):
    """The content of a tournament file."""

    title: str
    """Its title; empty if the file does not state one."""
    law: BlackjackLaw
    """The law of its game."""
    conditions: Conditions
    """The conditions."""
    omitted: tuple[str, ...]
    """Conditions that are not stated."""
    choices: Choices
    """The operator's choices for its tables."""
    lines: dict[str, int] = {}
    """The lines on which its conditions stand, counted from 1."""

    @property
    def refusal(self) -> Refused | None:
        """Return why the rulebook forbids publishing it; ``None`` if it may be published."""
        approved = self.conditions.commission
        low = self.law.limits.low_limit
        if self.choices.low_limit and low is not None:
            why = "no tournament is held at low limit tables"
            return Refused("conditions/low-limit", low.no_tournament.clause, why)
        refused = conditions_refusal(
            self.law, self.conditions, omitted=self.omitted, approved=approved
        )
        return refused or self._no_tables()

    @property
    def fault(self) -> str:
        """Return the refusal in a sentence, with the condition's line; empty if there is none."""
        refused = self.refusal
        if refused is None:
            return ""
        name = condition_at_fault(self.law, self.conditions, refused)
        where = f"{name}, line {self.lines[name]}: " if name in self.lines else ""
        clause = f" ({refused.clause})" if refused.clause else ""
        return f"{where}{refused.why}{clause}"

    def _no_tables(self) -> Refused | None:
        """Return why the rulebook allows no such tables."""
        planned = plan_tournament(self.law, "any", self.conditions, choices=self.choices)
        assert not isinstance(planned, Refused)
        opened = open_table(self.law, table_choices(evolve(None, planned), self.choices))
        return opened if isinstance(opened, Refused) else None


def read_tournament(path: Path) -> TournamentFile:
    """Read a tournament file. Raise, naming the key and its line, if it is wrong."""
    try:
        text = read_text(path)
        data = parse_toml(text)
    except UnreadableFileError as error:
        raise BadTournamentFileError(f"{path}: {error}") from None
    try:
        return _read(data, text)
    except (BadConditionsError, BadTournamentFileError) as error:
        raise BadTournamentFileError(f"{path}: {error}") from None


def write_tournament(game: str, conditions: Conditions) -> str:
    """Return a tournament file with these conditions; those with their usual values are left out.

    >>> print(write_tournament("star-blackjack", Conditions(entry_fee=40_00)))
    game = "star-blackjack"
    [conditions]
    entry-fee = 40
    """
    lines = [f"game = {json.dumps(game)}", "[conditions]"]
    usual = Conditions()
    for field in msgspec.structs.fields(Conditions):
        value = getattr(conditions, field.name)
        if value is not None and value != getattr(usual, field.name):
            lines.append(f"{field.encode_name} = {_in_file(field.encode_name, value)}")
    return "\n".join(lines)


def _in_file(name: str, value: Any) -> str:
    """Return a condition, or a part of one, as files have it: amounts in dollars."""
    if isinstance(value, tuple):
        return f"[{', '.join(_in_file('', one) for one in value)}]"
    if isinstance(value, msgspec.Struct):
        parts = {one.encode_name: getattr(value, one.name) for one in msgspec.structs.fields(value)}
        told = (f"{key} = {_in_file(key, one)}" for key, one in parts.items() if one is not None)
        return f"{{ {', '.join(told)} }}"
    if name in MONEY:
        return str(Decimal(value) / 100)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return json.dumps(value.value)
    return str(value) if isinstance(value, Decimal) else json.dumps(value)


def _read(data: dict[str, Any], text: str) -> TournamentFile:
    known = {field.encode_name for field in msgspec.structs.fields(TournamentScenario)}
    for key in data:
        if key not in known:
            meant = did_you_mean(key, KEYS)
            raise BadTournamentFileError(f"{key}{_at(text, key, '')}: there is no such key{meant}")
    conditions = data.get("conditions")
    if not isinstance(conditions, dict):
        raise BadTournamentFileError("a tournament has [conditions]")
    try:
        law = law_of(str(data.get("game", "star-blackjack")))
    except UnknownGameError as error:
        raise BadTournamentFileError(f"game{_at(text, 'game', '')}: {error}") from None
    if law.tournaments is None or not isinstance(law, BlackjackLaw):
        where = _at(text, "game", "")
        held = "star-blackjack, blackjack-challenge or canberra-blackjack"
        raise BadTournamentFileError(
            f"game{where}: the rulebook of {law.title} has no tournaments; it is {held}"
        )
    choices = _choices(data.get("tables", {}), text)
    _check_seats(data.get("seats", {}), text)
    omitted = tuple(str(one) for one in data.get("omit", ()))
    for name in omitted:
        if name not in NAMES:
            where, meant = _at(text, "omit", ""), did_you_mean(name, NAMES)
            raise BadTournamentFileError(f"omit{where}: there is no condition {name!r}{meant}")
    read = read_conditions(law, conditions, text=text, boxes=choices.boxes)
    lines = {key: line for key in conditions if (line := line_of(text, key)) is not None}
    return TournamentFile(str(data.get("title", "")), law, read, omitted, choices, lines)


def _check_seats(given: Any, text: str) -> None:
    """Refuse a seat that a file assigns to two players."""
    taken: dict[str, str] = {}
    for player, seat in given.items() if isinstance(given, dict) else ():
        first = taken.setdefault(str(seat), player)
        if first != player:
            where = _at(text, player, "seats")
            raise BadTournamentFileError(
                f"[seats] {player}{where}: {seat} is {first}'s; each player needs a seat alone"
            )


def _at(text: str, key: str, within: str) -> str:
    """Return where a key stands, for a sentence; empty if it is not found."""
    line = line_of(text, key, within)
    return "" if line is None else f", line {line}"


def _choices(given: Any, text: str) -> Choices:
    """Return the choices for the tables, each read by itself so that a wrong one can be named."""
    if not isinstance(given, dict):
        raise BadTournamentFileError(f"tables{_at(text, 'tables', '')}: write [tables]")
    known = [field.encode_name for field in msgspec.structs.fields(Choices)]
    accepted = [name for name in known if name not in FROM_CONDITIONS]
    chosen = Choices()
    for key, value in given.items():
        where = f"[tables] {key}{_at(text, key, 'tables')}"
        if key in FROM_CONDITIONS:
            raise BadTournamentFileError(f"{where}: this comes from the conditions")
        if key not in known:
            meant = did_you_mean(key, accepted)
            raise BadTournamentFileError(f"{where}: there is no such choice{meant}")
        try:
            said = dollars(value) if key in MONEY_CHOICES else value
            one = convert_data({key: said}, Choices)
        except (NotAnAmountError, ShapeError) as error:
            raise BadTournamentFileError(
                f"{where}: {str(error).removeprefix(f'{key}: ')}"
            ) from None
        name = key.replace("-", "_")
        chosen = replace(chosen, **{name: getattr(one, name)})
    return chosen


TEMPLATES = {
    "one-table": """\
title = "One table"
game = "star-blackjack"

[conditions]
entry-fee = 100
chips = 1000
minimum = 10
maximum = 500
sessions = [{ name = "final", tables = 1, rounds = 20, advance = 0 }]
prizes = [60, 40]
""",
    "heats": """\
title = "Heats and a final"
game = "star-blackjack"

[conditions]
entry-fee = 100
chips = 1000
minimum = 10
maximum = 500
levels = [{ after = 10, minimum = 20, maximum = 1000 }]
sessions = [
  { name = "heats", tables = 3, rounds = 20, advance = 2 },
  { name = "final", tables = 1, rounds = 25, advance = 0 },
]
prizes = [50, 30, 20]
maximum-players = 21
""",
    "levels-and-breaks": """\
title = "Levels that rise and breaks between them"
game = "star-blackjack"

[conditions]
entry-fee = 100
chips = 1000
minimum = 10
maximum = 200
wager-seconds = 30
levels = [
  { after = 10, minimum = 20, maximum = 400 },
  { after = 20, minimum = 50, maximum = 1000 },
]
breaks = [
  { after = 10, minutes = 10 },
  { after = 20, minutes = 15 },
]
sessions = [
  { name = "semi-final", tables = 2, rounds = 25, advance = 3 },
  { name = "final", tables = 1, rounds = 30, advance = 0 },
]
prizes = [50, 30, 20]
maximum-players = 14
""",
    "elimination": """\
title = "Elimination after rounds 8, 16 and 25"
game = "star-blackjack"

[conditions]
entry-fee = 100
chips = 1000
minimum = 10
maximum = 500
undisclosed-wagers = 1
sessions = [{ name = "final", tables = 1, rounds = 30, advance = 0, eliminations = [8, 16, 25] }]
prizes = [70, 30]
maximum-players = 7
""",
    "repechage": """\
title = "Heats, a second chance, a final"
game = "blackjack-challenge"

[conditions]
entry-fee = 50
chips = 500
minimum = 5
maximum = 200
sessions = [
  { name = "heats", tables = 2, rounds = 15, advance = 2 },
  { name = "again", tables = 1, rounds = 10, advance = 2, entrants = "eliminated" },
  { name = "final", tables = 1, rounds = 20, advance = 0 },
]
prizes = [60, 40]
maximum-players = 11
""",
    "points": """\
title = "Points over three sessions"
game = "canberra-blackjack"

[conditions]
entry-fee = 100
commission = 10
format = "points"
points = [10, 6, 3, 1]
prizes = [50, 30, 20]
prize-ties = "share"
sessions = [
  { name = "one", tables = 2, rounds = 10 },
  { name = "two", tables = 2, rounds = 10 },
  { name = "three", tables = 2, rounds = 10 },
]
maximum-players = 14
""",
    "when-full": """\
title = "Seven places, and it starts when they are taken"
game = "blackjack-challenge"

[conditions]
entry-fee = 20
entry-method = "at the desk; the session starts as soon as the last place is taken"
minimum-players = 7
maximum-players = 7
sessions = [{ name = "final", tables = 1, rounds = 15, advance = 0 }]
prizes = [100]
""",
    "sit-and-go": """\
title = "Seven sit down and start"
game = "canberra-blackjack"

[conditions]
entry-fee = 20
sit-and-go = 7
minimum-players = 7
maximum-players = 7
sessions = [{ name = "final", tables = 1, rounds = 15, advance = 0 }]
prizes = [70, 30]
prize-ties = "share"
""",
}
"""Structures of tournaments, as files."""
