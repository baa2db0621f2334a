"""Moments of hands made by splitting: of one hand, and the mean product of two.

A fixed play has a few hundred final hands. Two of them and the dealer's hand draw from one shoe,
and of the two it only matters which cards they take together: pairs of final hands that take the
same cards share a *place*, and places that differ only in the number of cards of the pair's rank
are a *group*, which shares one walk of the dealer's tree. Pairs are visited in the order of their
points without that rank, which are equal within a group; so a few thousand places at a time are
enough, and they stay in the processor's cache.

With ``n`` cards in the shoe, ``n_r`` of them of rank ``r``, the mean product of two hands' gains is
the sum, over all sets of cards that take ``k_r`` of rank ``r`` and ``k`` in all, of ``prod
(n_r)_{k_r} / (n)_k`` (falling factorials: the chance of one order of these cards), times the sum
over the dealer's outcomes of the chance of the outcome without these cards, times the products of
the two hands' gains under it (``FinalHands.gains``, which counts the orders). This is the
definition of the mean, grouped; nothing else is assumed.
"""

from typing import NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import entry, inline, inner
from croupier.maths.kernels.exact.dealer import (
    BLACKJACK,
    MOST_GONE,
    OUTCOMES,
    DealerRoom,
    dealer_room,
    fill_dealer_chances,
)
from croupier.maths.kernels.exact.decisions import (
    BITS,
    OTHER,
    FinalHands,
    best_calls,
    cards_in,
    natural_value,
    play_out,
)
from croupier.maths.kernels.tables import (
    CALLS,
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

MEAN, SQUARE = range(2)
OTHER_SECOND, ANY_SECOND = range(2)
"""A hand whose second card is not of the pair's rank (zero if it is), and any hand."""


class MomentsRoom(NamedTuple):
    """Reusable arrays for one split."""

    values: Floats
    """By hand and call."""
    best: Floats
    """By hand."""
    marks: Integers
    """By hand."""
    reached: Integers
    """Hands in the order of valuation."""
    shoe: Floats


def moments_room(hands: int) -> MomentsRoom:
    """Return room for this many hands."""
    marks, reached = np.empty((2, hands), np.int64)
    return MomentsRoom(np.empty((hands, CALLS)), np.empty(hands), marks, reached, np.empty(RANKS))


@inner
def has_calls(calls: Integers) -> bool:
    """Return whether any hand has a call."""
    any_call = 0
    for call in calls:
        any_call |= call
    return any_call != 0


@inner
def mark_reached(hands: Hands, start: int, calls: Integers, reached: Integers) -> None:
    """Mark each hand that the calls lead to from ``start``, and each in which a double ends."""
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
def collect_marked(marks: Integers, order: Integers, kept: Integers) -> int:
    """Write the marked hands of an order to ``kept``. Return their number."""
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
    """Return the value before the second card: without one of the pair, and with any."""
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
    """Return the mean or mean square of a blackjack after the split; 0 if none counts."""
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
    """Fill in moments of a split hand by kind of wager, power, second card and level.

    The level is how many more cards of the pair are gone. ``order`` has the hands with a card of
    the pair, more points first; ``shoe`` lacks the dealer's card and the pair's other card;
    ``chances`` are the dealer's by level and hand. The best calls are found at level 0 and kept:
    ``calls`` has a row for each kind of wager, which is filled in if it is empty and otherwise
    fixes the play. With one kind, only the first row is used.
    """
    values, best, less = room.values, room.best, room.shoe
    for rank in range(RANKS):
        less[rank] = shoe[rank]
    for kind in range(kinds):
        less[pair] = shoe[pair]
        mine = calls[kind]
        row = 2 * kind
        if not has_calls(mine):
            worth = natural_worth(natural, chances[0], MEAN)
            play_out(
                hands, order, lawful, less, chances[0], pays, row, natural.hand, worth, values, best
            )
            best_calls(order, values, mine)
        mark_reached(hands, start, mine, room.marks)
        reached = room.reached[: collect_marked(room.marks, order, room.reached)]
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


MOST_OF_A_RANK = (1 << BITS) - 1
BOTH_OTHER, ONE_OTHER, BOTH_ANY = range(3)
"""The known facts about two hands: which have a second card that is not of the pair's rank."""
COMBINATIONS = 3
ROWS = 3
"""The number of rows of sums: neither second card of the pair's rank, one, both."""
EMPTY = -1
MOST_PLACES = 1 << 14
MOST_GROUPS = 1 << 12
ENOUGH_GROUPS = 1 << 10
"""The number of groups from which the dealer is computed as soon as the next points begin."""
HASH = 0x1E3779B97F4A7C15
"""An odd number that spreads keys over a table."""
SHIFT = 44
"""The bits from here on depend on every bit of a key."""
PLACES, GROUPS = range(2)


class KeyTable(NamedTuple):
    """Keys numbered as they come, and a hash table from a key to its number."""

    numbers: Integers
    """The hash table: a key, and its number or ``EMPTY``."""
    slots: Integers
    """The slot of a key in the hash table, by its number."""
    keys: Integers
    """The keys by number."""


class ProductRoom(NamedTuple):
    """Room for as many pairs of hands as are computed at a time."""

    used: Integers
    """The number of places and groups."""
    places: KeyTable
    """The cards that two hands take together."""
    groups: KeyTable
    """The same without cards of the pair's rank."""
    group_of: Integers
    """The group of each place."""
    sums: Floats
    """The sums of products by place, in :data:`ROWS` rows each, and outcome."""
    dealer: DealerRoom
    """The shoes of all groups."""


def _key_table(number: int) -> KeyTable:
    numbers = np.full((2 * number, 2), EMPTY, np.int64)
    slots, keys = np.empty((2, number), np.int64)
    return KeyTable(numbers, slots, keys)


def product_room() -> ProductRoom:
    """Return room that can be reused for one pair of plays after another."""
    return ProductRoom(
        used=np.zeros(2, np.int64),
        places=_key_table(MOST_PLACES),
        groups=_key_table(MOST_GROUPS),
        group_of=np.empty(MOST_PLACES, np.int64),
        sums=np.empty((ROWS * MOST_PLACES, OUTCOMES)),
        dealer=dealer_room(MOST_GROUPS, MOST_GONE),
    )


@inline
def _slot(numbers: Integers, key: int) -> int:
    """Return the slot of a key in a table, or the free slot where it belongs."""
    last = len(numbers) - 1
    at = ((key * HASH) >> SHIFT) & last
    while numbers[at, 1] != EMPTY and numbers[at, 0] != key:
        at = (at + 1) & last
    return at


@inline
def _add_key(table: KeyTable, at: int, key: int, number: int) -> None:
    """Give a key a number, and store it in its slot."""
    table.numbers[at, 0] = key
    table.numbers[at, 1] = number
    table.slots[number] = at
    table.keys[number] = key


@inner
def _forget_keys(table: KeyTable, number: int) -> None:
    """Empty a table with this many keys."""
    for place in range(number):
        table.numbers[table.slots[place], 1] = EMPTY


@inline
def _new_place(key: int, at: int, pair: int, levels: int, room: ProductRoom) -> int:
    """Create a place for the cards that two hands take, and its group if that is new too.

    Return it.
    """
    place = room.used[PLACES]
    room.used[PLACES] += 1
    _add_key(room.places, at, key, place)
    room.sums[ROWS * place : ROWS * (place + 1)] = 0.0
    like = (key >> (BITS * pair)) & MOST_OF_A_RANK
    others = key - (like << (BITS * pair))
    group_at = _slot(room.groups.numbers, others)
    group = room.groups.numbers[group_at, 1]
    if group == EMPTY:
        group = room.used[GROUPS]
        room.used[GROUPS] += 1
        _add_key(room.groups, group_at, others, group)
        room.dealer.most[group] = 0
    room.group_of[place] = group
    room.dealer.most[group] = max(room.dealer.most[group], like + levels)
    return place


@inner
def _meet(
    one: FinalHands,
    a: int,
    other: FinalHands,
    first_other: int,
    end_other: int,
    alike: bool,
    pair: int,
    levels: int,
    room: ProductRoom,
) -> None:
    """Add the products of one hand's gains with those of some others."""
    numbers, sums = room.places.numbers, room.sums
    for b in range(first_other, end_other):
        key = one.keys[a] + other.keys[b]
        at = _slot(numbers, key)
        place = numbers[at, 1]
        if place == EMPTY:
            place = _new_place(key, at, pair, levels, room)
        # Hands played alike are met once for (a, b) and (b, a).
        times = 2.0 if alike and a != b else 1.0
        for first in range(2):
            for second in range(2):
                if one.comes[a, first] and other.comes[b, second]:
                    row = ROWS * place + first + (second if first == OTHER or alike else 1)
                    for outcome in range(OUTCOMES):
                        product = one.gains[a, first, outcome] * other.gains[b, second, outcome]
                        sums[row, outcome] += times * product


@entry
def fill_mean_products(
    one: FinalHands,
    other: FinalHands,
    alike: bool,
    tree: DealerTree,
    shoe: Floats,
    together: int,
    together_gain: float,
    ways: Floats,
    parts: Floats,
    room: ProductRoom,
    means: Floats,
) -> None:
    """Fill in the mean product of two hands' gains, by combination and level.

    The level is how many more cards of the pair are gone. ``shoe`` lacks the dealer's card and the
    first cards of both hands; the tree sets the pair's rank apart. ``alike`` says that both hands
    are played the same way, so that each two are visited once; otherwise the second row of sums is
    for a second card of the pair's rank in the ``other`` hand alone, and those in ``one`` are in
    the third. If the two take the cards ``together`` and the dealer has a blackjack,
    ``together_gain`` is added: the gains of two blackjacks against a third are correlated beyond
    their means, since all three have ten cards of certain ranks.
    """
    levels, most = means.shape[1], len(one.ends) - 1
    _fill_orders(shoe, tree.rank, ways, parts)
    means[:, :] = 0.0
    for points in range(2 * most - 1):
        # Only between numbers of points: all places of a group have the same, so that no group is
        # walked twice unless the room runs out below.
        if room.used[GROUPS] >= ENOUGH_GROUPS:
            _ask_dealer(tree, shoe, ways, parts, alike, room, means)
        for some in range(max(0, points - most + 1), min(points + 1, most)):
            rest = points - some
            if alike and some > rest:
                break
            end = other.ends[rest + 1]
            for a in range(one.ends[some], one.ends[some + 1]):
                first = a if alike and some == rest else other.ends[rest]
                if room.used[GROUPS] + end - first > MOST_GROUPS:
                    _ask_dealer(tree, shoe, ways, parts, alike, room, means)
                if room.used[PLACES] + end - first > MOST_PLACES:
                    _ask_dealer(tree, shoe, ways, parts, alike, room, means)
                _meet(one, a, other, first, end, alike, tree.rank, levels, room)
    if together >= 0:
        _add_together(together, together_gain, tree.rank, levels, room)
    _ask_dealer(tree, shoe, ways, parts, alike, room, means)


@inner
def _add_together(key: int, added: float, pair: int, levels: int, room: ProductRoom) -> None:
    """Add to the sum of a place, for a dealer's blackjack."""
    at = _slot(room.places.numbers, key)
    place = room.places.numbers[at, 1]
    if place == EMPTY:
        place = _new_place(key, at, pair, levels, room)
    room.sums[ROWS * place, BLACKJACK] += added


@inner
def _ask_dealer(
    tree: DealerTree,
    shoe: Floats,
    ways: Floats,
    parts: Floats,
    alike: bool,
    room: ProductRoom,
    means: Floats,
) -> None:
    """Add the places so far to the means, and start over with empty tables."""
    groups, places = room.used[GROUPS], room.used[PLACES]
    for group in range(groups):
        for rank in range(RANKS):
            taken = (room.groups.keys[group] >> (BITS * rank)) & MOST_OF_A_RANK
            room.dealer.shoes[group, rank] = shoe[rank] - taken
    fill_dealer_chances(tree, groups, room.dealer)
    for place in range(places):
        chances = room.dealer.chances[room.group_of[place]]
        sums = room.sums[ROWS * place : ROWS * (place + 1)]
        _add_means(room.places.keys[place], tree.rank, ways, parts, chances, sums, alike, means)
    _forget_keys(room.places, places)
    _forget_keys(room.groups, groups)
    room.used[PLACES] = room.used[GROUPS] = 0


@inner
def _fill_orders(shoe: Floats, pair: int, ways: Floats, parts: Floats) -> None:
    """Fill in the falling factorials of the shoe: by rank, and of the pair's rank by level.

    ``parts`` gets the reciprocals of those of the whole shoe by level.
    """
    ways[:, 0] = 1.0
    parts[:, 0] = 1.0
    cards = 0.0
    for rank in range(RANKS):
        cards += shoe[rank]
    for gone in range(MOST_OF_A_RANK):
        for rank in range(RANKS):
            ways[rank, gone + 1] = ways[rank, gone] * max(shoe[rank] - gone, 0.0)
        for level in range(len(parts)):
            like = max(shoe[pair] - level - gone, 0.0)
            ways[RANKS + level, gone + 1] = ways[RANKS + level, gone] * like
            parts[level, gone + 1] = parts[level, gone] / max(cards - level - gone, 1.0)


@inner
def _add_means(
    key: int,
    pair: int,
    ways: Floats,
    parts: Floats,
    chances: Floats,
    sums: Floats,
    alike: bool,
    means: Floats,
) -> None:
    """Add the mean products of one place over the dealer's outcomes, by combination.

    Hands that are alike were visited in one order only, so a mixed pair stands for both.
    """
    part = 0.5 if alike else 1.0
    others, cards = 1.0, 0
    for rank in range(RANKS):
        count = (key >> (BITS * rank)) & MOST_OF_A_RANK
        cards += count
        if rank != pair:
            others *= ways[rank, count]
    like = (key >> (BITS * pair)) & MOST_OF_A_RANK
    for level in range(len(parts)):
        # The chance of one order of these cards: prod (n_r)_{k_r} / (n)_k, with the pair's rank
        # counted at this level. The orders themselves are in the gains.
        weight = others * ways[RANKS + level, like] * parts[level, cards]
        if weight > 0.0:
            other = mixed = rest = 0.0
            for outcome in range(OUTCOMES):
                chance = weight * chances[like + level, outcome]
                other += chance * sums[0, outcome]
                mixed += chance * sums[1, outcome]
                rest += chance * sums[2, outcome]
            means[BOTH_OTHER, level] += other
            means[ONE_OTHER, level] += other + part * mixed
            means[BOTH_ANY, level] += other + mixed + rest
