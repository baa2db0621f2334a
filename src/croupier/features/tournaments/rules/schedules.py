"""Schedules: a tournament that repeats on days of the week, by the clocks of one time zone.

A schedule says when, and under which conditions. Each date becomes a tournament of its own, which
the house opens for entries some days before its start.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.tournaments.rules.conditions import Conditions, conditions_refusal
from croupier.house.gaming_days import time_zone
from croupier.messages import Event, Evolver
from croupier.rulebooks import TableLaw

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""The days of the week, as schedules name them."""
LONGEST_NAME = 29
"""The most characters of a schedule's name: with a date behind it, it names a tournament."""
DAYS_OPEN = 6
"""How many days before its start a tournament takes entries, unless somebody says otherwise."""
MOST_DAYS_OPEN = 60
"""The most days before its start that a tournament may take entries."""


class BadScheduleError(CroupierError):
    """A schedule that cannot be kept; the sentence says what is wrong and what is accepted."""

    status, code = 400, "schedule/not-accepted"


# ------------------------------------------------------------------------------------------ events


class ScheduleSet(Event, frozen=True, tag="schedule-set"):
    """A tournament was planned to repeat."""

    name: str
    """The name of the schedule; its tournaments have the date behind it."""
    game: str
    """The game, as the law names it."""
    conditions: Conditions
    """The conditions of each tournament; the times in them are those of the first."""
    boxes: int
    """How many boxes the tables have."""
    weekdays: tuple[str, ...]
    """The days of the week on which it is held, Monday first."""
    starts: time
    """When it starts, by the clocks of the zone."""
    zone: str
    """The time zone: ``Australia/Sydney``."""
    first: date
    """The first date on which it may be held."""
    days_open: int
    """How many days before its start each tournament takes entries."""
    manager: str
    """The person who runs each tournament."""


class ScheduleEnded(Event, frozen=True, tag="schedule-ended"):
    """No more tournaments are opened by a schedule; those that are open go on."""


# ------------------------------------------------------------------------------------------- state


class Schedule(msgspec.Struct, frozen=True):
    """A schedule at one moment."""

    plan: ScheduleSet
    """What repeats, and when."""
    ended: bool = False
    """Whether it has ended."""


class ScheduledStart(msgspec.Struct, frozen=True):
    """One date of a schedule."""

    day: date
    """The date, by the clocks of the zone."""
    starts: datetime
    """When the tournament starts."""
    opens: datetime
    """When it begins to take entries."""

    def tournament(self, schedule: str) -> str:
        """Return the name of the tournament: ``friday-2026-11-20``."""
        return f"{schedule}-{self.day.isoformat()}"


def schedule_set(_: Schedule | None, event: ScheduleSet) -> Schedule:
    return Schedule(event)


def schedule_ended(schedule: Schedule, _: ScheduleEnded) -> Schedule:
    return replace(schedule, ended=True)


EVOLVERS: dict[type[Event], Evolver] = {ScheduleSet: schedule_set, ScheduleEnded: schedule_ended}
"""What each event of a schedule changes."""


def evolve(schedule: Schedule | None, event: Event) -> Schedule:
    """Return the schedule after an event."""
    after: Schedule = EVOLVERS[type(event)](schedule, event)
    return after


# ------------------------------------------------------------------------------------------- dates


def start_on(plan: ScheduleSet, day: date) -> ScheduledStart:
    """Return when the tournament of a date starts and takes entries.

    The clock on the wall decides: 19:00 stays 19:00 when summer time begins. A time that the clocks
    skip is read by the clock before the change, and one that comes twice is the first of the two.
    """
    zone = time_zone(plan.zone)
    opens = day - timedelta(days=plan.days_open)
    return ScheduledStart(
        day,
        datetime.combine(day, plan.starts, zone),
        datetime.combine(opens, plan.starts, zone),
    )


def coming_starts(schedule: Schedule, now: datetime) -> Iterator[ScheduledStart]:
    """Yield the dates that are still to come, the next first; none once the schedule has ended.

    >>> from croupier.features.tournaments.rules.conditions import Conditions
    >>> friday = ScheduleSet("friday", "star-blackjack", Conditions(), 7, ("friday",), time(19),
    ...     "Australia/Sydney", date(2026, 9, 28), 6, "mia")
    >>> now = datetime.fromisoformat("2026-10-01T00:00:00+00:00")
    >>> [one.starts.isoformat() for one in islice(coming_starts(Schedule(friday), now), 2)]
    ['2026-10-02T19:00:00+10:00', '2026-10-09T19:00:00+11:00']
    """
    if schedule.ended:
        return
    plan = schedule.plan
    day = max(plan.first, now.astimezone(time_zone(plan.zone)).date())
    while True:
        found = start_on(plan, day)
        if WEEKDAYS[day.weekday()] in plan.weekdays and found.starts > now:
            yield found
        day += timedelta(days=1)


def next_starts(schedule: Schedule, now: datetime, count: int) -> tuple[ScheduledStart, ...]:
    """Return the next dates; none once the schedule has ended."""
    return tuple(islice(coming_starts(schedule, now), count))


def open_starts(schedule: Schedule, now: datetime) -> tuple[ScheduledStart, ...]:
    """Return the dates whose tournaments take entries now."""
    found = []
    for one in coming_starts(schedule, now):
        if one.opens > now:
            break
        found.append(one)
    return tuple(found)


def conditions_on(plan: ScheduleSet, start: ScheduledStart) -> Conditions:
    """Return the conditions of the tournament of a date: its times are those of that date."""
    given = plan.conditions
    until = given.withdraw_until
    if until is not None:
        until = start.starts - (given.starts - until)
    return replace(given, starts=start.starts, withdraw_until=until)


# ------------------------------------------------------------------------------------ new schedules


def read_weekdays(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return days of the week in their order. Raise if there is none, or one that is not known."""
    if unknown := [one for one in names if one not in WEEKDAYS]:
        raise BadScheduleError(
            f"{unknown[0]!r} is not a day of the week: write {', '.join(WEEKDAYS)}"
        )
    if not names:
        raise BadScheduleError("name the days of the week on which it repeats, such as friday")
    return tuple(one for one in WEEKDAYS if one in names)


def plan_schedule(law: TableLaw, plan: ScheduleSet) -> ScheduleSet:
    """Return a schedule that can be kept. Raise :class:`BadScheduleError` if it cannot be."""
    name = plan.name
    if not name.replace("-", "").isalnum() or len(name) > LONGEST_NAME:
        raise BadScheduleError(
            f"a schedule's name has 1 to {LONGEST_NAME} letters, digits and hyphens, not {name!r}"
        )
    if not 0 <= plan.days_open <= MOST_DAYS_OPEN:
        raise BadScheduleError(
            f"entries open 0 to {MOST_DAYS_OPEN} days before the start, not {plan.days_open}"
        )
    if plan.conditions.sit_and_go:
        raise BadScheduleError("a sit-and-go starts when enough have entered, not at a set time")
    time_zone(plan.zone)
    refused = conditions_refusal(law, plan.conditions, omitted=(), approved=0)
    if refused is not None:
        clause = f" ({refused.clause})" if refused.clause else ""
        raise BadScheduleError(f"it could not be published: {refused.why}{clause}")
    return replace(plan, weekdays=read_weekdays(plan.weekdays))
