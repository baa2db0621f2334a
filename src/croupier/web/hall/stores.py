"""The store of a hall: who writes to it, who reads beside, and the cards that it keeps sealed."""

from pathlib import Path

from croupier.play.card_sources import CardSource
from croupier.play.recorded_evening import CommittedHouse
from croupier.play.seed_desk import SeedDesk
from croupier.record.key_changes import key_of_record
from croupier.record.keys import BESIDE, signing_key
from croupier.record.locations import POSTGRES, store_at
from croupier.record.notary import Notary
from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store

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
        key, signing = key_files(where, key)
        self.signing = signing_key(signing)
        """The key that checkpoints are signed with."""
        notary = Notary(self.signing, folder=checkpoints)
        self.writer: Store = _written_to(where, notary)
        """The store, for the thread that writes."""
        try:
            self.reader: Store = self.writer if self.shared else store_at(where)
            """The store, for all who only look."""
            self.master = key_of_record(self.writer, key, where)
            """The key that is not in the database."""
            for store in {self.writer, self.reader}:
                store.open_people(self.master)
            self._schema = self.reader.schema()
        except BaseException:
            self.writer.close()
            raise
        self._cards = CommittedHouse(self.writer, self.master)

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return self._cards.cards(table)

    def desk(self, table: str) -> SeedDesk:
        """Where seeds are added to the cards of a table; for the thread that writes."""
        return self._cards.cards(table).desk

    def outdated(self) -> bool:
        """Whether a newer croupier has taken the store over since it was opened."""
        return self.reader.schema() > self._schema

    def wait(self, seconds: float) -> None:
        """Wait until others may have written something, or so long."""
        self.writer.wait(seconds, for_others=True)

    def close(self) -> None:
        """Let go of it."""
        if self.reader is not self.writer:
            self.reader.close()
        self.writer.close()


def _written_to(where: str, notary: Notary) -> Store:
    """Open a store to write to it; one on a server is made ready where it is new."""
    if not where.startswith(POSTGRES):
        return SqliteJournal(where, notary=notary)
    from croupier.record.postgres_journal import PostgresJournal
    from croupier.record.postgres_schema import prepare

    prepare(where)
    return PostgresJournal(where, notary=notary)


def key_files(where: str, key: Path | None = None) -> tuple[Path, Path]:
    """The files of the master key and of the key that signs checkpoints."""
    key = key if key is not None else key_beside(where)
    return key, key.with_name(key.name.removesuffix(BESIDE) + SIGNING)


def key_beside(where: str) -> Path:
    """Where the key lies if nobody says: beside the file, or in the folder that one works in."""
    if where.startswith(POSTGRES):
        return Path(f"croupier{BESIDE}")
    path = Path(where)
    return path.with_name(path.name + BESIDE)
