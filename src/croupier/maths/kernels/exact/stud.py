"""Fold or bet, for every hand of a player and every card of the dealer, exactly.

Players' hands are grouped by their ranks and by which of these they hold in the suit of the
dealer's card: nothing else about suits matters, except for a flush. That leaves some 1.3 million
situations instead of 122 million, and in each of them the dealer's 163,185 hands are counted.

The rest of a deck is packed as in :mod:`croupier.maths.kernels.exact.hand_ranks`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inline, inner, kernel
from croupier.maths.kernels.exact.hand_ranks import (
    ACE,
    FIELD,
    FIVE,
    FLUSH,
    HIGH_CARD,
    ONE_PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    cards_left_of,
    choose,
    fill_straights,
    lower_by_rank,
    lower_sets,
    pack_ranks,
    straight_bits,
    straights_below,
    sums_of,
    totals_of,
)

ANY = 1 << RANKS
"""Higher than the bits of any ranks."""


@inner
def number_of(bits: int) -> int:
    """Return how many bits are set."""
    number = 0
    while bits != 0:
        bits &= bits - 1
        number += 1
    return number


@inner
def lower_in_suit(suit: int, known: int, bits: int) -> int:
    """Return the ways to five ranks of one suit, including the known one, that rank below these.

    A lower set shares the highest of these ranks down to one that it lacks, and then has only lower
    ones.
    """
    lower = 0
    has_known, wanted = False, 5
    for rank in range(ACE, -1, -1):
        if not (bits >> rank) & 1:
            continue
        below = suit & ((1 << rank) - 1)
        if has_known:
            lower += choose(number_of(below), wanted)
        elif known < rank:
            lower += choose(number_of(below & ~(1 << known)), wanted - 1)
        if rank == known:
            has_known = True
        elif not (suit >> rank) & 1:
            break
        wanted -= 1
    return lower


@inner
def straights_in_suit(suit: int, known: int, top: int, bits: int) -> int:
    """Return the ways to a straight of one suit with the known rank, below a top and below bits."""
    ways = 0
    for highest in range(FIVE, top):
        run = straight_bits(highest)
        if run < bits and (run >> known) & 1 and (run & ~(1 << known)) & ~suit == 0:
            ways += 1
    return ways


@inner
def count_moved_up(suit: int, known: int, category: int, first: int, bits: int) -> int:
    """Return how many hands of the known card's suit are not below a hand although their ranks are.

    ``suit`` has a bit for each rank that is left in that suit.
    """
    if category in (HIGH_CARD, FLUSH):
        lower = lower_in_suit(suit, known, bits) - straights_in_suit(suit, known, RANKS, bits)
        if category == HIGH_CARD:
            return lower
        return choose(number_of(suit & ~(1 << known)), 4) - lower
    every = choose(number_of(suit & ~(1 << known)), 4)
    straights = straights_in_suit(suit, known, RANKS, ANY)
    if category < STRAIGHT:
        return every - straights
    lower = straights_in_suit(suit, known, first, ANY)
    if category == STRAIGHT:
        return every - straights + lower
    if category < STRAIGHT_FLUSH:
        return straights
    return straights - lower


Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_HAND, WON, EQUAL, LOST = range(4)
"""How a bet ends: the dealer does not play, or it is won, equal or lost."""
ENDINGS = 4
MIXED, SUITED = range(2)
"""Whether a player's hand is of several suits or of one."""
BITS = 2
"""The row after these two: the ranks held in the dealer's suit, as bits."""
BELOW = 1
"""The column of hands below a mixed hand, after those that do not play."""
SAME = 3
HAND = 5
MOST_MOVED = 495
"""The number of hands that twelve cards of a suit make with the known one."""
SUBSETS = 1 << HAND
GROUP = 2


class Endings(NamedTuple):
    """The numbers of bets by how they end."""

    no_hand: int
    won: int
    equal: int
    lost: int


