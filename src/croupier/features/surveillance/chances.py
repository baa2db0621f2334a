"""The chances of what a round may show, exactly, from the cards that were left before it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from croupier.cards import DECK, RANKS
from croupier.games.blackjack.side_bets import pair_lines, three_card_lines
from croupier.maths.dealer_totals import (
    DealerRule,
    DealerTotals,
    bust_chance,
    dealer_totals,
    equal_chance,
)
from croupier.rulebooks.law.blackjack import SideBet, SideBetKind

VALUES = 10
"""Cards by value: an ace first, tens and pictures last."""
CARDS_OF_KIND = {SideBetKind.PAIR: 2, SideBetKind.THREE_CARDS: 3}
"""The cards that decide an optional wager: the player's first two, or the dealer's first too."""
VALUE_OF = tuple(card.points - 1 for card in DECK)
RANK_OF = tuple(RANKS.index(card.rank) for card in DECK)


def by_value(left: Sequence[int]) -> list[int]:
    """Return cards of a deck's places counted by value."""
    counts = [0] * VALUES
    for place, count in enumerate(left):
        counts[VALUE_OF[place]] += count
    return counts


def by_rank(left: Sequence[int]) -> list[int]:
    """Return cards of a deck's places counted by rank."""
    counts = [0] * len(RANKS)
    for place, count in enumerate(left):
        counts[RANK_OF[place]] += count
    return counts


def natural_chance(left: Sequence[int]) -> float:
    """Return the chance that a box's first two cards are a blackjack.

    >>> round(natural_chance([8] * 52), 5)
    0.04745
    """
    values = by_value(left)
    total = sum(values)
    return 2 * values[0] * values[-1] / (total * (total - 1)) if total > 1 else 0.0


def totals_after(
    left: Sequence[int], cards: Sequence[int], first: int, *, draws_soft_17: bool
) -> DealerTotals:
    """Return the chances of the dealer's totals once these cards have come out too."""
    values = by_value(left)
    for place in cards:
        values[VALUE_OF[place]] -= 1
    return dealer_totals(VALUE_OF[first], values, DealerRule(draws_soft_17))


def stand_off_mean(totals: DealerTotals, standing: Sequence[int], also: int) -> float:
    """Return how many hands stand off in the mean; ``also`` is a total that does for all."""
    extra = totals.get(also, 0.0) if also else 0.0
    return sum(equal_chance(totals, total) + extra for total in standing)


@lru_cache(maxsize=32)
def _winning_sets(kind: SideBetKind, names: frozenset[str]) -> tuple[tuple[int, ...], ...]:
    """Return all sets of first cards that make one of the lines, by their places in a deck."""
    made = pair_lines if kind is SideBetKind.PAIR else three_card_lines
    size = CARDS_OF_KIND[kind]
    return tuple(
        places
        for places in combinations_with_replacement(range(len(DECK)), size)
        if names & set(made(tuple(DECK[place] for place in places)))
    )


def _orders(places: tuple[int, ...]) -> int:
    """Return in how many orders the cards of a set can come."""
    orders = factorial(len(places))
    for place in set(places):
        orders //= factorial(places.count(place))
    return orders


@lru_cache(maxsize=256)
def _hit(kind: SideBetKind, names: frozenset[str], left: tuple[int, ...]) -> float:
    total = sum(left)
    ways = 0
    for places in _winning_sets(kind, names):
        here = _orders(places)
        for index, place in enumerate(places):
            here *= max(0, left[place] - places[:index].count(place))
        ways += here
    all_ways = 1
    for gone in range(CARDS_OF_KIND[kind]):
        all_ways *= total - gone
    return ways / all_ways if all_ways else 0.0


def side_bet_chance(bet: SideBet, left: Sequence[int]) -> float:
    """Return how often an optional wager wins anything."""
    return _hit(bet.kind, frozenset(line.name for line in bet.lines), tuple(left))


__all__ = [
    "bust_chance",
    "by_rank",
    "by_value",
    "natural_chance",
    "side_bet_chance",
    "stand_off_mean",
    "totals_after",
]
