"""Verification of a whole record: every hash, every position, every checkpoint that is at hand.

An event that was changed alone no longer fits its hash. If all later hashes were recomputed, the
checkpoints show between which two of them the change lies, and a list of leaf hashes from outside
shows which event it was. Events cut off after the last checkpoint at hand leave no trace. The
tables beside the events must agree with them.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from datetime import datetime

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.features.fairness.rules.chance import seed_commitment
from croupier.features.fairness.rules.shoes import CommittedShoe, Ledger, apply_cards_event
from croupier.house.gaming_days import (
    USUAL_GAMING_DAY,
    FloorRestored,
    MasterKeyChanged,
    PersonErased,
    RollbackAccepted,
)
from croupier.kit.merkle import Peaks, leaf_hash
from croupier.record.codec import UnreadableLogError, decode_envelope
from croupier.record.envelopes import Envelope
from croupier.record.integrity.checkpoints import BadCheckpointError, Checkpoint, verify_checkpoint
from croupier.record.secrets.key_changes import LOST
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.personal_data import PeopleVault, people_sealed_in
from croupier.record.secrets.sealed_orders import SEED, SealedSecrets, secret_name
from croupier.record.stores.base import (
    Balances,
    Leaf,
    Log,
    Store,
    StoredCommand,
    add_to_balances,
    balances_of,
)
from croupier.streams import CARDS

CONTENT = re.compile(r"[0-9a-f]{64}|")
"""The hash of a command's content, or nothing where nobody chose the command's id."""
ERASED_CONTENT = "erased"
"""Stored instead of the hash where the hash would reveal something about an erased person."""


class SideTableCheck:
    """Collects from the events what the tables beside them must hold, and compares."""

    def __init__(self, store: Store, master: MasterKey | None = None) -> None:
        self._store, self._master = store, master
        self._commands = store.commands()
        self._command: StoredCommand | None = None
        self._wrong_command = ""
        self._erased_command, self._erasures = "", 0
        self._versions: dict[str, int] = {}
        self._balances: Balances = {}
        self._day = USUAL_GAMING_DAY
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
            self._day = add_to_balances(
                self._balances, envelope.stream, self._day, at, (envelope.event,)
            )
        if CARDS.name_of(envelope.stream) is not None:
            with suppress(KeyError):
                apply_cards_event(self._ledgers.setdefault(envelope.stream, {}), envelope.event)
        self._sealed |= people_sealed_in(envelope)
        match envelope.event:
            case PersonErased(person=person):
                self._sealed.discard(person)
                self._erasures += 1
            case MasterKeyChanged(why=why) if why == LOST:
                self._sealed.clear()

    def _misfit(self, envelope: Envelope) -> str:
        """Return what is wrong with the command stored for an event; empty if nothing is."""
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
        """Yield what the tables hold that does not follow from the events, each in a sentence.

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
        """Yield the shoes in play whose seed is gone: their tables cannot continue."""
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
        """Yield the people whose key is gone although they were never erased."""
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
    """Yield findings on a sealed seed: whether it is the one that was committed to."""
    try:
        seed = secrets.seed(shoe)
        if seed_commitment(seed, secrets.stream, shoe.shoe) != shoe.commitment:
            yield f"the sealed seed of {shoe.shoe} of {secrets.stream} is not the committed one"
        secrets.cards(shoe)
    except CroupierError as error:
        yield str(error)


def balance_findings(kept: Balances, told: Balances) -> Iterator[str]:
    """Yield the stored balances that do not follow from the events."""
    for key in sorted(kept.keys() | told.keys()):
        there, right = kept.get(key, 0), told.get(key, 0)
        if there != right:
            stream, day, account = key
            yield f"{account} of {stream} on {day}: {there} kept, {right} told"


