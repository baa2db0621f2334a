"""The exact value of every blackjack hand against a dealer's card, played best or by a chart.

The player knows the own hand and the dealer's card. No hole card: the dealer's further cards come
after the player's. Best play depends on the composition of the hand. After a split, each hand is
played by a fixed strategy that looks at its own cards, the dealer's card, the rank that was split,
and whether its wager is the original one or was made by splitting; it is the best such strategy
for two hands, and is kept when hands are split again. A pair so made is always split again while
that may be done, up to the best number of hands. The literature calls this class CDP1. For two
hands nothing better looks at own cards only.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.kit.lazy import ByThread
from croupier.maths.blackjack.charts import FlatChart, cells_of, chart_calls, splits, surrenders
from croupier.maths.blackjack.hands import (
    dealer_tree,
    every_hand,
    hands_of,
    index_of,
    lawful_calls,
    lawful_calls_after_split,
    without_rank,
)
from croupier.maths.blackjack.parameters import (
    ACE,
    NO_NATURAL,
    TEN,
    BlackjackParameters,
    TenRanks,
    natural,
    pays_of,
    squared,
)
from croupier.maths.blackjack.splits import PairCards, SplitHands, levels_for
from croupier.maths.kernels.exact.dealer import (
    BLACKJACK,
    MOST_GONE,
    OUTCOMES,
    DealerRoom,
    dealer_room,
)
from croupier.maths.kernels.exact.decisions import fill_hand_chances, natural_value, play_out
from croupier.maths.kernels.exact.splits import (
    COMBINATIONS,
    MomentsRoom,
    fill_split_moments,
    moments_room,
)
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
    order: Integers
    """The hands of two and more cards, those with more points first."""
    lawful: Integers
    """What may be called with each hand that was not split, as a mask."""
    chart: FlatChart | None = None
    """How to play, where it is not to be the best way."""


def setting_of(
    game: BlackjackParameters, shoe: ShoeCounts | None = None, chart: FlatChart | None = None
) -> Setting:
    """A game played from a shoe, a full one unless another is given."""
    pays = pays_of(game)
    shoe = full_shoe(game.decks) if shoe is None else shoe
    hands = hands_of(game)
    order = hands_in_order(np.flatnonzero(hands.cards >= 2))
    return Setting(game, shoe, hands, pays, squared(pays), order, lawful_calls(game), chart)


def hands_in_order(hands: Integers) -> Integers:
    """Hands as they are valued, those with more points first."""
    return hands[::-1].copy()


class ValuationRoom(NamedTuple):
    """Room to work on one dealer's card after the other."""

    dealer: DealerRoom
    places: Integers
    """By hand."""
    moments: MomentsRoom


def _new_room() -> ValuationRoom:
    number = len(every_hand().cards)
    dealer = dealer_room(number, MOST_GONE)
    return ValuationRoom(dealer, np.empty(number, np.int64), moments_room(number))


own_room = ByThread(_new_room)


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

    table: "CardSetting"
    """What they hold for."""
    choices: Floats
    """The expectation of each call, by hand and call; NaN where it may not be made.

    After each call the hand is played on best, or by the chart.
    """
    calls: Integers
    """The call that is made."""
    values: Floats
    """What it comes to."""
    squares: Floats
    """Its mean square; NaN for a split, whose hands hang together (``croupier.maths.blackjack.rounds``)."""
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
    chances: Floats
    """The dealer's chances by hand, its cards gone from the shoe."""
    wagers_alike: bool
    """Whether wagers made by splitting end as the original one does against this card."""

    def tree(self, apart: int) -> DealerTree:
        """All that the dealer may draw, with the cards of a rank apart."""
        return _tree(self.setting.game, self.dealer, apart)


