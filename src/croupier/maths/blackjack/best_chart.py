"""The best chart: play by total, ignoring the individual cards of a hand.

The chart is improved until no change of one cell gains anything on hands that are not split: each
cell takes the call that is best on average over the hands that reach it. Pairs are then split or
surrendered if that is worth more, and their hands are played by the same chart. Cells distinguish
three and four cards only if the law does: if three cards may be doubled or five cards win.
"""

from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.maths.blackjack.charts import (
    BY_TOTAL,
    CLASSES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    HITS,
    PAIR_NAMES,
    SPLIT_OR_TOTAL,
    STAND,
    STANDS,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
    TOTALS,
    FlatChart,
    among,
    cells_of,
    chart_calls,
    splits,
    surrenders,
)
from croupier.maths.blackjack.hands import every_hand, index_of
from croupier.maths.blackjack.parameters import FIVE_CARDS, BlackjackParameters
from croupier.maths.blackjack.rounds import starts
from croupier.maths.blackjack.valuation import (
    SPLIT,
    SURRENDER,
    AgainstCard,
    CardSetting,
    Setting,
    against,
    split_hands,
)
from croupier.maths.kernels.exact.decisions import natural_value, play_out, review, spread
from croupier.maths.kernels.tables import CALLS, RANKS, Booleans, Floats, Integers
from croupier.maths.kernels.tables import DOUBLE as CALL_DOUBLE
from croupier.maths.kernels.tables import HIT as CALL_HIT
from croupier.maths.kernels.tables import STAND as CALL_STAND

GROUPS = CLASSES * 2 * TOTALS
"""The most groups of hands: by number of cards, softness and total."""
NOBODY = -1
"""Marks a cell that no hand reaches."""
FAINT = 1e-12
"""The weight of hands that the chart never reaches, so that their cells are filled too."""
MOST_ROUNDS = 20
"""The limit for rounds of improvement; charts settle after three or four."""
OUT_OF_REACH = 0.05
"""A split that loses this much under best play is not worth trying by any chart."""


class BestChart(NamedTuple):
    """The best chart, and the value of a round played by it."""

    chart: FlatChart
    """The call for each total and dealer's card."""
    mean: float
    """The expectation, in units of the original wager."""


def best_chart(setting: Setting, best: dict[int, AgainstCard]) -> BestChart:
    """Return the best chart for a game and a shoe.

    ``best`` has the values of best play by the dealer's card.
    """
    totals = np.full((CLASSES, 2, TOTALS, RANKS), STAND, np.int8)
    pairs = np.full((RANKS, RANKS), BY_TOTAL, np.int8)
    chart = FlatChart(totals, pairs)
    mean = 0.0
    for dealer, chances in _start_chances(setting).items():
        values = _fill_column(setting, best[dealer], dealer, chances / chances.sum(), chart)
        dealt = chances > 0
        mean += float(chances[dealt] @ values[dealt])
    return BestChart(chart, mean)


def counts_cards(game: BlackjackParameters) -> bool:
    """Return whether the number of cards of a hand matters beyond the first two."""
    return bool(game.double_cards >> 3 & 1) or not np.isnan(game.at_once[FIVE_CARDS]).all()


def _start_chances(setting: Setting) -> dict[int, Floats]:
    """Return the chances of the first two cards by hand, for each possible card of the dealer."""
    chances: dict[int, Floats] = {}
    for start in starts(setting.shoe):
        row = chances.setdefault(start.dealer, np.zeros(len(setting.hands.cards)))
        row[index_of(start.first, start.second)] = start.chance
    return chances


class _Column(NamedTuple):
    """What stays constant while the cells for a dealer's card are improved."""

    table: CardSetting
    first: Floats
    """The chances of the first two cards, given the dealer's card."""
    surrender: Floats
    """The value of surrender by hand; NaN if it is not allowed."""


def _fill_column(
    setting: Setting, best: AgainstCard, dealer: int, first: Floats, chart: FlatChart
) -> Floats:
    """Fill in the cells for one dealer's card. Return the value of every first hand."""
    for pair in range(RANKS):
        if best.calls[index_of(pair, pair)] == SPLIT:
            chart.pairs[pair, dealer] = SPLIT_OR_TOTAL
    column = _Column(best.table, first, best.choices[:, SURRENDER])
    for _ in range(MOST_ROUNDS):
        before = chart.totals[..., dealer].copy()
        _improve(column, chart)
        if np.array_equal(before, chart.totals[..., dealer]):
            break
    return _decide_pairs(setting, best, column, chart)


