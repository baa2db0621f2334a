"""The servers of a world: processes that decide from memory, crash, and read the record again.

Every guest may ask any of them. None trusts what it remembers after an error: it starts anew from
the record, as a process does that was killed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from random import Random

from croupier.cards import Card, Shoe
from croupier.errors import CroupierError
from croupier.floor.card_sources import UNCUT, CardSource, SoftwareShoe
from croupier.floor.floor import Answer, Floor
from croupier.messages import Command, Event
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, Journal, ReusedIdError, StaleVersionError, StreamWrite
from croupier.record.stores.base import Store

ATTEMPTS = 6
"""How often a server reads the record again when others were quicker."""


class OutageError(CroupierError):
    """The server is gone before it could answer."""


class HeldError(Exception):
    """An append that is not written yet: it waits to be written with others."""

    def __init__(self, append: Append) -> None:
        super().__init__("held")
        self.append = append


class Fault(StrEnum):
    """What may become of an append."""

    NONE = "nothing"
    BEFORE = "crash before it is written"
    AFTER = "crash after it was written, before the answer"


class Vault:
    """The orders of shuffled cards: they outlive a server, and only tables know them."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.orders: dict[str, tuple[Card, ...]] = {}

    def source(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return VaultShoe(self._random, self.orders, table)


class VaultShoe(SoftwareShoe):
    """A source that keeps its orders in a vault."""

    def __init__(self, random: Random, orders: dict[str, tuple[Card, ...]], table: str) -> None:
        super().__init__(random.randbytes)
        self._orders, self._table = orders, table

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        super().shuffle(cards, count, instead_of)
        self._handle = f"{self._table}/{len(self._orders)}"
        self._orders[self._handle] = self._order
        return self._handle

    def _cards_to_come(self, shoe: Shoe) -> tuple[Card, ...]:
        if shoe.handle != self._handle and shoe.handle in self._orders:
            self._handle, self._order, self._cut = shoe.handle, self._orders[shoe.handle], UNCUT
        return super()._cards_to_come(shoe)


class FaultyJournal:
    """A store as one server sees it: appends may end in a crash, or be held back for a group."""

    def __init__(self, store: Journal, fate: Callable[[], Fault]) -> None:
        self._store, self._fate = store, fate
        self.holding = False
        """Whether the next append waits to be written with others."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Write events down, or crash."""
        if self.holding:
            self.holding = False
            raise HeldError(Append(tuple(writes), cause))
        fate = self._fate()
        if fate is Fault.BEFORE:
            raise OutageError(fate)
        self._store.append(writes, cause)
        if fate is Fault.AFTER:
            raise OutageError(fate)

    def append_group(self, appends: Sequence[Append]) -> list[CroupierError | None]:
        return self._store.append_group(appends)

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Envelope]:
        return iter(self._store.read_stream(stream, after))

    def read_all(self, after: int = 0) -> Iterator[Envelope]:
        return iter(self._store.read_all(after))

    def streams(self) -> list[str]:
        return list(self._store.streams())

    def recorded_events(self, cause: Cause) -> tuple[Event, ...] | None:
        return self._store.recorded_events(cause)


class Server:
    """A process that carries commands out for whoever asks."""

    def __init__(self, store: Store, vault: Vault, fate: Callable[[], Fault]) -> None:
        self.journal = FaultyJournal(store, fate)
        self._vault = vault
        self._house: Floor | None = None

    @property
    def house(self) -> Floor:
        """The house as this server remembers it; one that has just started reads the record."""
        while self._house is None:
            journal: Journal = self.journal
            # Its dealers go on at once, and what they write may end in a crash as well.
            with suppress(OutageError, StaleVersionError):
                self._house = Floor.from_journal(journal, self._vault.source)
        return self._house

    @property
    def remembered(self) -> Floor | None:
        """The house as this server remembers it; none where it has just started."""
        return self._house

    def crash(self) -> None:
        """Forget everything."""
        self._house = None

    def carry_out(self, table: str, command: Command, command_id: str) -> Answer:
        """Carry a command out; where others were quicker, look again and decide anew."""
        for _ in range(ATTEMPTS):
            try:
                return self.house.do(table, command, command_id=command_id)
            except StaleVersionError:
                self.crash()
            except (OutageError, ReusedIdError):
                self.crash()
                raise
        raise OutageError("others are always quicker")

    def prepare(self, table: str, command: Command, command_id: str) -> Append | None:
        """What a command would lead to, not written yet; none where it is refused or was done."""
        house = self.house
        self.journal.holding = True
        try:
            house.do(table, command, command_id=command_id)
        except HeldError as held:
            return held.append
        except StaleVersionError:
            self.crash()
        finally:
            self.journal.holding = False
        return None
