"""The mean product of what two hands made by splitting win, over all their cards and the dealer's.

For one way to play there are a few hundred final hands. Two of them and the dealer's hand take
their cards from one shoe, and what matters of the two is which cards they take together: pairs of
final hands that take the same cards share the walk through the dealer's tree.
"""

import numpy as np

from croupier.maths.kernels.compilation import inner, kernel
from croupier.maths.kernels.dealer_ends import BLACKJACK, OUTCOMES, dealer_chances
from croupier.maths.kernels.final_hands import BITS, OTHER, FinalHands, keep
from croupier.maths.kernels.tables import HIGHEST, RANKS, DealerTree, Floats, Integers

MOST_OF_A_RANK = (1 << BITS) - 1
MOST_POINTS = HIGHEST + RANKS + 1
"""A hand with the card that takes it over has fewer points, aces as one."""
BOTH_OTHER, ONE_OTHER, BOTH_ANY = range(3)
"""What is known of two hands: which have a second card that is not of the pair's rank."""
COMBINATIONS = 3
ROWS = 3
"""Sums are kept in so many rows: both second cards other, one of the pair's rank, both of it."""
EMPTY = -1
ROOM = 1 << 10
"""For so many keys there is room at first."""
HASH = 0x1E3779B97F4A7C15
"""An odd number that spreads keys over a table."""
SHIFT = 44
"""The bits from here on depend on every bit of a key."""


@inner
def key_slot(table: Integers, key: int, used: int) -> int:
    """Where a key is kept; at ``used`` where it is new, and it is kept there from now on."""
    last = len(table) - 1
    at = ((key * HASH) >> SHIFT) & last
    while table[at, 1] != EMPTY:
        if table[at, 0] == key:
            return table[at, 1]
        at = (at + 1) & last
    table[at, 0] = key
    table[at, 1] = used
    return used


@kernel
def with_room(table: Integers, used: int) -> Integers:
    """The table, or a wider one where it would be half full."""
    if 2 * used < len(table):
        return table
    room = len(table)
    while room <= 2 * used:
        room *= 2
    wider = np.full((room, 2), EMPTY, np.int64)
    for at in range(len(table)):
        if table[at, 1] != EMPTY:
            key_slot(wider, table[at, 0], table[at, 1])
    return wider


@kernel
def keys_in_order(table: Integers, used: int) -> Integers:
    """All keys, each at its place."""
    keys = np.empty(used, np.int64)
    for at in range(len(table)):
        if table[at, 1] != EMPTY:
            keys[table[at, 1]] = table[at, 0]
    return keys


@kernel
def products(one: FinalHands, other: FinalHands, alike: bool) -> tuple[Integers, Floats, int]:
    """The gains of all pairs of final hands, multiplied and added up by the cards they take.

    Each place has ``ROWS`` rows of sums, by the second cards of both hands. ``alike`` says that
    both are one way to play, so that each two need to be met once; otherwise the second row is for
    a second card of the pair's rank in the ``other`` hand alone, and those in ``one`` are in the
    third. Pairs that take the same cards have the same points together: those of so many points
    are met one after the other, while their places are at hand.
    """
    table = np.full((ROOM, 2), EMPTY, np.int64)
    sums = np.empty((ROWS * ROOM, OUTCOMES))
    used = 0
    order, ends = _by_points(one.keys)
    other_order, other_ends = _by_points(other.keys)
    for points in range(2 * MOST_POINTS - 1):
        for some in range(max(0, points - MOST_POINTS + 1), min(points + 1, MOST_POINTS)):
            rest = points - some
            if alike and some > rest:
                break
            others = other_order[other_ends[rest] : other_ends[rest + 1]]
            for place in range(ends[some], ends[some + 1]):
                first = place - ends[some] if alike and some == rest else 0
                most = used + len(others)
                table = with_room(table, most)
                sums = _with_rows(sums, used, most)
                used = _meet(one, order[place], other, others[first:], alike, table, sums, used)
    return table, sums, used


@kernel
def _by_points(keys: Integers) -> tuple[Integers, Integers]:
    """The places of keys, those of fewer points first, and where those of so many points begin."""
    points = np.zeros(len(keys), np.int64)
    ends = np.zeros(MOST_POINTS + 1, np.int64)
    for place in range(len(keys)):
        for rank in range(RANKS):
            points[place] += (rank + 1) * ((keys[place] >> (BITS * rank)) & MOST_OF_A_RANK)
        ends[points[place] + 1] += 1
    for some in range(1, len(ends)):
        ends[some] += ends[some - 1]
    return np.argsort(points, kind="mergesort"), ends


@kernel
def _with_rows(sums: Floats, used: int, most: int) -> Floats:
    """The sums, or more rows of them where there would be too few."""
    if ROWS * most <= len(sums):
        return sums
    wider = np.empty((2 * ROWS * most, OUTCOMES))
    for row in range(ROWS * used):
        keep(sums[row], wider[row])
    return wider


