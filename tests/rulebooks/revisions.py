"""Enters the laws of the package into the list of those that tables are opened under.

``python -m tests.rulebooks.revisions`` adds what is missing: a row for a law whose words have
changed, or for one with a new revision. It refuses other values under an old revision. After
a field of the law got another name or place, ``--unchanged`` says that no value is another one.
"""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from croupier.rulebooks import GAMES, TableLaw
from croupier.rulebooks.revisions import EARLIER as EARLIER
from croupier.rulebooks.revisions import (
    NOTHING,
    Difference,
    differences,
    digest_of,
    name_of_law,
    value_lines,
    values_digest,
)
from croupier.rulebooks.revisions import ROWS as ROWS

INSTALLED = Path(__file__).with_name("installed")
"""The values of the laws that are installed, a file for each game."""
ROWS_HEADING = ("game", "revision", "fingerprint", "values")
EARLIER_HEADING = ("game", "values", "line", "value")
HOW = "enter it with: python -m tests.rulebooks.revisions"

Row = tuple[str, ...]
Lines = dict[str, str]


def rows_in(path: Path) -> list[Row]:
    """The rows of a table with tabs, without its heading."""
    if not path.exists():
        return []
    return [tuple(row.split("\t")) for row in path.read_text(encoding="utf-8").splitlines()[1:]]


def write_rows(path: Path, heading: Row, rows: Iterable[Row]) -> None:
    """Write a table with tabs."""
    text = "".join("\t".join(row) + "\n" for row in (heading, *rows))
    path.write_text(text, encoding="utf-8")


def installed_values(game: str) -> Lines:
    """The values of a game's law as they were entered last."""
    return {row[0]: row[1] for row in rows_in(INSTALLED / f"{game}.tsv")}


def last_values(rows: Iterable[Row], game: str, revision: str) -> str:
    """The digest of the values that were entered last under a revision; empty for a new one."""
    return next((row[3] for row in reversed(list(rows)) if row[:2] == (game, revision)), "")


def complaint(law: TableLaw) -> str:
    """What is wrong with the entry of a law, and what to do about it; empty where nothing is."""
    rows = rows_in(ROWS)
    if tuple(name_of_law(law)) in rows:
        return ""
    known = last_values(rows, law.game, law.revision)
    if known and known != values_digest(law):
        changed = differences(installed_values(law.game), value_lines(law))
        return (
            f"{law.game} has other values under its old revision {law.revision!r}:\n"
            f"{in_lines(changed)}\ngive the law a new revision, then {HOW}"
        )
    return f"{law.game}, revision {law.revision}, is not entered as it stands; {HOW}"


def in_lines(changed: Iterable[Difference]) -> str:
    """Values that have changed, a line for each."""
    return "\n".join(f"  {one.line}: {one.before} -> {one.after}" for one in changed)


def rebase(
    earlier: list[Row], game: str, before: Mapping[str, str], after: Mapping[str, str]
) -> list[Row]:
    """How earlier laws of a game differ from its new values, that of yesterday among them."""
    laws: dict[str, Lines] = {digest_of(before): {}}
    for of_game, values, line, value in earlier:
        if of_game == game:
            laws.setdefault(values, {})[line] = value
    rows = [row for row in earlier if row[0] != game]
    for values, apart in laws.items():
        whole = {line: value for line, value in {**before, **apart}.items() if value != NOTHING}
        rows += [(game, values, one.line, one.before) for one in differences(whole, after)]
    return rows


def enter(law: TableLaw, *, unchanged: bool = False) -> str:
    """Enter a law; what is in the way, or nothing."""
    rows, earlier = rows_in(ROWS), rows_in(EARLIER)
    values, lines = values_digest(law), value_lines(law)
    known = last_values(rows, law.game, law.revision)
    if known and known != values:
        if not unchanged:
            return complaint(law)
        rows = [(*row[:3], values) if row[3] == known else row for row in rows]
        earlier = [row for row in earlier if row[0] != law.game]
    elif (before := installed_values(law.game)) and before != lines:
        earlier = rebase(earlier, law.game, before, lines)
    if tuple(name_of_law(law)) not in rows:
        rows.append(tuple(name_of_law(law)))
    write_rows(ROWS, ROWS_HEADING, rows)
    write_rows(EARLIER, EARLIER_HEADING, earlier)
    write_rows(INSTALLED / f"{law.game}.tsv", ("line", "value"), lines.items())
    return ""


def main(given: list[str]) -> int:
    """Enter all laws of the package."""
    wrong = [why for law in GAMES.values() if (why := enter(law, unchanged="--unchanged" in given))]
    sys.stdout.write("\n".join(wrong or [f"{len(GAMES)} laws are entered"]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
