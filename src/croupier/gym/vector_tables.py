"""Thousands of tables at once on compiled kernels: a vector environment for every game."""

from typing import Any, Protocol

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.errors import CroupierError
from croupier.gym.blackjack_tables import Actions, BlackjackTables, Masks, Results
from croupier.gym.environment import USUAL_REFUSAL, USUAL_WAGER, GameEnvironment
from croupier.gym.observations import Observation, space_of
from croupier.gym.stud_tables import StudTables
from croupier.gym.translators import translator_for
from croupier.maths.kernels.random_streams import StreamWords, seed_stream
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw, law_of
from croupier.table.choices import Choices

SEED_BITS = 63

VectorStep = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class CompiledTables(Protocol):
    """Tables that a kernel plays."""

    @property
    def generators(self) -> StreamWords:
        """The state of chance at each table."""

    @property
    def observations(self) -> Observation:
        """What is seen now."""

    @property
    def masks(self) -> Masks:
        """What is lawful now."""

    def open(self) -> None:
        """Shuffle everywhere and deal."""

    def step(self, actions: Actions) -> Results:
        """An action at every table."""


class VectorTables(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Many tables of one game, each as :class:`GameEnvironment` has it, dealt by a kernel.

    Where a round ends, the next is dealt in the same step: the observation is already the next
    round's, and the one after the last is in ``info["final_obs"]``, in the rows that
    ``info["_final_obs"]`` marks. ``info["action_mask"]`` has a row for each table, and
    ``info["refused"]`` says where an action was not lawful and changed nothing.

    Table ``n`` of a seed is the same however many there are.
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
        """The numbers of an observation, with their names."""
        self.actions = translator.actions
        """The actions by name."""
        self.single_observation_space = space_of(translator.columns, translator.dtype)
        self.single_action_space = Discrete(len(translator.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.compiled: CompiledTables
        """The tables themselves, as the kernel has them."""
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
        """Shuffle at every table and deal; without a seed, chance goes on from where it was."""
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
        """An action at every table."""
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