class Classes(NamedTuple):
    """The classes of hands as arrays."""

    category: Integers
    first: Integers
    second: Integers
    bits: Integers
    """The deciding ranks by class: of the first and second group, and of the cards after them."""
    mixed: Integers
    suited: Integers
    """The class by the ranks of a hand: with mixed suits, and in one suit or -1."""
    groups: Integers
    """By the ranks of a hand: how many different ones, then each with its count."""


@inner
def below_class(deck: int, suit: int, known: int, number: int, classes: Classes) -> int:
    """Return how many of the dealer's hands with a known card are below a class."""
    category, first, bits = classes.category[number], classes.first[number], classes.bits[number]
    second = classes.second[number]
    straights = straights_below(deck, known, RANKS)
    totals = totals_of(
        sums_of(deck + (1 << (FIELD * known))), cards_left_of(deck, known) + 1, straights
    )
    lower = lower_by_rank(deck, known, category, first, second, bits, totals)
    return lower - count_moved_up(suit, known, category, first, bits)


@kernel
def suit_tables(
    suit: int, lowest: int, classes: Classes
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return how many hands of the dealer's suit move up, by known rank and ranks a player holds.

    First those that move past the lowest hand that plays, then those that move past any pair, two
    pairs or three of a kind.
    """
    past_lowest = np.zeros((RANKS, 1 << RANKS), dtype=np.int32)
    past_groups = np.zeros((RANKS, 1 << RANKS), dtype=np.int32)
    category, first, bits = classes.category[lowest], classes.first[lowest], classes.bits[lowest]
    for held in range(1 << RANKS):
        if number_of(held) > HAND or held & ~suit:
            continue
        for known in range(RANKS):
            left = suit & ~held
            past_lowest[known, held] = count_moved_up(left, known, category, first, bits)
            past_groups[known, held] = count_moved_up(left, known, ONE_PAIR, 0, 0)
    return past_lowest, past_groups


@inner
def rank_known_cards(
    deck: int,
    suit: int,
    one: int,
    lowest: int,
    classes: Classes,
    straights: Integers,
    ranked: Integers,
) -> None:
    """Fill in the dealer's hands by known card: those of lower ranks, and of the same ranks."""
    groups = classes.groups
    held = 0
    for group in range(groups[one, 0]):
        deck -= groups[one, GROUP + 2 * group] << (FIELD * groups[one, 1 + 2 * group])
        held |= 1 << groups[one, 1 + 2 * group]
    number, in_suit = classes.mixed[one], classes.suited[one]
    sums = sums_of(deck)
    fill_straights(deck, classes.bits[lowest], straights)
    for known in range(RANKS):
        if not (suit >> known) & 1 or cards_left_of(deck, known) == 0:
            continue
        left = deck - (1 << (FIELD * known))
        totals = totals_of(sums, cards_left_of(deck, known), straights[0, known])
        for column, other in enumerate((lowest, number, in_suit)):
            if column == NO_HAND and classes.category[lowest] == HIGH_CARD:
                lower = lower_sets(left, known, classes.bits[lowest])
                ranked[known, column] = lower - straights[1, known]
            elif other >= 0:
                ranked[known, column] = lower_by_rank(
                    left,
                    known,
                    classes.category[other],
                    classes.first[other],
                    classes.second[other],
                    classes.bits[other],
                    totals,
                )
        ranked[known, SAME] = 0
        if (held >> known) & 1:
            same = 1
            for group in range(groups[one, 0]):
                rank, count = groups[one, 1 + 2 * group], groups[one, GROUP + 2 * group]
                same *= choose(cards_left_of(left, rank), count - 1 if rank == known else count)
            ranked[known, SAME] = same


@inner
def weigh_suits(
    available: Integers,
    ranks: Integers,
    suit: int,
    one: int,
    classes: Classes,
    subsets: Integers,
) -> None:
    """Fill in how many hands there are for every choice of ranks held in the dealer's suit."""
    groups = classes.groups
    size = groups[one, 0]
    for held in range(1 << size):
        ways, bits = 1, 0
        for group in range(size):
            rank, count = groups[one, 1 + 2 * group], groups[one, GROUP + 2 * group]
            others = ranks[rank] - available[suit, rank]
            if (held >> group) & 1:
                ways *= available[suit, rank] * choose(others, count - 1)
                bits |= 1 << rank
            else:
                ways *= choose(others, count)
        subsets[MIXED, held], subsets[SUITED, held], subsets[BITS, held] = ways, 0, bits
    if size < HAND:
        return
    for other in range(available.shape[0]):
        held = SUBSETS - 1 if other == suit else 0
        flush = 1
        for group in range(HAND):
            flush *= available[other, groups[one, 1 + 2 * group]]
        subsets[MIXED, held] -= flush
        subsets[SUITED, held] += flush


@inline
def worth(
    values: Floats, category: int, no_hand: int, won: int, equal: int, dealers: int
) -> np.float64:
    """Return what a bet wins more than a fold, times the number of the dealer's hands."""
    return (
        no_hand * values[category, NO_HAND]
        + won * values[category, WON]
        + equal * values[category, EQUAL]
        + (dealers - no_hand - won - equal) * values[category, LOST]
    )


@inline
def outlook(
    values: Floats, category: int, plays: bool, no_hand: int, below: int, equal: int, dealers: int
) -> int:
    """Return 1 if a bet is better whichever ranks are held in the dealer's suit, -1 if a fold is.

    Few hands of that suit can move up, so all choices have nearly the same value. Return 0 if that
    does not decide.
    """
    no_hand_value, won_value = values[category, NO_HAND], values[category, WON]
    equal_value, lost_value = values[category, EQUAL], values[category, LOST]
    if plays:
        value = worth(values, category, no_hand, below - no_hand, equal, dealers)
        margin = abs(equal_value - lost_value)
        margin += MOST_MOVED * (abs(no_hand_value - won_value) + abs(won_value - lost_value))
    else:
        value = worth(values, category, no_hand, 0, 0, dealers)
        margin = MOST_MOVED * abs(no_hand_value - lost_value)
    return 1 if value > margin else -1 if value < -margin else 0


@inline
def add_endings(
    endings: Endings, ways: int, no_hand: int, won: int, equal: int, dealers: int
) -> Endings:
    """Return how bets end, including those on a further choice of ranks."""
    return Endings(
        endings.no_hand + ways * no_hand,
        endings.won + ways * won,
        endings.equal + ways * equal,
        endings.lost + ways * (dealers - no_hand - won - equal),
    )


@inline
def count_known(
    known: int,
    one: int,
    kind: int,
    lowest: int,
    suit: int,
    dealers: int,
    classes: Classes,
    ranked: Integers,
    subsets: Integers,
    tables: tuple[NDArray[np.int32], NDArray[np.int32]],
    values: Floats,
) -> tuple[Endings, Endings, int]:
    """Return how bets end on hands of certain ranks, of one or several suits, against one card.

    First as if every hand were bet on, then only for hands with which it is better than a fold, and
    last a bit for each choice of ranks held in the dealer's suit with which to bet. A hand of one
    suit holds all of its ranks in the dealer's suit or none.
    """
    number = classes.mixed[one] if kind == MIXED else classes.suited[one]
    category, first, bits = classes.category[number], classes.first[number], classes.bits[number]
    past_lowest, past_groups = tables[0][known], tables[1][known]
    all_ways, all_bits = subsets[kind], subsets[BITS]
    plays, grouped = number >= lowest, HIGH_CARD < category < STRAIGHT
    size = 1 << classes.groups[one, 0]
    whole = classes.suited[one] >= 0 and all_bits[SUBSETS - 1] & ~suit == 0
    same = 1 if whole and (all_bits[size - 1] >> known) & 1 else 0
    below_lowest, below = ranked[known, NO_HAND], ranked[known, BELOW + kind]
    like = ranked[known, SAME] if kind == MIXED else 0
    certain = outlook(values, category, plays, below_lowest, below, like, dealers)
    every, bets, raised = Endings(0, 0, 0, 0), Endings(0, 0, 0, 0), 0
    for held in range(0, size, 1 if kind == MIXED else size - 1):
        in_suit, ways = all_bits[held], all_ways[held]
        if ways == 0 or (in_suit >> known) & 1:
            continue
        no_hand = below_lowest - past_lowest[in_suit]
        won = equal = 0
        if plays:
            if grouped:
                moved = np.int64(past_groups[in_suit])
            else:
                moved = count_moved_up(suit & ~in_suit, known, category, first, bits)
            won = below - moved - no_hand
            equal = like
            if held == 0:
                equal = like - same if kind == MIXED else same
        every = add_endings(every, ways, no_hand, won, equal, dealers)
        if certain > 0 or (
            certain == 0 and worth(values, category, no_hand, won, equal, dealers) > 0.0
        ):
            bets = add_endings(bets, ways, no_hand, won, equal, dealers)
            raised |= 1 << held
    return every, bets, raised


@inner
def count_hands(
    one: int,
    lowest: int,
    suit: int,
    dealers: int,
    times: int,
    classes: Classes,
    ranked: Integers,
    subsets: Integers,
    tables: tuple[NDArray[np.int32], NDArray[np.int32]],
    values: Floats,
    every: Integers,
    best: Integers,
    raised: NDArray[np.uint32],
) -> None:
    """Count how bets end on the hands of certain ranks, with the better of fold and bet.

    ``values`` has a row for each category: what a bet wins more than a fold, by ending. ``every``
    and ``best`` take the counts, ``raised`` a bit for each choice of ranks held in the dealer's
    suit with which to bet.
    """
    for kind in range(2):
        number = classes.mixed[one] if kind == MIXED else classes.suited[one]
        if number < 0:
            continue
        for known in range(RANKS):
            if not (suit >> known) & 1:
                continue
            ended, bet, bits = count_known(
                known,
                one,
                kind,
                lowest,
                suit,
                dealers,
                classes,
                ranked,
                subsets,
                tables,
                values,
            )
            for ending in range(ENDINGS):
                every[number, known, ending] += times * ended[ending]
                best[number, known, ending] += times * bet[ending]
            raised[number, known] |= np.uint32(bits)


@kernel
def count_suit(
    available: Integers,
    ranks: Integers,
    suit: int,
    times: int,
    lowest: int,
    classes: Classes,
    values: Floats,
    every: Integers,
    best: Integers,
    raised: NDArray[np.uint32],
) -> None:
    """Count all hands against all of the dealer's cards of one suit, ``times`` over.

    ``available`` is 1 for each card that is left, by suit and rank, and ``ranks`` their sums.
    """
    deck, suit_bits = pack_ranks(ranks), 0
    for rank in range(RANKS):
        suit_bits |= available[suit, rank] << rank
    dealers = choose(ranks.sum() - HAND - 1, HAND - 1)
    tables = suit_tables(suit_bits, lowest, classes)
    ranked = np.zeros((RANKS, SAME + 1), dtype=np.int64)
    straights = np.zeros((2, RANKS), dtype=np.int64)
    subsets = np.zeros((BITS + 1, SUBSETS), dtype=np.int64)
    for one in range(len(classes.mixed)):
        rank_known_cards(deck, suit_bits, one, lowest, classes, straights, ranked)
        weigh_suits(available, ranks, suit, one, classes, subsets)
        count_hands(
            one,
            lowest,
            suit_bits,
            dealers,
            times,
            classes,
            ranked,
            subsets,
            tables,
            values,
            every,
            best,
            raised,
        )
