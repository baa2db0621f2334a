"""A player's hand as it is played: what matters of it, what may be called, what a chart calls."""

from collections.abc import Callable
from typing import NamedTuple

from croupier.maths.charts import (
    BY_TOTAL,
    CLASSES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    SPLIT_OR_TOTAL,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
    FlatChart,
)
from croupier.maths.parameters import BlackjackParameters

RANKS = 13
ACE, TEN = 1, 10
POINTS = tuple(min(rank + 1, TEN) for rank in range(RANKS))
"""What each rank counts, from the ace, which counts one, to the king."""
MOST_COUNTED_CARDS = 5
"""No rule tells hands of more cards apart."""
WHOLE, PART, NOTHING = range(3)
"""What a player can still lay beside a wager: as much again, a part of it, nothing."""


class Situation(NamedTuple):
    """What a player looks at before calling."""

    dealer: int
    """What the dealer's card counts, an ace one."""
    total: int
    soft: bool
    cards: int
    pair: int
    """What each of two equal cards counts, else 0."""
    split: bool
    """Whether the hand was made by splitting."""


class Options(NamedTuple):
    """What may be called."""

    hit: bool
    stand: bool
    double: bool
    split: bool
    surrender: bool


Caller = Callable[[Situation, Options], str]
"""Picks one of the options by its name."""


CALLS: dict[int, tuple[str, ...]] = {
    STAND: ("stand",),
    HIT: ("hit",),
    DOUBLE_OR_HIT: ("double", "hit"),
    DOUBLE_OR_STAND: ("double", "stand"),
    SPLIT_OR_TOTAL: ("split",),
    SURRENDER_OR_HIT: ("surrender", "hit"),
    SURRENDER_OR_STAND: ("surrender", "stand"),
    SURRENDER_OR_SPLIT: ("surrender", "split"),
    BY_TOTAL: (),
}
"""What each word of a chart means, the wish first."""


class HandFeatures(NamedTuple):
    """What matters of a player's hand."""

    hard: int
    """The total with every ace as one."""
    ace: bool
    """Whether it has an ace that may count eleven."""
    cards: int = 1
    first: int = 0
    """What the first card counts, while there are no more than two."""
    pair: bool = False
    blackjack: bool = False
    ten: int = 0
    """Which ten card it has, the ten 0, where that may matter."""
    other_ten: int = 0
    """Which ten card the second of two is."""
    split: bool = False
    further: bool = False
    """Whether its wager was made by splitting."""
    splittable: bool = True
    """Whether the box may come to one more hand."""
    doubled: bool = False
    means: int = WHOLE
    """What its player can still lay."""

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.ace and self.hard + 10 <= 21

    @property
    def total(self) -> int:
        """What the cards count."""
        return self.hard + 10 if self.soft else self.hard


def drawn(hand: HandFeatures, rank: int) -> HandFeatures:
    """A hand with one more card."""
    points = POINTS[rank]
    hard, ace = hand.hard + points, hand.ace or points == ACE
    if hand.cards == 1:
        blackjack = {hand.first, points} == {ACE, TEN}
        pair = hand.first == points
        other_ten = rank - TEN + 1 if points == TEN else 0
        two = hand._replace(hard=hard, ace=ace, cards=2, pair=pair, blackjack=blackjack)
        if blackjack:
            return two._replace(ten=max(hand.ten, other_ten))
        return two._replace(other_ten=other_ten) if pair else two._replace(ten=0)
    cards = min(hand.cards + 1, MOST_COUNTED_CARDS)
    more = hand._replace(hard=hard, ace=ace, cards=cards, first=0, ten=0, other_ten=0)
    return more._replace(pair=False, blackjack=False, splittable=False)


def options_of(rules: BlackjackParameters, hand: HandFeatures, dealer: int) -> Options:
    """What may be called on a hand against what the dealer's card counts."""
    one_card = hand.split and hand.first == ACE and rules.split_aces_one_card
    most_cards = rules.double_split_cards if hand.split else rules.double_cards
    total, soft = hand.total, hand.soft
    if rules.double_aces_as_one:
        total, soft = hand.hard, False
    return Options(
        hit=not one_card,
        stand=one_card or hand.total >= rules.must_draw_below,
        double=not one_card
        and hand.means != NOTHING
        and bool(most_cards >> hand.cards & 1)
        and bool(rules.double_totals >> total & 1)
        and (rules.double_soft or not soft),
        split=hand.pair and hand.splittable and hand.means == WHOLE and rules.split_hands > 1,
        surrender=bool(rules.surrender_against >> dealer & 1)
        and hand.cards == 2
        and not hand.split
        and hand.total < rules.surrender_below,
    )


def chart_follower(chart: FlatChart) -> Caller:
    """One who plays by a chart; where the chart's word is not lawful, the next best."""

    def call(looked_at: Situation, options: Options) -> str:
        column = looked_at.dealer - 1
        cards = min(looked_at.cards, CLASSES + 1) - 2
        total = chart.totals[cards, int(looked_at.soft), looked_at.total, column]
        words = CALLS[total]
        if looked_at.pair:
            words = CALLS[chart.pairs[looked_at.pair - 1, column]] + words
        lawful = [word for word in (*words, "hit", "stand") if getattr(options, word)]
        return lawful[0]

    return call
