"""The report on clauses: as CSV, as Markdown, and as a self-contained page to print."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from html import escape
from io import StringIO

import msgspec

from croupier.features.compliance.evidence import CoveredClause, SeenClauses, Status
from croupier.features.compliance.findings import PACKAGE, rulebook_coverage
from croupier.features.compliance.source_hashes import package_hash
from croupier.kit import VERSION
from croupier.rulebooks import GAMES, catalogue, fingerprint
from croupier.rulebooks.catalogue import sections

NAMED_AT_MOST = 3
"""How many tests of a clause a page names; the CSV names all."""
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


# -------------------------------------------------------------------------------------- the report


class ReportedClause(msgspec.Struct, frozen=True):
    """A clause in the report."""

    id: str
    """Its number or name."""
    kind: str
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    gist: str
    """What it says, in our own words."""
    status: Status
    """What the system does about it."""
    where: tuple[str, ...]
    """Where the system acts on it."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it."""


class Chapter(msgspec.Struct, frozen=True):
    """A section of a rulebook in the report."""

    id: str
    """Its number."""
    title: str
    """Its heading; empty if it has none."""
    rows: tuple[ReportedClause, ...]
    """Its clauses, in the rulebook's order."""


class BookReport(msgspec.Struct, frozen=True):
    """A rulebook in the report."""

    book: str
    """The rulebook's name."""
    laws: tuple[tuple[str, str], ...]
    """Its games, each with the fingerprint of its law."""
    chapters: tuple[Chapter, ...]
    """Its sections."""

    def status_counts(self) -> list[tuple[Status, int]]:
        """Return how many clauses have each status, without the statuses that none has."""
        number = Counter(row.status for chapter in self.chapters for row in chapter.rows)
        return [(status, number[status]) for status in Status if number[status]]


class ClauseReport(msgspec.Struct, frozen=True):
    """The whole report."""

    version: str
    """The version of the system."""
    sources: str
    """The hash of its sources."""
    day: date
    """When the report was made."""
    books: tuple[BookReport, ...]
    """The rulebooks that were requested."""


def today() -> date:
    """Return the day on which a report is made, in Coordinated Universal Time."""
    return datetime.now(UTC).date()


def build_report(books: Iterable[str], seen: SeenClauses | None) -> ClauseReport:
    """Return the report on some rulebooks by what was seen."""
    made = tuple(_book(name, seen) for name in books)
    return ClauseReport(VERSION, package_hash(PACKAGE), today(), made)


def _book(name: str, seen: SeenClauses | None) -> BookReport:
    covered = {one.id: one for one in rulebook_coverage(name, seen).clauses}
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


def _row(covered: CoveredClause, gist: str) -> ReportedClause:
    return ReportedClause(
        covered.id, covered.kind, gist, covered.status, covered.where, covered.tests
    )


# -------------------------------------------------------------------------------------------- text


def report_csv(report: ClauseReport) -> str:
    """Return one line per clause, each complete in itself."""
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


def report_markdown(report: ClauseReport) -> str:
    """Return a page with one table per section."""
    lines = ["# What croupier does about each clause", ""]
    lines += [f"Version {report.version}, sources {report.sources}, {report.day.isoformat()}.", ""]
    lines += ["| status | what it means |", "| --- | --- |"]
    lines += [f"| {status.value} | {meaning} |" for status, meaning in MEANINGS.items()]
    for book in report.books:
        laws = ", ".join(f"{game} ({law})" for game, law in book.laws)
        counted = ", ".join(f"{number} {status.value}" for status, number in book.status_counts())
        lines += ["", f"## {book.book}", "", f"Law: {laws or 'none yet'}.", "", f"{counted}."]
        for chapter in book.chapters:
            lines += ["", f"### {chapter.id} {chapter.title}".rstrip(), ""]
            lines += ["| clause | class | gist | status | where | tests |"]
            lines += ["| --- | --- | --- | --- | --- | --- |"]
            lines += [_markdown_row(row) for row in chapter.rows]
    return "\n".join(lines) + "\n"


