"""How often a dealer ends where, by walking a tree of all that the dealer may draw."""

import numpy as np

from croupier.maths.kernels.compilation import inner, kernel
from croupier.maths.kernels.tables import RANKS, DealerTree, Floats

LANES = 32
"""So many shoes are worked on at once, to fill the processor's vector registers."""
MOST_OF_A_RANK = 16
"""No dealer draws so many cards of one rank."""
MOST_DRAWN = 16

TOTALS = 5
"""Outcomes below this are the totals from 17 to 21."""
OVER, EXACTLY, BLACKJACK = range(TOTALS, TOTALS + 3)
"""Further outcomes: over, over by the total that is a stand-off, a blackjack."""
OUTCOMES = TOTALS + 3


@kernel
def dealer_chances(tree: DealerTree, shoes: Floats) -> Floats:
    """The chance of each outcome for each shoe, a row of ten counts each.

    To draw a set of cards in a given order, without replacement, has the chance of a product of
    falling factorials; its numerators grow along the branches of the tree. The outcome ``OVER``
    has no nodes: it is what the others leave.
    """
    number = len(shoes)
    chances = np.zeros((number, OUTCOMES))
    left = np.empty((RANKS * MOST_OF_A_RANK, LANES))
    product = np.empty((MOST_DRAWN, LANES))
    sums = np.empty((OUTCOMES * MOST_DRAWN, LANES))
    for first in range(0, number, LANES):
        for rank in range(RANKS):
            for lane in range(LANES):
                cards = shoes[min(first + lane, number - 1), rank]
                for count in range(MOST_OF_A_RANK):
                    left[rank * MOST_OF_A_RANK + count, lane] = cards - count
        product[0, :] = 1.0
        sums[:, :] = 0.0
        _walk(tree, left, product, sums)
        _gather(chances, sums, shoes, first)
    return chances


@inner
def _walk(tree: DealerTree, left: Floats, product: Floats, sums: Floats) -> None:
    """Go through the tree and add up, by outcome and number of cards, the numerators."""
    for node in range(len(tree.depths)):
        depth = tree.depths[node]
        slot = tree.slots[node]
        weight = tree.orders[node]
        if weight == 0.0:
            for lane in range(LANES):
                product[depth, lane] = product[depth - 1, lane] * left[slot, lane]
        else:
            target = tree.ends[node] * MOST_DRAWN + depth
            for lane in range(LANES):
                grown = product[depth - 1, lane] * left[slot, lane]
                product[depth, lane] = grown
                sums[target, lane] += weight * grown


@inner
def _gather(chances: Floats, sums: Floats, shoes: Floats, first: int) -> None:
    """Divide by the number of ordered draws, and give what is left to ``OVER``."""
    for lane in range(min(LANES, len(shoes) - first)):
        cards = shoes[first + lane].sum()
        row = chances[first + lane]
        scale = 1.0
        for depth in range(1, MOST_DRAWN):
            if cards - depth + 1 <= 0.0:
                break
            scale /= cards - depth + 1
            for outcome in range(OUTCOMES):
                row[outcome] += sums[outcome * MOST_DRAWN + depth, lane] * scale
        row[OVER] = 1.0 - row.sum()
