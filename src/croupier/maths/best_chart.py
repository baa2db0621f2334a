"""The best chart: what to do by total, where the single cards of a hand are not looked at.

The chart is improved until no change of one cell gains anything on hands that are not split: each
cell takes the call that is best on average over the hands that come to it. Pairs are then split
or surrendered where that is worth more, their hands played by the same chart. Cells tell three
and four cards apart only where the law does: where three cards may be doubled or five cards win.
"""

import math
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from croupier.maths.chart_play import HITS, STANDS, among, cells_of, chart_calls
from croupier.maths.charts import (
    BY_TOTAL,
    CLASSES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    RANKS,
    SPLIT_OR_TOTAL,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
    TOTALS,
    FlatChart,
)
from croupier.maths.kernels.decision_values import (
    natural_value,
    play_out,
    review,
    spread,
)
from croupier.maths.kernels.tables import CALLS, Floats, Integers
from croupier.maths.kernels.tables import DOUBLE as CALL_DOUBLE
from croupier.maths.kernels.tables import HIT as CALL_HIT
from croupier.maths.kernels.tables import STAND as CALL_STAND
from croupier.maths.parameters import FIVE_CARDS, BlackjackParameters
from croupier.maths.player_hands import every_hand, index_of, lawful_calls
from croupier.maths.rounds import starts
from croupier.maths.valuation import (
    SPLIT,
    SURRENDER,
    AgainstCard,
    CardSetting,
    Setting,
    against_card,
    card_setting,
)

FAINT = 1e-12
"""The weight of hands that the chart never comes to, so that their cells say something too."""
MOST_ROUNDS = 20
"""Charts settle after three or four rounds of improvement."""
OUT_OF_REACH = 0.05
"""A split that costs so much under best play is not worth its while by any chart."""


def best_chart(setting: Setting, best: dict[int, AgainstCard]) -> FlatChart:
    """The best chart for a game and a shoe, given the values of best play by dealer's card."""
    totals = np.full((CLASSES, 2, TOTALS, RANKS), STAND, np.int8)
    pairs = np.full((RANKS, RANKS), BY_TOTAL, np.int8)
    chart = FlatChart(totals, pairs)
    weights = _start_chances(setting)
    for dealer in weights:
        _fill_column(setting, best[dealer], dealer, weights[dealer], chart)
    return chart


def counts_cards(game: BlackjackParameters) -> bool:
    """Whether the number of cards of a hand matters beyond the first two."""
    return bool(game.double_cards >> 3 & 1) or not np.isnan(game.at_once[FIVE_CARDS]).all()


def _start_chances(setting: Setting) -> dict[int, Floats]:
    """The chances of the first two cards, by the dealer's card."""
    chances: dict[int, Floats] = {}
    for start in starts(setting.shoe):
        row = chances.setdefault(start.dealer, np.zeros(len(setting.hands.cards)))
        row[index_of(start.first, start.second)] = start.chance
    return {dealer: row / row.sum() for dealer, row in chances.items()}


class _Column(NamedTuple):
    """All that stays the same while the cells of a dealer's card are improved."""

    table: CardSetting
    order: Integers
    lawful: Integers
    chances: Floats
    """The dealer's chances, by hand."""
    first: Floats
    """The chances of the first two cards."""
    surrender: Floats
    """What surrendering comes to, NaN where it may not be done."""


def _fill_column(
    setting: Setting, best: AgainstCard, dealer: int, first: Floats, chart: FlatChart
) -> None:
    """Find the cells of a chart against one dealer's card."""
    for pair in range(RANKS):
        if best.calls[index_of(pair, pair)] == SPLIT:
            chart.pairs[pair, dealer] = SPLIT_OR_TOTAL
    column = _column(card_setting(setting, dealer), first, best.choices[:, SURRENDER])
    for _ in range(MOST_ROUNDS):
        before = chart.totals[..., dealer].copy()
        _improve(column, chart)
        if np.array_equal(before, chart.totals[..., dealer]):
            break
    _decide_pairs(setting, best, column, chart)


def _column(table: CardSetting, first: Floats, surrender: Floats) -> _Column:
    hands = table.setting.hands
    order = np.flatnonzero(hands.cards >= 2)[::-1].copy()
    lawful = lawful_calls(table.setting.game)
    return _Column(table, order, lawful, table.chances(), first, surrender)


def _improve(column: _Column, chart: FlatChart) -> None:
    """Let each cell take the call that is best on average, given the others as they are."""
    table = column.table
    setting, dealer = table.setting, table.dealer
    hands = setting.hands
    calls = chart_calls(cells_of(chart, hands, dealer), column.lawful)
    choices = _choices(column, calls)
    weights = _weights(column, chart, calls)
    undecided = ~np.isnan(choices[:, CALL_HIT])
    for group in _groups(split_by_cards=counts_cards(setting.game)):
        column_cells = chart.totals[:, group.soft, group.total, dealer]
        members = group.hands[undecided[group.hands]]
        if len(members):
            cell = _cell(column, members, hands.cards[members], choices, weights)
            column_cells[list(group.classes)] = cell
        elif group.classes[0] > 0:
            column_cells[list(group.classes)] = column_cells[group.classes[0] - 1]
    _repeat_where_alike(setting.game, chart, dealer)


class _Group(NamedTuple):
    """Hands that a chart does not tell apart."""

    soft: int
    total: int
    classes: tuple[int, ...]
    """Classes of cards, two, three, four or more, that share a cell."""
    hands: Integers


