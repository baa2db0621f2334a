"""Card sources: they hold the order of an automatic table's cards, and nothing else does."""

import os
import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

import msgspec

from croupier.cards import Bytes, Card, Shoe, below, random_order
from croupier.errors import CroupierError
from croupier.games.table.opening import STACKED

WORD_BYTES = 4
"""The generator draws words of this many bytes, also for fewer."""
SHUFFLE = "shuffle-"
"""The handles of a source's orders begin with it; the number of the shuffle follows."""
UNCUT = -1
"""No cut yet: the order of the cards has not been read."""


class UnknownOrderError(CroupierError):
    """A shoe whose order the card source does not hold."""


class KnownPast(Protocol):
    """The cards that have left a shoe."""

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
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


class Stack(msgspec.Struct, frozen=True):
    """Cards that were laid in a shoe beforehand."""

    cards: tuple[Card, ...]
    """All of them, in the order in which they come out."""
    cutting_card: int | None = None
    """How many lie in front of the cutting card; none where it is not among them."""
    behind: int = 0
    """How many come only when the shoe was empty and the discards have been shuffled."""

    @property
    def end(self) -> int:
        """How many are in the shoe at first."""
        return len(self.cards) - self.behind


class SeededBytes:
    """Repeatable random bytes, which can be set back to where they were."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        self.words = 0
        """How many words of 32 bits have been drawn: the place in the stream."""

    def __call__(self, count: int) -> bytes:
        self.words += (count + WORD_BYTES - 1) // WORD_BYTES
        # What `randbytes` returns, without a call of it: a shuffle draws each card's place.
        return self._random.getrandbits(count * 8).to_bytes(count, "little")

    def put_back(self, words: int) -> None:
        """Set the stream back to an earlier place."""
        self._random = random.Random(self._seed)
        if words:
            self._random.getrandbits(words * WORD_BYTES * 8)
        self.words = words


def random_source(seed: int | None = None) -> Bytes:
    """Return a source of random bytes: the operating system's, or with a seed a repeatable one."""
    return os.urandom if seed is None else SeededBytes(seed)


def unknown_order_error(shoe: Shoe) -> UnknownOrderError:
    """Return the error for a shoe whose order the source does not hold."""
    return UnknownOrderError(f"the order of the cards ({shoe.handle}) is not known here")


class ShoeState(NamedTuple):
    """What a source of cards held at some moment, to go back to."""

    shuffles: int
    handle: str
    order: tuple[Card, ...]
    cut: int
    after_cut: tuple[Card, ...]
    words: int
    """The place in a repeatable stream of bytes; 0 where the bytes are the operating system's."""


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

    @classmethod
    def from_order(cls, source: Bytes, shoe: Shoe, cards: Sequence[Card]) -> Self:
        """Return a source that holds the order of a shoe in use, first card first, after the cut.

        The cards that have left the shoe come first.
        """
        held = cls(source)
        held._handle, held._cut, held._after_cut = shoe.handle, shoe.cut, tuple(cards)
        behind = len(cards) - shoe.cut
        held._order = (*cards[behind:], *cards[:behind])
        number = shoe.handle.removeprefix(SHUFFLE)
        held._shuffles = int(number) if number.isdecimal() else 0
        return held

    @property
    def state(self) -> ShoeState:
        """What the source holds now, to be put back."""
        words = self._source.words if isinstance(self._source, SeededBytes) else 0
        held = self._handle, self._order, self._cut, self._after_cut
        return ShoeState(self._shuffles, *held, words)

    def put_back(self, state: ShoeState) -> None:
        """Return to an earlier state; a repeatable source then gives the same cards again."""
        self._shuffles, self._handle, self._order = state.shuffles, state.handle, state.order
        self._cut, self._after_cut = state.cut, state.after_cut
        if isinstance(self._source, SeededBytes) and self._source.words != state.words:
            self._source.put_back(state.words)

    def shuffle(
        self,
        cards: Sequence[Card],
        count: int,
        instead_of: Shoe | None = None,  # noqa: ARG002
    ) -> str:
        """Shuffle cards, keep the given number, and return the handle of their order."""
        self._shuffles += 1
        self._handle = f"{SHUFFLE}{self._shuffles}"
        self._order = random_order(cards, self._source)[:count]
        self._cut = UNCUT
        return self._handle

    def _cards_to_come(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return all cards of a shoe in the order in which they come out after the cut."""
        if shoe.handle != self._handle:
            raise unknown_order_error(shoe)
        if shoe.cut != self._cut:
            self._cut = shoe.cut
            self._after_cut = self._order[shoe.cut :] + self._order[: shoe.cut]
        return self._after_cut

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left a shoe, in order, including those that nobody saw."""
        return self._cards_to_come(shoe)[: shoe.drawn]

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card in front of a shoe; ``None`` if the shoe is empty."""
        coming = self._cards_to_come(shoe)
        return coming[shoe.drawn] if shoe.drawn < min(shoe.size, len(coming)) else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards in front of a shoe; fewer if it does not hold enough."""
        drawn = shoe.drawn
        known = shoe.handle == self._handle and shoe.cut == self._cut
        coming = self._after_cut if known else self._cards_to_come(shoe)
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
