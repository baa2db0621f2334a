"""Thousands of tables at once on compiled kernels: a vector environment for every game."""

from typing import Any, Protocol

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.games.table.choices import GivenChoices
from croupier.gym.compiled import Actions, BlackjackTables, Masks, Results, StudTables
from croupier.gym.engine_table import refuse_unlawful
from croupier.gym.options import (
    USUAL_REFUSAL,
    USUAL_WAGER,
    read_actions,
    read_refusal_reward,
    read_render_mode,
    read_reset_options,
    read_table,
    read_wager,
)
from croupier.gym.translation import Observation, space_of, translator_for
from croupier.maths.arguments import read_whole
from croupier.maths.kernels.random_streams import StreamWords, seed_stream
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw

MOST_TABLES = 10_000_000
OPTIONS = ("num_envs", "choices", "wager", "refusal_reward", "render_mode")
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

    Options besides are the operator's choices by name, such as ``decks=6``.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        choices: GivenChoices = None,
        wager: Cents = USUAL_WAGER,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        num_envs = read_whole("num_envs", num_envs, least=1, most=MOST_TABLES)
        refusal_reward = read_refusal_reward(refusal_reward)
        read_render_mode(render_mode, ())
        law, self.choices = read_table(game, choices, options, others=OPTIONS)
        wager = read_wager(wager, self.choices)
        refuse_unlawful(law, self.choices, wager)
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
                law, self.choices, count=num_envs, wager=wager, refusal=refusal_reward
            )
        else:
            assert isinstance(law, BlackjackLaw)
            self.compiled = BlackjackTables(
                law, self.choices, count=num_envs, wager=wager, refusal=refusal_reward
            )
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle and deal at every table. Without a seed, the random generators continue."""
        super().reset(seed=seed, options=options)
        read_reset_options(options)
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
            raise ResetNeeded("there are no tables before the first reset")
        said = read_actions(actions, len(self.actions), self.num_envs)
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
