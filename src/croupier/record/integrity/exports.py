"""Exports: copies of the log for people outside, with hashes in place of what is withheld.

The first line says where the copy begins and ends, under which signed checkpoint, and what it
withholds; the second is the house's signature under the first. Then comes one line for each event:
its bytes, or its hash where a round in play keeps it secret. The lines lead to the root that the
checkpoint covers, whatever is withheld.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.kit.merkle import HASH_SIZE, Peaks, leaf_hash
from croupier.record.integrity.checkpoints import (
    SIGNED,
    BadCheckpointError,
    Checkpoint,
    read_checkpoint,
    verify_checkpoint,
)
from croupier.record.integrity.proofs import TreeHeads
from croupier.record.stores.base import Leaf, Log

BEGINNING = b'{"croupier-export":'
"""How every such file begins."""
FORM = 1
"""The version of the form."""
SIGNED_TEXT = b"croupier export\n"
"""Goes before what is signed, so that the signature is good for nothing else."""
WITHHELD = b'{"withheld":'
"""How a line begins that has a hash in place of an event."""


class BadExportError(CroupierError):
    """A file that is no copy of a log."""


class WithheldEvent(msgspec.Struct, frozen=True):
    """An event that a copy has only the hash of."""

    position: int
    """Its place in the log."""
    stream: str
    """Its stream, by what the house says."""
    why: str
    """Why it is withheld."""


class ExportHead(msgspec.Struct, frozen=True, rename="kebab"):
    """What a copy says of itself."""

    croupier_export: int
    """The version of the form."""
    first: int
    """The place of its first event in the log."""
    last: int
    """The place of its last; one less than the first where it has none."""
    peaks: tuple[str, ...]
    """The heads of the full trees over the events before the first, the largest first, in hex."""
    checkpoint: str
    """The signed checkpoint, which covers all up to the last event and none after it."""
    withheld: tuple[WithheldEvent, ...]
    """What is withheld, in its order."""


class HashInPlace(msgspec.Struct, frozen=True):
    """A line that stands for an event that is withheld."""

    withheld: int
    """The place of the event in the log."""
    leaf: str
    """Its hash, in hex."""


class ExportReport(msgspec.Struct, frozen=True):
    """The result of checking a copy."""

    first: int
    """The place of its first event in the log."""
    last: int
    """The place of the last one that is there."""
    withheld: tuple[WithheldEvent, ...]
    """What it withholds, as its head says."""
    checkpoints: int
    """How many signed checkpoints it was checked against; 0 without a key."""
    findings: tuple[str, ...]
    """What is wrong, in sentences; empty where nothing is."""

    @property
    def ok(self) -> bool:
        """Whether it is what the house signed."""
        return not self.findings


# ------------------------------------------------------------------------------------ writing


def peaks_before(log: Log, first: int, heads: TreeHeads) -> tuple[str, ...]:
    """Return the heads of the full trees over the events before a position, largest first."""
    start, size, found = 0, first - 1, []
    for bit in range(size.bit_length() - 1, -1, -1):
        if size >> bit & 1:
            found.append(heads.head(log, start, start + (1 << bit)).hex())
            start += 1 << bit
    return tuple(found)


def head_lines(head: ExportHead, key: Ed25519PrivateKey) -> bytes:
    """Return the first two lines: what the copy is, and the house's signature under that."""
    line = msgspec.json.encode(head)
    signature = base64.b64encode(key.sign(SIGNED_TEXT + line))
    return line + b'\n{"signature":"' + signature + b'"}\n'


def event_line(leaf: Leaf, withheld: frozenset[int]) -> bytes:
    """Return an event as it is stored, or its hash if the event is withheld."""
    if leaf.position not in withheld:
        return leaf.body + b"\n"
    return msgspec.json.encode(HashInPlace(leaf.position, leaf.leaf.hex())) + b"\n"


# ----------------------------------------------------------------------------------- checking


def is_export(path: Path) -> bool:
    """Return whether a file begins as a copy of a log does."""
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except OSError:
        return False


def check_export(
    path: Path, key: Ed25519PublicKey | None = None, *, held: Sequence[bytes] = ()
) -> ExportReport:
    """Check a copy line by line against its checkpoint, and against others at hand.

    Without a key no signature is checked, neither that under the head nor those of checkpoints.
    """
    try:
        with path.open("rb") as file:
            lines = (line.rstrip(b"\n") for line in file)
            first, second = next(lines, b""), next(lines, b"")
            head = _head(first)
            reading = _ExportReading(head, _checkpoints(head, key, held))
            if key is not None and not _is_signed(first, second, key):
                reading.findings.append("the head was not signed with this key")
            for line in lines:
                reading.see(line)
            return reading.report(checked=key is not None)
    except OSError as error:
        raise BadExportError(f"{path} cannot be read: {error.strerror}") from None


