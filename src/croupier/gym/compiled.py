"""Many tables in the arrays that the compiled kernels play on."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, RANKS, SUITS, Device
from croupier.cards.poker import HAND_SIZE
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.parameters import parameters_of, table_of
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords
from croupier.maths.kernels.simulated.step_blackjack import (
    ACTIONS,
    COLUMNS,
    FINALS,
    HALF,
    NOTHING_ASKED,
    PHASE,
    STAND,
    WHOLE,
    StepTerms,
    step_tables,
)
from croupier.maths.kernels.simulated.stud import ACTIONS as STUD_ACTIONS
from croupier.maths.kernels.simulated.stud import ALWAYS, StudRows, deal_tables, step_stud
from croupier.maths.kernels.simulated.stud import COLUMNS as STUD_COLUMNS
from croupier.maths.simulation.automata import ACE, TEN, exact, ticks_for
from croupier.maths.simulation.blackjack import cutting_card_depth, insurances, shoe_of
from croupier.maths.simulation.decision_automata import DecisionMachine, DecisionTables
from croupier.maths.simulation.stud import stud_rules
from croupier.maths.stud.poker_classes import hand_classes
from croupier.maths.stud.terms import stud_terms
from croupier.money import Cents
from croupier.rulebooks import BLACKJACK, BlackjackLaw, StudLaw

Masks = NDArray[np.int8]
Actions = NDArray[np.int64]


class Results(NamedTuple):
    """The results of a step, a row for each table."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    last: NDArray[Any]
    """The observations after rounds that have ended; other rows are 0."""


class BlackjackTables:
    """Many tables of one blackjack game."""

    def __init__(
        self, law: BlackjackLaw, choices: Choices, *, count: int, wager: Cents, refusal: float
    ) -> None:
        choices = table_of(law, choices).choices
        self.hands = decision_tables(law.game, choices)
        if not pays_exactly(law, choices, wager):
            raise CroupierError(
                f"VectorTables pays exactly; a wager of {wager} cents may need rounding to chips "
                f"of {choices.chip}"
            )
        self.terms = step_terms(law, choices, self.hands.ticks, refusal)
        self.spare = np.tile(shoe_of(choices.decks, suits=False), 2)
        self.shoes = np.zeros((count, self.terms.size), np.uint8)
        """The cards of each table's shoe, by rank, from the front."""
        self.rows = np.zeros((count, FINALS + 2 * self.hands.most_hands), np.int64)
        """The state of each round, in the kernel's columns."""
        self.generators: StreamWords = np.zeros((count, STATE_WORDS), np.uint64)
        """The state of each table's random generator."""
        self.observations: NDArray[np.int8] = np.zeros((count, COLUMNS), np.int8)
        """The current observations; the next step overwrites them."""
        self.masks: Masks = np.zeros((count, ACTIONS), np.int8)
        """The lawful actions; the next step overwrites them."""

    def open(self) -> None:
        """Shuffle and deal at every table.

        A round without a decision is ended by the kernel, for nothing.
        """
        self.rows[:], self.observations[:], self.masks[:] = 0, 0, 0
        self.rows[:, PHASE], self.masks[:, STAND] = NOTHING_ASKED, 1
        self.shoes[:] = self.spare[self.terms.size :]
        self.step(np.full(len(self.rows), STAND))

    def step(self, actions: Actions) -> Results:
        """Take an action at every table."""
        count = len(actions)
        results = Results(
            rewards=np.empty(count, np.float64),
            ended=np.empty(count, np.bool_),
            refused=np.empty(count, np.bool_),
            last=np.zeros((count, COLUMNS), np.int8),
        )
        step_tables(
            self.hands.numbers,
            self.hands.at,
            self.terms,
            self.shoes,
            self.rows,
            self.observations,
            self.masks,
            self.spare,
            self.generators,
            actions,
            *results,
        )
        return results


