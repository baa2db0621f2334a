"""The cards of a tournament table, compiled: a shoe to its cutting card, discards when it is empty.

They come from chance, or from stacks that were laid beforehand. Each stack is the order in which
cards leave the shoe after one shuffle.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inlined, inner
from croupier.maths.kernels.random_streams import Cards, Offset, StreamWords, lay, mix
from croupier.maths.kernels.simulated.hands import MOST_CARDS
from croupier.maths.kernels.tables import Numbers

DECK = 52
AT_ONCE = 96
"""How many cards are mixed at a time beyond those that a round is sure to need."""

READY, TOP, CUT, ROUND_START, STACK, DUE, COMPLETE = range(7)
"""The places of a pile: up to where its cards are mixed, how many there are, where the cutting card
lies, where the round under way began, which stack is laid next, whether a shuffle is due, whether
all cards lie in their room, in whatever order."""
PILE_SIZE = 7
NO_CARD = -1
"""Where the cutting card lies once it has come out."""

Stacks = NDArray[np.uint32]
"""Cards as they leave the shoe, a row for each shuffle; no row where chance has its way."""


class ShoeTerms(NamedTuple):
    """How the cards of a table are made ready, as kernels take it."""

    burned: int
    """How many cards are burned when all have been shuffled."""
    depth: int
    """How many cards lie behind the cutting card."""
    least_depth: int
    """The fewest that the rulebook has lie behind it, where so many are left."""
    part: int
    whole: int
    """The part of a stack behind which it may not lie."""
    most_depth: int
    """The most that lie behind it."""
    last_rounds: int
    """In so many rounds at the end the cutting card is thrown away; 0 where it never is."""


@inner
def open_shoe(
    cards: Cards, terms: Any, shoe: Cards, pile: Numbers, stacks: Stacks, sizes: Numbers
) -> np.uint64:
    """Shuffle all cards and put them into the shoe; returns the place of the first to be dealt."""
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
    """Lay the next stack into a shoe from a place on, if there is one; returns how many cards."""
    if pile[STACK] >= len(stacks):
        return 0
    size = sizes[pile[STACK]]
    for number in range(size):
        shoe[place + number] = stacks[pile[STACK], number]
    return size


@inlined
def supply(
    shoe: Cards,
    place: np.uint64,
    pile: Numbers,
    generator: StreamWords,
    stacks: Stacks,
    sizes: Numbers,
) -> None:
    """See to it that enough mixed cards lie ahead for a hand."""
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
    """Mix some more cards, or lay the shuffled discards behind a shoe that runs out.

    The discards are the cards of the rounds before. Hands of the round under way that went over are
    left out, which a dealer would mix with them; a stack has them.
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


@inlined
def clear_table(
    terms: Any, shoe: Cards, place: np.uint64, pile: Numbers, rounds_left: int
) -> np.uint64:
    """Collect the cards of a round and see whether all are to be shuffled before the next.

    Returns the place of the next card.
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
    """Make the shuffled discards the shoe, behind the cards of the round that took of them."""
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
