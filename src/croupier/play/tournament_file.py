"""A tournament in a TOML file: its game, its conditions, its tables."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.floor.tournaments.condition_checks import unlawful
from croupier.floor.tournaments.condition_reader import BadConditionsError, read_conditions
from croupier.floor.tournaments.conditions import NAMES, Conditions
from croupier.money import NotAnAmountError, dollars
from croupier.play.scenario import MONEY_CHOICES
from croupier.rulebooks import BlackjackLaw, UnknownGameError, law_of
from croupier.table.choices import Choices
from croupier.table.state import Refused

OTHER_KEYS = ("kind", "title", "game", "conditions", "omit", "tables")
"""What such a file may hold; a scenario file of a tournament holds more, which is passed by."""


class BadTournamentFileError(CroupierError):
    """A file that describes no tournament."""


class TournamentFile(msgspec.Struct, frozen=True):
    """What a file says of a tournament."""

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

    @property
    def refusal(self) -> Refused | None:
        """Why the rulebook does not let it be published; none where it does."""
        approved = self.conditions.commission
        return unlawful(self.law, self.conditions, omitted=self.omitted, approved=approved)


def read_tournament(path: Path) -> TournamentFile:
    """Read a tournament; what is wrong is told with its key and line."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTournamentFileError(f"{path}: {error}") from None
    try:
        return _read(data, text)
    except (BadConditionsError, BadTournamentFileError, UnknownGameError) as error:
        raise BadTournamentFileError(f"{path}: {error}") from None


def _read(data: dict[str, Any], text: str) -> TournamentFile:
    conditions = data.get("conditions")
    if not isinstance(conditions, dict):
        raise BadTournamentFileError("a tournament has [conditions]")
    law = law_of(str(data.get("game", "star-blackjack")))
    if law.tournaments is None or not isinstance(law, BlackjackLaw):
        raise BadTournamentFileError(f"game: the rulebook of {law.title} has no tournaments")
    choices = _choices(data.get("tables", {}))
    omitted = tuple(str(one) for one in data.get("omit", ()))
    for name in omitted:
        if name not in NAMES:
            raise BadTournamentFileError(f"omit: there is no condition {name!r}")
    read = read_conditions(law, conditions, text=text, boxes=choices.boxes)
    return TournamentFile(str(data.get("title", "")), law, read, omitted, choices)


def _choices(given: Any) -> Choices:
    chosen = dict(given) if isinstance(given, dict) else {}
    try:
        for key in MONEY_CHOICES:
            if key in chosen:
                chosen[key] = dollars(chosen[key])
        return msgspec.convert(chosen, Choices)
    except (NotAnAmountError, msgspec.ValidationError) as error:
        raise BadTournamentFileError(f"[tables]: {error}") from None


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
