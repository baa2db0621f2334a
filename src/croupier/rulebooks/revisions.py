"""The laws that tables were opened under: which of them the installed law plays like.

``data/revisions.tsv`` has a row for every law that a version of the package has installed: its
revision, its fingerprint and the digest of its values. ``data/earlier-values.tsv`` has the lines in
which earlier laws differ from the one installed. `python -m tests.rulebooks.revisions` writes both.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from croupier.rulebooks.catalogue import DATA
from croupier.rulebooks.fingerprints import fingerprint
from croupier.rulebooks.law_values import (
    NOTHING,
    Difference,
    differences,
    digest_of,
    value_lines,
    values_digest,
)
from croupier.rulebooks.table_law import TableLaw

ROWS, EARLIER = DATA / "revisions.tsv", DATA / "earlier-values.tsv"


class LawName(NamedTuple):
    """What a record says about the law that something was begun under."""

    game: str
    """The game."""
    revision: str
    """The revision of its law."""
    fingerprint: str
    """The fingerprint of that law."""
    values: str = ""
    """The digest of its values; empty in records that do not hold one."""

    def __str__(self) -> str:
        return f"{self.game}, revision {self.revision} ({self.fingerprint})"


def name_of_law(law: TableLaw) -> LawName:
    """The name of a law, by which a record refers to it."""
    return LawName(law.game, law.revision, fingerprint(law), values_digest(law))


def plays_like(law: TableLaw, name: LawName) -> bool:
    """Whether a law has the values of one that a record names; the words may differ."""
    if (law.game, law.revision, fingerprint(law)) == name[:3]:
        return True
    return law.game == name.game and _values_of(name) == values_digest(law)


def changes_since(name: LawName, law: TableLaw) -> tuple[Difference, ...] | None:
    """The values of a law that differ from one that a record names; none where nobody knows."""
    now, values = value_lines(law), _values_of(name)
    if values == values_digest(law):
        return ()
    apart = _earlier_values().get((law.game, values))
    if apart is None:
        return None
    merged = {line: value for line, value in {**now, **apart}.items() if value != NOTHING}
    # The file tells how earlier laws differ from the law of the package: of another law that goes
    # by the same name it tells nothing.
    return differences(merged, now) if digest_of(merged) == values else None


def _values_of(name: LawName) -> str:
    """The digest of the values of a law; empty where nobody knows it."""
    return name.values or known_revisions().get(name[:3], "")


@cache
def known_revisions() -> Mapping[tuple[str, str, str], str]:
    """The digests of values by game, revision and fingerprint, in the order of their rows."""
    return {(game, revision, of): values for game, revision, of, values in _rows(ROWS)}


@cache
def _earlier_values() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """The lines of earlier laws that differ from the law installed, by game and digest."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for game, values, line, value in _rows(EARLIER):
        found.setdefault((game, values), {})[line] = value
    return found


def _rows(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """The rows of a table of four columns, without its heading."""
    for row in path.read_text(encoding="utf-8").splitlines()[1:]:
        first, second, third, fourth = row.split("\t")
        yield first, second, third, fourth