def _markdown_row(row: ReportedClause) -> str:
    where = "<br>".join(_code(one) for one in row.where)
    tests = "<br>".join((*map(_code, row.tests[:NAMED_AT_MOST]), *further_tests_note(row)))
    gist = row.gist.replace("|", "\\|")
    return f"| {row.id} | {row.kind} | {gist} | {row.status.value} | {where} | {tests} |"


def _code(text: str) -> str:
    return f"`{text}`"


def further_tests_note(row: ReportedClause) -> tuple[str, ...]:
    """Return a note of how many tests of a clause a page does not name; empty if it names all."""
    left = len(row.tests) - NAMED_AT_MOST
    return (f"and {left} more",) if left > 0 else ()


# ---------------------------------------------------------------------------------------- the page


STYLE = """
:root {
  --ink: #1d2327; --faint: #5c666d; --line: #d5dade; --band: #f4f6f7; --paper: #fff;
  --enforced: #1f6b3a; --recorded: #2b5c8a; --shown: #6b4f9a; --statement: #6a737a;
  --open: #a33a2a; --unknown: #8a6d1f;
  --text: 10pt; --small: 8.5pt; --gap: 0.45em;
}
@page { size: A4 landscape; margin: 14mm 12mm 16mm;
  @bottom-left { content: "croupier: what is done about each clause"; font: 8pt sans-serif; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2em; max-width: 75em; color: var(--ink); background: var(--paper);
  font: var(--text)/1.4 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 2em; line-height: 1.15; margin: 0 0 0.3em; }
h2 { font-size: 1.5em; margin: 2em 0 0.4em; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.1em; margin: 1.6em 0 0.4em; break-after: avoid; }
p, dl { margin: 0 0 0.8em; }
.facts, .facts dd { color: var(--faint); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.1em 1em; }
.facts dt { font-weight: 600; color: var(--ink); }
.facts dd { margin: 0; }
.meaning { width: auto; margin-bottom: 1em; }
.meaning td { padding: 0.1em 1.6em 0.1em 0; }
.bar { display: flex; height: 0.9em; margin: 0.4em 0; border-radius: 3px; overflow: hidden; }
.bar span { background: var(--tone); min-width: 2px; }
.counts { display: flex; flex-wrap: wrap; gap: 0.2em 1.4em; padding: 0; margin: 0 0 1em; }
.counts li { list-style: none; }
.status { color: var(--tone); font-weight: 600; white-space: nowrap; }
.status::before { content: ""; display: inline-block; box-sizing: border-box;
  width: 0.7em; height: 0.7em; margin-right: 0.4em;
  border: 2px solid var(--tone); border-radius: 50%; background: var(--tone); }
.status.open::before, .status.unknown::before { background: none; }
table { border-collapse: collapse; width: 100%; }
.clauses { table-layout: fixed; font-size: var(--small); }
.clauses th { text-align: left; border-bottom: 1px solid var(--ink); padding: var(--gap); }
.clauses td { vertical-align: top; border-bottom: 1px solid var(--line); padding: var(--gap);
  overflow-wrap: anywhere; }
.clauses tr { break-inside: avoid; }
.clauses thead { display: table-header-group; }
.clauses td:first-child { font-weight: 600; }
.clauses .no { background: var(--band); }
.clauses ul { margin: 0; padding: 0; list-style: none; }
.more { color: var(--faint); }
nav a { margin-right: 1.2em; color: inherit; }
@media print {
  :root { --text: 9pt; --small: 7pt; --gap: 0.25em; }
  body { padding: 0; max-width: none; line-height: 1.25; } nav { display: none; }
  .book + .book { break-before: page; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media screen and (max-width: 50em) {
  body { padding: 1em; } .clauses, .clauses tbody, .clauses tr, .clauses td { display: block; }
  .clauses thead, .clauses colgroup { display: none; }
  .clauses tr { border-bottom: 1px solid var(--line); padding: 0.4em 0; }
  .clauses td { border: 0; padding: 0.1em 0; }
}
"""
WIDTHS = ("10%", "7%", "25%", "8%", "20%", "30%")
HEADS = ("clause", "class", "gist", "status", "where", "tests")


