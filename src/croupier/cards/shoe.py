"""Where cards come from: a card shoe with its cutting card, or a device that shuffles and deals."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum

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
