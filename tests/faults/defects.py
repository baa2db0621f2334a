"""Defects that a store might have, planted to see whether the tests of faults find them.

Each sits between a journal and its database, and spoils what goes by.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from croupier.record.stores.sqlite.files import Connect
from croupier.record.stores.sqlite.journal import BOOK

Defect = Callable[[Connect], Connect]
"""Spoils what opens files."""


class Spoilt:
    """A connection that passes everything on; the defects change one thing each."""

    def __init__(self, db: Any) -> None:
        self._db = db

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return self._db.execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Any:
        return self._db.executemany(statement, rows)

    def executescript(self, script: str) -> Any:
        return self._db.executescript(script)

    @property
    def in_transaction(self) -> bool:
        return bool(self._db.in_transaction)

    def close(self) -> None:
        self._db.close()


class Unsynced(Spoilt):
    """Nothing is synced: ``synchronous=OFF``."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return super().execute(statement.replace("synchronous = FULL", "synchronous = OFF"), values)


class Hasty(Spoilt):
    """The answer comes before the commit, which waits for the next command."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        if statement == "COMMIT":
            return super().execute("SELECT 1")
        if statement == "BEGIN IMMEDIATE" and self._db.in_transaction:
            super().execute("COMMIT")
        return super().execute(statement, values)

    @property
    def in_transaction(self) -> bool:
        return False


class Shared(Spoilt):
    """A reader that looks through the writer's eyes, amid its transaction, and leaves it open."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        return None if statement in ("BEGIN", "COMMIT") else super().execute(statement, values)

    def close(self) -> None:
        pass


def hasty(connect: Connect) -> Connect:
    """Opens files whose commits wait; readers see what is not committed yet."""
    writers: list[Hasty] = []

    def opened(uri: str) -> sqlite3.Connection:
        if "mode=ro" in uri and writers:
            return cast(sqlite3.Connection, Shared(writers[-1]))
        if "mode=ro" in uri:
            return connect(uri)
        writers.append(Hasty(connect(uri)))
        return cast(sqlite3.Connection, writers[-1])

    return opened


class BooksApart(Spoilt):
    """The balances are written in a transaction of their own, after that of the events."""

    def __init__(self, db: Any) -> None:
        super().__init__(db)
        self._booked: list[Sequence[Any]] = []

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Any:
        if statement == BOOK:
            self._booked += [tuple(row) for row in rows]
            return None
        return super().executemany(statement, rows)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        done = super().execute(statement, values)
        if statement == "COMMIT" and self._booked:
            booked, self._booked = self._booked, []
            super().execute("BEGIN IMMEDIATE")
            super().executemany(BOOK, booked)
            super().execute("COMMIT")
        return done


class Forgetful(Spoilt):
    """The ids of commands are not kept."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Any:
        if statement.startswith("INSERT INTO commands"):
            return None
        return super().execute(statement, values)


def each(defect: Callable[[Any], Any]) -> Defect:
    """Spoils every connection in the same way."""
    return lambda connect: lambda uri: cast(sqlite3.Connection, defect(connect(uri)))


DEFECTS: dict[str, Defect] = {
    "unsynced": each(Unsynced),
    "answer-before-commit": hasty,
    "books-apart": each(BooksApart),
    "forgotten-ids": each(Forgetful),
}
"""The defects by their names."""


def spoilt(connect: Connect, defect: Defect | None) -> Connect:
    """Opens files as another does, with a defect where there is one."""
    return connect if defect is None else defect(connect)
