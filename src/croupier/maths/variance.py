"""The exact variance of a round: split hands meet one dealer and take cards from one shoe."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from croupier.maths.kernels.final_hands import OTHER, FinalHands, final_hands, key_of
from croupier.maths.kernels.pair_products import COMBINATIONS, mean_products
from croupier.maths.kernels.tables import GONE, Floats
from croupier.maths.player_hands import index_of
from croupier.maths.rounds import RoundValue, starts
from croupier.maths.splits import AMONG_FURTHER, FURTHER, WITH_FIRST, levels_for
from croupier.maths.valuation import CardSetting, Setting, SplitPlay, card_setting


def round_variance(setting: Setting, value: RoundValue) -> float:
    """The variance of all that a round wins, doubles and split wagers included.

    The dealer's cards are worked on at the same time, on as many cores as there are.
    """

    def squares_against(dealer: int) -> Floats:
        made = value.against[dealer]
        return with_split_squares(card_setting(setting, dealer), made.squares, made.splits)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        squares = dict(zip(value.against, pool.map(squares_against, value.against), strict=True))
    square = sum(
        start.chance * float(squares[start.dealer][index_of(start.first, start.second)])
        for start in starts(setting.shoe)
    )
    return square - value.mean**2


def with_split_squares(table: CardSetting, squares: Floats, splits: dict[int, SplitPlay]) -> Floats:
    """The mean squares of all hands, those of split pairs put in."""
    filled = squares.copy()
    for pair, play in splits.items():
        hands = play.hands._replace(products=split_products(table, pair, play))
        filled[index_of(pair, pair)] = hands.square(play.most)
    return filled


def split_products(table: CardSetting, pair: int, play: SplitPlay) -> Floats:
    """The mean products of what two hands win, for :class:`croupier.maths.splits.SplitHands`."""
    hands, pays, start = table.setting.hands, table.setting.pays, index_of(pair)
    blackjack, levels = play.blackjack, levels_for(play.most)
    shoe = table.shoe.copy()
    shoe[pair] -= 2
    together = GONE
    if blackjack.hand != GONE:
        cards = key_of.py_func(hands.counts, blackjack.hand)
        together = 2 * (cards - key_of.py_func(hands.counts, start))
    extra = blackjack.both_together - blackjack.both**2
    finals = [
        final_hands(hands, start, pair, play.calls[kind], pays, 2 * kind, blackjack)
        for kind in range(2)
    ]
    if play.most == 2:
        finals = [_whatever_came_second(final) for final in finals]
    alike = table.wagers_alike()
    products = np.zeros((2, COMBINATIONS, levels))
    for which in (WITH_FIRST, AMONG_FURTHER):
        if which == AMONG_FURTHER and (alike or play.most == 2):
            products[which] = products[WITH_FIRST]
            continue
        same = alike or which == AMONG_FURTHER
        one = finals[FURTHER if same else 0]
        products[which] = mean_products(
            one, finals[FURTHER], same, table.tree(pair), shoe, levels, together, extra
        )
    return products


def _whatever_came_second(final: FinalHands) -> FinalHands:
    """Final hands with the gains of all second cards together: two hands ask no more."""
    gains = np.zeros_like(final.gains)
    gains[:, OTHER] = final.gains.sum(axis=1)
    comes = np.zeros_like(final.comes)
    comes[:, OTHER] = True
    return FinalHands(final.keys, comes, gains)
