"""Whether a log is what was written: every hash, every place, every checkpoint that somebody holds.

What was changed with its hash left as it was is named at once. Where whoever changed it computed
all later hashes anew, the checkpoints tell between which two of them the change lies, and a list of
leaf hashes that somebody kept tells which event it was. What was cut off after the last checkpoint
that somebody holds leaves no trace. The tables beside the events must agree with them.
"""

from collections.abc import Sequence
from copy import copy
from datetime import datetime

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.record.balances import balances_of
from croupier.record.checkpoints import BadCheckpointError, Checkpoint, verified_checkpoint
from croupier.record.codec import UnreadableLogError, decode_envelope
from croupier.record.envelopes import Envelope
from croupier.record.gaming_days import FloorRestored, RollbackAccepted
from croupier.record.keys import MasterKey
from croupier.record.leaves import Leaf
from croupier.record.merkle import Peaks, leaf_hash
from croupier.record.side_tables import SideTables, balance_findings
from croupier.record.stores import Log, Store

OUTSIDE = {
    "credentials": "passwords and devices",
    "recovery_codes": "recovery codes",
    "sessions": "sessions",
    "tokens": "tokens",
    "counters": "counts of attempts",
    "jobs": "calculations",
}
"""What tables of a server hold that no event tells of."""
FROM_THE_FIRST = -(2**63)
"""Before every place that a table could hold: nobody hides an event before the first."""


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it was written."""

    what: str
    """What is wrong, in one sentence."""
    event: int | None = None
    """The event, by its place in the log; none where it is unknown."""
    after: int | None = None
    """The last checkpoint that fits, by its size; none where that does not matter."""
    before: int | None = None
    """The first that does not."""


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
    """What lies in the database beside the record, under no hash, and follows from no event."""

    @property
    def ok(self) -> bool:
        """Whether all is as it was written."""
        return not self.findings


class LogReading:
    """Reads a log once, and keeps what the findings need."""

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
        """A copy that can continue in another way."""
        other = copy(self)
        other.peaks = Peaks(self.peaks.size, self.peaks.heads)
        other.findings, other._due = [*self.findings], [*self._due]
        other._versions, other.jumps = {**self._versions}, {**self.jumps}
        return other

    def see(self, leaf: Leaf) -> Envelope | None:
        """Check the next event; returns what it says, where that can be read."""
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
        """How an event differs from what is kept beside it."""
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
            self.findings = [self._explained(finding) for finding in self.findings]

    def _explained(self, finding: Finding) -> Finding:
        """What does not fit a checkpoint, explained by a copy that took the record's place."""
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
        beside = SideTables(store, master)
        verdict = verify_log(store, key, held=held, witness=witness, beside=beside)
        unchecked = []
        if key is None and (notes := len(store.checkpoints())):
            unchecked.append(f"{_counted(notes, 'checkpoint')} not checked: no key given")
        if not beside.compared:
            unchecked.append("tables beside the events not checked: something else is wrong")
        elif master is None and beside.seals:
            unchecked.append(f"{_counted(beside.seals, 'seal')} not checked: no master key given")
        return msgspec.structs.replace(
            verdict,
            seals=beside.seals if master is not None and beside.compared else 0,
            unchecked=tuple(unchecked),
            outside=tuple(OUTSIDE.get(name, name) for name in store.tables_outside()),
        )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def verify_log(
    log: Log,
    key: Ed25519PublicKey | None = None,
    *,
    held: Sequence[bytes] = (),
    witness: Sequence[bytes] = (),
    beside: SideTables | None = None,
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
    """The checkpoints that the key vouches for, and what is wrong with others."""
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
            checkpoint = verified_checkpoint(note, key)
        except BadCheckpointError as error:
            findings.append(Finding(f"the checkpoint {which}: {error}"))
            continue
        found.append(checkpoint)
        if size not in (None, checkpoint.size):
            findings.append(Finding(f"the checkpoint {which} covers {checkpoint.size}"))
    return found, findings


def wrong_balances(store: Store) -> tuple[Finding, ...]:
    """Where the balances that a store keeps are not those of its events."""
    with store.at_one_moment():
        kept, told = store.balances(), balances_of(store.read_all())
    return tuple(map(Finding, balance_findings(kept, told)))
