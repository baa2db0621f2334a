"""Where the composition of a hand asks for another call than the chart's."""

import msgspec
import numpy as np

from croupier.maths.chart_play import cells_of, chart_calls, splits, surrenders
from croupier.maths.charts import PAIR_NAMES, FlatChart
from croupier.maths.kernels.decision_values import spread
from croupier.maths.kernels.tables import CALLS, HIT, Floats, Integers
from croupier.maths.player_hands import index_of
from croupier.maths.rounds import starts
from croupier.maths.valuation import SPLIT, SURRENDER, AgainstCard, Setting

CALL_NAMES = ("stand", "hit", "double", "split", "surrender")
"""Calls by their numbers."""


class PlayException(msgspec.Struct, frozen=True):
    """A hand with which best play does not call what the chart says."""

    hand: str
    """Its cards, such as ``T 4 2``."""
    dealer: str
    """The dealer's card."""
    best: str
    """The best call."""
    chart: str
    """The chart's."""
    gain: float
    """How much better the best call is, in units of the wager."""
    chance: float
    """How often a round comes to this hand against this card under best play."""


def chart_calls_for(setting: Setting, chart: FlatChart, made: AgainstCard, dealer: int) -> Integers:
    """The call that a chart makes with each hand that was not split."""
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
    """Every hand that best play comes to and plays unlike the chart, the costliest first."""
    hands = setting.hands
    found = []
    for dealer, made in best.items():
        theirs = chart_calls_for(setting, chart, made, dealer)
        reached = _reached(setting, made, dealer)
        undecided = ~np.isnan(made.choices[:, HIT]) & (reached > 0)
        for hand in np.flatnonzero(undecided & (made.calls != theirs)):
            by_chart = made.choices[hand, theirs[hand]]
            found.append(
                PlayException(
                    hand=written_ranks(hands.counts[hand]),
                    dealer=PAIR_NAMES[dealer],
                    best=CALL_NAMES[made.calls[hand]],
                    chart=CALL_NAMES[theirs[hand]],
                    gain=float(made.values[hand] - by_chart),
                    chance=float(reached[hand]),
                )
            )
    return tuple(sorted(found, key=lambda one: -one.gain * one.chance))


def written_ranks(counts: Integers) -> str:
    """Cards by what they count, the highest first and aces last."""
    order = [*range(len(counts) - 1, 0, -1), 0]
    return " ".join(PAIR_NAMES[rank] for rank in order for _ in range(counts[rank]))


def _reached(setting: Setting, made: AgainstCard, dealer: int) -> Floats:
    """How often a round comes to each hand against a dealer's card, played best and not split."""
    hands = setting.hands
    chances = np.zeros(len(hands.cards))
    for start in starts(setting.shoe):
        if start.dealer == dealer:
            chances[index_of(start.first, start.second)] = start.chance
    masks = np.where(made.calls < CALLS, 1 << made.calls, 0)
    spread(hands, setting.order, masks, made.table.shoe, chances)
    return chances
