"""Players made of software for tournaments: how much they wager, and how they play their cards."""

from collections.abc import Callable

import msgspec

from croupier.blackjack.decisions import AnswerDue, DecisionDue, InsuranceDue
from croupier.blackjack.state import BlackjackTable, round_of
from croupier.maths import charts
from croupier.maths.charts import FlatChart
from croupier.money import Cents
from croupier.play.bots import basic_bot, call
from croupier.table.commands import Command
from croupier.table.contest_tables import contest_of, terms_of
from croupier.table.due import Due

LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The part of the chips that a proportional player wagers: one in so many."""

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
"""What is called for each word of a chart, the first that may be."""


class Position(msgspec.Struct, frozen=True):
    """What a player looks at before a wager."""

    chips: Cents
    """The player's own."""
    best_other: Cents
    """The most that another player has, what lies on the layout included."""
    leader_wager: Cents
    """What the leader has wagered in this round; 0 where that is not known yet."""
    rounds_left: int
    """How many rounds are left, this one included; 1 in a play-off."""
    minimum: Cents
    """The least wager."""
    maximum: Cents
    """The most."""


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
    return seen.leader_wager if seen.chips < seen.best_other else seen.minimum


def catch_up_late(seen: Position) -> Cents:
    """The minimum until the last rounds; then what it takes to pass the best of the others."""
    behind = seen.best_other - seen.chips
    if seen.rounds_left > LATE_ROUNDS or behind < 0:
        return seen.minimum
    return behind + seen.minimum


BOTS: dict[str, Wagering] = {
    "steady": steady,
    "proportional": proportional,
    "follow-the-leader": follow_the_leader,
    "catch-up-late": catch_up_late,
}
"""The players made of software, by their names."""


def position(table: BlackjackTable, player: str) -> Position:
    """What a player sees at a table before a wager: nothing that is undisclosed."""
    contest, terms = contest_of(table), terms_of(table)
    laid: dict[str, Cents] = {}
    for stake in table.wagers:
        laid[stake.player] = laid.get(stake.player, 0) + stake.amount
    others = {
        one.player: table.chips(one.player) + laid.get(one.player, 0)
        for one in contest.in_play
        if one.player != player
    }
    leader = max(others, key=lambda name: others[name], default="")
    return Position(
        table.chips(player),
        others.get(leader, 0),
        laid.get(leader, 0),
        max(1, terms.rounds - contest.round + 1),
        table.limits.minimum,
        table.limits.maximum,
    )


def wager_of(bot: Wagering, table: BlackjackTable, player: str) -> Cents:
    """A lawful wager: whole minimums, within the limits and the player's chips."""
    seen = position(table, player)
    most = min(seen.maximum, seen.chips)
    amount = min(max(bot(seen), seen.minimum), most)
    return max(seen.minimum, amount - amount % seen.minimum)


def play_cards(chart: FlatChart, table: BlackjackTable, due: Due) -> Command | None:
    """What a player does with the cards, by a chart; insurance is left alone."""
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
    offered = [choice.call for choice in due.choices]
    for wanted in (*WORDS.get(cell, ()), "stand", "hit"):
        if wanted in offered:
            return call(wanted, due)
    return call(offered[0], due)


def _may_split(due: DecisionDue, cell: int) -> bool:
    splits = cell in (charts.SPLIT_OR_TOTAL, charts.SURRENDER_OR_SPLIT)
    return not splits or any(choice.call == "split" for choice in due.choices)