@inner
def _meet(
    one: FinalHands,
    a: int,
    other: FinalHands,
    others: Integers,
    alike: bool,
    table: Integers,
    sums: Floats,
    used: int,
) -> int:
    """Add the products of one hand's gains with some others'; returns how many places are used."""
    for b in others:
        place = key_slot(table, one.keys[a] + other.keys[b], used)
        if place == used:
            sums[ROWS * place : ROWS * (place + 1)] = 0.0
            used += 1
        times = 2.0 if alike and a != b else 1.0
        for first in range(2):
            for second in range(2):
                if one.comes[a, first] and other.comes[b, second]:
                    row = ROWS * place + first + (second if first == OTHER or alike else 1)
                    for outcome in range(OUTCOMES):
                        product = one.gains[a, first, outcome] * other.gains[b, second, outcome]
                        sums[row, outcome] += times * product
    return used


@kernel
def mean_products(
    one: FinalHands,
    other: FinalHands,
    alike: bool,
    tree: DealerTree,
    shoe: Floats,
    levels: int,
    together: int,
    together_gain: float,
) -> Floats:
    """The mean product of two hands' gains, by combination and how many more of the pair are gone.

    ``shoe`` lacks the dealer's card and the first cards of both hands; the tree has the pair's rank
    apart. Where the two take the cards ``together`` and the dealer has a blackjack,
    ``together_gain`` is added: two blackjacks against a third hang together more than their means
    tell.
    """
    table, sums, used = products(one, other, alike)
    if together >= 0:
        sums[ROWS * key_slot(table, together, used), BLACKJACK] += together_gain
    keys = keys_in_order(table, used)
    groups = np.full((len(table), 2), EMPTY, np.int64)
    group_of, most = np.empty(used, np.int64), np.zeros(used, np.int64)
    shift = BITS * tree.rank
    number = 0
    for place in range(used):
        like = (keys[place] >> shift) & MOST_OF_A_RANK
        group = key_slot(groups, keys[place] - (like << shift), number)
        number = max(number, group + 1)
        group_of[place] = group
        most[group] = max(most[group], like + levels)
    shoes = _shoes_without(keys_in_order(groups, number), shoe)
    chances = dealer_chances(tree, shoes, most[:number])
    means = np.zeros((COMBINATIONS, levels))
    ways, parts = _orders(shoe, tree.rank, levels)
    _add_means(keys, group_of, tree.rank, ways, parts, chances, sums, alike, means)
    return means


@kernel
def _shoes_without(keys: Integers, shoe: Floats) -> Floats:
    """A shoe without the cards of each key."""
    shoes = np.empty((len(keys), RANKS))
    for place in range(len(keys)):
        for rank in range(RANKS):
            shoes[place, rank] = shoe[rank] - ((keys[place] >> (BITS * rank)) & MOST_OF_A_RANK)
    return shoes


@kernel
def _orders(shoe: Floats, pair: int, levels: int) -> tuple[Floats, Floats]:
    """In how many orders so many cards of each rank come, and then by level those of the pair.

    With it by level one over the number of orders of as many cards of any rank.
    """
    ways = np.ones((RANKS + levels, MOST_OF_A_RANK + 1))
    parts = np.ones((levels, MOST_OF_A_RANK + 1))
    cards = 0.0
    for rank in range(RANKS):
        cards += shoe[rank]
    for gone in range(MOST_OF_A_RANK):
        for rank in range(RANKS):
            ways[rank, gone + 1] = ways[rank, gone] * max(shoe[rank] - gone, 0.0)
        for level in range(levels):
            like = max(shoe[pair] - level - gone, 0.0)
            ways[RANKS + level, gone + 1] = ways[RANKS + level, gone] * like
            parts[level, gone + 1] = parts[level, gone] / max(cards - level - gone, 1.0)
    return ways, parts


@inner
def _add_means(
    keys: Integers,
    group_of: Integers,
    pair: int,
    ways: Floats,
    parts: Floats,
    chances: Floats,
    sums: Floats,
    alike: bool,
    means: Floats,
) -> None:
    """Add up the mean products over the dealer's outcomes, by what is known of the two hands.

    Hands that are alike were met in one order for both: what differs by it is their mean.
    """
    part = 0.5 if alike else 1.0
    for place in range(len(keys)):
        others, cards = 1.0, 0
        for rank in range(RANKS):
            count = (keys[place] >> (BITS * rank)) & MOST_OF_A_RANK
            cards += count
            if rank != pair:
                others *= ways[rank, count]
        like = (keys[place] >> (BITS * pair)) & MOST_OF_A_RANK
        for level in range(len(parts)):
            weight = others * ways[RANKS + level, like] * parts[level, cards]
            if weight > 0.0:
                other = mixed = rest = 0.0
                for outcome in range(OUTCOMES):
                    chance = weight * chances[group_of[place], like + level, outcome]
                    other += chance * sums[ROWS * place, outcome]
                    mixed += chance * sums[ROWS * place + 1, outcome]
                    rest += chance * sums[ROWS * place + 2, outcome]
                means[BOTH_OTHER, level] += other
                means[ONE_OTHER, level] += other + part * mixed
                means[BOTH_ANY, level] += other + mixed + rest
