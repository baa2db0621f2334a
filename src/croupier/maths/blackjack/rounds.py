"""A whole round from a shoe: the expectation of all wagers on one box."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.cards import RANKS as CARDS_RANKS
from croupier.errors import CroupierError
from croupier.maths.blackjack.hands import index_of
from croupier.maths.blackjack.parameters import TEN
from croupier.maths.blackjack.valuation import AgainstCard, Setting, ShoeCounts, against_card
from croupier.maths.kernels.tables import RANKS


class RoundValue(NamedTuple):
    """What a round wins in units of the original wager, including doubles and split wagers."""

    mean: float
    """The expectation."""
    against: dict[int, AgainstCard]
    """The values of all hands, by the rank of the dealer's card."""
    variance: float = float("nan")
    """The variance if it was requested (``maths.blackjack.analysis``), otherwise NaN."""


class Start(NamedTuple):
    """A possible start of a round, and its chance."""

    dealer: int
    first: int
    second: int
    """Ranks, an ace 0; the player's two in either order."""
    chance: float


def starts(shoe: ShoeCounts) -> Iterator[Start]:
    """Yield all possible starts of a round with their chances."""
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
    """Return the expectation of a round and the values of all hands.

    The dealer's cards are computed in parallel, on all cores.
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


FEWEST_CARDS = 52
"""The fewest cards for which a round is valued, so that none can run out of cards."""

CardCounts = NDArray[np.float64]
"""The number of each of the 52 cards, in the order of :data:`croupier.cards.DECK`."""


class SeenCardsError(CroupierError):
    """Raised for cards that cannot have been seen."""


def cards_left(decks: int, seen: Iterable[Card] = ()) -> CardCounts:
    """Return how many of each card are left in the decks.

    Raise :class:`SeenCardsError` for too few.
    """
    gone = Counter(seen)
    for card, count in gone.items():
        if count > decks:
            raise SeenCardsError(
                f"{count} cards {card} cannot have left {decks} decks: there are only {decks}"
            )
    left = 52 * decks - gone.total()
    if left < FEWEST_CARDS:
        raise SeenCardsError(
            f"{left} cards are left of {decks} decks; at least {FEWEST_CARDS} are needed"
        )
    return np.array([decks - gone[card] for card in DECK], np.float64)


def shoe_counts(left: CardCounts) -> ShoeCounts:
    """Return the counts by card value, with the four ten ranks apart."""
    ranks = Counter(dict.fromkeys(CARDS_RANKS, 0))
    for card, count in zip(DECK, left, strict=True):
        ranks[card.rank] += int(count)
    numbers = [ranks[rank] for rank in CARDS_RANKS]
    ten, jack, queen, king = numbers[TEN:]
    counts = np.array([*numbers[:TEN], ten + jack + queen + king], np.float64)
    return ShoeCounts(counts, (ten, jack, queen, king))
