"""Appends of decided events to a store, beside a raw loop that writes the same rows in one run."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from croupier.record.journal import Append

ROUNDS, GROUP = 40, 16
REPEATS = 7
MEMORY = Path("/dev/shm")
"""A folder in memory, where a sync costs nothing: what croupier itself costs shows there."""
WANTED = {
    "sqlite-one": 0.5,
    "sqlite-16": 0.3,
    "memory-one": 0.5,
    "memory-16": 0.3,
    "postgresql-32": 0.4,
}
TITLES = {
    "sqlite-one": "SQLite, one by one",
    "sqlite-16": "SQLite, groups of 16",
    "memory-one": "the same in memory, one by one",
    "memory-16": "the same in memory, groups of 16",
    "postgresql-32": "PostgreSQL, 32 waiting in 2 processes",
}


class Pair(msgspec.Struct, frozen=True):
    """How fast croupier appends, and how fast the raw loop writes the same."""

    what: str
    """Which store, and how the commands come."""
    commands: int
    """How many commands each run wrote."""
    events: int
    """How many events that was."""
    per_second: float
    """Commands a second, the median of all runs, by the clock on the wall."""
    raw_per_second: float
    """Of the raw loop."""
    wanted: float
    """Which share of the raw loop is wanted."""

    @property
    def share(self) -> float:
        """Which share it is."""
        return self.per_second / self.raw_per_second


class Report(msgspec.Struct, frozen=True):
    """What was measured."""

    pairs: tuple[Pair, ...]
    """Croupier beside the raw loop."""
    whole_per_second: float
    """Commands a second that are decided and appended to SQLite one by one, cards and all."""
    notes: tuple[str, ...] = ()
    """What could not be measured, and why."""
    complete: bool = True
    """Whether croupier itself was measured."""


def run(seconds: float, progress: Callable[[str], None]) -> Report:  # noqa: ARG001 - all alike
    """Write an evening in each way, croupier and the raw loop in turns."""
    from bench.appends import decided

    progress("store: an evening is played")
    appends = decided(ROUNDS)
    pairs, notes = [], []
    with TemporaryDirectory(dir=".", prefix="bench-store-") as name:
        folder = Path(name)
        pairs.append(sqlite_pair("sqlite-one", folder, appends, 1, progress))
        pairs.append(sqlite_pair("sqlite-16", folder, appends, GROUP, progress))
        whole = whole_commands(folder / "whole.db", progress)
    if MEMORY.is_dir():
        with TemporaryDirectory(dir=MEMORY, prefix="bench-store-") as name:
            pairs.append(sqlite_pair("memory-one", Path(name), appends, 1, progress))
            pairs.append(sqlite_pair("memory-16", Path(name), appends, GROUP, progress))
    try:
        from bench.store_server import postgres_pair

        pairs.append(postgres_pair(progress))
    except ImportError as error:
        notes.append(f"PostgreSQL was not measured: {error}")
    return Report(tuple(pairs), whole, tuple(notes))


def sqlite_pair(
    what: str, folder: Path, appends: "list[Append]", size: int, progress: Callable[[str], None]
) -> Pair:
    """Append to new files in groups, and write the same rows to others."""
    from bench.appends import in_groups, raw_sqlite, transactions_of
    from croupier.record.stores.sqlite.journal import SqliteJournal

    groups = in_groups(appends, size)
    rows = transactions_of(folder / f"{what}-listened.db", groups)
    ours, raws = [], []
    for number in range(REPEATS):
        progress(f"store: {TITLES[what]}, {number + 1} of {REPEATS}")
        journal = SqliteJournal(folder / f"{what}-{number}.db")
        started = perf_counter()
        for group in groups:
            journal.append_group(group)
        ours.append(perf_counter() - started)
        journal.close()
        write = raw_sqlite(folder / f"{what}-raw-{number}.db", rows)
        started = perf_counter()
        write()
        raws.append(perf_counter() - started)
    events = sum(len(write.events) for one in appends for write in one.writes)
    rate, raw = len(appends) / median(ours), len(appends) / median(raws)
    return Pair(what, len(appends), events, rate, raw, WANTED[what])


def whole_commands(path: Path, progress: Callable[[str], None]) -> float:
    """How many commands a second are decided and appended, one by one."""
    from bench.appends import evening, opened
    from croupier.record.stores.sqlite.journal import SqliteJournal

    progress("store: whole commands")
    journal = SqliteJournal(path)
    house = opened(journal)
    started, before = perf_counter(), house.commands
    evening(house, ROUNDS)
    rate = (house.commands - before) / (perf_counter() - started)
    journal.close()
    return rate


def show(report: Report) -> RenderableType:
    """Each pair, and the share beside the one that is wanted."""
    table = Table(title="Stores: appends of decided commands, by the clock on the wall")
    for head in ("", "commands", "events", "a second", "raw", "share", "wanted"):
        table.add_column(head, justify="left" if not head else "right")
    for one in report.pairs:
        table.add_row(
            TITLES[one.what],
            f"{one.commands:,}",
            f"{one.events:,}",
            f"{one.per_second:,.0f}",
            f"{one.raw_per_second:,.0f}",
            f"{one.share:.0%}",
            f"{one.wanted:.0%}",
        )
    whole = (
        f"Whole commands, decided and appended one by one: {report.whole_per_second:,.0f} a second"
    )
    return Group(table, Text(whole), *map(Text, report.notes))
