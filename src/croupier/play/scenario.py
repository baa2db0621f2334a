"""Scenario files: stacked shoes, what people do, and the money that must move."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from croupier.cards import Card, NotACardError, parse_cards
from croupier.money import NotAnAmountError
from croupier.play.card_sources import SoftwareShoe, chance
from croupier.play.house import Answer, House
from croupier.play.reader import named_dollars, to_command
from croupier.play.running_table import RunningTable
from croupier.play.scenario_refusals import BadScenarioError
from croupier.record.envelopes import table_stream
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    Role,
    TableLaw,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.shapes import ShapeError, in_shape
from croupier.table.choices import Choices, Mode
from croupier.table.events import Event
from croupier.toml_files import UnreadableFileError, read_toml

MONEY_CHOICES = ("minimum", "maximum", "unit", "chip", "max-payout")
MONEY_OF_JACKPOT = ("wager", "pool", "bonus", "seed")

KEYED = re.compile(r"[\w-]+(?:\.[\w-]+)*: ")
"""How an error begins that names the field it is about."""

Shape = TypeVar("Shape")


class Paid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that the settlement must have; keys left out match anything."""

    table: int | None = None
    """At which table, counted from 1; any if left out."""
    player: str | None = None
    """Whose wager."""
    box: int | None = None
    """Where it lay, from 1."""
    hand: int | None = None
    """Which hand of the box, counted from 1."""
    on: str | None = None
    """What it was on: ``main``, ``double``, ``insurance`` or an optional wager."""
    result: str | None = None
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    amount: int | float | None = None
    """The net in dollars."""
    clause: str | None = None
    """The clause that decided it."""


class ExpectedNotice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that must have been given; keys left out match anything."""

    table: int | None = None
    """At which table, counted from 1; any if left out."""
    whom: Role
    """The role that was told."""
    clause: str | None = None
    """The clause that demands it."""
    player: str | None = None
    """The player whom it concerns."""
    open: bool | None = None
    """Whether it still waits to be acknowledged."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario file."""

    title: str
    """What it shows, in one line."""
    game: str = ""
    """The game of the one table; empty where ``tables`` has several."""
    steps: list[dict[str, Any]]
    """What happens, in order: each a command by ``do``, and its fields."""
    cites: list[str] = []
    """The clauses that it shows."""
    refused: str | None = None
    """The clause that forbids the table itself; none where it may be opened."""
    also: list[str] | None = None
    """The further clauses that forbid it, exactly; none where they do not matter."""
    shoe: str | None = None
    """The cards in the order in which they leave the shoe; none at a live table."""
    burn: bool = False
    """Whether a stacked shoe burns as the rulebook says."""
    table: dict[str, Any] = {}
    """The operator's choices; one left out has the default."""
    tables: list[dict[str, Any]] = []
    """Several tables, each with its game, its shoe and its choices."""
    net: dict[str, int | float] = {}
    """What each player has won in dollars; one not named must be at 0."""
    meters: dict[str, int | float] = {}
    """The jackpot pools afterwards, by their names."""
    paid: list[Paid] = []
    """Lines that the settlement must have."""
    notices: list[ExpectedNotice] = []
    """Notices that must have been given."""
    discards: str | None = None
    """The cards in the discard rack of the first table afterwards, in any order."""
    events: list[dict[str, Any]] = []
    """Events that must have happened, by ``event`` and any of their fields (money in cents)."""

    @property
    def games(self) -> tuple[str, ...]:
        """The game of each table."""
        return tuple(str(one.get("game", "")) for one in self.tables) or (self.game,)


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What every scenario file says of itself, whatever it runs."""

    title: str = ""
    """What it shows, in one line."""
    kind: str = ""
    """What it runs as a whole; empty for tables."""
    game: str = ""
    """The game; empty where a file has several tables."""
    cites: list[str] = []
    """The clauses that it shows."""
    refused: str | None = None
    """The clause that forbids the table itself; none where it may be opened."""
    tables: Any = ()
    """Several tables, or what all of them have in common."""

    @property
    def first_game(self) -> str:
        """The game, that of the first table where there are several; empty where none is named."""
        if self.game or not isinstance(self.tables, list) or not self.tables:
            return self.game
        first = self.tables[0]
        return str(first.get("game", "")) if isinstance(first, dict) else ""


def read_data(path: Path) -> dict[str, Any]:
    """What a scenario file holds, as it is written."""
    try:
        return read_toml(path)
    except UnreadableFileError as error:
        raise BadScenarioError(f"not a scenario: {error}") from None


def read_heading(path: Path) -> Heading:
    """Read what a scenario file says of itself."""
    return shaped(read_data(path), Heading)


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file of tables."""
    return shaped(read_data(path), Scenario)


def shaped(data: dict[str, Any], kind: type[Shape]) -> Shape:
    """The data of a file in the shape that they must have."""
    try:
        return in_shape(data, kind)
    except ShapeError as error:
        raise BadScenarioError(f"not a scenario: {error}") from None


