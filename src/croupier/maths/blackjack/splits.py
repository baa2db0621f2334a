"""The value of splitting to any number of hands, from moments of one hand and of two.

If play looks only at a hand's own cards, the other hands matter in one way: how many cards of the
pair they take. Think of the unseen shoe as places, one for each card that a hand or the dealer may
ever take, each equally likely to hold any card (they are exchangeable). An expectation given that a
place holds a card of the pair is that of a shoe with one such card less; an expectation given that
it holds none is the difference between the unconditional and that one. Nothing is approximated.
Decision 9 (``docs/decisions``) says why play looks at own cards only; ``tests/maths/brute.py``
deals every order instead, and the tests compare.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from croupier.maths.kernels.exact.splits import (
    ANY_SECOND,
    BOTH_ANY,
    BOTH_OTHER,
    MEAN,
    ONE_OTHER,
    OTHER_SECOND,
    SQUARE,
)
from croupier.maths.kernels.tables import Floats

FIRST, FURTHER = range(2)
"""The hand with the original wager, and hands with wagers made by splitting."""
WITH_FIRST, AMONG_FURTHER = range(2)
"""Pairs of hands: the first and a further one, or two further ones."""
SECONDS = {
    BOTH_OTHER: (OTHER_SECOND, OTHER_SECOND),
    ONE_OTHER: (OTHER_SECOND, ANY_SECOND),
    BOTH_ANY: (ANY_SECOND, ANY_SECOND),
}
"""The known facts about the second cards of two hands, by combination."""


def levels_for(hands: int) -> int:
    """Return how many levels, from no card of the pair gone upwards, this many hands need."""
    return 2 * (hands - 2) + 1


@cache
def endings(hands: int) -> tuple[tuple[int, int, int], ...]:
    """Return the ways splitting may end: hands, those with a second card not of the pair, orders.

    Hands get their second cards from the left. A further pair is split again while fewer hands than
    allowed exist. Once there are as many as allowed, the remaining hands may get any card.
    """
    open_ends = {(2, 0): 1}
    ended: Counter[tuple[int, int]] = Counter()
    while open_ends:
        grown: Counter[tuple[int, int]] = Counter()
        for (number, other), orders in open_ends.items():
            if number == hands or other == number:
                ended[number, other] += orders
            else:
                grown[number + 1, other] += orders
                grown[number, other + 1] += orders
        open_ends = grown
    return tuple((*end, orders) for end, orders in sorted(ended.items()))


class PairCards(NamedTuple):
    """The cards left in the shoe after the first cards of two hands and of the dealer."""

    pair: float
    """The number of cards of the pair's rank."""
    all: float

    def chance(self, gone: int) -> float:
        """Return the chance that a place holds a card of the pair, ``gone`` of them being gone."""
        return (self.pair - gone) / (self.all - gone)

    def chance_of(self, number: int) -> float:
        """Return the chance that this many places all hold a card of the pair."""
        chance = 1.0
        for gone in range(number):
            chance *= self.chance(gone)
        return chance

    def without(self, by_level: Callable[[int], float], level: int, places: int) -> float:
        """Return an expectation given that this many further places hold no card of the pair.

        ``by_level`` returns the expectation for any number of such cards gone, ``level`` is how
        many are.
        """
        return sum(
            share * by_level(at)
            for at, share in enumerate(_shares(self, level, places), level)
            if share
        )


@lru_cache(maxsize=4096)
def _shares(cards: PairCards, level: int, places: int) -> tuple[float, ...]:
    """Return the weights of the expectations by level in the one with none in this many places."""
    # E[X; no place holds one] = E[X; the first places - 1 hold none]
    #                          - E[X; they hold none, and the last place holds one],
    # and the last term is chance(level) times the same expectation from a shoe with one card of
    # the pair less: exchangeability lets us draw the last place first. Hence the recursion.
    if places == 0:
        return (1.0,)
    shares = (*_shares(cards, level, places - 1), 0.0)
    if cards.pair <= level:
        return shares
    held = (0.0, *_shares(cards, level + 1, places - 1))
    chance = cards.chance(level)
    return tuple(one - chance * other for one, other in zip(shares, held, strict=True))


