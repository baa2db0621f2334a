"""Where a store is: a file, or the address of a PostgreSQL server; and opening it."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

from croupier.record.stores.base import Store, UnusableStoreError
from croupier.record.stores.sqlite.journal import SqliteJournal

POSTGRES = ("postgresql://", "postgres://")
ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
"""How an address begins, and no file."""
PASSWORD = re.compile(r"(//[^/?#@:]*):(?P<password>[^/?#@]*)(?=@)")
IN_QUERY = re.compile(r"(?<=[?&])password=(?P<password>[^&#]*)&?")
"""Where an address may hold a password."""


def is_server_address(where: str) -> bool:
    """Return whether a store is a database on a server, not a file."""
    if where.startswith(POSTGRES):
        return True
    if found := ADDRESS.match(where):
        raise UnusableStoreError(
            f"a record cannot be at a {found[0]} address: give a file, or "
            "postgresql://USER@HOST/DATABASE"
        )
    return False


def without_password(where: str) -> str:
    """Return a store's address without its password, or its path, for messages.

    >>> without_password("postgresql://max:secret@db.example.org/floor?sslmode=require")
    'postgresql://max@db.example.org/floor?sslmode=require'
    """
    return PASSWORD.sub(r"\1", IN_QUERY.sub("", where)) if ADDRESS.match(where) else where


def password_in(where: str) -> str:
    """Return the password in an address; empty where it holds none.

    >>> password_in("postgresql://max:a%20b@db.example.org/floor"), password_in("floor.db")
    ('a b', '')
    """
    if not ADDRESS.match(where):
        return ""
    found = IN_QUERY.search(where) or PASSWORD.search(where)
    return unquote(found["password"]) if found else ""


def without_driver() -> UnusableStoreError:
    """Return the error where the driver for a server is missing."""
    return UnusableStoreError(
        "a PostgreSQL server needs an extra: pip install 'croupier[postgresql]'"
    )


@contextmanager
def driver_errors_explained(where: str) -> Iterator[None]:
    """Raise a driver's error as one sentence: a half-copied file, a lost server.

    Addresses are not repeated: they may hold a password.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # What SQLite says of a damaged file may be no text itself.
        raise UnusableStoreError(
            f"{where} cannot be used: {error}; it may be damaged, or copied in part"
        ) from None
    except Exception as error:
        if not isinstance(error, _server_errors()):
            raise
        said = " ".join(str(error).split())
        raise UnusableStoreError(f"the server refused: {said}") from None


def _server_errors() -> tuple[type[Exception], ...]:
    """Return the errors of the PostgreSQL driver; none if it is not loaded."""
    driver, pool = sys.modules.get("psycopg"), sys.modules.get("psycopg_pool")
    found = [] if driver is None else [driver.Error]
    return (*found, *([] if pool is None else [pool.PoolTimeout]))


def open_store(where: str, *, writing: bool = False) -> Store:
    """Open the store at a path or address, to read it or to write to it as well."""
    if not is_server_address(where):
        return SqliteJournal(Path(where), writing=writing)
    try:
        from croupier.record.stores.postgres.journal import PostgresJournal
    except ImportError:
        raise without_driver() from None
    return PostgresJournal(where, writing=writing)
