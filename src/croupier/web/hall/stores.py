"""The store of a hall: who writes to it, who reads beside, and the cards that it keeps sealed."""

from pathlib import Path

from croupier.play.card_sources import CardSource, chance
from croupier.play.recorded_evening import KEY, KeptShoe
from croupier.record.envelopes import table_stream
from croupier.record.keys import master_key, signing_key
from croupier.record.locations import POSTGRES, store_at
from croupier.record.notary import Notary
from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store, UnusableStoreError

SIGNING = "-signing-key"
"""What the name of the file with the key for checkpoints ends in."""


class HallStore:
    """A store that is open for a hall, with the key that its orders of cards are sealed with.

    Checkpoints are signed as the log grows; ``checkpoints`` is a folder for copies of them.
    """

    def __init__(
        self, where: str, *, key: Path | None = None, checkpoints: Path | None = None
    ) -> None:
        self.shared = where.startswith(POSTGRES)
        """Whether other processes may write to it too."""
        key = key if key is not None else key_beside(where)
        if not key.exists() and _holds_events(where):
            raise UnusableStoreError(
                f"the key {key} is missing: without it the cards on the tables cannot be read"
            )
        self._key = master_key(key)
        self.signing = signing_key(key.with_name(key.name.removesuffix(KEY) + SIGNING))
        """The key that checkpoints are signed with."""
        notary = Notary(self.signing, folder=checkpoints)
        self.writer: Store = _written_to(where, notary)
        """The store, for the thread that writes."""
        try:
            self.reader: Store = self.writer if self.shared else store_at(where)
            """The store, for all who only look."""
            self._schema = self.reader.schema()
        except BaseException:
            self.writer.close()
            raise
        self._sources: dict[str, CardSource] = {}

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        if table not in self._sources:
            self._sources[table] = KeptShoe(chance(), self.writer, self._key, table_stream(table))
        return self._sources[table]

    def outdated(self) -> bool:
        """Whether a newer croupier has taken the store over since it was opened."""
        return self.reader.schema() > self._schema

    def wait(self, seconds: float) -> None:
        """Wait until something may have been written by anybody, or so long."""
        self.writer.wait(seconds)

    def close(self) -> None:
        """Let go of it."""
        if self.reader is not self.writer:
            self.reader.close()
        self.writer.close()


def _holds_events(where: str) -> bool:
    """Whether something is written in a store already."""
    if where.startswith(POSTGRES):
        from croupier.record.postgres_schema import prepare

        prepare(where)
    elif not Path(where).exists():
        return False
    store = store_at(where)
    try:
        return bool(store.peaks.size)
    finally:
        store.close()


def _written_to(where: str, notary: Notary) -> Store:
    """Open a store to write to it; one on a server is made ready where it is new."""
    if not where.startswith(POSTGRES):
        return SqliteJournal(where, notary=notary)
    from croupier.record.postgres_journal import PostgresJournal
    from croupier.record.postgres_schema import prepare

    prepare(where)
    return PostgresJournal(where, notary=notary)


def key_beside(where: str) -> Path:
    """Where the key lies if nobody says: beside the file, or in the folder that one works in."""
    if where.startswith(POSTGRES):
        return Path(f"croupier{KEY}")
    path = Path(where)
    return path.with_name(path.name + KEY)
