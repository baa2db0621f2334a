"""Snapshots: how soon a long table and a whole floor are ready, beside folding all their events."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
from msgspec.structs import replace
from rich.console import RenderableType
from rich.table import Table

from bench.log import evening
from croupier.messages import Event

LONG = 1_000_000
"""How many events the long table has."""
FLOOR, EACH = 200, 4_000
"""How many tables the floor has, and how many events each."""
READY = "a table of 1,000,000 events"
FOLDED = "the same, folded from its events"
VERIFIED = "the same, verified with all that lies beside it"
RESTORED = "a floor of 200 tables"
WANTED = {READY: 1.0, FOLDED: None, VERIFIED: None, RESTORED: 10.0}
"""How many seconds each may take; none where nobody has asked."""


class Wait(msgspec.Struct, frozen=True):
    """How long something took."""

    what: str
    """What was opened or gone through."""
    events: int
    """How many events it has."""
    seconds: float
    """By the clock on the wall."""
    wanted: float | None
    """What is wanted; none where nobody has asked."""


class Report(msgspec.Struct, frozen=True):
    """What was measured."""

    waits: tuple[Wait, ...]
    """How long each took."""
    complete: bool = True
    """Whether croupier itself was measured."""


def run(seconds: float, progress: Callable[[str], None]) -> Report:  # noqa: ARG001 - all alike
    """Write a long table and a floor with their snapshots, then open both anew."""
    progress("snapshots: an evening is played")
    opening, *again = evening()
    with TemporaryDirectory(dir=".", prefix="bench-snapshots-") as name:
        long, floor = Path(name) / "long.db", Path(name) / "floor.db"
        progress(f"snapshots: {READY} is written")
        write(long, {"table/1": LONG}, opening, again)
        progress(f"snapshots: {RESTORED} is written")
        write(floor, {f"table/{n}": EACH for n in range(1, FLOOR + 1)}, opening, again)
        progress("snapshots: both are opened")
        return Report((*long_table(long), whole_floor(floor)))


def write(path: Path, lengths: dict[str, int], opening: Event, again: Sequence[Event]) -> None:
    """Write tables of so many events, the same evening again and again, with their snapshots.

    After the last snapshot come as many events as come before the next one would be made.
    """
    from croupier.games.engine import fold
    from croupier.record.envelopes import Cause
    from croupier.record.journal import StreamWrite
    from croupier.record.snapshots import EVERY, SnapshotKeeper
    from croupier.record.stores.sqlite.journal import SqliteJournal
    from croupier.rulebooks import Role

    journal = SqliteJournal(path)
    for stream, length in lengths.items():
        keeper, state, version = SnapshotKeeper(journal), fold([opening]), 0
        events: tuple[Event, ...] = (opening,)
        while version < length:
            cause = Cause(f"{stream} {version}", "dealer", Role.DEALER)
            journal.append([StreamWrite(stream, version, events)], cause)
            version += len(events)
            keeper.save(stream, version, state)
            events = whole_rounds(again, length - version)
            state = fold(events, *state)
        since = whole_rounds(again, EVERY)
        journal.append([StreamWrite(stream, version, since)], replace(cause, command_id=stream))
    journal.close()


def whole_rounds(events: Sequence[Event], about: int) -> tuple[Event, ...]:
    """The first events, about so many, up to the end of a round."""
    from croupier.games.table.rounds import RoundEnded

    ends = [place for place, event in enumerate(events, 1) if isinstance(event, RoundEnded)]
    return tuple(events[: next((end for end in ends if end >= about), ends[-1])])


def long_table(path: Path) -> tuple[Wait, ...]:
    """Open the long table by its snapshot and without; then verify its record."""
    from croupier.record.integrity.verification import verify
    from croupier.record.snapshots import recover
    from croupier.record.stores.sqlite.journal import SqliteJournal

    started = perf_counter()
    journal = SqliteJournal(path)
    ready, version = recover(journal, "table/1")
    took = [perf_counter() - started]
    journal.drop_snapshots()
    started = perf_counter()
    folded = recover(journal, "table/1").state
    took.append(perf_counter() - started)
    assert folded == ready, "a snapshot is what the events come to"
    started = perf_counter()
    assert verify(journal).ok
    took.append(perf_counter() - started)
    journal.close()
    rows = zip((READY, FOLDED, VERIFIED), took, strict=True)
    return tuple(Wait(what, version, seconds, WANTED[what]) for what, seconds in rows)


def whole_floor(path: Path) -> Wait:
    """Open all tables of the floor, with their dealers."""
    from croupier.floor.card_sources import SoftwareShoe, random_source
    from croupier.floor.floor import Floor
    from croupier.record.stores.sqlite.journal import SqliteJournal

    started = perf_counter()
    journal = SqliteJournal(path)
    house = Floor.from_journal(journal, lambda _: SoftwareShoe(random_source(1)))
    seconds, events = perf_counter() - started, journal.peaks.size
    assert len(house.tables) == FLOOR
    journal.close()
    return Wait(RESTORED, events, seconds, WANTED[RESTORED])


def show(report: Report) -> RenderableType:
    """Each wait, and what is wanted."""
    table = Table(title="Snapshots: ready after so many seconds, by the clock on the wall")
    for head in ("", "events", "seconds", "wanted"):
        table.add_column(head, justify="left" if not head else "right")
    for one in report.waits:
        wanted = "" if one.wanted is None else f"under {one.wanted:g}"
        table.add_row(one.what, f"{one.events:,}", f"{one.seconds:.2f}", wanted)
    return table
