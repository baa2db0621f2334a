"""Where a store is: a file, or the address of a PostgreSQL server."""

from pathlib import Path

from croupier.record.stores.base import Store, on_a_server, without_driver
from croupier.record.stores.sqlite.journal import SqliteJournal


def store_at(where: str, *, writing: bool = False) -> Store:
    """Open the store at a path or address, to read it or to write to it as well."""
    if not on_a_server(where):
        return SqliteJournal(Path(where), writing=writing)
    try:
        from croupier.record.stores.postgres.journal import PostgresJournal
    except ImportError:
        raise without_driver() from None
    return PostgresJournal(where, writing=writing)
