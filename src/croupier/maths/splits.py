"""The value of splitting up to any number of hands, from the moments of single hands.

With play that looks at a hand's own cards only, the cards of the other hands matter in one way:
how many of the pair they take. Cards of an unseen shoe may be thought of as lying in places, one
for each card that a hand or the dealer may ever take, all equally likely to hold any card. So the
chance that a place holds a card of the pair, and what a hand comes to when it does, are those of
a shoe with one card less; that a place holds none is the difference. Nothing is approximated.
"""

from collections import Counter
from functools import cache

from croupier.maths.kernels.splitting import ANY_SECOND, MEAN, OTHER_SECOND
from croupier.maths.kernels.tables import Floats

FIRST, FURTHER = range(2)
"""The hand with the original wager, and those with wagers made by splitting."""


def levels_for(hands: int) -> int:
    """With how many cards of the pair gone (from none) single hands are needed for so many hands."""
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


class Without:
    """Expectations where so many other places hold no card of the pair, for one quantity."""

    def __init__(self, by_level: Floats, pair_cards: float, shoe_cards: float) -> None:
        self.by_level = by_level
        self.pair_cards = pair_cards
        self.shoe_cards = shoe_cards

    def __call__(self, level: int, places: int) -> float:
        """With ``level`` cards of the pair gone, and none of it in so many further places."""
        if places == 0:
            return float(self.by_level[level])
        chance = (self.pair_cards - level) / (self.shoe_cards - level)
        return self(level, places - 1) - chance * self(level + 1, places - 1)


def chance_of_pairs(level: int, pair_cards: float, shoe_cards: float) -> float:
    """The chance that so many places all hold a card of the pair."""
    chance = 1.0
    for gone in range(level):
        chance *= (pair_cards - gone) / (shoe_cards - gone)
    return chance


def split_sum(
    moments: Floats, power: int, hands: int, pair_cards: float, shoe_cards: float
) -> float:
    """The expectation of the sum over all hands of what each wins, or of its square."""
    first, further = (
        [
            Without(moments[kind, power, second], pair_cards, shoe_cards)
            for second in (OTHER_SECOND, ANY_SECOND)
        ]
        for kind in (FIRST, FURTHER)
    )
    total = 0.0
    for number, other, orders in endings(hands):
        level = number - 2
        weight = orders * chance_of_pairs(level, pair_cards, shoe_cards)
        if other:
            value = first[OTHER_SECOND](level, other - 1)
            value += (other - 1) * further[OTHER_SECOND](level, other - 1)
            if number > other:
                value += (number - other) * further[ANY_SECOND](level, other)
        else:
            value = first[ANY_SECOND](level, 0) + (number - 1) * further[ANY_SECOND](level, 0)
        total += weight * value
    return total


def split_mean(moments: Floats, hands: int, pair_cards: float, shoe_cards: float) -> float:
    """What splitting comes to, with so many hands at the most."""
    return split_sum(moments, MEAN, hands, pair_cards, shoe_cards)
