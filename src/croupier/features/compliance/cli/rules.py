"""``croupier rules``: the commands that read, search and compare clauses, and report on them."""

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.compliance.cli.coverage import (
    find_evidence,
    open_clauses,
    print_coverage,
    read_sections,
    select_clauses,
    write_report,
)
from croupier.features.compliance.findings import rulebook_coverage
from croupier.features.compliance.law_index import rules_in_law
from croupier.games.table.equipment import all_items
from croupier.rulebooks import (
    BLACKJACK,
    GAMES,
    BlackjackLaw,
    Clause,
    Says,
    StudLaw,
    TableLaw,
    books,
    catalogue,
)
from croupier.rulebooks.catalogue import KINDS, parent_of, parts_of, search, sections
from croupier.rulebooks.guide.comparison import Cell, Topic, compare
from croupier.rulebooks.guide.irregularities import MISHAPS, Mishap, remedy
from croupier.terminal.output import print_json, print_table, print_text


class NamedThing(msgspec.Struct, frozen=True):
    """A value that a field takes."""

    field: str
    """The command or event, and its field: ``check-equipment lacking``."""
    name: str
    """The value, as it is written in files and on the wire."""
    meaning: str
    """What it stands for, in a few words."""
    clause: str
    """The clause that provides for it."""


def named_things(law: TableLaw) -> Iterator[NamedThing]:
    """Yield the values that fields take in a game, where the rulebook decides which there are."""
    for item in all_items(law):
        yield _named_thing("check-equipment lacking", item.name, item.says)
    for name, says in law.equipment.may_vary.items():
        yield _named_thing("check-equipment varied", name, says)
    for rule in law.conduct.forbidden:
        yield _named_thing("sanction ground", rule.ground.value, rule.says)
    grounds = {
        "disruption": law.conduct.disrupted,
        "fraud": law.conduct.fraud,
        "impractical": law.conduct.impractical,
    }
    for name, ground in grounds.items():
        if ground is not None:
            yield _named_thing("invalidate-round ground", name, ground)
    if isinstance(law, BlackjackLaw):
        for bet in law.side_bets.kinds:
            yield _named_thing("wager on", bet.name, bet.offered)
    elif isinstance(law, StudLaw):
        for category, says in law.jackpot.qualifying.items():
            # An event holds a category by its number.
            yield _named_thing("jackpot-won hands", str(category.value), says)


def _named_thing(field: str, name: str, says: Says) -> NamedThing:
    return NamedThing(field, name, says.text, says.clause)


def print_names(game: str, *, json: bool) -> None:
    """Print the names of a game. Raise for an unknown game."""
    if game not in GAMES:
        raise CroupierError(f"there is no game {game!r}; choose from {', '.join(GAMES)}")
    found = list(named_things(GAMES[game]))
    if json:
        print_json([msgspec.to_builtins(one) for one in found])
        return
    for field in dict.fromkeys(one.field for one in found):
        rows = [(one.name, one.clause, one.meaning) for one in found if one.field == field]
        print_table(field, ("name", "clause", "meaning"), rows)


# ------------------------------------------------------------------------------- what programs get


class RulebookRow(msgspec.Struct, frozen=True):
    """A rulebook in the list of rulebooks."""

    rulebook: str
    """The rulebook's name."""
    games: list[str]
    """The games that it has rules for."""
    clauses: dict[str, int]
    """How many clauses there are of each class."""


class ClauseRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause as a row of a list."""

    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """Whom it binds; ``-`` for nobody in particular."""
    subject: str
    """What it is about, in a word."""
    gist: str
    """What it says, in our own words."""
    rulebook: str = ""
    """The rulebook's name; empty if only one is listed."""
    section: str = ""
    """The section that it stands in; empty if that is not needed."""


class LawEntry(msgspec.Struct, frozen=True):
    """A rule of the law's data that comes from a clause."""

    game: str
    """The game's name."""
    path: str
    """Its place in the law: ``double.totals``."""
    value: str
    """Its value, as displayed."""


