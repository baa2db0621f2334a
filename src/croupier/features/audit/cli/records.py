"""What the commands of ``croupier audit`` share: opening a record, reading and writing files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.errors import CroupierError
from croupier.record.stores.base import Store
from croupier.record.stores.locations import driver_errors_explained, open_store
from croupier.streams import TABLE

Flag = Annotated[bool, Parameter(negative=())]
FAILED = 1
"""The exit code if something is wrong with a record."""
NOTHING_WRONG = "nothing is wrong"


@contextmanager
def open_record(where: str, *, writing: bool = False) -> Iterator[Store]:
    """Open the record at a path or address, and close it afterwards.

    It must exist: examining a record never creates one. Report what fails in one sentence.
    """
    with driver_errors_explained(where):
        if writing:
            open_store(where).close()
        store = open_store(where, writing=writing)
        try:
            yield store
        finally:
            store.close()


def table_stream(store: Store, table: str | None) -> str:
    """Return the stream of a table; if none is named, of the only one."""
    known = list(TABLE.names(store.streams()))
    if table is None and len(known) == 1:
        return TABLE.stream(known[0])
    if table not in known:
        which = f"there is no table {table!r}" if table else "say which table"
        raise CroupierError(f"--table: {which}; the record has {', '.join(known) or 'none'}")
    return TABLE.stream(str(table))


def read_file(path: Path) -> bytes:
    """Return the content of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CroupierError(f"{path} cannot be read: {error.strerror}") from None


def write_file(path: Path, text: str) -> None:
    """Write a file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CroupierError(f"{path} cannot be written: {error.strerror}") from None