def _head(line: bytes) -> ExportHead:
    try:
        head = msgspec.json.decode(line, type=ExportHead)
        peaks = [bytes.fromhex(one) for one in head.peaks]
    except (msgspec.MsgspecError, ValueError):
        raise BadExportError("the first line is not the head of a copy of a log") from None
    if head.croupier_export != FORM:
        raise BadExportError(f"this copy has form {head.croupier_export}; known is {FORM}")
    if head.first < 1 or head.last < head.first - 1:
        raise BadExportError("the head names places that no log has")
    if len(peaks) != (head.first - 1).bit_count() or {*map(len, peaks)} - {HASH_SIZE}:
        raise BadExportError("the head lacks the hashes of what came before")
    if any(not head.first <= one.position <= head.last for one in head.withheld):
        raise BadExportError("the head withholds events that are not in the copy")
    return head


def _checkpoints(
    head: ExportHead, key: Ed25519PublicKey | None, held: Sequence[bytes]
) -> list[Checkpoint]:
    """Return the copy's checkpoint and those that the reader holds, verified if there is a key."""
    notes = [head.checkpoint.encode(), *held]
    if key is not None:
        return [verify_checkpoint(note, key) for note in notes]
    if held:
        raise BadCheckpointError("a checkpoint was given without a key to check it")
    return [read_checkpoint(head.checkpoint.partition(SIGNED)[0])]


def _is_signed(first: bytes, second: bytes, key: Ed25519PublicKey) -> bool:
    try:
        said: dict[str, Any] = msgspec.json.decode(second, type=dict[str, Any])
        key.verify(base64.b64decode(str(said["signature"]), validate=True), SIGNED_TEXT + first)
    except (msgspec.MsgspecError, KeyError, binascii.Error, ValueError, InvalidSignature):
        return False
    return True


class _ExportReading:
    """Reads the lines of a copy once, in constant memory."""

    def __init__(self, head: ExportHead, checkpoints: Iterable[Checkpoint]) -> None:
        self._head, self._checkpoints = head, list(checkpoints)
        self._peaks = Peaks(head.first - 1, [bytes.fromhex(one) for one in head.peaks])
        self._expected = {one.position for one in head.withheld}
        self.findings: list[str] = []
        if self._checkpoints[0].size != head.last:
            self.findings.append("the checkpoint does not end where the copy ends")
        self._compare()

    def see(self, line: bytes) -> None:
        """Read the next line."""
        place = self._peaks.size + 1
        if place > self._head.last:
            if place == self._head.last + 1:
                self.findings.append(f"lines follow after event {self._head.last}, the last")
            return
        withheld = line.startswith(WITHHELD)
        if withheld != (place in self._expected):
            what = "is withheld" if withheld else "is not withheld"
            self.findings.append(f"event {place} {what}, and the head says otherwise")
        self._peaks.add(self._hash_in(line, place) if withheld else self._hash_of(line, place))
        self._compare()

    def _hash_in(self, line: bytes, place: int) -> bytes:
        try:
            found = msgspec.json.decode(line, type=HashInPlace)
            if found.withheld == place:
                return bytes.fromhex(found.leaf)
        except (msgspec.MsgspecError, ValueError):
            pass
        self.findings.append(f"the line of event {place} holds no hash of it")
        return leaf_hash(line)

    def _hash_of(self, line: bytes, place: int) -> bytes:
        try:
            position = msgspec.json.decode(line, type=dict[str, Any]).get("position")
        except msgspec.MsgspecError:
            position = None
        if position != place:
            self.findings.append(f"event {place} is missing, or not in its place")
        return leaf_hash(line)

    def _compare(self) -> None:
        for one in self._checkpoints:
            if one.size == self._peaks.size and one.head != self._peaks.head():
                self.findings.append(
                    f"up to event {one.size} it is not the log that the checkpoint covers"
                )

    def report(self, *, checked: bool) -> ExportReport:
        """Return the result of all lines."""
        head, last = self._head, self._peaks.size
        if last < head.last:
            self.findings.append(f"it ends after event {last}; by its head it goes to {head.last}")
        sizes = range(head.first - 1, last + 1)
        compared = sum(one.size in sizes for one in self._checkpoints)
        return ExportReport(
            head.first, last, head.withheld, compared if checked else 0, tuple(self.findings)
        )


def event_lines(leaves: Iterable[Leaf], withheld: frozenset[int], last: int) -> Iterator[bytes]:
    """Yield the lines of events up to a position."""
    for leaf in leaves:
        if leaf.position > last:
            return
        yield event_line(leaf, withheld)
