"""All sets of cards that a dealer may draw to a first card, as a tree for the kernel."""

from collections import Counter
from functools import cache

import numpy as np

from croupier.maths.kernels.dealer import BLACKJACK, EXACTLY, MOST_OF_A_RANK, OVER
from croupier.maths.kernels.tables import RANKS, DealerTree

STANDS_FROM = 17
HIGHEST = 21

Cards = tuple[int, ...]
"""How many of each rank, aces first."""


@cache
def dealer_tree(first: int, *, draws_soft_17: bool, exactly: int) -> DealerTree:
    """The tree for a dealer's first card, by its rank, an ace 0.

    Sets that go over have no nodes, but for a total of ``exactly``: they are what is left.
    """
    nodes: dict[Cards, tuple[int, int]] = {}
    for drawn, (end, orders) in _final_sets(first, draws_soft_17, exactly).items():
        if end != OVER:
            path = tuple(rank for rank in range(RANKS) for _ in range(drawn[rank]))
            for length in range(1, len(path)):
                nodes.setdefault(path[:length], (0, 0))
            nodes[path] = (end, orders)
    paths = sorted(nodes)
    return DealerTree(
        depths=np.array([len(path) for path in paths]),
        slots=np.array([path[-1] * MOST_OF_A_RANK + path.count(path[-1]) - 1 for path in paths]),
        orders=np.array([nodes[path][1] for path in paths], np.float64),
        ends=np.array([nodes[path][0] for path in paths]),
    )


def _final_sets(first: int, draws_soft_17: bool, exactly: int) -> dict[Cards, tuple[int, int]]:
    """Each set that ends the dealer's hand: its outcome and in how many orders it may come."""
    final = {}
    drawing = Counter({(0,) * RANKS: 1})
    while drawing:
        grown: Counter[Cards] = Counter()
        for cards, orders in drawing.items():
            for rank in range(RANKS):
                grown[(*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])] += orders
        drawing = Counter()
        for cards, orders in grown.items():
            total, soft = _total(first, cards)
            if total < STANDS_FROM or (total == STANDS_FROM and soft and draws_soft_17):
                drawing[cards] = orders
            else:
                final[cards] = (_outcome(total, sum(cards), exactly), orders)
    return final


def _total(first: int, cards: Cards) -> tuple[int, bool]:
    hard = first + 1 + sum(rank * count for rank, count in enumerate(cards, 1))
    soft = (first == 0 or cards[0] > 0) and hard <= HIGHEST - 10
    return hard + 10 * soft, soft


def _outcome(total: int, drawn: int, exactly: int) -> int:
    if total == HIGHEST and drawn == 1:
        return BLACKJACK
    if total <= HIGHEST:
        return total - STANDS_FROM
    return EXACTLY if total == exactly else OVER
