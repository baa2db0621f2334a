"""The time for a wager in a tournament: when a turn began, and when it must end.

Nothing here reads a clock. Time comes with commands; a turn begins when the one before it ends.
"""

from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.table.contest_state import Asked, Contest, Contestant
from croupier.table.contest_turns import turn
from croupier.table.state import Table


def with_time_noted(table: Table, contest: Contest) -> Contest:
    """The session as the clock is about to move: who is asked now, and since when."""
    if not contest.seconds:
        return contest
    now = turn(table)
    return contest if now is None else replace(contest, asked=_asked(table, contest, now))


def _asked(table: Table, contest: Contest, now: Contestant) -> Asked:
    """When a player's turn began: at the time that the clock shows, or earlier."""
    known = contest.asked
    if known is not None and (known.player, known.round) == (now.player, contest.round):
        return known
    return Asked(now.player, contest.round, table.clock)


def deadline(table: Table, contest: Contest) -> datetime | None:
    """When the wager that is due must be made at the latest; none where there is no limit."""
    now = turn(table) if contest.seconds else None
    if now is None:
        return None
    since = _asked(table, contest, now).since
    return None if since is None else since + timedelta(seconds=contest.seconds)


def is_late(table: Table, until: datetime | None) -> bool:
    """Whether the time of a turn is over."""
    if until is None:
        return False
    assert table.clock is not None
    return table.clock > until
