"""``croupier strategy``: how a game is played best, as a chart and hand by hand."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from croupier.cards import Card, NotACardError, Rank, parse_card
from croupier.cli.chart_grids import Grid, blackjack_grid, stud_grid
from croupier.cli.compilation import get_ready, noting_compilation
from croupier.cli.inquiry import (
    AskedTable,
    StudyOptions,
    aid_at_the_table,
    cards_of,
    in_words,
    table_asked,
)
from croupier.cli.output import print_json, print_note, print_table, print_text
from croupier.cli.table_options import TableOptions, known_law
from croupier.errors import CroupierError
from croupier.rulebooks import StudLaw

if TYPE_CHECKING:
    from croupier.maths.analysis import BlackjackStudy
    from croupier.maths.charts import Chart
    from croupier.maths.exceptions import PlayException
    from croupier.maths.stud import StudDecision

TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
ACE = 0


class HandChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What every call is worth with one hand, in units of the wager; the best first."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the table has, by the names of the options."""
    hand: str
    """The hand's cards by their ranks."""
    dealer: str
    """The dealer's card by its rank."""
    choices: dict[str, float]
    """What each call is worth, the best first."""


class BlackjackPlay(msgspec.Struct, frozen=True, kw_only=True):
    """How a blackjack game is played best by totals."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the table has, by the names of the options."""
    chart: "Chart"
    """The best chart."""
    ev: float
    """What the chart expects, in units of the wager."""
    best: float
    """What best play expects."""
    exceptions: tuple["PlayException", ...] | None = None
    """Where best play looks beyond the chart; none where that was not asked for."""


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
    """Show how a game is played best: the chart, or what a hand's choices are worth.

    A chart goes by totals and is the best that does; best play also looks at
    the single cards of a hand, and --exceptions lists where that matters. Off
    a full shoe, or with --seen without the cards that are gone.

    Examples:

        croupier strategy star-blackjack

        croupier strategy canberra-blackjack --soft-17 draw --svg chart.svg

        croupier strategy perth-vegas-blackjack --exceptions

        croupier strategy star-blackjack --hand "T 6" --dealer T

        croupier strategy caribbean-stud --hand "AC KD QH 8S 3C" --dealer 7D

    Parameters
    ----------
    game
        The game by its name, such as star-blackjack.
    hand
        Say what every choice is worth with this hand, such as "T 6".
    dealer
        The dealer's card, such as T; with --hand.
    exceptions
        List the hands whose single cards ask for another call than the chart's.
    svg
        Draw the chart to a file.
    png
        The same as points, which needs matplotlib.
    json
        Print it for programs.
    """
    if hand is not None and (svg or png or exceptions):
        raise CroupierError("--hand tells of one hand: leave --svg, --png and --exceptions out")
    asked = table_asked(known_law(game), options or TableOptions(), study or StudyOptions())
    if (hand is None) is not (dealer is None):
        raise CroupierError('--hand and --dealer go together, as in --hand "T 6" --dealer T')
    if asked.stud is not None and exceptions:
        raise CroupierError(f"--exceptions: the chart of {asked.law.game} shows where suits decide")
    from croupier.maths.preparation import CHARTS, STUD, VALUES

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
    asked: AskedTable, svg: Path | None, png: Path | None, *, exceptions: bool, json: bool
) -> None:
    """The best chart of a blackjack table."""
    study = asked.study()
    play = BlackjackPlay(
        game=study.law.game,
        options=asked.told(study.options),
        chart=study.chart,
        ev=study.by_chart(study.flat_chart).mean,
        best=study.best.mean,
        exceptions=study.exceptions if exceptions else None,
    )
    subtitle = f"{in_words(play.options)}. House edge {-play.ev:.4%}, best play {-play.best:.4%}."
    grid = blackjack_grid(play.chart, f"{study.law.title}: the best chart", subtitle)
    draw(grid, svg, png)
    if json:
        print_json(play)
        return
    if svg is None and png is None and not exceptions:
        print_grid(grid)
    if play.exceptions is not None:
        print_exceptions(grid.title, play)


