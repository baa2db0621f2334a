"""Software players for tournaments: how much they wager, and how they play their cards."""

from collections.abc import Callable
from typing import NamedTuple

from croupier.blackjack.commands import DoubleDown
from croupier.blackjack.decisions import AnswerDue, DecisionDue, InsuranceDue
from croupier.blackjack.state import BlackjackTable, round_of
from croupier.maths import charts
from croupier.maths.charts import FlatChart
from croupier.money import Cents
from croupier.play.bots import basic_bot, call
from croupier.rulebooks import Role
from croupier.table.commands import Command
from croupier.table.contest_tables import contest_of, terms_of
from croupier.table.due import Due

LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The part of the chips that a proportional player wagers: one in this many."""

WORDS = {
    charts.STAND: ("stand",),
    charts.HIT: ("hit",),
    charts.DOUBLE_OR_HIT: ("double", "hit"),
    charts.DOUBLE_OR_STAND: ("double", "stand"),
    charts.SPLIT_OR_TOTAL: ("split",),
    charts.SURRENDER_OR_HIT: ("hit",),
    charts.SURRENDER_OR_STAND: ("stand",),
    charts.SURRENDER_OR_SPLIT: ("split",),
}
"""What each word of a chart calls, in order of preference."""


class Leader(NamedTuple):
    """The player who has the most of the others."""

    chips: Cents
    """What that player has, what lies on the layout included; 0 where there are no others."""
    wager: Cents
    """What lies on the layout in this round; 0 where that is not known yet."""


class Position:
    """What a player sees at a table before a wager: nothing that is undisclosed."""

    __slots__ = ("_player", "_table", "chips", "maximum", "minimum")

    def __init__(self, table: BlackjackTable, player: str) -> None:
        self._table, self._player = table, player
        self.chips: Cents = table.chips(player)
        """The player's own."""
        limits = table.limits
        self.minimum: Cents = limits.minimum
        """The least wager."""
        self.maximum: Cents = limits.maximum
        """The most."""

    @property
    def rounds_left(self) -> int:
        """How many rounds are left, this one included; 1 in a play-off."""
        return max(1, terms_of(self._table).rounds - contest_of(self._table).round + 1)

    @property
    def leader(self) -> Leader:
        """The best of the others; of several the one in the lowest box."""
        table = self._table
        laid: dict[str, Cents] = {}
        for stake in table.wagers:
            laid[stake.player] = laid.get(stake.player, 0) + stake.amount
        best = Leader(-1, 0)
        for one in contest_of(table).in_play:
            wager = laid.get(one.player, 0)
            held = table.chips(one.player) + wager
            if held > best.chips and one.player != self._player:
                best = Leader(held, wager)
        return best if best.chips >= 0 else Leader(0, 0)


Wagering = Callable[[Position], Cents]
"""How much a player wants to wager; it is then brought within the limits."""


def steady(seen: Position) -> Cents:
    """Twice the minimum, whatever happens."""
    return 2 * seen.minimum


def proportional(seen: Position) -> Cents:
    """A fixed part of the chips."""
    return seen.chips // PART


def follow_the_leader(seen: Position) -> Cents:
    """What the leader wagers; the minimum where that is not known, or the player leads."""
    leader = seen.leader
    return leader.wager if seen.chips < leader.chips else seen.minimum


def catch_up_late(seen: Position) -> Cents:
    """The minimum until the last rounds; then what it takes to pass the best of the others."""
    if seen.rounds_left > LATE_ROUNDS:
        return seen.minimum
    behind = seen.leader.chips - seen.chips
    if behind < 0:
        return seen.minimum
    return behind + seen.minimum


BOTS: dict[str, Wagering] = {
    "steady": steady,
    "proportional": proportional,
    "follow-the-leader": follow_the_leader,
    "catch-up-late": catch_up_late,
}
"""The software players, by their names."""


def wager_of(bot: Wagering, table: BlackjackTable, player: str) -> Cents:
    """A lawful wager: whole minimums, within the limits and the player's chips."""
    seen = Position(table, player)
    minimum = seen.minimum
    amount = min(bot(seen), seen.maximum, seen.chips)
    return amount - amount % minimum if amount > minimum else minimum


def play_cards(chart: FlatChart, table: BlackjackTable, due: Due) -> Command | None:
    """What a player does with the cards, by a chart; without insurance."""
    if isinstance(due, InsuranceDue | AnswerDue) or not isinstance(due, DecisionDue):
        return basic_bot(due)
    box = round_of(table).box(due.box)
    assert box is not None
    hand = box.hands[due.hand - 1]
    dealer = round_of(table).dealer[0].points - 1
    cards = hand.cards
    kind = min(max(len(cards) - 2, 0), charts.CLASSES - 1)
    cell = int(chart.totals[kind, int(due.soft), min(due.total, charts.TOTALS - 1), dealer])
    if len(cards) == 2 and cards[0].points == cards[1].points:
        pair = int(chart.pairs[cards[0].points - 1, dealer])
        cell = pair if pair != charts.BY_TOTAL and _may_split(due, pair) else cell
    offered = {choice.call: choice.most for choice in due.choices}
    for wanted in (*WORDS.get(cell, ()), "stand", "hit"):
        if wanted == "double" and wanted in offered:
            most = offered[wanted]
            return DoubleDown(due.box, player=due.player, amount=most, by=Role.PLAYER)
        if wanted in offered:
            return call(wanted, due)
    return call(due.choices[0].call, due)


def _may_split(due: DecisionDue, cell: int) -> bool:
    splits = cell in (charts.SPLIT_OR_TOTAL, charts.SURRENDER_OR_SPLIT)
    return not splits or any(choice.call == "split" for choice in due.choices)
