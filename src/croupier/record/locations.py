"""Where a store is: a file, or the address of a PostgreSQL server."""

from pathlib import Path

from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store, UnusableStoreError

POSTGRES = ("postgresql://", "postgres://")


def store_at(where: str, *, writing: bool = False) -> Store:
    """Open the store at a path or address, to read it or to write to it as well."""
    if not where.startswith(POSTGRES):
        return SqliteJournal(Path(where), writing=writing)
    try:
        from croupier.record.postgres_journal import PostgresJournal
    except ImportError:
        raise UnusableStoreError(
            "a PostgreSQL server needs an extra: pip install 'croupier[postgresql]'"
        ) from None
    return PostgresJournal(where)
