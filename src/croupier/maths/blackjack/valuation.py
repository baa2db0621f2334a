"""The exact value of every blackjack hand against a dealer's card, played best or by a chart.

The player knows their own hand and the dealer's card. There is no hole card: the dealer's further
cards come after the player's. Best play depends on the composition of the hand. After a split, each
hand is played by a fixed strategy that looks at its own cards, the dealer's card, the rank that was
split, and whether its wager is the original one or was made by splitting. It is the best such
strategy for two hands, and is kept when hands are split again. A further pair is always split again
while that is allowed, up to the best number of hands. The literature calls this class CDP1. For two
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
    squared_pays,
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
"""The class of strategy of best play, as the literature names it."""
SPLIT, SURRENDER = CALLS, CALLS + 1
"""The calls with the first two cards beyond standing, hitting and doubling."""


class ShoeCounts(NamedTuple):
    """The cards of a shoe by value, aces first, and the four ten ranks apart."""

    ranks: Floats
    tens: TenRanks


def full_shoe(decks: int) -> ShoeCounts:
    """Return a full shoe of this many decks."""
    ranks = np.full(RANKS, 4.0 * decks)
    ranks[TEN] = 16.0 * decks
    return ShoeCounts(ranks, (4 * decks, 4 * decks, 4 * decks, 4 * decks))


class Setting(NamedTuple):
    """A game and its shoe, with the tables that do not depend on the dealer's card."""

    game: BlackjackParameters
    shoe: ShoeCounts
    hands: Hands
    pays: Pays
    squares: Pays
    order: Integers
    """The hands of two and more cards, those with more points first."""
    lawful: Integers
    """The lawful calls with each hand that was not split, as masks."""
    chart: FlatChart | None = None
    """The chart to play by; ``None`` for best play."""


def setting_of(
    game: BlackjackParameters, shoe: ShoeCounts | None = None, chart: FlatChart | None = None
) -> Setting:
    """Return a game played from a shoe; a full one by default."""
    pays = pays_of(game)
    shoe = full_shoe(game.decks) if shoe is None else shoe
    hands = hands_of(game)
    order = hands_in_order(np.flatnonzero(hands.cards >= 2))
    return Setting(game, shoe, hands, pays, squared_pays(pays), order, lawful_calls(game), chart)


def hands_in_order(hands: Integers) -> Integers:
    """Return hands in the order of valuation: those with more points first."""
    return hands[::-1].copy()


class ValuationRoom(NamedTuple):
    """Reusable arrays for one dealer's card after another."""

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
    """The call with each hand, as a mask with one bit, by kind of wager."""
    blackjack: Natural
    """The blackjack after the split, if one counts."""
    most: int
    """The most hands it is split to."""


class AgainstCard(NamedTuple):
    """All values against one dealer's card, by hand unless noted."""

    table: "CardSetting"
    """The setting of the values."""
    choices: Floats
    """The expectation of each call, by hand and call; NaN if it is not allowed.

    After the call the hand is played best, or by the chart.
    """
    calls: Integers
    """The call made."""
    values: Floats
    """The expectation of that call."""
    squares: Floats
    """Its mean square; NaN for a split, whose hands depend on each other (see ``analysis``)."""
    splits: dict[int, SplitPlay]
    """How pairs are split, by rank; only pairs that are."""


class CardSetting(NamedTuple):
    """A setting with a dealer's card on the table."""

    setting: Setting
    dealer: int
    """The rank of the card, an ace 0."""
    shoe: Floats
    """The shoe without that card."""
    blackjack: Natural
    """The value of a blackjack of the first two cards."""
    chances: Floats
    """The dealer's chances by hand, without the hand's cards in the shoe."""
    wagers_alike: bool
    """Whether wagers made by splitting are paid like the original one against this card."""

    def tree(self, apart: int) -> DealerTree:
        """Return the tree of the dealer's draws, with one rank set apart."""
        return _tree(self.setting.game, self.dealer, apart)


def card_setting(setting: Setting, dealer: int) -> CardSetting:
    """Return the setting after a dealer's card is taken from the shoe."""
    game = setting.game
    shoe = setting.shoe.ranks.copy()
    shoe[dealer] -= 1
    blackjack = natural(game, index_of(ACE, TEN), setting.shoe.tens)
    [chances] = hand_chances(_tree(game, dealer, ACE), shoe, least=0, levels=1)
    return CardSetting(setting, dealer, shoe, blackjack, chances, _alike(setting.pays, dealer))


def _tree(game: BlackjackParameters, dealer: int, apart: int) -> DealerTree:
    """Return the tree of the dealer's draws, with one rank set apart."""
    soft = bool(game.dealer_draws_soft_17)
    return dealer_tree(dealer, draws_soft_17=soft, exactly=game.dealer_exactly, apart=apart)


def _alike(pays: Pays, dealer: int) -> bool:
    """Return whether wagers made by splitting are paid like the original one against a card."""
    outcomes = np.arange(OUTCOMES)
    if dealer not in (ACE, TEN):
        outcomes = outcomes[outcomes != BLACKJACK]
    against, *others = pays
    return np.array_equal(against[:2][..., outcomes], against[2:][..., outcomes]) and all(
        np.array_equal(other[:2], other[2:], equal_nan=True) for other in others
    )


def hand_chances(tree: DealerTree, shoe: Floats, *, least: int, levels: int) -> Floats:
    """Return the dealer's chances by level and hand, without the hand's cards in the shoe.

    A level is how many more cards are gone of the rank that the tree sets apart. Only hands with at
    least ``least`` cards of that rank are filled in.
    """
    hands, room = every_hand(), own_room()
    chances = np.empty((levels, len(hands.cards), OUTCOMES))
    bare = without_rank(tree.rank)
    fill_hand_chances(hands, bare, tree, shoe, least, room.dealer, room.places, chances)
    return chances


def against_card(setting: Setting, dealer: int) -> AgainstCard:
    """Return the values of every hand against a dealer's card, given by rank, an ace 0."""
    return against(card_setting(setting, dealer))


def against(table: CardSetting) -> AgainstCard:
    """Return the values of every hand against the dealer's card on the table."""
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
    """Add surrender where it is allowed: with two cards, since the player is alone at the table."""
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
    """Return to how many hands a pair may be split."""
    return game.split_aces_hands if pair == ACE else game.split_hands


def _split(table: CardSetting, pair: int, made: AgainstCard) -> None:
    """Add splitting where it is allowed, and call it if it is best or the chart says so."""
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
    """Return the hands of two and more cards with a card of a pair's rank, in order."""
    hands = every_hand()
    return hands_in_order(np.flatnonzero((hands.cards >= 2) & (hands.counts[:, pair] > 0)))


def split_hands(table: CardSetting, pair: int) -> SplitPlay:
    """Return how hands made by splitting a pair are played, with the moments of single hands."""
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
