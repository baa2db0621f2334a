"""Blackjack tables for the vector environment: the law made flat, and the kernel that plays them."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, Device
from croupier.errors import CroupierError
from croupier.maths.decision_hands import DecisionMachine, DecisionTables
from croupier.maths.kernels.environments import (
    ACTIONS,
    COLUMNS,
    FIELDS,
    HALF,
    RANKS,
    WHOLE,
    EnvironmentTerms,
    Results,
    Tables,
    open_tables,
    step_tables,
)
from croupier.maths.kernels.shuffling import STATE_WORDS, Words
from croupier.maths.parameters import parameters_of, table_of
from croupier.maths.simulation_blackjack import cutting_card_depth, insurances, shoe_of
from croupier.maths.simulation_calls import POINTS
from croupier.maths.simulation_hands import exact, ticks_for
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw
from croupier.table.choices import Choices

Masks = NDArray[np.int8]
Actions = NDArray[np.int64]


class BlackjackTables:
    """Many tables of one blackjack game."""

    def __init__(
        self, law: BlackjackLaw, choices: Choices, *, count: int, wager: Cents, refusal: float
    ) -> None:
        choices = table_of(law, choices).choices
        if choices.device is Device.SHUFFLER:
            raise CroupierError(
                "VectorTables deals from shoes; GameEnvironment has shuffling devices too"
            )
        self.hands = decision_tables(law.game, choices)
        if wager % (self.hands.ticks * choices.chip):
            raise CroupierError(
                f"VectorTables pays exactly; a wager of {wager} cents may need rounding to chips "
                f"of {choices.chip}"
            )
        self.terms = _terms(law, choices, self.hands.ticks, refusal)
        size = len(self.terms.cards)
        self.tables = Tables(
            shoes=np.zeros((count, size), np.uint8),
            rows=np.zeros((count, FIELDS), np.int64),
            finals=np.zeros((count, 2 * self.hands.most_hands), np.uint64),
            gone=np.zeros((count, RANKS), np.int8),
            generators=np.zeros((count, STATE_WORDS), np.uint64),
            observations=np.zeros((count, COLUMNS), np.int8),
            masks=np.zeros(count, np.uint64),
        )

    @property
    def generators(self) -> Words:
        """The state of chance at each table."""
        return self.tables.generators

    @property
    def observations(self) -> NDArray[Any]:
        """What is seen now; the next step writes over it."""
        return self.tables.observations

    @property
    def masks(self) -> Masks:
        """What is lawful now; the next step writes over it."""
        return self.tables.masks.view(np.int8).reshape(-1, ACTIONS)

    def open(self) -> None:
        """Shuffle everywhere and deal."""
        open_tables(self.hands.numbers, self.hands.at, self.terms, self.tables)

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
            self.hands.numbers, self.hands.at, self.terms, self.tables, actions, results
        )
        return results


@lru_cache(maxsize=16)
def decision_tables(game: str, choices: Choices) -> DecisionTables:
    """The automata of a game under an operator's choices; they take a second to build."""
    from croupier.rulebooks import BLACKJACK

    rules = parameters_of(BLACKJACK[game], choices)
    wholes = [number for insured in insurances(rules).values() for number in insured]
    return DecisionMachine(rules, ticks=ticks_for(rules, wholes)).decision_tables()


def _terms(law: BlackjackLaw, choices: Choices, ticks: int, refusal: float) -> EnvironmentTerms:
    rules = parameters_of(law, choices)
    size = choices.decks * CARDS_PER_DECK
    depth, burned = law.cut.cutting_card_depth.value, law.cut.burned
    insured = np.zeros((RANKS, 2), np.int32)
    for rank, points in enumerate(POINTS):
        terms = insurances(rules).get(points)
        if terms is not None:
            insured[rank] = int(terms.wins * ticks), -int(terms.stake * ticks)
            if terms.stake * WHOLE != HALF:
                raise CroupierError(f"insurance here is {terms.stake} of the wager, not a half")
    lawful = np.arange(1 << ACTIONS)[:, None] >> np.arange(ACTIONS) & 1
    return EnvironmentTerms(
        cards=shoe_of(choices.decks, suits=False),
        cut=size - cutting_card_depth(law, choices),
        burned=burned.value if burned is not None and choices.burn else 0,
        burned_each_round=int(
            choices.burn_each_round and law.cut.burned_each_round is not None
        ),
        least_behind=depth.least_decks * CARDS_PER_DECK,
        part=depth.part[0],
        whole=depth.part[1],
        most_behind=size if depth.most_decks is None else depth.most_decks * CARDS_PER_DECK,
        insurance=insured,
        blackjack_insurable=rules.blackjack_insurable,
        even_money=int(exact(rules.even_money_pays) * ticks),
        refusal=refusal,
        ticks=ticks,
        masks=np.ascontiguousarray(lawful.astype(np.int8)).view(np.uint64).ravel(),
    )