class ClausePage(msgspec.Struct, frozen=True):
    """Everything about one clause."""

    rulebook: str
    """The rulebook's name."""
    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """Whom it binds; ``-`` for nobody in particular."""
    subject: str
    """What it is about, in a word."""
    gist: str
    """What it says, in our own words."""
    part_of: str | None
    """The clause that it is part of; ``None`` for a section."""
    parts: list[str]
    """The clauses that are part of it; empty if there are none."""
    status: str
    """What a run of the tests saw the system do about it."""
    law: list[LawEntry]
    """The rules of the law's data that come from it; empty if none do."""
    where: tuple[str, ...]
    """Where the system acts on it; empty if nowhere."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it; empty if none do."""


# ------------------------------------------------------------------------------------- comparisons


HEADING = """# The blackjack games side by side

What each game says, with the clauses in brackets. Made from the rulebooks' data by
`croupier rules compare --markdown`; a test keeps it true.
"""


def print_comparison(games: tuple[str, ...], *, json: bool, markdown: bool) -> None:
    """Print what some games say, topic by topic; all games if none is named."""
    for game in games:
        if game not in BLACKJACK:
            raise CroupierError(f"there is no game {game!r}; choose from {', '.join(BLACKJACK)}")
    topics = compare(BLACKJACK[game] for game in games or BLACKJACK)
    if json:
        print_json(topics)
    elif markdown:
        print(comparison_markdown(topics), end="")
    else:
        for topic in topics:
            rows = [(game, cell_text(cell)) for game, cell in topic.cells.items()]
            print_table(topic.topic, ("", ""), rows, widest_first=24)
            print()


def cell_text(cell: Cell) -> str:
    """Return what a game says, with its clauses in brackets."""
    return f"{cell.text} [{', '.join(cell.clauses)}]" if cell.clauses else cell.text


def comparison_markdown(topics: tuple[Topic, ...]) -> str:
    """Return the comparison as a page."""
    games = list(topics[0].cells)
    titles = [BLACKJACK[game].title for game in games]
    lines = [HEADING, f"| | {' | '.join(titles)} |", f"| --- |{' --- |' * len(titles)}"]
    for topic in topics:
        cells = " | ".join(cell_text(cell) for cell in topic.cells.values())
        lines.append(f"| {topic.topic} | {cells} |")
    return "\n".join(lines) + "\n"


def print_mishaps(games: tuple[str, ...], *, json: bool, markdown: bool) -> None:
    """Print what is done when something goes wrong; for all games if none is named."""
    for game in games:
        if game not in GAMES:
            raise CroupierError(f"there is no game {game!r}; choose from {', '.join(GAMES)}")
    chosen = games or tuple(GAMES)
    if json:
        print_json([mishap_data(mishap, chosen) for mishap in MISHAPS])
    elif markdown:
        print(mishaps_markdown(chosen), end="")
    else:
        for mishap in MISHAPS:
            cells = {game: remedy(GAMES[game], mishap) for game in chosen}
            if not any(cell.clauses for cell in cells.values()):
                continue
            rows = [(game, cell_text(cell)) for game, cell in cells.items()]
            title = f"{mishap.title} ({mishap.command})"
            print_table(title, ("", mishap.at_the_table), rows, widest_first=24)
            print()


def mishap_data(mishap: Mishap, games: tuple[str, ...]) -> dict[str, object]:
    """Return a mishap for programs."""
    return {
        "mishap": mishap.title,
        "at_the_table": mishap.at_the_table,
        "command": mishap.command,
        "games": {game: remedy(GAMES[game], mishap) for game in games},
    }