def report_html(report: ClauseReport) -> str:
    """Return the whole page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: ClauseReport) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield "<title>croupier: what is done about each clause</title>"
    tones = "\n".join(f".{one.value} {{ --tone: var(--{one.value}); }}" for one in Status)
    yield f"<style>{STYLE}{tones}\n</style></head><body>"
    yield "<h1>What croupier does about each clause</h1>"
    facts = (
        ("version", report.version),
        ("sources", report.sources),
        ("date", report.day.isoformat()),
        ("rulebooks", ", ".join(book.book for book in report.books)),
    )
    yield '<dl class="facts">'
    for name, value in facts:
        yield f"<dt>{name}</dt><dd>{escape(value)}</dd>"
    yield "</dl>"
    yield (
        "<p>The statuses say what was seen while the tests ran: the engine was watched, and a "
        "clause counts where a test that names it made the engine act on it. A clause lists at "
        f"most {NAMED_AT_MOST} tests here; <code>croupier rules report --csv</code> lists all. "
        "The gists are our own words and no substitute for the rulebook.</p>"
    )
    yield '<table class="meaning"><tbody>'
    for status, meaning in MEANINGS.items():
        yield f"<tr><td>{_badge(status)}</td><td>{meaning}</td></tr>"
    yield "</tbody></table>"
    if len(report.books) > 1:
        links = (f'<a href="#{book.book}">{book.book}</a>' for book in report.books)
        yield f"<nav>{''.join(links)}</nav>"
    for book in report.books:
        yield from _book_section(book)
    yield "</body></html>"


def _book_section(book: BookReport) -> Iterator[str]:
    yield f'<section class="book" id="{escape(book.book)}"><h2>{escape(book.book)}</h2>'
    laws = ", ".join(f"{game} ({law})" for game, law in book.laws) or "none yet"
    yield f'<p class="facts">Law: {escape(laws)}</p>'
    counted = book.status_counts()
    parts = (f'<span class="{one.value}" style="flex: {number}"></span>' for one, number in counted)
    yield f'<div class="bar" aria-hidden="true">{"".join(parts)}</div>'
    items = (f"<li>{_badge(one)} {number}</li>" for one, number in counted)
    yield f'<ul class="counts">{"".join(items)}</ul>'
    for chapter in book.chapters:
        yield from _chapter(chapter)
    yield "</section>"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"<h3>{escape(f'{chapter.id} {chapter.title}'.strip())}</h3>"
    columns = "".join(f'<col style="width: {width}">' for width in WIDTHS)
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    yield f'<table class="clauses"><colgroup>{columns}</colgroup>'
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    for row in chapter.rows:
        yield _table_row(row)
    yield "</tbody></table>"


def _table_row(row: ReportedClause) -> str:
    lacking = ' class="no"' if row.status in (Status.OPEN, Status.UNKNOWN) else ""
    tests = [escape(_short(test)) for test in row.tests[:NAMED_AT_MOST]]
    tests += [f'<span class="more">{more}</span>' for more in further_tests_note(row)]
    cells = (
        escape(row.id),
        row.kind,
        escape(row.gist),
        _badge(row.status),
        _list_html([escape(one) for one in row.where]),
        _list_html(tests),
    )
    return f"<tr{lacking}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _badge(status: Status) -> str:
    return f'<span class="status {status.value}">{status.value}</span>'


def _list_html(texts: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>" if texts else ""


def _short(test: str) -> str:
    """Return a test's path below the tests, if it lies there."""
    return test.removeprefix("tests/scenarios/").removeprefix("tests/")
