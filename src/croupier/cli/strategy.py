"""``croupier strategy``: how a game is played best, as a chart and hand by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.chart_grids import Grid, blackjack_grid, stud_grid
from croupier.cli.chart_printing import print_grid
from croupier.cli.compiler_notice import get_ready, noting_compilation
from croupier.cli.inquiry import (
    StudyOptions,
    aid_at_the_table,
    in_words,
    naming_options,
    table_asked,
)
from croupier.cli.output import print_json, print_note, print_table, print_text
from croupier.cli.table_options import TableOptions, known_law
from croupier.errors import CroupierError
from croupier.rulebooks import StudLaw

if TYPE_CHECKING:
    from croupier.maths.asked_tables import AskedTable
    from croupier.maths.best_play import BlackjackPlay


def strategy(
    game: str,
    /,
    *,
    options: TableOptions | None = None,
    study: StudyOptions | None = None,
    hand: str | None = None,
    dealer: str | None = None,
    exceptions: Annotated[bool, Parameter(negative=())] = False,
    svg: Path | None = None,
    png: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show the best play of a game: a chart, or the value of each choice with a hand.

    The chart is the best one based on totals. Best play also considers the
    exact cards of a hand; --exceptions lists where that matters. Everything is
    for a full shoe or, with --seen, for one without those cards.

    Examples:

        croupier strategy star-blackjack

        croupier strategy canberra-blackjack --soft-17 draw --svg chart.svg

        croupier strategy perth-vegas-blackjack --exceptions

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
    exceptions
        List the hands whose exact cards call for another choice than the chart's.
    svg
        Draw the chart to an SVG file.
    png
        Draw the chart to a PNG file, which needs matplotlib.
    json
        Print it for programs.
    """
    if hand is not None and (svg or png or exceptions):
        raise CroupierError("--hand is about one hand: leave out --svg, --png and --exceptions")
    asked = table_asked(known_law(game), options or TableOptions(), study or StudyOptions())
    if (hand is None) is not (dealer is None):
        raise CroupierError('--hand and --dealer belong together, as in --hand "T 6" --dealer T')
    if asked.stud is not None and exceptions:
        raise CroupierError(f"--exceptions: the chart of {asked.law.game} shows where suits decide")
    from croupier.maths.preparation import CHARTS, STUD, VALUES

    asked.check()
    blackjack = (VALUES, CHARTS) if hand is None else (VALUES,)
    get_ready(*(blackjack if asked.stud is None else (STUD,)))
    with noting_compilation():
        if hand is not None and dealer is not None:
            print_hand(asked, hand, dealer, json=json)
        elif asked.stud is not None:
            show_stud(asked, asked.stud, svg, png, json=json)
        else:
            show_blackjack(asked, svg, png, exceptions=exceptions, json=json)
    if asked.seen:
        print_note(aid_at_the_table(asked.law))
    return 0


# Charts -------------------------------------------------------------------------------------------


def show_blackjack(
    asked: "AskedTable", svg: Path | None, png: Path | None, *, exceptions: bool, json: bool
) -> None:
    """The best chart of a blackjack table."""
    from croupier.maths.best_play import blackjack_play

    play = blackjack_play(asked, exceptions=exceptions)
    subtitle = f"{in_words(play.options)}. House edge {-play.ev:.4%}, best play {-play.best:.4%}."
    grid = blackjack_grid(play.chart, f"{asked.law.title}: the best chart", subtitle)
    draw(grid, svg, png)
    if json:
        print_json(play)
        return
    if svg is None and png is None and not exceptions:
        print_grid(grid)
    if play.exceptions is not None:
        print_exceptions(grid.title, play)


def show_stud(
    asked: "AskedTable", law: StudLaw, svg: Path | None, png: Path | None, *, json: bool
) -> None:
    """The best play of a table of Caribbean Stud."""
    from croupier.maths.stud_play import best_play

    play = best_play(law, asked.choices, ante=asked.ante, seen=asked.seen)
    subtitle = (
        f"Bet on {play.bet_above} and everything above; fold {play.fold_below} and "
        "everything below. In between, the dealer's card decides."
    )
    grid = stud_grid(play, f"{law.title}: the best play", subtitle)
    draw(grid, svg, png)
    if json:
        print_json(play)
    elif svg is None and png is None:
        print_grid(grid)


def draw(grid: Grid, svg: Path | None, png: Path | None) -> None:
    """Draw a chart to files."""
    from croupier.cli.chart_pictures import write_png, write_svg

    if svg is not None:
        write_svg(grid, svg)
    if png is not None:
        write_png(grid, png)


def print_exceptions(title: str, play: "BlackjackPlay") -> None:
    """Print where best play looks beyond the chart."""
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


# One hand -----------------------------------------------------------------------------------------


def print_hand(asked: "AskedTable", hand: str, dealer: str, *, json: bool) -> None:
    """Print what every choice is worth with one hand."""
    from croupier.maths.best_play import HandChoices, hand_choices

    with naming_options():
        found = hand_choices(asked, hand, dealer)
    if json:
        print_json(found)
        return
    blackjack = isinstance(found, HandChoices)
    cards = found.hand if blackjack else f"{hand.upper()} ({found.hand})"
    rows = [(str(one["call"]), f"{one['worth']:+.6f}") for one in found.records()]
    title = f"{asked.law.title}: {cards} against {found.dealer}"
    print_table(title, ("choice", "worth"), rows)
