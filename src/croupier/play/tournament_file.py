"""A tournament in a TOML file: its game, its conditions, its tables."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.floor.tournaments.condition_checks import condition_at_fault, unlawful
from croupier.floor.tournaments.condition_reader import (
    BadConditionsError,
    line_of,
    read_conditions,
)
from croupier.floor.tournaments.conditions import NAMES, Conditions
from croupier.floor.tournaments.evolvers import evolve
from croupier.floor.tournaments.handlers import plan
from croupier.floor.tournaments.tables import table_choices
from croupier.money import NotAnAmountError, dollars
from croupier.play.engine import open_table
from croupier.play.scenario import MONEY_CHOICES
from croupier.play.tournament_scenario import TournamentScenario
from croupier.rulebooks import BlackjackLaw, UnknownGameError, law_of
from croupier.shapes import ShapeError, did_you_mean, in_shape
from croupier.table.choices import Choices
from croupier.table.state import Refused
from croupier.toml_files import UnreadableFileError, parse_toml, read_text

KEYS = ("title", "game", "conditions", "omit", "tables")
"""What such a file holds; a scenario file of a tournament holds more, which is ignored."""
FROM_CONDITIONS = ("minimum", "maximum", "unit", "tournament")
"""What tables take from the conditions."""


class BadTournamentFileError(CroupierError):
    """A file that describes no tournament."""


class TournamentFile(msgspec.Struct, frozen=True):
    """What a file says about a tournament."""

    title: str
    """What it is called; empty where the file does not say."""
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
        """Why the rulebook does not let it be published; none where it does."""
        approved = self.conditions.commission
        low = self.law.limits.low_limit
        if self.choices.low_limit and low is not None:
            why = "no tournament is held at low limit tables"
            return Refused("conditions/low-limit", low.no_tournament.clause, why)
        refused = unlawful(self.law, self.conditions, omitted=self.omitted, approved=approved)
        return refused or self._no_tables()

    @property
    def fault(self) -> str:
        """The refusal in a sentence, with the line of the condition; empty where there is none."""
        refused = self.refusal
        if refused is None:
            return ""
        name = condition_at_fault(self.law, self.conditions, refused)
        where = f"{name}, line {self.lines[name]}: " if name in self.lines else ""
        clause = f" ({refused.clause})" if refused.clause else ""
        return f"{where}{refused.why}{clause}"

    def _no_tables(self) -> Refused | None:
        """Why the rulebook allows no such tables."""
        planned = plan(self.law, "any", self.conditions, choices=self.choices)
        assert not isinstance(planned, Refused)
        opened = open_table(self.law, table_choices(evolve(None, planned), self.choices))
        return opened if isinstance(opened, Refused) else None


def read_tournament(path: Path) -> TournamentFile:
    """Read a tournament; an error names its key and line."""
    try:
        text = read_text(path)
        data = parse_toml(text)
    except UnreadableFileError as error:
        raise BadTournamentFileError(f"{path}: {error}") from None
    try:
        return _read(data, text)
    except (BadConditionsError, BadTournamentFileError) as error:
        raise BadTournamentFileError(f"{path}: {error}") from None


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
    """Refuse a seat that two players have, where a file assigns the seats."""
    taken: dict[str, str] = {}
    for player, seat in given.items() if isinstance(given, dict) else ():
        first = taken.setdefault(str(seat), player)
        if first != player:
            where = _at(text, player, "seats")
            raise BadTournamentFileError(
                f"[seats] {player}{where}: {seat} is {first}'s; each player needs a seat alone"
            )


def _at(text: str, key: str, within: str) -> str:
    """Where a key stands, for a sentence; empty where it is not found."""
    line = line_of(text, key, within)
    return "" if line is None else f", line {line}"


def _choices(given: Any, text: str) -> Choices:
    """The choices for the tables, each read by itself so that a wrong one can be named."""
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
            one = in_shape({key: said}, Choices)
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
