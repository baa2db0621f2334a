"""Output for people and for programs: tables, notes, JSON.

On a terminal a table is drawn; elsewhere it is plain text that fits 80 columns.
"""

import codecs
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap

import msgspec

from croupier.errors import CroupierError

WIDTH = 80
WIDEST_FIRST = 14
"""A cell of the first column that is longer than this gets a line of its own, by default."""
GAP = "  "
NARROW = 60
"""In a window with fewer columns, a table is printed row by row instead of being squeezed."""
LEAST_LAST = 12
"""The width that the last column of a drawn table needs, unless its cells are narrower."""


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value)).decode() + "\n")


def print_csv_rows(rows: Sequence[Mapping[str, object]]) -> None:
    """Print rows as comma-separated lines under their column names; ``None`` is an empty cell."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(sys.stdout, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def choose_form(*, json: bool, csv: bool) -> None:
    """Raise if the result is asked for in two forms."""
    if json and csv:
        raise CroupierError("choose one of --json and --csv")


def write_new_file(path: Path, text: str) -> None:
    """Write text to a new file. Raise if the file exists."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CroupierError(f"--output: the file {path} already exists") from None
    except OSError as error:
        raise CroupierError(f"--output: {path}: {error.strerror}") from None


def print_note(sentence: str) -> None:
    """Print a sentence to standard error, beside the result."""
    print(f"croupier: {sentence}", file=sys.stderr)


def print_text(text: str) -> None:
    """Print a paragraph, wrapped to the window."""
    width = min(WIDTH, get_terminal_size().columns) if sys.stdout.isatty() else WIDTH
    print("\n".join(wrap(text, width, break_on_hyphens=False)))


def print_table(
    title: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    widest_first: int = WIDEST_FIRST,
) -> None:
    """Print rows under a title; the last column gets the remaining width. Heads may be empty."""
    if sys.stdout.isatty():
        listed = [tuple(row) for row in rows]
        if any(heads) and _too_narrow(heads, listed):
            _stack(title, heads, listed)
        else:
            _draw(title, heads, listed)
        return
    if title:
        print(title)
    for line in plain_lines(heads, rows, widest_first=widest_first):
        print(line)


def plain_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, widest_first: int = WIDEST_FIRST
) -> Iterator[str]:
    """Yield the lines of a table as plain text."""
    every = [tuple(heads), *map(tuple, rows)] if any(heads) else list(map(tuple, rows))
    if not every:
        return
    widths = [max(map(len, column)) for column in zip(*every, strict=True)][:-1]
    first = max((len(row[0]) for row in every if len(row[0]) <= widest_first), default=0)
    widths[0] = first
    room = WIDTH - sum(widths) - len(GAP) * len(widths)
    for row in every:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        if len(row[0]) > first:
            yield row[0]
            cells[0] = " " * first
        lead = GAP.join(cells) + GAP
        whole = "/" in row[-1]  # a path broken in two cannot be copied
        lines = wrap(row[-1], room, break_on_hyphens=False, break_long_words=not whole)
        for number, text in enumerate(lines or [""]):
            yield ((lead if number == 0 else " " * len(lead)) + text).rstrip()


def _too_narrow(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the window is too narrow for all columns, even with the last one wrapped."""
    *firsts, last = (max(map(len, column)) for column in zip(heads, *rows, strict=True))
    needed = sum(firsts) + min(last, LEAST_LAST) + 3 * len(heads)
    return min(needed, NARROW) > get_terminal_size().columns


def _stack(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print each row as a block: its first cell, and below it the others with their heads."""
    if title:
        print(title)
    width = get_terminal_size().columns
    column = max(map(len, heads)) + len(GAP)
    for first, *others in rows:
        print(first)
        for head, cell in zip(heads[1:], others, strict=True):
            lines = wrap(cell, max(1, width - column - len(GAP))) or [""]
            for number, line in enumerate(lines):
                print(f"{GAP}{head if number == 0 else '':<{column}}{line}".rstrip())


def _draw(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD if any(heads) else None,
        show_header=any(heads),
    )
    for number, head in enumerate(heads):
        last = number == len(heads) - 1
        table.add_column(head, overflow="fold", ratio=1 if last else None)
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


ASCII_REPLACEMENTS = {
    "–": "-",
    "—": "-",
    "−": "-",  # noqa: RUF001 - the sign of a loss
    "‘": "'",  # noqa: RUF001 - quotation marks
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "×": "x",
    "·": "-",
    "→": "->",
    "½": "1/2",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
}
"""Replacements for characters that cannot be encoded; any other becomes a question mark."""
HANDLER = "croupier-plain-letters"


def ascii_replacement(error: UnicodeError) -> tuple[str, int]:
    """Return an ASCII replacement for the characters that the output cannot encode."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(ASCII_REPLACEMENTS.get(letter, "?") for letter in lacking), error.end


def replace_unencodable() -> None:
    """Make standard output replace characters it cannot encode instead of raising."""
    codecs.register_error(HANDLER, ascii_replacement)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=HANDLER)
