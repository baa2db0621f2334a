"""What a chart makes of each hand, within what the law allows."""

from functools import cache
from itertools import product

import numpy as np

from croupier.maths.charts import (
    BY_TOTAL,
    CLASSES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    SPLIT_OR_TOTAL,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
    WORDS,
    Cells,
    FlatChart,
)
from croupier.maths.kernels.tables import CALLS, RANKS, Booleans, Hands, Integers
from croupier.maths.kernels.tables import DOUBLE as CALL_DOUBLE
from croupier.maths.kernels.tables import HIT as CALL_HIT
from croupier.maths.kernels.tables import STAND as CALL_STAND
from croupier.maths.player_hands import index_of

SPLITS = (SPLIT_OR_TOTAL, SURRENDER_OR_SPLIT)
SURRENDERS = (SURRENDER_OR_HIT, SURRENDER_OR_STAND, SURRENDER_OR_SPLIT)
DOUBLES = (DOUBLE_OR_HIT, DOUBLE_OR_STAND)
HITS = (HIT, DOUBLE_OR_HIT, SURRENDER_OR_HIT)
STANDS = (STAND, DOUBLE_OR_STAND, SURRENDER_OR_STAND)


def among(cells: Integers | Cells, words: tuple[int, ...]) -> Booleans:
    """Where cells say one of some words."""
    wanted = np.zeros(len(WORDS), np.bool_)
    wanted[list(words)] = True
    found: Booleans = wanted[cells]
    return found


def cells_of(chart: FlatChart, hands: Hands, dealer: int) -> Integers:
    """The chart's cell for each hand against a dealer's card, a pair's own where it has one."""
    classes = np.clip(hands.cards - 2, 0, CLASSES - 1)
    by_total = chart.totals[classes, hands.soft.astype(np.int64), hands.totals, dealer]
    cells: Integers = by_total.astype(np.int64)
    for pair in range(RANKS):
        cell = int(chart.pairs[pair, dealer])
        if cell not in (BY_TOTAL, *SPLITS):
            cells[index_of(pair, pair)] = cell
    return cells


def chart_calls(cells: Integers, lawful: Integers) -> Integers:
    """The one call that a chart makes with each hand, as a mask."""
    calls: Integers = _calls_by_word()[cells, lawful]
    return calls


@cache
def _calls_by_word() -> Integers:
    """What each word of a chart comes to, by the mask of what may be called."""
    calls = np.zeros((len(WORDS), 1 << CALLS), np.int64)
    lawful = np.arange(1 << CALLS)
    for words, order in (
        (STANDS, (CALL_STAND, CALL_HIT)),
        (HITS, (CALL_HIT, CALL_STAND)),
        (DOUBLES, (CALL_DOUBLE,)),
    ):
        for word, call in product(words, reversed(order)):
            calls[word, lawful >> call & 1 == 1] = 1 << call
    return calls


def splits(chart: FlatChart, pair: int, dealer: int) -> bool:
    """Whether a chart splits a pair."""
    return int(chart.pairs[pair, dealer]) in SPLITS


def surrenders(chart: FlatChart, cells: Integers, hand: int, pair: int | None, dealer: int) -> bool:
    """Whether a chart surrenders the first two cards where that may be done."""
    if pair is not None and int(chart.pairs[pair, dealer]) != BY_TOTAL:
        return int(chart.pairs[pair, dealer]) in SURRENDERS
    return int(cells[hand]) in SURRENDERS
