"""What software players wager in a tournament, compiled: the bots of ``croupier.play``."""

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined

BOTS = ("steady", "proportional", "follow-the-leader", "catch-up-late")
"""The players made of software; a kernel knows each by its place here."""
STEADY, PROPORTIONAL, FOLLOW, CATCH_UP = range(4)
LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The part of the chips that a proportional player wagers: one in so many."""

MOST_BOXES = 9
BOXES = 16
LAST_BOX = BOXES - 1
"""How many numbers there are for boxes behind an amount, and the last of them."""
FOUR = np.uint64(4)
NOTHING = 0.0
SEATS = 12
"""Room for all seats: whole fours of them, since a processor computes four numbers at a time."""
BOT, CHIPS, WAGER, DOUBLE, STANDING, TAKEN = range(6)
"""What is known of a seat: who plays there, what chips it has, its wager of the round among them,
that wager, what it could double it for, whether it is still in, and when the last of its chips were
taken in the round."""
FALL_ROUND, FALL_CHIPS, FALL_WAGER, FALL_TAKEN = range(6, 10)
"""How it fell out."""
SEAT_SIZE = 10
IN, OUT, DONE = range(3)
"""The standings: still in, eliminated, done because others play a tie off; empty seats are done."""

Amounts = NDArray[np.float64]
"""Whole numbers, kept as floats: few processors can multiply, divide or round several long integers
at a time. Floats hold them exactly up to 2**53, and quotients are rounded down and up as they
should be."""


@inlined
def in_fours(boxes: np.uint64) -> np.uint64:
    """So many boxes and the empty ones behind them, up to a whole number of fours."""
    return (boxes + FOUR - np.uint64(1)) // FOUR * FOUR


@inlined
def leader_of(seats: Amounts, boxes: np.uint64) -> np.uint64:
    """The box of the player who has most, the lowest of those who have the same.

    Chips and box are compared as one number, so that no branch depends on who leads.
    """
    best = NOTHING
    for box in range(in_fours(boxes)):
        held = seats[CHIPS, box] * BOXES + np.float64(LAST_BOX - np.int64(box))
        best = max(best, held if seats[STANDING, box] == IN else NOTHING)
    return np.uint64(LAST_BOX - np.int64(best) % BOXES)


@inlined
def wager_of(
    bot: float,
    chips: float,
    behind: float,
    late: bool,
    minimum: float,
    maximum: float,
) -> float:
    """What a player wagers, or would to follow any leader: whole minimums, within limits and chips.

    What each bot would wager is found for all of them, and one of it taken: that takes less time
    than to guess whose turn it is.
    """
    wanted = minimum
    wanted = 2 * minimum if bot == STEADY else wanted
    wanted = np.floor(chips / PART) if bot == PROPORTIONAL else wanted
    wanted = maximum if bot == FOLLOW and behind > NOTHING else wanted
    wanted = minimum + behind if bot == CATCH_UP and late else wanted
    amount = min(max(wanted, minimum), chips, maximum)
    return max(minimum, np.floor(amount / minimum) * minimum)


@inlined
def place_wagers(
    seats: Amounts,
    boxes: np.uint64,
    first: np.uint64,
    rounds_left: int,
    minimum: float,
    maximum: float,
) -> None:
    """Have all who are in wager, from a box on.

    Nobody's wager depends on another's but the leader's, and that on nobody's: so those who follow
    are kept to it when all wagers are found. They see it if their turn comes later.
    """
    leader = leader_of(seats, boxes)
    late = rounds_left <= LATE_ROUNDS
    most = seats[CHIPS, leader]
    for box in range(in_fours(boxes)):
        chips = seats[CHIPS, box]
        amount = wager_of(seats[BOT, box], chips, most - chips, late, minimum, maximum)
        seats[WAGER, box] = amount if seats[STANDING, box] == IN else NOTHING
    led = seats[WAGER, leader]
    turn = leader - first if leader >= first else leader + boxes - first
    for box in range(in_fours(boxes)):
        amount = seats[WAGER, box]
        seen = led if (box - first if box >= first else box + boxes - first) > turn else minimum
        seats[WAGER, box] = min(amount, seen) if seats[BOT, box] == FOLLOW else amount
