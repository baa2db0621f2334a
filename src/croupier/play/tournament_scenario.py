"""Scenario files of tournaments: conditions, seats, shoes, and what people do."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from croupier.cards import NotACardError, parse_cards
from croupier.errors import CroupierError
from croupier.floor.tournaments import commands
from croupier.floor.tournaments.condition_reader import BadConditionsError, read_conditions
from croupier.floor.tournaments.conditions import NAMES, Seating
from croupier.floor.tournaments.handlers import plan
from croupier.money import NotAnAmountError, dollars
from croupier.play.card_sources import chance
from croupier.play.house import Answer, UnlawfulTableError
from croupier.play.scenario import MONEY_CHOICES, Paid, shaped
from croupier.play.scenario_refusals import BadScenarioError
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_reader import read_step
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    BlackjackLaw,
    Role,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.shapes import ShapeError, in_shape
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.state import Refused

PREPARED_AT = datetime(2026, 5, 1, tzinfo=UTC)
"""When everything before the entries is done, where a scenario does not do it."""
NAME = "scenario"
"""The name of the tournament of a scenario."""
SOMEBODY = "the manager"
"""Who runs it where a scenario does not say."""


class TournamentNotice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that must have been given; keys left out match anything."""

    table: int | None = None
    """At which table, counted from 1; any, or none, if left out."""
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
    """One scenario file of a tournament; a field that is none is not compared."""

    title: str
    """What it shows, in one line."""
    kind: str
    """``tournament``."""
    game: str
    """The game."""
    steps: list[dict[str, Any]]
    """What happens, in order: each a command by ``do``, and its fields."""
    cites: list[str] = []
    """The clauses that it shows."""
    prepared: bool = True
    """Whether all is done that comes before the entries."""
    conditions: dict[str, Any] = {}
    """The conditions; one left out has the usual value."""
    omit: list[str] = []
    """Conditions that are not stated at all."""
    tables: dict[str, Any] = {}
    """The operator's choices for all tables."""
    seats: dict[str, str] = {}
    """Who sits where, in a first session that has started; empty where the steps seat them."""
    shoe: str | None = None
    """The cards of table 1 in the first session."""
    shoes: dict[str, str] = {}
    """The cards of other tables, by session and number."""
    chips: dict[str, int | float] | None = None
    """Tournament chips in front of players, or what was counted."""
    places: dict[str, int] | None = None
    """Places in the last session that ended at a player's table."""
    advanced: list[str] | None = None
    """Who goes on from the last session that ended."""
    out: list[str] | None = None
    """Who was eliminated during a session and did not buy back."""
    disqualified: list[str] | None = None
    """Who was disqualified, or has forfeited."""
    points: dict[str, int | float] | None = None
    """Points of players."""
    prizes: dict[str, int | float] | None = None
    """What each player was awarded; others nothing."""
    net: dict[str, int | float] | None = None
    """Money of each player; one who is not named is at 0."""
    pool: int | float | None = None
    """Dollars in the prize pool."""
    commission: int | float | None = None
    """Dollars that the operator keeps of the fees."""
    round: int | None = None
    """The round that is open or under way at table 1."""
    marker: int | None = None
    """The box with the marker at table 1."""
    turn: str | None = None
    """Who must wager now at table 1."""
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


