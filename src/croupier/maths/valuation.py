"""The exact value of every blackjack hand against a dealer's card, played best or by a chart.

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

from croupier.maths.chart_play import cells_of, chart_calls, splits, surrenders
from croupier.maths.charts import FlatChart
from croupier.maths.dealer_tree import dealer_tree
from croupier.maths.kernels.dealer_ends import BLACKJACK, OUTCOMES
from croupier.maths.kernels.decision_values import hand_chances, natural_value, play_out
from croupier.maths.kernels.moments_of_splits import split_moments
from croupier.maths.kernels.pair_products import COMBINATIONS
from croupier.maths.kernels.tables import (
    CALLS,
    RANKS,
    DealerTree,
    Floats,
    Hands,
    Integers,
    Natural,
    Pays,
)
from croupier.maths.parameters import BlackjackParameters
from croupier.maths.pays import ACE, NO_NATURAL, TEN, TenRanks, natural, pays_of, squared
from croupier.maths.player_hands import (
    hands_of,
    index_of,
    lawful_calls,
    lawful_calls_after_split,
    without_rank,
)
from croupier.maths.splits import PairCards, SplitHands, levels_for

STRATEGY = "CDP1"
"""The class of strategy of the best play, as the literature names it."""
SPLIT, SURRENDER = CALLS, CALLS + 1
"""What may be called with the first two cards beyond standing, hitting and doubling."""


class ShoeCounts(NamedTuple):
    """What lies in a shoe: cards by value, aces first, and the four ten ranks apart."""

    ranks: Floats
    tens: TenRanks


def full_shoe(decks: int) -> ShoeCounts:
    """A shoe of so many decks."""
    ranks = np.full(RANKS, 4.0 * decks)
    ranks[TEN] = 16.0 * decks
    return ShoeCounts(ranks, (4 * decks, 4 * decks, 4 * decks, 4 * decks))


class Setting(NamedTuple):
    """A game and the shoe it is played from, with the tables that all dealer's cards share."""

    game: BlackjackParameters
    shoe: ShoeCounts
    hands: Hands
    pays: Pays
    squares: Pays
    chart: FlatChart | None = None
    """How to play, where it is not to be the best way."""


def setting_of(
    game: BlackjackParameters, shoe: ShoeCounts | None = None, chart: FlatChart | None = None
) -> Setting:
    """A game played from a shoe, a full one unless another is given."""
    pays = pays_of(game)
    shoe = full_shoe(game.decks) if shoe is None else shoe
    return Setting(game, shoe, hands_of(game), pays, squared(pays), chart)


class SplitPlay(NamedTuple):
    """How a pair is split."""

    hands: SplitHands
    calls: Integers
    """The one call with each hand, as a mask, by kind of wager."""
    blackjack: Natural
    """What counts as a blackjack after the split."""
    most: int
    """To how many hands it is split."""


class AgainstCard(NamedTuple):
    """All values against one dealer's card, by hand where nothing else is said."""

    choices: Floats
    """The expectation of each call, by hand and call; NaN where it may not be made.

    After each call the hand is played on best, or by the chart.
    """
    calls: Integers
    """The call that is made."""
    values: Floats
    """What it comes to."""
    squares: Floats
    """Its mean square; NaN for a split, whose hands hang together (``croupier.maths.rounds``)."""
    splits: dict[int, SplitPlay]
    """How the pairs are split that are, by rank."""


class CardSetting(NamedTuple):
    """A setting with a dealer's card on the table."""

    setting: Setting
    dealer: int
    """The rank of the card, an ace 0."""
    shoe: Floats
    """The shoe without it."""
    blackjack: Natural
    """What a blackjack of the first two cards comes to."""

    def tree(self, apart: int) -> DealerTree:
        """All that the dealer may draw, with the cards of a rank apart."""
        game = self.setting.game
        return dealer_tree(
            self.dealer,
            draws_soft_17=bool(game.dealer_draws_soft_17),
            exactly=game.dealer_exactly,
            apart=apart,
        )

    def chances(self) -> Floats:
        """The dealer's chances by hand, its cards gone from the shoe."""
        hands, tree = self.setting.hands, self.tree(ACE)
        [chances] = hand_chances(hands, without_rank(ACE), tree, self.shoe, least=0, levels=1)
        found: Floats = chances
        return found

    def wagers_alike(self) -> bool:
        """Whether wagers made by splitting end as the original one does against this card."""
        outcomes = np.arange(OUTCOMES)
        if self.dealer not in (ACE, TEN):
            outcomes = outcomes[outcomes != BLACKJACK]
        against, *others = self.setting.pays
        return np.array_equal(against[:2][..., outcomes], against[2:][..., outcomes]) and all(
            np.array_equal(other[:2], other[2:], equal_nan=True) for other in others
        )


def card_setting(setting: Setting, dealer: int) -> CardSetting:
    """A dealer's card taken from the shoe."""
    game = setting.game
    shoe = setting.shoe.ranks.copy()
    shoe[dealer] -= 1
    blackjack = natural(game, dealer, index_of(ACE, TEN), setting.shoe.tens)
    return CardSetting(setting, dealer, shoe, blackjack)


