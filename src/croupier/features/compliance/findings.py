"""What a run of the tests has found: a file that is saved in the package and shipped with it.

It applies only to the law, the sources and the tests that it was made with: if it is stale or
missing, every clause is unknown.
"""

from enum import Enum
from pathlib import Path
from typing import TypeVar

import msgspec

import croupier
from croupier.errors import CroupierError
from croupier.features.compliance import source_hashes
from croupier.features.compliance.evidence import Coverage, SeenClauses, Sightings, clause_coverage
from croupier.kit import VERSION
from croupier.rulebooks import BOOKS, GAMES, catalogue, fingerprint

PACKAGE = Path(croupier.__file__).parent
FILE = PACKAGE / "features" / "compliance" / "data" / "evidence.json"
MAKE_COMMAND = "make evidence"
"""The command that makes it."""
Value = TypeVar("Value")


class Freshness(Enum):
    """Whether findings still apply."""

    CURRENT = "current"
    MISSING = "missing"
    """No findings are saved in the package."""
    STALE = "stale"
    """They were made with another law, other sources or other tests."""


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen of clauses and rules, and with which versions."""

    version: str
    """The version of the system."""
    laws: dict[str, str]
    """The fingerprint of each game's law."""
    sources: str
    """The hash of the sources."""
    tests: str
    """The hash of the tests."""
    read: list[str]
    """The rules whose value was read: game and path."""
    seen: SeenClauses
    """What was seen, by rulebook and clause."""


class BadFindingsError(CroupierError):
    """A file of findings cannot be read."""


def make_findings(seen: SeenClauses, read: set[str], tests: Path) -> Findings:
    """Return the findings of a test run, with the hashes of what it was made with."""
    return Findings(
        version=VERSION,
        laws={name: fingerprint(law) for name, law in GAMES.items() if law.book in BOOKS},
        sources=source_hashes.package_hash(PACKAGE),
        tests=source_hashes.tests_hash(tests),
        read=sorted(read),
        seen={
            book: {
                clause: Sightings(_sort_keys(shown.where), _sort_keys(shown.tests))
                for clause, shown in _sort_keys(clauses).items()
            }
            for book, clauses in _sort_keys(seen).items()
        },
    )


def save_findings(findings: Findings, file: Path = FILE) -> None:
    """Save findings in the package: the same bytes on every machine that found the same."""
    file.parent.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(findings), indent=1)
    file.write_bytes(text + b"\n")


def load_findings(file: Path = FILE) -> Findings | None:
    """Return the saved findings, stale or not; ``None`` if there are none."""
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Findings)
    except msgspec.MsgspecError as error:
        raise BadFindingsError(f"{file.name} cannot be read ({error}): {MAKE_COMMAND}") from None


def freshness(findings: Findings | None, *, tests: Path | None) -> Freshness:
    """Return whether findings apply to the law, the sources and the tests that are here.

    If no tests lie beside the source, as in a wheel, their hash is not compared.
    """
    if findings is None:
        return Freshness.MISSING
    if (
        findings.version != VERSION
        or any(fingerprint(GAMES[name]) != law for name, law in findings.laws.items())
        or findings.sources != source_hashes.package_hash(PACKAGE)
        or (tests is not None and findings.tests != source_hashes.tests_hash(tests))
    ):
        return Freshness.STALE
    return Freshness.CURRENT


def current_evidence() -> tuple[Freshness, SeenClauses | None]:
    """Return what is known of clauses from the last test run, if it still applies."""
    findings = load_findings()
    found = freshness(findings, tests=find_tests())
    return found, findings.seen if findings and found is Freshness.CURRENT else None


def rulebook_coverage(book: str, seen: SeenClauses | None) -> Coverage:
    """Return the coverage of a rulebook; unknown if no findings apply."""
    return clause_coverage(catalogue(book), seen)


def find_tests() -> Path | None:
    """Return the tests that lie beside the source; ``None`` if there are none."""
    for above in PACKAGE.parents:
        if (above / "tests" / "scenarios").is_dir():
            return above / "tests"
    return None


def _sort_keys(values: dict[str, Value]) -> dict[str, Value]:
    return dict(sorted(values.items()))
