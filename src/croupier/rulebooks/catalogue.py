"""The clauses of the five rulebooks, in our own words.

One table per rulebook lies beside this module as package data: id, class, who it binds, subject,
gist. A rule that cites a clause outside its rulebook's table cannot be declared.
"""

import csv
from functools import cache
from importlib.resources import files
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

WHAT_IF = "what-if"
"""Stands where a rule has no clause, because the rulebook has no such rule."""

Value = TypeVar("Value", covariant=True)
Given = TypeVar("Given")


class UnknownClauseError(CroupierError):
    """A citation of a clause that its rulebook does not have."""


class UnknownBookError(CroupierError):
    """A rulebook that nobody has catalogued."""


class UnsoundLawError(CroupierError):
    """A law with a value of the wrong kind, or with parts that contradict each other."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a rulebook, told in a line."""

    id: str
    kind: str
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    subject: str
    gist: str


class Rule(msgspec.Struct, Generic[Value], frozen=True):
    """A value of the law that decides something, and the clause it comes from."""

    value: Value
    clause: str
    also: tuple[str, ...] = ()
    """Further clauses that say the same or shape it."""


class Says(msgspec.Struct, frozen=True):
    """What a clause says, in our own words: it describes, and is no value to be changed.

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
        """Declare a rule; fails where a clause does not exist."""
        return Rule(value, self[clause].id, tuple(self[other].id for other in also))

    def says(self, text: str, clause: str, *also: str) -> Says:
        """Declare what a clause says; fails where a clause does not exist."""
        return Says(text, self[clause].id, tuple(self[other].id for other in also))


@cache
def catalogue(book: str) -> Catalogue:
    """The catalogue of a rulebook by its name, such as ``star-blackjack``."""
    if book not in BOOKS:
        raise UnknownBookError(f"there is no rulebook {book!r}; there are {', '.join(BOOKS)}")
    text = (files("croupier.rulebooks") / "data" / f"{book}.tsv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows)
    clauses = (Clause(*row) for row in rows)
    return Catalogue(book, {clause.id: clause for clause in clauses})
