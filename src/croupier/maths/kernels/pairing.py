"""The mean product of what two hands made by splitting win, over all their cards and the dealer's.

For one way to play there are a few hundred final hands. Two of them and the dealer's hand take
their cards from one shoe, and what matters of the two is which cards they take together: pairs of
final hands that take the same cards share the walk through the dealer's tree.
"""

import numpy as np
from numba import njit

from croupier.maths.kernels.dealer import BLACKJACK, OUTCOMES, dealer_chances
from croupier.maths.kernels.splitting import ANY_SECOND, OTHER_SECOND
from croupier.maths.kernels.tables import (
    DOUBLE,
    HIT,
    RANKS,
    DealerTree,
    Floats,
    Hands,
    Integers,
    Natural,
    Pays,
)
from croupier.maths.kernels.valuing import FIVE, TWENTY_ONE, is_made

BITS = 6
"""A key has so many bits for the number of cards of each rank."""
MOST_OF_A_RANK = (1 << BITS) - 1
BOTH_OTHER, ONE_OTHER, BOTH_ANY = range(3)
"""Which of two hands have a second card that is not of the pair's rank."""
COMBINATIONS = 3
EMPTY = -1
ROOM = 1 << 10
"""For so many keys there is room at first."""
HASH = 0x1E3779B97F4A7C15
"""An odd number that spreads keys over a table."""


@njit(cache=True, nogil=True, error_model="numpy")
def gain(
    total: int, cards: int, pays: Pays, row: int, base: float, weight: float, into: Floats
) -> None:
    """Add what a finished hand wins beyond ``base``, for each outcome of the dealer's."""
    for outcome in range(OUTCOMES):
        paid = pays.against[row, total, outcome]
        if total == TWENTY_ONE and not np.isnan(pays.twenty_one[row]):
            paid = pays.twenty_one[row]
        elif cards >= FIVE and not np.isnan(pays.five_cards[row]):
            paid = pays.five_cards[row]
        into[outcome] += weight * (paid - base)


@njit(cache=True, nogil=True, error_model="numpy")
def key_of(counts: Integers) -> int:
    """The numbers of cards of all ranks in one number."""
    key = 0
    for rank in range(RANKS):
        key |= counts[rank] << (BITS * rank)
    return key


@njit(cache=True, nogil=True, error_model="numpy")
def final_hands(
    hands: Hands,
    start: int,
    pair: int,
    calls: Integers,
    pays: Pays,
    row: int,
    natural: Natural,
) -> tuple[Integers, Floats]:
    """The cards that each final hand takes, and what it wins beyond a hand that went over.

    Gains come by second card and dealer's outcome, times the number of orders of the cards.
    A wager that goes over undoubled has no gain, and so needs no mention.
    """
    number = len(hands.cards)
    orders = np.zeros((number, 2))
    gains = np.zeros((number, 2, OUTCOMES))
    lost = np.zeros((number, RANKS, 2))
    base = pays.over[row]
    for rank in range(RANKS):
        orders[hands.grown[start, rank], ANY_SECOND] = 1.0
        orders[hands.grown[start, rank], OTHER_SECOND] = 0.0 if rank == pair else 1.0
    for hand in range(start + 1, number):
        if orders[hand, ANY_SECOND] == 0.0:
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
                gains[hand, second, :] += weight * (natural.alone - base)
                gains[hand, second, BLACKJACK] += weight * (natural.both - natural.alone)
            else:
                gain(total, cards, pays, row, base, weight, gains[hand, second])
    return _collected(hands, start, gains, lost)


@njit(cache=True, nogil=True, error_model="numpy")
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


@njit(cache=True, nogil=True, error_model="numpy")
def _collected(hands: Hands, start: int, gains: Floats, lost: Floats) -> tuple[Integers, Floats]:
    """The hands that win or lose something, by the cards they took beyond their first."""
    number = len(hands.cards)
    first = key_of(hands.counts[start])
    keys = np.empty(number + number * RANKS, np.int64)
    kept = np.empty((number + number * RANKS, 2, OUTCOMES))
    found = 0
    for hand in range(number):
        if np.any(gains[hand] != 0.0):
            keys[found] = key_of(hands.counts[hand]) - first
            kept[found] = gains[hand]
            found += 1
        for rank in range(RANKS):
            if lost[hand, rank, ANY_SECOND] != 0.0:
                keys[found] = key_of(hands.counts[hand]) - first + (1 << (BITS * rank))
                kept[found, OTHER_SECOND, :] = lost[hand, rank, OTHER_SECOND]
                kept[found, ANY_SECOND, :] = lost[hand, rank, ANY_SECOND]
                found += 1
    return keys[:found].copy(), kept[:found].copy()


@njit(cache=True, nogil=True, error_model="numpy")
def place_of(table: Integers, keys: Integers, key: int, used: int) -> int:
    """Where a key is kept; at ``used`` where it is new, and it is kept there from now on."""
    last = len(table) - 1
    at = ((key * HASH) >> 20) & last
    while table[at] != EMPTY:
        if keys[table[at]] == key:
            return table[at]
        at = (at + 1) & last
    table[at] = used
    keys[used] = key
    return used


