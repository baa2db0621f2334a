"""The clauses of the rulebooks, in our own words, and the types that cite them.

Each rulebook has a table as package data beside this module: id, class, whom it binds, subject,
gist. A rule that cites a clause outside its rulebook's table cannot be declared. The table of a
rulebook outside the package lies beside the file with its law.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from croupier.errors import CroupierError

BOOKS = (
    "star-blackjack",
    "blackjack-challenge",
    "canberra-blackjack",
    "perth-blackjack",
    "caribbean-stud",
)
"""The rulebooks, by the name they are asked for."""
UPON: dict[str, str] = {}
"""The rulebooks of the package that rest on another one: ``{"harbour": "star-blackjack"}``. Their
tables list only what they change and add."""

DATA = Path(__file__).parent / "data"
HEADER = ["id", "class", "who", "subject", "gist"]
KINDS = ("game", "floor", "conduct", "statement")
"""The classes of clauses."""
UNCATALOGUED = ""
"""The name of the rulebook of a game that is not loaded: nothing is known of its clauses."""
WHAT_IF = "what-if"
"""Stands where a rule has no clause, because the rulebook has no such rule."""

Value = TypeVar("Value", covariant=True)
Given = TypeVar("Given")


class UnknownClauseError(CroupierError):
    """A citation of a clause that its rulebook does not have."""


class UnknownBookError(CroupierError):
    """A rulebook that nobody has catalogued."""


class BadCatalogueError(CroupierError):
    """A table of clauses that cannot be read."""


class UnsoundLawError(CroupierError):
    """A law with a value of the wrong kind, or with parts that contradict each other."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a rulebook, told in a line."""

    id: str
    """Its number in the rulebook, or a name such as ``def:split``."""
    kind: str
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """Whom it binds; ``-`` where nobody in particular."""
    subject: str
    """What it is about, in a word or two."""
    gist: str
    """What it says, in a line of our own words."""


class Rule(msgspec.Struct, Generic[Value], frozen=True):
    """A value of the law that decides something, and the clause it comes from."""

    value: Value
    clause: str
    also: tuple[str, ...] = ()
    """Further clauses that say the same or shape it."""


class Says(msgspec.Struct, frozen=True):
    """What a clause says, in our own words: it describes, and holds no value that could be changed.

    Where a field of the law may be ``None`` instead, that the rulebook has such a clause decides.
    """

    text: str
    clause: str
    also: tuple[str, ...] = ()
    """Further clauses that say the same or shape it."""


Provision = Rule[Any] | Says
"""Anything in the law that has a clause."""


class Catalogue(msgspec.Struct, frozen=True):
    """All clauses of one rulebook, in the rulebook's order."""

    book: str
    clauses: dict[str, Clause]

    def __getitem__(self, clause: str) -> Clause:
        try:
            return self.clauses[clause]
        except KeyError:
            raise UnknownClauseError(f"{self.book} has no clause {clause!r}") from None

    def __contains__(self, clause: object) -> bool:
        return clause in self.clauses

    def rule(self, value: Given, clause: str, *also: str) -> Rule[Given]:
        """Return a rule. Raise :class:`UnknownClauseError` if a clause does not exist."""
        return Rule(value, self[clause].id, tuple(self[other].id for other in also))

    def says(self, text: str, clause: str, *also: str) -> Says:
        """Return what a clause says.

        Raise :class:`UnknownClauseError` if a clause does not exist.
        """
        return Says(text, self[clause].id, tuple(self[other].id for other in also))


_OUTSIDE: dict[str, Catalogue] = {}
"""Catalogues from outside the package, by the names of their rulebooks."""


@cache
def _of_package(book: str) -> Catalogue:
    return Catalogue(book, _add_inherited(_read(DATA / f"{book}.tsv"), UPON.get(book)))


def catalogue(book: str) -> Catalogue:
    """Return the catalogue of a rulebook by name, such as ``star-blackjack``."""
    if book == UNCATALOGUED:
        return Catalogue(book, {"": Clause("", "statement", "-", "", "")})
    if book in BOOKS:
        return _of_package(book)
    try:
        return _OUTSIDE[book]
    except KeyError:
        known = ", ".join(books())
        raise UnknownBookError(f"there is no rulebook {book!r}; there are {known}") from None


def books() -> tuple[str, ...]:
    """Return the rulebooks known so far: those of the package and those loaded from files."""
    return (*BOOKS, *_OUTSIDE)


def catalogue_beside(file: str, book: str, *, upon: str | None = None) -> Catalogue:
    """Return the catalogue of a rulebook outside the package, from ``book.tsv`` beside a file.

    ``upon`` names a rulebook whose clauses also apply, unless the table replaces them.
    """
    if book in BOOKS:
        raise BadCatalogueError(f"{book} is a rulebook of the package: choose another name")
    path = Path(file).with_name(f"{book}.tsv")
    if not path.is_file():
        raise BadCatalogueError(f"the clauses of {book} are missing: there is no file {path}")
    return register_catalogue(Catalogue(book, _add_inherited(_read(path), upon)))


def register_catalogue(outside: Catalogue) -> Catalogue:
    """Register a catalogue from outside the package under the name of its rulebook. Return it."""
    if outside.book not in BOOKS:
        _OUTSIDE[outside.book] = outside
    return outside


def _add_inherited(clauses: dict[str, Clause], upon: str | None) -> dict[str, Clause]:
    """Return the clauses of a rulebook with the unchanged ones of the rulebook it rests on."""
    return clauses if upon is None else {**catalogue(upon).clauses, **clauses}


