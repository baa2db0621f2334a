"""Coverage on the command line: find the evidence, choose clauses, print them."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from croupier.errors import CroupierError
from croupier.features.compliance.evidence import (
    Coverage,
    CoveredClause,
    SeenClauses,
    Status,
    gather_sightings,
)
from croupier.features.compliance.findings import (
    MAKE_COMMAND,
    Freshness,
    current_evidence,
    rulebook_coverage,
)
from croupier.features.compliance.law_index import rules_in_law, rules_with_places
from croupier.rulebooks import GAMES, catalogue
from croupier.rulebooks.catalogue import section_names
from croupier.terminal.output import print_note, print_table, print_text

HOW = f"`{MAKE_COMMAND}` in a checkout makes it, and --tests FOLDER plays scenarios instead"
PROGRESS_AFTER_SECONDS = 2.0
NAMED_AT_MOST = 3


def find_evidence(tests: Path | None, *, book: str | None = None) -> SeenClauses | None:
    """Return what is known of clauses: the findings of the last test run, if they still apply.

    If a folder is named, its scenarios are played instead.
    """
    if tests is not None:
        return play_scenarios(tests, book=book)
    standing, seen = current_evidence()
    if standing is Freshness.MISSING:
        print_note(f"no test run has left evidence here; {HOW}")
    elif standing is Freshness.STALE:
        print_note(f"the evidence is from another law, other sources or other tests; {HOW}")
    return seen


def play_scenarios(folder: Path, *, book: str | None) -> SeenClauses:
    """Play the scenarios in a folder, showing progress if it takes long."""
    from croupier.features.compliance.runs import run_files
    from croupier.scenarios.files import find_files

    if not folder.is_dir():
        raise CroupierError(f"there is no folder {folder}")
    folder = folder.resolve()
    start = monotonic()
    told = False

    def tell(number: int, of: int) -> None:
        nonlocal told
        if monotonic() - start > PROGRESS_AFTER_SECONDS and sys.stderr.isatty():
            sys.stderr.write(f"\r{number} of {of} scenarios")
            told = True

    runs = list(run_files(find_files([folder]), folder.parent, book=book, progress=tell))
    if told:
        sys.stderr.write("\r\033[K")
    failed = [run.scenario for run in runs if run.problems]
    if failed:
        number = len(failed)
        subject = "1 scenario fails and does" if number == 1 else f"{number} scenarios fail and do"
        print_note(f"{subject} not count: {abridge_names(failed)}")
    return gather_sightings(run.witness() for run in runs)


def abridge_names(names: Sequence[str]) -> str:
    """Return a few of several names, and how many more there are."""
    few = "; ".join(names[:NAMED_AT_MOST])
    more = len(names) - NAMED_AT_MOST
    return f"{few}; {more} more" if more > 0 else few


def read_sections(text: str, books: Sequence[str]) -> frozenset[str]:
    """Return the sections meant by ``14``, ``3-15`` or ``5,6,14``."""
    known = {name for book in books for name in section_names(catalogue(book)).values()}
    wanted: set[str] = set()
    for part in text.replace(" ", "").split(","):
        span = re.fullmatch(r"([0-9]+)-([0-9]+)", part)
        named = {str(one) for one in range(int(span[1]), int(span[2]) + 1)} if span else {part}
        if not named & known:
            raise CroupierError(f"there is no section {part!r}; write 14, 3-15 or 5,6,14")
        wanted |= named
    return frozenset(wanted)


def select_clauses(
    seen: SeenClauses | None, book: str, *, kinds: Sequence[str], wanted: frozenset[str] | None
) -> Coverage:
    """Return the clauses of a rulebook by class and section; all if neither is given."""
    section = section_names(catalogue(book))
    clauses = tuple(
        one
        for one in rulebook_coverage(book, seen).clauses
        if (not kinds or one.kind in kinds) and (wanted is None or section[one.id] in wanted)
    )
    return Coverage(book, clauses)


def open_clauses(coverage: Coverage) -> Coverage:
    """Return the open clauses among some."""
    clauses = (one for one in coverage.clauses if one.status is Status.OPEN)
    return Coverage(coverage.rulebook, tuple(clauses))


def print_coverage(coverage: Coverage, *, open_only: bool) -> None:
    """Print a table of clauses, and how many have each status."""
    clauses = (open_clauses(coverage) if open_only else coverage).clauses
    book = coverage.rulebook
    if clauses:
        in_law = law_by_clause(book)
        rows = [
            (one.id, one.kind, one.status.value, str(len(one.tests)), _places(one, in_law))
            for one in clauses
        ]
        print_table(book, ("clause", "class", "status", "tests", "where"), rows)
        print()
    print_text(f"{book}: {clause_counts(coverage)}")
    print()


def clause_counts(coverage: Coverage) -> str:
    """Return how many clauses have each status; unknown ones are left out if there are none."""
    number = Counter(one.status for one in coverage.clauses)
    return ", ".join(
        f"{number[one]} {one.value}" for one in Status if one is not Status.UNKNOWN or number[one]
    )


def law_by_clause(book: str) -> dict[str, list[str]]:
    """Return the places of the law's data that cite each clause, whether seen or not."""
    places: dict[str, list[str]] = {}
    laws = (law for law in GAMES.values() if law.book == book)
    for datum, where in rules_with_places(one for law in laws for one in rules_in_law(law)):
        if where not in places.setdefault(datum.clause, []):
            places[datum.clause].append(where)
    return places


def _places(one: CoveredClause, in_law: dict[str, list[str]]) -> str:
    """Return where a clause is acted on; for an open one, what the law holds of it all the same."""
    if one.where or one.status is not Status.OPEN:
        return abridge_names(one.where)
    return f"not seen; {abridge_names(in_law[one.id])}" if one.id in in_law else "nothing cites it"


def write_report(
    books: Sequence[str],
    *,
    html: bool,
    csv: bool,
    markdown: bool,
    output: Path | None,
    tests: Path | None,
) -> None:
    """Write the report on some rulebooks in the one form that is requested."""
    from croupier.features.compliance.cli.report import (
        build_report,
        report_csv,
        report_html,
        report_markdown,
    )

    makers = [
        maker
        for asked, maker in ((html, report_html), (csv, report_csv), (markdown, report_markdown))
        if asked
    ]
    if len(makers) != 1:
        raise CroupierError("choose the form of the report: --html, --csv or --markdown")
    only = books[0] if len(books) == 1 else None
    text = makers[0](build_report(books, find_evidence(tests, book=only)))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CroupierError(f"{output} cannot be written: {error.strerror}") from None
