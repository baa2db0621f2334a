"""Commands from plain data: what a scenario file, a request or a log holds."""

from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.money import NotAnAmountError, dollars
from croupier.play.engine import HANDLERS
from croupier.table.commands import Command

MONEY = ("amount", "minimum", "maximum", "unit")
"""The fields that a person writes in dollars."""


class BadCommandError(CroupierError):
    """Data that is no command."""


@cache
def command_types() -> dict[str, type[Command]]:
    """Every command by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in HANDLERS}


def to_command(data: dict[str, Any]) -> Command:
    """A command from its fields, amounts in dollars."""
    do = data.get("do")
    kind = command_types().get(do) if isinstance(do, str) else None
    if kind is None:
        known = ", ".join(sorted(command_types()))
        raise BadCommandError(f"there is no step {do!r}; there are {known}")
    fields = {key: value for key, value in data.items() if key != "do"}
    try:
        for key in MONEY:
            if key in fields:
                fields[key] = dollars(fields[key])
        return msgspec.convert({"do": do, **fields}, kind, builtin_types=(datetime,))
    except NotAnAmountError as error:
        raise BadCommandError(f"{do}: {error}") from None
    except msgspec.ValidationError as error:
        raise BadCommandError(f"{do}: {error}") from None
