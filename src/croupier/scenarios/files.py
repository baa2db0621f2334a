"""Reading scenario files, and setting the stage: a house with the tables that a file describes."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from croupier.cards import Device, NotACardError, parse_cards
from croupier.floor.card_sources import SoftwareShoe, Stack, random_source
from croupier.floor.command_text import read_dollars, to_command
from croupier.floor.floor import Answer, Floor
from croupier.floor.running_table import RunningTable, preparation_command
from croupier.games.stud.state import ANTE
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.due import CheckDue
from croupier.kit.shapes import ShapeError, convert_data
from croupier.kit.toml_files import UnreadableFileError, line_of_entry, line_of_key, read_toml
from croupier.messages import Command, Event, Refused
from croupier.money import NotAnAmountError
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import (
    Role,
    StudLaw,
    TableLaw,
    UnknownClauseError,
    UnknownGameError,
    catalogue,
    law_of,
)
from croupier.scenarios.refusals import BadScenarioError
from croupier.streams import TABLE

MONEY_CHOICES = ("minimum", "maximum", "unit", "chip", "max-payout")
ON_A_WAGER = ("wager", "withdraw", "refuse-wager")
"""Steps that are about the first wager of a game where they do not say about which."""
MONEY_OF_JACKPOT = ("wager", "pool", "bonus", "seed")

KEYED = re.compile(r"[\w-]+(?:\.[\w-]+)*: ")
"""How an error begins that names its field."""

CUTTING_CARD = "--"
"""How the cutting card is written among the cards of a shoe."""
SHOE_END = "//"
"""Where a shoe is empty: what follows are discards, as they lie after their shuffle."""
SHUFFLE = "shuffle"
"""The step that shuffles."""

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
    """The role that was notified."""
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
    refused: str | list[str] | None = None
    """The clause that forbids the table itself, or several of which any will do; none where it may
    be opened."""
    also: list[str] | None = None
    """The further clauses that forbid it, exactly; none where they do not matter."""
    shoe: str | None = None
    """The cards in the order in which they leave the shoe, with ``--`` for the cutting card and
    ``//`` where the shoe is empty; none at a live table."""
    burn: bool | None = None
    """Whether cards are burned as the rulebook says; left out, only where there is no shoe."""
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
    never: list[dict[str, Any]] = []
    """Events that must not have happened, described in the same way."""

    @property
    def games(self) -> tuple[str, ...]:
        """The game of each table."""
        return tuple(str(one.get("game", "")) for one in self.tables) or (self.game,)


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The heading of every scenario file, whatever it runs."""

    title: str = ""
    """What it shows, in one line."""
    kind: str = ""
    """What it runs as a whole; empty for tables."""
    game: str = ""
    """The game; empty where a file has several tables."""
    cites: list[str] = []
    """The clauses that it shows."""
    refused: str | list[str] | None = None
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
    """Return the content of a scenario file as it is written."""
    try:
        return read_toml(path)
    except UnreadableFileError as error:
        raise BadScenarioError(f"not a scenario: {error}") from None


def convert_scenario(data: dict[str, Any], kind: type[Shape]) -> Shape:
    """Return the file's data in their required shape. Raise if they do not fit."""
    try:
        return convert_data(data, kind)
    except ShapeError as error:
        raise BadScenarioError(f"not a scenario: {error}") from None


def find_files(paths: Iterable[Path]) -> list[Path]:
    """Return all scenario files among some paths; folders are walked."""
    files: list[Path] = []
    for path in paths:
        files += sorted(_below(path)) if _is_folder(path) else [path]
    return files


