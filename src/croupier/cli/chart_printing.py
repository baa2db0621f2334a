"""A chart of play in the terminal: in colour, as many sections side by side as the window holds."""

import sys
from typing import TYPE_CHECKING

from croupier.cli.chart_grids import Grid, GridSection, in_columns
from croupier.cli.output import print_text

if TYPE_CHECKING:
    from rich.text import Text

GAP = 3
"""The spaces between sections that stand side by side."""


def print_grid(grid: Grid) -> None:
    """Print a chart, in colour where that can be shown."""
    if sys.stdout.isatty():
        _paint(grid)
        return
    print(grid.title)
    print_text(grid.subtitle)
    width = label_width(grid)
    for part in grid.sections:
        print(f"\n{part.title}")
        print(f"{'':{width}}  {' '.join(head.ljust(2) for head in grid.columns)}".rstrip())
        for row in part.rows:
            cells = " ".join(grid.signs[cell].text.ljust(2) for cell in row.cells)
            print(f"{row.label:>{width}}  {cells}".rstrip())
    print()
    for sign in grid.legend():
        print(f"{sign.text:<2} {sign.meaning}")


def label_width(grid: Grid) -> int:
    """The letters of the longest label."""
    return max(len(row.label) for part in grid.sections for row in part.rows)


def _paint(grid: Grid) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(grid.title, style="bold"))
    console.print(Text(grid.subtitle, style="dim"))
    for line in painted(grid, console.width):
        console.print(line)
    console.print()
    legend = Text()
    for sign in grid.legend():
        legend.append(sign.text.center(4), style=f"black on {sign.colour}")
        legend.append(f" {sign.meaning}   ")
    console.print(legend)


def painted(grid: Grid, window: int) -> list["Text"]:
    """The lines of all sections, side by side in a window of some width where they are dense."""
    from rich.text import Text

    width = len(_section(grid, grid.sections[0])[-1])
    number = max(1, (window + GAP) // (width + GAP)) if grid.dense else 1
    columns = [
        [line for part in parts for line in (Text(), *_section(grid, part))]
        for parts in in_columns(grid.sections, number)
    ]
    lines = []
    for place in range(max(len(column) for column in columns)):
        line = Text()
        for column in columns:
            here = column[place].copy() if place < len(column) else Text()
            here.pad_right(width + GAP - len(here))
            line.append_text(here)
        line.rstrip()
        lines.append(line)
    return lines


def _section(grid: Grid, part: GridSection) -> list["Text"]:
    """The lines of a section: title, heads, and a row of coloured cells for each label."""
    from rich.text import Text

    width, cell_width = label_width(grid), 3 if grid.dense else 4
    heads = "".join(head.center(cell_width) for head in grid.columns)
    lines = [Text(part.title, style="bold"), Text(" " * (width + 1) + heads, style="dim")]
    for row in part.rows:
        line = Text(f"{row.label:>{width}} ")
        for cell in row.cells:
            sign = grid.signs[cell]
            line.append(sign.text.center(cell_width), style=f"black on {sign.colour}")
        lines.append(line)
    return lines
