"""One agent at one box of one table: a Gymnasium environment for every game."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from croupier.floor.running_table import RunningTable
from croupier.games.table.choices import GivenChoices
from croupier.gym.compiled import single_table
from croupier.gym.engine_table import EngineTable, refuse_unlawful
from croupier.gym.options import (
    USUAL_REFUSAL,
    USUAL_WAGER,
    read_action,
    read_refusal_reward,
    read_render_mode,
    read_reset_options,
    read_table,
    read_wager,
)
from croupier.gym.rendering import RENDER_FPS, RENDER_MODES, Picture, render
from croupier.gym.translation import Observation, space_of, translator_for
from croupier.money import Cents
from croupier.rulebooks import GAMES

OPTIONS = ("choices", "wager", "refusal_reward", "render_mode")
SEED_BITS = 63

TableStep = tuple[Observation, float, bool, bool, dict[str, Any]]


class GameEnvironment(Env[Observation, np.int64]):
    """One agent at one table. A round is an episode, and the next is dealt from the same shoe.

    The reward is what the round won or lost, in wagers, when it is over, and 0 before.
    ``info["action_mask"]`` has a 1 for each lawful action. Any other action is refused: the table
    does not change, the reward is ``refusal_reward``, and ``info["refused"]`` has the reason.

    A kernel plays. The engine repeats the round from the same cards where words are wanted: to
    render it, and to say why an action was refused. Options besides are the operator's choices by
    name, such as ``decks=6``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: str,
        *,
        choices: GivenChoices = None,
        wager: Cents = USUAL_WAGER,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.law, self.choices = read_table(game, choices, options, others=OPTIONS)
        """The law of the table, and the operator's choices."""
        self.wager = read_wager(wager, self.choices)
        """The wager on each round, in cents."""
        self.refusal_reward = read_refusal_reward(refusal_reward)
        self.render_mode = read_render_mode(render_mode, self.metadata["render_modes"])
        translator = translator_for(self.law)
        self.columns = translator.columns
        """The columns of an observation."""
        self.actions = translator.actions
        """The actions by name."""
        self.observation_space = space_of(self.columns, translator.dtype)
        self.action_space = Discrete(len(self.actions))
        refuse_unlawful(self.law, self.choices, self.wager)
        self._single = single_table(self.law, self.choices, wager=self.wager)
        self._count = len(self.actions)
        self._opened = False
        self._under_way = False
        self._taken: list[int] = []
        """The actions taken in the round."""

    @property
    def table(self) -> RunningTable:
        """The current round at a table of the engine. Raise ``ResetNeeded`` if there is none."""
        return self.explain().running

    def explain(self) -> EngineTable:
        """Return an engine's table with the current round, played from the same cards.

        Raise ``ResetNeeded`` if there is none.
        """
        if not self._opened:
            raise ResetNeeded("there is no table before the first reset")
        return self._single.explain(self._taken, narrated=self.render_mode is not None)

    # ------------------------------------------------------------------------------- Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round. Return the first observation and its info.

        A new table is opened for the first round, with a seed, in the middle of a round, and if
        ``options`` has a true ``new_table``.
        """
        super().reset(seed=seed, options=options)
        single = self._single
        new = read_reset_options(options) if options else False
        if seed is not None or not self._opened:
            single.open(int(self.np_random.integers(1 << SEED_BITS)))
        elif new or self._under_way:
            single.open(None)
        self._opened, self._under_way, self._taken = True, True, []
        single.deal()
        return single.observation.copy(), {"action_mask": single.mask.copy()}

    def step(self, action: np.int64 | int) -> TableStep:
        """Take an action. An unlawful action is refused and changes nothing."""
        if not self._under_way:
            raise ResetNeeded("the round is over: call reset for the next")
        number, single = read_action(action, self._count), self._single
        if not single.mask[number]:
            reason = self.explain().reason(number)
            info = {"action_mask": single.mask.copy(), "refused": reason}
            return single.observation.copy(), self.refusal_reward, False, False, info
        over = single.act(number)
        self._taken.append(number)
        reward = 0.0
        if over:
            self._under_way, reward = False, single.reward
        return single.observation.copy(), reward, over, False, {"action_mask": single.mask.copy()}

    def action_mask(self) -> NDArray[np.int8]:
        """Return a 1 for each lawful action, as ``action_space.sample`` takes it."""
        if not self._under_way:
            return np.zeros(self._count, np.int8)
        return self._single.mask.copy()

    def render(self) -> str | Picture | None:
        """Return the table in words (``ansi``) or as a picture (``rgb_array``).

        The words are what has happened since the last action, and the decision to make.
        """
        comments = self.explain().comments if self.render_mode is not None else None
        return render(comments, self.render_mode)


NAMESPACE = "croupier"
VERSION = 0


def environment_id(game: str, suffix: str = "") -> str:
    """Return the id of a game's environment: ``croupier/StarBlackjack-v0``."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"{NAMESPACE}/{name}{suffix}-v{VERSION}"


IDS: dict[str, str] = {game: environment_id(game) for game in GAMES}
"""The id of each game's environment with one wager on one box."""
TABLE_IDS: dict[str, str] = {game: environment_id(game, "Table") for game in GAMES}
"""The id of each game's environment whose agent bets: ``croupier/StarBlackjackTable-v0``."""


def register_environments() -> None:
    """Register the environments with ``gymnasium.make`` and ``gymnasium.make_vec``."""
    for game in GAMES:
        if IDS[game] not in gymnasium.registry:
            gymnasium.register(
                IDS[game],
                entry_point="croupier.gym.environment:GameEnvironment",
                vector_entry_point="croupier.gym.vector:VectorTables",
                kwargs={"game": game},
            )
            gymnasium.register(
                TABLE_IDS[game],
                entry_point="croupier.gym.table_environment:TableEnvironment",
                kwargs={"game": game},
            )
