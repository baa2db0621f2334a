"""The figures of ``croupier edge``: of one table, and of every table that differs in them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import product
from time import perf_counter
from typing import NamedTuple

import msgspec

from croupier.blackjack.opening import open_blackjack
from croupier.cards import Card, Device
from croupier.maths.analysis import BlackjackAnalysis, BlackjackStudy
from croupier.maths.insurance import (
    EvenMoneyFigures,
    InsuranceFigures,
    even_money_figures,
    insurance_figures,
)
from croupier.maths.jackpots import JackpotAnalysis, break_even
from croupier.maths.pays import ACE, TEN
from croupier.maths.shoes import cards_left
from croupier.maths.sidebets import SideBetFigures, side_bet_figures
from croupier.maths.stud import StudFigures, analyse_stud
from croupier.money import Cents
from croupier.rulebooks import GAMES, BlackjackLaw, StudLaw, TableLaw
from croupier.table.choices import Choices
from croupier.table.opening import with_usual_decks
from croupier.table.state import Refused

DECKS = range(4, 9)
"""The numbers of decks that are looked at; some shuffling devices may hold fewer."""
CENTS = 100
JACKPOT_WAGERS: tuple[Cents, ...] = (100, 250, 500)
JACKPOT_PLAYERS = (1, 7)


class StudMain(msgspec.Struct, frozen=True, kw_only=True):
    """Ante and bet together under best play, in units of the ante."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    variance: float
    """The variance of a round."""
    sd: float
    """The standard deviation of a round."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    element_of_risk: float
    """The expectation for each unit at risk, ante and bet together."""
    raise_frequency: float
    """The share of hands that are bet on."""
    average_wager: float
    """What is at risk in a round on average, in antes."""
    strategy: str
    """What the way to play is called."""


class StudChart(msgspec.Struct, frozen=True):
    """The best of the simple strategies."""

    name: str
    """What it is called."""
    ev: float
    """What it expects, in units of the ante."""


class JackpotEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The jackpot wager: amounts in dollars, all else in units of the wager."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    hit: float
    """How often the player's own hand wins."""
    break_even: float | None
    """The least meter, before the round's wagers, at which nothing is lost; none where there is
    none."""
    wager: float
    """The jackpot wager."""
    pool: float
    """The meter before the round's wagers feed it."""
    increment: float
    """The share of each wager that goes to the meter."""
    bonus: float
    """What other jackpot bettors win; 0 where nothing."""
    players: int
    """How many at the table wager on the jackpot, this player among them."""
    by_category: dict[str, float]
    """What each hand brings of the return, by category."""
    bonus_return: float
    """What the bonus brings of it."""
    increment_return: float
    """What the round's own wagers bring of it."""
    sharing_cost: float
    """What is lost to other winners of the same round."""


class StudEdge(msgspec.Struct, frozen=True, kw_only=True):
    """What ``croupier edge`` says of Caribbean Stud."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the figures hold for, by the names of the options."""
    main: StudMain
    """Ante and bet under best play."""
    chart: StudChart
    """The best of the simple strategies."""
    insurance: None = None
    """Always none: the game has no insurance."""
    side_bets: dict[str, SideBetFigures] = {}
    """Always empty: the game has no optional wagers."""
    jackpot: JackpotEdge | None = None
    """The jackpot wager; none where no meter was named."""
    strategies: dict[str, StudFigures] = {}
    """Simple ways to play, by name."""
    seconds: float
    """How long it took."""


def stud_edge(
    law: StudLaw,
    choices: Choices,
    *,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
    jackpot_players: int = 1,
) -> StudEdge:
    """All figures of a table of Caribbean Stud."""
    started = perf_counter()
    found = analyse_stud(law, choices, ante=ante, seen=seen, jackpot_players=jackpot_players)
    best = found.best
    options: dict[str, object] = {"ante": found.ante / CENTS}
    if choices.max_payout is not None:
        options["max-payout"] = choices.max_payout / CENTS
    if seen:
        options["seen"] = found.seen.split()
    simple = min(found.strategies, key=lambda name: found.strategies[name].cost)
    return StudEdge(
        game=law.game,
        options=options,
        main=StudMain(
            ev=best.ev,
            variance=best.variance,
            sd=best.sd,
            rtp=1 + best.ev,
            element_of_risk=best.element_of_risk,
            raise_frequency=best.raise_frequency,
            average_wager=best.average_wager,
            strategy=best.title,
        ),
        chart=StudChart(simple, found.strategies[simple].ev),
        jackpot=None if found.jackpot is None else _in_dollars(found.jackpot),
        strategies=found.strategies,
        seconds=perf_counter() - started,
    )


