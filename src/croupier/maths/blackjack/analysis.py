"""All exact figures of a blackjack game for an operator's choices, including the variance."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.cards import Card
from croupier.games.blackjack.opening import pay_table
from croupier.games.table.choices import Choices
from croupier.kit.lazy import ByThread, Once
from croupier.maths.blackjack.best_chart import (
    CALL_NAMES,
    BestChart,
    PlayException,
    best_chart,
    exceptions_of,
)
from croupier.maths.blackjack.charts import Chart, FlatChart, chart_of
from croupier.maths.blackjack.hands import every_hand, index_of
from croupier.maths.blackjack.outcomes import round_outcomes
from croupier.maths.blackjack.parameters import (
    ACE,
    TEN,
    BlackjackParameters,
    parameters_of,
    table_of,
)
from croupier.maths.blackjack.rounds import (
    CardCounts,
    RoundValue,
    cards_left,
    shoe_counts,
    starts,
    value_round,
)
from croupier.maths.blackjack.side_bets import (
    EvenMoneyFigures,
    InsuranceFigures,
    SideBetFigures,
    even_money_figures,
    insurance_figures,
    side_bet_figures,
)
from croupier.maths.blackjack.splits import AMONG_FURTHER, FIRST, WITH_FIRST, levels_for
from croupier.maths.blackjack.valuation import STRATEGY, CardSetting, Setting, SplitPlay, setting_of
from croupier.maths.kernels.exact.decisions import (
    BITS,
    OTHER,
    FinalHands,
    FinalRoom,
    fill_final_hands,
    final_room,
    key_of,
)
from croupier.maths.kernels.exact.splits import (
    COMBINATIONS,
    MOST_OF_A_RANK,
    ProductRoom,
    fill_mean_products,
    product_room,
)
from croupier.maths.kernels.tables import GONE, HIGHEST, RANKS, Floats
from croupier.maths.tabular import BEST_CHART, BEST_PLAY, FigureLine, RowCells, Tabular
from croupier.rulebooks import BlackjackLaw

MOST_POINTS = HIGHEST + RANKS + 1
"""An upper limit for the points, aces as one, of a hand with the card that takes it over."""


class VarianceRoom(NamedTuple):
    """Reusable arrays for the variance of one split after another."""

    finals: FinalRoom
    products: ProductRoom


def _new_room() -> VarianceRoom:
    return VarianceRoom(final_room(len(every_hand().cards)), product_room())


own_room = ByThread(_new_room)


def round_variance(setting: Setting, value: RoundValue) -> float:
    """Return the variance of what a round wins, including doubles and split wagers.

    The dealer's cards are computed in parallel, on all cores.
    """

    def squares_against(dealer: int) -> Floats:
        made = value.against[dealer]
        return with_split_squares(made.table, made.squares, made.splits)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        squares = dict(zip(value.against, pool.map(squares_against, value.against), strict=True))
    square = sum(
        start.chance * float(squares[start.dealer][index_of(start.first, start.second)])
        for start in starts(setting.shoe)
    )
    return square - value.mean**2


def with_split_squares(table: CardSetting, squares: Floats, splits: dict[int, SplitPlay]) -> Floats:
    """Return the mean squares of all hands, including those of split pairs."""
    filled = squares.copy()
    for pair, play in splits.items():
        hands = play.hands._replace(products=split_products(table, pair, play))
        filled[index_of(pair, pair)] = hands.square(play.most)
    return filled


def split_products(table: CardSetting, pair: int, play: SplitPlay) -> Floats:
    """Return the mean products of what two split hands win, for ``splits.SplitHands``."""
    hands, start = table.setting.hands, index_of(pair)
    blackjack, levels = play.blackjack, levels_for(play.most)
    shoe = table.shoe.copy()
    shoe[pair] -= 2
    together = GONE
    if blackjack.hand != GONE:
        cards = key_of.py_func(hands.counts, blackjack.hand)
        together = int(2 * (cards - key_of.py_func(hands.counts, start)))
    extra = blackjack.both_together - blackjack.both**2
    alike, room = table.wagers_alike, own_room()
    kinds = range(1 if alike else 2)
    finals = [_final_hands(table, pair, play, kind, room.finals) for kind in kinds]
    products = np.zeros((2, COMBINATIONS, levels))
    ways, parts = (np.empty((rows, MOST_OF_A_RANK + 1)) for rows in (RANKS + levels, levels))
    for which in (WITH_FIRST, AMONG_FURTHER):
        if which == AMONG_FURTHER and (alike or play.most == 2):
            products[which] = products[WITH_FIRST]
            continue
        same = alike or which == AMONG_FURTHER
        one, other = finals[-1 if same else FIRST], finals[-1]
        cards = (table.tree(pair), shoe, together, extra)
        fill_mean_products(one, other, same, *cards, ways, parts, room.products, products[which])
    return products


def _final_hands(
    table: CardSetting, pair: int, play: SplitPlay, kind: int, room: FinalRoom
) -> FinalHands:
    """Return the final hands of one kind of wager."""
    hands, pays = table.setting.hands, table.setting.pays
    calls, blackjack = play.calls[kind], play.blackjack
    fill_final_hands(hands, index_of(pair), pair, calls, pays, 2 * kind, blackjack, room)
    found = int(room.found[0])
    keys = room.keys[:found]
    counts = keys[:, None] >> (BITS * np.arange(RANKS)) & MOST_OF_A_RANK
    counts[:, pair] = 0
    points = counts @ np.arange(1, RANKS + 1)
    order = np.argsort(points, kind="stable")
    gains = room.gains[:found][order]
    ends = np.searchsorted(points[order], np.arange(MOST_POINTS + 1))
    comes = (gains != 0).any(axis=2)
    final = FinalHands(keys[order], comes, gains, ends)
    return _whatever_came_second(final) if play.most == 2 else final


def _whatever_came_second(final: FinalHands) -> FinalHands:
    """Return final hands with the gains of all second cards added up.

    With two hands at most, it does not matter whether the second card was one of the pair.
    """
    gains = np.zeros_like(final.gains)
    gains[:, OTHER] = final.gains.sum(axis=1)
    comes = np.zeros_like(final.comes)
    comes[:, OTHER] = True
    return final._replace(comes=comes, gains=gains)


class MainFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager under best play, in units of the original wager.

    Doubles and split wagers are included. Insurance and even money are not, and are never taken.
    """

    ev: float
    """The player's expectation; negative if the house has the edge."""
    variance: float
    """The variance of a round."""
    sd: float
    """The standard deviation of a round."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    strategy: str
    """The class of strategy, as the literature names it."""
    win: float
    """How often the original wager wins; after a split it is that of the first hand."""
    stand_off: float
    """How often the original wager stands off."""
    loss: float
    """How often the original wager loses, all of it or, surrendered, a part."""
    average_wager: float
    """The mean of all wagers of a round, doubles and split wagers included."""
    element_of_risk: float
    """The expectation for each unit that is wagered, doubles and split wagers included."""


class ChartFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager played by a chart."""

    name: str
    """The name of the chart."""
    ev: float
    """The expectation under the chart, in units of the wager."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    variance: float
    """The variance of a round played by the chart."""
    sd: float
    """The standard deviation of a round played by the chart."""


class BlackjackAnalysis(Tabular, msgspec.Struct, frozen=True):
    """The figures that ``croupier edge`` prints for a blackjack game."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the figures are for, by option name."""
    main: MainFigures
    """The main wager under best play."""
    chart: ChartFigures
    """The main wager by the given chart, or the best one."""
    insurance: InsuranceFigures | None
    """Insurance against an ace; ``None`` if the game has none."""
    ten_insurance: InsuranceFigures | None
    """Insurance against a ten; ``None`` if it is not offered."""
    even_money: EvenMoneyFigures | None
    """Even money for a blackjack; ``None`` if there is none."""
    side_bets: dict[str, SideBetFigures]
    """The optional wagers by name; empty if the game has none for these choices."""
    seconds: float
    """The computing time."""

    def lines(self) -> list[FigureLine]:
        """Return a line for every wager and way to play."""
        best = self.chart.name == f"{self.game}-best"
        lines = [
            FigureLine(
                BEST_PLAY,
                self.main.ev,
                self.main.variance,
                self.main.win,
                self.main.stand_off,
                self.main.loss,
                self.main.average_wager,
                self.main.element_of_risk,
            ),
            FigureLine(
                BEST_CHART if best else f"chart-{self.chart.name}",
                self.chart.ev,
                self.chart.variance,
            ),
        ]
        insured = {"insurance-ace": self.insurance, "insurance-ten": self.ten_insurance}
        lines += [
            FigureLine(name, found.ev, hit=found.hit)
            for name, found in insured.items()
            if found is not None
        ]
        return lines + [
            FigureLine(name, bet.ev, bet.variance, bet.hit) for name, bet in self.side_bets.items()
        ]

    def records(self) -> list[RowCells]:
        """Return a row for every wager and way to play."""
        return [line.record(self.game) for line in self.lines()]


