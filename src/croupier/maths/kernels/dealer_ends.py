"""How often a dealer ends where, by walking a tree of all that the dealer may draw."""

import numpy as np

from croupier.maths.kernels.compilation import inner, kernel
from croupier.maths.kernels.tables import RANKS, DealerTree, Floats, Integers

LANES = 64
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
def dealer_chances(tree: DealerTree, shoes: Floats, most: Integers) -> Floats:
    """The chance of each outcome, by shoe and by how many cards of the rank apart are gone.

    A shoe is a row of ten counts, and ``most`` says up to how many gone it is asked for; beyond it
    nothing is filled in. To draw a set of cards in a given order, without replacement, has the
    chance of a product of falling factorials; its numerators grow along the branches of the tree.
    The outcome ``OVER`` has no ends: it is what the others leave.
    """
    number, deepest = len(shoes), 0
    for some in most:
        deepest = max(deepest, some)
    chances = np.empty((number, deepest, OUTCOMES))
    order = _most_first(most, deepest)
    cards = np.empty((RANKS + 1, LANES))
    left = np.empty((RANKS * MOST_OF_A_RANK, LANES))
    product = np.empty((MOST_DRAWN, LANES))
    sums = np.empty((len(tree.outcomes), LANES))
    parts = np.empty((deepest + MOST_DRAWN, LANES))
    scales = np.empty((2, MOST_DRAWN, LANES))
    found = np.empty((OUTCOMES, LANES))
    for first in range(0, number, LANES):
        lanes = order[first : first + LANES]
        levels = most[lanes[0]]
        _lay_out(shoes, lanes, cards, left)
        _walk(tree, left, product, sums)
        _divide(cards, levels, parts)
        for level in range(levels):
            _scale(cards, tree.rank, level, parts, scales)
            _gather(tree, sums, scales, found)
            _write_down(found, lanes, level, chances)
    return chances


@kernel
def _most_first(most: Integers, deepest: int) -> Integers:
    """The order of shoes in which those that are asked for more come first."""
    starts = np.zeros(deepest + 2, np.int64)
    for some in most:
        starts[deepest - some + 1] += 1
    for place in range(1, len(starts)):
        starts[place] += starts[place - 1]
    order = np.empty(len(most), np.int64)
    for shoe in range(len(most)):
        place = deepest - most[shoe]
        order[starts[place]] = shoe
        starts[place] += 1
    return order


@inner
def _lay_out(shoes: Floats, lanes: Integers, cards: Floats, left: Floats) -> None:
    """Write down what is left of each rank, one card after the other, and of all, lane by lane."""
    for lane in range(LANES):
        shoe = lanes[min(lane, len(lanes) - 1)]
        cards[RANKS, lane] = 0.0
        for rank in range(RANKS):
            cards[rank, lane] = shoes[shoe, rank]
            cards[RANKS, lane] += shoes[shoe, rank]
    for rank in range(RANKS):
        for count in range(MOST_OF_A_RANK):
            for lane in range(LANES):
                left[rank * MOST_OF_A_RANK + count, lane] = cards[rank, lane] - count


@inner
def _walk(tree: DealerTree, left: Floats, product: Floats, sums: Floats) -> None:
    """Go through the tree and add up the numerators of the ranks that are not apart."""
    depths, slots, firsts = tree.depths, tree.slots, tree.firsts
    orders, targets = tree.orders, tree.targets
    product[0, :] = 1.0
    sums[:, :] = 0.0
    for node in range(len(depths)):
        depth, slot = depths[node], slots[node]
        if depth > 0:
            for lane in range(LANES):
                product[depth, lane] = product[depth - 1, lane] * left[slot, lane]
        for end in range(firsts[node], firsts[node + 1]):
            target, weight = targets[end], orders[end]
            for lane in range(LANES):
                sums[target, lane] += weight * product[depth, lane]


@inner
def _divide(cards: Floats, levels: int, parts: Floats) -> None:
    """Fill in one over the number of cards in a shoe, with more and more of them gone."""
    for gone in range(levels + MOST_DRAWN):
        for lane in range(LANES):
            some = cards[RANKS, lane] - gone
            parts[gone, lane] = 1.0 / some if some > 0.0 else 0.0


@inner
def _scale(cards: Floats, rank: int, gone: int, parts: Floats, scales: Floats) -> None:
    """Fill in what sums are multiplied by: for cards of the rank apart, and for cards drawn."""
    scales[:, 0, :] = 1.0
    for count in range(1, MOST_DRAWN):
        for lane in range(LANES):
            like = cards[rank, lane] - gone - count + 1
            scales[0, count, lane] = scales[0, count - 1, lane] * like
            scales[1, count, lane] = scales[1, count - 1, lane] * parts[gone + count - 1, lane]


@inner
def _gather(tree: DealerTree, sums: Floats, scales: Floats, found: Floats) -> None:
    """Add up the chances of each outcome, and give what is left to ``OVER``."""
    found[:, :] = 0.0
    outcomes, drawn, apart = tree.outcomes, tree.drawn, tree.apart
    for place in range(len(outcomes)):
        outcome, cards, like = outcomes[place], drawn[place], apart[place]
        for lane in range(LANES):
            chance = sums[place, lane] * scales[0, like, lane] * scales[1, cards, lane]
            found[outcome, lane] += chance
    for lane in range(LANES):
        ended = 0.0
        for outcome in range(OUTCOMES):
            ended += found[outcome, lane]
        found[OVER, lane] = 1.0 - ended


@inner
def _write_down(found: Floats, lanes: Integers, level: int, chances: Floats) -> None:
    """Put the chances of each lane where its shoe belongs."""
    for lane in range(len(lanes)):
        for outcome in range(OUTCOMES):
            chances[lanes[lane], level, outcome] = found[outcome, lane]
