"""The value of splitting up to any number of hands, from the moments of single hands and of two.

With play that looks at a hand's own cards only, the cards of the other hands matter in one way:
how many of the pair they take. Cards of an unseen shoe may be thought of as lying in places, one
for each card that a hand or the dealer may ever take, all equally likely to hold any card. So the
chance that a place holds a card of the pair, and what hands come to when it does, are those of
a shoe with one card less; that a place holds none is the difference. Nothing is approximated.
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
"""The hand with the original wager, and those with wagers made by splitting."""
WITH_FIRST, AMONG_FURTHER = range(2)
"""Two hands: the first and a further one, or two further ones."""
SECONDS = {
    BOTH_OTHER: (OTHER_SECOND, OTHER_SECOND),
    ONE_OTHER: (OTHER_SECOND, ANY_SECOND),
    BOTH_ANY: (ANY_SECOND, ANY_SECOND),
}
"""What is known of the second cards of two hands."""


def levels_for(hands: int) -> int:
    """How many levels, of none or more of the pair gone, so many hands need."""
    return 2 * (hands - 2) + 1


@cache
def endings(hands: int) -> tuple[tuple[int, int, int], ...]:
    """How splitting may end: hands in the end, those with another second card, in how many orders.

    Hands get their second cards from the left; one of the pair is split again while there are
    fewer hands than allowed. Once there are as many as allowed, the others get any card.
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
    """What is left in the shoe once two hands have their first cards and the dealer the first."""

    pair: float
    """Cards of the pair's rank."""
    all: float

    def chance(self, gone: int) -> float:
        """The chance that a place holds a card of the pair when so many are gone."""
        return (self.pair - gone) / (self.all - gone)

    def chance_of(self, number: int) -> float:
        """The chance that so many places all hold one."""
        chance = 1.0
        for gone in range(number):
            chance *= self.chance(gone)
        return chance

    def without(self, by_level: Callable[[int], float], level: int, places: int) -> float:
        """An expectation with none of the pair in so many further places.

        ``by_level`` gives it for any number of them gone, ``level`` says how many are.
        """
        return sum(
            share * by_level(at)
            for at, share in enumerate(_shares(self, level, places), level)
            if share
        )


@lru_cache(maxsize=4096)
def _shares(cards: PairCards, level: int, places: int) -> tuple[float, ...]:
    """How much the expectations with one more card gone after the other count for that with none.

    That the last place holds none is all that there is without that it holds one.
    """
    if places == 0:
        return (1.0,)
    shares = (*_shares(cards, level, places - 1), 0.0)
    if cards.pair <= level:
        return shares
    held = (0.0, *_shares(cards, level + 1, places - 1))
    chance = cards.chance(level)
    return tuple(one - chance * other for one, other in zip(shares, held, strict=True))


class SplitHands(NamedTuple):
    """All that is needed to add up hands made by splitting one pair against one dealer's card."""

    cards: PairCards
    moments: Floats
    """By kind of wager, power, second card, level."""
    products: Floats
    """Mean products of what two hands win beyond going over: by which two, combination, level."""
    over: tuple[float, float]
    """What a wager that goes over comes to, by kind."""

    def single(self, kind: int, power: int, second: int, level: int, places: int) -> float:
        """One hand's mean or mean square, with none of the pair in so many other places."""
        levels = self.moments[kind, power, second]
        return self.cards.without(lambda at: float(levels[at]), level, places)

    def mean(self, hands: int) -> float:
        """What splitting comes to, with so many hands at the most."""
        return self._sum(MEAN, hands)

    def square(self, hands: int) -> float:
        """The mean square of all that the hands win together."""
        return self._sum(SQUARE, hands) + 2 * self._products(hands)

    def _endings(self, hands: int) -> Iterator[tuple[int, int, int]]:
        """The ways in which splitting may end with the cards that are there."""
        return (ending for ending in endings(hands) if ending[0] - 2 <= self.cards.pair)

    def _sum(self, power: int, hands: int) -> float:
        total = 0.0
        for number, other, orders in self._endings(hands):
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
        """The mean of the sum of the products of any two hands."""
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
        """The mean product of two hands from that of what they win beyond going over."""
        one, two = (FIRST, FURTHER) if which == WITH_FIRST else (FURTHER, FURTHER)
        over_one, over_two = self.over[one], self.over[two]
        seconds = SECONDS[combination]
        gained = float(self.products[which, combination, level])
        places = [int(second == OTHER_SECOND) for second in seconds]
        mean_one = self.single(one, MEAN, seconds[0], level, places[1])
        mean_two = self.single(two, MEAN, seconds[1], level, places[0])
        certain = self.cards.without(lambda _: 1.0, level, sum(places))
        return gained + over_two * mean_one + over_one * mean_two - over_one * over_two * certain
