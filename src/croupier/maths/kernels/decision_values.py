"""Values of hands against one dealer's card, whichever calls are open to them."""

import numpy as np

from croupier.maths.kernels.compilation import entry, inner
from croupier.maths.kernels.dealer_ends import (
    BLACKJACK,
    OUTCOMES,
    DealerRoom,
    fill_dealer_chances,
)
from croupier.maths.kernels.tables import (
    CALLS,
    DOUBLE,
    HIGHEST,
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


@inner
def is_made(total: int, cards: int, pays: Pays, row: int) -> bool:
    """Whether a hand wins as it is made, so that nothing is left to decide."""
    if total == HIGHEST and not np.isnan(pays.twenty_one[row]):
        return True
    return cards >= FIVE and not np.isnan(pays.five_cards[row])


@inner
def finished_value(total: int, cards: int, chances: Floats, pays: Pays, row: int) -> float:
    """What a finished hand comes to: paid as it was made, or by the dealer's outcome."""
    if total == HIGHEST and not np.isnan(pays.twenty_one[row]):
        return pays.twenty_one[row]
    if cards >= FIVE and not np.isnan(pays.five_cards[row]):
        return pays.five_cards[row]
    value = 0.0
    for outcome in range(OUTCOMES):
        value += chances[outcome] * pays.against[row, total, outcome]
    return value


@inner
def cards_in(shoe: Floats) -> float:
    """How many cards are in a shoe."""
    cards = 0.0
    for rank in range(RANKS):
        cards += shoe[rank]
    return cards


@inner
def hit_value(hands: Hands, hand: int, shoe: Floats, best: Floats, over: float) -> float:
    """What a hand comes to that takes a card from the shoe (in which its own cards still lie)."""
    value = 0.0
    for rank in range(RANKS):
        grown = hands.grown[hand, rank]
        weight = shoe[rank] - hands.counts[hand, rank]
        if weight > 0.0:
            value += weight * (over if grown < 0 else best[grown])
    return value / (cards_in(shoe) - hands.cards[hand])


@inner
def double_value(
    hands: Hands, hand: int, shoe: Floats, chances: Floats, pays: Pays, row: int
) -> float:
    """What a hand comes to that is doubled, ``row`` being that of the doubled wager."""
    value = 0.0
    for rank in range(RANKS):
        weight = shoe[rank] - hands.counts[hand, rank]
        grown = hands.grown[hand, rank]
        if weight > 0.0 and grown < 0:
            value += weight * pays.over[row]
        elif weight > 0.0:
            total = hands.doubled[hand, rank]
            value += weight * finished_value(total, hands.cards[grown], chances[grown], pays, row)
    return value / (cards_in(shoe) - hands.cards[hand])


@inner
def value_calls(
    hands: Hands,
    hand: int,
    calls: int,
    shoe: Floats,
    chances: Floats,
    pays: Pays,
    row: int,
    best: Floats,
    values: Floats,
) -> None:
    """Fill in the value of each open call of a hand, given what its further hands come to."""
    for call in range(CALLS):
        values[call] = np.nan
    total, cards = hands.totals[hand], hands.cards[hand]
    made = is_made(total, cards, pays, row)
    if made or calls >> STAND & 1:
        values[STAND] = finished_value(total, cards, chances[hand], pays, row)
    if not made and calls >> HIT & 1:
        values[HIT] = hit_value(hands, hand, shoe, best, pays.over[row])
    if not made and calls >> DOUBLE & 1:
        values[DOUBLE] = double_value(hands, hand, shoe, chances, pays, row + 1)


@entry
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
        if hand == natural:
            values[hand, :] = np.nan
            values[hand, STAND] = natural_worth
        else:
            value_calls(hands, hand, calls[hand], shoe, chances, pays, row, best, values[hand])
        best[hand] = best_of(values[hand])


@entry
def review(
    hands: Hands,
    order: Integers,
    calls: Integers,
    shoe: Floats,
    chances: Floats,
    pays: Pays,
    row: int,
    best: Floats,
    values: Floats,
) -> None:
    """Fill in the value of each open call for each hand, given what hands come to from then on."""
    for hand in order:
        value_calls(hands, hand, calls[hand], shoe, chances, pays, row, best, values[hand])


@entry
def spread(hands: Hands, order: Integers, calls: Integers, shoe: Floats, chances: Floats) -> None:
    """Carry the chances of hands on to those that a hit makes of them.

    The order must bring hands with more points first; it is gone through from its end.
    """
    for place in range(len(order) - 1, -1, -1):
        hand = order[place]
        if chances[hand] > 0.0 and calls[hand] >> HIT & 1:
            cards = cards_in(shoe) - hands.cards[hand]
            for rank in range(RANKS):
                grown = hands.grown[hand, rank]
                weight = shoe[rank] - hands.counts[hand, rank]
                if grown >= 0 and weight > 0.0:
                    chances[grown] += chances[hand] * weight / cards


@inner
def best_of(values: Floats) -> float:
    """The highest of the values that are there; NaN where none is."""
    best = np.nan
    for value in values:
        if not np.isnan(value) and not value <= best:
            best = value
    return best


@inner
def best_calls(order: Integers, values: Floats, calls: Integers) -> None:
    """Fill in the mask of the one best call for each hand in an order."""
    for hand in order:
        best = best_of(values[hand])
        calls[hand] = 0
        for call in range(CALLS):
            if values[hand, call] == best:
                calls[hand] = 1 << call
                break


@entry
def fill_hand_chances(
    hands: Hands,
    bare: Integers,
    tree: DealerTree,
    shoe: Floats,
    least: int,
    room: DealerRoom,
    places: Integers,
    chances: Floats,
) -> None:
    """Fill in the dealer's chances by level and hand, the hand's cards gone from the shoe.

    A level is how many cards more are gone, of the rank that the tree has apart. ``bare`` is what
    each hand is without that rank. Only hands with at least so many cards of it are filled in.
    """
    levels, number, rank = len(chances), len(hands.cards), tree.rank
    used = np.int64(0)
    for hand in range(number):
        fit = (HIGHEST - hands.hard[hand]) // (rank + 1)
        if bare[hand] == hand and fit >= least:
            for other in range(RANKS):
                room.shoes[used, other] = shoe[other] - hands.counts[hand, other]
            room.most[used] = fit + levels
            places[hand] = used
            used += 1
    fill_dealer_chances(tree, used, room)
    for level in range(levels):
        for hand in range(number):
            count = hands.counts[hand, rank]
            if count >= least:
                for outcome in range(OUTCOMES):
                    chance = room.chances[places[bare[hand]], count + level, outcome]
                    chances[level, hand, outcome] = chance


@inner
def natural_value(chance: Floats, alone: float, both: float) -> float:
    """What a blackjack comes to, given the dealer's chances."""
    return (1.0 - chance[BLACKJACK]) * alone + chance[BLACKJACK] * both