def mishaps_markdown(games: tuple[str, ...]) -> str:
    """Return every mishap under a heading, with what is done and a table of the games."""
    parts = []
    for mishap in MISHAPS:
        lines = [
            f"### {mishap.title}",
            "",
            f"{mishap.at_the_table} Report it with `{mishap.command}`.",
            "",
            "| game | what the rulebook says | clauses |",
            "| --- | --- | --- |",
        ]
        for game in games:
            cell = remedy(GAMES[game], mishap)
            clauses = ", ".join(cell.clauses) or "–"
            lines.append(f"| {GAMES[game].title} | {cell.text} | {clauses} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


# ---------------------------------------------------------------------------------------- commands


rules = App(name="rules")

Flag = Annotated[bool, Parameter(negative=())]
Tests = Annotated[Path | None, Parameter(name="--tests")]


@rules.default
def read(
    book: str | None = None,
    clause: str | None = None,
    /,
    *,
    json: Flag = False,
    tests: Tests = None,
) -> None:
    """List the rulebooks, the clauses of one, or everything about one clause.

    Examples:

        croupier rules

        croupier rules star-blackjack

        croupier rules star-blackjack 11.1.2

        croupier rules search insurance ace

        croupier rules coverage star-blackjack --open

        croupier rules report --html --output clauses.html

        croupier rules compare

    Parameters
    ----------
    book
        A rulebook, or a game that is played by it.
    clause
        The clause's own number.
    json
        Print it for programs.
    tests
        A folder of scenarios to play, instead of the evidence from the last test run.
    """
    if book is None:
        list_books(json=json)
    elif clause is None:
        list_clauses(find_book(book), json=json)
    else:
        name = find_book(book)
        show_clause(name, find_clause(name, clause), json=json, tests=tests)


@rules.command(name="search")
def search_clauses(*words: str, book: str | None = None, json: Flag = False) -> None:
    """Find the clauses that contain all given words, in all rulebooks or one.

    Examples:

        croupier rules search insurance ace

        croupier rules search cutting card --book perth-blackjack

    Parameters
    ----------
    words
        Words from a clause's number, subject or gist; upper or lower case.
    book
        The rulebook to search, or a game that is played by it.
    json
        Print [{"rulebook", "id", "class", "who", "subject", "gist"}] for programs.
    """
    if not any(word.strip() for word in words):
        raise CroupierError("give at least one word to search for, such as insurance")
    asked = books() if book is None else (find_book(book),)
    matches = list(search(map(catalogue, asked), words))
    if json:
        print_json([clause_row(clause, rulebook=name) for name, clause in matches])
        return
    for name in asked:
        rows = [(clause.id, clause.kind, clause.gist) for one, clause in matches if one == name]
        if rows:
            print_table(name, ("", "", ""), rows)
            print()
    print(f"{len(matches)} clause{'' if len(matches) == 1 else 's'}")


@rules.command
def coverage(
    book: str | None = None,
    /,
    *,
    json: Flag = False,
    open_only: Annotated[bool, Parameter(name="--open", negative=())] = False,
    kinds: Annotated[
        tuple[Literal["game", "floor", "conduct", "statement"], ...],
        Parameter(name="--class", negative=()),
    ] = (),
    section: str | None = None,
    tests: Tests = None,
) -> None:
    """Report what the system did about each clause while the tests ran.

    enforced: in a scenario or test that names the clause, the engine refused,
    paid, dealt, gave notice or permitted something by it. recorded: the record
    keeps it, with no other effect. shown: people see it. statement: it requires
    nothing. open: nothing was seen. unknown: there is no evidence for these
    sources.

    Examples:

        croupier rules coverage

        croupier rules coverage star-blackjack --open --class game --section 3-15

        croupier rules coverage star-blackjack --json

    Parameters
    ----------
    book
        A rulebook, or a game that is played by it; all rulebooks by default.
    json
        Print {"rulebook", "clauses": [{"id", "class", "status", "where", "tests"}]} for programs;
        without a rulebook, a list of these.
    open_only
        Only the open clauses.
    kinds
        Only clauses of this class; may be repeated.
    section
        Only some sections, such as 14, 3-15 or 5,6,14.
    tests
        A folder of scenarios to play, instead of the evidence from the last test run.
    """
    name = None if book is None else find_book(book)
    asked = books() if name is None else (name,)
    wanted = None if section is None else read_sections(section, asked)
    seen = find_evidence(tests, book=name)
    results = [select_clauses(seen, one, kinds=kinds, wanted=wanted) for one in asked]
    if json:
        kept = [open_clauses(one) if open_only else one for one in results]
        print_json(kept[0] if name else kept)
        return
    for result in results:
        print_coverage(result, open_only=open_only)


@rules.command(name="report")
def report_clauses(
    book: str | None = None,
    /,
    *,
    html: Flag = False,
    csv: Flag = False,
    markdown: Flag = False,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    tests: Tests = None,
) -> None:
    """Write a report on every clause to one file that you can print and keep.

    Each clause has its gist, its status, where the system acts on it and the
    tests that show it. The report names the version, the date and the
    fingerprints of law and sources, and explains the statuses.

    Examples:

        croupier rules report --html --output clauses.html

        croupier rules report star-blackjack --csv > star-blackjack.csv

        croupier rules report caribbean-stud --markdown

    Parameters
    ----------
    book
        A rulebook, or a game that is played by it; all rulebooks by default.
    html
        A self-contained page for screen and paper.
    csv
        One line per clause with all its tests, for spreadsheets.
    markdown
        A page with one table per section.
    output
        The file to write; standard output by default.
    tests
        A folder of scenarios to play, instead of the evidence from the last test run.
    """
    asked = books() if book is None else (find_book(book),)
    write_report(asked, html=html, csv=csv, markdown=markdown, output=output, tests=tests)


@rules.command(name="compare")
def compare_games(*games: str, json: Flag = False, markdown: Flag = False) -> None:
    """Compare the blackjack games side by side, with the clauses.

    Examples:

        croupier rules compare

        croupier rules compare star-blackjack perth-blackjack

        croupier rules compare --markdown

    Parameters
    ----------
    games
        The games to compare; all by default.
    json
        Print [{"topic", "cells": {game: {"text", "clauses"}}}] for programs.
    markdown
        Print a page with one table.
    """
    print_comparison(games, json=json, markdown=markdown)


@rules.command(name="irregularities")
def irregularities(*games: str, json: Flag = False, markdown: Flag = False) -> None:
    """Show what to do when something goes wrong, game by game, and by which clause.

    Examples:

        croupier rules irregularities

        croupier rules irregularities star-blackjack --json

    Parameters
    ----------
    games
        The games to list; all of them by default.
    json
        Print [{"mishap", "at_the_table", "command", "games": {game: {"text", "clauses"}}}].
    markdown
        Print the part of docs/irregularities.md that is generated from the law.
    """
    print_mishaps(games, json=json, markdown=markdown)


@rules.command(name="names")
def names(game: str, *, json: Flag = False) -> None:
    """List what commands and events call things in a game, with the clauses.

    They are the pieces on the equipment checklist, the ways in which a layout may vary, grounds of
    sanctions, optional wagers, and the categories of jackpots.

    Examples:

        croupier rules names star-blackjack

    Parameters
    ----------
    game
        The game.
    json
        Print [{"field", "name", "meaning", "clause"}].
    """
    print_names(game, json=json)


# ----------------------------------------------------------------------------------------- clauses


def find_book(name: str) -> str:
    """Return the rulebook of a name, its own or a game's. Raise, with a suggestion, if unknown."""
    if name in books():
        return name
    if name in GAMES:
        return GAMES[name].book
    names = list(dict.fromkeys((*books(), *GAMES)))
    raise CroupierError(f"there is no rulebook {name!r}; {_near(name, names) or _either(names)}")


def find_clause(book: str, name: str) -> Clause:
    """Return a clause of a rulebook. Raise, with a suggestion, if there is none."""
    clauses = catalogue(book).clauses
    if name in clauses:
        return clauses[name]
    near = _near(name, list(clauses))
    raise CroupierError(f"{book} has no clause {name!r}" + (f"; {near}" if near else ""))


def _near(name: str, names: list[str]) -> str | None:
    close = get_close_matches(name.lower(), names, n=3)
    close = close or [one for one in names if name.lower() in one][:3]
    return f"near it: {', '.join(close)}" if close else None


def _either(names: list[str]) -> str:
    return f"choose from {', '.join(names)}"


def clause_row(clause: Clause, *, rulebook: str = "", section: str = "") -> ClauseRow:
    """Return a clause for programs."""
    return ClauseRow(
        clause.id, clause.kind, clause.who, clause.subject, clause.gist, rulebook, section
    )


def list_books(*, json: bool) -> None:
    """List the rulebooks with their games and how many clauses of each class they have."""
    listed = []
    for book in books():
        counted = Counter(clause.kind for clause in catalogue(book).clauses.values())
        games = [game for game, law in GAMES.items() if law.book == book]
        listed.append(RulebookRow(book, games, {kind: counted[kind] for kind in KINDS}))
    if json:
        print_json(listed)
        return
    rows = [
        (one.rulebook, *(str(one.clauses[kind]) for kind in KINDS), ", ".join(one.games) or "-")
        for one in listed
    ]
    print_table("", ("rulebook", *KINDS, "games"), rows, widest_first=20)


def list_clauses(book: str, *, json: bool) -> None:
    """List all clauses of a rulebook by section, in its order."""
    every = sections(catalogue(book))
    if json:
        clauses = [clause_row(one, section=part.id) for part in every for one in part.clauses]
        print_json({"rulebook": book, "clauses": clauses})
        return
    for part in every:
        rows = [(one.id, one.kind, one.gist) for one in part.clauses]
        print_table(f"{part.id}  {part.title}".rstrip(), ("", "", ""), rows)
        print()
    print(f"{len(catalogue(book).clauses)} clauses")


def show_clause(book: str, clause: Clause, *, json: bool, tests: Path | None) -> None:
    """Show one clause: what it says, where the system acts on it, which tests show that."""
    seen = find_evidence(tests, book=book)
    covered = next(one for one in rulebook_coverage(book, seen).clauses if one.id == clause.id)
    parent = parent_of(catalogue(book), clause.id)
    parts = parts_of(catalogue(book), clause.id)
    law = law_entries(book, clause.id)
    if json:
        print_json(
            ClausePage(
                book,
                clause.id,
                clause.kind,
                clause.who,
                clause.subject,
                clause.gist,
                None if parent is None else parent.id,
                [part.id for part in parts],
                covered.status.value,
                law,
                covered.where,
                covered.tests,
            )
        )
        return
    print_text(f"{book} {clause.id}: {clause.gist}")
    print()
    above = [("part of", f"{parent.id}  {parent.gist}")] if parent else []
    rows = [
        ("class", clause.kind),
        ("binds", clause.who),
        ("subject", clause.subject),
        *above,
        *_labelled_rows("parts", [f"{part.id}  {part.gist}" for part in parts]),
        ("status", covered.status.value),
        *_labelled_rows("law", [f"{one.path} = {one.value}" for one in law]),
        *_labelled_rows("engine", [one for one in covered.where if not one.startswith("law:")]),
        *_labelled_rows("tests", covered.tests),
    ]
    print_table("", ("", ""), rows)


def _labelled_rows(label: str, texts: list[str] | tuple[str, ...]) -> list[tuple[str, str]]:
    return [(label if number == 0 else "", text) for number, text in enumerate(texts)]


def law_entries(book: str, clause: str) -> list[LawEntry]:
    """Return the rules of the law's data that come from a clause."""
    laws = (law for law in GAMES.values() if law.book == book)
    return [
        LawEntry(one.game, one.path, one.text)
        for law in laws
        for one in rules_in_law(law)
        if one.clause == clause
    ]