def _is_folder(path: Path) -> bool:
    """Return whether a path is a folder; one that may not be looked at is taken for a file."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _below(folder: Path) -> Iterator[Path]:
    """Yield the scenario files below a folder; one that cannot be opened stands for its files."""
    try:
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                yield from _below(path)
            elif path.suffix == ".toml":
                yield path
    except OSError:
        yield folder


def stack_from(text: str) -> Stack:
    """Read the cards of a shoe, the cutting card among them, and where the shoe is empty.

    >>> stack_from("8H -- TC // 5D").cutting_card, stack_from("8H -- TC // 5D").end
    (1, 2)
    """
    shoe, ended, behind = text.partition(SHOE_END)
    front, shown, back = shoe.partition(CUTTING_CARD)
    for mark in (SHOE_END, CUTTING_CARD):
        if mark in behind or mark in back:
            raise NotACardError(f"{mark} may stand once, and -- before //")
    cards = parse_cards(front)
    at = len(cards) if shown else None
    later = parse_cards(behind) if ended else ()
    return Stack((*cards, *parse_cards(back), *later), at, len(later))


class TablePlan(msgspec.Struct, frozen=True):
    """A table as a scenario describes it."""

    law: TableLaw
    """The law of its game."""
    choices: Choices
    """What the operator chose."""
    stack: Stack | None
    """The cards of its shoe; none at a live table, whose cards come in steps."""


class ScenarioHouse:
    """The house that a scenario is played in."""

    def __init__(self, plans: Iterable[TablePlan]) -> None:
        self.journal = MemoryJournal()
        """All that has happened."""
        self.house = Floor(self.journal)
        self._behind: dict[str, int] = {}
        """By table, how many cards are laid behind the end of its shoe."""
        for number, plan in enumerate(plans, 1):
            stack = plan.stack
            self.house.open_table(
                plan.law,
                plan.choices,
                cards=SoftwareShoe(random_source(), None if stack is None else stack.cards),
                stacked=None if stack is None else stack.end,
                cutting_card=None if stack is None else stack.cutting_card,
            )
            self._behind[str(number)] = 0 if stack is None else stack.behind

    @property
    def first(self) -> RunningTable:
        """The first table."""
        return self.house.tables["1"]

    def table_for(self, step: dict[str, Any]) -> str:
        """Return the table of a step: as named, else the player's only one, else the first."""
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
        """Carry out a step. Return the events, or the refusal."""
        table = self.table_for(step)
        fields = {key: value for key, value in step.items() if key != "table"}
        running = self.house.tables[table]
        if fields.get("do") in ON_A_WAGER and isinstance(running.law, StudLaw):
            fields.setdefault("on", ANTE)
        if fields.get("do") == SHUFFLE and running.table.shoe.empty:
            fields = {"cards": self._behind[table], **fields}
        return self.house.do(table, to_command(fields))

    def make_ready(self) -> None:
        """Check, shuffle, cut and load where stacked cards wait for that; their order stays."""
        make_cards_ready(self.house)

    def events_at(self, table: str) -> list[Event]:
        """Return all events of a table."""
        return self.journal.events(TABLE.stream(table))


def make_cards_ready(floor: Floor) -> None:
    """Check, shuffle, cut and load at every table of a floor where stacked cards wait for that."""
    for name, running in floor.tables.items():
        while running.automatic and running.due:
            first = running.due[0]
            command: Command | None = preparation_command(running.table, first, running.cards)
            if isinstance(first, CheckDue):
                command = CheckCards(by=first.by)  # the file's house has everybody on duty
            if command is None or isinstance(floor.do(name, command), Refused):
                break


def set_stage(scenario: Scenario) -> ScenarioHouse:
    """Return the house that a scenario is played in, with its tables opened."""
    return ScenarioHouse(planned_tables(scenario))


def planned_tables(scenario: Scenario) -> tuple[TablePlan, ...]:
    """Return the tables that a scenario describes."""
    if scenario.tables and (scenario.game or scenario.table or scenario.shoe is not None):
        raise BadScenarioError("game, shoe and [table] belong inside each of the [[tables]]")
    alone = {"game": scenario.game, "shoe": scenario.shoe, "burn": scenario.burn}
    tables = scenario.tables or [{**alone, **scenario.table}]
    places = [f"tables[{number}]." for number, _ in enumerate(scenario.tables, 1)] or [""]
    plans = tuple(_plan(one, place) for one, place in zip(tables, places, strict=True))
    with errors_with_place("cites", UnknownClauseError):
        for clause in scenario.cites:
            catalogue(plans[0].law.book)[clause]
    return plans


@contextmanager
def errors_with_place(place: str, *errors: type[Exception]) -> Iterator[None]:
    """Turn errors of a value into errors of the scenario, with the place of the value."""
    try:
        yield
    except errors as error:
        joint = "." if KEYED.match(str(error)) else ": "
        raise BadScenarioError(f"{place}{joint}{error}") from None


def _plan(described: dict[str, Any], place: str) -> TablePlan:
    """Return the plan of one table; ``place`` is its prefix in the file, empty for the only one."""
    chosen = dict(described)
    with errors_with_place(f"{place}game", UnknownGameError):
        law = law_of(str(chosen.pop("game", "")))
    shoe = chosen.pop("shoe", None)
    with errors_with_place(f"{place}shoe", NotACardError):
        stack = None if shoe is None else stack_from(shoe)
    with errors_with_place(place.rstrip(".") or "table", NotAnAmountError, ShapeError):
        choices = _choices(chosen, burns=shoe is None)
    if stack is not None and (stack.behind or stack.cutting_card is not None):
        check_marks(stack, law, choices)
    if choices.mode is not Mode.LIVE:
        return TablePlan(law, choices, stack or Stack(()))
    if stack is not None:
        raise BadScenarioError("a scenario at a live table has no shoe: the steps bring the cards")
    return TablePlan(law, choices, None)


