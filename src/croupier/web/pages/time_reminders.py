"""Reminders of the time: each multiple of the minutes that a player has set is told once.

The page carries it, so that it needs no script; a script tells it in a page that stays open.
"""

from typing import Any

from litestar.connection import ASGIConnection

from croupier.web.people.office import Office
from croupier.web.people.principal import Principal


class Reminders:
    """How often each session was reminded already."""

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def due(self, session: str, minutes: int, every: int) -> bool:
        """Whether a session is to be reminded now; it then has been."""
        times = minutes // every if every else 0
        if not times or self._told.get(session) == times:
            return False
        self._told[session] = times
        return True

    def forget(self, sessions: set[str]) -> None:
        """Forget sessions that have ended."""
        for one in sessions:
            self._told.pop(one, None)


def minutes_to_tell(request: ASGIConnection[Any, Any, Any, Any], principal: Principal) -> int:
    """For how many minutes somebody has been signed in, where they are to be told; else 0."""
    if not principal.since:
        return 0
    office: Office = request.app.state.people.office
    reminders: Reminders = request.app.state.reminders
    minutes = int(office.now() - principal.since) // 60
    every = office.directory.person(principal.account).reminder_minutes
    return minutes if reminders.due(principal.session, minutes, every) else 0
