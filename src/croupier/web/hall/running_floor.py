"""The floor that the writer decides on: a house that can be put back, and that follows the log."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from croupier.blackjack.history import NO_HISTORY, History
from croupier.floor import jackpots, players
from croupier.floor.jackpots import Pool
from croupier.floor.players import PlayerAccount
from croupier.play.card_sources import CardSource
from croupier.play.engine import evolve, law_for
from croupier.play.house import House
from croupier.play.running_table import RunningTable
from croupier.record.envelopes import ACCOUNTS, POOLS, TABLES, Envelope
from croupier.record.stores import Store
from croupier.table.draft import Outcome
from croupier.table.events import TableOpened
from croupier.table.state import Refused, Table
from croupier.web.hall.pending import PendingAppends

Key = TypeVar("Key")
Value = TypeVar("Value")


class Mark(NamedTuple):
    """The floor at some moment, to go back to."""

    tables: dict[str, tuple[Table, History]]
    pools: dict[str, Pool]
    accounts: dict[str, PlayerAccount]
    versions: dict[str, int]


class RunningFloor(House):
    """A house whose commands wait for a commit.

    Until then what was decided is its own guess. Where the commit fails, the streams concerned go
    back to a mark, and the log tells how they went on instead.
    """

    def __init__(self, store: Store, cards: Callable[[str], CardSource]) -> None:
        self.pending = PendingAppends(store)
        """What was decided and is not written down."""
        super().__init__(self.pending)
        self.cards_of = cards
        """Gives the source of cards of a table."""
        self._unplayable: set[str] = set()

    def version(self, stream: str) -> int:
        """How many events a stream has, as far as the floor knows."""
        return self._versions.get(stream, 0)

    # ---------------------------------------------------------------------------- going back

    def mark(self) -> Mark:
        """The floor as it stands."""
        tables = {name: (one.table, one.history) for name, one in self.tables.items()}
        return Mark(tables, dict(self.pools), dict(self.accounts), dict(self._versions))

    def go_back(self, mark: Mark, streams: Iterable[str]) -> None:
        """Forget what was guessed of some streams since a mark."""
        for stream in streams:
            kind, _, name = stream.partition("/")
            if kind == TABLES:
                self._put_back(name, mark.tables.get(name))
            elif kind == POOLS:
                _restore(self.pools, mark.pools, name)
            elif kind == ACCOUNTS:
                _restore(self.accounts, mark.accounts, name)
            _restore(self._versions, mark.versions, stream)

    def _put_back(self, name: str, before: tuple[Table, History] | None) -> None:
        if before is None:
            self.tables.pop(name, None)
        elif name in self.tables:
            self.tables[name] = self._running(name, *before)

    # -------------------------------------------------------------------------- going forward

    def take_in(self, envelope: Envelope) -> None:
        """Go on by an event of the log; one that is known already changes nothing."""
        if envelope.version <= self.version(envelope.stream):
            return
        self._versions[envelope.stream] = envelope.version
        kind, _, name = envelope.stream.partition("/")
        if kind == TABLES:
            self._take_in_table(name, envelope)
        elif kind == POOLS:
            self.pools[name] = jackpots.evolve(self.pools.get(name), envelope.event)  # type: ignore[arg-type]
        elif kind == ACCOUNTS:
            self.accounts[name] = players.evolve(self.account(name), envelope.event)  # type: ignore[arg-type]

    def _take_in_table(self, name: str, envelope: Envelope) -> None:
        event = envelope.event
        if isinstance(event, TableOpened):
            self._take_in_new_table(name, evolve(None, event))
        elif (running := self.tables.get(name)) is not None:
            running.take(Outcome(evolve(running.table, event), (event,)))

    def _take_in_new_table(self, name: str, table: Table) -> None:
        """Have a table run; one whose law is not installed can be shown, and not be played."""
        if isinstance(law_for(table), Refused):
            self._unplayable.add(name)
        else:
            self.tables[name] = self._running(name, table, NO_HISTORY)

    def _running(self, name: str, table: Table, history: History) -> RunningTable:
        law = law_for(table)
        assert not isinstance(law, Refused)
        return RunningTable(law, table, history, cards=self.cards_of(name))

    # --------------------------------------------------------------------------------- names

    def _new_id(self, table: str) -> str:
        """The id of what the dealer does of itself: it follows from the table's version."""
        return f"{table}@{self.version(f'{TABLES}/{table}')}"


def _restore(now: dict[Key, Value], before: dict[Key, Value], key: Key) -> None:
    """Have one entry as it was."""
    if key in before:
        now[key] = before[key]
    else:
        now.pop(key, None)
