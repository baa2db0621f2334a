"""A table with several agents for PettingZoo: in turn (AEC), or all at once (parallel)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding

from croupier.games.table.choices import GivenChoices
from croupier.gym.options import (
    NEW_TABLE,
    USUAL_REFUSAL,
    USUAL_WAGER,
    OptionError,
    read_action,
    read_refusal_reward,
    read_render_mode,
)
from croupier.gym.quick_seats import QuickSeats, open_seats
from croupier.gym.rendering import RENDER_FPS, RENDER_MODES, Picture, render
from croupier.gym.seats import AgentSeats, SeatAction, SeatTerms, columns_of, numpy_shoe
from croupier.gym.table_environment import (
    MOST_BOXES,
    USUAL_BETS,
    USUAL_SIDE_WAGER,
    read_terms,
)
from croupier.gym.translation import space_of
from croupier.maths.arguments import read_whole
from croupier.money import Cents

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError(
        "croupier.gym.multiplayer needs PettingZoo: pip install 'croupier[pettingzoo]'"
    ) from error

OPTIONS = (
    "players",
    "choices",
    "wager",
    "bets",
    "side_wager",
    "boxes_each",
    "refusal_reward",
    "render_mode",
)
WAIT = "wait"
"""What an agent does in a parallel step in which it is not asked."""
OBSERVATION, ACTION_MASK = "observation", "action_mask"

Observations = dict[str, Any]


class SharedTable:
    """What both kinds of environment share: the seats, the spaces, the shoe that goes on."""

    waits = False
    """Whether agents who are not asked have an action for it."""

    def __init__(
        self,
        game: str,
        players: int = 3,
        *,
        choices: GivenChoices = None,
        wager: Cents = USUAL_WAGER,
        bets: Sequence[int] = USUAL_BETS,
        side_wager: Cents = USUAL_SIDE_WAGER,
        boxes_each: int = 1,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        count = read_whole("players", players, least=1, most=MOST_BOXES)
        self.terms: SeatTerms = read_terms(
            game,
            choices,
            options,
            players=[f"player_{number}" for number in range(1, count + 1)],
            boxes_each=read_whole("boxes_each", boxes_each, least=1, most=MOST_BOXES // count),
            wager=wager,
            bets=bets,
            side_wager=side_wager,
            others=OPTIONS,
        )
        self.render_mode = read_render_mode(render_mode, RENDER_MODES)
        self.refusal_reward = read_refusal_reward(refusal_reward)
        self.columns = columns_of(self.terms)
        self.actions = self.terms.actions() + ((SeatAction(WAIT),) if self.waits else ())
        self.possible_agents = list(self.terms.players)
        self.agents: list[str] = []
        seen = space_of(self.columns, np.int32)
        mask = Box(0, 1, (len(self.actions),), np.int8)
        self._observation_spaces: dict[str, Space[Any]] = {}
        self._action_spaces: dict[str, Space[Any]] = {}
        for agent in self.possible_agents:
            self._observation_spaces[agent] = Dict({OBSERVATION: seen, ACTION_MASK: mask})
            self._action_spaces[agent] = Discrete(len(self.actions))
        self._chance: np.random.Generator | None = None
        self._seats: AgentSeats | QuickSeats | None = None

    @property
    def seats(self) -> AgentSeats:
        """The engine's table with the current round. Raise ``ResetNeeded`` if there is none."""
        return self._table.explain()

    @property
    def _table(self) -> AgentSeats | QuickSeats:
        """The table at which the agents play."""
        if self._seats is None:
            raise ResetNeeded("there is no table before the first reset")
        return self._seats

    def _open(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Open the bets of the next round, at a new table where ``reset`` says so."""
        if self._chance is None or seed is not None:
            self._chance, _ = seeding.np_random(seed)
        new = seed is not None or bool((options or {}).get(NEW_TABLE))
        if self._seats is None or new or not self._seats.over:
            source = numpy_shoe(self._chance)
            narrated = self.render_mode is not None
            self._seats = open_seats(self.terms, source, self._seats, narrated=narrated)
        else:
            self._seats.begin()

    def observation_space(self, agent: str) -> Space[Any]:
        """Return what an agent may see: the columns, and a 1 for each lawful action."""
        return self._observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the actions of an agent by number."""
        return self._action_spaces[self._agent(agent)]

    def _agent(self, agent: str) -> str:
        """Return the name of an agent. Raise, naming those there are, for any other."""
        if agent in self.possible_agents:
            return agent
        raise OptionError(f"there is no agent {agent!r}; {', '.join(self.possible_agents)} play")

    def _observation(self, agent: str) -> Observations:
        lawful = self._table.mask(agent)
        if self.waits:
            mask = np.zeros(len(self.actions), np.int8)
            mask[:-1] = lawful
            mask[-1] = agent not in self._table.players_to_act()
            lawful = mask
        return {OBSERVATION: self._table.observe(agent), ACTION_MASK: lawful}

    def render(self) -> str | Picture | None:
        """Return the table in words (``ansi``) or as a picture (``rgb_array``)."""
        return render(self._table.comments, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class TableInTurn(SharedTable, AECEnv[str, Observations, int]):  # type: ignore[misc]
    """Several agents at one table, who act one after the other.

    A round is an episode. First each agent bets, in the order of the seats, until it says ``ready``
    or can lay nothing more; then those who are asked answer. When the round is over, each agent's
    reward is what it won or lost, in units of ``wager``. An unlawful action is refused: nothing
    changes, the agent is asked again, its reward is ``refusal_reward``, and
    ``infos[agent]["refused"]`` has the reason.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "croupier_table_v0",
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open the bets of the next round; with a seed, at a new table."""
        self._open(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._table.players_to_act()[0]

    def observe(self, agent: str) -> Observations:
        """Return what an agent sees now."""
        return self._observation(self._agent(agent))

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is."""
        agent, seats = self.agent_selection, self._table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = read_action(action, len(self.actions))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        if not seats.mask(agent)[number]:
            self.rewards[agent] = self.refusal_reward
            self.infos[agent] = {"refused": seats.reason(agent, number)}
        else:
            if seats.act(agent, number):
                self.rewards = {one: seats.winnings_of(one) for one in self.agents}
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.agent_selection = seats.players_to_act()[0]
        self._accumulate_rewards()


class TableAtOnce(SharedTable, ParallelEnv[str, Observations, int]):  # type: ignore[misc]
    """Several agents at one table, each of whom acts in every step.

    Bets are laid and insurance is taken at once; during the decisions of one agent the others have
    one lawful action, ``wait``. Otherwise it is :class:`TableInTurn`.
    """

    waits = True

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "croupier_parallel_table_v0",
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observations], dict[str, dict[str, Any]]]:
        """Open the bets of the next round; with a seed, at a new table."""
        self._open(seed, options)
        self.agents = list(self.possible_agents)
        return self._all_seen(), {agent: {} for agent in self.agents}

    def _all_seen(self) -> dict[str, Observations]:
        return {agent: self._observation(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observations],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take an action of every agent, in the order of the seats."""
        if not self.agents:
            raise ResetNeeded("the round is over: call reset for the next")
        seats = self._table
        if not isinstance(actions, Mapping):
            raise OptionError(f"actions: {actions!r} is not a dictionary of actions by agent")
        for agent in actions:
            self._agent(agent)
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise OptionError(f"an action is missing for {', '.join(missing)}")
        numbers = {one: read_action(actions[one], len(self.actions)) for one in self.agents}
        rewards = dict.fromkeys(self.agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        # Who was asked when the step began may act in it: an answer may end the betting, and what
        # comes then is for the next step.
        masks = {agent: seats.mask(agent) for agent in seats.players_to_act()}
        wait = len(self.actions) - 1
        for agent, number in numbers.items():
            waits = number == wait
            if waits == (agent in masks) or not (waits or masks[agent][number]):
                rewards[agent] = self.refusal_reward
                infos[agent] = {"refused": self._reason(agent, number)}
            elif not waits:
                seats.act(agent, number)
        over = seats.over
        if over:
            rewards = {agent: seats.winnings_of(agent) for agent in self.agents}
        seen = self._all_seen()
        ended = dict.fromkeys(self.agents, over)
        truncated = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return seen, rewards, ended, truncated, infos

    def _reason(self, agent: str, number: int) -> str:
        if self.actions[number].call == WAIT:
            return f"{agent} is asked and cannot wait"
        return self._table.reason(agent, number)
