"""Events as a store keeps them: the bytes of each envelope, and the hash that stands for them."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.record.clock import Reading
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import StreamWrite
from croupier.record.merkle import Peaks, leaf_hash


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
) -> list[Leaf]:
    """What a command leads to, in the form that is stored; the tree grows by it.

    ``versions`` are those of the streams before.
    """
    made = []
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
                    event,  # type: ignore[arg-type]
                    position,
                    read.at,
                    read.clock,
                    cause.origin,
                )
            )
            leaf = leaf_hash(body)
            peaks.add(leaf)
            made.append(Leaf(position, write.stream, version, body, leaf))
    return made
