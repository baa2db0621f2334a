"""``croupier edge``: the exact house edge of a game."""

import csv
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias, cast

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.maths.blackjack.analysis import BlackjackAnalysis
from croupier.maths.cli.question import StudyOptions, options_text, study_notice, table_from_options
from croupier.maths.tabular import BEST_CHART, BEST_PLAY, FigureLine
from croupier.rulebooks import GAMES
from croupier.terminal.arguments import WHOLE
from croupier.terminal.compiler_notice import compile_kernels, note_compilation, usable_cores
from croupier.terminal.output import print_csv_rows, print_json, print_note, print_text
from croupier.terminal.table_options import (
    BLACKJACK,
    CARIBBEAN_STUD,
    PayingTableOptions,
    find_law,
    refuse_options_of_other_games,
)

if TYPE_CHECKING:
    from croupier.maths.figures import EdgeRow, EveryFigure
    from croupier.maths.stud.analysis import StudFigures
    from croupier.maths.stud.figures import JackpotEdge, StudEdge, StudMain
    from croupier.maths.study_tables import StudyTable


PATIENCE_SECONDS = 2.0
"""A calculation that takes longer shows a progress bar."""
NOTHING_NAMED = (None, None, None, PayingTableOptions(), StudyOptions())


def edge(
    game: str | None = None,
    /,
    *,
    options: PayingTableOptions | None = None,
    study: StudyOptions | None = None,
    chart: Annotated[Path | None, Parameter(group=BLACKJACK)] = None,
    jackpot_players: Annotated[int | None, WHOLE, Parameter(group=CARIBBEAN_STUD)] = None,
    removal: Annotated[bool, Parameter(negative=(), group=BLACKJACK)] = False,
    all_games: Annotated[bool, Parameter(name="--all", negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
    csv: Annotated[bool, Parameter(negative=())] = False,
    markdown: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Print the exact house edge of a game from a full shoe.

    Edges are the house's, in per cent of the first wager. In --json and --csv,
    all expectations are the player's, in units of that wager. Insurance and
    optional wagers have their own amount as the unit.

    Examples:

        croupier edge star-blackjack

        croupier edge canberra-blackjack --decks 6 --soft-17 draw --json

        croupier edge star-blackjack --set blackjack=6:5 --set decks=2

        croupier edge perth-blackjack --seen "5H 5D 6C 4S"

        croupier edge star-blackjack --chart my-chart.toml

        croupier edge perth-blackjack --removal

        croupier edge caribbean-stud --jackpot 1 --pool 150000

        croupier edge --all --csv

    Parameters
    ----------
    game
        The name of the game, such as star-blackjack.
    chart
        A chart of play in a TOML or JSON file, to compare with best play.
    jackpot_players
        How many players at the table wager on the jackpot; 1 by default.
    removal
        Print what each card is worth to the player when it has left the shoe.
    all_games
        Every game with 4 to 8 decks, either soft 17 rule, and every pay table and side bet.
    json
        Print the figures for programs.
    csv
        Print them as comma-separated lines.
    markdown
        With --all: print them as Markdown tables.
    """
    options, study = options or PayingTableOptions(), study or StudyOptions()
    named = (game, chart, jackpot_players, options, study) != NOTHING_NAMED or removal
    check_usage(game, every=all_games, named=named, markdown=markdown, forms=(json, csv))
    if all_games:
        print_every(json=json, csv=csv, markdown=markdown)
        return 0
    law = find_law(game or "")
    given = {"chart": chart, "jackpot_players": jackpot_players, "removal": removal or None}
    refuse_options_of_other_games(law, edge, given)
    if removal and chart is not None:
        raise CroupierError("--removal is for best play: leave out --chart")
    asked = table_from_options(law, options, study, jackpot_players=jackpot_players)
    from croupier.maths.blackjack.charts import read_chart
    from croupier.maths.preparation import CHARTS, PRODUCTS, STUD, VALUES

    asked.check()
    if removal:
        compile_kernels(VALUES)
        with note_compilation():
            print_removal(asked, json=json, csv=csv)
        return 0
    played = None if chart is None else read_chart(chart)
    compile_kernels(*((VALUES, PRODUCTS, CHARTS) if asked.stud is None else (STUD,)))
    started = perf_counter()
    with note_compilation():
        figures = asked.figures(played)
    figures = replace(figures, seconds=perf_counter() - started)
    if json:
        print_json(figures)
    else:
        if csv:
            print_csv(figures)
        else:
            print_figures(asked.law.title, figures)
    if asked.seen:
        print_note(study_notice(asked.law))
    return 0


def print_removal(asked: "StudyTable", *, json: bool, csv: bool) -> None:
    """Print the effects of removal."""
    from croupier.maths.blackjack.value_tables import effects_of_removal

    found = effects_of_removal(asked)
    if json:
        print_json(found)
    elif csv:
        print_csv_rows(found.records())
    else:
        title = f"{asked.law.title}: {options_text(found.options)}, one card gone"
        rows: list[tuple[str, ...]] = [
            (card, f"{effect:+.6%}".replace("%", " %"), percent(-found.ev - effect))
            for card, effect in found.effects.items()
        ]
        print_figure_table(FigureTable(title, ("card", "player's gain", "house edge"), rows))


def check_usage(
    game: str | None, *, every: bool, named: bool, markdown: bool, forms: tuple[bool, ...]
) -> None:
    """Raise for options that do not go together."""
    if every and named:
        raise CroupierError("--all covers every game and table: name none")
    if not every and game is None:
        raise CroupierError(f"name a game ({', '.join(GAMES)}), or use --all")
    if markdown and not every:
        raise CroupierError("--markdown: only with --all")
    if sum((markdown, *forms)) > 1:
        raise CroupierError("choose one of --json, --csv and --markdown")


def print_every(*, json: bool, csv: bool, markdown: bool) -> None:
    """Print the figures of every table."""
    from croupier.maths.figures import every_figure
    from croupier.maths.preparation import CHARTS, PRODUCTS, STUD, VALUES

    compile_kernels(VALUES, PRODUCTS, CHARTS, STUD)
    with note_compilation(), patient_bar() as progress:
        figures = every_figure(cores=usable_cores(), progress=progress)
    if json:
        print_json(figures)
    elif csv:
        print_every_csv(figures)
    else:
        print_every_table(figures, markdown=markdown)


@contextmanager
def patient_bar() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error, if that is a terminal and the work takes a while."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    started = perf_counter()
    columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("")
    running = False

    def progress(done: int, number: int) -> None:
        nonlocal running
        bar.update(task, completed=done, total=number)
        if not running and sys.stderr.isatty() and perf_counter() - started > PATIENCE_SECONDS:
            bar.start()
            running = True

    try:
        yield progress
    finally:
        bar.stop()


Figures: TypeAlias = "BlackjackAnalysis | StudEdge"

CLASSES = {
    "CDP1": "best play by the player's cards and the dealer's card; after a split each hand "
    "follows a fixed best strategy of its own cards, also after a resplit (CDP1)"
}
"""Classes of strategy in words, by their names in the literature."""
NOTHING = "-"
STYLES = {"house edge": "bold red", "best play": "bold red", "return": "green"}
"""The styles of some columns on a terminal with colours."""
WORDS = {"True": "yes", "False": "no", "None": NOTHING}
WAGERS = {
    BEST_PLAY: "best play",
    BEST_CHART: "best chart by totals",
    "insurance-ace": "insurance against an ace",
    "insurance-ten": "insurance against a ten",
    "jackpot": "jackpot wager",
}
"""Wagers and ways to play in words, if their names are not."""
TABLE_COLUMNS = ("decks", "soft-17", "resplit", "device", "seen", "set", "ante", "max-payout")
JACKPOT_COLUMNS = ("jackpot-wager", "players", "meter")
FIGURE_COLUMNS = (
    *("ev", "rtp", "variance", "sd", "hit"),
    *("stand-off", "loss", "average-wager", "element-of-risk"),
)
EVERY_LINE = ("game", *TABLE_COLUMNS, "wager", "pay-table", *JACKPOT_COLUMNS, *FIGURE_COLUMNS)
"""The columns of comma-separated lines; cells without a value are empty."""


class FigureTable(NamedTuple):
    """A table of figures."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


def figure_cells(line: FigureLine) -> tuple[str, ...]:
    """Return a line for people: house edge, return, standard deviation, how often it wins."""
    hit = NOTHING if line.hit is None else percent(line.hit, 4)
    return wager_title(line.wager), percent(-line.ev), percent(1 + line.ev), number(line.sd), hit


def wager_title(wager: str) -> str:
    """Return the name of a wager or way to play in words."""
    return WAGERS.get(wager, wager.replace("chart-", "chart ", 1))


def percent(part: float, digits: int = 6) -> str:
    """Return a fraction as a percentage."""
    return f"{100 * part:.{digits}f} %"


def number(value: float | None, digits: int = 6) -> str:
    """Return a number as text; a dash for ``None``."""
    return NOTHING if value is None else f"{value:.{digits}f}"


def dollars(value: float | None) -> str:
    """Return an amount as people write it; a dash for ``None``."""
    return NOTHING if value is None else f"${value:,.2f}"


def print_figure_table(table: FigureTable, *, markdown: bool = False) -> None:
    """Print a table for people, or as Markdown."""
    if markdown:
        print(f"### {table.title}\n\n{as_markdown(table)}\n")
    elif sys.stdout.isatty():
        _draw(table)
    else:
        print(table.title)
        print("\n".join(plain_lines(table)))


def plain_lines(table: FigureTable) -> Iterator[str]:
    """Yield the lines of a table, numbers aligned to the right."""
    rows = (table.heads, *table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()


def _draw(table: FigureTable) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as DrawnTable

    drawn = DrawnTable(
        title=table.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD
    )
    for place, head in enumerate(table.heads):
        drawn.add_column(head, justify="right" if place else "left", style=STYLES.get(head, ""))
    for row in table.rows:
        drawn.add_row(*row)
    Console(highlight=False).print(drawn)


def as_markdown(table: FigureTable) -> str:
    """Return a table as Markdown, numbers aligned to the right."""
    rule = ("---", *("---:" for _ in table.heads[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (table.heads, rule, *table.rows))


def print_figures(title: str, figures: Figures) -> None:
    """Print all figures of a table for people."""
    heads = ("", "house edge", "return", "sd", "wins")
    rows = [figure_cells(line) for line in figures.lines()]
    print_figure_table(FigureTable(f"{title}: {options_text(figures.options)}", heads, rows))
    print()
    for sentence in sentences_of(figures):
        print_text(sentence)


def sentences_of(figures: Figures) -> Iterator[str]:
    """Yield sentences that explain the figures."""
    main = figures.main
    words = CLASSES.get(main.strategy, main.strategy)
    yield f"Strategy: {words}. Variance {main.variance:.6f} a round."
    if not isinstance(figures, BlackjackAnalysis):
        yield (
            f"Per ante; per unit at risk {percent(-figures.main.element_of_risk)}. "
            f"Bets on {percent(figures.main.raise_frequency, 4)} of all hands. "
            f"The ante wins {percent(figures.main.win, 4)}, stands off "
            f"{percent(figures.main.stand_off, 4)} and loses {percent(figures.main.loss, 4)}."
        )
        for name, one in figures.strategies.items():
            yield f"{name}: bets on {one.title}; costs {percent(one.cost)} more than best play."
        if figures.jackpot is not None:
            yield from _of_jackpot(figures.jackpot)
        return
    main_wager = figures.main
    yield (
        f"The original wager wins {percent(main_wager.win, 4)}, stands off "
        f"{percent(main_wager.stand_off, 4)} and loses {percent(main_wager.loss, 4)}. "
        f"In all {main_wager.average_wager:.6f} is wagered; "
        f"per unit at risk {percent(-main_wager.element_of_risk)}."
    )
    even = figures.even_money
    if even is not None:
        better = "better" if even.waiting > even.ev else "worse"
        yield (
            f"Even money on a blackjack against an ace brings {even.ev:g} for certain; "
            f"to wait brings {even.waiting:.6f} and is {better}."
        )


def _of_jackpot(jackpot: "JackpotEdge") -> Iterator[str]:
    players = "" if jackpot.players == 1 else f" with {jackpot.players} players"
    where = f"breaks even at a meter of {dollars(jackpot.break_even)}"
    if jackpot.break_even is None:
        where = "breaks even at no meter"
    yield f"A jackpot wager of {dollars(jackpot.wager)}{players} {where}."


def print_csv(figures: Figures) -> None:
    """Print a table's figures as comma-separated lines."""
    writer = figure_writer()
    for line in figures.lines():
        options = dict(figures.options)
        if not isinstance(figures, BlackjackAnalysis) and line.wager == "jackpot":
            terms = cast("JackpotEdge", figures.jackpot)
            options |= {
                "jackpot-wager": terms.wager,
                "players": terms.players,
                "meter": terms.pool,
            }
        writer.writerow(csv_line(line, figures.game, options))


def figure_writer() -> "csv.DictWriter[str]":
    """Return a writer of comma-separated lines, after writing the names of the columns."""
    writer = csv.DictWriter(sys.stdout, EVERY_LINE, restval="", lineterminator="\n")
    writer.writeheader()
    return writer


def csv_line(line: FigureLine, game: str, options: Mapping[str, object]) -> dict[str, object]:
    """Return a line of figures, with the table's options in columns of their own."""
    known = {name: _csv_value(value) for name, value in options.items() if name in EVERY_LINE}
    if (pay_table := options.get(f"{line.wager}-table")) is not None:
        known["pay-table"] = pay_table
    return known | {name.replace("_", "-"): cell for name, cell in line.record(game).items()}


def _csv_value(value: object) -> object:
    """Return an option's value for a cell: yes or no, several separated by spaces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else value


def main_table(figures: "EveryFigure") -> FigureTable:
    """Return the main wagers of all blackjack games."""
    heads = ("game", "decks", "soft 17", "resplit", "house edge", "return")
    rows: list[tuple[str, ...]] = [
        (one.game, *_choices(one.options), percent(-one.ev), percent(one.rtp))
        for one in figures.blackjack
    ]
    return FigureTable("House edge of the main wager", heads, rows)


def _choices(options: dict[str, object]) -> tuple[str, str, str]:
    return (
        str(options["decks"]),
        str(options.get("soft-17", NOTHING)),
        WORDS[str(options.get("resplit"))],
    )


def usual_table(figures: "EveryFigure") -> FigureTable:
    """Return the games with their usual number of decks: best play, best chart, deviation."""
    heads = ("game", "decks", "soft 17", "resplit", "best play", "best chart", "sd")
    rows: list[tuple[str, ...]] = [
        (
            one.game,
            *_choices(one.options),
            percent(-one.main.ev),
            percent(-one.chart.ev),
            number(one.main.sd),
        )
        for one in figures.usual
    ]
    return FigureTable("Best play and the best chart with the usual number of decks", heads, rows)


def insurance_table(figures: "EveryFigure") -> FigureTable:
    """Return insurance and even money of all blackjack games, by number of decks."""
    heads = ("game", "decks", "against an ace", "against a ten", "even money", "to wait")
    rows: dict[object, tuple[str, ...]] = {}
    for one in figures.blackjack:
        ace, ten, even = one.insurance, one.ten_insurance, one.even_money
        rows[one.game, one.options["decks"]] = (
            one.game,
            str(one.options["decks"]),
            NOTHING if ace is None else percent(-ace.ev),
            NOTHING if ten is None else percent(-ten.ev),
            NOTHING if even is None else f"{even.ev:g}",
            NOTHING if even is None else number(even.waiting),
        )
    offered = [row for row in rows.values() if set(row[2:]) != {NOTHING}]
    return FigureTable("House edge of insurance, worth of even money", heads, offered)


def side_bet_table(figures: "EveryFigure") -> FigureTable:
    """Return the optional wagers on every pay table."""
    heads = ("game", "wager", "pay table", "decks", "house edge", "wins", "sd")
    rows: list[tuple[str, ...]] = [
        (
            row.game,
            row.bet,
            str(row.table),
            str(row.decks),
            percent(-row.figures.ev),
            percent(row.figures.hit),
            number(row.figures.sd),
        )
        for row in figures.side_bets
    ]
    return FigureTable("House edge of optional wagers", heads, rows)


def stud_table(figures: "EveryFigure") -> FigureTable:
    """Return Caribbean Stud by every way to play."""
    rows: list[tuple[str, ...]] = []
    heads = ("Caribbean Stud", "house edge", "per unit at risk", "bets", "sd")
    for one in figures.stud:
        plays: dict[str, StudMain | StudFigures] = {"best play": one.main}
        plays |= {play.title: play for play in one.strategies.values()}
        rows += [
            (
                title,
                percent(-play.ev),
                percent(-play.element_of_risk),
                percent(play.raise_frequency),
                number(play.sd),
            )
            for title, play in plays.items()
        ]
    return FigureTable("House edge per ante", heads, rows)


def break_even_table(figures: "EveryFigure") -> FigureTable:
    """Return the meters at which jackpot wagers break even."""
    rows: list[tuple[str, ...]] = [
        (dollars(row.wager), str(row.players), dollars(row.meter)) for row in figures.break_even
    ]
    heads = ("jackpot wager", "players", "meter that breaks even")
    return FigureTable("Caribbean Stud's jackpot", heads, rows)


EVERY_TABLE = {
    "main": main_table,
    "usual": usual_table,
    "insurance": insurance_table,
    "side-bets": side_bet_table,
    "stud": stud_table,
    "jackpot": break_even_table,
}


def print_every_table(figures: "EveryFigure", *, markdown: bool) -> None:
    """Print the figures of every table for people or as Markdown."""
    for make in EVERY_TABLE.values():
        table = make(figures)
        if table.rows:
            print_figure_table(table, markdown=markdown)
            if not markdown:
                print()


def print_every_csv(figures: "EveryFigure") -> None:
    """Print the figures of every table as comma-separated lines."""
    writer = figure_writer()
    told = {(one.game, options_text(one.options)) for one in figures.usual}
    for edge in figures.blackjack:
        if (edge.game, options_text(edge.options)) not in told:
            for line in _edge_lines(edge):
                writer.writerow(csv_line(line, edge.game, edge.options))
    every: list[Figures] = [*figures.usual, *figures.stud]
    for one in every:
        for line in one.lines():
            if line.wager not in one.side_bets:
                writer.writerow(csv_line(line, one.game, one.options))
    for row in figures.side_bets:
        bet = row.figures
        line = FigureLine(row.bet, bet.ev, bet.variance, bet.hit)
        options = {"decks": row.decks, f"{row.bet}-table": row.table}
        writer.writerow(csv_line(line, row.game, options))
    for even in figures.break_even:
        if even.meter is not None:
            terms = {"jackpot-wager": even.wager, "players": even.players, "meter": even.meter}
            writer.writerow(csv_line(FigureLine("jackpot", 0.0), even.game, terms))


def _edge_lines(edge: "EdgeRow") -> Iterator[FigureLine]:
    """Yield the lines of a table with figures only for the main wager and insurance."""
    yield FigureLine(BEST_PLAY, edge.ev)
    insured = {"insurance-ace": edge.insurance, "insurance-ten": edge.ten_insurance}
    for name, found in insured.items():
        if found is not None:
            yield FigureLine(name, found.ev, hit=found.hit)
