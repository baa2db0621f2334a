"""The cards and the wagers of a tournament table, compiled.

Cards come from a shuffled shoe, up to its cutting card and from the discards when it is empty, or
from stacks that were laid beforehand. Each stack is the order in which cards leave the shoe after
one shuffle. Wagers are those of simple players made of software.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner
from croupier.maths.kernels.random_streams import Cards, Offset, StreamWords, lay, mix
from croupier.maths.kernels.simulated.hands import MOST_CARDS
from croupier.maths.kernels.tables import Numbers

DECK = 52
AT_ONCE = 96
"""The number of cards mixed at a time beyond those that a round is sure to need."""

READY, TOP, CUT, ROUND_START, STACK, DUE, COMPLETE = range(7)
"""The fields of a pile: up to where its cards are mixed, how many there are, where the cutting card
is, where the current round began, which stack is laid next, whether a shuffle is due, whether all
cards are in the shoe's room, in whatever order."""
PILE_SIZE = 7
NO_CARD = -1
"""In place of the cutting card's position once it has come out."""

Stacks = NDArray[np.uint32]
"""Cards as they leave the shoe, a row for each shuffle; no row if cards are random."""


class ShoeTerms(NamedTuple):
    """How the cards of a table are prepared, as kernels take it."""

    burned: int
    """The number of cards burned after a full shuffle."""
    depth: int
    """The number of cards behind the cutting card."""
    least_depth: int
    """The fewest cards behind it under the rulebook, if this many are left."""
    part: int
    whole: int
    """The largest part of a stack that may lie behind it, as a fraction."""
    most_depth: int
    """The most cards behind it."""
    last_rounds: int
    """The number of rounds at the end in which the cutting card is ignored; 0 if it never is."""


@inner
def open_shoe(
    cards: Cards, terms: Any, shoe: Cards, pile: Numbers, stacks: Stacks, sizes: Numbers
) -> np.uint64:
    """Shuffle all cards and put them into the shoe. Return the place of the first to be dealt."""
    size = len(cards)
    if len(stacks) > 0:
        _lay_stack(stacks, pile, shoe, 0, sizes)
        pile[STACK] += 1
        pile[READY] = size
    else:
        if not pile[COMPLETE]:
            lay(cards, 0, size, shoe, 0)
        pile[READY], pile[COMPLETE] = 0, 1
    pile[TOP], pile[CUT], pile[DUE] = size, size - terms.depth, 0
    return np.uint64(terms.burned)


@inner
def _lay_stack(stacks: Stacks, pile: Numbers, shoe: Cards, place: Offset, sizes: Numbers) -> int:
    """Lay the next stack, if there is one, into a shoe from a place on.

    Return its number of cards.
    """
    if pile[STACK] >= len(stacks):
        return 0
    size = sizes[pile[STACK]]
    for number in range(size):
        shoe[place + number] = stacks[pile[STACK], number]
    return size


@inline
def supply(
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
) -> None:
    """Make sure that enough mixed cards for a hand lie ahead."""
    if np.int64(place) + MOST_CARDS > pile[READY]:
        _replenish(shoe, np.int64(place), pile, generator, stacks, sizes)


@inner
def _replenish(
    shoe: Cards,
    place: Offset,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
) -> None:
    """Mix more cards, or lay the shuffled discards behind a shoe that runs out.

    The discards are the cards of earlier rounds. Hands of the current round that went over are left
    out, although a dealer would mix them in; a stack includes them.
    """
    wanted, top = place + MOST_CARDS, pile[TOP]
    if pile[READY] < top:
        pile[READY] = mix(shoe, pile[READY], wanted + AT_ONCE, top, generator)
    if wanted <= pile[READY] or pile[READY] > top:
        return
    if len(stacks) > 0:
        pile[READY] = top + _lay_stack(stacks, pile, shoe, top, sizes)
        return
    end = pile[ROUND_START]
    lay(shoe, 0, end, shoe, top)
    pile[READY] = mix(shoe, top, top + end, top + end, generator)


@inline
def clear_table(
    terms: Any, shoe: Cards, place: np.uint64, pile: Numbers, rounds_left: int
) -> np.uint64:
    """Collect the cards of a round, and find whether all are shuffled before the next.

    Return the place of the next card.
    """
    next_place, top = np.int64(place), pile[TOP]
    if next_place > top:
        next_place = _go_on_with_discards(terms, shoe, next_place, pile)
    elif pile[READY] > top:
        pile[READY] = top
    cut = pile[CUT]
    if cut != NO_CARD and next_place > cut:
        pile[CUT] = NO_CARD
        pile[DUE] = rounds_left + 1 > terms.last_rounds
    elif next_place == cut:
        pile[DUE] = rounds_left > terms.last_rounds or terms.last_rounds == 0
    return np.uint64(next_place)


