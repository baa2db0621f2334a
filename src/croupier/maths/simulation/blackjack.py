"""Blackjack for the simulator: any lawful table, any chart, side bets and insurance."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, DECK, RANKS, Card, Device
from croupier.cards import SUITS as CARDS_SUITS
from croupier.errors import ArgumentError, CroupierError
from croupier.games.blackjack.opening import pay_table
from croupier.games.blackjack.side_bets import winning_line
from croupier.games.table.choices import Choices
from croupier.games.table.preparation import cutting_card_range
from croupier.maths.blackjack.charts import Chart
from croupier.maths.blackjack.parameters import BlackjackParameters, parameters_of, table_of
from croupier.maths.kernels.random_streams import Cards, seed_stream
from croupier.maths.kernels.simulated.hands import MOST_CARDS
from croupier.maths.kernels.simulated.shoe_rounds import simulate_shoes
from croupier.maths.kernels.simulated.table_rounds import TableTerms, simulate_table
from croupier.maths.kernels.tables import SQUARES, WON, RoundResults
from croupier.maths.simulation.automata import (
    ACE,
    POINTS,
    TEN,
    Machine,
    chart_follower,
    exact,
    stream_tables,
    ticks_for,
)
from croupier.maths.simulation.automata import RANKS as AUTOMATA_RANKS
from croupier.maths.simulation.runs import (
    PART_SQUARES,
    PART_WON,
    Chunk,
    Numbers,
    Totals,
    empty_totals,
)
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import SideBet, SideBetKind

CARDS = len(DECK)
BY_NUMBER: tuple[Card, ...] = tuple(
    sorted(DECK, key=lambda card: (CARDS_SUITS.index(card.suit), RANKS.index(card.rank)))
)
"""The cards in the order of the kernels: suit after suit, ace to king."""


def odds_of(bet: SideBet, choices: Choices) -> dict[str, Fraction]:
    """Return what each line of a side bet pays at a table."""
    number = pay_table(bet, choices)
    assert number is not None
    found = {line.name: line.odds.value[number] for line in bet.lines}
    return {name: Fraction(odds.to, odds.against) for name, odds in found.items()}


def pays_of(bet: SideBet, choices: Choices, stake_ticks: int) -> NDArray[np.int32]:
    """Return what a side bet wins in ticks, by the numbers of the cards that decide it."""
    pays = {name: int(odds * stake_ticks) for name, odds in odds_of(bet, choices).items()}
    cards = 2 if bet.kind is SideBetKind.PAIR else 3
    table = np.full((CARDS,) * cards, -stake_ticks, np.int32)
    for numbers in combinations_with_replacement(range(CARDS), cards):
        drawn = tuple(BY_NUMBER[number] for number in numbers)
        line = winning_line(bet, drawn[:2], drawn[-1])
        if line is not None:
            for order in permutations(numbers):
                table[order] = pays[line.name]
    return table.ravel()


MAIN = "main"
INSURANCE = "insurance"
SUITS = 4
SUIT_STEP = 16
MOST_TICKS = int(np.iinfo(np.int32).max)
WAGER_VARIANCE, SHARED_VARIANCE = 1.35, 0.5
"""About the variance of a wager, and the covariance of two boxes of a table."""


class Seats(NamedTuple):
    """The wagers at a simulated table."""

    boxes: int = 1
    """The number of boxes played, each with one wager."""
    side_stake: Fraction = Fraction(1)
    """The stake on each side bet that the table offers, as a part of the wager."""
    insured: bool = False
    """Whether every box is insured for the largest amount whenever possible."""


ONE_BOX = Seats()


class Insured(NamedTuple):
    """The largest insurance against one card, and what it wins, in wagers."""

    stake: Fraction
    wins: Fraction


class BlackjackSimulation:
    """A blackjack table to simulate.

    One box at a shoe without side bets uses the fast kernel, which plays the same rounds.
    """

    def __init__(
        self,
        law: BlackjackLaw,
        choices: Choices,
        chart: Chart,
        seats: Seats = ONE_BOX,
        *,
        fast: bool = True,
    ) -> None:
        self.law = law
        self.choices = table_of(law, with_room(law, choices, seats.boxes)).choices
        self.boxes = seats.boxes
        rules = parameters_of(law, self.choices)
        bets = tuple(bet for bet in law.side_bets.kinds if bet.name in self.choices.side_bets)
        self.bets = tuple(sorted(bets, key=lambda bet: bet.kind is not SideBetKind.PAIR))
        self.parts = (
            MAIN,
            *(bet.name for bet in self.bets),
            *((INSURANCE,) if seats.insured else ()),
        )
        insurance = insurances(rules) if seats.insured else {}
        wholes = [number for insured in insurance.values() for number in insured]
        for bet in self.bets:
            odds = odds_of(bet, self.choices).values()
            wholes += [seats.side_stake, *(seats.side_stake * paid for paid in odds)]
        self.ticks = ticks_for(rules, wholes)
        self.side_ticks = int(seats.side_stake * self.ticks)
        self.hands = Machine(rules, chart_follower(chart.flat()), ticks=self.ticks).tables()
        self.terms = self._terms()
        self.pays = [pays_of(bet, self.choices, self.side_ticks) for bet in self.bets]
        self.insured = self._insurance_ticks(insurance)
        self.paid = np.concatenate([*self.pays, self.insured])
        self.stream = stream_tables(self.hands) if fast and self._is_plain() else None
        self.cards = shoe_of(self.choices.decks, suits=self.stream is None)
        self.spread = self._spread()
        if self._most_won() > MOST_TICKS:
            raise ArgumentError(
                "side_wager: choose an amount that is a simple fraction or multiple of the wager"
            )

    def _terms(self) -> TableTerms:
        choices, law = self.choices, self.law
        mixes = choices.device is Device.SHUFFLER
        pairs = sum(bet.kind is SideBetKind.PAIR for bet in self.bets)
        return TableTerms(
            boxes=self.boxes,
            burned=int(law.cut.burned is not None and choices.burn and not mixes),
            burned_each_round=int(
                choices.burn_each_round and law.cut.burned_each_round is not None
            ),
            cut=0 if mixes else choices.decks * CARDS_PER_DECK - cutting_card_depth(law, choices),
            mixes=mixes,
            pair_bets=pairs,
            triple_bets=len(self.bets) - pairs,
        )

    def _insurance_ticks(self, insurance: dict[int, Insured]) -> RoundResults:
        """Return what insurance wins and loses for a box in ticks, by the dealer's rank."""
        insured = np.zeros((AUTOMATA_RANKS, 2), np.int32)
        for rank, points in enumerate(POINTS):
            if points in insurance:
                terms = insurance[points]
                insured[rank] = int(terms.wins * self.ticks), -int(terms.stake * self.ticks)
        return insured.ravel()

    def _is_plain(self) -> bool:
        """Return whether the fast kernel supports everything requested."""
        terms = self.terms
        behind = self.choices.decks * CARDS_PER_DECK - terms.cut
        return (
            self.boxes == 1
            and self.parts == (MAIN,)
            and not terms.mixes
            and not terms.burned_each_round
            and behind >= MOST_CARDS
        )

    def _spread(self) -> float:
        boxes = self.boxes
        variance = WAGER_VARIANCE * boxes + SHARED_VARIANCE * boxes * (boxes - 1)
        variance *= self.ticks**2
        for pays in self.pays:
            variance += boxes * float(np.square(pays, dtype=np.float64).mean())
        return float(variance**0.5)

    def _most_won(self) -> int:
        """Return a limit for what a round wins or loses, in ticks."""
        hands = self.hands
        final = int(hands.at.pays), int(hands.at.singles)
        highest = int(hands.numbers[slice(*final)].max()) + int(hands.at.lowest)
        most = hands.most_hands * max(highest, -int(hands.at.lowest))
        most += sum(int(np.abs(pays).max()) for pays in (*self.pays, self.insured))
        return self.boxes * most

    def play(self, seed: int, chunk: Chunk, terms: Numbers) -> Totals:
        """Return the totals of a chunk."""
        total = empty_totals(self, terms)
        generator = seed_stream(seed, chunk.number)
        hands, tally = self.hands, total.tally
        if self.stream is None:
            simulate_table(
                hands.numbers,
                hands.at,
                self.paid,
                self.terms,
                hands.most_hands,
                self.cards,
                chunk.rounds,
                generator,
                terms,
                tally,
                total.histogram,
                total.parts,
            )
            return total
        simulate_shoes(
            hands.numbers,
            hands.at,
            self.stream,
            hands.most_hands,
            self.cards,
            self.terms.cut,
            self.terms.burned,
            chunk.rounds,
            generator,
            terms,
            tally,
            total.histogram,
        )
        total.parts[0, PART_WON], total.parts[0, PART_SQUARES] = tally[WON], tally[SQUARES]
        return total


