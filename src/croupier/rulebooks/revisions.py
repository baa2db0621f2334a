"""Revisions of the laws: whether the installed law plays like the one a table was opened under.

``data/revisions.tsv`` has a row for every law that a version of the package has installed: its
revision, its fingerprint and the digest of its values. ``data/earlier-values.tsv`` has the lines in
which earlier laws differ from the installed one. `python -m tests.rulebooks.revisions` writes both.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.money import Odds
from croupier.rulebooks.catalogue import DATA, Rule, Says
from croupier.rulebooks.installed import LENGTH, fingerprint
from croupier.rulebooks.law.table import TableLaw

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
    """Return every value of a law by its place in it.

    Citations, wording and the order of declarations are left out. So is what a law lacks: a new
    field that a law leaves empty changes nothing.

    >>> from croupier.rulebooks import STAR_BLACKJACK
    >>> value_lines(STAR_BLACKJACK)["cards.decks"]
    '6, 8'
    """
    names = (name for name in law.__struct_fields__ if name not in WORDS)
    found = (line for name in names for line in _lines(name, getattr(law, name)))
    return dict(sorted(found))


@cache
def values_digest(law: TableLaw) -> str:
    """Return a short digest of the values of a law: two laws with the same digest play alike."""
    return digest_of(value_lines(law))


def digest_of(lines: Mapping[str, str]) -> str:
    """Return the digest of the lines of a law's values."""
    text = "".join(f"{line}\t{value}\n" for line, value in sorted(lines.items()))
    return sha256(text.encode()).hexdigest()[:LENGTH]


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[Difference, ...]:
    """Return the lines in which the values of two laws differ, ordered by name."""
    return tuple(
        Difference(line, before.get(line, NOTHING), after.get(line, NOTHING))
        for line in sorted({*before, *after})
        if before.get(line) != after.get(line)
    )


def _lines(place: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the lines of one part of a law."""
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
    """Return the parts of a part of a law that have lines of their own, by name."""
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
    """Return the names of the parts of a list: their own, whose order is free, or numbers."""
    own = [str(getattr(part, "name", "")) for part in parts if isinstance(part, msgspec.Struct)]
    if all(own) and len({*own}) == len(parts):
        return own
    return [str(number) for number in range(1, len(parts) + 1)]


def _text(value: object) -> str:
    """Return a value as one line, the same in every process."""
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
    """Return a value within another; in parentheses if it has parts."""
    several = isinstance(value, tuple | frozenset | dict | msgspec.Struct)
    return f"({_text(value)})" if several and not isinstance(value, Odds) else _text(value)


ROWS, EARLIER = DATA / "revisions.tsv", DATA / "earlier-values.tsv"


class LawName(NamedTuple):
    """What a record says about the law that something was begun under."""

    game: str
    """The game."""
    revision: str
    """The revision of its law."""
    fingerprint: str
    """The fingerprint of that law."""
    values: str = ""
    """The digest of its values; empty in records that do not hold one."""

    def __str__(self) -> str:
        return f"{self.game}, revision {self.revision} ({self.fingerprint})"


def name_of_law(law: TableLaw) -> LawName:
    """Return the name by which a record refers to a law."""
    return LawName(law.game, law.revision, fingerprint(law), values_digest(law))


def plays_like(law: TableLaw, name: LawName) -> bool:
    """Return whether a law has the values of the one that a record names; the words may differ."""
    if (law.game, law.revision, fingerprint(law)) == name[:3]:
        return True
    return law.game == name.game and _values_of(name) == values_digest(law)


def changes_since(name: LawName, law: TableLaw) -> tuple[Difference, ...] | None:
    """Return the values that differ from the law a record names; ``None`` if they are unknown."""
    now, values = value_lines(law), _values_of(name)
    if values == values_digest(law):
        return ()
    apart = _earlier_values().get((law.game, values))
    if apart is None:
        return None
    merged = {line: value for line, value in {**now, **apart}.items() if value != NOTHING}
    # The file lists how earlier laws differ from the law of the package; it lists nothing about
    # another law that has the same name.
    return differences(merged, now) if digest_of(merged) == values else None


def _values_of(name: LawName) -> str:
    """Return the digest of a law's values; empty if it is unknown."""
    return name.values or known_revisions().get(name[:3], "")


@cache
def known_revisions() -> Mapping[tuple[str, str, str], str]:
    """Return the digests of values by game, revision and fingerprint, in the order of rows."""
    return {(game, revision, of): values for game, revision, of, values in _rows(ROWS)}


@cache
def _earlier_values() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """Return the lines of earlier laws that differ from the installed law, by game and digest."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for game, values, line, value in _rows(EARLIER):
        found.setdefault((game, values), {})[line] = value
    return found


def _rows(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of a table of four columns, without its heading."""
    for row in path.read_text(encoding="utf-8").splitlines()[1:]:
        first, second, third, fourth = row.split("\t")
        yield first, second, third, fourth
