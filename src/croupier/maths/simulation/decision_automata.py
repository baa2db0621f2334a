"""The hands of a blackjack game as automata that stop for each decision of a player.

They are those of the simulation, built by the same machine from the same law, but without a chart.
A card leads from state to state until a hand is finished or a decision is due. A decision is a
state of its own, with the lawful calls and the target of each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.blackjack.parameters import BlackjackParameters
from croupier.maths.simulation.automata import (
    Code,
    HandFeatures,
    Machine,
    Options,
    Situation,
    lay_out,
    options_of,
)

CALL_NAMES = ("stand", "hit", "double", "split", "surrender")
"""The calls with a hand, in the order of a decision's first entries."""


class HandDecision(NamedTuple):
    """A hand whose player must call."""

    leads: tuple[Code | None, ...]
    """The target of each call; ``None`` if it is not lawful."""
    total: int
    soft: bool
    pair: int
    """The value of each of two equal cards, else 0."""
    split: bool
    """Whether the hand was made by splitting."""


class DecisionLayout(NamedTuple):
    """The offsets of a game's automata in the one array that kernels take.

    An entry below ``limit`` is the offset of a row, in which the next card's rank is looked up.
    From there on it is a finished hand, from ``first_fork`` on a pair that has been split, from
    ``first_decision`` on a hand whose player must call.
    """

    limit: np.uint64
    first_fork: np.uint64
    first_decision: np.uint64
    opening: np.uint64
    """The state of a hand's first card, by the dealer's rank and its own."""
    dealer_opening: np.uint64
    """The state of the dealer's first card, by what is needed and its rank."""
    needs: np.uint64
    """What a finished hand needs of the dealer."""
    pays: np.uint64
    """What a finished hand wins in ticks above the lowest, by hand and outcome."""
    singles: np.uint64
    """The state of one card of a split pair, by fork, as in the simulation."""
    most_hands: np.uint64
    """The most hands of a box, by fork."""
    kept: np.uint64
    """The ranks of the cards of a split pair, by fork: the one that stays, the one that is
    moved."""
    decisions: np.uint64
    """By decision: the target of each call, the bits of the lawful ones, total, soft, pair,
    split."""
    lowest: np.int64
    """The lowest result of a hand, in ticks."""


class DecisionTables(NamedTuple):
    """The automata of a game as kernels take them."""

    numbers: NDArray[np.uint32]
    at: DecisionLayout
    ticks: int
    """The number of ticks of a wager: all money is whole in ticks."""
    most_hands: int
    """The most hands of a box."""


def _no_call(_looked_at: Situation, _options: Options) -> str:
    """Return no call: every lawful call is followed."""
    return ""


class DecisionMachine(Machine):
    """Builds the automata of a game for players who decide for themselves."""

    def __init__(self, parameters: BlackjackParameters, *, ticks: int) -> None:
        super().__init__(parameters, _no_call, ticks=ticks)
        self._decisions: dict[HandDecision, int] = {}

    def _apply_call(self, hand: HandFeatures, dealer: int, call: str) -> Code:  # noqa: ARG002
        options = options_of(self.parameters, hand, dealer)
        called = super()._apply_call
        leads = tuple(
            called(hand, dealer, name) if getattr(options, name) else None for name in CALL_NAMES
        )
        pair = hand.first if hand.pair else 0
        decision = HandDecision(leads, hand.total, hand.soft, pair, hand.split)
        return Code("decision", self._decisions.setdefault(decision, len(self._decisions)))

    def _pair(self, hand: HandFeatures) -> tuple[int, int]:
        """Return the ranks of a pair, always distinguished: observations count cards by rank."""
        rank = hand.first - 1
        return rank + hand.ten, rank + hand.other_ten

    def decision_tables(self) -> DecisionTables:
        """Return the automata as flat arrays."""
        parts = self.parts()
        rows = parts.rows | {
            "kept": [[fork.kept, fork.moved] for fork in parts.forks],
            "decisions": [
                [*parts.entries(one.leads), *_decision_columns(one)] for one in self._decisions
            ],
        }
        numbers, at = lay_out(rows)
        layout = DecisionLayout(
            limit=np.uint64(parts.limit),
            first_fork=np.uint64(parts.first_fork),
            first_decision=np.uint64(parts.first_fork + len(parts.forks)),
            lowest=np.int64(parts.lowest),
            **at,
        )
        return DecisionTables(numbers, layout, self.ticks, parts.most_hands)


def _decision_columns(decision: HandDecision) -> list[int]:
    """Return what a player sees of a decision, the lawful calls first."""
    lawful = sum(1 << place for place, lead in enumerate(decision.leads) if lead is not None)
    return [lawful, decision.total, decision.soft, decision.pair, decision.split]
