"""``croupier cage``: drop, win and hold of a gaming day, from a record."""

from datetime import date
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.cage.books import DayBooks
from croupier.features.cage.reports import (
    MONEY,
    PARTS,
    DayReport,
    csv_text,
    day_report,
    part_of,
    xlsx_bytes,
)
from croupier.money import in_dollars
from croupier.record.stores.locations import driver_errors_explained, open_store
from croupier.terminal.output import choose_form, print_json, print_note, print_table, print_text

cage = App(name="cage", help="Print drop, win and hold of a gaming day from a record.")

Flag = Annotated[bool, Parameter(negative=())]
PRINTED = ("table", "game", "dealer", "tables", "drop", "variance", "win", "hold", "rounds")
"""The columns that are printed for people, as far as a part has them."""
DESK_PART = "desk"
"""The part with few columns, which are all printed."""
SIGNED = frozenset({"win", "variance", "cash"})
"""The amounts that are printed with their sign."""


@cage.command
def report(
    record: str,
    /,
    *,
    day: str | None = None,
    part: str = "tables",
    csv: Flag = False,
    xlsx: Path | None = None,
    json: Flag = False,
) -> int:
    """Print what a gaming day came to: drop, win and hold by table, game or dealer, and cash.

    Drop is the cash paid for chips, win what the house has won by the tables'
    own books, hold is win divided by drop. CSV and JSON also have openers,
    fills, credits, closers and counted drop boxes. The part desk has the cash
    of the cage: what was counted in drop boxes, and paid for chips at the desk.
    Every figure is folded from the record's events.

    Examples:

        croupier cage report floor.db

        croupier cage report floor.db --day 2026-11-18 --part dealers

        croupier cage report floor.db --day 2026-11-18 --csv > tables.csv

        croupier cage report floor.db --xlsx monday.xlsx

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    day
        The gaming day, such as 2026-11-18; by default the last one with figures.
    part
        tables, games, dealers or desk.
    csv
        Print the part as CSV, amounts in dollars.
    xlsx
        Write a spreadsheet with all parts to this file, which must not exist yet.
    json
        Print all parts for programs, amounts in cents.
    """
    choose_form(json=json, csv=csv)
    known = [name for name, _ in PARTS]
    if part not in known:
        raise CroupierError(f"--part: there is no {part!r}; choose {', '.join(known)}")
    books = read_books(record)
    found = day_report(books, read_day(books, day))
    if xlsx is not None:
        write_spreadsheet(xlsx, found)
    if json:
        print_json(found)
    elif csv:
        print(csv_text(found, part), end="")
    elif xlsx is None:
        print_report(found, part)
    return 0


def read_books(record: str) -> DayBooks:
    """Return the figures of all days of a record."""
    books = DayBooks()
    with driver_errors_explained(record):
        store = open_store(record, writing=False)
        try:
            books.apply(store.read_all())
        finally:
            store.close()
    return books


def read_day(books: DayBooks, text: str | None) -> date:
    """Return the gaming day that an option names; without it, the last one with figures.

    Raise ``CroupierError`` for a text that is not a day, and for a record without figures.
    """
    if text is None:
        if not books.days:
            raise CroupierError("no money has moved at the tables of this record")
        return books.days[0]
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CroupierError(f"--day: {text!r} is not a day; write one as 2026-11-18") from None


def write_spreadsheet(path: Path, found: DayReport) -> None:
    """Write the report as a spreadsheet to a file that must not exist yet."""
    try:
        with path.open("xb") as file:
            file.write(xlsx_bytes(found))
    except FileExistsError:
        raise CroupierError(f"--xlsx: the file {path} already exists") from None
    except OSError as error:
        raise CroupierError(f"--xlsx: {path} cannot be written: {error.strerror}") from None
    print_note(f"the gaming day {found.day.isoformat()} is in {path}")


def print_report(found: DayReport, part: str) -> None:
    """Print one part of a report as a table for people; CSV and JSON have every column."""
    rows = part_of(found, part)
    if not rows:
        where = "in the cage" if part == DESK_PART else "at the tables"
        print_text(f"No money moved {where} on the gaming day {found.day.isoformat()}.")
        return
    every = rows[0].__struct_fields__
    columns = [name for name in PRINTED if name in every] if part != DESK_PART else list(every)
    cells = [tuple(_cell(name, getattr(row, name)) for name in columns) for row in rows]
    print_table(f"Gaming day {found.day.isoformat()}", columns, cells, widest_first=20)


def _cell(column: str, value: object) -> str:
    if value is None:
        return "-"
    if column in MONEY and isinstance(value, int):
        return in_dollars(value, sign=column in SIGNED)
    if isinstance(value, float):
        return f"{value:.1%}"
    return str(value) or "nobody"
