"""``croupier edge``: what a game takes in the long run, exactly."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.cli.compiler_notice import get_ready, noting_compilation, usable_cores
from croupier.cli.inquiry import StudyOptions, aid_at_the_table, table_asked
from croupier.cli.numbers import WHOLE
from croupier.cli.output import print_json, print_note
from croupier.cli.table_options import (
    BLACKJACK,
    CARIBBEAN_STUD,
    PayingTableOptions,
    known_law,
    refuse_for_other_games,
)
from croupier.errors import CroupierError
from croupier.rulebooks import GAMES

PATIENCE_SECONDS = 2.0
"""What takes longer shows a bar."""
NOTHING_NAMED = (None, None, None, PayingTableOptions(), StudyOptions())


def edge(
    game: str | None = None,
    /,
    *,
    options: PayingTableOptions | None = None,
    study: StudyOptions | None = None,
    chart: Annotated[Path | None, Parameter(group=BLACKJACK)] = None,
    jackpot_players: Annotated[int | None, WHOLE, Parameter(group=CARIBBEAN_STUD)] = None,
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
    named = (game, chart, jackpot_players, options, study) != NOTHING_NAMED
    check_usage(game, every=all_games, named=named, markdown=markdown, forms=(json, csv))
    if all_games:
        print_every(json=json, csv=csv, markdown=markdown)
        return 0
    law = known_law(game or "")
    refuse_for_other_games(law, edge, {"chart": chart, "jackpot_players": jackpot_players})
    asked = table_asked(law, options, study, jackpot_players=jackpot_players)
    from croupier.maths.charts import read_chart
    from croupier.maths.preparation import CHARTS, PRODUCTS, STUD, VALUES

    asked.check()
    played = None if chart is None else read_chart(chart)
    get_ready(*((VALUES, PRODUCTS, CHARTS) if asked.stud is None else (STUD,)))
    started = perf_counter()
    with noting_compilation():
        figures = asked.figures(played)
    figures = replace(figures, seconds=perf_counter() - started)
    if json:
        print_json(figures)
    else:
        from croupier.cli.edge_tables import print_csv, print_figures

        if csv:
            print_csv(figures)
        else:
            print_figures(asked.law.title, figures)
    if asked.seen:
        print_note(aid_at_the_table(asked.law))
    return 0


def check_usage(
    game: str | None, *, every: bool, named: bool, markdown: bool, forms: tuple[bool, ...]
) -> None:
    """Refuse what does not go together."""
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
    from croupier.cli.edge_tables import print_every_csv, print_every_table
    from croupier.maths.figures import every_figure
    from croupier.maths.preparation import CHARTS, PRODUCTS, STUD, VALUES

    get_ready(VALUES, PRODUCTS, CHARTS, STUD)
    with noting_compilation(), patient_bar() as progress:
        figures = every_figure(cores=usable_cores(), progress=progress)
    if json:
        print_json(figures)
    elif csv:
        print_every_csv(figures)
    else:
        print_every_table(figures, markdown=markdown)


@contextmanager
def patient_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error for what takes more than a moment, where that is a terminal."""
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
