"""How often the original wager wins, stands off and loses, and how much is wagered in a round.

Play is fixed: that of a valued round, best or by a chart. Each figure is then the expectation of
another payment: 1 for a win and 0 for anything else, or the wagers that a hand ends with. So they
come from the same sums as the edge, splits included.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from croupier.maths.blackjack.hands import index_of, lawful_calls_after_split
from croupier.maths.blackjack.parameters import (
    ACE,
    NO_NATURAL,
    TEN,
    BlackjackParameters,
    natural,
)
from croupier.maths.blackjack.rounds import RoundValue, starts
from croupier.maths.blackjack.splits import FURTHER, SplitHands, levels_for
from croupier.maths.blackjack.valuation import (
    SPLIT,
    SURRENDER,
    AgainstCard,
    CardSetting,
    Setting,
    SplitPlay,
    hand_chances,
    hands_with,
    own_room,
)
from croupier.maths.kernels.exact.decisions import natural_value, play_out
from croupier.maths.kernels.exact.splits import COMBINATIONS, fill_split_moments
from croupier.maths.kernels.tables import CALLS, GONE, Floats, Natural, Pays

SINGLE_AND_DOUBLED = np.array([1.0, 2.0, 1.0, 2.0])
"""The wagers of a hand in units, by row of payments: single or doubled, original or split."""


class RoundOutcomes(NamedTuple):
    """What becomes of the original wager, and what is wagered in all."""

    win: float
    """The chance that the original wager wins; its hand is the first one after a split."""
    stand_off: float
    loss: float
    """The chance that it loses, all of it or, surrendered, a part."""
    wagered: float
    """The mean of all wagers on the box, doubles and split wagers included, in units of the
    original one."""


class RoundFigure(NamedTuple):
    """A payment whose expectation is a figure of a round."""

    pays: Pays
    natural: Natural
    """What a blackjack counts for."""
    surrendered: float
    """What a surrendered hand counts for."""
    all_hands: bool
    """Whether every hand of a split counts, or only that with the original wager."""


def round_outcomes(setting: Setting, value: RoundValue) -> RoundOutcomes:
    """Return the outcomes of a valued round."""
    figures = list(figures_of(setting))
    sums = [0.0] * len(figures)
    by_hand = {
        dealer: [figure_values(made, figure) for figure in figures]
        for dealer, made in value.against.items()
    }
    for start in starts(setting.shoe):
        hand = index_of(start.first, start.second)
        for place, values in enumerate(by_hand[start.dealer]):
            sums[place] += start.chance * float(values[hand])
    return RoundOutcomes(*sums)


def figures_of(setting: Setting) -> Iterator[RoundFigure]:
    """Yield the payments whose expectations are the fields of :class:`RoundOutcomes`, in order."""
    for is_so, surrendered in ((_wins, 0.0), (_stands_off, 0.0), (_loses, 1.0)):
        pays = _original(setting.pays, is_so)
        blackjack = _natural(setting, is_so)
        yield RoundFigure(pays, blackjack, surrendered, all_hands=False)
    wagers = _wagers(setting.pays)
    blackjack = _natural(setting, np.ones_like)
    yield RoundFigure(wagers, blackjack, 1.0, all_hands=True)


Indicator = Callable[[Floats], Floats]


def _wins(paid: Floats) -> Floats:
    return np.where(np.isnan(paid), np.nan, (paid > 0).astype(float))


def _stands_off(paid: Floats) -> Floats:
    return np.where(np.isnan(paid), np.nan, (paid == 0).astype(float))


def _loses(paid: Floats) -> Floats:
    return np.where(np.isnan(paid), np.nan, (paid < 0).astype(float))


def _original(pays: Pays, is_so: Indicator) -> Pays:
    """Return payments that count the original wager's own result in every row."""
    rows = len(pays.over)
    against = np.repeat(is_so(pays.against[:1]), rows, axis=0)
    others = (np.repeat(is_so(table[:1]), rows) for table in pays[1:])
    return Pays(against, *others)


def _wagers(pays: Pays) -> Pays:
    """Return payments that count what is wagered on a hand."""
    against = np.ones_like(pays.against) * SINGLE_AND_DOUBLED[:, None, None]
    twenty_one, five_cards, over = (
        np.where(np.isnan(table), np.nan, SINGLE_AND_DOUBLED) for table in pays[1:]
    )
    return Pays(against, twenty_one, five_cards, over)


def _natural(setting: Setting, is_so: Indicator) -> Natural:
    """Return what a blackjack of the first two cards counts for."""
    game: BlackjackParameters = setting.game
    alone = float(is_so(np.array([game.blackjack_pays]))[0])
    both = is_so(np.array(game.both_blackjack, float))
    counted = game._replace(blackjack_pays=alone, both_blackjack=both)
    return natural(counted, index_of(ACE, TEN), setting.shoe.tens)


def figure_values(made: AgainstCard, figure: RoundFigure) -> Floats:
    """Return a figure by hand, against one dealer's card."""
    table = made.table
    setting, chances = table.setting, table.chances
    blackjack = figure.natural
    worth = natural_value.py_func(chances[blackjack.hand], blackjack.alone, blackjack.both)
    values = np.full(len(setting.hands.cards), np.nan)
    single = np.full((len(values), CALLS), np.nan)
    calls = np.where(made.calls < CALLS, 1 << made.calls, 0)
    play_out(
        setting.hands,
        setting.order,
        calls,
        table.shoe,
        chances,
        figure.pays,
        0,
        blackjack.hand,
        worth,
        single,
        values,
    )
    values[made.calls == SURRENDER] = figure.surrendered
    for pair, play in made.splits.items():
        if made.calls[index_of(pair, pair)] == SPLIT:
            values[index_of(pair, pair)] = split_figure(table, pair, play, figure)
    return values


def split_figure(table: CardSetting, pair: int, play: SplitPlay, figure: RoundFigure) -> float:
    """Return a figure of a split pair: of all its hands, or of that with the original wager."""
    setting = table.setting
    less = table.shoe.copy()
    less[pair] -= 1
    chances = hand_chances(table.tree(pair), less, least=1, levels=levels_for(play.most))
    moments = np.empty((2, 2, 2, len(chances)))
    fill_split_moments(
        setting.hands,
        hands_with(pair),
        index_of(pair),
        pair,
        lawful_calls_after_split(setting.game, pair),
        less,
        chances,
        figure.pays,
        figure.pays,
        NO_NATURAL if play.blackjack.hand == GONE else figure.natural,
        2,
        play.calls.copy(),
        own_room().moments,
        moments,
    )
    if not figure.all_hands:
        moments[FURTHER] = 0.0
    hands = SplitHands(play.hands.cards, moments, np.zeros((2, COMBINATIONS, 0)), (0.0, 0.0))
    return hands.mean(play.most)