@cache
def _groups(*, split_by_cards: bool) -> tuple[_Group, ...]:
    """All groups, those of fewer cards first."""
    hands = every_hand()
    classes = np.clip(hands.cards - 2, 0, CLASSES - 1)
    together = ((0,), (1,), (2,)) if split_by_cards else ((0, 1, 2),)
    found = []
    for soft, total, group in product(range(2), range(4, TOTALS), together):
        inside = (hands.soft == bool(soft)) & (hands.totals == total) & (hands.cards >= 2)
        members = np.flatnonzero(inside & np.isin(classes, group))
        found.append(_Group(soft, total, group, members))
    return tuple(found)


def _repeat_where_alike(game: BlackjackParameters, chart: FlatChart, dealer: int) -> None:
    """Write a cell like that of fewer cards where it comes to the same, since no double is open."""
    for cards in range(1, CLASSES):
        if not (game.double_cards | game.double_split_cards) >> (cards + 2) & 1:
            fewer, cells = chart.totals[cards - 1 : cards + 1, ..., dealer]
            alike = (cells == HIT) & among(fewer, HITS) | (cells == STAND) & among(fewer, STANDS)
            cells[alike] = fewer[alike]


def _choices(column: _Column, calls: Integers) -> Floats:
    """The value of each lawful call, with the chart's play from there on."""
    table = column.table
    setting, hands = table.setting, table.setting.hands
    blackjack = table.blackjack
    worth = natural_value.py_func(column.chances[blackjack.hand], blackjack.alone, blackjack.both)
    values = np.full((len(hands.cards), CALLS), np.nan)
    best = np.full(len(hands.cards), np.nan)
    shared = (table.shoe, column.chances, setting.pays, 0)
    play_out(hands, column.order, calls, *shared, blackjack.hand, worth, values, best)
    review(hands, column.order, column.lawful, *shared, best, values)
    return values


def _weights(column: _Column, chart: FlatChart, calls: Integers) -> Floats:
    """How often each hand is come to by the chart, faintly where never."""
    table = column.table
    hands, dealer = table.setting.hands, table.dealer
    reached = column.first.copy()
    reached[table.blackjack.hand] = 0.0
    everywhere = reached.copy()
    for pair in range(RANKS):
        if chart.pairs[pair, dealer] == SPLIT_OR_TOTAL:
            reached[index_of(pair, pair)] = 0.0
    cells = cells_of(chart, hands, dealer)
    given_up = among(cells, (SURRENDER_OR_HIT, SURRENDER_OR_STAND)) & (hands.cards == 2)
    going_on = np.where(given_up & ~np.isnan(column.surrender), 0, calls)
    spread(hands, column.order, going_on, table.shoe, reached)
    spread(hands, column.order, column.lawful, table.shoe, everywhere)
    return reached + FAINT * everywhere


def _cell(
    column: _Column, members: Integers, cards: Integers, choices: Floats, weights: Floats
) -> int:
    """The cell of a group of hands: one of hitting and standing for all of them.

    The fewest cards of the group may also be doubled or surrendered.
    """
    fewest = members[cards == cards.min()]
    doubles = _doubles(column, fewest, choices, weights)
    left = members[cards != cards.min()] if doubles else members
    if not weights[left].any():
        left = members
    hits = _worth(choices, weights, left, CALL_HIT) > _worth(choices, weights, left, CALL_STAND)
    given_up = column.surrender[fewest]
    if not np.isnan(given_up).any():
        call = CALL_DOUBLE if doubles else CALL_HIT if hits else CALL_STAND
        if float(weights[fewest] @ given_up) > _worth(choices, weights, fewest, call):
            return SURRENDER_OR_HIT if hits else SURRENDER_OR_STAND
    if doubles:
        return DOUBLE_OR_HIT if hits else DOUBLE_OR_STAND
    return HIT if hits else STAND


def _doubles(column: _Column, members: Integers, choices: Floats, weights: Floats) -> bool:
    """Whether hands are doubled, where all of them may be."""
    if not (column.lawful[members] >> CALL_DOUBLE & 1 == 1).all():
        return False
    double = _worth(choices, weights, members, CALL_DOUBLE)
    others = (_worth(choices, weights, members, call) for call in (CALL_HIT, CALL_STAND))
    return all(double > other for other in others)


def _worth(choices: Floats, weights: Floats, members: Integers, call: int) -> float:
    """What a call comes to over some hands; minus infinity where one may not make it."""
    if not len(members):
        return float("-inf")
    worth = float(weights[members] @ choices[members, call])
    return float("-inf") if math.isnan(worth) else worth


def _decide_pairs(setting: Setting, best: AgainstCard, column: _Column, chart: FlatChart) -> None:
    """Split a pair, or surrender it, where that is worth more than its total by the chart."""
    dealer = column.table.dealer
    by_total = FlatChart(chart.totals, np.full_like(chart.pairs, BY_TOTAL))
    split = FlatChart(chart.totals, by_total.pairs.copy())
    for pair in range(RANKS):
        *others, as_split, _ = best.choices[index_of(pair, pair)]
        if as_split > np.nanmax(others) - OUT_OF_REACH:
            split.pairs[pair, dealer] = SPLIT_OR_TOTAL
    plain = against_card(setting._replace(chart=by_total), dealer)
    parted = against_card(setting._replace(chart=split), dealer)
    for pair in range(RANKS):
        hand = index_of(pair, pair)
        as_total, as_split = plain.values[hand], parted.choices[hand, SPLIT]
        cell = SPLIT_OR_TOTAL if as_split > as_total else BY_TOTAL
        given_up = column.surrender[hand]
        if not np.isnan(given_up) and cell == SPLIT_OR_TOTAL and given_up > as_split:
            cell = SURRENDER_OR_SPLIT
        chart.pairs[pair, dealer] = cell
