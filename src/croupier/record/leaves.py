"""Events as a store keeps them: the bytes of each envelope, and the hash that stands for them.

Each envelope has a salt. Proofs hand out the hashes of neighbouring events, and without a salt
anybody could try all 52 cards until one fits the hash of a card that lies face down.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from croupier.record.clock import Reading
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import StreamWrite
from croupier.record.merkle import Peaks, leaf_hash

SALT_BYTES = 16
"""How many random bytes the salt of an event has."""
SALT_DIGITS = 2 * SALT_BYTES
SaltSource = Callable[[int], bytes]
"""Returns so many random bytes; tests that repeat a log to the last hash bring one of their own."""


class Leaf(NamedTuple):
    """One event of the log, as it is stored."""

    position: int
    """Its place in the order of the whole log, from 1."""
    stream: str
    """The stream."""
    version: int
    """Its place in the stream, from 1."""
    body: bytes
    """The envelope, encoded once and never again: the hash is of these bytes."""
    leaf: bytes
    """The hash."""


def leaves_of(
    writes: Sequence[StreamWrite],
    versions: Sequence[int],
    cause: Cause,
    read: Reading,
    peaks: Peaks,
    *,
    salts: SaltSource = secrets.token_bytes,
) -> list[Leaf]:
    """What a command leads to, in the form that is stored; the tree grows by it.

    ``versions`` are those of the streams before.
    """
    made = []
    # One draw for all events of the command: each draw is a call to the system.
    drawn, start = salts(SALT_BYTES * sum(len(write.events) for write in writes)).hex(), 0
    for write, before in zip(writes, versions, strict=True):
        for version, event in enumerate(write.events, before + 1):
            position = peaks.size + 1
            body = encode(
                Envelope(
                    write.stream,
                    version,
                    cause.command_id,
                    cause.actor,
                    cause.role,
                    cause.at,
                    event,
                    position,
                    read.at,
                    read.clock,
                    cause.origin,
                    drawn[start : start + SALT_DIGITS],
                )
            )
            start += SALT_DIGITS
            leaf = leaf_hash(body)
            peaks.add(leaf)
            made.append(Leaf(position, write.stream, version, body, leaf))
    return made
