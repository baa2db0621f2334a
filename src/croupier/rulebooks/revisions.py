"""The laws that tables were opened under: which of them the installed law plays like.

``data/revisions.tsv`` has a row for every law that a version of the package has installed: its
revision, its fingerprint and the digest of its values. ``data/earlier-values.tsv`` has the lines in
which earlier laws differ from the one installed. `python -m tests.rulebooks.revisions` writes both.
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
    """The name of a law, by which a record refers to it."""
    return LawName(law.game, law.revision, fingerprint(law), values_digest(law))


def plays_like(law: TableLaw, name: LawName) -> bool:
    """Whether a law has the values of one that a record names; the words may differ."""
    if (law.game, law.revision, fingerprint(law)) == name[:3]:
        return True
    return law.game == name.game and _values_of(name) == values_digest(law)


def changes_since(name: LawName, law: TableLaw) -> tuple[Difference, ...] | None:
    """The values of a law that differ from one that a record names; none where nobody knows."""
    now, values = value_lines(law), _values_of(name)
    if values == values_digest(law):
        return ()
    apart = _earlier_values().get((law.game, values))
    if apart is None:
        return None
    merged = {line: value for line, value in {**now, **apart}.items() if value != NOTHING}
    # The file tells how earlier laws differ from the law of the package: of another law that goes
    # by the same name it tells nothing.
    return differences(merged, now) if digest_of(merged) == values else None


def _values_of(name: LawName) -> str:
    """The digest of the values of a law; empty where nobody knows it."""
    return name.values or known_revisions().get(name[:3], "")


@cache
def known_revisions() -> Mapping[tuple[str, str, str], str]:
    """The digests of values by game, revision and fingerprint, in the order of their rows."""
    return {(game, revision, of): values for game, revision, of, values in _rows(ROWS)}


@cache
def _earlier_values() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """The lines of earlier laws that differ from the law installed, by game and digest."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for game, values, line, value in _rows(EARLIER):
        found.setdefault((game, values), {})[line] = value
    return found


def _rows(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """The rows of a table of four columns, without its heading."""
    for row in path.read_text(encoding="utf-8").splitlines()[1:]:
        first, second, third, fourth = row.split("\t")
        yield first, second, third, fourth
