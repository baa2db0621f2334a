"""Signed heads of the log: what an inspector keeps outside, to check the log later.

A checkpoint is a short text that people can read and keep anywhere, with a signature below it. It
gives the length of the log and the head of the tree over it. Whoever holds one can check whether
the log still begins as it did then.
"""

import base64
import binascii
import re
from datetime import date, datetime

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.record.merkle import HASH_SIZE

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
        """What is signed."""
        head = base64.b64encode(self.head).decode()
        return f"{TITLE}\nsize {self.size}\nhead {head}\nat {self.at.isoformat()}\nday {self.day}\n"


def signed(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> bytes:
    """A checkpoint as it is kept and handed out."""
    text = checkpoint.text()
    signature = base64.b64encode(key.sign(text.encode())).decode()
    return f"{text}{SIGNED}{signature}\n".encode()


def verified_checkpoint(note: bytes, key: Ed25519PublicKey) -> Checkpoint:
    """The checkpoint that was signed; the key comes from whoever checks, never from the log."""
    try:
        text, _, signature = note.decode("ascii").partition(SIGNED)
        raw = base64.b64decode(signature.removesuffix("\n"), validate=True)
        key.verify(raw, text.encode())
        checkpoint = read(text)
    except (UnicodeDecodeError, binascii.Error, InvalidSignature, ValueError):
        raise BadCheckpointError("this key did not sign this checkpoint") from None
    if note != f"{text}{SIGNED}{base64.b64encode(raw).decode()}\n".encode():
        raise BadCheckpointError("the checkpoint is not written as it was signed")
    return checkpoint


def read(text: str) -> Checkpoint:
    """The checkpoint in a text; its signature is not checked."""
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
