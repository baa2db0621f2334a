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
SEATS = MOST_BOXES + 1
"""Room for all seats, and for one that nobody has and that has nothing."""
BOT, CHIPS, WAGER, STANDING, TAKEN, FALL_ROUND, FALL_CHIPS, FALL_WAGER, FALL_TAKEN = range(9)
"""What is known of a seat: who plays there, what chips it has besides the wager of the round,
whether it is still in, when the last of its chips were taken in the round, and how it fell out."""
SEAT_SIZE = 9
IN, OUT, DONE = range(3)
"""The standings: still in, eliminated, done because others play a tie off."""


@inlined
def leaders(seats: Numbers, boxes: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The boxes of the two players who have most, the lowest first of those who have the same.

    Where there are not so many, the seat that nobody has. Chips and box are compared as one number,
    so that no branch depends on who leads.
    """
    first = second = np.int64(LAST_BOX - MOST_BOXES)
    for box in range(boxes):
        held = (seats[CHIPS, box] << BOX_BITS) + (LAST_BOX - np.int64(box))
        held = held if seats[STANDING, box] == IN else np.int64(0)
        second = max(second, min(first, held))
        first = max(first, held)
    return np.uint64(LAST_BOX - (first & LAST_BOX)), np.uint64(LAST_BOX - (second & LAST_BOX))


@inlined
def wager_of(
    seats: Numbers, box: np.uint64, leader: np.uint64, rounds_left: int, minimum: int, maximum: int
) -> np.int64:
    """What a player wagers: whole minimums, within the limits and the player's chips.

    What each bot would wager is found for all of them, and one of it taken: that takes less time
    than to guess whose turn it is.
    """
    bot, chips, laid = seats[BOT, box], seats[CHIPS, box], seats[WAGER, leader]
    least = np.int64(minimum)
    behind = seats[CHIPS, leader] + laid - chips
    part = np.int64(np.uint64(chips) // np.uint64(PART))
    caught_up = behind + least if (rounds_left <= LATE_ROUNDS) & (behind >= 0) else least
    followed = laid if behind > 0 else least
    wanted = least + least
    wanted = part if bot == PROPORTIONAL else wanted
    wanted = followed if bot == FOLLOW else wanted
    wanted = caught_up if bot == CATCH_UP else wanted
    amount = min(max(wanted, least), chips, np.int64(maximum))
    return max(least, np.int64(amount / least) * least)


@inlined
def place_wagers(
    seats: Numbers,
    boxes: np.uint64,
    first: np.uint64,
    rounds_left: int,
    minimum: int,
    maximum: int,
) -> None:
    """Have all who are in wager, from a box on.

    What somebody holds, the wager included, stays the same while wagers are placed: so do leaders.
    """
    best, second = leaders(seats, boxes)
    for seat in range(SEATS):
        seats[WAGER, seat] = 0
    for step in range(boxes):
        box = first + step if first + step < boxes else first + step - boxes
        if seats[STANDING, box] == IN:
            leader = second if box == best else best
            amount = wager_of(seats, box, leader, rounds_left, minimum, maximum)
            seats[WAGER, box] = amount
            seats[CHIPS, box] -= amount
