"""The dealer's final total from the cards that are left, exactly, in plain Python.

The compiled kernels answer this for millions of hands; here a server asks for one round at a time
and loads no compiler.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

ACE, TEN = 0, 9
RANKS = 10
STANDS = 17
BUST = 22
NATURAL = 0
"""In place of a total: a blackjack."""

DealerTotals = dict[int, float]
"""The chance of each final total from 17; those over 21 too; ``NATURAL`` for a blackjack."""


class DealerRule(msgspec.Struct, frozen=True):
    """What decides whether the dealer draws."""

    draws_soft_17: bool
    """Whether the dealer draws to a soft seventeen."""


def dealer_totals(first: int, left: Sequence[int], rule: DealerRule) -> DealerTotals:
    """Return the chances of the dealer's totals after a first card.

    Cards are by value, an ace 0, tens and pictures 9; ``left`` are those not seen yet.

    >>> found = dealer_totals(TEN, [32] * 9 + [127], DealerRule(False))
    >>> round(found[NATURAL], 4), round(bust_chance(found), 3)
    (0.0771, 0.212)
    """
    return dict(_totals(first, tuple(left), rule.draws_soft_17))


@lru_cache(maxsize=256)
def _totals(
    first: int, left: tuple[int, ...], draws_soft_17: bool
) -> tuple[tuple[int, float], ...]:
    counts = list(left)
    total = sum(counts)
    found: dict[int, float] = {}
    # Hands of the same cards in another order are one hand.
    level: dict[tuple[tuple[int, ...], int, bool], float] = {
        ((first,), first + 1, first == ACE): 1.0
    }
    for drawn in range(len(counts) * 2):
        later: dict[tuple[tuple[int, ...], int, bool], float] = {}
        for (cards, hard, ace), chance in level.items():
            for value, count in enumerate(counts):
                still = count - (cards.count(value) - (value == first))
                if still <= 0:
                    continue
                part = chance * still / (total - drawn)
                made, has_ace = hard + value + 1, ace or value == ACE
                final = _final(made, has_ace, len(cards) + 1, draws_soft_17=draws_soft_17)
                if final is not None:
                    found[final] = found.get(final, 0.0) + part
                    continue
                key = (tuple(sorted((*cards, value))), made, has_ace)
                later[key] = later.get(key, 0.0) + part
        if not later:
            break
        level = later
    return tuple(sorted(found.items()))


def _final(hard: int, ace: bool, cards: int, *, draws_soft_17: bool) -> int | None:
    """Return the total of a hand with which the dealer stops; ``None`` if another card is due."""
    soft = ace and hard + 10 <= 21
    best = hard + 10 if soft else hard
    if cards == 2 and best == 21:
        return NATURAL
    if best < STANDS or (soft and best == STANDS and draws_soft_17):
        return None
    return best


def bust_chance(totals: DealerTotals) -> float:
    """Return the chance that the dealer goes over."""
    return sum(chance for total, chance in totals.items() if total >= BUST)


def equal_chance(totals: DealerTotals, total: int) -> float:
    """Return the chance that the dealer's total equals one, blackjacks aside."""
    return totals.get(total, 0.0)
