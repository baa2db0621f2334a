"""The exact value of a blackjack round from a given shoe, played best or by a chart.

The player knows the own hand and the dealer's card. No hole card: the dealer's further cards come
after the player's. Best play depends on the composition of the hand. After a split, each hand is
played by a fixed strategy that looks at its own cards, the dealer's card, the rank that was split,
and whether its wager is the original one or was made by splitting; it is the best such strategy
for two hands, and is kept when hands are split again. A pair so made is always split again while
that may be done, up to the best number of hands. The literature calls this class CDP1. For two
hands nothing better looks at own cards only.
"""

from typing import NamedTuple

import numpy as np

from croupier.maths.charts import FlatChart
from croupier.maths.dealer_tree import dealer_tree
from croupier.maths.kernels.dealer import BLACKJACK, OUTCOMES
from croupier.maths.kernels.valuing import best_calls, fill_chances, natural_value, play_out
from croupier.maths.kernels.splitting import split_moments
from croupier.maths.kernels.tables import (
    CALLS,
    RANKS,
    DealerTree,
    Floats,
    Hands,
    Integers,
    Pays,
)
from croupier.maths.parameters import BlackjackParameters
from croupier.maths.pays import ACE, NO_NATURAL, TEN, natural, pays_of, squared
from croupier.maths.player_hands import (
    hands_of,
    index_of,
    lawful_calls,
    lawful_calls_after_split,
)
from croupier.maths.splits import levels_for, split_mean

STRATEGY = "CDP1"


class ShoeCounts(NamedTuple):
    """What lies in a shoe: cards by value, aces first, and the four ten ranks apart."""

    ranks: Floats
    tens: tuple[int, int, int, int]


def full_shoe(decks: int) -> ShoeCounts:
    """A shoe of so many decks."""
    ranks = np.full(RANKS, 4.0 * decks)
    ranks[TEN] = 16.0 * decks
    return ShoeCounts(ranks, (4 * decks, 4 * decks, 4 * decks, 4 * decks))


class AgainstCard(NamedTuple):
    """All values against one dealer's card."""

    calls: Floats
    """The expectation of standing, hitting, doubling, by hand; NaN where it may not be called."""
    best: Floats
    """Of these the best, by hand."""
    squares: Floats
    """The mean square of what the best call wins, by hand."""
    split: Floats
    """The expectation of splitting, by the pair's rank; NaN where it may not be split."""
    surrender: Floats
    """The expectation of surrendering, by hand; NaN where it may not be."""


class Setting(NamedTuple):
    """What stays the same for all dealer's cards."""

    game: BlackjackParameters
    shoe: ShoeCounts
    hands: Hands
    pays: Pays
    squares: Pays


def setting_of(game: BlackjackParameters, shoe: ShoeCounts) -> Setting:
    """A game and the shoe that it is played from."""
    pays = pays_of(game)
    return Setting(game, shoe, hands_of(game), pays, squared(pays))


def tree_of(game: BlackjackParameters, dealer: int) -> DealerTree:
    """The dealer's tree for a first card."""
    return dealer_tree(
        dealer, draws_soft_17=bool(game.dealer_draws_soft_17), exactly=game.dealer_exactly
    )


def against_card(setting: Setting, dealer: int) -> AgainstCard:
    """The best play of every hand against a dealer's card, by its rank, an ace 0."""
    game, hands = setting.game, setting.hands
    tree = tree_of(game, dealer)
    shoe = setting.shoe.ranks.copy()
    shoe[dealer] -= 1
    number = len(hands.cards)
    order = np.flatnonzero(hands.cards >= 2)[::-1].copy()
    chances = np.empty((number, OUTCOMES))
    fill_chances(hands, order, tree, shoe, chances)
    values = np.full((number, CALLS), np.nan)
    best = np.full(number, np.nan)
    squares = np.full(number, np.nan)
    calls = np.zeros(number, np.int64)
    blackjack = natural(game, dealer, index_of(ACE, TEN), setting.shoe.tens)
    worth = natural_value(chances[blackjack.hand], blackjack.alone, blackjack.both)
    square = natural_value(
        chances[blackjack.hand], blackjack.alone_square, blackjack.both_square
    )
    play_out(
        hands,
        order,
        lawful_calls(game),
        shoe,
        chances,
        setting.pays,
        0,
        blackjack.hand,
        worth,
        values,
        best,
    )
    best_calls(order, values, calls)
    play_out(
        hands,
        order,
        calls,
        shoe,
        chances,
        setting.squares,
        0,
        blackjack.hand,
        square,
        np.empty_like(values),
        squares,
    )
    split = np.array([split_value(setting, dealer, pair, tree, shoe) for pair in range(RANKS)])
    return AgainstCard(values, best, squares, split, np.full(number, np.nan))


def split_value(
    setting: Setting, dealer: int, pair: int, tree: DealerTree, shoe: Floats
) -> float:
    game, hands = setting.game, setting.hands
    if shoe[pair] < 2:
        return np.nan
    most = game.split_aces_hands if pair == ACE else game.split_hands
    if most < 2:
        return np.nan
    less = shoe.copy()
    less[pair] -= 1
    blackjack = NO_NATURAL
    if game.split_blackjack_counts and pair in (ACE, TEN):
        blackjack = natural(game, dealer, index_of(ACE, TEN), setting.shoe.tens)
    order = np.flatnonzero((hands.cards >= 2) & (hands.counts[:, pair] > 0))[::-1].copy()
    calls = np.zeros((2, len(hands.cards)), np.int64)
    moments = split_moments(
        hands,
        order,
        index_of(pair),
        pair,
        lawful_calls_after_split(game, pair),
        tree,
        less,
        setting.pays,
        setting.squares,
        blackjack,
        levels_for(most),
        calls,
    )
    pair_cards, cards = less[pair] - 1, less.sum() - 1
    return max(split_mean(moments, n, pair_cards, cards) for n in range(2, most + 1))
