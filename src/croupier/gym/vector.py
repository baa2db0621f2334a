"""Thousands of tables at once on compiled kernels: a vector environment for every game."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, RANKS, SUITS, Device
from croupier.cards.poker import HAND_SIZE
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.gym.environment import USUAL_REFUSAL, USUAL_WAGER, GameEnvironment
from croupier.gym.translation import Observation, space_of, translator_for
from croupier.maths.blackjack.parameters import parameters_of, table_of
from croupier.maths.kernels.random_streams import STATE_WORDS, StreamWords, seed_stream
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
from croupier.rulebooks import BLACKJACK, BlackjackLaw, StudLaw, law_of

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


SEED_BITS = 63

VectorStep = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class CompiledTables(Protocol):
    """Tables that a kernel plays."""

    @property
    def generators(self) -> StreamWords:
        """The state of each table's random generator."""

    @property
    def observations(self) -> Observation:
        """The current observations."""

    @property
    def masks(self) -> Masks:
        """The lawful actions."""

    def open(self) -> None:
        """Shuffle and deal at every table."""

    def step(self, actions: Actions) -> Results:
        """Take an action at every table."""


class VectorTables(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Many tables of one game, each like :class:`GameEnvironment`, played by a kernel.

    When a round ends, the next is dealt in the same step: the observation is already that of the
    next round, and the last one of the finished round is in ``info["final_obs"]``, in the rows that
    ``info["_final_obs"]`` marks. ``info["action_mask"]`` has a row for each table;
    ``info["refused"]`` marks unlawful actions, which change nothing.

    Table ``n`` of a seed is the same however many tables there are.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        choices: Choices | None = None,
        wager: Cents = USUAL_WAGER,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1:
            raise CroupierError(f"num_envs must be at least 1, not {num_envs}")
        if render_mode is not None:
            raise CroupierError(
                "VectorTables cannot render; GameEnvironment has render_mode='ansi'"
            )
        choices = choices or Choices()
        # What the engine would refuse to deal is refused here as well.
        GameEnvironment(game, choices=choices, wager=wager).reset(seed=0)
        law = law_of(game)
        translator = translator_for(law)
        self.num_envs = num_envs
        self.columns = translator.columns
        """The columns of an observation."""
        self.actions = translator.actions
        """The actions by name."""
        self.single_observation_space = space_of(translator.columns, translator.dtype)
        self.single_action_space = Discrete(len(translator.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.compiled: CompiledTables
        """The tables in the kernel's arrays."""
        if isinstance(law, StudLaw):
            self.compiled = StudTables(
                law, choices, count=num_envs, wager=wager, refusal=refusal_reward
            )
        else:
            assert isinstance(law, BlackjackLaw)
            self.compiled = BlackjackTables(
                law, choices, count=num_envs, wager=wager, refusal=refusal_reward
            )
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle and deal at every table. Without a seed, the random generators continue."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._seeded:
            whole = int(self.np_random.integers(1 << SEED_BITS)) if seed is None else seed
            generators = self.compiled.generators
            for table in range(self.num_envs):
                generators[table] = seed_stream(whole & ((1 << SEED_BITS) - 1), table)
            self._seeded = True
        self.compiled.open()
        return self.compiled.observations.copy(), {"action_mask": self.compiled.masks.copy()}

    def step(self, actions: Actions) -> VectorStep:
        """Take an action at every table."""
        if not self._seeded:
            raise CroupierError("there are no tables before the first reset")
        said = np.asarray(actions, np.int64)
        if said.shape != (self.num_envs,):
            raise CroupierError(f"{self.num_envs} actions are needed, not {said.shape}")
        compiled = self.compiled
        results = compiled.step(said)
        info = {
            "action_mask": compiled.masks.copy(),
            "refused": results.refused,
            "final_obs": results.last,
            "_final_obs": results.ended,
        }
        truncated = np.zeros(self.num_envs, np.bool_)
        return compiled.observations.copy(), results.rewards, results.ended, truncated, info
