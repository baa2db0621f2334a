"""Every hand that a player may hold, by what its cards count, and what may be done with it."""

from functools import cache

import numpy as np

from croupier.maths.kernels.tables import (
    DOUBLE,
    GONE,
    HIGHEST,
    HIT,
    RANKS,
    STAND,
    Booleans,
    Hands,
    Integers,
)
from croupier.maths.parameters import NONE, BlackjackParameters
from croupier.maths.pays import ACE


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
