"""One table on the compiled kernels, with its round repeated at the engine's when asked."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Device
from croupier.floor.card_sources import SoftwareShoe
from croupier.games.table.choices import Choices
from croupier.gym.compiled import Masks, StudTables, decision_tables, pays_exactly, step_terms
from croupier.gym.engine_table import EngineTable, RepeatedCards, with_suits
from croupier.gym.translation import Observation, StudAction
from croupier.maths.blackjack.parameters import table_of
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords, seed_stream
from croupier.maths.kernels.simulated.hands import MOST_CARDS
from croupier.maths.kernels.simulated.step_blackjack import (
    ACTIONS,
    COLUMNS,
    CUT,
    END,
    FINALS,
    PENDING,
    PLACE,
    SHUFFLES,
    deal_round,
    step_alone,
)
from croupier.maths.kernels.simulated.stud import BET
from croupier.maths.simulation.blackjack import shoe_of
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw

ROUNDS_AHEAD = 32
"""How many rounds of Caribbean Stud are dealt at a time: each has a freshly shuffled deck."""


class SingleTable(Protocol):
    """A table that an environment plays at."""

    observation: Observation
    """The current observation; the next action overwrites it."""
    mask: Masks
    """The lawful actions; the next action overwrites them."""

    @property
    def reward(self) -> float:
        """What the round has won, in wagers, when it is over."""

    def open(self, seed: int | None) -> None:
        """Take fresh cards; with a seed, those that it determines."""

    def deal(self) -> None:
        """Deal the next round."""

    def act(self, action: int) -> bool:
        """Take a lawful action. Return whether the round is over."""

    def explain(self, actions: Sequence[int], *, narrated: bool) -> EngineTable:
        """Return an engine's table at which the current round was played with these actions."""


class CompiledBlackjack:
    """A table of a blackjack game."""

    def __init__(self, law: BlackjackLaw, choices: Choices, *, wager: Cents) -> None:
        self.law, self.wager = law, wager
        self.choices = table_of(law, choices).choices
        self._prepare()
        size = self._terms.size
        self._spare = np.tile(shoe_of(self.choices.decks, suits=False), 2)
        self._shoe = np.zeros(size, np.uint8)
        self._row = np.zeros(FINALS + 2 * self._hands.most_hands, np.int64)
        self._generator: StreamWords = np.zeros(STATE_WORDS, np.uint64)
        self.observation: NDArray[np.int8] = np.zeros(COLUMNS, np.int8)
        self.mask: Masks = np.zeros(ACTIONS, np.int8)
        self._dealt: list[int] = []
        """The ranks of this round's cards from a shoe that has run out since."""
        self._start = 0
        """The place of the round's first card in the shoe."""
        self._shuffled = False
        self._salt = 0
        self._repetition: Repetition | None = None

    def _prepare(self) -> None:
        self._hands = decision_tables(self.law.game, self.choices)
        self._terms = step_terms(self.law, self.choices, self._hands.ticks, 0.0)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the automata out: they are the game's, not this table's."""
        return {name: value for name, value in vars(self).items() if name not in LEFT_OUT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the automata from the game again."""
        vars(self).update(state, _repetition=None)
        self._prepare()

    @property
    def reward(self) -> float:
        """What the round has won, in wagers, when it is over."""
        return float(self._row[PENDING] / self._terms.ticks)

    def open(self, seed: int | None) -> None:
        """Take a full shoe, to be shuffled before the next round."""
        if seed is not None:
            self._generator[:] = seed_stream(seed, 0)
        self._row[:], self.observation[:], self.mask[:] = 0, 0, 0
        self._shoe[:] = self._spare[self._terms.size :]

    def deal(self) -> None:
        """Deal the next round."""
        row, terms = self._row, self._terms
        self._dealt, self._repetition = [], None
        self._shuffled = terms.mixes or row[PLACE] >= row[CUT]
        self._start = terms.burned if self._shuffled else int(row[PLACE])
        self._salt = self._start + int(row[SHUFFLES])
        # A shuffle before the deal is no reason to look for cards of the round in the old shoe.
        before = None if self._shuffled else self._shoe_before()
        deal_round(
            self._hands.numbers,
            self._hands.at,
            terms,
            self._shoe,
            row,
            self.observation,
            self.mask,
            self._spare,
            self._generator,
        )
        self._remember(before)

    def act(self, action: int) -> bool:
        """Take a lawful action. Return whether the round is over."""
        before = self._shoe_before()
        over = step_alone(
            self._hands.numbers,
            self._hands.at,
            self._terms,
            self._shoe,
            self._row,
            self.observation,
            self.mask,
            self._spare,
            self._generator,
            action,
        )
        self._remember(before)
        return bool(over)

    def _shoe_before(self) -> tuple[int, list[int]] | None:
        """Return the number of shuffles and the cards left, if the shoe may run out in a step."""
        row = self._row
        if row[END] - row[PLACE] > MOST_CARDS:
            return None
        return int(row[SHUFFLES]), self._shoe[self._start : row[END]].tolist()

    def _remember(self, before: tuple[int, list[int]] | None) -> None:
        """Note the cards of the round from a shoe that has run out."""
        if before is not None and before[0] != self._row[SHUFFLES] and not self._terms.mixes:
            self._dealt += before[1]
            self._start = 0

    def cards(self) -> list[Card]:
        """Return the cards of the round so far."""
        ranks = self._dealt + self._shoe[self._start : self._row[PLACE]].tolist()
        return with_suits(ranks, self._salt)

    def explain(self, actions: Sequence[int], *, narrated: bool) -> EngineTable:
        """Return an engine's table at which the current round was played with these actions."""
        if self._repetition is None:
            device = self.choices.device is Device.SHUFFLER
            # The kernel's device burns nothing, and neither must the engine's.
            choices = replace(self.choices, burn=False) if device else self.choices
            self._repetition = Repetition(
                EngineTable(
                    self.law,
                    choices,
                    wager=self.wager,
                    cards=(source := RepeatedCards(self.cards(), burned=self._terms.burned)),
                    narrated=narrated,
                ),
                source,
                shuffled=self._shuffled,
            )
        return self._repetition.follow(self.cards(), actions)