def check_marks(stack: Stack, law: TableLaw, choices: Choices) -> None:
    """Raise where marks stand in a shoe that has no cutting card, or is never empty."""
    if isinstance(law, StudLaw):
        raise BadScenarioError(f"shoe: a deck of {law.title} has no {CUTTING_CARD} and {SHOE_END}")
    if stack.cutting_card is not None and choices.device is Device.SHUFFLER:
        raise BadScenarioError(f"shoe: a shuffling device has no cutting card {CUTTING_CARD}")


def _choices(chosen: dict[str, Any], *, burns: bool) -> Choices:
    """Return the operator's choices; ``burns`` where no stacked shoe says otherwise."""
    burn = chosen.pop("burn", None)
    for key in MONEY_CHOICES:
        if key in chosen:
            chosen[key] = read_dollars(key, chosen[key])
    if "jackpot" in chosen:
        chosen["jackpot"] = {
            key: read_dollars(key, value) if key in MONEY_OF_JACKPOT else value
            for key, value in dict(chosen["jackpot"]).items()
        }
    if "tournament" in chosen:
        chosen["tournament"] = _tournament(chosen["tournament"])
    return convert_data({**chosen, "burn": burns if burn is None else burn}, Choices)


def _tournament(said: object) -> object:
    """Return the terms of a table in tournament play: its tournament has a name, or none."""
    if isinstance(said, bool):
        return {} if said else None
    return {"tournament": said} if isinstance(said, str) else said


GAMES_KEY = "games"
CLAUSES_KEY = "clauses"
NAME = re.compile(r"\{(?P<name>[a-z0-9-]+)\}")
"""How the story names a clause that each game numbers in its own way: ``{soft-total}``."""
SHARED = ("game", GAMES_KEY, "kind", "steps")
"""Keys that no game may have for itself: the story is the same in all of them."""
SEVERAL = 'as in games = ["star-blackjack", "blackjack-challenge"]'

ScenarioData = dict[str, Any]


def game_names(data: ScenarioData) -> tuple[str, ...]:
    """Return the games that a file is run for, in its order.

    A file that names no ``games`` is run once, as it is: the one name is then empty.
    """
    if GAMES_KEY not in data:
        return ("",)
    if "game" in data:
        raise BadScenarioError("games: a file names one game with game or several with games")
    games = data[GAMES_KEY]
    if not isinstance(games, list | dict) or not all(isinstance(one, str) for one in games):
        raise BadScenarioError(f"games: this is a list of games, or a table for each, {SEVERAL}")
    if not games:
        raise BadScenarioError(f"games: name at least one, {SEVERAL}")
    if len(set(games)) < len(games):
        raise BadScenarioError("games: a game is named twice")
    return tuple(games)


def data_for(data: ScenarioData, game: str) -> ScenarioData:
    """Return the data of a file for one of its games, as if it were for that game alone.

    What the game's own table holds takes the place of the same key above it, and its clauses
    that of their names. Without a game, that is the file as it is.

    >>> data_for({"cites": ["{ace}"], "games": {"star-blackjack": {"clauses": {"ace": "3.4"}}}},
    ...          "star-blackjack")
    {'game': 'star-blackjack', 'cites': ['3.4']}
    """
    if not game:
        return data
    place = f"{GAMES_KEY}.{game}"
    try:
        law_of(game)
    except UnknownGameError as error:
        raise BadScenarioError(f"{place}: {error}") from None
    games = data[GAMES_KEY]
    own = games[game] if isinstance(games, dict) else {}
    if not isinstance(own, dict):
        raise BadScenarioError(f"{place}: this must be a table of names and values")
    for key in SHARED:
        if key in own:
            raise BadScenarioError(f"{place}: {key} is the same in all games of a file")
    clauses = _clauses(own.get(CLAUSES_KEY, {}), place)
    shared = {key: value for key, value in data.items() if key != GAMES_KEY}
    differing = {key: value for key, value in own.items() if key != CLAUSES_KEY}
    unnamed = {"game": game, **shared, **differing}
    _check_names(unnamed, clauses, place)
    named: ScenarioData = _with_clauses(unnamed, clauses)
    return named


def _clauses(given: object, place: str) -> dict[str, str | list[str]]:
    """Return the clauses of a game by their names in the story; a name may stand for several."""
    whole = isinstance(given, dict) and all(
        isinstance(one, str)
        or (isinstance(one, list) and all(isinstance(clause, str) for clause in one))
        for one in given.values()
    )
    if not isinstance(given, dict) or not whole:
        raise BadScenarioError(f"{place}.{CLAUSES_KEY}: each name stands for a clause, as text")
    return given


