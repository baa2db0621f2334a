"""How the automata of hands are laid out in the flat arrays that kernels take."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STRIDE = 16
"""How far apart the rows of a table lie."""


class Final(NamedTuple):
    """A finished hand: what it needs of the dealer, and what it wins in ticks by outcome."""

    needs: int
    pays: tuple[int, ...]


class Fork(NamedTuple):
    """A pair that is split, against what the dealer's card counts."""

    dealer: int
    kept: int
    """The rank of the card that stays."""
    moved: int
    """The rank of the card that becomes a further hand."""


class Code(NamedTuple):
    """Where a card leads: to a row of the table, a finished hand, a fork, a dealer's outcome."""

    kind: str
    number: int


class HandLayout(NamedTuple):
    """Where the automata of a game lie in the one array that kernels take.

    An entry of theirs below ``limit`` is the place of a row, in which the next card's rank is
    looked up. From there on it is a finished hand, and from ``first_fork`` on a pair to be split;
    for the dealer it is an outcome.
    """

    limit: np.uint64
    first_fork: np.uint64
    opening: np.uint64
    """The state of a hand's first card, by what its player can lay, the dealer's rank, its own."""
    dealer_opening: np.uint64
    """The state of the dealer's first card, by what is needed and its rank."""
    needs: np.uint64
    """What a finished hand needs of the dealer."""
    pays: np.uint64
    """What a finished hand wins in ticks above the lowest, by hand and outcome."""
    singles: np.uint64
    """The state of one card of a split pair, by what its player can lay, and fork.

    The card that stays on the original wager, that which stays on a further one, that which is
    moved; each by whether the box may come to one more hand.
    """
    most_hands: np.uint64
    """How many hands a box may come to, by fork."""
    forks: np.uint64
    """How far apart the states of split pairs lie for different means of their players."""
    lowest: np.int64
    """The lowest that a hand can win in ticks."""


class HandTables(NamedTuple):
    """The automata of a game as kernels take them."""

    numbers: NDArray[np.uint32]
    at: HandLayout
    ticks: int
    """How many ticks a wager has: money is whole in ticks."""
    most_hands: int
    """How many hands a box comes to at most."""


class MachineParts(NamedTuple):
    """What an automaton's flat arrays are made of."""

    rows: dict[str, list[list[int]]]
    """The rows of each array by its name."""
    entries: Callable[[Iterable[Code | None]], list[int]]
    """The numbers of states as the arrays have them; 0 where there is none."""
    limit: int
    """The first number that is no row: final states, and outcomes of the dealer."""
    first_fork: int
    """The number of the first state in which a pair is split."""
    forks: list[Fork]
    """The pairs that are split."""
    lowest: int
    """The least that a hand wins, in ticks; what it wins is kept above that."""
    most_hands: int
    """How many hands a box comes to at most."""


def laid_out(
    parts: dict[str, list[list[int]]],
) -> tuple[NDArray[np.uint32], dict[str, np.uint64]]:
    """Tables one behind the other in one array, their rows a stride apart, and where they begin.

    The first begins at nought and is not named.
    """
    begins: dict[str, np.uint64] = {}
    rows: list[list[int]] = []
    for name, part in parts.items():
        begins[name] = np.uint64(len(rows) * STRIDE)
        rows += [row + [0] * (STRIDE - len(row)) for row in part]
    del begins[next(iter(parts))]
    return np.array(rows, dtype=np.uint32).ravel(), begins