def show_stud(
    asked: AskedTable, law: StudLaw, svg: Path | None, png: Path | None, *, json: bool
) -> None:
    """The best play of a table of Caribbean Stud."""
    from croupier.maths.stud_play import best_play

    play = best_play(law, asked.choices, ante=asked.ante, seen=asked.seen)
    subtitle = (
        f"Bet on {play.bet_above} and all above it; fold {play.fold_below} and all below it. "
        "Between them by the dealer's card."
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


def print_grid(grid: Grid) -> None:
    """Print a chart, in colour where that can be shown."""
    if sys.stdout.isatty():
        _paint(grid)
        return
    print(grid.title)
    print_text(grid.subtitle)
    width = max(len(row.label) for part in grid.sections for row in part.rows)
    for part in grid.sections:
        print(f"\n{part.title}")
        print(f"{'':{width}}  {' '.join(head.ljust(2) for head in grid.columns)}".rstrip())
        for row in part.rows:
            cells = " ".join(grid.signs[cell].text.ljust(2) for cell in row.cells)
            print(f"{row.label:>{width}}  {cells}".rstrip())
    print()
    for sign in grid.legend():
        print(f"{sign.text:<2} {sign.meaning}")


def _paint(grid: Grid) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(grid.title, style="bold"))
    console.print(Text(grid.subtitle, style="dim"))
    width = max(len(row.label) for part in grid.sections for row in part.rows)
    for part in grid.sections:
        heads = "".join(head.center(4) for head in grid.columns)
        console.print()
        console.print(Text(part.title, style="bold"))
        console.print(Text(" " * (width + 1) + heads, style="dim"))
        for row in part.rows:
            line = Text(f"{row.label:>{width}} ")
            for cell in row.cells:
                sign = grid.signs[cell]
                line.append(sign.text.center(4), style=f"black on {sign.colour}")
            console.print(line)
    console.print()
    legend = Text()
    for sign in grid.legend():
        legend.append(sign.text.center(4), style=f"black on {sign.colour}")
        legend.append(f" {sign.meaning}   ")
    console.print(legend)


def print_exceptions(title: str, play: BlackjackPlay) -> None:
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


def print_hand(asked: AskedTable, hand: str, dealer: str, *, json: bool) -> None:
    """Print what every choice is worth with one hand."""
    found: HandChoices | StudDecision
    if asked.stud is not None:
        from croupier.maths.stud import decide_stud

        found = decide_stud(
            asked.stud,
            cards_of("hand", hand),
            card_of(dealer),
            choices=asked.choices,
            ante=asked.ante,
            seen=asked.seen,
        )
        title = f"{asked.law.title}: {hand.upper()} ({found.hand}) against {found.dealer}"
        choices = dict(
            sorted({"bet": found.bet, "fold": found.fold}.items(), key=lambda one: -one[1])
        )
    else:
        study = asked.study()
        cards, card = ranks(hand), one_rank(dealer)
        check_cards(study, cards, card)
        choices = study.choices_for(cards, card)
        found = HandChoices(
            game=study.law.game,
            options=asked.told(study.options),
            hand=named(cards),
            dealer=named([card]),
            choices=choices,
        )
        title = f"{study.law.title}: {found.hand} against {found.dealer}"
    if json:
        print_json(found)
        return
    rows = [(call, f"{worth:+.6f}") for call, worth in choices.items()]
    print_table(title, ("choice", "worth"), rows)


def card_of(text: str) -> Card:
    """The one card that the dealer shows."""
    cards = cards_of("dealer", text)
    if len(cards) != 1:
        raise CroupierError(f"--dealer: {text!r} is no card; write one, such as 7D")
    return cards[0]


def ranks(text: str) -> list[int]:
    """The ranks of cards by what they count, an ace 0; suits may be left out."""
    return [one_rank(word) for word in text.split()]


def one_rank(word: str) -> int:
    """The rank of a card by what it counts."""
    try:
        rank = Rank(word.upper()) if len(word) == 1 else parse_card(word).rank
    except (ValueError, NotACardError):
        raise CroupierError(
            f"{word!r} is no card: write a rank (A 2-9 T J Q K), with a suit or without"
        ) from None
    if rank is Rank.ACE:
        return ACE
    return 9 if rank in TENS else int(rank.value) - 1


def named(cards: list[int]) -> str:
    """Ranks as they are written."""
    from croupier.maths.charts import PAIR_NAMES

    return " ".join(PAIR_NAMES[card] for card in cards)


def check_cards(study: "BlackjackStudy", cards: list[int], dealer: int) -> None:
    """Refuse a hand that is none or over, or whose cards are not there."""
    from croupier.maths.kernels.tables import GONE
    from croupier.maths.player_hands import index_of

    hand = index_of(*cards)
    if len(cards) < 2 or hand == GONE:
        raise CroupierError("--hand: a hand has two cards or more and is not over 21")
    most = study.law.play.most_cards
    if most is not None and len(cards) > most.value:
        why = f"--hand: a hand of {study.law.title} has {most.value} cards at the most"
        raise CroupierError(f"{why} ({most.clause})")
    every = [*cards, dealer]
    for card in set(every):
        if every.count(card) > study.setting.shoe.ranks[card]:
            raise CroupierError(f"--hand: there are not so many cards {named([card])} in the shoe")
