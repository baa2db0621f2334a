"""Five-card hands ranked by the million.

A hand that is not of one suit is known by how many cards of each rank it has. Each card adds a
number of its rank, and the sum is hashed without collision into a table small enough for a core's
first cache; a hand of one suit is looked up by the set of its ranks instead.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined, inner

SLOT_BITS = 13
BUCKET_BITS = 10
SLOT_SHIFT = 32 - SLOT_BITS
BUCKET_SHIFT = SLOT_SHIFT - BUCKET_BITS
LAST_SLOT = (1 << SLOT_BITS) - 1
LAST_BUCKET = (1 << BUCKET_BITS) - 1
SUIT_BITS = 3
"""The bits of a card's number that tell its suit."""


class RankTables(NamedTuple):
    """What a hand is looked up in. A card is its number in the deck, a class its place in order."""

    sums: NDArray[np.uint32]
    """By card: what it adds to the sum that tells the ranks of a hand."""
    rank_bits: NDArray[np.uint16]
    """By card: the bit of its rank."""
    shifts: NDArray[np.uint16]
    """By the sum's middle bits: how far its slot is moved, so that no two sums meet."""
    mixed: NDArray[np.uint16]
    """By slot: the class of a hand of several suits."""
    suited: NDArray[np.uint16]
    """By the bits of its ranks: the class of a hand of one suit."""


@inlined
def slot_of(total: np.uint32, shifts: NDArray[np.uint16]) -> np.uint32:
    """The slot of the class of a hand of several suits, by its sum."""
    shift = np.uint32(shifts[(total >> np.uint32(BUCKET_SHIFT)) & np.uint32(LAST_BUCKET)])
    return ((total >> np.uint32(SLOT_SHIFT)) + shift) & np.uint32(LAST_SLOT)


@inner
def rank_rows(hands: NDArray[np.uint8], tables: RankTables, classes: NDArray[np.uint16]) -> None:
    """Write the class of each row of five card numbers.

    Written out rather than called by hand: arrays handed to a function in the loop are counted at
    every call, which takes five times as long as the ranking.
    """
    sums, bits, shifts, mixed, suited = tables
    for row in range(hands.shape[0]):
        a, b, c, d, e = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & SUIT_BITS == 0:
            classes[row] = suited[bits[a] | bits[b] | bits[c] | bits[d] | bits[e]]
        else:
            total = sums[a] + sums[b] + sums[c] + sums[d] + sums[e]
            classes[row] = mixed[slot_of(total, shifts)]
