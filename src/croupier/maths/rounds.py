"""A whole round off a shoe: the expectation of all that is wagered on one box."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.tables import RANKS
from croupier.maths.player_hands import index_of
from croupier.maths.valuation import AgainstCard, Setting, ShoeCounts, against_card


class RoundValue(NamedTuple):
    """What a round wins in units of the original wager, doubles and split wagers included."""

    mean: float
    """The expectation."""
    against: dict[int, AgainstCard]
    """The values of all hands, by the rank of the dealer's card."""
    variance: float = float("nan")
    """Where it was asked for (``croupier.maths.variance``)."""


class Start(NamedTuple):
    """A way that a round may start."""

    dealer: int
    first: int
    second: int
    """Ranks, an ace 0; the player's two in either order."""
    chance: float


def starts(shoe: ShoeCounts) -> Iterator[Start]:
    """All ways that a round may start and their chances."""
    for dealer in np.flatnonzero(shoe.ranks > 0):
        left = shoe.ranks.copy()
        chance = left[dealer] / left.sum()
        left[dealer] -= 1
        pairs = left.sum() * (left.sum() - 1)
        for first in range(RANKS):
            for second in range(first, RANKS):
                ways = left[first] * (left[second] - (first == second))
                ways *= 1 if first == second else 2
                if ways > 0:
                    yield Start(int(dealer), first, second, float(chance * ways / pairs))


def value_round(setting: Setting) -> RoundValue:
    """The expectation of a round, and the values of all hands.

    The dealer's cards are worked on at the same time, on as many cores as there are.
    """
    mean = 0.0
    dealers = [int(dealer) for dealer in np.flatnonzero(setting.shoe.ranks > 0)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        valued = pool.map(partial(against_card, setting), dealers)
        against = dict(zip(dealers, valued, strict=True))
    for start in starts(setting.shoe):
        hand = index_of(start.first, start.second)
        mean += start.chance * float(against[start.dealer].values[hand])
    return RoundValue(mean, against)
