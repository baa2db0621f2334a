"""Conversion of data to types, with errors in plain words.

msgspec does the work. Its messages are rephrased here for people who write files and requests: each
names the place, and for a misspelt name the one that was probably meant.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from numbers import Real
from types import UnionType
from typing import (
    Any,
    NamedTuple,
    SupportsIndex,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from croupier.errors import CroupierError

Shape = TypeVar("Shape")
PLACE = re.compile(r" - at `\$?\.?(?P<place>.*)`$")
UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`")
MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")
WRONG = re.compile(r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)`")
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of names and values",
    "null": "nothing",
    "decimal": "a number",
    "datetime": "a time, such as 2026-05-01T20:00:00Z",
}
ENTRY = re.compile(r"\[(\d+)\]")
MOST_NAMES = 60
"""The most names that an error message lists."""
ANY_VALUE = "[...]"
"""How msgspec marks a dictionary's value in a path."""


class ShapeError(CroupierError):
    """Raised for data that does not have the required shape."""


class Fault(NamedTuple):
    """What is wrong, and where."""

    place: str
    """The path of keys, such as ``paid[2].box``; entries of a list count from 1."""
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}" if self.place else self.why


def convert_data(data: Any, kind: type[Shape], *, keep: tuple[type, ...] = ()) -> Shape:
    """Return the data as a value of the type.

    Values that have their type already may stand within it.

    ``keep`` lists builtin types that are accepted unconverted. Raise :class:`ShapeError` if the
    data does not fit.

    >>> class Point(msgspec.Struct, forbid_unknown_fields=True):
    ...     across: int
    >>> convert_data({"acros": 1}, Point)
    Traceback (most recent call last):
    croupier.kit.shapes.ShapeError: there is no field acros; did you mean across?
    """
    try:
        return msgspec.convert(data, kind, builtin_types=keep, from_attributes=True)
    except msgspec.ValidationError as error:
        raise ShapeError(str(fault_in(kind, str(error)))) from None


def fault_in(kind: type, message: str) -> Fault:
    """Return the fault that a message of msgspec describes, in plain words."""
    found = PLACE.search(message)
    place = found["place"] if found else ""
    why = PLACE.sub("", message)
    counted = ENTRY.sub(lambda at: f"[{int(at[1]) + 1}]", place.replace(ANY_VALUE, ""))
    return Fault(counted, _in_words(why, kind, place))


def as_whole(value: object) -> int | None:
    """Return a whole number of any type as such; ``None`` for anything else, yes and no among it.

    >>> as_whole(6.0), as_whole(Decimal(6)), as_whole(6.5), as_whole(True), as_whole("6")
    (6, 6, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, SupportsIndex):
            return value.__index__()
        if isinstance(value, Real | Decimal):
            number: Any = value
            return int(number) if int(number) == value else None
    except (ArithmeticError, TypeError, ValueError):
        pass
    return None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return how to end a sentence about an unknown name: with the likely one, or all names.

    >>> did_you_mean("wagger", ["wager", "deal"])
    '; did you mean wager?'
    >>> did_you_mean("void", ["deal", "void-hand", "void-round"])
    '; did you mean void-hand or void-round?'
    """
    names = sorted(known)
    longer = [one for one in names if name and one.startswith(f"{name}-")]
    close = longer or get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    more = ", ..." if len(names) > MOST_NAMES else ""
    return f"; choose from {', '.join(names[:MOST_NAMES])}{more}"


def _in_words(why: str, kind: type, place: str) -> str:
    if found := UNKNOWN.fullmatch(why):
        known = _fields(_kind_at(kind, place))
        return f"there is no field {found['name']}{did_you_mean(found['name'], known)}"
    if found := MISSING.fullmatch(why):
        return f"{found['name']} is missing"
    if found := WRONG.fullmatch(why):
        wanted = " or ".join(KINDS.get(word, word) for word in found["wanted"].split(" | "))
        given = KINDS.get(found["given"], found["given"])
        if (found["wanted"], found["given"]) == ("int", "float"):
            given = "one with a decimal point"
        return f"this must be {wanted}, not {given}"
    if why.startswith("Invalid enum value"):
        known = [str(one.value) for one in _members(_kind_at(kind, place))]
        name = why.removeprefix("Invalid enum value ").strip("'")
        return f"{name!r} is not accepted here{did_you_mean(name, known)}"
    return why[:1].lower() + why[1:]


def _kind_at(kind: Any, place: str) -> Any:
    """Return the type at a path within another type; ``object`` where nothing is known about it."""
    for step in ENTRY.sub(".[]", place.replace(ANY_VALUE, ".{}")).split("."):
        if step:
            kind = _step(kind, step)
    return kind


def _step(kind: Any, step: str) -> Any:
    for one in _kinds(kind):
        if step == "[]" and get_origin(one) in (list, tuple, set, frozenset):
            return get_args(one)[0]
        if step == "{}" and get_origin(one) is dict:
            return get_args(one)[1]
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            names = dict(zip(one.__struct_encode_fields__, one.__struct_fields__, strict=True))
            return get_type_hints(one).get(names.get(step, step), object)
    return object


def _kinds(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _fields(kind: Any) -> list[str]:
    return [
        name
        for one in _kinds(kind)
        if isinstance(one, type) and issubclass(one, msgspec.Struct)
        for name in one.__struct_encode_fields__
    ]


def _members(kind: Any) -> list[Enum]:
    return [
        member
        for one in _kinds(kind)
        if isinstance(one, type) and issubclass(one, Enum)
        for member in one
    ]
