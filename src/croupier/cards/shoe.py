"""Shoes and shuffling devices: their public state, and how a shuffle draws random numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import TypeVar

import msgspec

from croupier.cards.card import DECK, Card

CARDS_PER_DECK = len(DECK)


class Device(Enum):
    """The device that cards are dealt from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


SHUFFLER = Device.SHUFFLER
"""A constant for a member that every round reads: attribute lookup on an enumeration is slow."""


class Shoe(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The public state of a shoe or shuffling device.

    The order of the cards is not part of it: the card source keeps that, under the shoe's handle.
    """

    device: Device
    """A shoe, or a device that shuffles."""
    decks: int
    """The number of decks in use."""
    size: int
    """The number of cards in a full shoe."""
    handle: str = ""
    """Names the saved order of the cards; empty if there is none: real cards, or a device that
    mixes as it deals."""
    stacked: bool = False
    """Whether the order was set beforehand. It need not be an order of whole decks."""
    cut: int = 0
    """The number of cards moved from the front to the back by the cut."""
    drawn: int = 0
    """The number of cards that have left the shoe."""
    returned: int = 0
    """The number of cards that were put back into a device."""
    cutting_card: int | None = None
    """The number of cards in front of the cutting card when the shoe is full; ``None`` without
    one."""

    @property
    def cards_left(self) -> int:
        """The number of cards not yet drawn."""
        return self.size - self.drawn

    @property
    def draws(self) -> int:
        """The number of cards that a device has ever given out, including those put back since."""
        return self.drawn + self.returned

    @property
    def empty(self) -> bool:
        """Whether no card is left."""
        return self.drawn >= self.size

    @property
    def cutting_card_in_front(self) -> bool:
        """Whether the cutting card is the next to come out."""
        return self.cutting_card == self.drawn


def full_decks(decks: int) -> tuple[Card, ...]:
    """Return all cards of the given number of decks, unshuffled."""
    return DECK * decks


def remaining_cards(decks: int, gone: Iterable[Card]) -> Counter[Card]:
    """Return how many of each card are left in the decks after some are gone."""
    left = Counter(dict.fromkeys(DECK, decks))
    left.subtract(gone)
    return left


Bytes = Callable[[int], bytes]
"""A source of randomness: returns the requested number of random bytes, as ``os.urandom`` does."""

Item = TypeVar("Item")


def below(limit: int, source: Bytes) -> int:
    """Return a whole number from 0 to ``limit`` - 1, all equally likely."""
    if limit <= 0:
        raise ValueError(f"there is no number below {limit} to draw")
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    spare = size * 8 - bits
    # Numbers out of range are drawn again: a remainder would favour the lower ones.
    while True:
        number = int.from_bytes(source(size)) >> spare
        if number < limit:
            return number


@lru_cache
def _draws(count: int) -> tuple[tuple[int, int, int], ...]:
    """Return the draws of a shuffle: for each, the highest number, bytes to read, bits to drop."""
    draws = []
    for last in range(count - 1, 0, -1):
        bits = last.bit_length()
        size = (bits + 7) // 8
        draws.append((last, size, size * 8 - bits))
    return tuple(draws)


def random_order(items: Sequence[Item], source: Bytes) -> tuple[Item, ...]:
    """Return the items in a random order, all orders equally likely (Fisher and Yates)."""
    order, number = list(items), int.from_bytes
    for last, size, spare in _draws(len(order)):
        other = number(source(size)) >> spare
        while other > last:
            other = number(source(size)) >> spare
        order[last], order[other] = order[other], order[last]
    return tuple(order)
