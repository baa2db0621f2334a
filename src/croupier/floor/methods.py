"""A method for every command, so that editors complete play: ``table.hit(box=1)``.

The methods are made from the commands, and take what scenario files take: amounts in dollars, cards
as text, the usual role unless ``by`` names another. Their types are in ``methods.pyi``, which
``python -m tests.floor.method_types`` writes from the same commands; a test holds it to them.
"""

import inspect
from collections.abc import Callable, Iterator
from keyword import iskeyword
from typing import Any

import msgspec

from croupier.errors import ArgumentError
from croupier.floor.command_text import MONEY, PAY_JACKPOT, command_types, to_command
from croupier.floor.floor import Answer
from croupier.kit.shapes import as_whole
from croupier.messages import Command

FROM_THE_POOL = "payments"
"""The field of a payment of jackpots that only the pool fills in."""


def method_name(command: str) -> str:
    """Return the name of a command's method; ``pass_`` where Python keeps the word for itself."""
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def fields_of(command: str) -> list[Any]:
    """Return the fields that a command's method takes, in order; the role and the time are last."""
    fields = msgspec.structs.fields(command_types()[command])
    taken = [one for one in fields if (command, one.name) != (PAY_JACKPOT, FROM_THE_POOL)]
    return sorted(taken, key=lambda one: one.name in Command.__struct_fields__)


def parameters_of(command: str) -> Iterator[inspect.Parameter]:
    """Yield the parameters of a command's method: the first by position, too, if it must be."""
    for place, field in enumerate(fields_of(command)):
        kind = inspect.Parameter.KEYWORD_ONLY
        if place == 0 and field.required:
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        default = inspect.Parameter.empty if field.required else field.default
        if field.name == "by":
            kind, default = inspect.Parameter.KEYWORD_ONLY, command_types()[command].usual
        yield inspect.Parameter(field.name, kind, default=default)


class TableMethods:
    """The commands of all games as methods. Each returns the events, or the refusal."""

    def do(self, command: Command) -> Answer:
        """Submit a command."""
        raise NotImplementedError


def _method(command: str) -> Callable[..., Answer]:
    name = method_name(command)
    parameters = list(parameters_of(command))
    names = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]

    def method(self: TableMethods, *values: Any, **fields: Any) -> Answer:
        if len(values) > len(names):
            first = f"only {names[0]} may stand" if names else "nothing stands"
            raise ArgumentError(f"{name}: {first} without its name, as in box=1")
        twice = [one for one in names[: len(values)] if one in fields]
        if twice:
            meant = f"{values[0]!r} without a name is the {twice[0]}"
            raise ArgumentError(f"{name}: {twice[0]} is given twice: {meant}")
        given = dict(zip(names, values, strict=False)) | fields
        if given.get("player") == "":
            raise ArgumentError(f"{name}: player: '' is not a name")
        wire = {field.replace("_", "-"): _plain(field, value) for field, value in given.items()}
        return self.do(to_command({"do": command, **wire}))

    method.__name__, method.__qualname__ = name, f"{TableMethods.__name__}.{name}"
    method.__doc__ = command_types()[command].__doc__
    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = inspect.Signature([this, *parameters])  # type: ignore[attr-defined]
    return method


def _plain(field: str, value: object) -> object:
    """Return a whole number of another type as such; amounts have their own reader."""
    whole = None if field in MONEY else as_whole(value)
    return value if whole is None else whole


for _command in command_types():
    setattr(TableMethods, method_name(_command), _method(_command))
