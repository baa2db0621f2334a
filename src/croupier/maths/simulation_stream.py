"""A whole round for one box as one automaton, so that a shoe is a word and play is to read it.

It is the product of the automata of the player's hand and the dealer's. A card leads from state to
state, and into the first state of the next round when a round ends. There is one such state for
each result, so that the result can be told from the state. A split leaves the automaton: it is
played hand by hand.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.hand_layout import STRIDE, HandTables
from croupier.maths.simulation_calls import RANKS
from croupier.maths.simulation_hands import OUTCOMES

CUTTING_CARD = RANKS
"""How the cutting card is written among ranks."""
SPECIAL = 0x8000
"""From here on an entry is no row: first the cutting card, then pairs to be split."""


class StreamTables(NamedTuple):
    """The automaton as kernels take it."""

    next: NDArray[np.uint16]
    """The next row by row and rank; the first rows stand for the results, the lowest first."""
    after_results: np.uint64
    """Where the rows of the results end."""
    lowest: np.int64
    """The lowest result in ticks."""
    forks: NDArray[np.uint32]
    """The state of a pair to be split and the dealer's rank, by special entry."""


class _Stream:
    """Builds the automaton."""

    def __init__(self, hands: HandTables) -> None:
        self.numbers: list[int] = hands.numbers.tolist()
        at = hands.at
        self.limit, self.first_fork = int(at.limit), int(at.first_fork)
        self.opening, self.dealer_opening = int(at.opening), int(at.dealer_opening)
        self.needs, self.pays, self.least = int(at.needs), int(at.pays), int(at.lowest)
        self.rows: dict[tuple[int, ...], int] = {}
        self.special: dict[tuple[int, int], int] = {}
        finals = range(self.pays, int(at.singles), STRIDE)
        pays = [won for final in finals for won in self.numbers[final : final + OUTCOMES]]
        self.lowest: int = hands.most_hands * self.least
        self.results: int = hands.most_hands * (max(pays) + self.least) - self.lowest + 1
        self.played = cache(self._played)
        self.settled = cache(self._settled)

    def row(self, children: Iterable[int]) -> int:
        """The entry for a row, made once; the rows of the results come first."""
        number = self.rows.setdefault(tuple(children), len(self.rows))
        return (self.results + number) * STRIDE

    def start(self) -> tuple[int, ...]:
        """The row of a round's first card."""
        return tuple(
            self.row(
                self.played(self.numbers[self.opening + dealer * STRIDE + first], dealer)
                for dealer in range(RANKS)
            )
            for first in range(RANKS)
        )

    def _played(self, state: int, dealer: int) -> int:
        """The entry for a hand that has come to a state against the dealer's rank."""
        if state >= self.first_fork:
            number = self.special.setdefault((state, dealer), len(self.special))
            return SPECIAL + 1 + number
        if state >= self.limit:
            final = state - self.limit
            needs = self.numbers[self.needs + final * STRIDE]
            opening = self.numbers[self.dealer_opening + needs * STRIDE + dealer]
            return self.settled(final, opening)
        children = self.numbers[state : state + RANKS]
        return self.row(self.played(child, dealer) for child in children)

    def _settled(self, final: int, state: int) -> int:
        """The entry for a finished hand when the dealer's has come to a state."""
        if state >= self.limit:
            won = self.numbers[self.pays + final * STRIDE + state - self.limit] + self.least
            return (won - self.lowest) * STRIDE
        children = self.numbers[state : state + RANKS]
        return self.row(self.settled(final, child) for child in children)


def stream_tables(hands: HandTables) -> StreamTables | None:
    """The automaton of one box; ``None`` where it has more states than entries can name."""
    stream = _Stream(hands)
    start = stream.start()
    rows = [start] * stream.results + list(stream.rows)
    if len(rows) * STRIDE > SPECIAL:
        return None
    flat = np.full((len(rows), STRIDE), SPECIAL, np.uint16)
    flat[:, :RANKS] = rows
    return StreamTables(
        next=flat.ravel(),
        after_results=np.uint64(stream.results * STRIDE),
        lowest=np.int64(stream.lowest),
        forks=np.array([(0, 0), *stream.special], np.uint32).ravel(),
    )