def _improve(column: _Column, chart: FlatChart) -> None:
    """Set each cell to the call that is best on average, given the other cells."""
    setting, dealer = column.table.setting, column.table.dealer
    calls = chart_calls(cells_of(chart, setting.hands, dealer), setting.lawful)
    choices = _choices(column, calls)
    weights = _weights(column, chart, calls)
    undecided = np.flatnonzero(~np.isnan(choices[:, CALL_HIT]))
    apart = counts_cards(setting.game)
    groups = _groups(split_by_cards=apart)[undecided]
    best = _cells(column, _Members(undecided, groups, choices[undecided], weights[undecided]))
    found = best.reshape(-1, 2, TOTALS)
    cells = chart.totals[..., dealer]
    for cards in range(CLASSES):
        row = found[cards if apart else 0]
        otherwise = cells[cards - 1] if apart and cards > 0 else cells[cards]
        cells[cards] = np.where(row == NOBODY, otherwise, row)
    _repeat_where_alike(setting.game, chart, dealer)


@cache
def _groups(*, split_by_cards: bool) -> Integers:
    """Return the group of each hand. A chart does not distinguish the hands of a group."""
    hands = every_hand()
    classes = np.clip(hands.cards - 2, 0, CLASSES - 1) if split_by_cards else 0
    return (2 * classes + hands.soft) * TOTALS + hands.totals


class _Members(NamedTuple):
    """Hands with a decision, and the value of each call."""

    hands: Integers
    groups: Integers
    choices: Floats
    weights: Floats

    def worth(self, which: Booleans, values: Floats) -> Floats:
        """Return the weighted sum of values over the chosen members of each group.

        It is minus infinity for a group with a NaN.
        """
        worth = self.total(which, self.weights * values)
        return np.where(np.isnan(worth), -np.inf, worth)

    def total(self, which: Booleans, values: Floats) -> Floats:
        """Return the sum of values over the chosen members of each group."""
        return np.bincount(self.groups[which], values[which], GROUPS).astype(np.float64, copy=False)


def _repeat_where_alike(game: BlackjackParameters, chart: FlatChart, dealer: int) -> None:
    """Copy a cell from that for fewer cards if both mean the same because no double is open."""
    for cards in range(1, CLASSES):
        if not (game.double_cards | game.double_split_cards) >> (cards + 2) & 1:
            fewer, cells = chart.totals[cards - 1 : cards + 1, ..., dealer]
            alike = (cells == HIT) & among(fewer, HITS) | (cells == STAND) & among(fewer, STANDS)
            cells[alike] = fewer[alike]


def _choices(column: _Column, calls: Integers) -> Floats:
    """Return the value of each lawful call, with the chart's play afterwards."""
    table = column.table
    setting, hands = table.setting, table.setting.hands
    chances, blackjack = table.chances, table.blackjack
    worth = natural_value.py_func(chances[blackjack.hand], blackjack.alone, blackjack.both)
    values = np.full((len(hands.cards), CALLS), np.nan)
    best = np.full(len(hands.cards), np.nan)
    shared = (table.shoe, chances, setting.pays, 0)
    play_out(hands, setting.order, calls, *shared, blackjack.hand, worth, values, best)
    review(hands, setting.order, setting.lawful, *shared, best, values)
    return values


def _weights(column: _Column, chart: FlatChart, calls: Integers) -> Floats:
    """Return how often the chart reaches each hand; a faint weight for those never reached."""
    table, setting = column.table, column.table.setting
    hands, dealer = setting.hands, table.dealer
    reached = column.first.copy()
    reached[table.blackjack.hand] = 0.0
    everywhere = reached.copy()
    for pair in range(RANKS):
        if chart.pairs[pair, dealer] == SPLIT_OR_TOTAL:
            reached[index_of(pair, pair)] = 0.0
    cells = cells_of(chart, hands, dealer)
    given_up = among(cells, (SURRENDER_OR_HIT, SURRENDER_OR_STAND)) & (hands.cards == 2)
    going_on = np.where(given_up & ~np.isnan(column.surrender), 0, calls)
    spread(hands, setting.order, going_on, table.shoe, reached)
    spread(hands, setting.order, setting.lawful, table.shoe, everywhere)
    return reached + FAINT * everywhere


def _cells(column: _Column, members: _Members) -> Integers:
    """Return the cell of each group: hit or stand for all of its hands.

    Hands with the fewest cards of a group may also be doubled or surrendered.
    """
    cards = column.table.setting.hands.cards[members.hands]
    least = np.full(GROUPS, cards.max(), cards.dtype)
    np.minimum.at(least, members.groups, cards)
    fewest = cards == least[members.groups]
    of_fewest = [members.worth(fewest, members.choices[:, call]) for call in range(CALLS)]
    barred = column.table.setting.lawful[members.hands] >> CALL_DOUBLE & 1 == 0
    doubles = members.total(fewest, barred.astype(np.float64)) == 0
    for call in (CALL_HIT, CALL_STAND):
        doubles &= of_fewest[CALL_DOUBLE] > of_fewest[call]
    others_come = members.total(~fewest, members.weights) > 0
    left = ~(fewest & (doubles & others_come)[members.groups])
    hit, stand = (members.worth(left, members.choices[:, call]) for call in (CALL_HIT, CALL_STAND))
    hits = hit > stand
    called = np.select([doubles, hits], [CALL_DOUBLE, CALL_HIT], CALL_STAND)
    given_up = members.worth(fewest, column.surrender[members.hands])
    surrenders = given_up > np.choose(called, of_fewest)
    cells = np.where(hits, HIT, STAND)
    cells[doubles] = np.where(hits, DOUBLE_OR_HIT, DOUBLE_OR_STAND)[doubles]
    cells[surrenders] = np.where(hits, SURRENDER_OR_HIT, SURRENDER_OR_STAND)[surrenders]
    cells[np.bincount(members.groups, minlength=GROUPS) == 0] = NOBODY
    return cells


