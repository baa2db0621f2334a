"""Writes the types of the methods that commands have: ``python -m tests.floor.method_types``."""

import subprocess
import sys
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from croupier.cards import Card
from croupier.floor import methods
from croupier.floor.command_text import MONEY, command_types
from croupier.floor.methods import fields_of, method_name, parameters_of
from croupier.rulebooks import Role

STUB = Path(methods.__file__).with_suffix(".pyi")
HEAD = '''# ruff: noqa: A002 - two fields of a form are called type and open
"""The types of the methods; written by ``python -m tests.floor.method_types``."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from inspect import Parameter
from typing import Any

from croupier.cards import Card
from croupier.floor.floor import Answer
from croupier.messages import Command
from croupier.money import Dollars
from croupier.rulebooks import Role

FROM_THE_POOL: str

def method_name(command: str) -> str: ...
def fields_of(command: str) -> list[Any]: ...
def parameters_of(command: str) -> Iterator[Parameter]: ...

class TableMethods:
    def do(self, command: Command) -> Answer: ...
'''


def type_text(name: str, kind: Any) -> str:
    """The type that a method takes for a field, as Python writes it."""
    if name in MONEY:
        return "Dollars | None" if type(None) in get_args(kind) else "Dollars"
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(type_text(name, one) for one in get_args(kind))
    if get_origin(kind) is tuple:
        entry = get_args(kind)[0]
        return f"Sequence[{type_text(name, entry)}]"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{kind.__name__} | str"
    if kind is datetime:
        return "datetime | str"
    if kind is type(None):
        return "None"
    return str(kind.__name__)


def enum_imports() -> str:
    """The imports of enumerations that are fields of commands, besides cards and roles."""
    found: dict[str, set[str]] = {}
    for command in command_types():
        for field in fields_of(command):
            for kind in (field.type, *get_args(field.type)):
                named = isinstance(kind, type) and issubclass(kind, Enum)
                if named and kind not in (Card, Role):
                    found.setdefault(kind.__module__, set()).add(kind.__name__)
    return "".join(
        f"from {module} import {', '.join(sorted(names))}\n" for module, names in found.items()
    )


def default_text(default: object) -> str:
    """A default, as Python writes it."""
    if isinstance(default, Enum):
        return f"{type(default).__name__}.{default.name}"
    return repr(default) if not isinstance(default, str) else f'"{default}"'


def method_text(command: str) -> str:
    """The signature of one method."""
    kinds = {field.name: field.type for field in fields_of(command)}
    parts = ["self"]
    for parameter in parameters_of(command):
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        text = f"{parameter.name}: {type_text(parameter.name, kinds[parameter.name])}"
        if parameter.default is not parameter.empty:
            text += f" = {default_text(parameter.default)}"
        parts.append(text)
    return f"    def {method_name(command)}({', '.join(parts)}) -> Answer: ..."


def stub_text() -> str:
    """The whole file in the house format."""
    head = HEAD.replace("from croupier.messages", f"{enum_imports()}from croupier.messages")
    text = head + "\n".join(map(method_text, command_types())) + "\n"
    form = [sys.executable, "-m", "ruff", "format", "--stdin-filename", STUB.name, "-"]
    return subprocess.run(form, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    STUB.write_text(stub_text(), encoding="utf-8")