OUTSIDE = {
    "credentials": "passwords and devices",
    "recovery_codes": "recovery codes",
    "sessions": "sessions",
    "tokens": "tokens",
    "shared_rounds": "links to rounds",
    "payment_ticks": "ticks on settlements",
    "counters": "counts of attempts",
    "jobs": "calculations",
}
"""The tables of a server whose content is in no event, and the names of what they hold."""
FROM_THE_FIRST = -(2**63)
"""Before every place that a table could hold: nobody hides an event before the first."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as it was written."""

    what: str
    """What is wrong, in one sentence."""
    event: int | None = None
    """The event's position; ``None`` if it is unknown."""
    after: int | None = None
    """The size of the last checkpoint that fits; ``None`` if no checkpoint is concerned."""
    before: int | None = None
    """The size of the first checkpoint that does not fit."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of checking a whole log."""

    events: int
    """How many events there are."""
    head: bytes
    """The head of the tree over them."""
    checkpoints: int
    """How many checkpoints it was checked against."""
    findings: tuple[Finding, ...]
    """What is wrong; empty where nothing is."""
    jumps: dict[int, str] = {}
    """The events before which the store's clock had jumped, by their places: ``back``, ``ahead``.
    """

    seals: int = 0
    """How many seals the master key was tried on."""
    unchecked: tuple[str, ...] = ()
    """What was not checked, and why, each in a few words; empty where all was."""
    outside: tuple[str, ...] = ()
    """What the database holds beside the record, under no hash and from no event."""

    @property
    def ok(self) -> bool:
        """Whether all is as it was written."""
        return not self.findings


class LogReading:
    """Reads a log once, and remembers what the findings need."""

    def __init__(self, checkpoints: Sequence[Checkpoint], witness: Sequence[bytes]) -> None:
        self.peaks = Peaks()
        self.findings: list[Finding] = []
        self.jumps: dict[int, str] = {}
        self._recorded: datetime | None = None
        self._versions: dict[str, int] = {}
        self._due = sorted(checkpoints, key=lambda one: one.size)
        self._fits = 0
        self._broken = False
        self._restored = 0, ""
        self._witness = witness
        self._compare()

    def copy(self) -> "LogReading":
        """Return a copy that can continue in another way."""
        other = copy(self)
        other.peaks = Peaks(self.peaks.size, self.peaks.heads)
        other.findings, other._due = [*self.findings], [*self._due]
        other._versions, other.jumps = {**self._versions}, {**self.jumps}
        return other

    def see(self, leaf: Leaf) -> Envelope | None:
        """Check the next event. Return its envelope, if that can be read."""
        place = self.peaks.size + 1
        if leaf.position != place:
            self.findings.append(Finding(f"event {place} is missing, or not in its place", place))
        actual = leaf_hash(leaf.body)
        if actual != leaf.leaf:
            self.findings.append(Finding(f"event {place} does not fit its hash", place))
        elif place <= len(self._witness) and self._witness[place - 1] != actual:
            what = f"event {place} is not the one that the witness holds, and was hashed again"
            self.findings.append(Finding(what, place))
        try:
            envelope = decode_envelope(leaf.body)
        except UnreadableLogError:
            envelope = None
        if misfit := self._misfit(leaf, envelope):
            self.findings.append(Finding(f"event {place} {misfit}", place))
        self.peaks.add(actual)
        self._compare()
        return envelope

    def _misfit(self, leaf: Leaf, envelope: Envelope | None) -> str:
        """Return how an event differs from what is stored beside it."""
        version = self._versions.get(leaf.stream, 0) + 1
        self._versions[leaf.stream] = version
        if envelope is None:
            return "cannot be read"
        if (envelope.position, envelope.stream) != (leaf.position, leaf.stream):
            return "claims another position"
        if (envelope.version, leaf.version) != (version, version):
            return f"is not version {version} of {leaf.stream}"
        match envelope.event:
            case FloorRestored():
                self._restored = leaf.position, "the record was restored from a copy"
            case RollbackAccepted():
                self._restored = leaf.position, "the house continued from an older record"
        if envelope.clock:
            self.jumps[leaf.position] = envelope.clock
        before, self._recorded = self._recorded, envelope.recorded
        if before is not None and envelope.recorded is not None and envelope.recorded < before:
            return "was written down earlier than the one before it"
        return ""

    def _compare(self) -> None:
        """Compare the tree so far with the checkpoints of its size."""
        while self._due and self._due[0].size == self.peaks.size:
            checkpoint = self._due.pop(0)
            if checkpoint.head == self.peaks.head():
                self._fits = checkpoint.size
            elif not self._broken:
                self._broken = True
                size = checkpoint.size
                what = f"the log was changed between events {self._fits + 1} and {size}"
                self.findings.append(Finding(what, after=self._fits, before=size))

    def end(self) -> None:
        """Check whether anything is missing at the end."""
        for checkpoint in self._due:
            what = (
                f"the log was cut off: a checkpoint covers {checkpoint.size} events, "
                f"and there are {self.peaks.size}"
            )
            self.findings.append(Finding(what, after=self.peaks.size, before=checkpoint.size))
        if len(self._witness) > self.peaks.size:
            what = f"the log was cut off: the witness holds {len(self._witness)} events"
            self.findings.append(Finding(what, self.peaks.size + 1))
        if self._restored[0]:
            self.findings = [self._explain(finding) for finding in self.findings]

    def _explain(self, finding: Finding) -> Finding:
        """Return a finding at a checkpoint, explained by a copy that was restored."""
        place, what = self._restored
        if finding.before is None or place <= self._fits:
            return finding
        return msgspec.structs.replace(
            finding, what=f"{finding.what}; event {place} says that {what}"
        )


