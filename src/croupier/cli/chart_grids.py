"""Charts of play as grids of cells, whatever the game: what the terminal and pictures show."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import RANKS

if TYPE_CHECKING:
    from croupier.maths.charts import Chart
    from croupier.maths.stud_play import StudPlay

DEALER_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
FINISHED = "21"
"""The total with which there is nothing left to decide."""
BY_TOTAL = "-"
HEADING = len("A K Q")
"""How much of a hand of Caribbean Stud heads its section."""


class CellSign(NamedTuple):
    """What a cell may say."""

    text: str
    meaning: str
    colour: str
    """Of the cell; letters on it are dark."""


BLACKJACK_SIGNS = {
    "S": CellSign("S", "stand", "#f2b8b5"),
    "H": CellSign("H", "hit", "#bfe3c0"),
    "Dh": CellSign("D", "double, else hit", "#a9cdf5"),
    "Ds": CellSign("Ds", "double, else stand", "#c3b8f0"),
    "P": CellSign("P", "split", "#f6d98a"),
    "Rh": CellSign("R", "surrender, else hit", "#d4d4d8"),
    "Rs": CellSign("Rs", "surrender, else stand", "#c4c4ca"),
    "Rp": CellSign("Rp", "surrender, else split", "#e4dcc0"),
}
STUD_SIGNS = {
    "bet": CellSign("B", "bet", "#bfe3c0"),
    "fold": CellSign("F", "fold", "#f2b8b5"),
    "suits": CellSign("*", "by the suits held", "#f6d98a"),
    "": CellSign("", "", "#8a8a8e"),
}


class GridRow(NamedTuple):
    """A row of cells under one label."""

    label: str
    cells: tuple[str, ...]


class GridSection(NamedTuple):
    """Rows that belong together."""

    title: str
    rows: tuple[GridRow, ...]


class Grid(NamedTuple):
    """A whole chart."""

    title: str
    subtitle: str
    columns: tuple[str, ...]
    sections: tuple[GridSection, ...]
    signs: Mapping[str, CellSign]
    dense: bool = False
    """Whether the cells are small, so that a long chart fits a screen."""

    def legend(self) -> tuple[CellSign, ...]:
        """The signs that the chart uses."""
        used = {cell for part in self.sections for row in part.rows for cell in row.cells}
        return tuple(sign for word, sign in self.signs.items() if word in used and sign.text)


def blackjack_grid(chart: "Chart", title: str, subtitle: str) -> Grid:
    """The chart of a blackjack game; pairs that are not split show what their total says."""
    named = (
        ("hard", chart.hard),
        ("soft", chart.soft),
        ("hard, three cards or more", chart.hard_three),
        ("soft, three cards or more", chart.soft_three),
        ("hard, four cards or more", chart.hard_four),
        ("soft, four cards or more", chart.soft_four),
    )
    parts = [GridSection(name, tuple(_merged(_total_rows(rows)))) for name, rows in named if rows]
    parts.insert(2, GridSection("pairs", tuple(_pair_rows(chart))))
    return Grid(title, subtitle, DEALER_CARDS, tuple(parts), BLACKJACK_SIGNS)


def _total_rows(rows: Mapping[str, str]) -> Iterator[GridRow]:
    for total, words in rows.items():
        if total != FINISHED:
            yield GridRow(total, tuple(words.split()))


def _pair_rows(chart: "Chart") -> Iterator[GridRow]:
    for name, words in chart.pairs.items():
        total = {"A": "12", "T": "20"}.get(name) or str(2 * int(name))
        instead = (chart.soft if name == "A" else chart.hard)[total].split()
        cells = zip(words.split(), instead, strict=True)
        yield GridRow(f"{name} {name}", tuple(own if own != BY_TOTAL else by for own, by in cells))


def _merged(rows: Iterable[GridRow]) -> list[GridRow]:
    """Rows with those that follow each other and say the same put together."""
    merged: list[GridRow] = []
    for row in rows:
        if merged and merged[-1].cells == row.cells:
            first = merged[-1].label.partition("-")[0]
            merged[-1] = GridRow(f"{first}-{row.label}", row.cells)
        else:
            merged.append(row)
    return merged


def stud_grid(play: "StudPlay", title: str, subtitle: str) -> Grid:
    """The chart of Caribbean Stud: the hands between those always bet on and always folded.

    A section is headed by the three highest cards; its rows name the other two.
    """
    columns = tuple(rank.value for rank in (*RANKS[1:], RANKS[0]))
    parts: dict[str, list[GridRow]] = {}
    for row in play.rows:
        cells = tuple(row.cells[rank].play if rank in row.cells else "" for rank in columns)
        highest, others = row.hand[:HEADING], row.hand[HEADING:].strip()
        parts.setdefault(highest, []).append(GridRow(others, cells))
    sections = tuple(GridSection(name, tuple(rows)) for name, rows in parts.items())
    return Grid(title, subtitle, columns, sections, STUD_SIGNS, dense=True)


# How sections stand beside each other ------------------------------------------------------------


def height_of(sections: Iterable[GridSection]) -> int:
    """The rows of sections below each other, their two lines of heading counted."""
    return sum(len(section.rows) + 2 for section in sections)


def in_columns(sections: tuple[GridSection, ...], number: int) -> list[list[GridSection]]:
    """Sections one below the other, in columns of about the same height, at most ``number``."""
    columns: list[list[GridSection]] = [[]]
    height, left = 0, height_of(sections)
    for section in sections:
        size = height_of([section])
        share = left / (number - len(columns) + 1)
        if columns[-1] and len(columns) < number and height + size / 2 > share:
            left -= height
            height = 0
            columns.append([])
        columns[-1].append(section)
        height += size
    return columns
