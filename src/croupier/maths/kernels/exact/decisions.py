"""Values of hands against one dealer's card for any lawful calls, and the final hands of a play."""

from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import entry, inner
from croupier.maths.kernels.exact.dealer import BLACKJACK, OUTCOMES, DealerRoom, fill_dealer_chances
from croupier.maths.kernels.tables import (
    CALLS,
    DOUBLE,
    HIGHEST,
    HIT,
    RANKS,
    STAND,
    Booleans,
    DealerTree,
    Floats,
    Hands,
    Integers,
    Natural,
    Pays,
)

FIVE = 5


@inner
def is_made(total: int, cards: int, pays: Pays, row: int) -> bool:
    """Return whether a hand wins as it is made, so that nothing is left to decide."""
    if total == HIGHEST and not np.isnan(pays.twenty_one[row]):
        return True
    return cards >= FIVE and not np.isnan(pays.five_cards[row])


@inner
def finished_value(total: int, cards: int, chances: Floats, pays: Pays, row: int) -> float:
    """Return the value of a finished hand: paid as it was made, or by the dealer's outcome."""
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
    """Return the number of cards in a shoe."""
    cards = 0.0
    for rank in range(RANKS):
        cards += shoe[rank]
    return cards


@inner
def hit_value(hands: Hands, hand: int, shoe: Floats, best: Floats, over: float) -> float:
    """Return the value of a hit. The shoe still contains the hand's own cards."""
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
    """Return the value of a double. ``row`` is that of the doubled wager."""
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
    """Fill in the value of each open call of a hand, given the values of the next hands."""
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

    The order must have hands with more points first. ``calls`` are masks of lawful calls: with one
    bit for each hand they fix the play, and the value is that of this play. A call that is not open
    has the value NaN. The hand ``natural`` has the given value.
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
    """Fill in the value of each open call for each hand, given the values of hands after it."""
    for hand in order:
        value_calls(hands, hand, calls[hand], shoe, chances, pays, row, best, values[hand])


@entry
def spread(hands: Hands, order: Integers, calls: Integers, shoe: Floats, chances: Floats) -> None:
    """Propagate the chances of hands to the hands that a hit makes of them.

    The order must have hands with more points first; it is walked from its end.
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
    """Return the highest value; NaN if all are."""
    best = np.nan
    for value in values:
        if not np.isnan(value) and not value <= best:
            best = value
    return best


@inner
def best_calls(order: Integers, values: Floats, calls: Integers) -> None:
    """Fill in the mask of the best call for each hand in an order."""
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
    """Fill in the dealer's chances by level and hand, without the hand's cards in the shoe.

    A level is how many more cards are gone of the rank that the tree sets apart. ``bare`` is each
    hand without that rank. Only hands with at least ``least`` cards of it are filled in.
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
    """Return the value of a blackjack, given the dealer's chances."""
    return (1.0 - chance[BLACKJACK]) * alone + chance[BLACKJACK] * both


BITS = 6
"""The number of bits in a key for the count of each rank."""
OTHER, SAME = range(2)
"""Whether the second card of a hand is of the pair's rank."""


class FinalHands(NamedTuple):
    """The results of a fixed play, a line for each set of cards, fewer points first."""

    keys: Integers
    """The cards taken beyond the first, as a key."""
    comes: Booleans
    """Whether the hand can occur, by whether the second card is of the pair's rank."""
    gains: Floats
    """What is won over a hand that went over, by second card and dealer's outcome, times the number
    of orders in which the cards may come."""
    ends: Integers
    """Where the lines of each number of points begin; cards of the pair's rank are not counted."""


class FinalRoom(NamedTuple):
    """Room for the final hands of one play, in the order in which they are found."""

    found: Integers
    """The number of final hands, as an array of one."""
    keys: Integers
    gains: Floats
    orders: Floats
    """In how many orders the cards may come, by hand and second card."""
    sums: Floats
    """What is won, by hand, second card and outcome."""


def final_room(hands: int) -> FinalRoom:
    """Return room for this many hands.

    Each may end, or be doubled and go over with any rank.
    """
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
    """Add what a finished hand wins over ``base``, for each outcome of the dealer."""
    for outcome in range(OUTCOMES):
        paid = pays.against[row, total, outcome]
        if total == HIGHEST and not np.isnan(pays.twenty_one[row]):
            paid = pays.twenty_one[row]
        elif cards >= FIVE and not np.isnan(pays.five_cards[row]):
            paid = pays.five_cards[row]
        into[outcome] += weight * (paid - base)


@inner
def key_of(counts: Integers, hand: int) -> int:
    """Return the counts of all ranks of a hand as one number."""
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

    A wager that goes over undoubled has no gain, so it is left out.
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
    """Add what a blackjack wins over ``base``, for each outcome of the dealer."""
    for outcome in range(OUTCOMES):
        paid = natural.both if outcome == BLACKJACK else natural.alone
        into[outcome] += weight * (paid - base)


@inner
def _double(hands: Hands, start: int, hand: int, pays: Pays, row: int, room: FinalRoom) -> None:
    """Add what a doubled hand wins; a hand that goes over loses its double too."""
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
    """Write the hands that win or lose something, by the cards taken beyond the first."""
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
