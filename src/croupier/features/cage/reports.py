"""What a gaming day came to, by table, game and dealer: as rows, as CSV and as a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time

import msgspec
import xlsxwriter

from croupier.features.cage.books import DayBooks, DeskBooks, TableBooks
from croupier.money import Cents

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


class TableDayRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A table on a gaming day; amounts in cents."""

    table: str
    """The name of the table."""
    game: str
    """The name of the game."""
    opener: Cents
    """The chips of the opener."""
    fills: Cents
    """The chips that were brought."""
    credits: Cents
    """The chips that went back."""
    closer: Cents
    """The chips of the closer; 0 before it."""
    drop: Cents
    """The cash paid for chips, by the table's books."""
    counted_drop: Cents
    """The cash counted in drop boxes that day."""
    variance: Cents
    """What counts of float and drop boxes found: above zero too much, below zero too little."""
    win: Cents
    """What the house has won, by the table's books; below zero is a loss."""
    hold: float | None
    """Win for each dollar of drop; none without a drop."""
    rounds: int
    """How many rounds were begun."""


class GameDayRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A game on a gaming day; amounts in cents."""

    game: str
    """The name of the game."""
    tables: int
    """How many tables had figures."""
    drop: Cents
    """The cash paid for chips."""
    win: Cents
    """What the house has won; below zero is a loss."""
    hold: float | None
    """Win for each dollar of drop; none without a drop."""
    rounds: int
    """How many rounds were begun."""


class DealerDayRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A dealer on a gaming day; amounts in cents."""

    dealer: str
    """The id or staff number; ``software``, or empty where nobody had signed on."""
    tables: int
    """At how many tables."""
    drop: Cents
    """The cash paid for chips while they dealt."""
    win: Cents
    """What the house has won while they dealt; below zero is a loss."""
    hold: float | None
    """Win for each dollar of drop; none without a drop."""
    rounds: int
    """How many rounds were begun."""


class DeskDayRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The cash of the cage on a gaming day; amounts in cents."""

    counted_drop: Cents
    """The cash counted in drop boxes that day, of all tables."""
    payments: int
    """How often the desk paid for chips."""
    paid: Cents
    """The cash that it paid."""
    cash: Cents
    """What the two come to: the change of the cage's cash."""