@inner
def _go_on_with_discards(terms: Any, shoe: Cards, place: Offset, pile: Numbers) -> Offset:
    """Make the shuffled discards the shoe, behind the cards of the round that began to use them."""
    start, top = pile[ROUND_START], pile[TOP]
    size = pile[READY] - top
    lay(shoe, start, pile[READY], shoe, 0)
    most = min(size * terms.part // terms.whole, terms.most_depth)
    least = min(terms.least_depth, most)
    depth = min(max(DECK, least), most)
    pile[READY] -= start
    pile[TOP] = pile[READY]
    pile[CUT] = pile[TOP] - depth
    pile[STACK] += 1
    pile[COMPLETE] = 0
    return place - start


BOTS = ("steady", "proportional", "follow-the-leader", "catch-up-late")
"""The players made of software; a kernel knows each by its index here."""
STEADY, PROPORTIONAL, FOLLOW, CATCH_UP = range(4)
LATE_ROUNDS = 3
"""The number of rounds before the end in which a player who is behind catches up."""
PART = 10
"""A proportional player wagers the chips divided by this."""

MOST_BOXES = 9
BOXES = 16
LAST_BOX = BOXES - 1
"""A base larger than any box number, and the last box in it, to combine an amount and a box."""
FOUR = np.uint64(4)
NOTHING = 0.0
SEATS = 12
"""Room for all seats, in whole fours, since a processor computes four numbers at a time."""
BOT, CHIPS, WAGER, DOUBLE, STANDING, TAKEN = range(6)
"""The rows of a seat: its player, its chips including the wager of the round, that wager, what it
could be doubled for, its standing, and when the last of its chips were taken in the round."""
FALL_ROUND, FALL_CHIPS, FALL_WAGER, FALL_TAKEN = range(6, 10)
"""The rows for an eliminated player: round, chips, wager, and when chips were taken."""
SEAT_SIZE = 10
IN, OUT, DONE = range(3)
"""The standings: still in, eliminated, done because others play a tie off; empty seats are done."""

Amounts = NDArray[np.float64]
"""Whole numbers as floats: few processors can multiply, divide or round several 64-bit integers at
a time. Floats hold them exactly up to 2**53, and quotients round down and up as they should."""


@inline
def round_up_to_fours(boxes: np.uint64) -> np.uint64:
    """Return the number of boxes rounded up to a whole number of fours."""
    return (boxes + FOUR - np.uint64(1)) // FOUR * FOUR


@inline
def leader_of(seats: Amounts, boxes: np.uint64) -> np.uint64:
    """Return the box of the player with the most chips; the lowest box of several.

    Chips and box are compared as one number, so that no branch depends on who leads.
    """
    best = NOTHING
    for box in range(round_up_to_fours(boxes)):
        held = seats[CHIPS, box] * BOXES + np.float64(LAST_BOX - np.int64(box))
        best = max(best, held if seats[STANDING, box] == IN else NOTHING)
    return np.uint64(LAST_BOX - np.int64(best) % BOXES)


@inline
def wager_of(
    bot: float,
    chips: float,
    behind: float,
    late: bool,
    minimum: float,
    maximum: float,
) -> float:
    """Return what a player wagers, or would wager to follow any leader: whole minimums, in limits.

    The wager of every bot is computed and one of them chosen: that is faster than a branch that the
    processor cannot predict.
    """
    wanted = minimum
    wanted = 2 * minimum if bot == STEADY else wanted
    wanted = np.floor(chips / PART) if bot == PROPORTIONAL else wanted
    wanted = maximum if bot == FOLLOW and behind > NOTHING else wanted
    wanted = minimum + behind if bot == CATCH_UP and late else wanted
    amount = min(max(wanted, minimum), chips, maximum)
    return max(minimum, np.floor(amount / minimum) * minimum)


@inline
def place_wagers(
    seats: Amounts,
    boxes: np.uint64,
    first: np.uint64,
    rounds_left: int,
    minimum: float,
    maximum: float,
) -> None:
    """Place the wagers of all players who are in, from a box on.

    Nobody's wager depends on another's except the leader's, and that on nobody's: so followers are
    limited to it after all wagers are found. They see it if their turn comes later.
    """
    leader = leader_of(seats, boxes)
    late = rounds_left <= LATE_ROUNDS
    most = seats[CHIPS, leader]
    for box in range(round_up_to_fours(boxes)):
        chips = seats[CHIPS, box]
        amount = wager_of(seats[BOT, box], chips, most - chips, late, minimum, maximum)
        seats[WAGER, box] = amount if seats[STANDING, box] == IN else NOTHING
    led = seats[WAGER, leader]
    turn = leader - first if leader >= first else leader + boxes - first
    for box in range(round_up_to_fours(boxes)):
        amount = seats[WAGER, box]
        seen = led if (box - first if box >= first else box + boxes - first) > turn else minimum
        seats[WAGER, box] = min(amount, seen) if seats[BOT, box] == FOLLOW else amount