LEFT_OUT = ("_hands", "_terms", "_repetition")


class CompiledStud:
    """A table of Caribbean Stud.

    Every round has a freshly shuffled deck, which allows dealing several rounds at a time.
    """

    def __init__(self, law: StudLaw, choices: Choices, *, wager: Cents) -> None:
        self.law, self.choices, self.wager = law, choices, wager
        self._rounds = StudTables(law, choices, count=ROUNDS_AHEAD, wager=wager, refusal=0.0)
        self._next = ROUNDS_AHEAD
        self._won: list[float] = []
        self._lost = self._rounds.rules.fold / wager
        self._nothing = np.zeros_like(self._rounds.observations[0])
        self.observation: Observation = self._nothing
        self.mask: Masks = np.zeros(len(StudAction), np.int8)
        self.reward = 0.0
        self._repetition: Repetition | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave the engine's table out: it can be made again."""
        return {**vars(self), "_repetition": None}

    def open(self, seed: int | None) -> None:
        """Take a new deck."""
        if seed is not None:
            for place in range(ROUNDS_AHEAD):
                self._rounds.generators[place] = seed_stream(seed, place)
        self._next = ROUNDS_AHEAD

    def deal(self) -> None:
        """Deal the next round."""
        self._next += 1
        if self._next >= ROUNDS_AHEAD:
            self._rounds.open()
            self._won = (self._rounds.tables.won[:, 0] / self.wager).tolist()
            self._next = 0
        self.observation = self._rounds.observations[self._next]
        self.mask[:] = 1
        self._repetition = None

    def act(self, action: int) -> bool:
        """Fold or bet. The round is over."""
        self.reward = self._won[self._next] if action == BET else self._lost
        self.observation = self._nothing
        self.mask[:] = 0
        return True

    def cards(self) -> list[Card]:
        """Return the cards of the round in the order of the deal."""
        hands = self._rounds.tables.hands[2 * self._next : 2 * self._next + 2]
        in_turn = hands if self.choices.device is Device.SHUFFLER else hands.T
        return [DECK[card] for card in in_turn.ravel()]

    def explain(self, actions: Sequence[int], *, narrated: bool) -> EngineTable:
        """Return an engine's table at which the current round was played with these actions."""
        if self._repetition is None:
            source = RepeatedCards(self.cards())
            engine = EngineTable(
                self.law, self.choices, wager=self.wager, cards=source, narrated=narrated
            )
            self._repetition = Repetition(engine, source, shuffled=True)
        return self._repetition.follow(self.cards(), actions)


class Repetition:
    """A round dealt again at the engine's table, from the cards that the kernel dealt."""

    def __init__(self, engine: EngineTable, source: RepeatedCards, *, shuffled: bool) -> None:
        self._engine, self._source = engine, source
        self._taken = 0
        engine.deal()
        if not shuffled and engine.comments is not None:
            # The engine had to shuffle for its new table; at the kernel's the shoe went on.
            engine.comments.sentences = []

    def follow(self, cards: Sequence[Card], actions: Sequence[int]) -> EngineTable:
        """Take the actions that were not taken yet. Return the engine's table."""
        self._source.cards = cards
        for action in actions[self._taken :]:
            self._engine.act(action)
        self._taken = len(actions)
        return self._engine


def single_table(law: TableLaw, choices: Choices, *, wager: Cents) -> SingleTable:
    """Return a table: on the kernels, or the engine's own if payments need rounding to chips."""
    if isinstance(law, StudLaw):
        return CompiledStud(law, choices, wager=wager)
    assert isinstance(law, BlackjackLaw)
    if pays_exactly(law, table_of(law, choices).choices, wager):
        return CompiledBlackjack(law, choices, wager=wager)
    return EngineSingle(law, choices, wager=wager)


class EngineSingle:
    """A table of the engine's own, which is slower and rounds payments to chips."""

    def __init__(self, law: TableLaw, choices: Choices, *, wager: Cents) -> None:
        self.law, self.choices, self.wager = law, choices, wager
        self._chance = np.random.default_rng(0)
        self.open(0)

    def open(self, seed: int | None) -> None:
        """Open a new table."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._engine = EngineTable(
            self.law,
            self.choices,
            wager=self.wager,
            cards=SoftwareShoe(self._chance.bytes),
            narrated=True,
        )

    @property
    def reward(self) -> float:
        """What the round has won, in wagers, when it is over."""
        return self._engine.reward

    def deal(self) -> None:
        """Deal the next round."""
        self._engine.deal()
        self.observation, self.mask = self._engine.observation(), self._engine.mask()

    def act(self, action: int) -> bool:
        """Take a lawful action. Return whether the round is over."""
        over = self._engine.act(action)
        if over:
            self.observation = self._engine.last_observation()
            self.mask = np.zeros_like(self.mask)
        else:
            self.observation, self.mask = self._engine.observation(), self._engine.mask()
        return over

    def explain(self, actions: Sequence[int], *, narrated: bool) -> EngineTable:  # noqa: ARG002
        """Return the table itself: the actions were taken here."""
        return self._engine
