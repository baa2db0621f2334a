"""What a run of the tests has found, as it is kept with the package and shipped with it.

It counts only for the law, the sources and the tests that it was made with: one that is stale, or
is not there, leaves every clause unknown.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

import croupier
from croupier import VERSION
from croupier.errors import CroupierError
from croupier.features.compliance.evidence import Coverage, SeenClauses, Sightings, cover
from croupier.rulebooks import BOOKS, GAMES, catalogue, fingerprint

PACKAGE = Path(croupier.__file__).parent
FILE = PACKAGE / "coverage" / "data" / "evidence.json"
MAKE = "make evidence"
"""What makes it."""
Value = TypeVar("Value")


class Freshness(Enum):
    """Whether what was found still counts."""

    CURRENT = "current"
    MISSING = "missing"
    """No run of the tests has left anything with the package."""
    STALE = "stale"
    """It was made with another law, other sources or other tests."""


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen of clauses and rules, and with what."""

    version: str
    """The version of the system."""
    laws: dict[str, str]
    """The fingerprint of each game's law."""
    sources: str
    """What the sources came to."""
    tests: str
    """What the tests came to."""
    read: list[str]
    """The rules whose value was read: game and path."""
    seen: SeenClauses
    """What was seen, by rulebook and clause."""


class BadFindingsError(CroupierError):
    """A file of findings that cannot be read."""


def found_now(seen: SeenClauses, read: set[str], tests: Path) -> Findings:
    """What a run of the tests has found, with the marks of what it was made with."""
    return Findings(
        version=VERSION,
        laws={name: fingerprint(law) for name, law in GAMES.items() if law.book in BOOKS},
        sources=of_package(PACKAGE),
        tests=of_tests(tests),
        read=sorted(read),
        seen={
            book: {
                clause: Sightings(_ordered(shown.where), _ordered(shown.tests))
                for clause, shown in _ordered(clauses).items()
            }
            for book, clauses in _ordered(seen).items()
        },
    )


def write(findings: Findings, file: Path = FILE) -> None:
    """Keep findings with the package, the same on every machine that found the same."""
    file.parent.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(findings), indent=1)
    file.write_bytes(text + b"\n")


def load(file: Path = FILE) -> Findings | None:
    """What was found, stale or not; none where nothing was kept."""
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Findings)
    except msgspec.MsgspecError as error:
        raise BadFindingsError(f"{file.name} cannot be read ({error}): {MAKE}") from None


def standing(findings: Findings | None, *, tests: Path | None) -> Freshness:
    """Whether findings count for the law, the sources and the tests that are here.

    Where no tests lie beside the source, as in a wheel, those that were run are not asked for.
    """
    if findings is None:
        return Freshness.MISSING
    if (
        findings.version != VERSION
        or any(fingerprint(GAMES[name]) != law for name, law in findings.laws.items())
        or findings.sources != of_package(PACKAGE)
        or (tests is not None and findings.tests != of_tests(tests))
    ):
        return Freshness.STALE
    return Freshness.CURRENT


def known() -> tuple[Freshness, SeenClauses | None]:
    """What is known of clauses from the last run of the tests, if it still counts."""
    findings = load()
    found = standing(findings, tests=find_tests())
    return found, findings.seen if findings and found is Freshness.CURRENT else None


def coverage_of(book: str, seen: SeenClauses | None) -> Coverage:
    """The coverage of a rulebook; unknown where nothing counts."""
    return cover(catalogue(book), seen)


def find_tests() -> Path | None:
    """The tests that lie beside the source, if they do."""
    for above in PACKAGE.parents:
        if (above / "tests" / "scenarios").is_dir():
            return above / "tests"
    return None


def _ordered(values: dict[str, Value]) -> dict[str, Value]:
    return dict(sorted(values.items()))


WATCHED = (
    "blackjack",
    "cards",
    "coverage",
    "display",
    "floor",
    "money",
    "notation",
    "play",
    "record",
    "rulebooks",
    "stud",
    "table",
)
"""The packages that act on clauses or show them, and this one. What only lays out or computes from
the law (the commands, the maths, the environments) changes no evidence."""
KEPT = (".py", ".tsv")
LENGTH = 16
"""How many hexadecimal digits are kept."""
CITING = b"@cites("


def of_package(package: Path) -> str:
    """What the sources of the package come to, the clauses in their tables among them."""
    files = (
        file
        for name in WATCHED
        for file in (package / name).rglob("*")
        if file.suffix in KEPT and "__pycache__" not in file.parts
    )
    return _digest(package, files)


def of_tests(tests: Path) -> str:
    """What the scenario files and the tests that cite come to."""
    return _digest(tests, (*(tests / "scenarios").rglob("*.toml"), *citing_files(tests)))


def citing_files(tests: Path) -> Iterator[Path]:
    """The tests in code that cite clauses."""
    return (file for file in tests.rglob("test_*.py") if CITING in file.read_bytes())


def _digest(below: Path, files: Iterable[Path]) -> str:
    """One short name for files by their path and content; line ends do not count."""
    digest = sha256()
    for name, file in sorted((file.relative_to(below).as_posix(), file) for file in files):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:LENGTH]
