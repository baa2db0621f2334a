"""Commands on the wire: all of the engine's, without the role and the time, which the server sets.

Amounts are cents, as in the views that commands are picked from.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Union

import msgspec

from croupier.messages import Command
from croupier.money.amounts import MOST
from croupier.record.codec import COMMANDS
from croupier.web.auth.permissions import PLAYER_FIELD
from croupier.web.problems import SERVER_FIELDS, ProblemError


class BadRequestError(ProblemError):
    """The body is not a command."""

    def __init__(self, detail: str) -> None:
        super().__init__(400, "request/not-understood", detail)


class CommandMessage(msgspec.Struct, frozen=True, tag_field="command", rename="kebab"):
    """A command as a client sends it."""


def _message_type(kind: type[Command]) -> type[msgspec.Struct]:
    """Return the message type of one kind of command."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in (*SERVER_FIELDS, *kind.withheld):
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


def commands_by_name(commands: tuple[type[Command], ...]) -> dict[str, type[Command]]:
    """Return the commands by the names that a message gives them."""
    return {str(kind.__struct_config__.tag): kind for kind in commands}


def message_union(commands: tuple[type[Command], ...]) -> Any:
    """Return the type of a message with any of the commands, for decoders and the API's schema."""
    return Union[tuple(map(_message_type, commands))]  # noqa: UP007


TABLE_COMMANDS = commands_by_name(COMMANDS)
"""The commands of tables and accounts, by name."""
TableCommandMessage: Any = message_union(COMMANDS)
"""Any command of a table, as a client sends it."""


@cache
def _decoder(kinds: Any) -> "msgspec.json.Decoder[CommandMessage]":
    return msgspec.json.Decoder(kinds)


def read_command(body: bytes, kinds: Any = TableCommandMessage) -> CommandMessage:
    """Decode a command from a request's body. Raise ``BadRequestError`` if it holds none."""
    try:
        return _decoder(kinds).decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadRequestError(f"this is not a valid command: {_explain(str(error))}") from None


def _explain(error: str) -> str:
    for name in SERVER_FIELDS:
        if f"unknown field `{name}`" in error:
            return f"leave out {name!r}: the role is the account's, the time is the server's"
    return error


def message_fields(message: CommandMessage) -> dict[str, Any]:
    """Return the fields of a message by name.

    Raise ``BadRequestError`` for a number larger than any table needs: not every store could hold
    it.
    """
    fields = {name: getattr(message, name) for name in message.__struct_fields__}
    if not _has_bounded_numbers(fields):
        raise BadRequestError(f"a number in a command is at most {MOST}")
    return fields


def _has_bounded_numbers(value: Any) -> bool:
    """Return whether no number in a value is larger than any table needs."""
    match value:
        case str() | None:
            return True
        case int() | float():
            return abs(value) <= MOST
        case Mapping():
            return all(map(_has_bounded_numbers, value)) and all(
                map(_has_bounded_numbers, value.values())
            )
        case tuple() | frozenset():
            return all(map(_has_bounded_numbers, value))
        case msgspec.Struct():
            return all(
                _has_bounded_numbers(getattr(value, name)) for name in value.__struct_fields__
            )
    return True


def name_of(message: CommandMessage) -> str:
    """Return the wire name of a command."""
    return str(message.__struct_config__.tag)
