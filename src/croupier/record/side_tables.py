"""The tables beside the events, compared with them: what a store looks things up in is no truth.

Streams, commands, the head and the balances follow from the events, and so does who must have a key
and which shoes must have a seed. Whoever changes them changes no event, but what the store would do
next: so they are compared, line by line, while the log is read.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from croupier.errors import CroupierError
from croupier.record.balances import Balances, book
from croupier.record.committed_chance import commitment
from croupier.record.envelopes import CARDS, Envelope
from croupier.record.gaming_days import USUAL, PersonErased
from croupier.record.key_changes import LOST
from croupier.record.keys import MasterKey
from croupier.record.merkle import Peaks
from croupier.record.people import PeopleVault, sealed_of
from croupier.record.sealed_orders import SEED, SealedSecrets, secret_name
from croupier.record.shoe_events import MasterKeyChanged
from croupier.record.shoe_ledger import CommittedShoe, Ledger, note_cards
from croupier.record.stores import KeptCommand, Store

CONTENT = re.compile(r"[0-9a-f]{64}|")
"""The hash of a command's content, or nothing where nobody chose the command's id."""
ERASED_CONTENT = "erased"
"""What stands in its place where it would tell of somebody who was erased."""


class SideTables:
    """What the tables of a store must hold, as the events show one by one."""

    def __init__(self, store: Store, master: MasterKey | None = None) -> None:
        self._store, self._master = store, master
        self._commands = store.commands()
        self._command: KeptCommand | None = None
        self._wrong_command = ""
        self._erased_command, self._erasures = "", 0
        self._versions: dict[str, int] = {}
        self._balances: Balances = {}
        self._day = USUAL
        self._recorded: datetime | None = None
        self._ledgers: dict[str, Ledger] = {}
        self._sealed: set[str] = set()
        self.compared = False
        """Whether they were compared with the events."""

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
                self._erasures += 1
            case MasterKeyChanged(why=why) if why == LOST:
                self._sealed.clear()

    def _misfit(self, envelope: Envelope) -> str:
        """What is wrong with the command that is kept for an event; empty where nothing is."""
        place, kept = envelope.position, self._command
        if kept is None or place > kept.last:
            kept = self._command = next(self._commands, None)
            if kept is None or kept.first != place or kept.last < place:
                return f"no command is stored that event {place} begins with"
            if kept.content == ERASED_CONTENT:
                self._erased_command = kept.command_id
            elif not CONTENT.fullmatch(kept.content):
                return f"the hash of {kept.command_id!r} of {kept.actor!r} is no hash"
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
        self.compared = True
        for looking in (
            iter(self._store.changes_of_schema()),
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
        if self._erased_command and not self._erasures:
            yield f"the hash of {self._erased_command!r} is erased, and nobody was"
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
                if not shoe.live:
                    continue
                if self._store.order(stream, name) is None:
                    yield f"the sealed seed of {shoe.shoe} of {stream} is not kept"
                elif self._master is not None:
                    yield from _seal_findings(
                        SealedSecrets(self._store, stream, self._master), shoe
                    )

    def _key_findings(self) -> Iterator[str]:
        """People who were never erased, but whose key is gone."""
        for person in sorted(self._sealed - set(self._store.known_people())):
            yield f"the key of {person} is gone, and nobody has erased them"
        if self._master is not None:
            vault = PeopleVault(self._store, self._master)
            for person in sorted(self._store.known_people()):
                try:
                    vault.profile(person)
                except CroupierError as error:
                    yield str(error)

    @property
    def seals(self) -> int:
        """How many seals there are that only the master key opens: of shoes in play, of people."""
        live = sum(shoe.live for ledger in self._ledgers.values() for shoe in ledger.values())
        return live + len(self._store.known_people())


def _seal_findings(secrets: SealedSecrets, shoe: CommittedShoe) -> Iterator[str]:
    """What the master key shows of a sealed seed: whether it is the one that was committed to."""
    try:
        seed = secrets.seed(shoe)
        if commitment(seed, secrets.stream, shoe.shoe) != shoe.commitment:
            yield f"the sealed seed of {shoe.shoe} of {secrets.stream} is not the committed one"
        secrets.cards(shoe)
    except CroupierError as error:
        yield str(error)


def balance_findings(kept: Balances, told: Balances) -> Iterator[str]:
    """Where the balances that are kept do not follow from the events."""
    for key in sorted(kept.keys() | told.keys()):
        there, right = kept.get(key, 0), told.get(key, 0)
        if there != right:
            stream, day, account = key
            yield f"{account} of {stream} on {day}: {there} kept, {right} told"
