"""Charts of play as pictures: laid out as a grid, written as SVG, or as PNG by matplotlib."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from croupier.cards import RANKS
from croupier.errors import CroupierError

if TYPE_CHECKING:
    from croupier.maths.blackjack.charts import Chart
    from croupier.maths.stud.play import StudPlay


DEALER_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
FINISHED = "21"
"""The total with which no decision is left."""
BY_TOTAL = "-"
HEADING = len("A K Q")
"""How much of a hand of Caribbean Stud heads its section."""


class CellSign(NamedTuple):
    """A sign that a cell may show."""

    text: str
    meaning: str
    colour: str
    """The background of the cell; its letters are dark."""


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
        """Return the signs that the chart uses."""
        used = {cell for part in self.sections for row in part.rows for cell in row.cells}
        return tuple(sign for word, sign in self.signs.items() if word in used and sign.text)


def blackjack_grid(chart: "Chart", title: str, subtitle: str) -> Grid:
    """Return the chart of a blackjack game.

    A pair that is not split shows the call for its total.
    """
    named = (
        ("hard", chart.hard),
        ("soft", chart.soft),
        ("hard, three cards or more", chart.hard_three),
        ("soft, three cards or more", chart.soft_three),
        ("hard, four cards or more", chart.hard_four),
        ("soft, four cards or more", chart.soft_four),
    )
    parts = [GridSection(name, tuple(_merge(_total_rows(rows)))) for name, rows in named if rows]
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


def _merge(rows: Iterable[GridRow]) -> list[GridRow]:
    """Return the rows with equal neighbours merged."""
    merged: list[GridRow] = []
    for row in rows:
        if merged and merged[-1].cells == row.cells:
            first = merged[-1].label.partition("-")[0]
            merged[-1] = GridRow(f"{first}-{row.label}", row.cells)
        else:
            merged.append(row)
    return merged


def stud_grid(play: "StudPlay", title: str, subtitle: str) -> Grid:
    """Return the chart of Caribbean Stud: the hands neither always bet on nor always folded.

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


def height_of(sections: Iterable[GridSection]) -> int:
    """Return the height of sections in rows, including two lines for each heading."""
    return sum(len(section.rows) + 2 for section in sections)


def divide_into_columns(sections: tuple[GridSection, ...], number: int) -> list[list[GridSection]]:
    """Return sections in at most ``number`` columns of about the same height."""
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


MARGIN = 28.0
HEAD_HEIGHT = 74.0
SECTION_GAP = 14.0
LETTER_WIDTH = 7.4
"""About the width of a letter of the usual size, to place the legend."""
TEXT_SIZE = 13.0
INK, PAPER, FAINT = "#1c1c1e", "#ffffff", "#6b6b70"
DARK_INK, DARK_PAPER, DARK_FAINT = "#f2f2f4", "#1b1b1f", "#a5a5ad"
DOTS_PER_INCH = 150


class Measures(NamedTuple):
    """The sizes of the parts of a chart."""

    cell_width: float
    cell_height: float
    label_width: float
    title_height: float
    """The height of a section's title."""
    head_height: float
    """The height of the column heads."""
    column_gap: float
    text_size: float
    rows_per_column: int
    """About how many rows a column has before the next begins."""
    most_columns: int


WIDE = Measures(34, 26, 92, 26, 20, 36, TEXT_SIZE, rows_per_column=24, most_columns=4)
DENSE = Measures(17, 17, 38, 20, 15, 18, 11, rows_per_column=30, most_columns=5)
"""Sizes for a chart of 150 rows on a screen of 1,440 by 900."""


class ChartCell(NamedTuple):
    """A cell: its place, colour and text."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    text: str
    size: float
    """The size of its letters."""


class ChartWords(NamedTuple):
    """Words beside the cells."""

    x: float
    y: float
    text: str
    size: float = TEXT_SIZE
    anchor: str = "start"
    """``start``, ``middle`` or ``end``."""
    kind: str = "ink"
    """``ink`` or ``faint``."""
    bold: bool = False


class ChartPicture(NamedTuple):
    """A chart with the places of all its parts."""

    width: float
    height: float
    boxes: list[ChartCell]
    words: list[ChartWords]
    measures: Measures


def picture_of(grid: Grid) -> ChartPicture:
    """Lay out a chart in columns of sections, with the legend below. Return the picture."""
    measures = DENSE if grid.dense else WIDE
    width = measures.label_width + measures.cell_width * len(grid.columns)
    boxes: list[ChartCell] = []
    words = [
        ChartWords(MARGIN, MARGIN + 20, grid.title, size=21, bold=True),
        ChartWords(MARGIN, MARGIN + 43, grid.subtitle, kind="faint"),
    ]
    lowest = 0.0
    picture = ChartPicture(0, 0, boxes, words, measures)
    columns = divide_into_columns(grid.sections, columns_for(grid.sections, measures))
    for number, sections in enumerate(columns):
        x, y = MARGIN + number * (width + measures.column_gap), MARGIN + HEAD_HEIGHT
        for section in sections:
            y = _lay(grid, section, x, y, picture) + SECTION_GAP
        lowest = max(lowest, y)
    whole = len(columns) * (width + measures.column_gap) - measures.column_gap + 2 * MARGIN
    lowest = _legend(grid, whole, lowest + 8, picture)
    return picture._replace(width=whole, height=lowest + MARGIN)


def columns_for(sections: tuple[GridSection, ...], measures: Measures) -> int:
    """Return the number of columns of a picture."""
    return min(measures.most_columns, ceil(height_of(sections) / measures.rows_per_column))


def _lay(grid: Grid, section: GridSection, x: float, y: float, picture: ChartPicture) -> float:
    """Lay out a section at a place. Return where it ends."""
    measures, words = picture.measures, picture.words
    width, height, size = measures.cell_width, measures.cell_height, measures.text_size
    words.append(ChartWords(x, y + measures.title_height - 8, section.title, bold=True))
    y += measures.title_height
    for place, head in enumerate(grid.columns):
        middle = x + measures.label_width + (place + 0.5) * width
        words.append(ChartWords(middle, y + size - 1, head, size, anchor="middle", kind="faint"))
    y += measures.head_height
    for row in section.rows:
        end = x + measures.label_width - 0.75 * size
        words.append(ChartWords(end, y + baseline(height, size), row.label, size, anchor="end"))
        for place, cell in enumerate(row.cells):
            sign = grid.signs[cell]
            left = x + measures.label_width + place * width
            picture.boxes.append(ChartCell(left, y, width, height, sign.colour, sign.text, size))
        y += height
    return y


def baseline(height: float, size: float) -> float:
    """Return the distance of a cell's letters from its upper edge."""
    return (height + 0.75 * size) / 2


