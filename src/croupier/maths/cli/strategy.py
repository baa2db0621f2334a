"""``croupier strategy``: the best play of a game, as a chart and hand by hand."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from msgspec.structs import asdict

from croupier.errors import CroupierError
from croupier.maths.cli.charts import (
    Grid,
    GridSection,
    blackjack_grid,
    divide_into_columns,
    stud_grid,
)
from croupier.maths.cli.question import (
    StudyOptions,
    naming_options,
    options_text,
    study_notice,
    table_from_options,
)
from croupier.rulebooks import StudLaw
from croupier.terminal.compiler_notice import compile_kernels, note_compilation
from croupier.terminal.output import (
    choose_form,
    print_csv_rows,
    print_json,
    print_note,
    print_table,
    print_text,
)
from croupier.terminal.table_options import (
    BLACKJACK,
    TableOptions,
    find_law,
    refuse_options_of_other_games,
)

if TYPE_CHECKING:
    from rich.text import Text

    from croupier.maths.blackjack.best_play import BlackjackPlay
    from croupier.maths.study_tables import StudyTable


GAP = 3
"""The number of spaces between sections side by side."""


def print_grid(grid: Grid) -> None:
    """Print a chart, in colour on a terminal."""
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
    """Return the length of the longest label."""
    return max(len(row.label) for part in grid.sections for row in part.rows)


def _paint(grid: Grid) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(grid.title, style="bold"))
    console.print(Text(grid.subtitle, style="dim"))
    for line in coloured_lines(grid, console.width):
        console.print(line)
    console.print()
    legend = Text()
    for sign in grid.legend():
        legend.append(sign.text.center(4), style=f"black on {sign.colour}")
        legend.append(f" {sign.meaning}   ")
    console.print(legend)


def coloured_lines(grid: Grid, window: int) -> list["Text"]:
    """Return the lines of all sections, side by side in the window if they are dense."""
    from rich.text import Text

    width = len(_section(grid, grid.sections[0])[-1])
    number = max(1, (window + GAP) // (width + GAP)) if grid.dense else 1
    columns = [
        [line for part in parts for line in (Text(), *_section(grid, part))]
        for parts in divide_into_columns(grid.sections, number)
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
    """Return the lines of a section: title, heads, and a row of coloured cells for each label."""
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


def strategy(
    game: str,
    /,
    *,
    options: TableOptions | None = None,
    study: StudyOptions | None = None,
    hand: str | None = None,
    dealer: str | None = None,
    values: Annotated[bool, Parameter(negative=(), group=BLACKJACK)] = False,
    exceptions: Annotated[bool, Parameter(negative=())] = False,
    svg: Path | None = None,
    png: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    csv: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show the best play of a game: a chart, or the value of each choice with a hand.

    The chart is the best one based on totals. Best play also considers the
    exact cards of a hand; --exceptions lists where that matters. Everything is
    for a full shoe or, with --seen, for one without those cards.

    Examples:

        croupier strategy star-blackjack

        croupier strategy canberra-blackjack --soft-17 draw --svg chart.svg

        croupier strategy perth-vegas-blackjack --exceptions

        croupier strategy perth-blackjack --values --csv

        croupier strategy star-blackjack --hand "T 6" --dealer T

        croupier strategy caribbean-stud --hand "AC KD QH 8S 3C" --dealer 7D

    Parameters
    ----------
    game
        The name of the game, such as star-blackjack.
    hand
        Print the value of every choice with this hand, such as "T 6".
    dealer
        The dealer's card, such as T; with --hand.
    values
        Print the value of every choice with every hand of two cards; in --json and --csv, with
        every hand.
    exceptions
        List the hands whose exact cards call for another choice than the chart's.
    svg
        Draw the chart to an SVG file.
    png
        Draw the chart to a PNG file, which needs matplotlib.
    json
        Print it for programs.
    csv
        Print it as comma-separated lines.
    """
    choose_form(json=json, csv=csv)
    if hand is not None and (svg or png or exceptions or values):
        raise CroupierError(
            "--hand is about one hand: leave out --svg, --png, --exceptions and --values"
        )
    if values and (svg or png or exceptions):
        raise CroupierError("--values is a table of its own: leave out --svg, --png, --exceptions")
    law = find_law(game)
    refuse_options_of_other_games(law, strategy, {"values": values or None})
    asked = table_from_options(law, options or TableOptions(), study or StudyOptions())
    if (hand is None) is not (dealer is None):
        raise CroupierError('--hand and --dealer belong together, as in --hand "T 6" --dealer T')
    if asked.stud is not None and exceptions:
        raise CroupierError(f"--exceptions: the chart of {asked.law.game} shows where suits decide")
    from croupier.maths.preparation import CHARTS, STUD, VALUES

    asked.check()
    blackjack = (VALUES, CHARTS) if hand is None and not values else (VALUES,)
    compile_kernels(*(blackjack if asked.stud is None else (STUD,)))
    with note_compilation():
        if hand is not None and dealer is not None:
            print_hand(asked, hand, dealer, json=json, csv=csv)
        elif values:
            print_values(asked, json=json, csv=csv)
        elif asked.stud is not None:
            show_stud(asked, asked.stud, svg, png, json=json, csv=csv)
        else:
            show_blackjack(asked, svg, png, exceptions=exceptions, json=json, csv=csv)
    if asked.seen:
        print_note(study_notice(asked.law))
    return 0


