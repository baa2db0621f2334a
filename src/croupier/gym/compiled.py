"""Tables on the compiled kernels: many in arrays, or one.

The round of a single table can be repeated at the engine's, which explains it.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, DECK, RANKS, SUITS, Card, Device
from croupier.cards.poker import HAND_SIZE
from croupier.errors import CroupierError
from croupier.floor.card_sources import SoftwareShoe
from croupier.games.table.choices import Choices
from croupier.gym.engine_table import EngineTable, RepeatedCards, with_suits
from croupier.gym.translation import Observation, StudAction
from croupier.maths.blackjack.parameters import parameters_of, table_of
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords, seed_stream
from croupier.maths.kernels.simulated.hands import MOST_CARDS
from croupier.maths.kernels.simulated.step_blackjack import (
    ACTIONS,
    COLUMNS,
    CUT,
    END,
    FINALS,
    HALF,
    NOTHING_ASKED,
    PENDING,
    PHASE,
    PLACE,
    SHUFFLES,
    STAND,
    WHOLE,
    StepTerms,
    deal_round,
    step_alone,
    step_tables,
)
from croupier.maths.kernels.simulated.stud import ACTIONS as STUD_ACTIONS
from croupier.maths.kernels.simulated.stud import ALWAYS, BET, StudRows, deal_tables, step_stud
from croupier.maths.kernels.simulated.stud import COLUMNS as STUD_COLUMNS
from croupier.maths.simulation.automata import ACE, TEN, exact, ticks_for
from croupier.maths.simulation.blackjack import cutting_card_depth, insurances, shoe_of
from croupier.maths.simulation.decision_automata import DecisionMachine, DecisionTables
from croupier.maths.simulation.stud import stud_rules
from croupier.maths.stud.poker_classes import hand_classes
from croupier.maths.stud.terms import stud_terms
from croupier.money import Cents
from croupier.rulebooks import BLACKJACK, BlackjackLaw, StudLaw, TableLaw

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
            unburned = replace(self.choices, burn=False, burn_each_round=False)
            choices = unburned if device else self.choices
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
