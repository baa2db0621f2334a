"""What lies in a shoe, full or after cards have been seen."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS, Card
from croupier.errors import CroupierError
from croupier.maths.pays import TEN
from croupier.maths.valuation import ShoeCounts

FEWEST_CARDS = 52
"""A round is looked at only where so many cards are left, so that none can run out of cards."""

CardCounts = NDArray[np.float64]
"""How many of each of the 52 cards, in the order of :data:`croupier.cards.DECK`."""


class SeenCardsError(CroupierError):
    """Cards that cannot have been seen."""


def cards_left(decks: int, seen: Iterable[Card] = ()) -> CardCounts:
    """How many of each card are left of so many decks."""
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
    """The same by what the cards count, with the ten ranks apart."""
    ranks = Counter(dict.fromkeys(RANKS, 0))
    for card, count in zip(DECK, left, strict=True):
        ranks[card.rank] += int(count)
    numbers = [ranks[rank] for rank in RANKS]
    ten, jack, queen, king = numbers[TEN:]
    counts = np.array([*numbers[:TEN], ten + jack + queen + king], np.float64)
    return ShoeCounts(counts, (ten, jack, queen, king))