def print_values(asked: "StudyTable", *, json: bool, csv: bool) -> None:
    """Print the value of every choice with every hand; for people, hands of two cards."""
    from croupier.maths.blackjack.value_tables import hand_values

    found = hand_values(asked, cards=None if json or csv else 2)
    if json:
        print_json(found)
        return
    rows = found.records()
    if csv:
        print_csv_rows(rows)
        return
    heads = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    print_table(
        f"{asked.law.title}: {options_text(found.options)}",
        heads,
        [[_value_cell(row[name]) for name in heads] for row in rows],
    )


def _value_cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:+.6f}" if isinstance(value, float) else str(value)


def show_blackjack(
    asked: "StudyTable",
    svg: Path | None,
    png: Path | None,
    *,
    exceptions: bool,
    json: bool,
    csv: bool,
) -> None:
    """Print or draw the best chart of a blackjack table."""
    from croupier.maths.blackjack.best_play import blackjack_play

    play = blackjack_play(asked, exceptions=exceptions)
    subtitle = (
        f"{options_text(play.options)}. House edge {-play.ev:.4%}, best play {-play.best:.4%}."
    )
    grid = blackjack_grid(play.chart, f"{asked.law.title}: the best chart", subtitle)
    draw(grid, svg, png)
    if json:
        print_json(play)
        return
    if csv:
        rows = play.records() if play.exceptions is None else map(asdict, play.exceptions)
        print_csv_rows(list(rows))
        return
    if svg is None and png is None and not exceptions:
        print_grid(grid)
    if play.exceptions is not None:
        print_exceptions(grid.title, play)


def show_stud(
    asked: "StudyTable", law: StudLaw, svg: Path | None, png: Path | None, *, json: bool, csv: bool
) -> None:
    """Print or draw the best play of a table of Caribbean Stud."""
    from croupier.maths.stud.play import best_play

    play = best_play(law, asked.choices, ante=asked.ante, seen=asked.seen)
    subtitle = (
        f"Bet on {play.bet_above} and everything above; fold {play.fold_below} and "
        "everything below. In between, the dealer's card decides."
    )
    grid = stud_grid(play, f"{law.title}: the best play", subtitle)
    draw(grid, svg, png)
    if json:
        print_json(play)
    elif csv:
        print_csv_rows(play.records())
    elif svg is None and png is None:
        print_grid(grid)


def draw(grid: Grid, svg: Path | None, png: Path | None) -> None:
    """Write a chart to files."""
    from croupier.maths.cli.charts import write_png, write_svg

    for path, write in ((svg, write_svg), (png, write_png)):
        if path is not None:
            write(grid, path)
            print_note(f"the chart is in {path}")


def print_exceptions(title: str, play: "BlackjackPlay") -> None:
    """Print the hands with which best play differs from the chart."""
    rows = [
        (
            one.hand,
            one.dealer,
            one.best,
            one.chart,
            f"{one.gain:.6f}",
            f"1 in {1 / one.chance:,.0f}",
        )
        for one in play.exceptions or ()
    ]
    heads = ("hand", "dealer", "best", "chart", "gain", "how often")
    print_table(f"{title}, exceptions", heads, rows, widest_first=24)
    print()
    print_text(
        f"All of them together gain {play.best - play.ev:.6%} of the wager, splits included."
    )


def print_hand(asked: "StudyTable", hand: str, dealer: str, *, json: bool, csv: bool) -> None:
    """Print the value of every choice with one hand."""
    from croupier.maths.blackjack.best_play import HandChoices, hand_choices

    with naming_options():
        found = hand_choices(asked, hand, dealer)
    if json:
        print_json(found)
        return
    if csv:
        print_csv_rows(found.records())
        return
    blackjack = isinstance(found, HandChoices)
    cards = found.hand if blackjack else f"{hand.upper()} ({found.hand})"
    rows = [(str(one["call"]), f"{one['worth']:+.6f}") for one in found.records()]
    title = f"{asked.law.title}: {cards} against {found.dealer}"
    print_table(title, ("choice", "worth"), rows)
