"""All hands of a player by card values, their lawful calls, and all draws of a dealer as a tree."""

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.maths.blackjack.parameters import ACE, NONE, BlackjackParameters
from croupier.maths.kernels.exact.dealer import (
    BLACKJACK,
    EXACTLY,
    MOST_DRAWN,
    MOST_OF_A_RANK,
    OUTCOMES,
    OVER,
)
from croupier.maths.kernels.tables import (
    DOUBLE,
    GONE,
    HIGHEST,
    HIT,
    RANKS,
    STAND,
    STANDS_FROM,
    Booleans,
    DealerTree,
    Floats,
    Hands,
    Integers,
)


@cache
def every_hand(*, aces_stay_one: bool = False) -> Hands:
    """Return the 3,083 hands, the empty one first.

    ``aces_stay_one`` is for games that count the aces of a doubled hand as one.
    """
    if aces_stay_one:
        return _with_aces_as_one(every_hand())
    counts = _sets()
    hard = counts @ np.arange(1, RANKS + 1)
    order = np.lexsort((*counts.T[::-1], hard))
    counts, hard = counts[order], hard[order]
    soft = (counts[:, ACE] > 0) & (hard + 10 <= HIGHEST)
    totals = hard + 10 * soft
    grown = _grown(counts)
    doubled = np.where(grown == GONE, GONE, totals[grown])
    return Hands(counts, counts.sum(axis=1), hard, totals, soft, grown, doubled)


def _sets() -> Integers:
    """Return all counts of cards of the ten ranks with at most 21 points."""
    sets = np.zeros((1, RANKS), np.int64)
    for rank in range(RANKS):
        room = (HIGHEST - sets @ np.arange(1, RANKS + 1)) // (rank + 1)
        first = np.repeat(np.cumsum(room + 1) - room - 1, room + 1)
        sets = np.repeat(sets, room + 1, axis=0)
        sets[:, rank] = np.arange(len(sets)) - first
    return sets


def _grown(counts: Integers) -> Integers:
    """Return the hand after one more card of each rank, or ``GONE``."""
    digits = (HIGHEST + 2) ** np.arange(RANKS)
    numbers = counts @ digits
    order = np.argsort(numbers)
    wanted = numbers[:, None] + digits
    place = np.minimum(np.searchsorted(numbers[order], wanted), len(numbers) - 1)
    return np.where(numbers[order][place] == wanted, order[place], GONE)


@cache
def without_rank(rank: int) -> Integers:
    """Return each hand without its cards of a rank."""
    hands = every_hand()
    bare = np.arange(len(hands.cards))
    for count in range(HIGHEST):
        some = np.flatnonzero((hands.counts[:, rank] == count) & (hands.grown[:, rank] >= 0))
        bare[hands.grown[some, rank]] = bare[some]
    return bare


def _with_aces_as_one(hands: Hands) -> Hands:
    """Return the hands for games whose doubles count earlier aces as one.

    An ace drawn to the double may count eleven.
    """
    drawn = hands.hard[:, None] + np.arange(1, RANKS + 1)
    drawn[:, ACE] += np.where(drawn[:, ACE] + 10 <= HIGHEST, 10, 0)
    return hands._replace(doubled=np.where(hands.grown == GONE, GONE, drawn))


def hands_of(game: BlackjackParameters) -> Hands:
    """Return the hands as a game counts them."""
    return every_hand(aces_stay_one=game.double_aces_as_one)


def index_of(*ranks: int) -> int:
    """Return the hand of cards given by rank, an ace 0; ``GONE`` if it is over."""
    grown = every_hand().grown
    hand = 0
    for rank in ranks:
        hand = int(grown[hand, rank])
        if hand == GONE:
            break
    return hand


def lawful_calls(game: BlackjackParameters) -> Integers:
    """Return the lawful calls with each hand that was not split, as masks."""
    return _calls(game, _may_double(game, game.double_cards))


def lawful_calls_after_split(game: BlackjackParameters, pair: int) -> Integers:
    """Return the lawful calls with each hand made by splitting a pair, as masks.

    ``pair`` is the rank, an ace 0.
    """
    hands = hands_of(game)
    may_double = _may_double(game, game.double_split_cards)
    if pair != ACE:
        return _calls(game, may_double)
    if not game.double_split_aces:
        may_double &= hands.cards != 2
    if game.split_aces_one_card:
        return np.where(hands.cards >= 2, 1 << STAND, 0)
    return _calls(game, may_double)


def _calls(game: BlackjackParameters, may_double: Booleans) -> Integers:
    hands = hands_of(game)
    complete = _complete(game)
    may_stand = complete | (hands.totals >= game.must_draw_below)
    calls = (may_stand << STAND) | (~complete << HIT) | ((may_double & ~complete) << DOUBLE)
    return np.where(hands.cards >= 2, calls, 0)


def _complete(game: BlackjackParameters) -> Booleans:
    """Return which hands may take no further card."""
    hands = hands_of(game)
    at_limit: Booleans = hands.totals >= game.may_draw_below
    if game.most_cards != NONE:
        at_limit |= hands.cards >= game.most_cards
    return at_limit


