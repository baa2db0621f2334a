"""The store of a hall: who writes to it, who reads beside, and the cards that it keeps sealed."""

from pathlib import Path

from croupier.play.card_sources import CardSource
from croupier.play.recorded_evening import CommittedHouse
from croupier.record.key_changes import key_of_record
from croupier.record.keys import BESIDE
from croupier.record.locations import POSTGRES, store_at
from croupier.record.stores import Store


class HallStore:
    """A store that is open for a hall, with the key that its orders of cards are sealed with."""

    def __init__(self, where: str, *, key: Path | None = None) -> None:
        self.shared = where.startswith(POSTGRES)
        """Whether other processes may write to it too."""
        if self.shared:
            from croupier.record.postgres_journal import prepare

            prepare(where)
        self.writer: Store = store_at(where, writing=True)
        """The store, for the thread that writes."""
        try:
            self.reader: Store = self.writer if self.shared else store_at(where)
            """The store, for all who only look."""
            self.master = key_of_record(self.writer, key or key_beside(where), where)
            """The key that is not in the database."""
        except BaseException:
            self.writer.close()
            raise
        self._cards = CommittedHouse(self.writer, self.master)
        self._schema = self.reader.schema()

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return self._cards.cards(table)

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


def key_beside(where: str) -> Path:
    """Where the key lies if nobody says: beside the file, or in the folder that one works in."""
    if where.startswith(POSTGRES):
        return Path(f"croupier{BESIDE}")
    path = Path(where)
    return path.with_name(path.name + BESIDE)
