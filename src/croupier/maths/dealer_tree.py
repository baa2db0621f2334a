"""All sets of cards that a dealer may draw to a first card, as a tree for the kernel.

A set is known by its place among the hands of :mod:`croupier.maths.player_hands`. A set of more
points than those have is over, whatever the first card.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.dealer_ends import (
    BLACKJACK,
    EXACTLY,
    MOST_DRAWN,
    MOST_OF_A_RANK,
    OUTCOMES,
    OVER,
)
from croupier.maths.kernels.tables import HIGHEST, RANKS, STANDS_FROM, DealerTree, Floats, Integers
from croupier.maths.pays import ACE
from croupier.maths.player_hands import every_hand, without_rank

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
