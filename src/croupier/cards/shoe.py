"""Where cards come from: a card shoe with its cutting card, or a device that shuffles and deals."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import TypeVar

import msgspec

from croupier.cards.card import DECK, Card

CARDS_PER_DECK = len(DECK)


class Device(Enum):
    """What the cards are dealt from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


SHUFFLER = Device.SHUFFLER
"""Looked up in every round, and in an enumeration that takes long."""


class Shoe(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A shoe or shuffling device at one moment, as everybody may know it.

    The order of the cards in it is not here: whoever deals holds it, under the shoe's handle.
    """

    device: Device
    """Whether it is a shoe or a shuffling device."""
    decks: int
    """How many decks it is for."""
    size: int
    """How many cards a full shoe holds."""
    handle: str = ""
    """Names the order in which the cards lie, where software keeps one; empty where nobody does:
    real cards, and a device that mixes as it deals."""
    stacked: bool = False
    """Whether the order was laid beforehand and need not be that of whole decks."""
    cut: int = 0
    """How many cards went from the front to the back when the cards were cut."""
    drawn: int = 0
    """How many cards have left it."""
    returned: int = 0
    """How many of those that had left a device went back into it."""
    cutting_card: int | None = None
    """How many cards lie in front of the cutting card when the shoe is full; none where there is
    none."""

    @property
    def left(self) -> int:
        """How many cards have not been drawn."""
        return self.size - self.drawn

    @property
    def draws(self) -> int:
        """How many cards have ever come out of a device, those that went back included."""
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
    """All cards of so many decks, unshuffled."""
    return DECK * decks


def remaining_cards(decks: int, gone: Iterable[Card]) -> Counter[Card]:
    """How many of each card are left of so many decks when some are gone."""
    left = Counter(dict.fromkeys(DECK, decks))
    left.subtract(gone)
    return left


Bytes = Callable[[int], bytes]
"""Gives the asked number of random bytes; ``os.urandom`` is one."""

Item = TypeVar("Item")


def below(limit: int, source: Bytes) -> int:
    """A whole number from 0 to ``limit`` - 1, each as likely as the others."""
    if limit <= 0:
        raise ValueError(f"there is no number below {limit} to draw")
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    spare = size * 8 - bits
    while True:
        number = int.from_bytes(source(size)) >> spare
        if number < limit:
            return number


@lru_cache
def _draws(count: int) -> tuple[tuple[int, int, int], ...]:
    """What a shuffle of so many items draws: a number up to which, its bytes, the spare bits."""
    draws = []
    for last in range(count - 1, 0, -1):
        bits = last.bit_length()
        size = (bits + 7) // 8
        draws.append((last, size, size * 8 - bits))
    return tuple(draws)


def shuffled(items: Sequence[Item], source: Bytes) -> tuple[Item, ...]:
    """The items in an order drawn from all orders alike (Fisher and Yates)."""
    order, number = list(items), int.from_bytes
    for last, size, spare in _draws(len(order)):
        other = number(source(size)) >> spare
        while other > last:
            other = number(source(size)) >> spare
        order[last], order[other] = order[other], order[last]
    return tuple(order)
