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


class Shoe(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A shoe or shuffling device at one moment.

    ``stack`` is the order of the cards where it is known: a software shoe, or a stacked one of a
    scenario. It is ``None`` where nobody knows it: real cards, and a device that mixes as it deals.
    """

    device: Device
    decks: int
    stack: tuple[Card, ...] | None = None
    stacked: bool = False
    """Whether the order was laid beforehand and need not be that of whole decks."""
    drawn: int = 0
    cutting_card: int | None = None
    """How many cards lie in front of the cutting card when the shoe is full."""

    @property
    def size(self) -> int:
        """How many cards a full shoe holds."""
        return self.decks * CARDS_PER_DECK if self.stack is None else len(self.stack)

    @property
    def left(self) -> int:
        """How many cards have not been drawn."""
        return self.size - self.drawn

    @property
    def empty(self) -> bool:
        """Whether no card is left."""
        stack = self.stack
        return self.drawn >= (self.decks * CARDS_PER_DECK if stack is None else len(stack))

    @property
    def next_card(self) -> Card | None:
        """The card in front, where the order is known and there is one."""
        if self.stack is None or self.drawn >= len(self.stack):
            return None
        return self.stack[self.drawn]

    @property
    def cutting_card_in_front(self) -> bool:
        """Whether the cutting card is the next to come out."""
        return self.cutting_card is not None and self.cutting_card == self.drawn


def full_decks(decks: int) -> tuple[Card, ...]:
    """All cards of so many decks, unshuffled."""
    return DECK * decks


def cut_stack(stack: tuple[Card, ...], position: int) -> tuple[Card, ...]:
    """The stack after a cut: what lay in front of the cutting card goes behind."""
    return stack[position:] + stack[:position]


def remaining_cards(decks: int, gone: Iterable[Card]) -> Counter[Card]:
    """How many of each card are left of so many decks when some are gone."""
    left = Counter(dict.fromkeys(DECK, decks))
    left.subtract(gone)
    return left
