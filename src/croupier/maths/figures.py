"""The figures of ``croupier edge --all``: of every table that differs in them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import product
from time import perf_counter
from typing import NamedTuple

import msgspec

from croupier.games.blackjack.opening import open_blackjack
from croupier.games.table.choices import Choices
from croupier.games.table.opening import with_usual_decks
from croupier.maths.blackjack.analysis import BlackjackAnalysis, BlackjackStudy
from croupier.maths.blackjack.parameters import ACE, TEN
from croupier.maths.blackjack.rounds import cards_left
from croupier.maths.blackjack.side_bets import (
    EvenMoneyFigures,
    InsuranceFigures,
    SideBetFigures,
    even_money_figures,
    insurance_figures,
    side_bet_figures,
)
from croupier.maths.stud.figures import CENTS, StudEdge, stud_edge
from croupier.maths.stud.jackpots import break_even
from croupier.maths.study_tables import with_lawful_device
from croupier.messages import Refused
from croupier.money import Cents
from croupier.rulebooks import GAMES, BlackjackLaw, StudLaw, TableLaw

DECKS = range(4, 9)
"""The numbers of decks covered; some shuffling devices may hold fewer."""
JACKPOT_WAGERS: tuple[Cents, ...] = (100, 250, 500)
JACKPOT_PLAYERS = (1, 7)


class SideBetRow(msgspec.Struct, frozen=True, kw_only=True):
    """An optional wager on one of its pay tables, dealt from this many decks."""

    game: str
    """The name of the game."""
    bet: str
    """The name of the optional wager."""
    table: int
    """The number of the pay table, from 1."""
    decks: int
    """The number of decks."""
    figures: SideBetFigures
    """The value of the wager."""


class BreakEvenRow(msgspec.Struct, frozen=True, kw_only=True):
    """The meter from which a jackpot wager loses nothing, in dollars."""

    game: str
    """The name of the game."""
    wager: float
    """The jackpot wager."""
    players: int
    """The number of jackpot bettors at the table."""
    meter: float | None
    """The meter; ``None`` if no meter breaks even."""


class EdgeRow(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager of a blackjack table under best play, and insurance."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the figures are for, by option name."""
    ev: float
    """The player's expectation; negative if the house has the edge."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    insurance: InsuranceFigures | None
    """Insurance against an ace; ``None`` if there is none."""
    ten_insurance: InsuranceFigures | None
    """Insurance against a ten; ``None`` if there is none."""
    even_money: EvenMoneyFigures | None
    """Even money for a blackjack; ``None`` if there is none."""


class EveryFigure(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of every table."""

    blackjack: tuple[EdgeRow, ...]
    """Every blackjack table."""
    usual: tuple[BlackjackAnalysis, ...]
    """All figures of the tables with the usual number of decks, which take five times as long."""
    side_bets: tuple[SideBetRow, ...]
    """Every optional wager on every pay table."""
    stud: tuple[StudEdge, ...]
    """Caribbean Stud."""
    break_even: tuple[BreakEvenRow, ...]
    """The meters at which its jackpot breaks even."""
    seconds: float
    """The computing time."""


def tables_of(law: BlackjackLaw) -> Iterator[Choices]:
    """Yield the lawful tables of a game that differ in the figures of the main wager.

    If only a shuffling device may hold this many decks, the cards come from one.
    """
    layouts: dict[bool, str] = {}
    for layout, rule in law.dealer.draws_soft_17.items():
        layouts.setdefault(rule.value, layout)
    resplits = (False,) if law.split.permitted_hands is None else (False, True)
    for decks, layout, resplit in product(DECKS, layouts.values(), resplits):
        inscribed = (
            {"layout": int(layout)} if layout.isdecimal() else {"soft_17": layout or "stand"}
        )
        choices = with_lawful_device(law, Choices(decks=decks, resplit=resplit, **inscribed))
        if not isinstance(open_blackjack(law, choices), Refused):
            yield choices


def side_bets_of(law: BlackjackLaw) -> Iterator[SideBetRow]:
    """Yield every optional wager of a game, by pay table and lawful number of decks."""
    for bet in law.side_bets.kinds:
        lawful = law.cards.decks_with_side_bets or law.cards.decks
        for table in range(bet.pay_tables):
            own = bet.decks_of_tables[table : table + 1] or lawful.value
            for decks in own:
                figures = side_bet_figures(bet, table, cards_left(decks))
                yield SideBetRow(
                    game=law.game, bet=bet.name, table=table + 1, decks=decks, figures=figures
                )


def break_evens_of(law: StudLaw) -> Iterator[BreakEvenRow]:
    """Yield where jackpot wagers break even, by wager and number of bettors."""
    for wager, players in product(JACKPOT_WAGERS, JACKPOT_PLAYERS):
        meter = break_even(law.jackpot, wager=wager, players=players)
        dollars = None if meter is None else meter / CENTS
        yield BreakEvenRow(game=law.game, wager=wager / CENTS, players=players, meter=dollars)


def edge_row(study: BlackjackStudy) -> EdgeRow:
    """Return the main figures of a table."""
    game, shoe = study.parameters, study.setting.shoe
    return EdgeRow(
        game=study.law.game,
        options=study.options,
        ev=study.best.mean,
        rtp=1 + study.best.mean,
        insurance=insurance_figures(game, shoe, ACE),
        ten_insurance=insurance_figures(game, shoe, TEN),
        even_money=even_money_figures(game, shoe),
    )


class _TableFigures(NamedTuple):
    row: EdgeRow
    analysis: BlackjackAnalysis | None


def _figures_of(law: BlackjackLaw, choices: Choices) -> _TableFigures:
    study = BlackjackStudy(law, choices)
    usual = choices.decks == with_usual_decks(law, Choices()).decks
    return _TableFigures(edge_row(study), study.analysis() if usual else None)


def every_figure(
    laws: tuple[TableLaw, ...] | None = None,
    *,
    cores: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> EveryFigure:
    """Return the figures of every table of the games, computed in parallel.

    Without ``laws`` these are all installed games, including those from files.
    """
    started = perf_counter()
    laws = tuple(GAMES.values()) if laws is None else laws
    blackjack = [law for law in laws if isinstance(law, BlackjackLaw)]
    stud = [law for law in laws if isinstance(law, StudLaw)]
    tables = [(law, choices) for law in blackjack for choices in tables_of(law)]
    with ThreadPoolExecutor(cores) as pool:
        waiting = [pool.submit(_figures_of, *table) for table in tables]
        progress(0, len(tables))
        for done, _ in enumerate(as_completed(waiting), 1):
            progress(done, len(tables))
    found = [one.result() for one in waiting]
    return EveryFigure(
        blackjack=tuple(one.row for one in found),
        usual=tuple(one.analysis for one in found if one.analysis is not None),
        side_bets=tuple(row for law in blackjack for row in side_bets_of(law)),
        stud=tuple(stud_edge(law, Choices()) for law in stud),
        break_even=tuple(row for law in stud for row in break_evens_of(law)),
        seconds=perf_counter() - started,
    )
