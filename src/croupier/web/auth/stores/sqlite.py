"""The credential store in the SQLite file of the log, by a connection of its own."""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.record.secrets.keys import PRIVATE
from croupier.record.stores.base import FailedStoreError, UnusableStoreError
from croupier.web.auth.stores.base import CredentialStore

PATIENCE = 60.0
"""How many seconds to wait for another writer of the file."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS credentials (
    person TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    shown TEXT NOT NULL,
    password TEXT NOT NULL,
    one_time_until REAL NOT NULL,
    factor BLOB NOT NULL,
    factor_step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recovery_codes (
    person TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (person, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    rights INTEGER NOT NULL,
    confined INTEGER NOT NULL,
    opened REAL NOT NULL,
    seen REAL NOT NULL,
    expires REAL NOT NULL,
    origin TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_of ON sessions (person);
CREATE TABLE IF NOT EXISTS tokens (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    opened REAL NOT NULL,
    expires REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_of ON tokens (person);
CREATE TABLE IF NOT EXISTS shared_rounds (
    token TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    place TEXT NOT NULL,
    number INTEGER NOT NULL,
    opened REAL NOT NULL,
    UNIQUE (person, place, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS payment_ticks (
    place TEXT NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (place, number, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counters (
    name TEXT PRIMARY KEY,
    began INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    told TEXT NOT NULL,
    told_at REAL NOT NULL,
    cancelled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""


class SqliteRows:
    """Rows in a SQLite file. One thread at a time uses the connection."""

    def __init__(self, path: Path | str) -> None:
        try:
            self._db = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=PATIENCE
            )
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
            _restrict_to_owner(Path(path))
        except sqlite3.Error as error:
            raise UnusableStoreError(f"people cannot be stored in {path}: {error}") from None
        self._turn = threading.Lock()

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a query and return its rows; ``?`` stands for a value."""
        with self._lock():
            return self._db.execute(query, values).fetchall()

    def change(self, *queries: tuple[str, tuple[object, ...]]) -> None:
        """Run several statements in one transaction."""
        with self._lock():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for query, values in queries:
                    self._db.execute(query, values)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the connection alone."""
        try:
            with self._turn:
                yield
        except sqlite3.Error as error:
            raise FailedStoreError(error) from error

    def close(self) -> None:
        """Close the file once no thread uses it: a thread may outlive the request it worked for."""
        with self._turn:
            self._db.close()


def has_tables(path: Path | str) -> bool:
    """Return whether a file has ever held credentials."""
    with contextlib.closing(
        sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)
    ) as db:
        found = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'credentials'")
        return found.fetchone() is not None


def _restrict_to_owner(path: Path) -> None:
    """Make the file readable to its owner alone: it holds password hashes from now on."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        one = path.with_name(name)
        if one.exists():
            one.chmod(PRIVATE)


def sqlite_credentials(path: Path | str) -> CredentialStore:
    """Open the credential store in a file; in memory for the path ``:memory:``."""
    return CredentialStore(SqliteRows(path))
