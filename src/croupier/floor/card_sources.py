"""Card sources: they hold the order of an automatic table's cards, and nothing else does."""

import os
import random
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from croupier.cards import Bytes, Card, Shoe, below, shuffled
from croupier.errors import CroupierError
from croupier.games.table.opening import STACKED

UNCUT = -1
"""No cut yet: the order of the cards has not been read."""


class UnknownOrderError(CroupierError):
    """A shoe whose order the card source does not hold."""


class KnownPast(Protocol):
    """The cards that have left a shoe."""

    def drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left a shoe, in order, including those that nobody saw."""


class CardSource(KnownPast, Protocol):
    """Holds the order of cards by the handles of shoes."""

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        """Shuffle cards, keep the given number, and return the handle of their order.

        ``instead_of`` is the shoe that is on the table until now.
        """

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card in front of a shoe; ``None`` if the shoe is empty."""

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards in front of a shoe; fewer if it does not hold enough."""

    def any_of(self, cards: Counter[Card], *, draw: int = 0, in_round: int = 0) -> Card:
        """Return one of the cards, each equally likely, as a continuous shuffler deals.

        ``draw`` counts what has come out of the device, ``in_round`` the rounds of the table.
        """

    def number_below(self, limit: int) -> int:
        """Return a random number from 0 to ``limit`` - 1: the place of a cut."""


def random_source(seed: int | None = None) -> Bytes:
    """Return a source of random bytes: the operating system's, or with a seed a repeatable one."""
    return os.urandom if seed is None else random.Random(seed).randbytes


def unknown_order_error(shoe: Shoe) -> UnknownOrderError:
    """Return the error for a shoe whose order the source does not hold."""
    return UnknownOrderError(f"the order of the cards ({shoe.handle}) is not known here")


class SoftwareShoe:
    """A source for one table, fed by bytes of chance, or by a stack that was laid beforehand.

    Only the order of the last shuffle is kept.
    """

    def __init__(self, source: Bytes, stack: Sequence[Card] | None = None) -> None:
        self._source = source
        self._shuffles = 0
        self._handle = "" if stack is None else STACKED
        self._order: tuple[Card, ...] = () if stack is None else tuple(stack)
        self._cut = UNCUT
        self._after_cut: tuple[Card, ...] = ()
        """The order after the last cut that was asked about."""

    def shuffle(
        self,
        cards: Sequence[Card],
        count: int,
        instead_of: Shoe | None = None,  # noqa: ARG002
    ) -> str:
        """Shuffle cards, keep the given number, and return the handle of their order."""
        self._shuffles += 1
        self._handle = f"shuffle-{self._shuffles}"
        self._order = shuffled(cards, self._source)[:count]
        self._cut = UNCUT
        return self._handle

    def _coming(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return all cards of a shoe in the order in which they come out after the cut."""
        if shoe.handle != self._handle:
            raise unknown_order_error(shoe)
        if shoe.cut != self._cut:
            self._cut = shoe.cut
            self._after_cut = self._order[shoe.cut :] + self._order[: shoe.cut]
        return self._after_cut

    def drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left a shoe, in order, including those that nobody saw."""
        return self._coming(shoe)[: shoe.drawn]

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card in front of a shoe; ``None`` if the shoe is empty."""
        coming = self._coming(shoe)
        return coming[shoe.drawn] if shoe.drawn < min(shoe.size, len(coming)) else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards in front of a shoe; fewer if it does not hold enough."""
        drawn = shoe.drawn
        known = shoe.handle == self._handle and shoe.cut == self._cut
        coming = self._after_cut if known else self._coming(shoe)
        return coming[drawn : min(drawn + count, shoe.size)]

    def any_of(
        self,
        cards: Counter[Card],
        *,
        draw: int = 0,  # noqa: ARG002
        in_round: int = 0,  # noqa: ARG002
    ) -> Card:
        """Return one of the cards, each equally likely, as a continuous shuffler deals."""
        number = below(cards.total(), self._source)
        for card, count in cards.items():
            number -= count
            if number < 0:
                return card
        raise AssertionError("a number below the total always falls on a card")

    def number_below(self, limit: int) -> int:
        """Return a random number from 0 to ``limit`` - 1: the place of a cut."""
        return below(limit, self._source)