@lru_cache(maxsize=16)
def decision_tables(game: str, choices: Choices) -> DecisionTables:
    """Return the automata of a game under an operator's choices; they take a second to build."""
    rules = parameters_of(BLACKJACK[game], choices)
    wholes = [number for insured in insurances(rules).values() for number in insured]
    return DecisionMachine(rules, ticks=ticks_for(rules, wholes)).decision_tables()


def pays_exactly(law: BlackjackLaw, choices: Choices, wager: Cents) -> bool:
    """Return whether no payment for a wager needs rounding to chips; kernels do not round."""
    return wager % (decision_tables(law.game, choices).ticks * choices.chip) == 0


def step_terms(law: BlackjackLaw, choices: Choices, ticks: int, refusal: float) -> StepTerms:
    """Return the terms of a table besides its hands, as the kernel takes them."""
    rules = parameters_of(law, choices)
    size = choices.decks * CARDS_PER_DECK
    depth = law.cut.cutting_card_depth.value
    mixes = choices.device is Device.SHUFFLER
    insured = insurances(rules)
    stakes = {terms.stake for terms in insured.values()} or {Fraction(HALF, WHOLE)}
    if stakes != {Fraction(HALF, WHOLE)}:
        raise CroupierError(f"insurance of half the wager is counted, not of {stakes}")
    wins = {points: int(terms.wins * ticks) for points, terms in insured.items()}
    return StepTerms(
        size=size,
        cut=size - cutting_card_depth(law, choices),
        burned=int(law.cut.burned is not None and choices.burn and not mixes),
        burned_each_round=int(
            choices.burn_each_round and law.cut.burned_each_round is not None and not mixes
        ),
        mixes=mixes,
        fed_at_once=law.deal.fed_back_at_once,
        least_behind=depth.least_decks * CARDS_PER_DECK,
        part=depth.part[0],
        whole=depth.part[1],
        most_behind=size if depth.most_decks is None else depth.most_decks * CARDS_PER_DECK,
        insurance_ace=wins.get(ACE, 0),
        insurance_ten=wins.get(TEN, 0),
        insurance_stake=int(Fraction(HALF, WHOLE) * ticks),
        blackjack_insurable=rules.blackjack_insurable,
        even_money=int(exact(rules.even_money_pays) * ticks),
        refusal=refusal,
        ticks=ticks,
    )


class StudTables:
    """Many tables of Caribbean Stud."""

    def __init__(
        self, law: StudLaw, choices: Choices, *, count: int, wager: Cents, refusal: float
    ) -> None:
        every = (len(SUITS), len(hand_classes()), len(RANKS))
        bets = np.broadcast_to(np.uint32(ALWAYS), every)
        terms = stud_terms(law, choices, ante=wager)
        self.rules = stud_rules(terms, choices.device, 1, bets)
        self.refusal, self.ante = refusal, wager
        self.tables = StudRows(
            hands=np.zeros((2 * count, HAND_SIZE), np.uint8),
            classes=np.zeros(2 * count, np.uint16),
            won=np.zeros((count, 1), np.int64),
            generators=np.zeros((count, STATE_WORDS), np.uint64),
            observations=np.zeros((count, STUD_COLUMNS), np.int16),
        )
        self.masks: Masks = np.ones((count, STUD_ACTIONS), np.int8)
        """The lawful actions: always both."""

    @property
    def generators(self) -> StreamWords:
        """The state of each table's random generator."""
        return self.tables.generators

    @property
    def observations(self) -> NDArray[Any]:
        """The current observations; the next step overwrites them."""
        return self.tables.observations

    def open(self) -> None:
        """Deal at every table."""
        deal_tables(self.rules, self.tables, np.zeros(len(self.masks), np.bool_))

    def step(self, actions: Actions) -> Results:
        """Take an action at every table."""
        rewards, refused = np.empty(len(actions), np.float64), np.empty(len(actions), np.bool_)
        step_stud(self.rules, self.tables, actions, self.refusal, self.ante, rewards, refused)
        return Results(rewards, ~refused, refused, np.zeros_like(self.tables.observations))