@njit(cache=True, nogil=True, error_model="numpy")
def with_room(table: Integers, keys: Integers, used: int) -> tuple[Integers, Integers]:
    """The table and its keys, twice as large where they are full."""
    if used < len(keys):
        return table, keys
    wider = np.full(2 * len(table), EMPTY, np.int64)
    more = np.empty(2 * len(keys), np.int64)
    for place in range(used):
        place_of(wider, more, keys[place], place)
    return wider, more


@njit(cache=True, nogil=True, error_model="numpy")
def products(
    keys_a: Integers, gains_a: Floats, keys_b: Integers, gains_b: Floats, alike: bool
) -> tuple[Integers, Integers, Floats, int]:
    """The gains of all pairs of final hands, multiplied and added up by the cards they take.

    ``alike`` says that both lists are one, so that each two need to be met once.
    """
    table = np.full(4 * ROOM, EMPTY, np.int64)
    keys = np.empty(ROOM, np.int64)
    sums = np.zeros((ROOM, COMBINATIONS, OUTCOMES))
    used = 0
    for a in range(len(keys_a)):
        for b in range(a if alike else 0, len(keys_b)):
            place = place_of(table, keys, keys_a[a] + keys_b[b], used)
            if place == used:
                used += 1
                table, keys = with_room(table, keys, used)
                if used == len(sums):
                    wider = np.zeros((2 * used, COMBINATIONS, OUTCOMES))
                    wider[:used] = sums
                    sums = wider
            times = 2.0 if alike and a != b else 1.0
            _multiply(gains_a[a], gains_b[b], times, alike, sums[place])
    return table, keys, sums, used


@njit(cache=True, nogil=True, error_model="numpy")
def _multiply(one: Floats, other: Floats, times: float, alike: bool, into: Floats) -> None:
    """Add the products of two hands' gains; where the lists are alike, of either order's mean."""
    for outcome in range(OUTCOMES):
        one_other, one_any = one[OTHER_SECOND, outcome], one[ANY_SECOND, outcome]
        its_other, its_any = other[OTHER_SECOND, outcome], other[ANY_SECOND, outcome]
        into[BOTH_OTHER, outcome] += times * one_other * its_other
        mixed = one_other * its_any
        if alike:
            mixed = (mixed + one_any * its_other) / 2
        into[ONE_OTHER, outcome] += times * mixed
        into[BOTH_ANY, outcome] += times * one_any * its_any


@njit(cache=True, nogil=True, error_model="numpy")
def mean_products(
    keys_a: Integers,
    gains_a: Floats,
    keys_b: Integers,
    gains_b: Floats,
    alike: bool,
    pair: int,
    tree: DealerTree,
    shoe: Floats,
    levels: int,
    together: int,
    together_gain: float,
) -> Floats:
    """The mean product of two hands' gains, by combination and how many more of the pair are gone.

    ``shoe`` lacks the dealer's card and the first cards of both hands. Where the two take the
    cards ``together`` and the dealer has a blackjack, ``together_gain`` is added: two blackjacks
    against a third hang together more than their means tell.
    """
    table, keys, sums, used = products(keys_a, gains_a, keys_b, gains_b, alike)
    if together >= 0:
        sums[place_of(table, keys, together, used), :, BLACKJACK] += together_gain
    distinct = used
    for level in range(1, levels):
        for place in range(used):
            key = keys[place] + (level << (BITS * pair))
            if place_of(table, keys, key, distinct) == distinct:
                distinct += 1
                table, keys = with_room(table, keys, distinct)
    chances = dealer_chances(tree, _shoes_without(keys[:distinct], shoe))
    means = np.zeros((COMBINATIONS, levels))
    less = shoe.copy()
    for level in range(levels):
        for place in range(used):
            key = keys[place] + (level << (BITS * pair))
            weight = _chance_of_cards(keys[place], less)
            if weight > 0.0:
                chance = chances[place_of(table, keys, key, distinct)]
                for combination in range(COMBINATIONS):
                    value = _dot(chance, sums[place, combination])
                    means[combination, level] += weight * value
        less[pair] -= 1.0
    return means


@njit(cache=True, nogil=True, error_model="numpy")
def _shoes_without(keys: Integers, shoe: Floats) -> Floats:
    """A shoe without the cards of each key."""
    shoes = np.empty((len(keys), RANKS))
    for place in range(len(keys)):
        for rank in range(RANKS):
            shoes[place, rank] = shoe[rank] - ((keys[place] >> (BITS * rank)) & MOST_OF_A_RANK)
    return shoes


@njit(cache=True, nogil=True, error_model="numpy")
def _chance_of_cards(key: int, shoe: Floats) -> float:
    """The chance that given cards come in a given order."""
    chance = 1.0
    cards = shoe.sum()
    for rank in range(RANKS):
        for gone in range((key >> (BITS * rank)) & MOST_OF_A_RANK):
            if shoe[rank] - gone <= 0.0:
                return 0.0
            chance *= (shoe[rank] - gone) / cards
            cards -= 1.0
    return chance


@njit(cache=True, nogil=True, error_model="numpy")
def _dot(chance: Floats, gains: Floats) -> float:
    """The mean of gains by outcome."""
    value = 0.0
    for outcome in range(OUTCOMES):
        value += chance[outcome] * gains[outcome]
    return value