def find_files(paths: Iterable[Path]) -> list[Path]:
    """All scenario files among some paths; folders are walked."""
    files: list[Path] = []
    for path in paths:
        files += sorted(_below(path)) if path.is_dir() else [path]
    return files


def _below(folder: Path) -> Iterator[Path]:
    """The scenario files below a folder; one that cannot be opened stands for its files."""
    try:
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                yield from _below(path)
            elif path.suffix == ".toml":
                yield path
    except OSError:
        yield folder


class TablePlan(msgspec.Struct, frozen=True):
    """A table as a scenario describes it."""

    law: TableLaw
    """The law of its game."""
    choices: Choices
    """What the operator chose."""
    stack: tuple[Card, ...] | None
    """The cards of its shoe in their order; none at a live table, whose cards come in steps."""


class ScenarioHouse:
    """The house that a scenario is played in."""

    def __init__(self, plans: Iterable[TablePlan]) -> None:
        self.journal = MemoryJournal()
        """All that has happened."""
        self.house = House(self.journal)
        for plan in plans:
            self.house.open_table(
                plan.law,
                plan.choices,
                cards=SoftwareShoe(chance(), plan.stack),
                stacked=None if plan.stack is None else len(plan.stack),
            )

    @property
    def first(self) -> RunningTable:
        """The first table."""
        return self.house.tables["1"]

    def table_for(self, step: dict[str, Any]) -> str:
        """The table that a step is for: as named, else the player's only one, else the first."""
        named = step.get("table")
        if named is not None:
            if str(named) in self.house.tables:
                return str(named)
            raise BadScenarioError(f"there is no table {named}: they count from 1")
        player = step.get("player")
        if not isinstance(player, str):
            return "1"
        at = [name for name, one in self.house.tables.items() if player in one.table.players]
        return at[0] if len(at) == 1 else "1"

    def take(self, step: dict[str, Any]) -> Answer:
        """Carry a step out."""
        table = self.table_for(step)
        fields = {key: value for key, value in step.items() if key != "table"}
        return self.house.do(table, to_command(fields))

    def events_at(self, table: str) -> list[Event]:
        """What has happened at a table."""
        return self.journal.events(table_stream(table))


def set_stage(scenario: Scenario) -> ScenarioHouse:
    """The house that a scenario is played in, with its tables opened."""
    return ScenarioHouse(planned_tables(scenario))


def planned_tables(scenario: Scenario) -> tuple[TablePlan, ...]:
    """The tables that a scenario describes."""
    if scenario.tables and (scenario.game or scenario.table or scenario.shoe is not None):
        raise BadScenarioError("game, shoe and [table] belong inside each of the [[tables]]")
    alone = {"game": scenario.game, "shoe": scenario.shoe, "burn": scenario.burn}
    tables = scenario.tables or [{**alone, **scenario.table}]
    places = [f"tables[{number}]." for number, _ in enumerate(scenario.tables, 1)] or [""]
    plans = tuple(_plan(one, place) for one, place in zip(tables, places, strict=True))
    with placed_errors("cites", UnknownClauseError):
        for clause in scenario.cites:
            catalogue(plans[0].law.book)[clause]
    return plans


@contextmanager
def placed_errors(place: str, *errors: type[Exception]) -> Iterator[None]:
    """Errors of a value become those of the scenario, with the place where the value stands."""
    try:
        yield
    except errors as error:
        joint = "." if KEYED.match(str(error)) else ": "
        raise BadScenarioError(f"{place}{joint}{error}") from None


def _plan(described: dict[str, Any], place: str) -> TablePlan:
    """A table; ``place`` leads to it in the file, with a dot, and is empty for the only one."""
    chosen = dict(described)
    with placed_errors(f"{place}game", UnknownGameError):
        law = law_of(str(chosen.pop("game", "")))
    shoe = chosen.pop("shoe", None)
    with placed_errors(f"{place}shoe", NotACardError):
        stack = None if shoe is None else parse_cards(shoe)
    with placed_errors(place.rstrip(".") or "table", NotAnAmountError, ShapeError):
        choices = _choices(chosen, burns=shoe is None)
    if choices.mode is not Mode.LIVE:
        return TablePlan(law, choices, stack or ())
    if stack is not None:
        raise BadScenarioError("a scenario at a live table has no shoe: the steps bring the cards")
    return TablePlan(law, choices, None)


def _choices(chosen: dict[str, Any], *, burns: bool) -> Choices:
    """The operator's choices; ``burns`` where no stacked shoe says otherwise."""
    burn = bool(chosen.pop("burn", False))
    for key in MONEY_CHOICES:
        if key in chosen:
            chosen[key] = named_dollars(key, chosen[key])
    if "jackpot" in chosen:
        chosen["jackpot"] = {
            key: named_dollars(key, value) if key in MONEY_OF_JACKPOT else value
            for key, value in dict(chosen["jackpot"]).items()
        }
    if "tournament" in chosen:
        chosen["tournament"] = {} if chosen["tournament"] is True else None
    return in_shape({**chosen, "burn": burn or burns}, Choices)
