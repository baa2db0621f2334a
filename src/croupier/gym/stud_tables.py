"""Tables of Caribbean Stud for the vector environment: the law made flat, the kernel behind it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, SUITS
from croupier.cards.poker import HAND_SIZE
from croupier.gym.blackjack_tables import Actions, Masks, Results
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords
from croupier.maths.kernels.stud_deals import ALWAYS
from croupier.maths.kernels.stud_steps import (
    ACTIONS,
    COLUMNS,
    StudRows,
    deal_tables,
    step_stud,
)
from croupier.maths.poker_classes import hand_classes
from croupier.maths.stud_simulation import stud_rules
from croupier.maths.stud_terms import stud_terms
from croupier.money import Cents
from croupier.rulebooks import StudLaw
from croupier.table.choices import Choices


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
            observations=np.zeros((count, COLUMNS), np.int16),
        )
        self.masks: Masks = np.ones((count, ACTIONS), np.int8)
        """What is lawful: always both."""

    @property
    def generators(self) -> StreamWords:
        """The state of chance at each table."""
        return self.tables.generators

    @property
    def observations(self) -> NDArray[Any]:
        """What is seen now; the next step writes over it."""
        return self.tables.observations

    def open(self) -> None:
        """Deal at every table."""
        deal_tables(self.rules, self.tables, np.zeros(len(self.masks), np.bool_))

    def step(self, actions: Actions) -> Results:
        """A word at every table."""
        rewards, refused = np.empty(len(actions), np.float64), np.empty(len(actions), np.bool_)
        step_stud(self.rules, self.tables, actions, self.refusal, self.ante, rewards, refused)
        return Results(rewards, ~refused, refused, np.zeros_like(self.tables.observations))
