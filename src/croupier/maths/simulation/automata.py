"""The hands of a blackjack game as automata: a state, a card, the next state.

A player who follows a chart has no choice left, so a hand is a machine that reads cards until it is
finished, and so is the dealer's. Both are built once for a game, its options and a chart; a
simulation then only looks states up. Equal states are shared, so that the tables stay small enough
for the nearest cache.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import isnan, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.blackjack.charts import (
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
from croupier.maths.blackjack.parameters import (
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

STRIDE = 16
"""The distance between the rows of a table."""


class Final(NamedTuple):
    """A finished hand: what it needs of the dealer, and what it wins in ticks by outcome."""

    needs: int
    pays: tuple[int, ...]


class Fork(NamedTuple):
    """A pair that is split, against the value of the dealer's card."""

    dealer: int
    kept: int
    """The rank of the card that stays."""
    moved: int
    """The rank of the card that becomes a further hand."""


class Code(NamedTuple):
    """The target of a card: a row of the table, a finished hand, a fork, a dealer's outcome."""

    kind: str
    number: int


class HandLayout(NamedTuple):
    """The offsets of a game's automata in the one array that kernels take.

    An entry below ``limit`` is the offset of a row, in which the next card's rank is looked up.
    From there on it is a finished hand, and from ``first_fork`` on a pair to be split; for the
    dealer it is an outcome.
    """

    limit: np.uint64
    first_fork: np.uint64
    opening: np.uint64
    """The state of a hand's first card, by means of its player, dealer's rank, own rank."""
    dealer_opening: np.uint64
    """The state of the dealer's first card, by what is needed and its rank."""
    needs: np.uint64
    """What a finished hand needs of the dealer."""
    pays: np.uint64
    """What a finished hand wins in ticks above the lowest, by hand and outcome."""
    singles: np.uint64
    """The state of one card of a split pair, by means of its player and fork.

    The card that stays on the original wager, the one that stays on a further wager, the one that
    is moved; each by whether the box may have one more hand.
    """
    most_hands: np.uint64
    """The most hands of a box, by fork."""
    forks: np.uint64
    """The distance of the states of split pairs for different means of their players."""
    lowest: np.int64
    """The lowest result of a hand, in ticks."""


class HandTables(NamedTuple):
    """The automata of a game as kernels take them."""

    numbers: NDArray[np.uint32]
    at: HandLayout
    ticks: int
    """The number of ticks of a wager: all money is whole in ticks."""
    most_hands: int
    """The most hands of a box."""


class MachineParts(NamedTuple):
    """The parts from which an automaton's flat arrays are made."""

    rows: dict[str, list[list[int]]]
    """The rows of each array by its name."""
    entries: Callable[[Iterable[Code | None]], list[int]]
    """Returns the numbers of states in the arrays; 0 for none."""
    limit: int
    """The first number that is not a row: final states, and outcomes of the dealer."""
    first_fork: int
    """The number of the first state in which a pair is split."""
    forks: list[Fork]
    """The pairs that are split."""
    lowest: int
    """The lowest result of a hand, in ticks; results are stored relative to it."""
    most_hands: int
    """The most hands of a box."""


def lay_out(
    parts: dict[str, list[list[int]]],
) -> tuple[NDArray[np.uint32], dict[str, np.uint64]]:
    """Return tables one after another in one array, rows a stride apart, and their offsets.

    The first table begins at 0 and is not named.
    """
    begins: dict[str, np.uint64] = {}
    rows: list[list[int]] = []
    for name, part in parts.items():
        begins[name] = np.uint64(len(rows) * STRIDE)
        rows += [row + [0] * (STRIDE - len(row)) for row in part]
    del begins[next(iter(parts))]
    return np.array(rows, dtype=np.uint32).ravel(), begins


RANKS = 13
ACE, TEN = 1, 10
POINTS = tuple(min(rank + 1, TEN) for rank in range(RANKS))
"""The value of each rank, from the ace, which counts one, to the king."""
MOST_COUNTED_CARDS = 5
"""No rule distinguishes hands with more cards."""
WHOLE, PART, NOTHING = range(3)
"""What a player can still lay beside a wager: as much again, a part of it, nothing."""


class Situation(NamedTuple):
    """What a player considers before calling."""

    dealer: int
    """The value of the dealer's card, an ace one."""
    total: int
    soft: bool
    cards: int
    pair: int
    """The value of each of two equal cards, else 0."""
    split: bool
    """Whether the hand was made by splitting."""


