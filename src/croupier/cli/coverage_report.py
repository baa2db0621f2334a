"""Coverage on the command line: looking through everything, choosing clauses, printing them."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from croupier.cli.output import print_note, print_table, print_text
from croupier.coverage import Coverage, Covered, Status, Survey, find_tests, surveyed
from croupier.errors import CroupierError
from croupier.rulebooks import catalogue
from croupier.rulebooks.outline import section_names

PROGRESS_AFTER_SECONDS = 2.0
NAMED_AT_MOST = 3


def look_through(tests: Path | None, *, book: str | None) -> Survey:
    """Survey the project, saying how far it is where that takes long, and what does not count."""
    if tests is not None and not tests.is_dir():
        raise CroupierError(f"there is no folder {tests}")
    folder = tests.resolve() if tests is not None else find_tests()
    if folder is None:
        print_note(
            "no tests lie beside the source, so only the law's data is looked at; name their "
            "folder with --tests"
        )
    start = monotonic()
    told = False

    def tell(number: int, of: int) -> None:
        nonlocal told
        if monotonic() - start > PROGRESS_AFTER_SECONDS and sys.stderr.isatty():
            sys.stderr.write(f"\r{number} of {of} scenarios")
            told = True

    result = surveyed(folder, book=book, progress=tell)
    if told:
        sys.stderr.write("\r\033[K")
    if result.failed:
        number = len(result.failed)
        subject = "1 scenario fails and does" if number == 1 else f"{number} scenarios fail and do"
        print_note(f"{subject} not count: {some_of(result.failed)}")
    return result


def some_of(names: Sequence[str]) -> str:
    """A few of several names, and how many there are besides."""
    few = "; ".join(names[:NAMED_AT_MOST])
    more = len(names) - NAMED_AT_MOST
    return f"{few}; {more} more" if more > 0 else few


def sections_named(text: str, books: Sequence[str]) -> frozenset[str]:
    """The sections that a person means by ``14``, ``3-15`` or ``5,6,14``."""
    known = {name for book in books for name in section_names(catalogue(book)).values()}
    wanted: set[str] = set()
    for part in text.replace(" ", "").split(","):
        span = re.fullmatch(r"(\d+)-(\d+)", part)
        named = {str(one) for one in range(int(span[1]), int(span[2]) + 1)} if span else {part}
        if not named & known:
            raise CroupierError(f"there is no section {part!r}; write 14, 3-15 or 5,6,14")
        wanted |= named
    return frozenset(wanted)


def chosen(
    survey: Survey, book: str, *, kinds: Sequence[str], wanted: frozenset[str] | None
) -> Coverage:
    """The clauses of a rulebook by class and section; without either, all."""
    section = section_names(catalogue(book))
    clauses = tuple(
        one
        for one in survey.of(book).clauses
        if (not kinds or one.kind in kinds) and (wanted is None or section[one.id] in wanted)
    )
    return Coverage(book, clauses)


def only_open(coverage: Coverage) -> Coverage:
    """The open clauses among some."""
    clauses = (one for one in coverage.clauses if one.status is Status.OPEN)
    return Coverage(coverage.rulebook, tuple(clauses))


def print_coverage(survey: Survey, coverage: Coverage, *, open_only: bool) -> None:
    """Print a table of clauses, how many have each status, and the law that nothing reads."""
    clauses = (only_open(coverage) if open_only else coverage).clauses
    book = coverage.rulebook
    if clauses:
        rows = [
            (one.id, one.kind, one.status.value, str(len(one.tests)), _places(one))
            for one in clauses
        ]
        print_table(book, ("clause", "class", "status", "tests", "where"), rows)
        print()
    counted = Counter(one.status for one in coverage.clauses)
    print_text(f"{book}: " + ", ".join(f"{counted[one]} {one.value}" for one in Status))
    named = {one.id for one in coverage.clauses}
    unread = [
        f"{one.path} ({one.rule.clause})"
        for one in survey.unread
        if one.book == book and one.rule.clause in named
    ]
    if unread:
        print_text(f"Law that nothing reads, and that does not count: {', '.join(unread)}")
    print()


def _places(one: Covered) -> str:
    return "; ".join(text for text in (one.needs, some_of(one.where)) if text)
