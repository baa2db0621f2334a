"""The hands of a blackjack game as automata: a state, a card, the next state.

A player who follows a chart has no choice left, so a hand is a machine that reads cards until it
is finished, and so is the dealer's. Both are worked out once for a game, its options and a chart;
a simulation then only looks states up. Equal states are made once, so that the tables stay small
enough for the nearest cache.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import isnan, lcm

import numpy as np

from croupier.maths.hand_layout import (
    STRIDE,
    Code,
    Final,
    Fork,
    HandLayout,
    HandTables,
    MachineParts,
    laid_out,
)
from croupier.maths.parameters import (
    DEALER_BLACKJACK,
    DEALER_OVER,
    DOUBLE,
    EQUAL,
    FIVE,
    FIVE_CARDS,
    HIGHER,
    LOWER,
    ORIGINAL,
    OVER,
    SPLIT,
    TWENTY_ONE,
    BlackjackParameters,
)
from croupier.maths.simulation_calls import (
    ACE,
    POINTS,
    RANKS,
    TEN,
    WHOLE,
    Caller,
    HandFeatures,
    Situation,
    drawn,
    options_of,
)

NO_BLACKJACK = 0
FIRST_TOTAL, LOWEST, HIGHEST = 1, 17, 26
FIRST_BLACKJACK = FIRST_TOTAL + HIGHEST - LOWEST + 1
OUTCOMES = FIRST_BLACKJACK + 4
"""How the dealer's hand may end: no blackjack, where no more was asked; a total of 17 to 26; a
blackjack with a ten, jack, queen or king."""

GONE, WAITING, CONTESTED = range(3)
"""What a finished hand needs of the dealer: nothing, to know of a blackjack, a whole hand."""

LARGEST_DENOMINATOR = 10_000


def exact(number: float) -> Fraction:
    """The fraction that a number of the parameters stands for."""
    return Fraction(number).limit_denominator(LARGEST_DENOMINATOR)


def ticks_for(parameters: BlackjackParameters, more: Iterable[Fraction] = ()) -> int:
    """The coarsest part of a wager in which every payment is whole."""
    numbers = [
        *parameters.verdicts.ravel(),
        *(paid for paid in parameters.at_once.ravel() if not isnan(paid)),
        *parameters.both_blackjack,
        parameters.blackjack_pays,
        parameters.surrender_pays,
    ]
    return lcm(*(exact(number).denominator for number in numbers), *(n.denominator for n in more))


class Machine:
    """Builds the automata of a game under a chart, for players of each of some means."""

    def __init__(
        self,
        parameters: BlackjackParameters,
        caller: Caller,
        *,
        ticks: int,
        means: tuple[int, ...] = (WHOLE,),
    ) -> None:
        self.parameters = parameters
        self.caller = caller
        self.ticks = ticks
        self.means = means
        self._rows: dict[tuple[Code, ...], int] = {}
        self._finals: dict[Final, int] = {}
        self._forks: dict[Fork, int] = {}
        self.after = cache(self._after)
        self.dealer_after = cache(self._dealer_after)

    def row(self, children: Iterable[Code]) -> Code:
        """The row with these entries, one for each rank."""
        return Code("row", self._rows.setdefault(tuple(children), len(self._rows)))

    def opening(self, dealer: int, rank: int, means: int = WHOLE, **split: bool) -> Code:
        """The state of a hand's first card against what the dealer's card counts."""
        points = POINTS[rank]
        ten = rank - TEN + 1 if points == TEN else 0
        hand = HandFeatures(points, points == ACE, first=points, ten=ten, means=means, **split)
        return self.row(self.after(drawn(hand, second), dealer) for second in range(RANKS))

    def _after(self, hand: HandFeatures, dealer: int) -> Code:
        """Where a hand has come with its last card, and what its player calls."""
        rules = self.parameters
        if hand.total > rules.over:
            return self._final(GONE, [self._ends(hand, OVER)] * OUTCOMES)
        if hand.blackjack and (rules.split_blackjack_counts or not hand.split):
            return self._blackjack(hand, dealer)
        won = self._at_once(hand)
        if won is not None:
            return self._final(GONE, [won] * OUTCOMES)
        if hand.doubled or hand.total >= rules.may_draw_below:
            return self._stand(hand)
        options = options_of(rules, hand, dealer)
        if not (options.hit or options.split):
            return self._stand(hand)
        pair = hand.first if hand.pair else 0
        looked_at = Situation(dealer, hand.total, hand.soft, hand.cards, pair, hand.split)
        return self._called(hand, dealer, self.caller(looked_at, options))

    def _called(self, hand: HandFeatures, dealer: int, call: str) -> Code:
        match call:
            case "stand":
                return self._stand(hand)
            case "surrender":
                return self._surrender()
            case "split":
                fork = Fork(dealer, *self._pair(hand))
                return Code("fork", self._forks.setdefault(fork, len(self._forks)))
            case "double":
                ace = hand.ace and not self.parameters.double_aces_as_one
                hand = hand._replace(doubled=True, ace=ace)
            case _:
                pass
        return self.row(self.after(drawn(hand, rank), dealer) for rank in range(RANKS))

    def _pair(self, hand: HandFeatures) -> tuple[int, int]:
        """The ranks of a pair; tens are told apart only where a blackjack of theirs may be paid."""
        rank = hand.first - 1
        rules = self.parameters
        if rules.split_blackjack_counts and len(set(rules.both_blackjack.tolist())) > 1:
            return rank + hand.ten, rank + hand.other_ten
        return rank, rank

    def _final(self, needs: int, pays: Iterable[float]) -> Code:
        whole = tuple(round(paid * self.ticks) for paid in pays)
        final = Final(needs, whole)
        return Code("final", self._finals.setdefault(final, len(self._finals)))

    def _ends(self, hand: HandFeatures, verdict: int) -> float:
        """What all wagers on a hand come to by one verdict."""
        verdicts = self.parameters.verdicts
        won: float = verdicts[SPLIT if hand.further else ORIGINAL, verdict]
        if hand.doubled:
            won += verdicts[DOUBLE, verdict]
        return won

    def _at_once(self, hand: HandFeatures) -> float | None:
        """What a hand wins as it is made, if it does."""
        paid = self.parameters.at_once
        made = ((TWENTY_ONE, hand.total == 21), (FIVE_CARDS, hand.cards >= FIVE))
        for row, is_made in made:
            if is_made and not isnan(paid[row, ORIGINAL]):
                won: float = paid[row, SPLIT if hand.further else ORIGINAL]
                return won + paid[row, DOUBLE] if hand.doubled else won
        return None

    def _blackjack(self, hand: HandFeatures, dealer: int) -> Code:
        rules = self.parameters
        paid = [rules.blackjack_pays] * FIRST_BLACKJACK
        if rules.blackjack_always_wins or (rules.blackjack_paid_early and dealer not in (ACE, TEN)):
            return self._final(GONE, [rules.blackjack_pays] * OUTCOMES)
        higher, same, lower = rules.both_blackjack
        tens = range(OUTCOMES - FIRST_BLACKJACK)
        paid += [same if hand.ten == ten else higher if hand.ten > ten else lower for ten in tens]
        return self._final(WAITING, paid)

    def _surrender(self) -> Code:
        rules = self.parameters
        blackjacks = [rules.surrender_blackjack_pays] * (OUTCOMES - FIRST_BLACKJACK)
        return self._final(WAITING, [rules.surrender_pays] * FIRST_BLACKJACK + blackjacks)

    def _stand(self, hand: HandFeatures) -> Code:
        totals = [self._against(hand, total) for total in range(LOWEST, HIGHEST + 1)]
        blackjacks = [self._ends(hand, DEALER_BLACKJACK)] * (OUTCOMES - FIRST_BLACKJACK)
        return self._final(CONTESTED, [0.0, *totals, *blackjacks])

    def _against(self, hand: HandFeatures, dealer_total: int) -> float:
        rules = self.parameters
        if dealer_total == rules.dealer_exactly:
            return 0.0
        if dealer_total > rules.over:
            return self._ends(hand, DEALER_OVER)
        if hand.total == dealer_total:
            return self._ends(hand, EQUAL)
        return self._ends(hand, HIGHER if hand.total > dealer_total else LOWER)

    def dealer_opening(self, needs: int, rank: int) -> Code:
        """The state of the dealer's first card, by what the players' hands need."""
        points = POINTS[rank]
        if needs == GONE or (needs == WAITING and points not in (ACE, TEN)):
            return Code("outcome", NO_BLACKJACK)
        return self.row(self._dealer_second(needs, rank, second) for second in range(RANKS))

    def _dealer_second(self, needs: int, rank: int, second: int) -> Code:
        both = {POINTS[rank], POINTS[second]}
        if both == {ACE, TEN}:
            return Code("outcome", FIRST_BLACKJACK + max(rank, second) - TEN + 1)
        if needs == WAITING:
            return Code("outcome", NO_BLACKJACK)
        return self.dealer_after(POINTS[rank] + POINTS[second], ACE in both)

    def _dealer_after(self, hard: int, ace: bool) -> Code:
        soft = ace and hard + 10 <= 21
        total = hard + 10 if soft else hard
        draws_soft_17 = soft and self.parameters.dealer_draws_soft_17
        if total > LOWEST or (total == LOWEST and not draws_soft_17):
            return Code("outcome", FIRST_TOTAL + total - LOWEST)
        return self.row(self.dealer_after(hard + points, ace or points == ACE) for points in POINTS)

    def tables(self) -> HandTables:
        """All of it as flat arrays."""
        parts = self.parts()
        numbers, at = laid_out(parts.rows)
        return HandTables(
            numbers=numbers,
            at=HandLayout(
                limit=np.uint64(parts.limit),
                first_fork=np.uint64(parts.first_fork),
                forks=np.uint64(len(parts.forks) * STRIDE),
                lowest=np.int64(parts.lowest),
                **at,
            ),
            ticks=self.ticks,
            most_hands=parts.most_hands,
        )

    def parts(self) -> MachineParts:
        """What is laid out in flat arrays, and how states are numbered there."""
        opening = [
            [self.opening(dealer, rank, means) for rank in range(RANKS)]
            for means in self.means
            for dealer in POINTS
        ]
        dealer = [
            [self.dealer_opening(needs, rank) for rank in range(RANKS)]
            for needs in (GONE, WAITING, CONTESTED)
        ]
        singles = self._all_singles()
        finals, forks = list(self._finals), list(self._forks)
        lowest = min(0, *(min(final.pays) for final in finals))
        limit = len(self._rows) * STRIDE
        first_fork = limit + len(finals)
        lead = {"row": 0, "final": limit, "outcome": limit, "fork": first_fork}
        lead["decision"] = first_fork + len(forks)

        def entries(codes: Iterable[Code | None]) -> list[int]:
            return [
                0
                if code is None
                else lead[code.kind] + code.number * (STRIDE if code.kind == "row" else 1)
                for code in codes
            ]

        most_hands = [self._most_hands(fork) for fork in forks]
        rows: dict[str, list[list[int]]] = {
            "next": [entries(row) for row in self._rows],
            "opening": [entries(row) for row in opening],
            "dealer_opening": [entries(row) for row in dealer],
            "pays": [[paid - lowest for paid in final.pays] for final in finals],
            "singles": [entries(row) for row in singles],
            "needs": [[final.needs] for final in finals],
            "most_hands": [[most] for most in most_hands],
        }
        return MachineParts(rows, entries, limit, first_fork, forks, lowest, max([1, *most_hands]))

    def _all_singles(self) -> list[list[Code]]:
        """The states of one card of each pair that is split; a split may lead to further forks."""
        singles: dict[int, list[list[Code]]] = {means: [] for means in self.means}
        done = 0
        while done < len(self._forks):
            fork = list(self._forks)[done]
            for means, states in singles.items():
                states.append(self._singles(fork, means))
            done += 1
        return [states for each in singles.values() for states in each]

    def _singles(self, fork: Fork, means: int) -> list[Code]:
        hands = ((fork.kept, False), (fork.kept, True), (fork.moved, True))
        return [
            self.opening(
                fork.dealer, rank, means, split=True, further=further, splittable=splittable
            )
            for rank, further in hands
            for splittable in (False, True)
        ]

    def _most_hands(self, fork: Fork) -> int:
        rules = self.parameters
        return rules.split_aces_hands if POINTS[fork.kept] == ACE else rules.split_hands