def _decide_pairs(setting: Setting, best: AgainstCard, column: _Column, chart: FlatChart) -> Floats:
    """Split or surrender each pair if that is worth more than its total by the chart.

    Return the value of every hand.
    """
    dealer = column.table.dealer
    by_total = setting._replace(chart=FlatChart(chart.totals, np.full_like(chart.pairs, BY_TOTAL)))
    table = column.table._replace(setting=by_total)
    values = against(table).values
    for pair in range(RANKS):
        hand = index_of(pair, pair)
        *others, as_split, given_up = best.choices[hand]
        cell = BY_TOTAL
        if as_split > np.nanmax(others) - OUT_OF_REACH:
            play = split_hands(table, pair)
            as_split = play.hands.mean(play.most)
            if as_split > values[hand]:
                surrendered = given_up > as_split
                cell = SURRENDER_OR_SPLIT if surrendered else SPLIT_OR_TOTAL
                values[hand] = given_up if surrendered else as_split
        chart.pairs[pair, dealer] = cell
    return values


CALL_NAMES = ("stand", "hit", "double", "split", "surrender")
"""The names of calls, by number."""


class PlayException(msgspec.Struct, frozen=True):
    """A hand with which best play differs from the chart."""

    hand: str
    """Its cards, such as ``T 4 2``."""
    dealer: str
    """The dealer's card."""
    best: str
    """The best call."""
    chart: str
    """The chart's call."""
    gain: float
    """The gain of the best call, in units of the wager."""
    chance: float
    """How often a round reaches this hand against this card under best play."""


def chart_calls_for(setting: Setting, chart: FlatChart, made: AgainstCard, dealer: int) -> Integers:
    """Return the chart's call with each hand that was not split."""
    hands = setting.hands
    cells = cells_of(chart, hands, dealer)
    masks = chart_calls(cells, setting.lawful)
    calls = np.log2(np.maximum(masks, 1)).astype(np.int64)
    for hand in np.flatnonzero(hands.cards == 2):
        ranks = np.flatnonzero(hands.counts[hand])
        pair = int(ranks[0]) if len(ranks) == 1 else None
        may_surrender = not np.isnan(made.choices[hand, SURRENDER])
        may_split = not np.isnan(made.choices[hand, SPLIT])
        if may_surrender and surrenders(chart, cells, int(hand), pair, dealer):
            calls[hand] = SURRENDER
        elif pair is not None and may_split and splits(chart, pair, dealer):
            calls[hand] = SPLIT
    return calls


def exceptions_of(
    setting: Setting, best: dict[int, AgainstCard], chart: FlatChart
) -> tuple[PlayException, ...]:
    """Return every hand that best play reaches and plays unlike the chart, costliest first."""
    hands = setting.hands
    found = []
    for dealer, made in best.items():
        theirs = chart_calls_for(setting, chart, made, dealer)
        reached = _reach_chances(setting, made, dealer)
        undecided = ~np.isnan(made.choices[:, CALL_HIT]) & (reached > 0)
        for hand in np.flatnonzero(undecided & (made.calls != theirs)):
            by_chart = made.choices[hand, theirs[hand]]
            found.append(
                PlayException(
                    hand=ranks_text(hands.counts[hand]),
                    dealer=PAIR_NAMES[dealer],
                    best=CALL_NAMES[made.calls[hand]],
                    chart=CALL_NAMES[theirs[hand]],
                    gain=float(made.values[hand] - by_chart),
                    chance=float(reached[hand]),
                )
            )
    return tuple(sorted(found, key=lambda one: -one.gain * one.chance))


def ranks_text(counts: Integers) -> str:
    """Return cards as text by value, highest first and aces last."""
    order = [*range(len(counts) - 1, 0, -1), 0]
    return " ".join(PAIR_NAMES[rank] for rank in order for _ in range(counts[rank]))


def _reach_chances(setting: Setting, made: AgainstCard, dealer: int) -> Floats:
    """Return how often best play reaches each hand, not split, against a dealer's card."""
    hands = setting.hands
    chances = np.zeros(len(hands.cards))
    for start in starts(setting.shoe):
        if start.dealer == dealer:
            chances[index_of(start.first, start.second)] = start.chance
    masks = np.where(made.calls < CALLS, 1 << made.calls, 0)
    spread(hands, setting.order, masks, made.table.shoe, chances)
    return chances
