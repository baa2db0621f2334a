"""How many hands of one suit a dealer has, one card known: those move up among hands by ranks.

What is left of the suit, and the ranks of a hand to compare with, are sets of bits.
"""

from croupier.maths.kernels.compilation import inner
from croupier.maths.kernels.hands_below import (
    ACE,
    FIVE,
    FLUSH,
    HIGH_CARD,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    choose,
    straight_bits,
)

ANY = 1 << RANKS
"""Higher than the bits of any ranks."""


@inner
def number_of(bits: int) -> int:
    """How many bits are set."""
    number = 0
    while bits != 0:
        bits &= bits - 1
        number += 1
    return number


@inner
def lower_in_suit(suit: int, known: int, bits: int) -> int:
    """Ways to five ranks of one suit, the known among them, that rank below these.

    A set that is lower has the highest of these ranks, down to one which it has not, and then only
    lower ones.
    """
    lower = 0
    has_known, wanted = False, 5
    for rank in range(ACE, -1, -1):
        if not (bits >> rank) & 1:
            continue
        below = suit & ((1 << rank) - 1)
        if has_known:
            lower += choose(number_of(below), wanted)
        elif known < rank:
            lower += choose(number_of(below & ~(1 << known)), wanted - 1)
        if rank == known:
            has_known = True
        elif not (suit >> rank) & 1:
            break
        wanted -= 1
    return lower


@inner
def straights_in_suit(suit: int, known: int, top: int, bits: int) -> int:
    """Ways to a straight of one suit with the known rank, that ends and ranks below others."""
    ways = 0
    for highest in range(FIVE, top):
        run = straight_bits(highest)
        if run < bits and (run >> known) & 1 and (run & ~(1 << known)) & ~suit == 0:
            ways += 1
    return ways


@inner
def moved_up(suit: int, known: int, category: int, first: int, bits: int) -> int:
    """How many hands of the known card's suit are not below a hand, though their ranks are.

    ``suit`` has a bit for each rank that is left of that suit.
    """
    if category in (HIGH_CARD, FLUSH):
        lower = lower_in_suit(suit, known, bits) - straights_in_suit(suit, known, RANKS, bits)
        if category == HIGH_CARD:
            return lower
        return choose(number_of(suit & ~(1 << known)), 4) - lower
    every = choose(number_of(suit & ~(1 << known)), 4)
    straights = straights_in_suit(suit, known, RANKS, ANY)
    if category < STRAIGHT:
        return every - straights
    lower = straights_in_suit(suit, known, first, ANY)
    if category == STRAIGHT:
        return every - straights + lower
    if category < STRAIGHT_FLUSH:
        return straights
    return straights - lower
