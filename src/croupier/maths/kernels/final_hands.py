"""The hands that one way to play a split hand ends in, and what each of them wins."""

from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import entry, inner
from croupier.maths.kernels.dealer_ends import BLACKJACK, OUTCOMES
from croupier.maths.kernels.decision_values import FIVE, is_made
from croupier.maths.kernels.tables import (
    DOUBLE,
    HIGHEST,
    HIT,
    RANKS,
    Booleans,
    Floats,
    Hands,
    Integers,
    Natural,
    Pays,
)

BITS = 6
"""A key has so many bits for the number of cards of each rank."""
OTHER, SAME = range(2)
"""Whether the second card of a hand is of the pair's rank."""


class FinalHands(NamedTuple):
    """What a way to play ends in, a line for each set of cards, those of fewer points first."""

    keys: Integers
    """The cards taken beyond the first, as a key."""
    comes: Booleans
    """Whether it comes at all, by whether the second card is of the pair's rank."""
    gains: Floats
    """What is won beyond a hand that went over, by second card and dealer's outcome, times the
    number of orders in which the cards may come."""
    ends: Integers
    """Where the lines of so many points begin, cards of the pair's rank not counted."""


class FinalRoom(NamedTuple):
    """Room for the final hands of one way to play, in the order in which they are found."""

    found: Integers
    """How many there are; one number."""
    keys: Integers
    gains: Floats
    orders: Floats
    """By hand and second card: in how many orders its cards may come."""
    sums: Floats
    """By hand, second card and outcome: what is won."""


def final_room(hands: int) -> FinalRoom:
    """Room for so many hands, each of which may end, or be doubled and go over with any rank."""
    most = hands * (1 + RANKS)
    return FinalRoom(
        found=np.zeros(1, np.int64),
        keys=np.empty(most, np.int64),
        gains=np.empty((most, 2, OUTCOMES)),
        orders=np.empty((hands, 2)),
        sums=np.empty((hands, 2, OUTCOMES)),
    )


@inner
def gain(
    total: int, cards: int, pays: Pays, row: int, base: float, weight: float, into: Floats
) -> None:
    """Add what a finished hand wins beyond ``base``, for each outcome of the dealer's."""
    for outcome in range(OUTCOMES):
        paid = pays.against[row, total, outcome]
        if total == HIGHEST and not np.isnan(pays.twenty_one[row]):
            paid = pays.twenty_one[row]
        elif cards >= FIVE and not np.isnan(pays.five_cards[row]):
            paid = pays.five_cards[row]
        into[outcome] += weight * (paid - base)


@inner
def key_of(counts: Integers, hand: int) -> int:
    """The numbers of cards of all ranks of a hand in one number."""
    key = 0
    for rank in range(RANKS):
        key |= counts[hand, rank] << (BITS * rank)
    return key


@entry
def fill_final_hands(
    hands: Hands,
    start: int,
    pair: int,
    calls: Integers,
    pays: Pays,
    row: int,
    natural: Natural,
    room: FinalRoom,
) -> None:
    """Find all final hands that the calls lead to.

    A wager that goes over undoubled has no gain, and so needs no mention.
    """
    number = len(hands.cards)
    orders, sums = room.orders, room.sums
    orders[:, :] = 0.0
    sums[:, :, :] = 0.0
    room.found[0] = 0
    base = pays.over[row]
    for rank in range(RANKS):
        orders[hands.grown[start, rank], SAME if rank == pair else OTHER] = 1.0
    for hand in range(start + 1, number):
        if orders[hand, OTHER] + orders[hand, SAME] == 0.0:
            continue
        total, cards = hands.totals[hand], hands.cards[hand]
        open_hand = hand != natural.hand and not is_made(total, cards, pays, row)
        if open_hand and calls[hand] >> DOUBLE & 1:
            _double(hands, start, hand, pays, row, room)
            continue
        for second in range(2):
            weight = orders[hand, second]
            if open_hand and calls[hand] >> HIT & 1:
                for rank in range(RANKS):
                    if hands.grown[hand, rank] >= 0:
                        orders[hands.grown[hand, rank], second] += weight
            elif hand == natural.hand:
                _gain_of_natural(natural, base, weight, sums[hand, second])
            else:
                gain(total, cards, pays, row, base, weight, sums[hand, second])
    _collect(hands, start, room)


@inner
def _gain_of_natural(natural: Natural, base: float, weight: float, into: Floats) -> None:
    """Add what a blackjack wins beyond ``base``, for each outcome of the dealer's."""
    for outcome in range(OUTCOMES):
        paid = natural.both if outcome == BLACKJACK else natural.alone
        into[outcome] += weight * (paid - base)


@inner
def _double(hands: Hands, start: int, hand: int, pays: Pays, row: int, room: FinalRoom) -> None:
    """Add what a doubled hand wins; one that goes over loses its double too."""
    base = pays.over[row]
    for rank in range(RANKS):
        grown = hands.grown[hand, rank]
        if grown >= 0:
            total = hands.doubled[hand, rank]
            for second in range(2):
                weight = room.orders[hand, second]
                into = room.sums[grown, second]
                gain(total, hands.cards[grown], pays, row + 1, base, weight, into)
        elif pays.over[row + 1] != base:
            found = room.found[0]
            room.found[0] += 1
            taken = key_of(hands.counts, hand) - key_of(hands.counts, start)
            room.keys[found] = taken + (1 << (BITS * rank))
            for second in range(2):
                lost = room.orders[hand, second] * (pays.over[row + 1] - base)
                room.gains[found, second, :] = lost


@inner
def _collect(hands: Hands, start: int, room: FinalRoom) -> None:
    """Write down the hands that win or lose something, by the cards taken beyond the first."""
    first = key_of(hands.counts, start)
    for hand in range(start + 1, len(hands.cards)):
        most = 0.0
        for second in range(2):
            for outcome in range(OUTCOMES):
                most = max(most, abs(room.sums[hand, second, outcome]))
        if most > 0.0:
            found = room.found[0]
            room.found[0] += 1
            room.keys[found] = key_of(hands.counts, hand) - first
            for second in range(2):
                for outcome in range(OUTCOMES):
                    room.gains[found, second, outcome] = room.sums[hand, second, outcome]
