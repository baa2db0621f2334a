"""One agent at one box of a table of the engine: a Gymnasium environment for every game."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron, Voice
from croupier.errors import CroupierError
from croupier.floor.card_sources import CardSource, SoftwareShoe
from croupier.floor.floor import House
from croupier.floor.running_table import RunningTable
from croupier.games.table.choices import Choices
from croupier.games.table.due import Due
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.gym.translation import AGENT, BOX, Observation, Watch, space_of, translator_for
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import GAMES, Role, law_of

USUAL_WAGER: Cents = 20_00
"""A wager at which no payment of any game needs rounding."""
USUAL_REFUSAL = -1.0
TABLE = "1"
ANSI = "ansi"

TableStep = tuple[Observation, float, bool, bool, dict[str, Any]]


class GameEnvironment(Env[Observation, np.int64]):
    """One agent at one table. A round is an episode, and the next is dealt from the same shoe.

    The reward is what the round won or lost, in wagers, when it is over, and 0 before.
    ``info["action_mask"]`` has a 1 for each lawful action. Any other action is refused: the table
    does not change, the reward is ``refusal_reward``, and ``info["refused"]`` has the reason.
    """

    metadata: dict[str, Any] = {"render_modes": [ANSI], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        choices: Choices | None = None,
        wager: Cents = USUAL_WAGER,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
    ) -> None:
        self.law = law_of(game)
        """The law of the table."""
        self.choices = choices or Choices()
        """The operator's choices."""
        least, most = self.choices.minimum, self.choices.maximum
        if not least <= wager <= most:
            # The engine takes such a wager once, with a warning, or gives what is too much back.
            told = " to ".join(map(in_dollars, (least, most)))
            raise CroupierError(f"the wager is {in_dollars(wager)}, and the table takes {told}")
        self.wager = wager
        """The wager on each round, in cents."""
        self.refusal_reward = refusal_reward
        self.render_mode = render_mode
        self._translator = translator_for(self.law)
        self.columns = self._translator.columns
        """The columns of an observation."""
        self.actions = self._translator.actions
        """The actions by name."""
        self.observation_space = space_of(self.columns, self._translator.dtype)
        self.action_space = Discrete(len(self.actions))
        self._house = House()
        self._running: RunningTable | None = None
        self._watch = Watch()
        self._under_way = False
        self._sentences: list[str] = []

    # ------------------------------------------------------------------------------- the table

    def card_source(self) -> CardSource:
        """Return the card source of a new table: random, from the seed."""
        return SoftwareShoe(self.np_random.bytes)

    @property
    def table(self) -> RunningTable:
        """The engine's table. Raise ``ResetNeeded`` before the first reset."""
        if self._running is None:
            raise ResetNeeded("there is no table before the first reset")
        return self._running

    def _open(self) -> None:
        self._house = House()
        cards = self.card_source()
        self._running = self._house.open_table(self.law, self.choices, cards=cards, name=TABLE)

    def _submit(self, command: Command) -> None:
        """Submit a command and follow its events. Raise if it is refused."""
        scene = scene_of(self.table.table) if self.render_mode == ANSI else None
        answer = self._house.do(TABLE, command)
        if isinstance(answer, Refused):
            raise CroupierError(f"{answer.why} ({answer.clause})")
        self._watch.follow(answer)
        if scene is not None:
            told = narrate(self.law, scene, answer, Voice(Patron(AGENT)))[1]
            self._sentences += [sentence.aloud for sentence in told if sentence.told]

    @property
    def _due(self) -> Due | None:
        """What is due in the round; ``None`` when it is over."""
        return self.table.due[0] if self.table.table.round is not None else None

    # ------------------------------------------------------------------------------- Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round. Return the first observation and its info.

        A new table is opened for the first round, with a seed, in the middle of a round, and if
        ``options`` has a true ``new_table``.
        """
        super().reset(seed=seed, options=options)
        amid = self._running is not None and self._running.table.round is not None
        if self._running is None or seed is not None or amid or (options or {}).get("new_table"):
            self._open()
        self._watch, self._sentences = Watch(), []
        self._submit(PlaceWager(AGENT, BOX, self.wager, self._translator.initial, by=Role.PLAYER))
        self._submit(Deal(by=Role.DEALER))
        self._under_way = True
        return self._observation(), {"action_mask": self.action_mask()}

    def step(self, action: np.int64 | int) -> TableStep:
        """Take an action. An unlawful action is refused and changes nothing."""
        if not self._under_way:
            raise ResetNeeded("the round is over: call reset for the next")
        self._sentences = []
        said, due = self.actions(int(action)), self._due
        if said not in self._translator.lawful(due):
            info = {"action_mask": self.action_mask(), "refused": self._reason(int(action))}
            return self._observation(), self.refusal_reward, False, False, info
        if due is not None:
            for command in self._translator.commands(said, due):
                self._submit(command)
        if self._due is not None:
            return self._observation(), 0.0, False, False, {"action_mask": self.action_mask()}
        self._under_way = False
        last = self._translator.between_rounds(self.table.table)
        info = {"action_mask": np.zeros(len(self.actions), np.int8)}
        return last, self._watch.net / self.wager, True, False, info

    def _observation(self) -> Observation:
        return self._translator.observation(self.table.table, self._due, self._watch, self.wager)

    def action_mask(self) -> NDArray[np.int8]:
        """Return a 1 for each lawful action, as ``action_space.sample`` takes it."""
        mask = np.zeros(len(self.actions), np.int8)
        if self._under_way:
            mask[list(self._translator.lawful(self._due))] = 1
        return mask

    def _reason(self, action: int) -> str:
        """Return the engine's reason for refusing an unlawful action."""
        command = next(iter(self._translator.commands(self.actions(action), self._due)))
        answer = self.table.decide_for_others(command)
        assert isinstance(answer, Refused), f"{command} is not in the mask, and was not refused"
        return f"{answer.code}: {answer.why} ({answer.clause})"

    def render(self) -> str | None:
        """Return, in words, what has happened since the last action, and the decision to make."""
        if self.render_mode != ANSI:
            return None
        table = self.table
        due = table.due if self._due is not None else ()
        seen = table_view(self.law, scene_of(table.table), Patron(AGENT), due=due)
        asked = [prompt.question or prompt.text for prompt in seen.prompts[:1]]
        return "\n".join([*self._sentences, *asked])


NAMESPACE = "croupier"
VERSION = 0


def environment_id(game: str) -> str:
    """Return the id of a game's environment: ``croupier/StarBlackjack-v0``."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"{NAMESPACE}/{name}-v{VERSION}"


IDS: dict[str, str] = {game: environment_id(game) for game in GAMES}
"""The id of each game's environment."""


def register_environments() -> None:
    """Register the environments with ``gymnasium.make`` and ``gymnasium.make_vec``."""
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="croupier.gym.environment:GameEnvironment",
                vector_entry_point="croupier.gym.vector:VectorTables",
                kwargs={"game": game},
            )
