"""The exact variance of a round: split hands meet one dealer and take cards from one shoe."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.final_hands import (
    BITS,
    OTHER,
    FinalHands,
    FinalRoom,
    fill_final_hands,
    final_room,
    key_of,
)
from croupier.maths.kernels.pair_products import (
    COMBINATIONS,
    MOST_OF_A_RANK,
    ProductRoom,
    fill_mean_products,
    product_room,
)
from croupier.maths.kernels.tables import GONE, HIGHEST, RANKS, Floats
from croupier.maths.once import ByThread
from croupier.maths.player_hands import every_hand, index_of
from croupier.maths.rounds import RoundValue, starts
from croupier.maths.splits import AMONG_FURTHER, FIRST, WITH_FIRST, levels_for
from croupier.maths.valuation import CardSetting, Setting, SplitPlay

MOST_POINTS = HIGHEST + RANKS + 1
"""A hand with the card that takes it over has fewer points, aces as one."""


class VarianceRoom(NamedTuple):
    """Room to work on one split after the other."""

    finals: FinalRoom
    products: ProductRoom


def _new_room() -> VarianceRoom:
    return VarianceRoom(final_room(len(every_hand().cards)), product_room())


own_room = ByThread(_new_room)


def round_variance(setting: Setting, value: RoundValue) -> float:
    """The variance of all that a round wins, doubles and split wagers included.

    The dealer's cards are worked on at the same time, on as many cores as there are.
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
    """The mean squares of all hands, those of split pairs put in."""
    filled = squares.copy()
    for pair, play in splits.items():
        hands = play.hands._replace(products=split_products(table, pair, play))
        filled[index_of(pair, pair)] = hands.square(play.most)
    return filled


def split_products(table: CardSetting, pair: int, play: SplitPlay) -> Floats:
    """The mean products of what two hands win, for :class:`croupier.maths.splits.SplitHands`."""
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
    """The final hands of one kind of wager."""
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
    """Final hands with the gains of all second cards together: two hands ask no more."""
    gains = np.zeros_like(final.gains)
    gains[:, OTHER] = final.gains.sum(axis=1)
    comes = np.zeros_like(final.comes)
    comes[:, OTHER] = True
    return final._replace(comes=comes, gains=gains)