def against_card(setting: Setting, dealer: int) -> AgainstCard:
    """Every hand against a dealer's card, by its rank, an ace 0."""
    table = card_setting(setting, dealer)
    game, hands, chart = setting.game, setting.hands, setting.chart
    number = len(hands.cards)
    order = np.flatnonzero(hands.cards >= 2)[::-1].copy()
    chances = table.chances()
    lawful = lawful_calls(game)
    if chart is not None:
        lawful = chart_calls(cells_of(chart, hands, dealer), lawful)
    choices = np.full((number, CALLS + 2), np.nan)
    values, squares = np.full((2, number), np.nan)
    single = np.full((number, CALLS), np.nan)
    shared = (table.shoe, chances)
    blackjack = table.blackjack
    natural = blackjack.hand
    worth = natural_value.py_func(chances[natural], blackjack.alone, blackjack.both)
    play_out(hands, order, lawful, *shared, setting.pays, 0, natural, worth, single, values)
    choices[:, :CALLS] = single
    called = np.argmax(np.where(np.isnan(single), -np.inf, single), axis=1)
    square = natural_value.py_func(chances[natural], blackjack.alone_square, blackjack.both_square)
    calls = 1 << called
    play_out(hands, order, calls, *shared, setting.squares, 0, natural, square, single, squares)
    made = AgainstCard(choices, called, values, squares, {})
    _surrender(table, chances, made)
    for pair in range(RANKS):
        _split(table, pair, made)
    return made


def _surrender(table: CardSetting, chances: Floats, made: AgainstCard) -> None:
    """Put surrendering in where it may be done: with two cards, as one is alone at the table."""
    game, hands, chart = table.setting.game, table.setting.hands, table.setting.chart
    if not game.surrender_against >> (table.dealer + 1) & 1:
        return
    cells = None if chart is None else cells_of(chart, hands, table.dealer)
    for hand in np.flatnonzero((hands.cards == 2) & (hands.totals < game.surrender_below)):
        beaten = chances[hand, BLACKJACK]
        paid, to_blackjack = game.surrender_pays, game.surrender_blackjack_pays
        value = (1 - beaten) * paid + beaten * to_blackjack
        made.choices[hand, SURRENDER] = value
        ranks = np.flatnonzero(hands.counts[hand])
        pair = int(ranks[0]) if len(ranks) == 1 else None
        wanted = value > made.values[hand]
        if chart is not None and cells is not None:
            wanted = surrenders(chart, cells, int(hand), pair, table.dealer)
        if wanted:
            made.calls[hand], made.values[hand] = SURRENDER, value
            made.squares[hand] = (1 - beaten) * paid**2 + beaten * to_blackjack**2


def most_hands(game: BlackjackParameters, pair: int) -> int:
    """To how many hands a pair may be split."""
    return game.split_aces_hands if pair == ACE else game.split_hands


def _split(table: CardSetting, pair: int, made: AgainstCard) -> None:
    """Put splitting in where it may be done, and see whether it is called."""
    game, chart = table.setting.game, table.setting.chart
    most, hand = most_hands(game, pair), index_of(pair, pair)
    wanted = chart is None or splits(chart, pair, table.dealer)
    if most < 2 or table.shoe[pair] < 2 or not wanted:
        return
    play = split_hands(table, pair)
    if chart is None:
        play = play._replace(most=max(range(2, most + 1), key=play.hands.mean))
    value = play.hands.mean(play.most)
    made.choices[hand, SPLIT] = value
    surrendered = made.calls[hand] == SURRENDER
    if value > made.values[hand] if chart is None else not surrendered:
        made.calls[hand], made.values[hand], made.squares[hand] = SPLIT, value, np.nan
        made.splits[pair] = play


def split_hands(table: CardSetting, pair: int) -> SplitPlay:
    """How hands made by splitting a pair are played, and what single ones come to."""
    setting = table.setting
    game, hands = setting.game, setting.hands
    less = table.shoe.copy()
    less[pair] -= 1
    blackjack = NO_NATURAL
    if game.split_blackjack_counts and pair in (ACE, TEN):
        blackjack = table.blackjack
    most = most_hands(game, pair)
    lawful = lawful_calls_after_split(game, pair)
    calls = np.zeros((2, len(hands.cards)), np.int64)
    if setting.chart is not None:
        calls[:] = chart_calls(cells_of(setting.chart, hands, table.dealer), lawful)
    chances = hand_chances(
        hands, without_rank(pair), table.tree(pair), less, least=1, levels=levels_for(most)
    )
    kinds = 1 if table.wagers_alike() else 2
    moments = split_moments(
        hands,
        np.flatnonzero((hands.cards >= 2) & (hands.counts[:, pair] > 0))[::-1].copy(),
        index_of(pair),
        pair,
        lawful,
        less,
        chances,
        setting.pays,
        setting.squares,
        blackjack,
        kinds,
        calls,
    )
    if kinds == 1:
        calls[1], moments[1] = calls[0], moments[0]
    cards = PairCards(float(less[pair] - 1), float(less.sum() - 1))
    over = (float(setting.pays.over[0]), float(setting.pays.over[2]))
    hands_moments = SplitHands(cards, moments, np.zeros((2, COMBINATIONS, 0)), over)
    return SplitPlay(hands_moments, calls, blackjack, most)