def _legend(grid: Grid, width: float, y: float, picture: ChartPicture) -> float:
    """Lay out the legend in as many lines as needed. Return where it ends."""
    x = MARGIN
    for sign in grid.legend():
        needs = WIDE.cell_width + 14 + LETTER_WIDTH * len(sign.meaning) + 18
        if x > MARGIN and x + needs > width - MARGIN:
            x, y = MARGIN, y + WIDE.cell_height + 8
        cell = ChartCell(x, y, WIDE.cell_width, WIDE.cell_height, sign.colour, sign.text, TEXT_SIZE)
        picture.boxes.append(cell)
        base = y + baseline(WIDE.cell_height, TEXT_SIZE)
        picture.words.append(ChartWords(x + WIDE.cell_width + 9, base, sign.meaning))
        x += needs
    return y + WIDE.cell_height


def write_svg(grid: Grid, path: Path) -> None:
    """Write a chart as SVG that follows the viewer's light or dark scheme."""
    picture = picture_of(grid)
    width, height = round(picture.width), round(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(grid.title)}">',
        f"<title>{escape(grid.title)}</title>",
        "<style>",
        'text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }',
        f".paper {{ fill: {PAPER}; }} .ink {{ fill: {INK}; }} .faint {{ fill: {FAINT}; }}",
        f".cell {{ stroke: {PAPER}; }} .letter {{ fill: {INK}; font-weight: 600; }}",
        "@media (prefers-color-scheme: dark) {",
        f"  .paper {{ fill: {DARK_PAPER}; }} .ink {{ fill: {DARK_INK}; }}",
        f"  .faint {{ fill: {DARK_FAINT}; }} .cell {{ stroke: {DARK_PAPER}; }}",
        "}",
        "</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="10"/>',
    ]
    for box in picture.boxes:
        lines.append(
            f'<rect class="cell" x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" '
            f'height="{box.height:g}" rx="4" fill="{box.colour}" stroke-width="2"/>'
        )
        middle, base = box.x + box.width / 2, box.y + baseline(box.height, box.size)
        lines.append(
            f'<text class="letter" x="{middle:g}" y="{base:g}" text-anchor="middle" '
            f'style="font-size: {box.size:g}px;">{escape(box.text)}</text>'
        )
    for word in picture.words:
        style = f"font-size: {word.size:g}px;" + (" font-weight: 600;" if word.bold else "")
        lines.append(
            f'<text class="{word.kind}" x="{word.x:g}" y="{word.y:g}" '
            f'text-anchor="{word.anchor}" style="{style}">{escape(word.text)}</text>'
        )
    _write(path, "\n".join([*lines, "</svg>"]).encode() + b"\n")


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CroupierError(f"{path} cannot be written: {error.strerror}") from None


def write_png(grid: Grid, path: Path) -> None:
    """Write a chart as PNG."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import FancyBboxPatch
    except ImportError:
        raise CroupierError(
            "--png: pictures of points need matplotlib; install croupier[plots], or use --svg"
        ) from None
    picture = picture_of(grid)
    points = 72
    figure = Figure(figsize=(picture.width / points, picture.height / points), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, picture.width), ylim=(picture.height, 0))
    axes.axis("off")
    for box in picture.boxes:
        rounded = FancyBboxPatch(
            (box.x + 1, box.y + 1),
            box.width - 2,
            box.height - 2,
            boxstyle="round,pad=0,rounding_size=4",
            facecolor=box.colour,
            edgecolor="none",
        )
        axes.add_patch(rounded)
        middle, centre = box.x + box.width / 2, box.y + box.height / 2
        axes.text(
            middle,
            centre,
            box.text,
            ha="center",
            va="center_baseline",
            size=box.size * 0.92,
            weight="bold",
            color=INK,
        )
    colours = {"ink": INK, "faint": FAINT}
    sides = {"start": "left", "middle": "center", "end": "right"}
    for word in picture.words:
        axes.text(
            word.x,
            word.y,
            word.text,
            ha=sides[word.anchor],
            va="baseline",
            size=word.size * 0.92,
            weight="bold" if word.bold else "normal",
            color=colours[word.kind],
            parse_math=False,
        )
    try:
        figure.savefig(path, dpi=DOTS_PER_INCH, format="png")
    except OSError as error:
        raise CroupierError(f"{path} cannot be written: {error.strerror}") from None
