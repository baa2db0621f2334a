"""Time limits at a table: what must be done by when, and what happens if it was not.

A player who does not decide in time is treated as the rulebook treats absent players.
"""

from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta

import msgspec

from croupier.floor.running_table import waits_for_others
from croupier.games.blackjack.insurance import CloseInsurance, DeclineInsurance
from croupier.games.blackjack.oversights import ReportAbsent
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.engine import due
from croupier.games.stud.bets import FoldAbsent, Settle
from croupier.games.stud.due import BetDue, SettlementDue
from croupier.games.table.choices import Mode
from croupier.games.table.contest.turns import players_to_wager
from croupier.games.table.contest.wagers import TimeOut
from croupier.games.table.due import Due, TurnDue, WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.signs import ChangeLimits, CloseTable
from croupier.games.table.state import Sign, Table
from croupier.messages import Command
from croupier.rulebooks import Role, TableLaw

WAGER_SECONDS, DECISION_SECONDS = 20, 30
"""The usual time that players have at automatic tables."""


class TimeLimit(msgspec.Struct, frozen=True):
    """Something that happens at a table at a certain time."""

    key: Hashable
    """Identifies the wait: its time runs for as long as the key stays the same."""
    seconds: float
    """How long it waits from when it fell due; where ``at`` is given, from then."""
    command: Command | None = None
    """The command that is submitted then; ``None`` for the dealer's next step or the clock's."""
    at: datetime | None = None
    """The time of day that it waits for; none where it counts from when it fell due."""
    clock: bool = False
    """Whether only the table's clock moves, so that what depends on it is seen."""


def time_limits(law: TableLaw, table: Table) -> tuple[TimeLimit, ...]:
    """Return everything that waits for time at a table in its current state."""
    if not table.open:
        return ()
    owed = due(law, table)
    return (*_of_play(table, owed), *_of_signs(law, table), *_of_notices(table))


def _of_play(table: Table, owed: tuple[Due, ...]) -> Iterator[TimeLimit]:
    """Yield the dealer's next card, the end of betting, a decision: at most one of them waits."""
    choices, first = table.choices, owed[0] if owed else None
    if first is None:
        return
    key = table.rounds, table.shoe.cards_left, first
    seconds = choices.decision_seconds
    match first:
        case WagersDue():
            yield from _of_wagers(table)
        case DecisionDue(box=box) if seconds:
            yield TimeLimit(key, seconds, ReportAbsent(box, by=Role.DEALER))
        case AnswerDue(box=box, player=player) if seconds:
            yield TimeLimit(key, seconds, ReportAbsent(box, player, by=Role.DEALER))
        case InsuranceDue() if seconds and not _deals(table, first):
            yield _of_insurance(table, first)
        case BetDue(box=box) if seconds:
            yield TimeLimit(key, seconds, FoldAbsent(box, by=Role.DEALER))
        case SettlementDue() if choices.mode is Mode.AUTOMATIC:
            yield TimeLimit(key, choices.card_milliseconds / 1000, Settle(by=Role.DEALER))
        case TurnDue(player=player, seconds=seconds) if seconds:
            yield TimeLimit(key, seconds, TimeOut(player, by=Role.TOURNAMENT_MANAGER))
        case _ if choices.card_milliseconds and _deals(table, first):
            yield TimeLimit(key, choices.card_milliseconds / 1000)


def _of_insurance(table: Table, owed: InsuranceDue) -> TimeLimit:
    """Return the time for insurance: of all together, or where it goes in order, of one player."""
    command: Command = CloseInsurance(by=Role.DEALER)
    if owed.turn:
        command = DeclineInsurance(owed.turn, by=Role.DEALER)
    key = "insurance", table.rounds, owed.turn
    return TimeLimit(key, table.choices.decision_seconds, command)


def _deals(table: Table, owed: Due) -> bool:
    """Return whether the software dealer goes on; cards are prepared only for players."""
    if waits_for_others(table, owed) or not table.players:
        return False
    return table.choices.mode is Mode.AUTOMATIC


def _of_wagers(table: Table) -> Iterator[TimeLimit]:
    """Yield the end of betting at an automatic table.

    Its time runs from the first wager on. Nothing shortens it but players who say that they are
    ready: who is still laying chips is not dealt to by surprise.
    """
    choices, contest = table.choices, table.contest
    all_passed = contest is not None and contest.passed and not players_to_wager(table)
    if choices.mode is not Mode.AUTOMATIC or not (table.wagers or all_passed):
        return
    deal = Deal(by=Role.DEALER)
    if contest is not None:
        key = "contest", table.rounds, contest.round
        yield TimeLimit(key, choices.card_milliseconds / 1000, deal)
        return
    if choices.wager_seconds:
        yield TimeLimit(("deal", table.rounds), choices.wager_seconds, deal)


def _of_signs(law: TableLaw, table: Table) -> Iterator[TimeLimit]:
    """Yield the signs that take effect between two rounds."""
    if table.round is not None:
        return
    sign = table.limit_sign
    if sign is not None and sign.limits is not None:
        limits, by = sign.limits, law.limits.altered_by.value
        change = ChangeLimits(limits.minimum, limits.maximum, limits.unit, by=by)
        yield _at_its_time(("limits", sign), sign, law.limits.notice_minutes.value, change)
    sign = table.closing_sign
    if sign is not None:
        close = CloseTable(by=law.floor.closed_by.value)
        yield _at_its_time(("closing", sign), sign, law.floor.closing_minutes.value, close)


def _at_its_time(key: Hashable, sign: Sign, minutes: int, command: Command) -> TimeLimit:
    at = max(sign.effective, sign.displayed + timedelta(minutes=minutes))
    return TimeLimit(key, 0, command, at)


def _of_notices(table: Table) -> Iterator[TimeLimit]:
    """Yield the notices that nobody has acknowledged in time."""
    for number, notice in enumerate(table.notices, 1):
        late = notice.deadline is None or (
            table.clock is not None and table.clock > notice.deadline
        )
        if not notice.acknowledged and not late:
            yield TimeLimit(("notice", number), 1, at=notice.deadline, clock=True)
