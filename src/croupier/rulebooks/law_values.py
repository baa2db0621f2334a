"""The values of a law without its words: what decides at a table, one line for each value.

The fingerprint of a law changes with every citation and every sentence. A table need not stop for
that: what it was opened under is the same law as long as no value is another.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.money import Odds
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.fingerprints import LENGTH
from croupier.rulebooks.table_law import TableLaw

WORDS = frozenset({"game", "title", "book", "revision", "other_titles"})
"""The fields of a law that name it, and decide nothing; of its parts, the title does."""
SAID = "said"
"""The value of what a clause only describes: that there is such a clause may decide."""
EMPTY: tuple[object, ...] = (None, False, "", (), {}, frozenset())
"""What a law lacks."""
NOTHING = "nothing"
"""Stands for the value of a line that one of two laws does not have."""


class Difference(NamedTuple):
    """A value of the law that is another one now."""

    line: str
    """Where it stands in the law: ``cards.decks``."""
    before: str
    """What it was; ``nothing`` where the law had no such line."""
    after: str
    """What it is; ``nothing`` where the law has no such line."""


@cache
def value_lines(law: TableLaw) -> Mapping[str, str]:
    """Every value of a law by its place in it.

    Citations, wording and the order in which things are declared leave no trace. Nor does what a
    law lacks, so that a new field that a law leaves empty changes nothing.

    >>> from croupier.rulebooks import STAR_BLACKJACK
    >>> value_lines(STAR_BLACKJACK)["cards.decks"]
    '6, 8'
    """
    names = (name for name in law.__struct_fields__ if name not in WORDS)
    found = (line for name in names for line in _lines(name, getattr(law, name)))
    return dict(sorted(found))


@cache
def values_digest(law: TableLaw) -> str:
    """A short name for the values of a law: two laws with one digest play alike."""
    return digest_of(value_lines(law))


def digest_of(lines: Mapping[str, str]) -> str:
    """The same from the lines themselves."""
    text = "".join(f"{line}\t{value}\n" for line, value in sorted(lines.items()))
    return sha256(text.encode()).hexdigest()[:LENGTH]


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Difference, ...]:
    """The lines in which the values of two laws differ, in the order of their names."""
    return tuple(
        Difference(line, before.get(line, NOTHING), after.get(line, NOTHING))
        for line in sorted({*before, *after})
        if before.get(line) != after.get(line)
    )


def _lines(place: str, value: object) -> Iterator[tuple[str, str]]:
    """The lines of one part of a law."""
    if isinstance(value, Says):
        yield place, SAID
    elif isinstance(value, Rule):
        yield place, _text(value.value)
    elif parts := _parts(value):
        for name, part in parts:
            yield from _lines(f"{place}.{name}", part)
    elif value not in EMPTY:
        yield place, _text(value)


def _parts(value: object) -> list[tuple[str, object]]:
    """The parts of a part of a law that have lines of their own, by their names."""
    match value:
        case Odds():
            return []
        case msgspec.Struct():
            return [
                (name, getattr(value, name)) for name in value.__struct_fields__ if name != "title"
            ]
        case dict():
            return [(_text(key), item) for key, item in value.items()]
        case tuple() if any(isinstance(item, msgspec.Struct) for item in value):
            return list(zip(_names(value), value, strict=True))
    return []


def _names(parts: tuple[object, ...]) -> list[str]:
    """What parts of a list are called: by their own names, whose order is free, or by number."""
    own = [str(getattr(part, "name", "")) for part in parts if isinstance(part, msgspec.Struct)]
    if all(own) and len({*own}) == len(parts):
        return own
    return [str(number) for number in range(1, len(parts) + 1)]


def _text(value: object) -> str:
    """One value in a line, the same in every process."""
    match value:
        case Enum():
            return value.value if isinstance(value.value, str) else value.name
        case Odds():
            return str(value)
        case msgspec.Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return ", ".join(f"{name} {_inner(one)}" for name, one in fields)
        case dict():
            return ", ".join(sorted(f"{_text(key)}: {_inner(one)}" for key, one in value.items()))
        case frozenset():
            return ", ".join(sorted(map(_inner, value)))
        case tuple() | list():
            return ", ".join(map(_inner, value))
        case range():
            return f"{value.start} to {value.stop - 1}"
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _inner(value: object) -> str:
    """A value within another; one that has parts stands in brackets."""
    several = isinstance(value, tuple | frozenset | dict | msgspec.Struct)
    return f"({_text(value)})" if several and not isinstance(value, Odds) else _text(value)
