"""One agent that bets: how much, on how many boxes, with side bets; then plays what it bet on."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

from croupier.games.table.choices import GivenChoices
from croupier.gym.options import (
    USUAL_REFUSAL,
    USUAL_WAGER,
    OptionError,
    read_action,
    read_refusal_reward,
    read_render_mode,
    read_reset_options,
    read_table,
)
from croupier.gym.quick_seats import QuickSeats, open_seats
from croupier.gym.rendering import RENDER_FPS, RENDER_MODES, Picture, render
from croupier.gym.seats import (
    AgentSeats,
    SeatAction,
    SeatRow,
    SeatTerms,
    columns_of,
    numpy_shoe,
    refuse_impossible,
)
from croupier.gym.translation import AGENT, space_of
from croupier.maths.arguments import read_cents, read_whole
from croupier.money import Cents

USUAL_BETS = (1, 2, 4, 8)
USUAL_SIDE_WAGER: Cents = 5_00
MOST_BOXES = 7
MOST_SIZE = 1_000_000
OPTIONS = (
    "choices",
    "wager",
    "bets",
    "side_wager",
    "most_boxes",
    "refusal_reward",
    "render_mode",
)

SeatStep = tuple[SeatRow, float, bool, bool, dict[str, Any]]


def read_terms(
    game: object,
    choices: GivenChoices,
    options: dict[str, Any],
    *,
    players: Sequence[str],
    boxes_each: int,
    wager: object,
    bets: object,
    side_wager: object,
    others: Sequence[str],
) -> SeatTerms:
    """Return the terms of a table at which agents bet. Raise if they cannot be."""
    law, chosen = read_table(game, choices, options, others=others)
    if not isinstance(bets, Sequence) or isinstance(bets, str) or not bets:
        raise OptionError(f"bets: {bets!r} is not a list of sizes in wagers, such as (1, 2, 4)")
    sizes = tuple(read_whole("bets", size, least=1, most=MOST_SIZE) for size in bets)
    if len(set(sizes)) < len(sizes):
        raise OptionError(f"bets: {bets!r} has a size twice")
    terms = SeatTerms(
        law=law,
        choices=chosen,
        players=tuple(players),
        boxes_each=boxes_each,
        wager=read_cents("wager", wager),
        bets=sizes,
        side_wager=read_cents("side_wager", side_wager),
    )
    refuse_impossible(terms)
    return terms


class TableEnvironment(Env[SeatRow, np.int64]):
    """One agent that bets for itself at one table. A round is an episode, from its first wager.

    First bets are open: each ``wager`` action lays one on a box, and ``ready`` ends the betting;
    it ends by itself when nothing more can be laid. Then come the decisions, box by box. The reward
    is what the round won or lost on all boxes, in units of ``wager``, when it is over. Masks,
    refusals and shoes are those of :class:`GameEnvironment`. Blackjack from a shoe is played by the
    automata of the kernels; the engine repeats a round where words are wanted, and plays whatever
    is rendered and all else.

    ``bets`` are the sizes of a wager on a box in units, ``most_boxes`` the number of boxes that the
    agent may bet on. The side bets are those of the operator's choices, for ``side_wager`` each.
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
        bets: Sequence[int] = USUAL_BETS,
        side_wager: Cents = USUAL_SIDE_WAGER,
        most_boxes: int = 1,
        refusal_reward: float = USUAL_REFUSAL,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.terms = read_terms(
            game,
            choices,
            options,
            players=(AGENT,),
            boxes_each=read_whole("most_boxes", most_boxes, least=1, most=MOST_BOXES),
            wager=wager,
            bets=bets,
            side_wager=side_wager,
            others=OPTIONS,
        )
        """Who plays, on how many boxes, for how much."""
        self.law, self.choices, self.wager = self.terms.law, self.terms.choices, self.terms.wager
        self.refusal_reward = read_refusal_reward(refusal_reward)
        self.render_mode = read_render_mode(render_mode, self.metadata["render_modes"])
        self.columns = columns_of(self.terms)
        """The columns of an observation."""
        self.actions: tuple[SeatAction, ...] = self.terms.actions()
        """The actions by number."""
        self.observation_space = space_of(self.columns, np.int32)
        self.action_space = Discrete(len(self.actions))
        self._seats: AgentSeats | QuickSeats | None = None

    @property
    def seats(self) -> AgentSeats:
        """The engine's table with the current round. Raise ``ResetNeeded`` if there is none."""
        return self._table.explain()

    @property
    def _table(self) -> AgentSeats | QuickSeats:
        """The table at which the agent plays."""
        if self._seats is None:
            raise ResetNeeded("there is no table before the first reset")
        return self._seats

    def number_of(self, call: str, box: int = 0, on: str = "", amount: Cents = 0) -> int:
        """Return the number of an action. Raise if there is none such."""
        try:
            return self.actions.index(SeatAction(call, box, on, amount))
        except ValueError:
            said = SeatAction(call, box, on, amount)
            raise OptionError(f"there is no action {said}; see the environment's actions") from None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatRow, dict[str, Any]]:
        """Open the bets of the next round. Return the first observation and its info.

        A new table is opened for the first round, with a seed, in the middle of a round, and if
        ``options`` has a true ``new_table``.
        """
        super().reset(seed=seed, options=options)
        new = read_reset_options(options)
        if self._seats is None or seed is not None or new or not self._seats.over:
            source = numpy_shoe(self.np_random)
            narrated = self.render_mode is not None
            self._seats = open_seats(self.terms, source, self._seats, narrated=narrated)
        else:
            self._seats.begin()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> SeatStep:
        """Take an action. An unlawful action is refused and changes nothing."""
        seats = self._table
        if seats.over:
            raise ResetNeeded("the round is over: call reset for the next")
        number = read_action(action, len(self.actions))
        if not seats.mask(AGENT)[number]:
            info = {**self._info(), "refused": seats.reason(AGENT, number)}
            return self._observation(), self.refusal_reward, False, False, info
        over = seats.act(AGENT, number)
        reward = seats.winnings_of(AGENT) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def _observation(self) -> SeatRow:
        return self._table.observe(AGENT)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_mask()}

    def action_mask(self) -> Any:
        """Return a 1 for each lawful action, as ``action_space.sample`` takes it."""
        return self._table.mask(AGENT)

    def render(self) -> str | Picture | None:
        """Return the table in words (``ansi``) or as a picture (``rgb_array``)."""
        return render(self._table.comments, self.render_mode)
