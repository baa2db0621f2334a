"""The gaming day, and the other events that concern the house as a whole."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import CroupierError
from croupier.messages import Event


class MasterKeyChanged(Event, frozen=True, tag="master-key-changed"):
    """The key that opens the secrets of all shoes is another one from now on."""

    key: str
    """The id of the new key; the key itself is in no record."""
    before: str
    """The id of the old key; empty for the first."""
    why: str
    """The reason, for people."""


DAY_STARTS = time(6)
"""When a gaming day begins, unless somebody says otherwise."""


def gaming_day(at: datetime, *, day_starts: time = DAY_STARTS) -> date:
    """Return the gaming day of a moment, in the moment's own time zone.

    >>> gaming_day(datetime(2026, 5, 2, 5, 59)).isoformat()
    '2026-05-01'
    """
    early = at.time().replace(tzinfo=None) < day_starts
    return at.date() - timedelta(days=1) if early else at.date()


def calendar_day(at: datetime, zone: str) -> str:
    """Return the calendar day of a moment by the clock of a time zone: ``2026-05-01``.

    >>> calendar_day(datetime.fromisoformat("2026-05-01T14:00:00Z"), "Australia/Sydney")
    '2026-05-02'
    """
    return at.astimezone(time_zone(zone)).date().isoformat()


class UnknownZoneError(CroupierError):
    """A time zone that does not exist."""

    status, code = 400, "request/not-understood"


class GamingDaySet(Event, frozen=True, tag="gaming-day-set"):
    """The house has said when its gaming day changes, for all that is recorded from then on."""

    zone: str = "UTC"
    """The time zone: ``Australia/Sydney``."""
    starts: time = DAY_STARTS
    """The hour at which the day changes, by that clock."""

    def day_of(self, at: datetime) -> date:
        """Return the gaming day of a moment."""
        return gaming_day(at.astimezone(time_zone(self.zone)), day_starts=self.starts)


class FloorStarted(Event, frozen=True, tag="floor-started"):
    """A server began to run the floor: time limits that were running start again."""

    software: str
    """The version of croupier that runs it."""
    process: str
    """Names the process among all that serve the floor."""


class FloorRestored(Event, frozen=True, tag="floor-restored"):
    """A copy took the place of the record: what happened after the copy is not in it."""

    software: str
    """The version of croupier that restored it."""
    events: int
    """How many events the record then held."""


class RollbackAccepted(Event, frozen=True, tag="rollback-accepted"):
    """The house continues from a record that is older than a checkpoint that was signed of it."""

    software: str
    """The version of croupier that accepted it."""
    events: int
    """How many events the record then held."""
    checkpoint: int
    """How many events the newest checkpoint covers."""
    signed: datetime
    """When that checkpoint was signed."""


class PersonErased(Event, frozen=True, tag="person-erased"):
    """What was kept about a person can no longer be read: their key was destroyed."""

    person: str
    """Who, by the id in events; it is all that is left."""
    events: int
    """How many events hold something of them that was sealed."""


def time_zone(name: str) -> ZoneInfo:
    """Return the time zone of this name. Raise if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnknownZoneError(
            f"unknown time zone {name!r}: write one such as Australia/Sydney"
        ) from None


HouseEvent = GamingDaySet | FloorStarted | FloorRestored | RollbackAccepted | PersonErased
"""What happens to the house as a whole."""
USUAL_GAMING_DAY = GamingDaySet()
"""The setting of a house that has made none."""
