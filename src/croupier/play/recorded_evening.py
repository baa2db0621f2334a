"""An evening that is kept in a file: it can be stopped at any moment, and goes on where it was."""

from pathlib import Path

from croupier.cards import Bytes
from croupier.errors import CroupierError
from croupier.play.card_sources import CardSource, KeptShoe
from croupier.play.house import House
from croupier.record.envelopes import table_stream
from croupier.record.keys import master_key
from croupier.record.sqlite_journal import SqliteJournal

KEY = "-key"
"""What the name of the file with the key ends in, beside the record's own."""


class RecordedEvening:
    """A house whose journal is a file. The orders of its cards are in it, sealed.

    The key lies in a file of its own beside it. Without the key the evening can be read and
    checked, and not be gone on with.
    """

    def __init__(self, path: Path, chance: Bytes, *, resume: bool = False) -> None:
        if resume and not path.exists():
            raise CroupierError(f"--resume: there is no record at {path}")
        self._store = SqliteJournal(path)
        held = bool(self._store.peaks.size)
        try:
            if held and not resume:
                raise CroupierError(
                    f"{path} holds an evening already: add --resume to go on with it"
                )
            self._key = master_key(path.with_name(path.name + KEY))
            self._chance = chance
            self.house = self._resumed() if held else House(self._store)
            """The house, as its record tells of it."""
        except BaseException:
            self._store.close()
            raise

    def _resumed(self) -> House:
        return House.restored(self._store, self.cards, cut_for_players=False)

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return KeptShoe(self._chance, self._store, self._key, table_stream(table))

    def close(self) -> None:
        """Close the file; everything in it was on disk already."""
        self._store.close()
