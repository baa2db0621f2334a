"""Optional wagers exactly: every set of first cards, by the engine's own reading of the lines."""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.blackjack.side_bets import pair_lines, three_card_lines
from croupier.cards import DECK
from croupier.maths.parameters import ratio
from croupier.maths.shoe_contents import CardCounts
from croupier.rulebooks.blackjack_law import SideBet, SideBetKind

CARDS_OF_KIND = {SideBetKind.PAIR: 2, SideBetKind.THREE_CARDS: 3}
"""How many cards decide: the player's first two, or the dealer's first card as well."""


class LineFigures(msgspec.Struct, frozen=True):
    """One line of a pay table."""

    name: str
    """The line by its name."""
    chance: float
    """How often it wins."""
    pays: float
    """What it pays for each unit."""


class SideBetFigures(msgspec.Struct, frozen=True):
    """What an optional wager comes to, in units of it."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    hit: float
    """How often it wins anything."""
    variance: float
    """The variance of one wager."""
    sd: float
    """The standard deviation of one wager."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    lines: tuple[LineFigures, ...]
    """The lines of the pay table, one by one."""


class _Sets(NamedTuple):
    """All sets of first cards that make a line: where their cards stand in a deck."""

    cards: NDArray[np.int64]
    """One row for each set, its cards in order."""
    lines: tuple[frozenset[str], ...]


@cache
def _sets(kind: SideBetKind) -> _Sets:
    size = CARDS_OF_KIND[kind]
    made = pair_lines if kind is SideBetKind.PAIR else three_card_lines
    found = []
    for places in combinations_with_replacement(range(len(DECK)), size):
        lines = made(tuple(DECK[place] for place in places))
        if lines:
            found.append((places, frozenset(lines)))
    return _Sets(np.array([places for places, _ in found]), tuple(lines for _, lines in found))


def _chances(left: CardCounts, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance that the first cards are each set, in any order."""
    size = places.shape[1]
    orders = np.full(len(places), float(np.prod(np.arange(1, size + 1))))
    chances: NDArray[np.float64] = np.ones(len(places))
    same = np.zeros(len(places))
    for place in range(size):
        if place:
            same = np.where(places[:, place] == places[:, place - 1], same + 1, 0)
        orders /= same + 1
        chances *= np.maximum(left[places[:, place]] - same, 0) / (left.sum() - place)
    chances *= orders
    return chances


def side_bet_figures(bet: SideBet, table: int, left: CardCounts) -> SideBetFigures:
    """An optional wager on a pay table, counted from 0, with so many of each card left."""
    sets = _sets(bet.kind)
    chances = _chances(left, sets.cards)
    names = [line.name for line in bet.lines]
    paid = np.array(
        [next((i for i, n in enumerate(names) if n in made), -1) for made in sets.lines]
    )
    lines = tuple(
        LineFigures(line.name, float(chances[paid == place].sum()), ratio(line.odds.value[table]))
        for place, line in enumerate(bet.lines)
    )
    hit = sum(line.chance for line in lines)
    ev = sum(line.chance * line.pays for line in lines) - (1 - hit)
    variance = sum(line.chance * line.pays**2 for line in lines) + (1 - hit) - ev**2
    return SideBetFigures(ev, hit, variance, variance**0.5, 1 + ev, lines)
