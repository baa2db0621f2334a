"""What sources and tests come to, so that evidence of others is never taken for theirs.

Only the standard library is needed here: whoever builds a wheel asks too.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

WATCHED = (
    "cards",
    "display",
    "features",
    "floor",
    "games",
    "house",
    "kit",
    "messages.py",
    "money",
    "notation",
    "record",
    "rulebooks",
    "scenarios",
    "streams.py",
)
"""The packages that act on clauses or show them, and this one. What only lays out or computes from
the law (the terminal, the pages, the maths, the environments) changes no evidence."""
KEPT = (".py", ".tsv")
LENGTH = 16
"""How many hexadecimal digits are kept."""
CITING = b"@cites("


def of_package(package: Path) -> str:
    """What the sources of the package come to, the clauses in their tables among them."""
    files = (
        file
        for name in WATCHED
        for file in (package / name, *(package / name).rglob("*"))
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
