"""The tables beside the events, compared with them: what a store looks things up in is no truth.

Streams, commands, the head and the balances follow from the events, and so does who must have a key
and which shoes must have a seed. Whoever changes them changes no event, but what the store would do
next: so they are compared, line by line, while the log is read.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.envelopes import CARDS, Envelope
from croupier.record.gaming_days import USUAL, PersonErased
from croupier.record.key_changes import LOST
from croupier.record.merkle import Peaks
from croupier.record.people import sealed_of
from croupier.record.sealed_orders import SEED, secret_name
from croupier.record.shoe_events import MasterKeyChanged
from croupier.record.shoe_ledger import Ledger, note_cards
from croupier.record.stores import KeptCommand, Store


class SideTables:
    """What the tables of a store must hold, as the events show one by one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._commands = store.commands()
        self._command: KeptCommand | None = None
        self._wrong_command = ""
        self._versions: dict[str, int] = {}
        self._balances: Balances = {}
        self._day = USUAL
        self._recorded: datetime | None = None
        self._ledgers: dict[str, Ledger] = {}
        self._sealed: set[str] = set()

    def see(self, envelope: Envelope) -> None:
        """Read the next event of a log in which nothing was wrong so far."""
        self._versions[envelope.stream] = envelope.version
        self._recorded = envelope.recorded
        if not self._wrong_command:
            self._wrong_command = self._misfit(envelope)
        at = envelope.at or envelope.recorded
        if at is not None:
            self._day = book(self._balances, envelope.stream, self._day, at, (envelope.event,))
        if envelope.stream.startswith(f"{CARDS}/"):
            with suppress(KeyError):
                note_cards(self._ledgers.setdefault(envelope.stream, {}), envelope.event)
        self._sealed |= sealed_of(envelope)
        match envelope.event:
            case PersonErased(person=person):
                self._sealed.discard(person)
            case MasterKeyChanged(why=why) if why == LOST:
                self._sealed.clear()

    def _misfit(self, envelope: Envelope) -> str:
        """What is wrong with the command that is kept for an event; empty where nothing is."""
        place, kept = envelope.position, self._command
        if kept is None or place > kept.last:
            kept = self._command = next(self._commands, None)
            if kept is None or kept.first != place or kept.last < place:
                return f"no command is stored that event {place} begins with"
        if (kept.actor, kept.command_id) != (envelope.actor, envelope.command_id):
            return (
                f"event {place} is stored as the answer to {kept.command_id!r} of {kept.actor!r}, "
                f"and says {envelope.command_id!r} of {envelope.actor!r}"
            )
        return ""

    # ----------------------------------------------------------------------- what was found

    def findings(self, peaks: Peaks) -> Iterator[str]:
        """What the tables hold that does not follow from the events, each in a sentence.

        Of a damaged file no more is said: an index may hide what a table holds.
        """
        if damage := self._store.damage():
            yield damage
            return
        for looking in (
            self._head_findings(peaks),
            self._stream_findings(),
            self._command_findings(),
            self._balance_findings(),
            self._seed_findings(),
            self._key_findings(),
        ):
            try:
                yield from looking
            except CroupierError as error:
                yield str(error)

    def _head_findings(self, peaks: Peaks) -> Iterator[str]:
        kept, recorded = self._store.kept_head()
        if (kept.size, kept.heads) != (peaks.size, peaks.heads):
            yield "the head that the store keeps is not that of its events"
        if recorded != self._recorded:
            yield (
                f"the store keeps {recorded} as the time of its last event, which was written at "
                f"{self._recorded}"
            )

    def _stream_findings(self) -> Iterator[str]:
        kept = dict(self._store.stream_versions())
        for stream in sorted(kept.keys() | self._versions.keys()):
            there, told = kept.get(stream, 0), self._versions.get(stream, 0)
            if there != told:
                yield f"{stream} has {told} events, but is stored as if it had {there}"

    def _command_findings(self) -> Iterator[str]:
        if self._wrong_command:
            yield self._wrong_command
            return
        if self._command is not None and self._command.last > sum(self._versions.values()):
            yield f"the answer to {self._command.command_id!r} has events that are not there"
        for more in self._commands:
            yield f"{more.command_id!r} of {more.actor!r} is stored as answered, but has no event"

    def _balance_findings(self) -> Iterator[str]:
        kept = self._store.balances()
        yield from balance_findings(kept, {key: n for key, n in self._balances.items() if n})

    def _seed_findings(self) -> Iterator[str]:
        """Shoes in play whose seed is gone: the table could not go on."""
        for stream, ledger in self._ledgers.items():
            for shoe in ledger.values():
                name = secret_name(shoe.shoe, SEED, shoe.commitment)
                if shoe.live and self._store.order(stream, name) is None:
                    yield f"the sealed seed of {shoe.shoe} of {stream} is not kept"

    def _key_findings(self) -> Iterator[str]:
        """People who were never erased, but whose key is gone."""
        for person in sorted(self._sealed - set(self._store.known_people())):
            yield f"the key of {person} is gone, and nobody has erased them"


def balance_findings(kept: Balances, told: Balances) -> Iterator[str]:
    """Where the balances that are kept do not follow from the events."""
    for key in sorted(kept.keys() | told.keys()):
        there, right = kept.get(key, 0), told.get(key, 0)
        if there != right:
            stream, day, account = key
            yield f"{account} of {stream} on {day}: {there} kept, {right} told"
