"""Signed heads of the log: what an inspector keeps outside, to check the log later.

A checkpoint is a short text that people can read and keep anywhere, with a signature below it. It
gives the length of the log and the head of the tree over it. A person who holds one can check
whether the log still begins as it did then.
"""

import base64
import binascii
import os
import re
import time
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.house.gaming_days import GamingDaySet
from croupier.kit.merkle import HASH_SIZE, Peaks

TITLE = "croupier checkpoint"
SIGNED = "\n-- "
"""Separates the text from the signature below it."""
FORM = re.compile(
    rf"{TITLE}\nsize (\d+)\nhead ([A-Za-z0-9+/]{{43}}=)\nat (\S+)\nday (\S+)\n", re.ASCII
)


class BadCheckpointError(CroupierError):
    """A text that is no checkpoint, or not one that was signed with this key."""


class Checkpoint(msgspec.Struct, frozen=True):
    """How long a log was at some time, and the head of the tree over it."""

    size: int
    """How many events there were."""
    head: bytes
    """The head of the tree over them."""
    at: datetime
    """When it was signed."""
    day: date
    """The gaming day that it belongs to."""

    def text(self) -> str:
        """Return the text that is signed."""
        head = base64.b64encode(self.head).decode()
        return f"{TITLE}\nsize {self.size}\nhead {head}\nat {self.at.isoformat()}\nday {self.day}\n"


def signed_text(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> bytes:
    """Return a checkpoint's text with its signature below."""
    text = checkpoint.text()
    signature = base64.b64encode(key.sign(text.encode())).decode()
    return f"{text}{SIGNED}{signature}\n".encode()


def verify_checkpoint(note: bytes, key: Ed25519PublicKey) -> Checkpoint:
    """Return the checkpoint if this key signed it; the key never comes from the log."""
    try:
        text, _, signature = note.decode("ascii").partition(SIGNED)
        raw = base64.b64decode(signature.removesuffix("\n"), validate=True)
        key.verify(raw, text.encode())
        checkpoint = read_checkpoint(text)
    except (UnicodeDecodeError, binascii.Error, InvalidSignature, ValueError):
        raise BadCheckpointError("this key did not sign this checkpoint") from None
    if note != f"{text}{SIGNED}{base64.b64encode(raw).decode()}\n".encode():
        raise BadCheckpointError("the checkpoint is not written as it was signed")
    return checkpoint


def read_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint in a text; its signature is not checked."""
    found = FORM.fullmatch(text)
    if found is None:
        raise BadCheckpointError("this is not a checkpoint")
    size, head, at, day = found.groups()
    raw = base64.b64decode(head)
    if len(raw) != HASH_SIZE:
        raise BadCheckpointError("the head of a checkpoint has 32 bytes")
    checkpoint = Checkpoint(int(size), raw, datetime.fromisoformat(at), date.fromisoformat(day))
    if checkpoint.text() != text:
        raise BadCheckpointError("the checkpoint is not written as croupier writes it")
    return checkpoint


EVERY = 1000
"""After how many events a checkpoint is signed."""
NEWEST_SECONDS = 1.0
"""How many seconds pass at least before the newest head is put beside the record again."""
Note = tuple[int, bytes]
"""How many events a checkpoint covers, and the checkpoint as it is handed out."""


class CheckpointSigner:
    """Signs the head of a log when it is time, with a key that is not in the log."""

    def __init__(
        self,
        key: Ed25519PrivateKey,
        *,
        every: int = EVERY,
        folder: Path | None = None,
    ) -> None:
        self._key, self._every, self._folder = key, every, folder
        self._unposted: list[Note] = []
        self.newest: Path | None = None
        """The file that has the newest head; none until the record was compared with it."""
        self._noted = 0.0

    def due(
        self,
        before: Peaks,
        after: Peaks,
        *,
        last: datetime | None,
        at: datetime,
        day: GamingDaySet,
    ) -> list[Note]:
        """Return the checkpoints that an append makes due: at a day's end, after enough events.

        ``last`` is when the event before was recorded, ``at`` when these are.
        """
        found = []
        if last is not None and before.size and day.day_of(last) != day.day_of(at):
            told = Checkpoint(before.size, before.head(), at, day.day_of(last))
            found.append((before.size, signed_text(told, self._key)))
        if before.size // self._every != after.size // self._every:
            told = Checkpoint(after.size, after.head(), at, day.day_of(at))
            found.append((after.size, signed_text(told, self._key)))
        return found

    def post(self, notes: list[Note]) -> None:
        """Copy checkpoints into the folder, with those whose copy failed before.

        The events that they cover are written: a missing folder is no reason to fail.
        """
        if self._folder is None:
            return
        waiting, self._unposted = [*self._unposted, *notes], []
        for size, note in waiting:
            try:
                write_atomically(self._folder / f"checkpoint-{size:012}.txt", note)
            except OSError:
                self._unposted.append((size, note))

    def note_head(self, peaks: Peaks, *, at: datetime, day: GamingDaySet, last: bool) -> None:
        """Sign the head in a file of its own, so that an older record would be noticed.

        That is done about once a second, and for the ``last`` head before the record is closed. It
        is no part of the record and is not synced: if it is lost, a rollback may go unnoticed,
        but no record is refused for it.
        """
        now = time.monotonic()
        if self.newest is None or not peaks.size or (not last and now < self._noted):
            return
        self._noted = now + NEWEST_SECONDS
        note = signed_text(Checkpoint(peaks.size, peaks.head(), at, day.day_of(at)), self._key)
        unfinished = self.newest.with_name(f"{self.newest.name}.part")
        with suppress(OSError):
            unfinished.write_bytes(note)
            unfinished.replace(self.newest)


def write_atomically(path: Path, note: bytes) -> None:
    """Write a file whole or not at all; an existing one stays as it is.

    A log that was rolled back comes to a size a second time: that checkpoint gets its own name.
    """
    while path.exists():
        if path.read_bytes() == note:
            return
        path = path.with_name(f"{path.stem}-again{path.suffix}")
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        file.write(note)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