def _in_dollars(found: JackpotAnalysis) -> JackpotEdge:
    fields = msgspec.structs.asdict(found)
    for name in ("wager", "pool", "bonus", "break_even"):
        if fields[name] is not None:
            fields[name] /= CENTS
    return JackpotEdge(**fields)


class SideBetRow(msgspec.Struct, frozen=True, kw_only=True):
    """An optional wager on one of its pay tables, dealt from so many decks."""

    game: str
    """The game by its name."""
    bet: str
    """The optional wager by its name."""
    table: int
    """Counted from 1."""
    decks: int
    """How many decks."""
    figures: SideBetFigures
    """What it comes to."""


class BreakEvenRow(msgspec.Struct, frozen=True, kw_only=True):
    """The meter from which on a jackpot wager loses nothing, in dollars."""

    game: str
    """The game by its name."""
    wager: float
    """The jackpot wager."""
    players: int
    """How many at the table wager on the jackpot."""
    meter: float | None
    """The meter; none where no meter breaks even."""


class EdgeRow(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager of a blackjack table under best play, and insurance."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the figures hold for, by the names of the options."""
    ev: float
    """The player's expectation; below zero is the house's edge."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    insurance: InsuranceFigures | None
    """Insurance against an ace; none where there is none."""
    ten_insurance: InsuranceFigures | None
    """The same against a ten; none where there is none."""
    even_money: EvenMoneyFigures | None
    """Even money for a blackjack; none where there is none."""


class EveryFigure(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of every table."""

    blackjack: tuple[EdgeRow, ...]
    """Every blackjack table."""
    usual: tuple[BlackjackAnalysis, ...]
    """All figures of the tables with the usual number of decks: these take five times as long."""
    side_bets: tuple[SideBetRow, ...]
    """Every optional wager on every pay table."""
    stud: tuple[StudEdge, ...]
    """Caribbean Stud."""
    break_even: tuple[BreakEvenRow, ...]
    """The meters at which its jackpot breaks even."""
    seconds: float
    """How long it took."""


def tables_of(law: BlackjackLaw) -> Iterator[Choices]:
    """The lawful tables of a game that differ in the figures of the main wager.

    Where only a shuffling device may hold so many decks, the cards come from one.
    """
    layouts: dict[bool, str] = {}
    for layout, rule in law.dealer.draws_soft_17.items():
        layouts.setdefault(rule.value, layout)
    resplits = (False,) if law.split.permitted_hands is None else (False, True)
    ten = law.insurance is not None and law.insurance.ten is not None
    devices = sorted((Device(name) for name in law.equipment.devices.value), key=_shoe_first)
    for decks, layout, resplit in product(DECKS, layouts.values(), resplits):
        inscribed = (
            {"layout": int(layout)} if layout.isdecimal() else {"soft_17": layout or "stand"}
        )
        for device in devices:
            choices = Choices(
                decks=decks, resplit=resplit, ten_insurance=ten, device=device, **inscribed
            )
            if not isinstance(open_blackjack(law, choices), Refused):
                yield choices
                break


def _shoe_first(device: Device) -> bool:
    return device is not Device.SHOE


def side_bets_of(law: BlackjackLaw) -> Iterator[SideBetRow]:
    """Every optional wager of a game on every pay table and number of decks that it may have."""
    for bet in law.side_bets.kinds:
        lawful = law.cards.decks_with_side_bets or law.cards.decks
        for table in range(len(bet.lines[0].odds.value)):
            own = bet.decks_of_tables[table : table + 1] or lawful.value
            for decks in own:
                figures = side_bet_figures(bet, table, cards_left(decks))
                yield SideBetRow(
                    game=law.game, bet=bet.name, table=table + 1, decks=decks, figures=figures
                )


def break_evens_of(law: StudLaw) -> Iterator[BreakEvenRow]:
    """Where jackpot wagers break even, by the wager and by how many players make it."""
    for wager, players in product(JACKPOT_WAGERS, JACKPOT_PLAYERS):
        meter = break_even(law.jackpot, wager=wager, players=players)
        dollars = None if meter is None else meter / CENTS
        yield BreakEvenRow(game=law.game, wager=wager / CENTS, players=players, meter=dollars)


def edge_row(study: BlackjackStudy) -> EdgeRow:
    """The first figures of a table."""
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
    laws: tuple[TableLaw, ...] = tuple(GAMES.values()),
    *,
    cores: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> EveryFigure:
    """The figures of every table of some games, worked out side by side on some cores."""
    started = perf_counter()
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
