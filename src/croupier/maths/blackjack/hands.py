"""Every hand that a player may hold, by what its cards count, and what may be done with it."""

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
    """The 3,083 hands, the empty one first; aces may stay ones where a hand is doubled."""
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
    """All numbers of cards of the ten ranks that come to 21 points at the most, ranks in order."""
    sets = np.zeros((1, RANKS), np.int64)
    for rank in range(RANKS):
        room = (HIGHEST - sets @ np.arange(1, RANKS + 1)) // (rank + 1)
        first = np.repeat(np.cumsum(room + 1) - room - 1, room + 1)
        sets = np.repeat(sets, room + 1, axis=0)
        sets[:, rank] = np.arange(len(sets)) - first
    return sets


def _grown(counts: Integers) -> Integers:
    """Which set one more card of each rank makes of a set, or ``GONE``."""
    digits = (HIGHEST + 2) ** np.arange(RANKS)
    numbers = counts @ digits
    order = np.argsort(numbers)
    wanted = numbers[:, None] + digits
    place = np.minimum(np.searchsorted(numbers[order], wanted), len(numbers) - 1)
    return np.where(numbers[order][place] == wanted, order[place], GONE)


@cache
def without_rank(rank: int) -> Integers:
    """Which hand each one is without its cards of a rank."""
    hands = every_hand()
    bare = np.arange(len(hands.cards))
    for count in range(HIGHEST):
        some = np.flatnonzero((hands.counts[:, rank] == count) & (hands.grown[:, rank] >= 0))
        bare[hands.grown[some, rank]] = bare[some]
    return bare


def _with_aces_as_one(hands: Hands) -> Hands:
    """The hands where a double counts the aces it finds as ones, but the ace it draws as it may."""
    drawn = hands.hard[:, None] + np.arange(1, RANKS + 1)
    drawn[:, ACE] += np.where(drawn[:, ACE] + 10 <= HIGHEST, 10, 0)
    return hands._replace(doubled=np.where(hands.grown == GONE, GONE, drawn))


def hands_of(game: BlackjackParameters) -> Hands:
    """The hands as a game counts them."""
    return every_hand(aces_stay_one=game.double_aces_as_one)


def index_of(*ranks: int) -> int:
    """The hand of these cards, by their ranks, an ace 0; ``GONE`` where it is over."""
    grown = every_hand().grown
    hand = 0
    for rank in ranks:
        hand = int(grown[hand, rank])
        if hand == GONE:
            break
    return hand


def lawful_calls(game: BlackjackParameters) -> Integers:
    """What may be called with each hand that was not split, as a mask."""
    return _calls(game, _may_double(game, game.double_cards))


def lawful_calls_after_split(game: BlackjackParameters, pair: int) -> Integers:
    """The same for a hand made by splitting a pair of this rank, an ace 0."""
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
    complete = _finished(game)
    may_stand = complete | (hands.totals >= game.must_draw_below)
    calls = (may_stand << STAND) | (~complete << HIT) | ((may_double & ~complete) << DOUBLE)
    return np.where(hands.cards >= 2, calls, 0)


def _finished(game: BlackjackParameters) -> Booleans:
    """Where a hand takes no card, whatever its player would like."""
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
"""Where an outcome stands: the dealer takes another card."""


class _Ways(NamedTuple):
    """The way to each set, through its lower ranks first."""

    last: Integers
    """The highest rank of a set."""
    before: Integers
    """The set without one card of that rank."""
    numbers: Integers
    """Numbers whose order is depth first, for sets of no more cards than a dealer draws."""


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
    """All sets of cards for one first card."""

    outcomes: Integers
    """How the dealer's hand stands with them."""
    orders: Floats
    """In how many orders the dealer may come to them."""


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
    """The tree for a dealer's first card and a rank that is set apart, by rank, an ace 0.

    Sets that go over are no ends, but for a total of ``exactly``: they are what is left.
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