class BlackjackStudy:
    """A game and a shoe, and the figures that follow from them, each computed on first use."""

    def __init__(
        self, law: BlackjackLaw, choices: Choices | None = None, *, seen: Sequence[Card] = ()
    ) -> None:
        table = table_of(law, choices)
        self.law = law
        self.choices = table.choices
        self.inscription = table.inscription
        self.parameters: BlackjackParameters = parameters_of(law, choices)
        self.left: CardCounts = cards_left(self.choices.decks, seen)
        self.seen = tuple(seen)
        self.setting: Setting = setting_of(self.parameters, shoe_counts(self.left))

    @Once
    def best(self) -> RoundValue:
        """Return the value of the round under best play."""
        return value_round(self.setting)

    @Once
    def variance(self) -> float:
        """Return the variance of a round under best play."""
        return round_variance(self.setting, self.best)

    @Once
    def best_by_chart(self) -> BestChart:
        """Return the best chart, and the value of a round played by it."""
        return best_chart(self.setting, self.best.against)

    @property
    def flat_chart(self) -> FlatChart:
        """The best chart as arrays."""
        return self.best_by_chart.chart

    @Once
    def chart(self) -> Chart:
        """Return the best chart."""
        return chart_of(self.flat_chart, f"{self.law.game}-best")

    def by_chart(self, chart: FlatChart, *, with_variance: bool = False) -> RoundValue:
        """Return the value of the round played by a chart."""
        setting = self.setting._replace(chart=chart)
        value = value_round(setting)
        if with_variance:
            value = value._replace(variance=round_variance(setting, value))
        return value

    @Once
    def exceptions(self) -> tuple[PlayException, ...]:
        """Return the hands with which best play differs from the best chart."""
        return exceptions_of(self.setting, self.best.against, self.flat_chart)

    def choices_for(self, cards: Sequence[int], dealer: int) -> dict[str, float]:
        """Return the expectation of every call with a hand, best first.

        ``cards`` and ``dealer`` are ranks, an ace 0.
        """
        values = self.best.against[dealer].choices[index_of(*cards)]
        named = zip(CALL_NAMES, values, strict=True)
        found = {name: float(value) for name, value in named if not np.isnan(value)}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def options(self) -> dict[str, object]:
        """The choices that affect the figures."""
        options: dict[str, object] = {"decks": self.choices.decks}
        if len(self.law.dealer.draws_soft_17) > 1:
            draws = self.law.dealer.draws_soft_17[self.inscription].value
            options["soft-17"] = "draw" if draws else "stand"
        if self.law.split.permitted_hands is not None:
            options["resplit"] = self.choices.resplit
        if self.seen:
            options["seen"] = [str(card) for card in self.seen]
        return options

    def side_bets(self) -> dict[str, SideBetFigures]:
        """Return the figures of every optional wager that has a pay table for these choices."""
        tables = ((bet, pay_table(bet, self.choices)) for bet in self.law.side_bets.kinds)
        return {
            bet.name: side_bet_figures(bet, table, self.left)
            for bet, table in tables
            if table is not None
        }

    def analysis(self, chart: Chart | None = None) -> BlackjackAnalysis:
        """Return all figures, with those of the given chart or the best one."""
        started = perf_counter()
        best, shoe = self.best, self.setting.shoe
        with ThreadPoolExecutor(1) as beside:
            square = beside.submit(round_variance, self.setting, best)
            flat = self.flat_chart if chart is None else chart.flat()
            by_chart = self.by_chart(flat, with_variance=True)
            outcomes = round_outcomes(self.setting, best)
            side_bets = self.side_bets()
            variance = square.result()
        mean = by_chart.mean
        return BlackjackAnalysis(
            game=self.law.game,
            options=self.options,
            main=MainFigures(
                ev=best.mean,
                variance=variance,
                sd=variance**0.5,
                rtp=1 + best.mean,
                strategy=STRATEGY,
                win=outcomes.win,
                stand_off=outcomes.stand_off,
                loss=outcomes.loss,
                average_wager=outcomes.wagered,
                element_of_risk=best.mean / outcomes.wagered,
            ),
            chart=ChartFigures(
                name=(chart or self.chart).name,
                ev=mean,
                rtp=1 + mean,
                variance=by_chart.variance,
                sd=by_chart.variance**0.5,
            ),
            insurance=insurance_figures(self.parameters, shoe, ACE),
            ten_insurance=insurance_figures(self.parameters, shoe, TEN),
            even_money=even_money_figures(self.parameters, shoe),
            side_bets=side_bets,
            seconds=perf_counter() - started,
        )
