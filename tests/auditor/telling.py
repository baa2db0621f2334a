"""Short ways to read what an auditor answers, whichever game it is for. Amounts are dollars."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from .facts import Line

__all__ = ["cited", "shoe", "sums", "told", "ways_to_draw"]


def told(lines: Iterable[Line]) -> list[tuple[str, int, str, str, float, str]]:
    """The settlement without the boxes."""
    return [
        (line.player, line.hand, line.on, line.result, line.net / 100, line.clause)
        for line in lines
    ]


def sums(lines: Iterable[Line]) -> dict[str, float]:
    """What each player won or lost."""
    totals: dict[str, float] = {}
    for line in lines:
        totals[line.player] = totals.get(line.player, 0) + line.net / 100
    return totals


def cited(faults: Iterable[str]) -> list[str]:
    """The clauses of the faults: the last word of each sentence, out of its brackets."""
    return [fault.rsplit(" ", 1)[1][1:-1] for fault in faults]


def shoe(chance: random.Random, size: int) -> tuple[str, ...]:
    """Cards from an endless shoe."""
    return tuple(chance.choice("A23456789TJQK") + chance.choice("CDHS") for _ in range(size))


def ways_to_draw(
    start: tuple[str, ...], enough: Callable[[tuple[str, ...]], bool], *, seed: int
) -> list[str]:
    """Ways in which a dealer's hand may go on, each drawn to its end."""
    chance = random.Random(seed)
    hands = []
    for _ in range(300):
        cards = start
        while not enough(cards):
            cards += shoe(chance, 1)
        hands.append(" ".join(cards))
    return hands
