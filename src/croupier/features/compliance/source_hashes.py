"""Hashes of the sources and the tests, so that evidence is never used for other sources.

It needs only the standard library: building a wheel uses it too.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

HASHED_PACKAGES = (
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
"""The packages that act on clauses or show them, and this one. Packages that only lay out the law
or compute from it (the terminal, the pages, the maths, the environments) change no evidence."""
HASHED_SUFFIXES = (".py", ".tsv")
LENGTH = 16
"""How many hexadecimal digits are kept."""
CITING = b"@cites("


def package_hash(package: Path) -> str:
    """Return the hash of the package's sources, including the tables of clauses."""
    files = (
        file
        for name in HASHED_PACKAGES
        for file in (package / name, *(package / name).rglob("*"))
        if file.is_file() and file.suffix in HASHED_SUFFIXES and "__pycache__" not in file.parts
    )
    return _digest(package, files)


def tests_hash(tests: Path) -> str:
    """Return the hash of the scenario files and of the tests that cite clauses."""
    return _digest(tests, (*(tests / "scenarios").rglob("*.toml"), *citing_files(tests)))


def citing_files(tests: Path) -> Iterator[Path]:
    """Yield the test modules that cite clauses."""
    return (file for file in tests.rglob("test_*.py") if CITING in file.read_bytes())


def _digest(below: Path, files: Iterable[Path]) -> str:
    """Return one short hash of files by path and content; line endings do not count."""
    digest = sha256()
    for name, file in sorted((file.relative_to(below).as_posix(), file) for file in files):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:LENGTH]
