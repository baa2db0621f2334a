"""What the benchmarks of stores append: decided commands, and the same rows without croupier.

The raw loops write what a journal wrote: the same statements with the same bytes, in the same
groups. What they leave out is what croupier is for: deciding versions and places, encoding,
hashing, booking, looking up ids.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices
from croupier.games.table.wagers import PlaceWager
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, MemoryJournal, StreamWrite
from croupier.record.stores.sqlite.files import open_connection
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.record.stores.sqlite.schema import migrate
from croupier.rulebooks import Role, law_of

BOXES = 3
Statement = tuple[str, list[tuple[Any, ...]]]
"""A statement, and the rows that it was carried out with."""
Transaction = list[Statement]


def evening(house: Floor, rounds: int, table: str = "1") -> None:
    """Play rounds of three boxes at a table."""
    from croupier.floor.one_table import basic_bot
    from croupier.games.table.rounds import Deal

    for _ in range(rounds):
        for box in range(1, BOXES + 1):
            house.do(table, PlaceWager(f"player {box}", box, 10_00, by=Role.PLAYER))
        house.do(table, Deal(by=Role.DEALER))
        running = house.tables[table]
        while running.table.round is not None:
            decision = basic_bot(running.due[0])
            assert decision is not None
            house.do(table, decision)


def opened(journal: Any, tables: int = 1) -> Floor:
    """A house with tables of Star Blackjack."""
    house = Floor(journal)
    for number in range(tables):
        cards = SoftwareShoe(random_source(number))
        house.open_table(law_of("star-blackjack"), Choices(), cards=cards)
    return house


def decided(rounds: int) -> list[Append]:
    """What the commands of an evening led to."""
    journal = MemoryJournal()
    evening(opened(journal), rounds)
    commands: dict[tuple[str, str], list[Envelope]] = {}
    for one in journal.order:
        commands.setdefault((one.actor, one.command_id), []).append(one)
    return [_append(envelopes) for envelopes in commands.values()]


def _append(envelopes: Sequence[Envelope]) -> Append:
    first = envelopes[0]
    events = tuple(one.event for one in envelopes)
    cause = Cause(first.command_id, first.actor, first.role, first.at)
    return Append((StreamWrite(first.stream, first.version - 1, events),), cause)


def in_groups(appends: Sequence[Append], size: int) -> list[Sequence[Append]]:
    """So many appends at a time."""
    return [appends[at : at + size] for at in range(0, len(appends), size)]


class Listened:
    """A connection that keeps what is written through it, transaction by transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.transactions: list[Transaction] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        if statement == "BEGIN IMMEDIATE":
            self.transactions.append([])
        elif self._db.in_transaction and not statement.lstrip().startswith(("SELECT", "COMMIT")):
            self.transactions[-1].append((statement, [tuple(values)]))
        return self._db.execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Any:
        kept = [tuple(row) for row in rows]
        if kept:
            self.transactions[-1].append((statement, kept))
        return self._db.executemany(statement, kept)


def transactions_of(path: Path, groups: Sequence[Sequence[Append]]) -> list[Transaction]:
    """What a journal writes for groups of appends."""
    heard: list[Listened] = []

    def listen(uri: str) -> Any:
        heard.append(Listened(open_connection(uri)))
        return heard[-1]

    journal = SqliteJournal(path, connect=listen)
    for group in groups:
        journal.append_group(group)
    journal.close()
    return next(one.transactions for one in heard if one.transactions)


def raw_sqlite(path: Path, transactions: Sequence[Transaction]) -> Callable[[], None]:
    """Writes transactions to a new file, as plainly as Python can."""
    db = open_connection(f"{path.absolute().as_uri()}?mode=rwc")
    migrate(db, path, writing=True)

    def write() -> None:
        for transaction in transactions:
            db.execute("BEGIN IMMEDIATE")
            for statement, rows in transaction:
                if len(rows) == 1:
                    db.execute(statement, rows[0])
                else:
                    db.executemany(statement, rows)
            db.execute("COMMIT")
        db.close()

    return write
