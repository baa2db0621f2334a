"""Commands on the wire: all of the engine's, without the role and the time, which the server sets.

Amounts are cents, as in the views that commands are picked from.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Union

import msgspec

from croupier.features.promotions.rules.decisions import COMMANDS as PROMOTION_COMMANDS
from croupier.features.promotions.rules.draws import DrawWinners
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.placings import EndSession
from croupier.features.tournaments.rules.seats import DrawSeats
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.table.preparation import ShuffleCards
from croupier.messages import Command
from croupier.money.amounts import MOST
from croupier.record.codec import COMMANDS, TOURNAMENT_COMMANDS
from croupier.web.auth.permissions import PLAYER_FIELD
from croupier.web.problems import UNASKED, ProblemError

WITHHELD: dict[type[Command], tuple[str, ...]] = {
    PayJackpot: ("payments",),
    ShuffleCards: ("handle", "cards"),
    Enter: ("lots",),
    DrawSeats: ("lots",),
    EndSession: ("lots",),
    DrawWinners: ("winners",),
}
"""The fields of commands that nobody may send: the pool's payments, the order of cards, lots."""


class BadRequestError(ProblemError):
    """The body is not a command."""

    def __init__(self, detail: str) -> None:
        super().__init__(400, "request/not-understood", detail)


class CommandMessage(msgspec.Struct, frozen=True, tag_field="command", rename="kebab"):
    """A command as a client sends it."""


def _asked(kind: type[Command]) -> type[msgspec.Struct]:
    """Return the message type of one kind of command."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in (*UNASKED, *WITHHELD.get(kind, ())):
            continue
        default: Any = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = msgspec.field(default_factory=field.default_factory, name=field.encode_name)
        elif field.name == PLAYER_FIELD and default is msgspec.NODEFAULT:
            default = msgspec.field(default="", name=field.encode_name)
        else:
            default = msgspec.field(default=default, name=field.encode_name)
        fields.append((field.name, field.type, default))
    made = msgspec.defstruct(
        kind.__name__,
        fields,
        bases=(CommandMessage,),
        frozen=True,
        kw_only=True,
        tag=str(kind.__struct_config__.tag),
        forbid_unknown_fields=True,
        module=__name__,
    )
    made.__doc__ = kind.__doc__
    return made


def _kinds(commands: tuple[type[Command], ...]) -> dict[str, type[Command]]:
    return {str(kind.__struct_config__.tag): kind for kind in commands}


TABLE_COMMANDS = _kinds(COMMANDS)
"""The commands of tables and accounts, by name."""
OF_TOURNAMENTS = _kinds(TOURNAMENT_COMMANDS)
OF_PROMOTIONS = _kinds(PROMOTION_COMMANDS)

TableCommandMessage: Any = Union[tuple(_asked(kind) for kind in TABLE_COMMANDS.values())]  # noqa: UP007
"""Any command of a table, as a client sends it."""
TournamentCommandMessage: Any = Union[tuple(_asked(kind) for kind in OF_TOURNAMENTS.values())]  # noqa: UP007
PromotionCommandMessage: Any = Union[tuple(_asked(kind) for kind in OF_PROMOTIONS.values())]  # noqa: UP007


@cache
def _decoder(kinds: Any) -> "msgspec.json.Decoder[CommandMessage]":
    return msgspec.json.Decoder(kinds)


def read(body: bytes, kinds: Any = TableCommandMessage) -> CommandMessage:
    """Decode a command from a request's body. Raise ``BadRequestError`` if it is none."""
    try:
        return _decoder(kinds).decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadRequestError(f"this is not a valid command: {_in_words(str(error))}") from None


def _in_words(error: str) -> str:
    for name in UNASKED:
        if f"unknown field `{name}`" in error:
            return f"leave out {name!r}: the role is the account's, the time is the server's"
    return error


def asked_fields(asked: CommandMessage) -> dict[str, Any]:
    """Return the fields of a message by name.

    Raise ``BadRequestError`` for a number larger than any table needs: not every store could hold
    it.
    """
    fields = {name: getattr(asked, name) for name in asked.__struct_fields__}
    if not _reasonable(fields):
        raise BadRequestError(f"a number in a command is at most {MOST}")
    return fields


def _reasonable(value: Any) -> bool:
    """Return whether no number in a value is larger than any table needs."""
    match value:
        case str() | None:
            return True
        case int() | float():
            return abs(value) <= MOST
        case Mapping():
            return all(map(_reasonable, value)) and all(map(_reasonable, value.values()))
        case tuple() | frozenset():
            return all(map(_reasonable, value))
        case msgspec.Struct():
            return all(_reasonable(getattr(value, name)) for name in value.__struct_fields__)
    return True


def name_of(asked: CommandMessage) -> str:
    """Return the wire name of a command."""
    return str(asked.__struct_config__.tag)