class TournamentStage:
    """The tournament that a scenario is about."""

    def __init__(self, scenario: TournamentScenario) -> None:
        self.scenario = scenario
        self.law = _law(scenario)
        self.journal = MemoryJournal()
        """All that has happened."""
        self.answers: list[Answer] = []
        """What was answered so far, including the preparation."""
        choices = _choices(scenario)
        shoes = _shoes(scenario)
        conditions = _conditions(scenario, self.law, choices)
        planned = plan(
            self.law,
            NAME,
            conditions,
            omitted=tuple(scenario.omit),
            choices=choices,
        )
        assert not isinstance(planned, Refused)
        try:
            self.house = TournamentHouse(
                self.law,
                planned,
                shoes=lambda session, table: shoes.get(f"{session}/{table}", ()),
                chance=chance(),
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
        """Carry out a step."""
        command, table = read_step(self.law, self.house.tournament, step)
        answer = self.house.ask(command, table=table)
        self.answers.append(answer)
        return answer

    def _must(self, command: Command, what: str) -> None:
        answer = self.house.ask(command)
        if isinstance(answer, Refused):
            raise BadScenarioError(f"{what}: {answer.why} ({answer.clause})")
        self.answers.append(answer)

    def _prepare(self) -> None:
        """Do all that comes before the entries."""
        conditions, rules = self.house.tournament.conditions, self.law.tournaments
        assert rules is not None
        at, operator, manager = PREPARED_AT, Role.GAMING_MANAGER, Role.TOURNAMENT_MANAGER
        if rules.pool.commission is not None:
            approved = commands.ApproveCommission(conditions.commission, by=Role.REGULATOR, at=at)
            self._must(approved, "prepared")
        self._must(commands.PublishConditions(by=operator, at=at), "prepared")
        self._must(commands.AppointManager(SOMEBODY, by=operator, at=at), "prepared")
        if rules.entries.regulator_told is not None:
            told = commands.NotifyOf(Role.REGULATOR, "conditions", by=operator, at=at)
            self._must(told, "prepared")
        for table in range(1, max(one.tables for one in conditions.sessions) + 1):
            self._must(commands.DesignateTable(table, by=manager, at=at), "prepared")

    def _seat_everybody(self) -> None:
        """Have all who are named enter, take their seats and begin."""
        manager, player = Role.TOURNAMENT_MANAGER, Role.PLAYER
        seats = self.scenario.seats
        tournament = self.house.tournament
        for name in seats:
            self._must(commands.Enter(name, lots=self._lots(), by=player), "[seats]")
        if self.house.session_tables:
            return
        if tournament.conditions.seating is Seating.LIST:
            for name, where in seats.items():
                table, _, box = where.partition("/")
                assigned = commands.AssignSeat(name, int(table), int(box), by=manager)
                self._must(assigned, "[seats]")
            for name in seats:
                self._must(commands.TakeSeat(name, by=player), "[seats]")
        else:
            self._must(commands.DrawSeats(dict(seats), (), True, by=manager), "[seats]")
        if tournament.conditions.buy_in:
            for name in seats:
                self._must(commands.BuyChips(name, by=player), "[seats]")
        starts = self.house.tournament.starts
        self._must(commands.StartSession(by=manager, at=starts), "[seats]")

    def _lots(self) -> tuple[int, ...]:
        """The lots that give those who start at once the seats that the file says."""
        tournament, seats = self.house.tournament, self.scenario.seats
        if tournament.conditions.sit_and_go != len(seats):
            return ()
        tables = min(tournament.plan.tables, len(seats))
        where = {seat: number for number, seat in enumerate(seats.values())}
        places = [f"{n % tables + 1}/{n // tables + 1}" for n in range(len(seats))]
        if sorted(places) != sorted(where):
            raise BadScenarioError(f"[seats]: those who start at once sit at {', '.join(places)}")
        return tuple(where[place] for place in places)


def set_tournament(data: dict[str, Any]) -> TournamentStage:
    """The tournament that a file describes, prepared and seated as it says."""
    scenario = shaped(data, TournamentScenario)
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


def _choices(scenario: TournamentScenario) -> Choices:
    chosen = dict(scenario.tables)
    for key in ("minimum", "maximum", "unit", "tournament"):
        if key in chosen:
            raise BadScenarioError(f"[tables] {key} comes from the conditions")
    try:
        for key in MONEY_CHOICES:
            if key in chosen:
                chosen[key] = dollars(chosen[key])
        chosen.setdefault("burn", False)
        return in_shape(chosen, Choices)
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


def _shoes(scenario: TournamentScenario) -> dict[str, Any]:
    sessions = scenario.conditions.get("sessions") or [{"name": "final"}]
    try:
        shoes = {where: parse_cards(cards) for where, cards in scenario.shoes.items()}
        if scenario.shoe is not None:
            first = sessions[0].get("name") if isinstance(sessions[0], dict) else ""
            shoes[f"{first}/1"] = parse_cards(scenario.shoe)
    except (NotACardError, CroupierError) as error:
        raise BadScenarioError(f"shoe: {error}") from None
    return shoes
