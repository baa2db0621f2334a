"""The hands that one way to play a split hand ends in, and what each of them wins."""

from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import inner, kernel
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
    """What a way to play ends in, a line for each set of cards."""

    keys: Integers
    """The cards taken beyond the first, as a key."""
    comes: Booleans
    """Whether it comes at all, by whether the second card is of the pair's rank."""
    gains: Floats
    """What is won beyond a hand that went over, by second card and dealer's outcome, times the
    number of orders in which the cards may come."""


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


@kernel
def final_hands(
    hands: Hands,
    start: int,
    pair: int,
    calls: Integers,
    pays: Pays,
    row: int,
    natural: Natural,
) -> FinalHands:
    """All final hands that the calls lead to.

    A wager that goes over undoubled has no gain, and so needs no mention.
    """
    number = len(hands.cards)
    orders = np.zeros((number, 2))
    gains = np.zeros((number, 2, OUTCOMES))
    lost = np.zeros((number, RANKS, 2))
    base = pays.over[row]
    for rank in range(RANKS):
        orders[hands.grown[start, rank], SAME if rank == pair else OTHER] = 1.0
    for hand in range(start + 1, number):
        if orders[hand, OTHER] + orders[hand, SAME] == 0.0:
            continue
        total, cards = hands.totals[hand], hands.cards[hand]
        open_hand = hand != natural.hand and not is_made(total, cards, pays, row)
        for second in range(2):
            weight = orders[hand, second]
            if open_hand and calls[hand] >> HIT & 1:
                for rank in range(RANKS):
                    if hands.grown[hand, rank] >= 0:
                        orders[hands.grown[hand, rank], second] += weight
            elif open_hand and calls[hand] >> DOUBLE & 1:
                _double(hands, hand, pays, row, weight, gains[:, second], lost[hand, :, second])
            elif hand == natural.hand:
                _gain_of_natural(natural, base, weight, gains[hand, second])
            else:
                gain(total, cards, pays, row, base, weight, gains[hand, second])
    return _collected(hands, start, gains, lost)


@inner
def _gain_of_natural(natural: Natural, base: float, weight: float, into: Floats) -> None:
    """Add what a blackjack wins beyond ``base``, for each outcome of the dealer's."""
    for outcome in range(OUTCOMES):
        paid = natural.both if outcome == BLACKJACK else natural.alone
        into[outcome] += weight * (paid - base)


@inner
def _double(
    hands: Hands, hand: int, pays: Pays, row: int, weight: float, gains: Floats, lost: Floats
) -> None:
    """Add what a doubled hand wins; one that goes over loses its double too."""
    base = pays.over[row]
    for rank in range(RANKS):
        grown = hands.grown[hand, rank]
        if grown < 0:
            lost[rank] += weight * (pays.over[row + 1] - base)
        else:
            total = hands.doubled[hand, rank]
            gain(total, hands.cards[grown], pays, row + 1, base, weight, gains[grown])


@inner
def _comes(gains: Floats, hand: int, second: int) -> bool:
    """Whether a hand wins or loses anything with a second card of this kind."""
    most = 0.0
    for outcome in range(OUTCOMES):
        most = max(most, abs(gains[hand, second, outcome]))
    return most > 0.0


@inner
def keep(some: Floats, into: Floats) -> None:
    """Copy what belongs to each outcome."""
    for outcome in range(OUTCOMES):
        into[outcome] = some[outcome]


@kernel
def _collected(hands: Hands, start: int, gains: Floats, lost: Floats) -> FinalHands:
    """The hands that win or lose something, by the cards they took beyond their first."""
    number = len(hands.cards)
    first = key_of(hands.counts, start)
    most = number * (1 + RANKS)
    keys = np.empty(most, np.int64)
    kept = np.zeros((most, 2, OUTCOMES))
    found = 0
    for hand in range(number):
        key = key_of(hands.counts, hand) - first
        if _comes(gains, hand, OTHER) or _comes(gains, hand, SAME):
            keys[found] = key
            for second in range(2):
                keep(gains[hand, second], kept[found, second])
            found += 1
        for rank in range(RANKS):
            if lost[hand, rank, OTHER] != 0.0 or lost[hand, rank, SAME] != 0.0:
                keys[found] = key + (1 << (BITS * rank))
                for second in range(2):
                    kept[found, second, :] = lost[hand, rank, second]
                found += 1
    comes = np.zeros((found, 2), np.bool_)
    for place in range(found):
        for second in range(2):
            comes[place, second] = _comes(kept, place, second)
    return FinalHands(keys[:found].copy(), comes, kept[:found].copy())
