"""What software players wager in a tournament, compiled: the bots of ``croupier.play``."""

import numpy as np

from croupier.maths.kernels.compilation import inlined
from croupier.maths.kernels.running_totals import Numbers

BOTS = ("steady", "proportional", "follow-the-leader", "catch-up-late")
"""The players made of software; a kernel knows each by its place here."""
STEADY, PROPORTIONAL, FOLLOW, CATCH_UP = range(4)
LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The part of the chips that a proportional player wagers: one in so many."""

MOST_BOXES = 9
BOX_BITS = 4
LAST_BOX = (1 << BOX_BITS) - 1
FOUR = np.uint64(4)
NOTHING = np.int64(0)
SEATS = 12
"""Room for all seats: whole fours of them, since a processor computes four numbers at a time."""
BOT, CHIPS, WAGER, DOUBLE, MEANS, STANDING, TAKEN = range(7)
"""What is known of a seat: who plays there, what chips it has besides the wager of the round, what
it could double that for, whether that is as much again, a part or nothing, whether it is still in,
and when the last of its chips were taken in the round."""
FALL_ROUND, FALL_CHIPS, FALL_WAGER, FALL_TAKEN = range(7, 11)
"""How it fell out."""
SEAT_SIZE = 11
IN, OUT, DONE = range(3)
"""The standings: still in, eliminated, done because others play a tie off; empty seats are done."""


@inlined
def in_fours(boxes: np.uint64) -> np.uint64:
    """So many boxes and the empty ones behind them, up to a whole number of fours."""
    return (boxes + FOUR - np.uint64(1)) // FOUR * FOUR


@inlined
def leader_of(seats: Numbers, boxes: np.uint64) -> np.uint64:
    """The box of the player who has most, the lowest of those who have the same.

    Chips and box are compared as one number, so that no branch depends on who leads.
    """
    best = NOTHING
    for box in range(in_fours(boxes)):
        held = (seats[CHIPS, box] << BOX_BITS) + (LAST_BOX - np.int64(box))
        best = max(best, held if seats[STANDING, box] == IN else NOTHING)
    return np.uint64(LAST_BOX - (best & LAST_BOX))


@inlined
def wager_of(
    bot: np.int64,
    chips: np.int64,
    behind: np.int64,
    laid: np.int64,
    late: np.int64,
    minimum: np.int64,
    maximum: np.int64,
) -> np.int64:
    """What a player wagers: whole minimums, within the limits and the player's chips.

    What each bot would wager is found for all of them, and one of it taken: that takes less time
    than to guess whose turn it is. A division of floats is exact here, and several are under way at
    a time.
    """
    wanted = 2 * minimum * (bot == STEADY)
    wanted += np.int64(chips / PART) * (bot == PROPORTIONAL)
    wanted += (laid if behind > 0 else minimum) * (bot == FOLLOW)
    wanted += (minimum + behind * late) * (bot == CATCH_UP)
    amount = min(max(wanted, minimum), chips, maximum)
    return max(minimum, np.int64(amount / minimum) * minimum)


@inlined
def place_wagers(
    seats: Numbers,
    boxes: np.uint64,
    first: np.uint64,
    rounds_left: int,
    minimum: np.int64,
    maximum: np.int64,
) -> None:
    """Have all who are in wager, from a box on.

    Nobody's wager depends on another's but the leader's, and that on nobody's: so the leader's is
    found first, and seen by those whose turn comes later.
    """
    leader = leader_of(seats, boxes)
    late = np.int64(rounds_left <= LATE_ROUNDS)
    held = seats[CHIPS, leader]
    led = wager_of(seats[BOT, leader], held, NOTHING, NOTHING, late, minimum, maximum)
    turn = leader - first if leader >= first else leader + boxes - first
    for box in range(in_fours(boxes)):
        chips = seats[CHIPS, box]
        laid = led * ((box - first if box >= first else box + boxes - first) > turn)
        amount = wager_of(seats[BOT, box], chips, held - chips, laid, late, minimum, maximum)
        amount *= seats[STANDING, box] == IN
        seats[WAGER, box] = amount
        seats[CHIPS, box] = chips - amount