def verify(
    store: Store,
    key: Ed25519PublicKey | None = None,
    *,
    held: Sequence[bytes] = (),
    witness: Sequence[bytes] = (),
    master: MasterKey | None = None,
) -> Verdict:
    """Check a whole record at one moment: the log, and the tables beside it.

    With the ``master`` key, it also opens what is sealed. ``held`` are checkpoints that somebody
    kept outside, ``witness`` are leaf hashes. Checkpoints, including those in the store, count only
    with the key that they were signed with.
    """
    with store.at_one_moment():
        beside = SideTableCheck(store, master)
        verdict = verify_log(store, key, held=held, witness=witness, beside=beside)
        unchecked = []
        if key is None and (notes := len(store.checkpoints())):
            unchecked.append(f"{_count_text(notes, 'checkpoint')} not checked: no key given")
        if not beside.compared:
            unchecked.append("tables beside the events not checked: something else is wrong")
        elif master is None and beside.seals:
            unchecked.append(
                f"{_count_text(beside.seals, 'seal')} not checked: no master key given"
            )
        return msgspec.structs.replace(
            verdict,
            seals=beside.seals if master is not None and beside.compared else 0,
            unchecked=tuple(unchecked),
            outside=tuple(OUTSIDE.get(name, name) for name in store.tables_outside()),
        )


def _count_text(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def verify_log(
    log: Log,
    key: Ed25519PublicKey | None = None,
    *,
    held: Sequence[bytes] = (),
    witness: Sequence[bytes] = (),
    beside: SideTableCheck | None = None,
) -> Verdict:
    """Check a log, and the tables ``beside`` it where it is itself as it was written."""
    checkpoints, findings = _checkpoints(log, key, held)
    reading = LogReading(checkpoints, witness)
    for leaf in log.leaves(FROM_THE_FIRST):
        envelope = reading.see(leaf)
        if beside is not None and envelope is not None:
            beside.see(envelope)
    reading.end()
    findings += reading.findings
    if not findings and beside is not None:
        findings += map(Finding, beside.findings(reading.peaks))
    return Verdict(
        reading.peaks.size,
        reading.peaks.head(),
        len(checkpoints),
        tuple(findings),
        reading.jumps,
    )


def _checkpoints(
    log: Log, key: Ed25519PublicKey | None, held: Sequence[bytes]
) -> tuple[list[Checkpoint], list[Finding]]:
    """Return the checkpoints that the key vouches for, and what is wrong with others."""
    if key is None:
        given = [Finding("a checkpoint was given without a key to check it")] if held else []
        return [], given
    found, findings = [], []
    kept = [(f"of the store for {size} events", size, note) for size, note in log.checkpoints()]
    outside = [
        (f"number {number} that was given", None, note) for number, note in enumerate(held, 1)
    ]
    for which, size, note in (*kept, *outside):
        try:
            checkpoint = verify_checkpoint(note, key)
        except BadCheckpointError as error:
            findings.append(Finding(f"the checkpoint {which}: {error}"))
            continue
        found.append(checkpoint)
        if size not in (None, checkpoint.size):
            findings.append(Finding(f"the checkpoint {which} covers {checkpoint.size}"))
    return found, findings


def wrong_balances(store: Store) -> tuple[Finding, ...]:
    """Return findings where the stored balances are not those of the events."""
    with store.at_one_moment():
        kept, told = store.balances(), balances_of(store.read_all())
    return tuple(map(Finding, balance_findings(kept, told)))