def _check_names(data: ScenarioData, clauses: dict[str, Any], place: str) -> None:
    """Raise where the story names a clause that the game does not give, or the other way round."""
    names = dict.fromkeys(_names_in(data))
    for name in names:
        if name not in clauses:
            raise BadScenarioError(f"{place}.{CLAUSES_KEY}: the clause for {{{name}}} is missing")
    for name in clauses:
        if name not in names:
            raise BadScenarioError(f"{place}.{CLAUSES_KEY}: nothing in the file is {{{name}}}")


def _names_in(value: object) -> Iterator[str]:
    if isinstance(value, str) and (found := NAME.fullmatch(value)):
        yield found["name"]
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _names_in(one)


def _with_clauses(value: Any, clauses: dict[str, Any]) -> Any:
    if isinstance(value, str) and (found := NAME.fullmatch(value)):
        return clauses[found["name"]]
    if isinstance(value, dict):
        return {key: _with_clauses(one, clauses) for key, one in value.items()}
    return [_with_clauses(one, clauses) for one in value] if isinstance(value, list) else value


STEP = re.compile(r"(?P<name>step (?P<number>\d+))(?=[ :])")
ENTRY = re.compile(r"(?<=not a scenario: )(?P<name>(?P<key>[\w-]+)\[(?P<number>\d+)\][\w.-]*)(?=:)")
FIELD = re.compile(
    r"(?<=not a scenario: )(?P<name>(?:there is no field )?(?P<key>[\w-]+))(?=[:;.])"
)
GAMES = re.compile(r"(?P<name>games(?:\.[\w-]+)*)(?=:)")
"""The games of a file, or the table of one of them."""

PLACE = re.compile(
    r"(?P<name>(?:table|tables\[(?P<number>\d+)\]|game|shoe|cites)(?:\.(?P<key>[\w-]+))*)"
    r": (?:there is no field (?P<unknown>[\w-]+))?"
)
"""A value of a table: the keys that lead there, or a field that is not known there."""


def with_line(problem: str, text: str, game: str = "") -> str:
    """Return a problem with its line number, if the file's text has the place that it names.

    What the table of the ``game`` says for itself is looked for there first.

    >>> with_line("step 2 (hit): refused", 'steps = [\\n  { do = "deal" },\\n  { do = "hit" },\\n]')
    'step 2, line 3 (hit): refused'
    """
    before, own = lines_of_game(text, game)
    found = find_line(problem, own)
    if found is not None:
        end, line = found[0], before + found[1]
    elif (found := find_line(problem, text)) is not None:
        end, line = found
    else:
        return problem
    return f"{problem[:end]}, line {line}{problem[end:]}"


def find_line(problem: str, text: str) -> tuple[int, int] | None:
    """Return the end of the place that a problem names, and its line in the text."""
    if found := STEP.match(problem):
        line = line_of_entry(text, "steps", int(found["number"]))
    elif found := ENTRY.search(problem):
        line = line_of_entry(text, found["key"], int(found["number"]))
    elif found := FIELD.search(problem):
        line = line_of_key(text, found["key"])
    elif found := GAMES.match(problem):
        line = 1 if text.startswith("[games.") else line_of_key(text, "games")
    elif found := PLACE.match(problem):
        line = line_of_place(found, text)
    else:
        return None
    return None if line is None else (found.end("name"), line)


def lines_of_game(text: str, game: str) -> tuple[int, str]:
    """Return the part of a file that is about a game, after how many lines; empty if none is.

    >>> lines_of_game('[net]\\n[games.a]\\n[games.a.net]\\nann = 5\\n[games.b]', "a")
    (1, '[games.a]\\n[games.a.net]\\nann = 5')
    """
    lines = text.splitlines()
    its = re.compile(rf"\[+games\.{re.escape(game)}[].]")
    start = next((n for n, line in enumerate(lines) if its.match(line)), len(lines))
    others = (n for n, line in enumerate(lines) if n > start and line.startswith("["))
    end = next((n for n in others if not its.match(lines[n])), len(lines))
    return start, "\n".join(lines[start:end])


def line_of_place(place: re.Match[str], text: str) -> int | None:
    """Return the line of a value; if several tables have the key, the line of their entry."""
    key = place["unknown"] or place["key"] or place["name"]
    if place["number"] is None:
        return line_of_key(text, key)
    return line_of_entry(text, "tables", int(place["number"]))
