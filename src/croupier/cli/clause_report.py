"""``croupier rules report``: every clause, what is done about it, what shows that; for filing."""

import csv
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime
from io import StringIO

import msgspec

from croupier.coverage.findings import PACKAGE, coverage_of
from croupier.coverage.source_hashes import of_package
from croupier.coverage.status import Covered, SeenClauses, Status
from croupier.rulebooks import GAMES, catalogue, fingerprint
from croupier.rulebooks.outline import sections
from croupier.version import VERSION

NAMED_AT_MOST = 3
"""How many tests of a clause a page names; the table of values names all."""
COLUMNS = (
    "rulebook", "clause", "class", "gist", "status", "where", "tests", "version", "date",
)  # fmt: skip
MEANINGS = {
    Status.ENFORCED: "A test made the system refuse, pay, deal, give notice or permit by it.",
    Status.RECORDED: "A test made the system keep it in the record, with no other effect.",
    Status.SHOWN: "A test made the system tell people what it says.",
    Status.STATEMENT: "It requires nothing: a heading, a definition.",
    Status.OPEN: "No test that names it made the system do anything about it.",
    Status.UNKNOWN: "There is no evidence for these sources.",
}
"""What each status means, for a reader who has only the report."""


class ClauseRow(msgspec.Struct, frozen=True):
    """A clause in the report."""

    id: str
    """Its number or name."""
    kind: str
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    gist: str
    """What it says, in our own words."""
    status: Status
    """What is done about it."""
    where: tuple[str, ...]
    """Where the system acts on it."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it."""


class Chapter(msgspec.Struct, frozen=True):
    """A section of a rulebook in the report."""

    id: str
    """Its number."""
    title: str
    """What it is about; empty where it has no heading."""
    rows: tuple[ClauseRow, ...]
    """Its clauses, in the rulebook's order."""


class BookReport(msgspec.Struct, frozen=True):
    """A rulebook in the report."""

    book: str
    """The rulebook by its name."""
    laws: tuple[tuple[str, str], ...]
    """Its games, each with the fingerprint of its law."""
    chapters: tuple[Chapter, ...]
    """Its sections."""

    def counted(self) -> list[tuple[Status, int]]:
        """How many clauses have each status, those that none has left out."""
        number = Counter(row.status for chapter in self.chapters for row in chapter.rows)
        return [(status, number[status]) for status in Status if number[status]]


class ClauseReport(msgspec.Struct, frozen=True):
    """The whole report."""

    version: str
    """The version of the system."""
    sources: str
    """What its sources come to."""
    day: date
    """When the report was made."""
    books: tuple[BookReport, ...]
    """The rulebooks that were asked for."""


def today() -> date:
    """The day on which a report is made, in Coordinated Universal Time."""
    return datetime.now(UTC).date()


def reported(books: Iterable[str], seen: SeenClauses | None) -> ClauseReport:
    """The report on some rulebooks by what was seen."""
    made = tuple(_book(name, seen) for name in books)
    return ClauseReport(VERSION, of_package(PACKAGE), today(), made)


def _book(name: str, seen: SeenClauses | None) -> BookReport:
    covered = {one.id: one for one in coverage_of(name, seen).clauses}
    laws = tuple((game, fingerprint(law)) for game, law in GAMES.items() if law.book == name)
    chapters = tuple(
        Chapter(
            part.id,
            part.title,
            tuple(_row(covered[one.id], one.gist) for one in part.clauses),
        )
        for part in sections(catalogue(name))
    )
    return BookReport(name, laws, chapters)


def _row(covered: Covered, gist: str) -> ClauseRow:
    return ClauseRow(covered.id, covered.kind, gist, covered.status, covered.where, covered.tests)


def as_csv(report: ClauseReport) -> str:
    """One line per clause, each complete in itself."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for book in report.books:
        for chapter in book.chapters:
            for row in chapter.rows:
                writer.writerow(
                    (
                        book.book,
                        row.id,
                        row.kind,
                        row.gist,
                        row.status.value,
                        "; ".join(row.where),
                        "; ".join(row.tests),
                        report.version,
                        report.day.isoformat(),
                    )
                )
    return text.getvalue()


def as_markdown(report: ClauseReport) -> str:
    """A page with one table per section."""
    lines = ["# What croupier does about each clause", ""]
    lines += [f"Version {report.version}, sources {report.sources}, {report.day.isoformat()}.", ""]
    lines += ["| status | what it means |", "| --- | --- |"]
    lines += [f"| {status.value} | {meaning} |" for status, meaning in MEANINGS.items()]
    for book in report.books:
        laws = ", ".join(f"{game} ({law})" for game, law in book.laws)
        counted = ", ".join(f"{number} {status.value}" for status, number in book.counted())
        lines += ["", f"## {book.book}", "", f"Law: {laws or 'none yet'}.", "", f"{counted}."]
        for chapter in book.chapters:
            lines += ["", f"### {chapter.id} {chapter.title}".rstrip(), ""]
            lines += ["| clause | class | gist | status | where | tests |"]
            lines += ["| --- | --- | --- | --- | --- | --- |"]
            lines += [_markdown_row(row) for row in chapter.rows]
    return "\n".join(lines) + "\n"


def _markdown_row(row: ClauseRow) -> str:
    where = "<br>".join(_coded(one) for one in row.where)
    tests = "<br>".join((*map(_coded, row.tests[:NAMED_AT_MOST]), *more_tests(row)))
    gist = row.gist.replace("|", "\\|")
    return f"| {row.id} | {row.kind} | {gist} | {row.status.value} | {where} | {tests} |"


def _coded(text: str) -> str:
    return f"`{text}`"


def more_tests(row: ClauseRow) -> tuple[str, ...]:
    """How many tests of a clause a page does not name, if it leaves any out."""
    left = len(row.tests) - NAMED_AT_MOST
    return (f"and {left} more",) if left > 0 else ()
