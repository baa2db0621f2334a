"""Every rule in the law's data, by its path: ``double.totals``, ``wagers.control.2``."""

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import asdict

from croupier.rulebooks import Provision, Rule, Says, TableLaw


class Datum(msgspec.Struct, frozen=True):
    """One rule of a game's law: its path, and the field that holds it."""

    game: str
    """The game by its name."""
    book: str
    """The rulebook by its name."""
    path: str
    """Where it stands in the law: ``double.totals``."""
    owner: type
    """The part of the law that has the field, such as ``DoubleLaw``."""
    field: str
    """The field's name."""
    rule: Provision
    """The rule itself, or what the law says."""
    clause: str
    """One of the clauses that the rule cites."""
    text: str
    """The rule's value for people, or what its clause says."""


def data_of(law: TableLaw) -> Iterator[Datum]:
    """All rules of a law, in the order of its declaration."""
    for owner, field, path, rule in _rules(law, ()):
        text = law.worded(rule) if isinstance(rule, Says) else readable(rule.value)
        for clause in (rule.clause, *rule.also):
            yield Datum(law.game, law.book, ".".join(path), owner, field, rule, clause, text)


Found = tuple[type, str, tuple[str, ...], Provision]


def _rules(part: msgspec.Struct, path: tuple[str, ...]) -> Iterator[Found]:
    for field in part.__struct_fields__:
        yield from _within(type(part), field, getattr(part, field), (*path, field))


def _within(owner: type, field: str, value: object, path: tuple[str, ...]) -> Iterator[Found]:
    if isinstance(value, Rule | Says):
        yield declaring(owner, field), field, path, value
    elif isinstance(value, msgspec.Struct):
        yield from _rules(value, path)
    elif isinstance(value, tuple):
        for number, one in enumerate(value, 1):
            name = str(getattr(one, "name", number))
            yield from _within(owner, field, one, (*path, name))
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _within(owner, field, one, (*path, str(name)))


def declaring(owner: type, field: str) -> type:
    """The class that declares a field which others inherit."""
    return next(one for one in reversed(owner.__mro__) if field in vars(one))


def readable(value: object) -> str:
    """A rule's value for people: ``9, 10, 11``, ``3 to 2``, ``yes``."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case range():
            return f"{value.start} to {value.stop - 1}"
        case Enum():
            return readable(value.value)
        case frozenset() | set():
            return ", ".join(sorted(map(readable, value), key=_natural))
        case tuple() | list():
            return ", ".join(map(readable, value))
        case dict():
            return ", ".join(f"{readable(key)}: {readable(one)}" for key, one in value.items())
        case msgspec.Struct() if type(value).__str__ is object.__str__:
            return ", ".join(f"{name} {readable(one)}" for name, one in asdict(value).items())
        case _:
            return str(value)


def _natural(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdigit() else (0, text)