def _read(path: Path) -> dict[str, Clause]:
    """Return the clauses of a tab-separated table, in its order."""
    header, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    if header.split("\t") != HEADER:
        raise BadCatalogueError(f"{path}, line 1: the columns are {', '.join(HEADER)}, with tabs")
    clauses: dict[str, Clause] = {}
    for number, line in enumerate(lines, 2):
        row = line.split("\t")
        if len(row) != len(HEADER):
            why = f"has {len(row)} columns, not {len(HEADER)}"
        elif row[1] not in KINDS:
            why = f"has the class {row[1]!r}, which is none of {', '.join(KINDS)}"
        elif row[0] in clauses:
            why = f"has clause {row[0]!r} a second time"
        else:
            clauses[row[0]] = Clause(*row)
            continue
        raise BadCatalogueError(f"{path}, line {number}: this row {why}")
    return clauses


WITHIN_A_SECTION = ("def", "table", "footnote", "layout")
"""Unnumbered clauses that belong to the section they stand in; others (diagrams, a cover order)
stand outside the numbered ones."""

_NUMBER = re.compile(r"\d+(?=\W|$)|[A-Za-z]+(?=\.\d)")
_LAST_PART = re.compile(r"(\([^)]*\)(#\d+)?|\.\d+|:[^:]*)$")
_HEADING = re.compile(r"(?:Section|Part) heading: (.*)")


class Section(msgspec.Struct, frozen=True):
    """The clauses of one section, in the rulebook's order."""

    id: str
    """Its number, or the name of what stands outside the numbered ones."""
    title: str
    """Its heading; empty where it has none."""
    clauses: tuple[Clause, ...]
    """Its clauses, the heading included."""


def section_names(catalogue: Catalogue) -> dict[str, str]:
    """Return the section of each clause: ``14`` for ``14.10.3`` and for the pay tables after it."""
    names = {}
    current = ""
    for clause in catalogue.clauses:
        prefix = clause.partition(":")[0]
        number = _NUMBER.match(clause)
        if number is not None:
            current = number[0]
        elif ":" not in clause or prefix not in WITHIN_A_SECTION:
            current = prefix
        names[clause] = current
    return names


def sections(catalogue: Catalogue) -> tuple[Section, ...]:
    """Return the sections of a rulebook, in its order."""
    grouped: dict[str, list[Clause]] = {}
    for clause, section in section_names(catalogue).items():
        grouped.setdefault(section, []).append(catalogue[clause])
    return tuple(
        Section(name, _title(catalogue.clauses.get(name)), tuple(clauses))
        for name, clauses in grouped.items()
    )


def _title(heading: Clause | None) -> str:
    if heading is None:
        return ""
    named = _HEADING.match(heading.gist)
    return named[1] if named else heading.gist.partition(":")[0]


def parent_of(catalogue: Catalogue, clause: str) -> Clause | None:
    """Return the clause that another is part of, or the heading of its section."""
    name = clause
    while (shorter := _LAST_PART.sub("", name)) != name:
        name = shorter
        for candidate in (name, name.removeprefix("table:")):
            if candidate in catalogue.clauses:
                return catalogue.clauses[candidate]
    section = section_names(catalogue)[clause]
    return catalogue.clauses.get(section) if section != clause else None


def parts_of(catalogue: Catalogue, clause: str) -> tuple[Clause, ...]:
    """Return the clauses directly below a clause."""
    return tuple(
        part
        for part in catalogue.clauses.values()
        if (parent := parent_of(catalogue, part.id)) is not None and parent.id == clause
    )


_OPENS_A_LIST = re.compile(r"(?::|,? (?:if|unless|thus)| (?:these|following|follows|below))$")
"""How a gist ends that is understood only with the clauses below it."""
_LEADS_ON = re.compile(r"(?:[;,] (?:and/or|and|or)|[;,:]|,? (?:if|unless|whether:?))$")
"""How a gist ends that another clause continues."""
LONGEST_SUMMARY = 160
"""The length in characters from which a summary only counts the parts that are left."""


def summary(catalogue: Catalogue, clause: str) -> str:
    """Return what a clause says as a whole: a list that it introduces is part of it.

    >>> from croupier.rulebooks import catalogue
    >>> summary(catalogue("canberra-blackjack"), "13.2")
    'Winning odds: Winning blackjack pays 3 to 2; Other winning hands pay 1 to 1'
    """
    gist = catalogue[clause].gist
    every = catalogue.clauses if _OPENS_A_LIST.search(gist) else ()
    parts = [one for one in every if one != clause and _LAST_PART.sub("", one) == clause]
    if not parts:
        return _LEADS_ON.sub("", gist)
    text = f"{gist.removesuffix(':')}: {summary(catalogue, parts[0])}"
    for count, part in enumerate(parts[1:], 1):
        if len(text) >= LONGEST_SUMMARY:
            return f"{text}; and {len(parts) - count} more"
        text += f"; {summary(catalogue, part)}"
    return text


def search(catalogues: Iterable[Catalogue], words: Iterable[str]) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses with all words in their number, subject or gist, each with its rulebook."""
    wanted = [word.casefold() for word in words]
    for catalogue in catalogues:
        for clause in catalogue.clauses.values():
            text = f"{clause.id} {clause.subject} {clause.gist}".casefold()
            if all(word in text for word in wanted):
                yield catalogue.book, clause