class Options(NamedTuple):
    """The calls that are lawful."""

    hit: bool
    stand: bool
    double: bool
    split: bool
    surrender: bool


Caller = Callable[[Situation, Options], str]
"""Returns the name of one of the options."""


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
"""The calls for each word of a chart, in order of preference."""


class HandFeatures(NamedTuple):
    """The features of a player's hand that matter."""

    hard: int
    """The total with every ace as one."""
    ace: bool
    """Whether it has an ace that may count eleven."""
    cards: int = 1
    first: int = 0
    """The value of the first card, up to two cards."""
    pair: bool = False
    blackjack: bool = False
    ten: int = 0
    """Which ten card it has, the ten 0, if that may matter."""
    other_ten: int = 0
    """Which ten card the second of two is."""
    split: bool = False
    further: bool = False
    """Whether its wager was made by splitting."""
    splittable: bool = True
    """Whether the box may have one more hand."""
    doubled: bool = False
    means: int = WHOLE
    """What its player can still lay."""

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.ace and self.hard + 10 <= 21

    @property
    def total(self) -> int:
        """The total of the cards."""
        return self.hard + 10 if self.soft else self.hard


def draw_card(hand: HandFeatures, rank: int) -> HandFeatures:
    """Return a hand with one more card."""
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
    """Return the lawful calls with a hand against the value of the dealer's card."""
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
    """Return a caller that plays by a chart.

    If the chart's word is not lawful, it takes the next best.
    """

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


NO_BLACKJACK = 0
FIRST_TOTAL, LOWEST, HIGHEST = 1, 17, 26
FIRST_BLACKJACK = FIRST_TOTAL + HIGHEST - LOWEST + 1
OUTCOMES = FIRST_BLACKJACK + 4
"""The dealer's outcomes: no blackjack, if no more was needed; a total of 17 to 26; a blackjack with
a ten, jack, queen or king."""

GONE, WAITING, CONTESTED = range(3)
"""What a finished hand needs of the dealer: nothing, whether it is a blackjack, a whole hand."""

LARGEST_DENOMINATOR = 10_000


def exact(number: float) -> Fraction:
    """Return the exact fraction for a number of the parameters."""
    return Fraction(number).limit_denominator(LARGEST_DENOMINATOR)


def ticks_for(parameters: BlackjackParameters, more: Iterable[Fraction] = ()) -> int:
    """Return the smallest number of ticks of a wager in which every payment is whole."""
    numbers = [
        *parameters.verdicts.ravel(),
        *(paid for paid in parameters.at_once.ravel() if not isnan(paid)),
        *parameters.both_blackjack,
        parameters.blackjack_pays,
        parameters.surrender_pays,
    ]
    return lcm(*(exact(number).denominator for number in numbers), *(n.denominator for n in more))


class Machine:
    """Builds the automata of a game under a chart, for players of the given means."""

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
        """Return the row with these entries, one for each rank."""
        return Code("row", self._rows.setdefault(tuple(children), len(self._rows)))

    def first_card_state(self, dealer: int, rank: int, means: int = WHOLE, **split: bool) -> Code:
        """Return the state of a hand's first card against the value of the dealer's card."""
        points = POINTS[rank]
        ten = rank - TEN + 1 if points == TEN else 0
        hand = HandFeatures(points, points == ACE, first=points, ten=ten, means=means, **split)
        return self.row(self.after(draw_card(hand, second), dealer) for second in range(RANKS))

    def _after(self, hand: HandFeatures, dealer: int) -> Code:
        """Return the state of a hand after its last card and its player's call."""
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
        return self._apply_call(hand, dealer, self.caller(looked_at, options))

    def _apply_call(self, hand: HandFeatures, dealer: int, call: str) -> Code:
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
        return self.row(self.after(draw_card(hand, rank), dealer) for rank in range(RANKS))

    def _pair(self, hand: HandFeatures) -> tuple[int, int]:
        """Return the ranks of a pair.

        Tens are distinguished only if blackjacks by rank may be paid.
        """
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
        """Return what all wagers on a hand win by one verdict."""
        verdicts = self.parameters.verdicts
        won: float = verdicts[SPLIT if hand.further else ORIGINAL, verdict]
        if hand.doubled:
            won += verdicts[DOUBLE, verdict]
        return won

    def _at_once(self, hand: HandFeatures) -> float | None:
        """Return what a hand wins as it is made; ``None`` if it does not."""
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
        """Return the state of the dealer's first card, by what the players' hands need."""
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
        """Return the automata as flat arrays."""
        parts = self.parts()
        numbers, at = lay_out(parts.rows)
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
        """Return the parts of the flat arrays, with the numbering of states."""
        opening = [
            [self.first_card_state(dealer, rank, means) for rank in range(RANKS)]
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
        """Return the states of one card of each pair that is split.

        A split may lead to further forks.
        """
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
            self.first_card_state(
                fork.dealer, rank, means, split=True, further=further, splittable=splittable
            )
            for rank, further in hands
            for splittable in (False, True)
        ]

    def _most_hands(self, fork: Fork) -> int:
        rules = self.parameters
        return rules.split_aces_hands if POINTS[fork.kept] == ACE else rules.split_hands


