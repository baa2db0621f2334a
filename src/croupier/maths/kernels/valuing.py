"""Values of hands against one dealer's card, whichever calls are open to them."""

import numpy as np
from numba import njit

from croupier.maths.kernels.dealer import BLACKJACK, OUTCOMES, dealer_chances
from croupier.maths.kernels.tables import (
    CALLS,
    DOUBLE,
    HIT,
    RANKS,
    STAND,
    DealerTree,
    Floats,
    Hands,
    Integers,
    Pays,
)

FIVE = 5
TWENTY_ONE = 21


@njit(cache=True, nogil=True)
def is_made(total: int, cards: int, pays: Pays, row: int) -> bool:
    """Whether a hand wins as it is made, so that nothing is left to decide."""
    if total == TWENTY_ONE and not np.isnan(pays.twenty_one[row]):
        return True
    return cards >= FIVE and not np.isnan(pays.five_cards[row])


@njit(cache=True, nogil=True)
def settled(total: int, cards: int, chances: Floats, pays: Pays, row: int) -> float:
    """What a finished hand comes to: paid as it was made, or by the dealer's outcome."""
    if total == TWENTY_ONE and not np.isnan(pays.twenty_one[row]):
        return pays.twenty_one[row]
    if cards >= FIVE and not np.isnan(pays.five_cards[row]):
        return pays.five_cards[row]
    value = 0.0
    for outcome in range(OUTCOMES):
        value += chances[outcome] * pays.against[row, total, outcome]
    return value


@njit(cache=True, nogil=True)
def hit_value(hands: Hands, hand: int, shoe: Floats, best: Floats, over: float) -> float:
    """What a hand comes to that takes a card from the shoe (in which its own cards still lie)."""
    value = 0.0
    for rank in range(RANKS):
        grown = hands.grown[hand, rank]
        value += (shoe[rank] - hands.counts[hand, rank]) * (over if grown < 0 else best[grown])
    return value / (shoe.sum() - hands.cards[hand])


@njit(cache=True, nogil=True)
def double_value(
    hands: Hands, hand: int, shoe: Floats, chances: Floats, pays: Pays, row: int
) -> float:
    """What a hand comes to that is doubled, ``row`` being that of the doubled wager."""
    value = 0.0
    for rank in range(RANKS):
        weight = shoe[rank] - hands.counts[hand, rank]
        grown = hands.grown[hand, rank]
        if grown < 0:
            value += weight * pays.over[row]
        else:
            total = hands.doubled[hand, rank]
            value += weight * settled(total, hands.cards[grown], chances[grown], pays, row)
    return value / (shoe.sum() - hands.cards[hand])


@njit(cache=True, nogil=True)
def play_out(
    hands: Hands,
    order: Integers,
    calls: Integers,
    shoe: Floats,
    chances: Floats,
    pays: Pays,
    row: int,
    natural: int,
    natural_worth: float,
    values: Floats,
    best: Floats,
) -> None:
    """Fill in the value of each open call, and of the best, for each hand in an order.

    The order must bring hands with more points first. ``calls`` is a mask of what may be called:
    with one bit for each hand it is a fixed way to play, and the value is what that comes to.
    A call that is not open has the value NaN. The hand ``natural`` is worth what it is said to be.
    """
    for hand in order:
        values[hand, :] = np.nan
        made = is_made(hands.totals[hand], hands.cards[hand], pays, row)
        if hand == natural:
            values[hand, STAND] = natural_worth
        elif made or calls[hand] >> STAND & 1:
            total, cards = hands.totals[hand], hands.cards[hand]
            values[hand, STAND] = settled(total, cards, chances[hand], pays, row)
        if not made and hand != natural:
            if calls[hand] >> HIT & 1:
                values[hand, HIT] = hit_value(hands, hand, shoe, best, pays.over[row])
            if calls[hand] >> DOUBLE & 1:
                values[hand, DOUBLE] = double_value(hands, hand, shoe, chances, pays, row + 1)
        best[hand] = best_of(values[hand])


@njit(cache=True, nogil=True)
def best_of(values: Floats) -> float:
    """The highest of the values that are there; NaN where none is."""
    best = np.nan
    for value in values:
        if not np.isnan(value) and not value <= best:
            best = value
    return best


@njit(cache=True, nogil=True)
def best_calls(order: Integers, values: Floats, calls: Integers) -> None:
    """Fill in the mask of the one best call for each hand in an order."""
    for hand in order:
        best = best_of(values[hand])
        calls[hand] = 0
        for call in range(CALLS):
            if values[hand, call] == best:
                calls[hand] = 1 << call
                break


@njit(cache=True, nogil=True)
def fill_chances(
    hands: Hands, wanted: Integers, tree: DealerTree, shoe: Floats, chances: Floats
) -> None:
    """Fill in the dealer's chances for the wanted hands, their cards gone from the shoe."""
    shoes = np.empty((len(wanted), RANKS))
    for place in range(len(wanted)):
        for rank in range(RANKS):
            shoes[place, rank] = shoe[rank] - hands.counts[wanted[place], rank]
    found = dealer_chances(tree, shoes)
    for place in range(len(wanted)):
        chances[wanted[place]] = found[place]


@njit(cache=True, nogil=True)
def natural_value(chance: Floats, alone: float, both: float) -> float:
    """What a blackjack comes to, given the dealer's chances."""
    return (1.0 - chance[BLACKJACK]) * alone + chance[BLACKJACK] * both
