"""What the log says about a table, whatever somebody has decided and not yet recorded."""

from croupier.blackjack.events import RoundOpened
from croupier.record.envelopes import table_stream
from croupier.record.shoe_ledger import CommittedShoe
from croupier.record.stores import Store
from croupier.stud.events import StudRoundOpened
from croupier.table.card_events import CardsShuffled
from croupier.table.round_events import RoundEnded, RoundVoided


class TableWitness:
    """Follows the stream of a table for whoever may reveal a shoe only when the next has come.

    A decision may still be given up, because another process was first. What is in the log stays.
    """

    def __init__(self, store: Store, table: str, *, from_now: bool) -> None:
        self._store, self._stream = store, table_stream(table)
        self._version = store.version(self._stream) if from_now else 0
        self._handles: set[str] = set()
        self._ended = False
        self._opened = 0
        """The last event that opened a round after another had ended, by its place in the log."""

    def _look(self) -> None:
        for envelope in self._store.read_stream(self._stream, self._version):
            self._version = envelope.version
            match envelope.event:
                case CardsShuffled(handle=handle):
                    self._handles.add(handle)
                case RoundEnded() | RoundVoided():
                    self._ended = True
                case RoundOpened() | StudRoundOpened() if self._ended:
                    self._opened, self._ended = envelope.position, False

    def has_come(self, shoe: CommittedShoe, begun: int) -> bool:
        """Whether the table goes on with a shoe, or an epoch that began at a place in the log."""
        if shoe.order is not None and shoe.order.replaces:
            return True
        self._look()
        return shoe.shoe in self._handles if shoe.order is not None else self._opened > begun
