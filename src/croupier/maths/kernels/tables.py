"""The tables that kernels share: hands, what they are paid, the dealer's tree."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

RANKS = 10
STAND, HIT, DOUBLE = range(3)
"""What may be called with a hand; a mask of them has a bit for each."""
CALLS = 3
GONE = -1
"""A hand that went over."""
STANDS_FROM = 17
HIGHEST = 21


class Hands(NamedTuple):
    """All hands of any number of cards that do not go over, in the order of their points."""

    counts: Integers
    """How many cards of each rank."""
    cards: Integers
    hard: Integers
    """The total with every ace one."""
    totals: Integers
    soft: Booleans
    grown: Integers
    """Which hand one more card of each rank makes, or ``GONE``."""
    doubled: Integers
    """The total that a double with each rank makes, or ``GONE``."""


class Pays(NamedTuple):
    """What hands win or lose; even rows are a wager as it is, odd rows the same one doubled."""

    against: Floats
    """A hand that waits for the dealer, by total and the dealer's outcome."""
    twenty_one: Floats
    """A 21 that wins as it is made, or NaN."""
    five_cards: Floats
    """Five cards that win as they are made, or NaN."""
    over: Floats
    """A hand that went over."""


class DealerTree(NamedTuple):
    """All that a dealer may draw, with the cards of one rank set apart.

    A node is a set of cards of the other ranks, depth first. Cards of the rank apart that complete
    it to a dealer's hand are a matter of its ends, so that shoes which differ in that rank only
    share the way through the tree.
    """

    rank: int
    """The rank apart."""
    depths: Integers
    """How many cards a node has."""
    slots: Integers
    """Which card a node adds: its rank, and how many of that rank came before."""
    firsts: Integers
    """Where the ends of a node begin; one more than there are nodes."""
    orders: Floats
    """In how many orders the cards of an end may come."""
    targets: Integers
    """What an end is added to: one place for ends of equal outcome and numbers of cards."""
    outcomes: Integers
    """The outcome, by place."""
    drawn: Integers
    """How many cards the dealer has drawn, by place."""
    apart: Integers
    """How many of these are of the rank apart, by place."""


class Natural(NamedTuple):
    """A hand that counts as a blackjack, with mean and mean square of what it comes to."""

    hand: int
    """Which hand, or ``GONE`` where none counts."""
    alone: float
    alone_square: float
    both: float
    """Against a blackjack of the dealer's."""
    both_square: float
    both_together: float
    """The mean product of two such hands, both against one blackjack of the dealer's."""
