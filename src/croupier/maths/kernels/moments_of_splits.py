"""What hands made by splitting come to, one hand at a time, with more and more of the pair gone.

The number of hands does not matter here: from these moments of single hands the value of any
number of hands follows (see ``croupier.maths.splits``).
"""

from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import entry, inner
from croupier.maths.kernels.decision_values import best_calls, cards_in, natural_value, play_out
from croupier.maths.kernels.tables import (
    CALLS,
    DOUBLE,
    HIT,
    RANKS,
    Floats,
    Hands,
    Integers,
    Natural,
    Pays,
)

MEAN, SQUARE = range(2)
OTHER_SECOND, ANY_SECOND = range(2)
"""A hand whose second card is not of the pair's rank (zero where it is), and any hand."""


class MomentsRoom(NamedTuple):
    """Room to work on one split."""

    values: Floats
    """By hand and call."""
    best: Floats
    """By hand."""
    marks: Integers
    """By hand."""
    reached: Integers
    """Hands in the order in which they are valued."""
    shoe: Floats


def moments_room(hands: int) -> MomentsRoom:
    """Room for so many hands."""
    marks, reached = np.empty((2, hands), np.int64)
    return MomentsRoom(np.empty((hands, CALLS)), np.empty(hands), marks, reached, np.empty(RANKS))


@inner
def made_up(calls: Integers) -> bool:
    """Whether there is a call with any hand."""
    any_call = 0
    for call in calls:
        any_call |= call
    return any_call != 0


@inner
def mark_reached(hands: Hands, start: int, calls: Integers, reached: Integers) -> None:
    """Mark each hand that the calls lead to from ``start``, and each that a double ends in."""
    reached[:] = 0
    reached[start] = 1
    for hand in range(start, len(calls)):
        if reached[hand] == 1:
            drawing = hand == start or calls[hand] >> HIT & 1
            doubling = hand != start and calls[hand] >> DOUBLE & 1
            for rank in range(RANKS):
                grown = hands.grown[hand, rank]
                if grown >= 0 and drawing:
                    reached[grown] = 1
                elif grown >= 0 and doubling and reached[grown] == 0:
                    reached[grown] = 2


@inner
def keep_marked(marks: Integers, order: Integers, kept: Integers) -> int:
    """Write down those hands of an order that are marked; returns how many they are."""
    number = 0
    for hand in order:
        if marks[hand] != 0:
            kept[number] = hand
            number += 1
    return number


@inner
def second_cards(
    hands: Hands, start: int, pair: int, shoe: Floats, best: Floats
) -> tuple[float, float]:
    """What a split hand comes to before its second card: without a second of the pair, and all."""
    other = same = 0.0
    for rank in range(RANKS):
        weight = shoe[rank] - hands.counts[start, rank]
        if weight > 0.0 and rank != pair:
            other += weight * best[hands.grown[start, rank]]
        elif weight > 0.0:
            same = weight * best[hands.grown[start, rank]]
    cards = cards_in(shoe) - hands.cards[start]
    return other / cards, (other + same) / cards


@inner
def natural_worth(natural: Natural, chances: Floats, power: int) -> float:
    """What a blackjack after the split comes to, where one counts, or its mean square."""
    if natural.hand < 0:
        return 0.0
    chance = chances[natural.hand]
    if power == MEAN:
        return natural_value(chance, natural.alone, natural.both)
    return natural_value(chance, natural.alone_square, natural.both_square)


@entry
def fill_split_moments(
    hands: Hands,
    order: Integers,
    start: int,
    pair: int,
    lawful: Integers,
    shoe: Floats,
    chances: Floats,
    pays: Pays,
    squares: Pays,
    natural: Natural,
    kinds: int,
    calls: Integers,
    room: MomentsRoom,
    moments: Floats,
) -> None:
    """Moments of a split hand, by kind of wager, power, second card and how many more are gone.

    ``order`` are the hands with a card of the pair, those with more points first; ``shoe`` lacks
    the dealer's card and the pair's other card; ``chances`` are the dealer's by how many more of
    the pair are gone and by hand. The best calls are found with no more of the pair gone, and
    kept: ``calls`` has a row for each kind of wager, which a row without a call asks to be filled
    in and a row with calls fixes. With one kind, only the first row is.
    """
    values, best, less = room.values, room.best, room.shoe
    for rank in range(RANKS):
        less[rank] = shoe[rank]
    for kind in range(kinds):
        less[pair] = shoe[pair]
        mine = calls[kind]
        row = 2 * kind
        if not made_up(mine):
            worth = natural_worth(natural, chances[0], MEAN)
            play_out(
                hands, order, lawful, less, chances[0], pays, row, natural.hand, worth, values, best
            )
            best_calls(order, values, mine)
        mark_reached(hands, start, mine, room.marks)
        reached = room.reached[: keep_marked(room.marks, order, room.reached)]
        for level in range(len(chances)):
            for power in range(2):
                paid = pays if power == MEAN else squares
                worth = natural_worth(natural, chances[level], power)
                play_out(
                    hands,
                    reached,
                    mine,
                    less,
                    chances[level],
                    paid,
                    row,
                    natural.hand,
                    worth,
                    values,
                    best,
                )
                cell = moments[kind, power]
                cell[OTHER_SECOND, level], cell[ANY_SECOND, level] = second_cards(
                    hands, start, pair, less, best
                )
            less[pair] -= 1.0