CUTTING_CARD = RANKS
"""The cutting card among ranks."""
SPECIAL = 0x8000
"""From here on an entry is not a row: first the cutting card, then pairs to be split."""


class StreamTables(NamedTuple):
    """The automaton of the fast simulation, as kernels take it."""

    next: NDArray[np.uint16]
    """The next row by row and rank; the first rows stand for the results, lowest first."""
    after_results: np.uint64
    """Where the rows of the results end."""
    lowest: np.int64
    """The lowest result, in ticks."""
    forks: NDArray[np.uint32]
    """The state of a pair to be split and the dealer's rank, by special entry."""


class _Stream:
    """Builds the automaton of the fast simulation."""

    def __init__(self, hands: HandTables) -> None:
        self.numbers: list[int] = hands.numbers.tolist()
        at = hands.at
        self.limit, self.first_fork = int(at.limit), int(at.first_fork)
        self.opening, self.dealer_opening = int(at.opening), int(at.dealer_opening)
        self.needs, self.pays, self.least = int(at.needs), int(at.pays), int(at.lowest)
        self.rows: dict[tuple[int, ...], int] = {}
        self.special: dict[tuple[int, int], int] = {}
        finals = range(self.pays, int(at.singles), STRIDE)
        pays = [won for final in finals for won in self.numbers[final : final + OUTCOMES]]
        self.lowest: int = hands.most_hands * self.least
        self.results: int = hands.most_hands * (max(pays) + self.least) - self.lowest + 1
        self.hand_entry = cache(self._hand_entry)
        self.dealer_entry = cache(self._dealer_entry)

    def row(self, children: Iterable[int]) -> int:
        """Return the entry for a row, which is created once. The rows of the results come first."""
        number = self.rows.setdefault(tuple(children), len(self.rows))
        return (self.results + number) * STRIDE

    def start(self) -> tuple[int, ...]:
        """Return the row of a round's first card."""
        return tuple(
            self.row(
                self.hand_entry(self.numbers[self.opening + dealer * STRIDE + first], dealer)
                for dealer in range(RANKS)
            )
            for first in range(RANKS)
        )

    def _hand_entry(self, state: int, dealer: int) -> int:
        """Return the entry for a hand in a state against the dealer's rank."""
        if state >= self.first_fork:
            number = self.special.setdefault((state, dealer), len(self.special))
            return SPECIAL + 1 + number
        if state >= self.limit:
            final = state - self.limit
            needs = self.numbers[self.needs + final * STRIDE]
            opening = self.numbers[self.dealer_opening + needs * STRIDE + dealer]
            return self.dealer_entry(final, opening)
        children = self.numbers[state : state + RANKS]
        return self.row(self.hand_entry(child, dealer) for child in children)

    def _dealer_entry(self, final: int, state: int) -> int:
        """Return the entry for a finished hand with the dealer's hand in a state."""
        if state >= self.limit:
            won = self.numbers[self.pays + final * STRIDE + state - self.limit] + self.least
            return (won - self.lowest) * STRIDE
        children = self.numbers[state : state + RANKS]
        return self.row(self.dealer_entry(final, child) for child in children)


def stream_tables(hands: HandTables) -> StreamTables | None:
    """Return the automaton of one box; ``None`` if it has more states than entries can name."""
    stream = _Stream(hands)
    start = stream.start()
    rows = [start] * stream.results + list(stream.rows)
    if len(rows) * STRIDE > SPECIAL:
        return None
    flat = np.full((len(rows), STRIDE), SPECIAL, np.uint16)
    flat[:, :RANKS] = rows
    return StreamTables(
        next=flat.ravel(),
        after_results=np.uint64(stream.results * STRIDE),
        lowest=np.int64(stream.lowest),
        forks=np.array([(0, 0), *stream.special], np.uint32).ravel(),
    )
