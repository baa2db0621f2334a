"""Commands as people write them: in scenario files, on command lines, in requests.

Amounts are dollars here. What a log holds, with amounts in cents, is read by
``croupier.record.codec``.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from croupier.errors import CroupierError
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.stud.state import JACKPOT
from croupier.kit.shapes import ShapeError, convert_data, did_you_mean
from croupier.messages import Command
from croupier.money import Cents, NotAnAmountError, dollars
from croupier.record.codec import COMMANDS
from croupier.rulebooks import GAMES, BlackjackLaw, Role

MONEY = ("amount", "minimum", "maximum", "unit", "over", "open")
"""The fields that a person writes in dollars."""
TIMES = ("at", "effective", "until", "opens", "closes")
"""The fields that are times; one without a zone is universal time."""


PAY_JACKPOT = str(PayJackpot.__struct_config__.tag)


class BadCommandError(CroupierError):
    """Data that is no command."""


class NotATimeError(CroupierError):
    """A text that cannot be read as a time."""

    status, code = 400, "request/not-understood"


def parse_time(given: object) -> datetime:
    """Read a time in the ISO 8601 form.

    >>> parse_time("2026-05-01T20:00").isoformat()
    '2026-05-01T20:00:00+00:00'
    """
    try:
        time = given if isinstance(given, datetime) else datetime.fromisoformat(str(given))
    except ValueError:
        raise NotATimeError(f"{given!r} is not a time such as 2026-05-01T20:00:00Z") from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def read_dollars(field: str, given: Any) -> Cents:
    """Return an amount in dollars as cents. Raise, naming the field, if it is no amount."""
    try:
        return dollars(given)
    except NotAnAmountError as error:
        raise NotAnAmountError(f"{field}: {error}") from None


@cache
def command_types() -> dict[str, type[Command]]:
    """Return every command by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in COMMANDS}


TITLES = {
    "casino-supervisor": Role.SUPERVISOR,
    "gaming-supervisor": Role.SUPERVISOR,
    "table-inspector": Role.SUPERVISOR,
    "table-games-manager": Role.GAMING_MANAGER,
    "gaming-shift-manager": Role.GAMING_MANAGER,
    "operator": Role.GAMING_MANAGER,
    "casino-operator": Role.GAMING_MANAGER,
}
"""What rulebooks call roles, where that is not their name here; a person who acts for the
operator has the powers of all."""


def _role(given: object) -> object:
    """Return the role that a command names, also if it uses the rulebook's title for it."""
    return TITLES.get(given, given) if isinstance(given, str) else given


WORDS_OF_PLAYERS = {
    "stay": "stand",
    "draw": "hit",
    "double-down": "double",
    "split-hand": "split",
    "insurance": "insure",
    "raise": "bet",
    "call": "bet",
    "place": "wager",
}
"""What players say for steps, where the name that looks most like it is another one."""


def _suggestion(do: str) -> str:
    """Return the end of the sentence about an unknown step: the name that was probably meant."""
    name = do.lower().replace("_", "-").replace(" ", "-")
    if name in _wagers():
        return f'; it is a wager: do = "wager", on = "{name}"'
    if name in command_types():
        return f"; did you mean {name}?"
    if name in WORDS_OF_PLAYERS:
        return f"; did you mean {WORDS_OF_PLAYERS[name]}?"
    return did_you_mean(name, command_types())


def _wagers() -> set[str]:
    """Return the names of the wagers of all games."""
    blackjack = (law for law in GAMES.values() if isinstance(law, BlackjackLaw))
    side_bets = {bet.name for law in blackjack for bet in law.side_bets.kinds}
    return {JACKPOT, *side_bets, *(law.initial for law in GAMES.values())}


def _named_step(data: object) -> object:
    """Return what a command says that happens. Raise if it says nothing."""
    if not isinstance(data, Mapping):
        raise BadCommandError(
            f"{data!r} is not a command; write its fields, such as "
            '{"do": "wager", "player": "ann", "box": 1, "amount": 25}'
        )
    if "command" in data:
        raise BadCommandError("this is a command from a log, in cents; here it needs do")
    if "do" not in data:
        raise BadCommandError('do is missing; it says what happens, as in do = "deal"')
    step: object = data["do"]
    return step


def to_command(data: Mapping[str, Any]) -> Command:
    """Return the command with these fields: amounts in dollars, the usual role unless one is named.

    >>> to_command({"do": "wager", "player": "ann", "box": 1, "amount": 5.50}).amount
    550
    """
    do = _named_step(data)
    kind = command_types().get(do) if isinstance(do, str) else None
    if kind is None:
        raise BadCommandError(f"there is no step {do!r}{_suggestion(str(do))}")
    fields = {**data, "by": _role(data.get("by", kind.usual))}
    del fields["do"]
    if do == PAY_JACKPOT and "payments" in fields:
        raise BadCommandError(f"{do}: what is paid comes from the pool")
    try:
        for key in MONEY:
            if key in fields:
                fields[key] = read_dollars(key, fields[key])
        for key in TIMES:
            if fields.get(key) is not None:
                fields[key] = parse_time(fields[key])
        return convert_data({"command": do, **fields}, kind, keep=(datetime,))
    except (NotAnAmountError, NotATimeError, ShapeError) as error:
        raise BadCommandError(f"{do}: {error}") from None
