"""Blackjack tables for the vector environment: the law made flat, the kernel that plays them."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, Device
from croupier.errors import CroupierError
from croupier.maths.decision_hands import DecisionMachine, DecisionTables
from croupier.maths.kernels.blackjack_steps import (
    ACTIONS,
    HALF,
    NOTHING_ASKED,
    STAND,
    WHOLE,
    step_tables,
)
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords
from croupier.maths.kernels.step_shoes import COLUMNS, FINALS, PHASE, StepTerms
from croupier.maths.parameters import parameters_of, table_of
from croupier.maths.simulation_blackjack import cutting_card_depth, insurances, shoe_of
from croupier.maths.simulation_calls import ACE, TEN
from croupier.maths.simulation_hands import exact, ticks_for
from croupier.money import Cents
from croupier.rulebooks import BLACKJACK, BlackjackLaw
from croupier.table.choices import Choices

Masks = NDArray[np.int8]
Actions = NDArray[np.int64]


class Results(NamedTuple):
    """What a step comes to, a row for each table."""

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
        if wager % (self.hands.ticks * choices.chip):
            raise CroupierError(
                f"VectorTables pays exactly; a wager of {wager} cents may need rounding to chips "
                f"of {choices.chip}"
            )
        self.terms = _terms(law, choices, self.hands.ticks, refusal)
        self.spare = np.tile(shoe_of(choices.decks, suits=False), 2)
        self.shoes = np.zeros((count, self.terms.size), np.uint8)
        """The cards of each table's shoe, by rank, from the front."""
        self.rows = np.zeros((count, FINALS + 2 * self.hands.most_hands), np.int64)
        """Where each round stands."""
        self.generators: StreamWords = np.zeros((count, STATE_WORDS), np.uint64)
        """The state of chance at each table."""
        self.observations: NDArray[np.int8] = np.zeros((count, COLUMNS), np.int8)
        """What is seen now; the next step writes over it."""
        self.masks: Masks = np.zeros((count, ACTIONS), np.int8)
        """What is lawful now; the next step writes over it."""

    def open(self) -> None:
        """Shuffle everywhere and deal: a round that asks nothing is ended, and won nothing."""
        self.rows[:], self.observations[:], self.masks[:] = 0, 0, 0
        self.rows[:, PHASE], self.masks[:, STAND] = NOTHING_ASKED, 1
        self.shoes[:] = self.spare[self.terms.size :]
        self.step(np.full(len(self.rows), STAND))

    def step(self, actions: Actions) -> Results:
        """An action at every table."""
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
    """The automata of a game under an operator's choices; they take a second to build."""
    rules = parameters_of(BLACKJACK[game], choices)
    wholes = [number for insured in insurances(rules).values() for number in insured]
    return DecisionMachine(rules, ticks=ticks_for(rules, wholes)).decision_tables()


def _terms(law: BlackjackLaw, choices: Choices, ticks: int, refusal: float) -> StepTerms:
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
