"""What an event moves between the accounts of its stream.

Accounts belong to a table: two tables each have a ``float``, and whoever combines their entries
keeps the two apart by the stream.
"""

from collections.abc import Iterator

from croupier.money import Entry
from croupier.table.events import Event
from croupier.table.state import Line


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