class DayReport(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A gaming day: drop, win and hold of all tables; amounts in cents."""

    day: date
    """The gaming day."""
    drop: Cents
    """The cash paid for chips at all tables."""
    win: Cents
    """What the house has won at all tables; below zero is a loss."""
    variance: Cents
    """What counts found at all tables."""
    hold: float | None
    """Win for each dollar of drop; none without a drop."""
    tables: tuple[TableDayRow, ...]
    """Each table that had figures."""
    games: tuple[GameDayRow, ...]
    """Each game."""
    dealers: tuple[DealerDayRow, ...]
    """Each dealer."""
    desk: tuple[DeskDayRow, ...]
    """The cash of the cage, in one row; empty if no cash was counted and none paid."""


def hold_of(win: Cents, drop: Cents) -> float | None:
    """Return win for each dollar of drop; ``None`` without a drop.

    >>> hold_of(20_00, 100_00), hold_of(-5_00, 0)
    (0.2, None)
    """
    return win / drop if drop > 0 else None


def day_report(books: DayBooks, day: date) -> DayReport:
    """Return what a gaming day came to; without rows if nothing happened."""
    tables = books.of(day)
    drop = sum(one.drop for one in tables.values())
    win = sum(one.win for one in tables.values())
    return DayReport(
        day=day,
        drop=drop,
        win=win,
        variance=sum(one.variance for one in tables.values()),
        hold=hold_of(win, drop),
        tables=tuple(table_row(name, tables[name]) for name in sorted(tables, key=_by_number)),
        games=_game_rows(tables),
        dealers=_dealer_rows(tables),
        desk=_desk_rows(sum(one.counted_drop for one in tables.values()), books.at_desk(day)),
    )


def _desk_rows(counted: Cents, desk: DeskBooks) -> tuple[DeskDayRow, ...]:
    if not counted and not desk.payments:
        return ()
    cash = counted - desk.paid
    return (DeskDayRow(counted_drop=counted, payments=desk.payments, paid=desk.paid, cash=cash),)


def _by_number(name: str) -> tuple[int, str]:
    """Sort tables by number, then by name: 2 comes before 10."""
    return (int(name), "") if name.isdecimal() else (10**9, name)


def table_row(name: str, found: TableBooks) -> TableDayRow:
    """Return the row of a table."""
    return TableDayRow(
        table=name,
        game=found.game,
        opener=found.opener,
        fills=found.fills,
        credits=found.credits,
        closer=found.closer,
        drop=found.drop,
        counted_drop=found.counted_drop,
        variance=found.variance,
        win=found.win,
        hold=hold_of(found.win, found.drop),
        rounds=found.rounds,
    )


def _game_rows(tables: Mapping[str, TableBooks]) -> tuple[GameDayRow, ...]:
    by_game: dict[str, list[TableBooks]] = {}
    for one in tables.values():
        by_game.setdefault(one.game, []).append(one)
    rows = []
    for game, found in sorted(by_game.items()):
        drop, win = sum(one.drop for one in found), sum(one.win for one in found)
        rounds = sum(one.rounds for one in found)
        rows.append(
            GameDayRow(
                game=game,
                tables=len(found),
                drop=drop,
                win=win,
                hold=hold_of(win, drop),
                rounds=rounds,
            )
        )
    return tuple(rows)


def _dealer_rows(tables: Mapping[str, TableBooks]) -> tuple[DealerDayRow, ...]:
    by_dealer: dict[str, list[TableBooks]] = {}
    for one in tables.values():
        for dealer in one.dealers:
            by_dealer.setdefault(dealer, []).append(one)
    rows = []
    for dealer, found in sorted(by_dealer.items()):
        figures = [one.dealers[dealer] for one in found]
        drop, win = sum(one.drop for one in figures), sum(one.win for one in figures)
        rounds = sum(one.rounds for one in figures)
        rows.append(
            DealerDayRow(
                dealer=dealer,
                tables=len(found),
                drop=drop,
                win=win,
                hold=hold_of(win, drop),
                rounds=rounds,
            )
        )
    return tuple(rows)


# --------------------------------------------------------------------------------------- as a file


MONEY = frozenset(
    {
        *("opener", "fills", "credits", "closer", "drop", "counted_drop", "variance", "win"),
        *("paid", "cash"),
    }
)
"""The columns that are amounts: in dollars in a file."""
ReportRow = TableDayRow | GameDayRow | DealerDayRow | DeskDayRow
Naming = Callable[[str], str]
"""Returns the name under which a dealer is shown."""
PARTS: tuple[tuple[str, type[ReportRow]], ...] = (
    ("tables", TableDayRow),
    ("games", GameDayRow),
    ("dealers", DealerDayRow),
    ("desk", DeskDayRow),
)
"""The parts of a report, in the order of the files."""


def part_of(report: DayReport, name: str) -> Sequence[ReportRow]:
    """Return the rows of one part of a report."""
    rows: Sequence[ReportRow] = getattr(report, name)
    return rows


def csv_text(report: DayReport, part: str = "tables", *, name_of: Naming = str) -> str:
    """Return one part of a report as CSV: amounts in dollars, the hold as a fraction.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    columns = _columns(part)
    lines.writerow(("day", *columns))
    for row in part_of(report, part):
        cells = (_csv_cell(column, getattr(row, column), name_of) for column in columns)
        lines.writerow((report.day.isoformat(), *cells))
    return written.getvalue()


def _columns(part: str) -> tuple[str, ...]:
    return dict(PARTS)[part].__struct_fields__


def _csv_cell(column: str, value: object, name_of: Naming) -> str:
    if column in MONEY:
        assert isinstance(value, int)
        return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}"
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}"
    text = name_of(value) if column == "dealer" and isinstance(value, str) else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def xlsx_bytes(report: DayReport, *, name_of: Naming = str) -> bytes:
    """Return a report as a spreadsheet, a sheet for each part; the same report, the same bytes."""
    made = io.BytesIO()
    # Nothing but text, numbers and our own formats: no text becomes a formula or a link.
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(made, options) as book:
        title = f"Gaming day {report.day.isoformat()}"
        created = datetime.combine(report.day, time(), UTC).replace(tzinfo=None)
        book.set_properties({"title": title, "created": created})
        for part, _ in PARTS:
            _write_sheet(book, report, part, name_of)
    return made.getvalue()


def _write_sheet(
    book: "xlsxwriter.Workbook", report: DayReport, part: str, name_of: Naming
) -> None:
    sheet = book.add_worksheet(part.capitalize())
    head = book.add_format({"bold": True, "bottom": 1})
    money = book.add_format({"num_format": "#,##0.00;[Red]-#,##0.00"})
    share = book.add_format({"num_format": "0.0%"})
    columns = _columns(part)
    for number, column in enumerate(columns):
        sheet.write_string(0, number, column.replace("_", " ").capitalize(), head)
    for line, row in enumerate(part_of(report, part), 1):
        for number, column in enumerate(columns):
            value = getattr(row, column)
            if column in MONEY:
                sheet.write_number(line, number, value / 100, money)
            elif isinstance(value, float):
                sheet.write_number(line, number, value, share)
            elif isinstance(value, int):
                sheet.write_number(line, number, value)
            elif value is not None:
                text = name_of(value) if column == "dealer" else value
                sheet.write_string(line, number, text)
    sheet.set_column(0, len(columns) - 1, 14)
    sheet.freeze_panes(1, 1)


def totals(rows: Iterable[TableDayRow]) -> dict[str, Cents]:
    """Return the sum of each amount over all tables, for the foot of a page."""
    found = dict.fromkeys(sorted(MONEY.intersection(TableDayRow.__struct_fields__)), 0)
    for row in rows:
        for column in found:
            found[column] += getattr(row, column)
    return found
