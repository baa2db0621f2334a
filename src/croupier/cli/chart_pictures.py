"""A chart of play as a picture: SVG of our own, PNG by matplotlib where that is installed."""

from math import ceil
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from croupier.cli.chart_grids import Grid, GridSection
from croupier.errors import CroupierError

CELL_WIDTH, CELL_HEIGHT = 34.0, 26.0
LABEL_WIDTH = 92.0
MARGIN = 28.0
HEAD_HEIGHT = 74.0
TITLE_HEIGHT, COLUMN_HEAD_HEIGHT = 26.0, 20.0
SECTION_GAP = 14.0
COLUMN_GAP = 36.0
LETTER_WIDTH = 7.4
"""About what a letter of the usual size takes, to place the legend."""
ROWS_PER_COLUMN = 24
MOST_COLUMNS = 4
INK, PAPER, FAINT = "#1c1c1e", "#ffffff", "#6b6b70"
DARK_INK, DARK_PAPER, DARK_FAINT = "#f2f2f4", "#1b1b1f", "#a5a5ad"
DOTS_PER_INCH = 150


class Frame(NamedTuple):
    """A cell: where it is, its colour, what it says."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    text: str


class Words(NamedTuple):
    """Words beside the cells."""

    x: float
    y: float
    text: str
    size: float = 13.0
    anchor: str = "start"
    """``start``, ``middle`` or ``end``."""
    kind: str = "ink"
    """``ink`` or ``faint``."""
    bold: bool = False


class Picture(NamedTuple):
    """A chart laid out."""

    width: float
    height: float
    boxes: list[Frame]
    words: list[Words]


def picture_of(grid: Grid) -> Picture:
    """Lay a chart out in columns of sections, the legend below."""
    width = LABEL_WIDTH + CELL_WIDTH * len(grid.columns)
    boxes: list[Frame] = []
    words = [
        Words(MARGIN, MARGIN + 20, grid.title, size=21, bold=True),
        Words(MARGIN, MARGIN + 43, grid.subtitle, kind="faint"),
    ]
    lowest = 0.0
    columns = in_columns(grid.sections)
    for number, sections in enumerate(columns):
        x, y = MARGIN + number * (width + COLUMN_GAP), MARGIN + HEAD_HEIGHT
        for section in sections:
            y = _lay(grid, section, x, y, boxes, words) + SECTION_GAP
        lowest = max(lowest, y)
    whole = len(columns) * (width + COLUMN_GAP) - COLUMN_GAP + 2 * MARGIN
    lowest = _legend(grid, whole, lowest + 8, boxes, words)
    return Picture(whole, lowest + MARGIN, boxes, words)


def in_columns(sections: tuple[GridSection, ...]) -> list[list[GridSection]]:
    """Sections one below the other, in columns of about the same height."""
    rows = sum(len(section.rows) + 2 for section in sections)
    number = min(MOST_COLUMNS, len(sections), ceil(rows / ROWS_PER_COLUMN))
    columns: list[list[GridSection]] = [[]]
    height, left = 0, rows
    for section in sections:
        size = len(section.rows) + 2
        share = left / (number - len(columns) + 1)
        if columns[-1] and len(columns) < number and height + size / 2 > share:
            left -= height
            height = 0
            columns.append([])
        columns[-1].append(section)
        height += size
    return columns


def _lay(
    grid: Grid, section: GridSection, x: float, y: float, boxes: list[Frame], words: list[Words]
) -> float:
    """Put a section at a place; where it ends."""
    words.append(Words(x, y + 18, section.title, bold=True))
    y += TITLE_HEIGHT
    for place, head in enumerate(grid.columns):
        middle = x + LABEL_WIDTH + (place + 0.5) * CELL_WIDTH
        words.append(Words(middle, y + 12, head, anchor="middle", kind="faint"))
    y += COLUMN_HEAD_HEIGHT
    for row in section.rows:
        words.append(Words(x + LABEL_WIDTH - 10, y + 18, row.label, anchor="end"))
        for place, cell in enumerate(row.cells):
            sign = grid.signs[cell]
            left = x + LABEL_WIDTH + place * CELL_WIDTH
            boxes.append(Frame(left, y, CELL_WIDTH, CELL_HEIGHT, sign.colour, sign.text))
        y += CELL_HEIGHT
    return y


def _legend(grid: Grid, width: float, y: float, boxes: list[Frame], words: list[Words]) -> float:
    """Put the legend below, in as many lines as it takes; where it ends."""
    x = MARGIN
    for sign in grid.legend():
        needs = CELL_WIDTH + 14 + LETTER_WIDTH * len(sign.meaning) + 18
        if x > MARGIN and x + needs > width - MARGIN:
            x, y = MARGIN, y + CELL_HEIGHT + 8
        boxes.append(Frame(x, y, CELL_WIDTH, CELL_HEIGHT, sign.colour, sign.text))
        words.append(Words(x + CELL_WIDTH + 9, y + 18, sign.meaning))
        x += needs
    return y + CELL_HEIGHT


def write_svg(grid: Grid, path: Path) -> None:
    """Write a chart as SVG that follows a viewer's light or dark scheme."""
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
        middle, base = box.x + box.width / 2, box.y + 18
        lines.append(
            f'<text class="letter" x="{middle:g}" y="{base:g}" text-anchor="middle">'
            f"{escape(box.text)}</text>"
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
            size=12,
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
