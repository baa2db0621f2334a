"""What software players wager in a tournament, compiled: the bots of ``croupier.play``."""

import numpy as np

from croupier.maths.kernels.compilation import inlined, inner
from croupier.maths.kernels.running_totals import Numbers

BOTS = ("steady", "proportional", "follow-the-leader", "catch-up-late")
"""The players made of software; a kernel knows each by its place here."""
STEADY, PROPORTIONAL, FOLLOW, CATCH_UP = range(4)
LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The part of the chips that a proportional player wagers: one in so many."""

MOST_BOXES = 9
BOT, CHIPS, WAGER, STANDING, TAKEN, FALL_ROUND, FALL_CHIPS, FALL_WAGER, FALL_TAKEN = range(9)
"""What is known of a seat: who plays there, what chips it has besides the wager of the round,
whether it is still in, when the last of its chips were taken in the round, and how it fell out."""
SEAT_SIZE = 9
IN, OUT, DONE = range(3)
"""The standings: still in, eliminated, done because others play a tie off."""


@inlined
def wager_of(
    seats: Numbers, box: int, boxes: int, rounds_left: int, minimum: int, maximum: int
) -> np.int64:
    """What a player wagers: whole minimums, within the limits and the player's chips."""
    bot, chips = seats[BOT, box], seats[CHIPS, box]
    wanted = 2 * minimum
    if bot == PROPORTIONAL:
        wanted = chips // PART
    elif bot >= FOLLOW:
        wanted = _by_others(seats, box, boxes, rounds_left, minimum)
    amount = min(max(wanted, minimum), maximum, chips)
    return max(minimum, amount - amount % minimum)


@inlined
def _by_others(seats: Numbers, box: int, boxes: int, rounds_left: int, minimum: int) -> np.int64:
    """What a player wants to wager who looks at the best of the others."""
    best, laid, chips = np.int64(-1), np.int64(0), seats[CHIPS, box]
    for other in range(boxes):
        if other != box and seats[STANDING, other] == IN:
            held = seats[CHIPS, other] + seats[WAGER, other]
            if held > best:
                best, laid = held, seats[WAGER, other]
    best = max(best, np.int64(0))
    if seats[BOT, box] == FOLLOW:
        return laid if chips < best else np.int64(minimum)
    if rounds_left > LATE_ROUNDS or best < chips:
        return np.int64(minimum)
    return best - chips + minimum


@inner
def place_wagers(
    seats: Numbers, boxes: int, first: int, rounds_left: int, minimum: int, maximum: int
) -> None:
    """Have all who are in wager, from a box on."""
    for box in range(boxes):
        seats[WAGER, box] = 0
        seats[TAKEN, box] = 0
    for step in range(boxes):
        box = first + step if first + step < boxes else first + step - boxes
        if seats[STANDING, box] == IN:
            amount = wager_of(seats, box, boxes, rounds_left, minimum, maximum)
            seats[WAGER, box] = amount
            seats[CHIPS, box] -= amount