class SplitHands(NamedTuple):
    """Everything needed to add up hands made by splitting one pair against one dealer's card."""

    cards: PairCards
    moments: Floats
    """Moments of single hands, by kind of wager, power, second card and level."""
    products: Floats
    """Mean products of two hands' gains over going over, by pair of hands, combination and
    level."""
    over: tuple[float, float]
    """What a wager that goes over loses, by kind."""

    def single(self, kind: int, power: int, second: int, level: int, places: int) -> float:
        """Return one hand's mean or mean square, given no card of the pair in this many places."""
        levels = self.moments[kind, power, second]
        return self.cards.without(lambda at: float(levels[at]), level, places)

    def mean(self, hands: int) -> float:
        """Return the value of splitting to at most this many hands."""
        return self._sum(MEAN, hands)

    def square(self, hands: int) -> float:
        """Return the mean square of what all hands win together."""
        return self._sum(SQUARE, hands) + 2 * self._products(hands)

    def _endings(self, hands: int) -> Iterator[tuple[int, int, int]]:
        """Return the ways splitting may end with the cards in the shoe."""
        return (ending for ending in endings(hands) if ending[0] - 2 <= self.cards.pair)

    def _sum(self, power: int, hands: int) -> float:
        total = 0.0
        for number, other, orders in self._endings(hands):
            # number - 2 further cards of the pair have become first cards of hands. The chance of
            # one order of an ending is that they all came, times that of ``other`` places without
            # one, which the expectations below include.
            level = number - 2
            if other:
                value = self.single(FIRST, power, OTHER_SECOND, level, other - 1)
                value += (other - 1) * self.single(FURTHER, power, OTHER_SECOND, level, other - 1)
            else:
                value = self.single(FIRST, power, ANY_SECOND, level, 0)
            free = number - max(other, 1)
            if free:
                value += free * self.single(FURTHER, power, ANY_SECOND, level, other)
            total += orders * self.cards.chance_of(level) * value
        return total

    def _products(self, hands: int) -> float:
        """Return the mean of the sum of the products of any two hands."""
        total = 0.0
        for number, other, orders in self._endings(hands):
            level, free = number - 2, number - max(other, 1)
            done = max(other - 1, 0)
            value = 0.0
            for which, combination, count, places in (
                (WITH_FIRST, BOTH_OTHER, done, other - 2),
                (WITH_FIRST, ONE_OTHER, free if other else 0, other - 1),
                (WITH_FIRST, BOTH_ANY, 0 if other else free, 0),
                (AMONG_FURTHER, BOTH_OTHER, done * (done - 1) // 2, other - 2),
                (AMONG_FURTHER, ONE_OTHER, done * free, other - 1),
                (AMONG_FURTHER, BOTH_ANY, free * (free - 1) // 2, other),
            ):
                if count:
                    value += count * self._product(which, combination, level, places)
            total += orders * self.cards.chance_of(level) * value
        return total

    def _product(self, which: int, combination: int, level: int, places: int) -> float:
        def by_level(at: int) -> float:
            return self._full_product(which, combination, at)

        return self.cards.without(by_level, level, places)

    def _full_product(self, which: int, combination: int, level: int) -> float:
        """Return the mean product of two hands from that of their gains over going over."""
        # A hand wins X = o + g: what going over loses, and the gain over that. The kernel has
        # E[g1 g2], so E[X1 X2] = E[g1 g2] + o2 E[X1] + o1 E[X2] - o1 o2. Each expectation is over
        # the deals that the combination allows; ``certain`` is the chance of those.
        one, two = (FIRST, FURTHER) if which == WITH_FIRST else (FURTHER, FURTHER)
        over_one, over_two = self.over[one], self.over[two]
        seconds = SECONDS[combination]
        gained = float(self.products[which, combination, level])
        places = [int(second == OTHER_SECOND) for second in seconds]
        mean_one = self.single(one, MEAN, seconds[0], level, places[1])
        mean_two = self.single(two, MEAN, seconds[1], level, places[0])
        certain = self.cards.without(lambda _: 1.0, level, sum(places))
        return gained + over_two * mean_one + over_one * mean_two - over_one * over_two * certain