def card_setting(setting: Setting, dealer: int) -> CardSetting:
    """A dealer's card taken from the shoe."""
    game = setting.game
    shoe = setting.shoe.ranks.copy()
    shoe[dealer] -= 1
    blackjack = natural(game, index_of(ACE, TEN), setting.shoe.tens)
    [chances] = hand_chances(_tree(game, dealer, ACE), shoe, least=0, levels=1)
    return CardSetting(setting, dealer, shoe, blackjack, chances, _alike(setting.pays, dealer))


def _tree(game: BlackjackParameters, dealer: int, apart: int) -> DealerTree:
    """All that the dealer may draw, with the cards of a rank apart."""
    soft = bool(game.dealer_draws_soft_17)
    return dealer_tree(dealer, draws_soft_17=soft, exactly=game.dealer_exactly, apart=apart)


def _alike(pays: Pays, dealer: int) -> bool:
    """Whether wagers made by splitting end as the original one does against a card."""
    outcomes = np.arange(OUTCOMES)
    if dealer not in (ACE, TEN):
        outcomes = outcomes[outcomes != BLACKJACK]
    against, *others = pays
    return np.array_equal(against[:2][..., outcomes], against[2:][..., outcomes]) and all(
        np.array_equal(other[:2], other[2:], equal_nan=True) for other in others
    )


def hand_chances(tree: DealerTree, shoe: Floats, *, least: int, levels: int) -> Floats:
    """The dealer's chances by level and hand, the hand's cards gone from a shoe.

    A level is how many cards more are gone, of the rank that the tree has apart. Only hands with at
    least so many cards of it are filled in.
    """
    hands, room = every_hand(), own_room()
    chances = np.empty((levels, len(hands.cards), OUTCOMES))
    bare = without_rank(tree.rank)
    fill_hand_chances(hands, bare, tree, shoe, least, room.dealer, room.places, chances)
    return chances


def against_card(setting: Setting, dealer: int) -> AgainstCard:
    """Every hand against a dealer's card, by its rank, an ace 0."""
    return against(card_setting(setting, dealer))


def against(table: CardSetting) -> AgainstCard:
    """Every hand against the dealer's card on the table."""
    setting, dealer, chances = table.setting, table.dealer, table.chances
    hands, order, chart = setting.hands, setting.order, setting.chart
    number = len(hands.cards)
    lawful = setting.lawful
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
    made = AgainstCard(table, choices, called, values, squares, {})
    _surrender(table, made)
    for pair in range(RANKS):
        _split(table, pair, made)
    return made


def _surrender(table: CardSetting, made: AgainstCard) -> None:
    """Put surrendering in where it may be done: with two cards, as one is alone at the table."""
    game, hands, chart = table.setting.game, table.setting.hands, table.setting.chart
    if not game.surrender_against >> (table.dealer + 1) & 1:
        return
    cells = None if chart is None else cells_of(chart, hands, table.dealer)
    for hand in np.flatnonzero((hands.cards == 2) & (hands.totals < game.surrender_below)):
        beaten = table.chances[hand, BLACKJACK]
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


@cache
def hands_with(pair: int) -> Integers:
    """The hands of two and more cards with a card of a pair's rank, in order."""
    hands = every_hand()
    return hands_in_order(np.flatnonzero((hands.cards >= 2) & (hands.counts[:, pair] > 0)))


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
    chances = hand_chances(table.tree(pair), less, least=1, levels=levels_for(most))
    kinds = 1 if table.wagers_alike else 2
    moments = np.empty((2, 2, 2, len(chances)))
    fill_split_moments(
        hands,
        hands_with(pair),
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
        own_room().moments,
        moments,
    )
    if kinds == 1:
        calls[1], moments[1] = calls[0], moments[0]
    cards = PairCards(float(less[pair] - 1), float(less.sum() - 1))
    over = (float(setting.pays.over[0]), float(setting.pays.over[2]))
    hands_moments = SplitHands(cards, moments, np.zeros((2, COMBINATIONS, 0)), over)
    return SplitPlay(hands_moments, calls, blackjack, most)