def _may_double(game: BlackjackParameters, on_cards: int) -> Booleans:
    hands = hands_of(game)
    if game.double_aces_as_one:
        on_total = _in_mask(game.double_totals, hands.hard)
    else:
        hard = _in_mask(game.double_totals, hands.totals)
        on_total = np.where(hands.soft, game.double_soft, hard)
    allowed: Booleans = _in_mask(on_cards, hands.cards) & on_total
    return allowed


def _in_mask(mask: int, numbers: Integers) -> Booleans:
    inside: Booleans = (mask >> numbers) & 1 == 1
    return inside


DRAWS = OUTCOMES
"""In place of an outcome: the dealer takes another card."""


class _Ways(NamedTuple):
    """The path to each set of cards, lower ranks first."""

    last: Integers
    """The highest rank of a set."""
    before: Integers
    """The set without one card of that rank."""
    numbers: Integers
    """Numbers in depth-first order, for sets with no more cards than a dealer draws."""


@cache
def _ways() -> _Ways:
    hands = every_hand()
    last = np.where(hands.counts > 0, np.arange(RANKS), 0).max(axis=1)
    before, numbers = np.zeros_like(last), np.zeros_like(last)
    for rank in range(RANKS):
        sets = np.flatnonzero((hands.grown[:, rank] >= 0) & (last <= rank))
        before[hands.grown[sets, rank]] = sets
    for cards in range(1, MOST_DRAWN):
        sets = np.flatnonzero(hands.cards == cards)
        digit = (RANKS + 1) ** (MOST_DRAWN - 1 - cards)
        numbers[sets] = numbers[before[sets]] + (last[sets] + 1) * digit
    return _Ways(last, before, numbers)


class _Draws(NamedTuple):
    """All sets of cards that a dealer may draw to one first card."""

    outcomes: Integers
    """The outcome of the dealer's hand with each set."""
    orders: Floats
    """In how many orders the dealer may draw each set."""


@cache
def _draws(first: int, draws_soft_17: bool, exactly: int) -> _Draws:
    hands = every_hand()
    hard = first + 1 + hands.hard
    soft = ((first == ACE) | (hands.counts[:, ACE] > 0)) & (hard <= HIGHEST - 10)
    totals = hard + 10 * soft
    outcomes = np.where(totals == exactly, EXACTLY, OVER)
    outcomes = np.where(totals <= HIGHEST, totals - STANDS_FROM, outcomes)
    outcomes[(totals == HIGHEST) & (hands.cards == 1)] = BLACKJACK
    drawing = (totals < STANDS_FROM) | (totals == STANDS_FROM) & soft & draws_soft_17
    outcomes[drawing] = DRAWS
    orders = np.zeros(len(totals))
    orders[0] = 1.0
    for cards in range(MOST_DRAWN):
        sets = np.flatnonzero(drawing & (hands.cards == cards) & (orders > 0))
        for rank in range(RANKS):
            grown = hands.grown[sets, rank]
            orders[grown[grown >= 0]] += orders[sets[grown >= 0]]
    return _Draws(outcomes, orders)


@cache
def dealer_tree(first: int, *, draws_soft_17: bool, exactly: int, apart: int) -> DealerTree:
    """Return the tree of a dealer's draws for a first card, with one rank set apart.

    Both are given by rank, an ace 0. Sets that go over have no ends, except for a total of
    ``exactly``: their chance is what the others leave.
    """
    hands, ways = every_hand(), _ways()
    draws = _draws(first, draws_soft_17, exactly)
    ending = (draws.outcomes != OVER) & (draws.outcomes != DRAWS) & (draws.orders > 0)
    ends = np.flatnonzero(ending)
    bare = without_rank(apart)[ends]
    on_a_way = np.zeros(len(hands.cards), np.bool_)
    on_a_way[0] = on_a_way[bare] = True
    for _ in range(MOST_DRAWN):
        on_a_way[ways.before[on_a_way]] = True
    nodes = np.flatnonzero(on_a_way)
    nodes = nodes[np.argsort(ways.numbers[nodes])]
    place = np.zeros(len(hands.cards), np.int64)
    place[nodes] = np.arange(len(nodes))
    order = np.argsort(place[bare], kind="stable")
    ends, last = ends[order], ways.last[nodes]
    kinds = (draws.outcomes[ends] * MOST_DRAWN + hands.cards[ends]) * MOST_DRAWN
    kinds, targets = np.unique(kinds + hands.counts[ends, apart], return_inverse=True)
    return DealerTree(
        rank=apart,
        depths=hands.cards[nodes],
        slots=last * MOST_OF_A_RANK + hands.counts[nodes, last] - 1,
        firsts=np.searchsorted(place[bare][order], np.arange(len(nodes) + 1)),
        orders=draws.orders[ends],
        targets=targets,
        outcomes=kinds // MOST_DRAWN**2,
        drawn=kinds // MOST_DRAWN % MOST_DRAWN,
        apart=kinds % MOST_DRAWN,
    )
