"""Times as people read them: in the time zone of the person who looks."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from litestar import Request

from croupier.house.gaming_days import UnknownZoneError, time_zone
from croupier.record.stores.base import day_setting
from croupier.web.http.guards import service_of

ZONE_COOKIE = "zone"
"""The cookie with the person's time zone, as ``Australia.Sydney``: a slash would be quoted."""
HOUR_MINUTES = 60


def zone_value(zone: str) -> str:
    """Return the cookie's value for a time zone."""
    return zone.replace("/", ".")


def known_zones() -> list[str]:
    """Return the time zones that a person can choose from, in order."""
    return sorted(one for one in available_timezones() if "/" in one and not one.startswith("Etc"))


async def zone_for(request: Request[Any, Any, Any]) -> ZoneInfo:
    """Return the time zone of the person who looks: their own, else that of the house."""
    try:
        return time_zone(request.cookies[ZONE_COOKIE].replace(".", "/"))
    except (KeyError, UnknownZoneError):
        return time_zone((await service_of(request).read(day_setting)).zone)


def moment_in_words(at: datetime, zone: ZoneInfo, now: datetime) -> str:
    """Return a time as people read it, with its year if it is not this one.

    >>> sydney = ZoneInfo("Australia/Sydney")
    >>> then = datetime.fromisoformat("2026-06-06T11:10:00Z")
    >>> moment_in_words(then, sydney, then)
    'Sat 6 June, 21:10'
    >>> moment_in_words(then, sydney, then.replace(year=2027))
    'Sat 6 June 2026, 21:10'
    """
    local = at.astimezone(zone)
    year = "" if local.year == now.astimezone(zone).year else f" {local.year}"
    return f"{local:%a %-d %B}{year}, {local:%H:%M}"


def length_in_words(minutes: int) -> str:
    """Return how long something lasted.

    >>> length_in_words(0), length_in_words(48), length_in_words(72), length_in_words(120)
    ('under a minute', '48 min', '1 h 12', '2 h')
    """
    if not minutes:
        return "under a minute"
    hours, rest = divmod(minutes, HOUR_MINUTES)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"
