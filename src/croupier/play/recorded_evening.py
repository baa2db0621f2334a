"""An evening that is kept in a file: it can be stopped at any moment, and goes on where it was."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from croupier.cards import Bytes, Card, Shoe, shuffled
from croupier.errors import CroupierError
from croupier.play.card_sources import CardSource, SoftwareShoe, unknown_order
from croupier.play.house import House
from croupier.record.envelopes import table_stream
from croupier.record.keys import master_key
from croupier.record.sealed_orders import sealed, unsealed
from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store


class KeptShoe(SoftwareShoe):
    """A source that keeps each order in a store, sealed, before a card of it is dealt.

    So a table that is opened again goes on with the cards that it had.
    """

    def __init__(self, source: Bytes, store: Store, key: bytes, stream: str) -> None:
        super().__init__(source)
        self._store, self._key, self._stream = store, key, stream

    def shuffle(self, cards: Sequence[Card], count: int) -> str:
        """Bring cards into a new order, keep so many, and give the handle of that order."""
        self._order = shuffled(cards, self._source)[:count]
        self._handle = handle = f"shoe-{secrets.token_hex(8)}"
        kept = sealed(self._order, self._key, stream=self._stream, handle=handle)
        self._store.keep_order(self._stream, handle, kept)
        return handle

    def _find(self, shoe: Shoe) -> None:
        """Have the order of a shoe at hand, from the store."""
        kept = self._store.order(self._stream, shoe.handle)
        if kept is None:
            raise unknown_order(shoe)
        self._order = unsealed(kept, self._key, stream=self._stream, handle=shoe.handle)
        self._handle = shoe.handle


KEY = "-key"
"""What the name of the file with the key ends in, beside the record's own."""


class RecordedEvening:
    """A house whose journal is a file. The orders of its cards are in it, sealed.

    The key lies in a file of its own beside it. Without the key the evening can be read and
    checked, and not be gone on with.
    """

    def __init__(
        self,
        path: Path,
        chance: Bytes,
        *,
        resume: bool = False,
        opened: Callable[[Path], Store] = SqliteJournal,
    ) -> None:
        if resume and not path.exists():
            raise CroupierError(f"--resume: there is no record at {path}")
        self._store = opened(path)
        held = bool(self._store.peaks.size)
        try:
            if held and not resume:
                raise CroupierError(
                    f"{path} holds an evening already: add --resume to go on with it"
                )
            key = path.with_name(path.name + KEY)
            if held and not key.exists():
                raise CroupierError(
                    f"the key {key} is missing: without it an evening can be checked, not resumed"
                )
            self._key = master_key(key)
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