def with_room(law: BlackjackLaw, choices: Choices, boxes: int) -> Choices:
    """Return choices with a layout for this many boxes. Raise if the rulebook does not allow it."""
    lawful = law.equipment.boxes.value
    if not 1 <= boxes <= max(lawful):
        raise ArgumentError(
            f"boxes_played: {law.title} is played on 1 to {max(lawful)} boxes, not {boxes}"
        )
    return replace(choices, boxes=max(boxes, min(lawful)))


def cutting_card_depth(law: BlackjackLaw, choices: Choices) -> int:
    """Return how many cards are behind the cutting card: as chosen, or a deck's worth."""
    least, most = cutting_card_range(
        law.cut.cutting_card_depth.value, choices.decks * CARDS_PER_DECK
    )
    depth = choices.cutting_card_depth
    if depth is None:
        return min(max(CARDS_PER_DECK, least), most)
    if not least <= depth <= most:
        raise CroupierError(
            f"the cutting card goes {least} to {most} cards from the back, not {depth} "
            f"({law.cut.cutting_card_depth.clause})"
        )
    return depth


def insurances(rules: BlackjackParameters) -> dict[int, Insured]:
    """Return the insurance on offer, by the value of the dealer's card."""
    share = exact(rules.insurance_share)
    offered = {ACE: rules.insurance_ace_pays, TEN: rules.insurance_ten_pays}
    return {points: Insured(share, share * exact(paid)) for points, paid in offered.items() if paid}


def shoe_of(decks: int, *, suits: bool) -> Cards:
    """Return the cards of this many decks as kernels take them, without suits if none matter."""
    step = SUIT_STEP if suits else 0
    deck = [suit * step + rank for suit in range(SUITS) for rank in range(AUTOMATA_RANKS)]
    return np.array(deck * decks, np.uint32)
