"""Reading data files and requests: conversion to types, with errors in plain words.

msgspec and tomllib do the work. Their messages are rephrased here for people who write such files:
each names the place, and for a misspelt name the one that was probably meant.
"""

import os
import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

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


def in_shape(data: Any, kind: type[Shape], *, keep: tuple[type, ...] = ()) -> Shape:
    """Return the data as a value of the type.

    Values that have their type already may stand within it.

    ``keep`` lists builtin types that are accepted unconverted. Raise :class:`ShapeError` if the
    data does not fit.

    >>> class Point(msgspec.Struct, forbid_unknown_fields=True):
    ...     across: int
    >>> in_shape({"acros": 1}, Point)
    Traceback (most recent call last):
    croupier.kit.data_files.ShapeError: there is no field acros; did you mean across?
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


FAULTS = (
    ("Unclosed array", "a list is not closed with ]"),
    ("Unclosed inline table", "an entry is not closed with }"),
    ("Unterminated string", "a text is not closed with its quotation mark"),
    ("overwrite", "this name has a value already"),
    ("twice", "this name is given twice"),
    ("Duplicate", "this name is given twice"),
    ("mutate", "this name has a value already"),
    ("Expected '=' after a key", "a name and its value go together, as in decks = 6"),
    ("Invalid value", "a value is missing or not readable; texts stand in quotation marks"),
    ("Invalid statement", "this is not a name with a value, as in decks = 6"),
    ("initial character for a key", "a name begins with a letter or stands in quotation marks"),
    ("Expected newline", "something follows a value on the same line"),
    ("Expected ']", "a heading is not closed with its brackets"),
    ("date", "this is not a date or time, such as 2026-05-01T20:00:00Z"),
    ("Unescaped", "write a backslash in a text as two"),
    ("character", "a character stands here that cannot"),
)
"""Parts of messages of ``tomllib``, and the sentences that replace them."""
DEEPEST = 200
"""The most parts of a dotted name: ``tomllib`` takes quadratic time to read one."""
MOST_BYTES = 10_000_000
"""The size limit for a file written by a person."""


class UnreadableFileError(CroupierError):
    """Raised for a file that cannot be read or is not TOML."""


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raise :class:`UnreadableFileError` for a folder, a device or a huge file.
    """
    try:
        if not path.is_file():
            if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
                raise UnreadableFileError("this folder cannot be read")
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise UnreadableFileError(
                f"this is {what}" if path.exists() else "there is no such file"
            )
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableFileError(f"this has more than {MOST_BYTES:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableFileError(f"this cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UnreadableFileError("this is not text in UTF-8") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text. Raise :class:`UnreadableFileError` if it is not TOML."""
    if any(part.count(".") > DEEPEST for line in text.splitlines() for part in line.split("=")):
        raise UnreadableFileError("values lie too deep within each other")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableFileError(_toml_fault(error)) from None
    except RecursionError:
        raise UnreadableFileError("values lie too deep within each other") from None
    except ValueError:
        raise UnreadableFileError("a number has too many digits") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raise :class:`UnreadableFileError` if it cannot be read.
    """
    return parse_toml(read_text(path))


def _toml_fault(error: tomllib.TOMLDecodeError) -> str:
    """Return where a text is not TOML, and why: ``line 3, column 5: there is no value here``."""
    what, _, where = str(error).partition(" (at ")
    why = next((ours for theirs, ours in FAULTS if theirs in what), "this is not TOML")
    place = where.rstrip(")") or "somewhere"
    return f"{place.replace('end of document', 'end of the file')}: {why}"


def line_of_key(text: str, key: str) -> int | None:
    """Return the first line that assigns a key or opens its table; ``None`` if there is none."""
    name = re.escape(key)
    opens = re.compile(
        rf"\s*(?:\[+\s*(?:[\w-]+\.)*{name}\s*\]|\"?{name}\"?\s*=)|.*[{{,]\s*{name}\s*="
    )
    return next((n for n, line in enumerate(text.splitlines(), 1) if opens.match(line)), None)


def line_of_entry(text: str, key: str, number: int) -> int | None:
    """Return the line on which an entry of a list begins; ``None`` if it is not found.

    Lines and entries count from 1. The list is written as repeated ``[[key]]`` headings, or as
    ``key = [`` with one entry per line.

    >>> line_of_entry('a = 1\\nsteps = [\\n  { do = "deal" },\\n  { do = "hit" },\\n]', "steps", 2)
    4
    """
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines, 1) if line.strip() == f"[[{key}]]"]
    if heads:
        return heads[number - 1] if number <= len(heads) else None
    start = next((n for n, line in enumerate(lines, 1) if re.match(rf"{key}\s*=\s*\[", line)), None)
    if start is None:
        return None
    entries = [
        n
        for n, line in enumerate(lines[start - 1 :], start)
        if re.match(rf"\s*(?:{key}\s*=\s*\[\s*)?{{", line)
    ]
    return entries[number - 1] if number <= len(entries) else None
