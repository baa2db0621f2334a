"""A rulebook's outline: its sections, what each clause is part of, and how to find one."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from croupier.rulebooks.catalogue import Catalogue, Clause

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
    """The section of each clause: ``14`` for ``14.10.3`` and for the pay tables that follow it."""
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
    """The sections of a rulebook, in its order."""
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
    """The clause that another is part of, or the heading of its section."""
    name = clause
    while (shorter := _LAST_PART.sub("", name)) != name:
        name = shorter
        for candidate in (name, name.removeprefix("table:")):
            if candidate in catalogue.clauses:
                return catalogue.clauses[candidate]
    section = section_names(catalogue)[clause]
    return catalogue.clauses.get(section) if section != clause else None


def parts_of(catalogue: Catalogue, clause: str) -> tuple[Clause, ...]:
    """The clauses that are directly part of one."""
    return tuple(
        part
        for part in catalogue.clauses.values()
        if (parent := parent_of(catalogue, part.id)) is not None and parent.id == clause
    )


def search(catalogues: Iterable[Catalogue], words: Iterable[str]) -> Iterator[tuple[str, Clause]]:
    """The clauses that hold all words in their number, subject or gist, each with its rulebook."""
    wanted = [word.casefold() for word in words]
    for catalogue in catalogues:
        for clause in catalogue.clauses.values():
            text = f"{clause.id} {clause.subject} {clause.gist}".casefold()
            if all(word in text for word in wanted):
                yield catalogue.book, clause
