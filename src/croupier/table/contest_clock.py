"""The time for a wager in a tournament: since when a turn has lasted, and until when it may.

Nothing here reads a clock. Time comes with commands; a turn begins when the one before it ends.
"""

from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.table.contest_checks import turn
from croupier.table.contest_state import Asked, Contest, Contestant
from croupier.table.state import Table


def with_time_noted(table: Table) -> Contest | None:
    """The session as the clock is about to move: who is asked now, and since when."""
    contest = table.contest
    if contest is None or not contest.seconds:
        return contest
    now = turn(table)
    return contest if now is None else replace(contest, asked=_asked(table, contest, now))


def _asked(table: Table, contest: Contest, now: Contestant) -> Asked:
    """Since when a player has had the turn: since the clock stood where it stands, or before."""
    known = contest.asked
    if known is not None and (known.player, known.round) == (now.player, contest.round):
        return known
    return Asked(now.player, contest.round, table.clock)


def deadline(table: Table) -> datetime | None:
    """Until when the wager must be made that is due; none where nothing limits it."""
    contest = table.contest
    now = None if contest is None or not contest.seconds else turn(table)
    if contest is None or now is None:
        return None
    since = _asked(table, contest, now).since
    return None if since is None else since + timedelta(seconds=contest.seconds)
