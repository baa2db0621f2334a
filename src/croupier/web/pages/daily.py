"""Figures by day: bars with their numbers above them."""

from collections.abc import Mapping
from datetime import date, timedelta

import msgspec

MOST_DAYS = 14
"""How many days are drawn; a table or a file has them all."""


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
