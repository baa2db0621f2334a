"""Times and days as people read them: by the right clock, as time left, as bars by day."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from litestar import Request

from croupier.house.gaming_days import UnknownZoneError, time_zone
from croupier.record.stores.base import day_setting
from croupier.web.http.guards import service_of

ZONE_COOKIE = "zone"
"""The cookie with the person's time zone, as ``Australia.Sydney``: a slash would be quoted."""
HOUR_MINUTES = 60
DAY_SECONDS = 86_400
MOST_DAYS = 14
"""How many days are drawn; a table or a file has them all."""


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
        return await house_zone(request)


async def house_zone(request: Request[Any, Any, Any]) -> ZoneInfo:
    """Return the time zone of the house's clocks: what staff write in forms is by them."""
    return time_zone((await service_of(request).read(day_setting)).zone)


def form_time(at: datetime) -> str:
    """Return a time for a field of a form: ``2026-06-06T21:10``."""
    return f"{at:%Y-%m-%dT%H:%M}"


def read_form_time(text: str, zone: tzinfo) -> datetime | str:
    """Return the time that a field of a form has, by the clocks of a zone.

    Any other text is returned unchanged: the reader of the whole form refuses it, and can name the
    field.
    """
    try:
        return datetime.fromisoformat(text).replace(tzinfo=zone)
    except ValueError:
        return text


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


def time_left(now: datetime, then: datetime) -> str:
    """Return the time left: 2 days, 5:07:00 or 11:42.

    >>> start = datetime(2026, 6, 7, 19, 31)
    >>> time_left(start, start.replace(hour=20, minute=0))
    '29:00'
    >>> time_left(start, start.replace(day=10))
    '3 days'
    """
    seconds = max(0, int((then - now).total_seconds()))
    if seconds >= 2 * DAY_SECONDS:
        return f"{seconds // DAY_SECONDS} days"
    hours, rest = divmod(seconds, 3600)
    minutes, last = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{last:02}" if hours else f"{minutes}:{last:02}"


class Countdown(msgspec.Struct, frozen=True):
    """Something that comes by the clock."""

    label: str
    """What, before the time left: ``The draw is due in``."""
    left: str
    """The time left: 2 days, 5:07:00 or 11:42."""
    until: str
    """The moment, for scripts."""
    clause: str = ""
    """The clause that sets it; empty if none does."""


# ------------------------------------------------------------------------------------- bars by day


class DayBar(msgspec.Struct, frozen=True):
    """A day in a picture of bars."""

    label: str
    """The day, short: ``Mo 7``."""
    day: str
    """The day in full: ``7 June 2026``."""
    number: int
    """The figure."""
    part: int
    """How high the bar is, in per cent of the highest."""


def day_bars(counts: Mapping[date, int], most: int = MOST_DAYS) -> tuple[DayBar, ...]:
    """Return the last days up to the newest that has a figure, with those between; empty if none.

    >>> bars = day_bars({date(2026, 6, 1): 2, date(2026, 6, 3): 4})
    >>> [(one.label, one.number, one.part) for one in bars]
    [('Mo 1', 2, 50), ('Tu 2', 0, 0), ('We 3', 4, 100)]
    """
    if not counts:
        return ()
    newest = max(counts)
    first = max(min(counts), newest - timedelta(days=most - 1))
    days = [first + timedelta(days=number) for number in range((newest - first).days + 1)]
    highest = max(1, *(counts.get(one, 0) for one in days))
    return tuple(
        DayBar(
            f"{one:%a}"[:2] + f" {one.day}",
            f"{one:%-d %B %Y}",
            counts.get(one, 0),
            round(100 * counts.get(one, 0) / highest),
        )
        for one in days
    )
