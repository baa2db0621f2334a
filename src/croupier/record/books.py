"""The books: what moved between accounts, by table and by gaming day.

Accounts belong to a table: two tables each have a ``float``, and whoever combines their entries
keeps the two apart by the stream. A gaming day begins when the casino says so, and not at midnight.
"""

from collections.abc import Iterable, Iterator
from datetime import date, time

import msgspec

from croupier.money import Account, Cents, Entry, posted
from croupier.record.envelopes import Envelope
from croupier.record.gaming_days import DAY_STARTS, gaming_day
from croupier.table.events import Event
from croupier.table.state import Line


class Booking(msgspec.Struct, frozen=True):
    """An entry, with where and when it was made."""

    stream: str
    """The table whose accounts it moves."""
    day: date | None
    """The gaming day; none where nobody kept time."""
    entry: Entry
    """What moved, and by which clause."""


def entries_of(event: Event) -> Iterator[Entry]:
    """All that an event moves."""
    entry: Entry | None = getattr(event, "entry", None)
    if entry is not None:
        yield entry
    entries: tuple[Entry, ...] = getattr(event, "entries", ())
    yield from entries
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    for line in lines:
        yield line.entry


def bookings(envelopes: Iterable[Envelope], *, day_starts: time = DAY_STARTS) -> Iterator[Booking]:
    """Every entry of a log, in its order."""
    for envelope in envelopes:
        day = None if envelope.at is None else gaming_day(envelope.at, day_starts=day_starts)
        for entry in entries_of(envelope.event):
            yield Booking(envelope.stream, day, entry)


Books = dict[tuple[str, date | None], dict[Account, Cents]]
"""The balances of every table on every gaming day."""


def balances_by_day(booked: Iterable[Booking]) -> Books:
    """What every account of every table has gained or lost on each gaming day."""
    books: Books = {}
    for booking in booked:
        key = (booking.stream, booking.day)
        books[key] = posted(books.get(key, {}), (booking.entry,))
    return books
