"""Checkpoints as a house publishes them: what its server sends, and what witnesses read."""

import msgspec


class CheckpointView(msgspec.Struct, frozen=True):
    """A signed checkpoint, and what shows that it continues the one before it."""

    size: int
    """How many events it covers."""
    note: str
    """The signed text, as an inspector keeps it."""
    since: int
    """How many events the checkpoint before it covers; 0 for the first."""
    hashes: tuple[str, ...]
    """The consistency proof from that one (RFC 9162, 2.1.4), in hex; empty for the first."""


class CheckpointList(msgspec.Struct, frozen=True):
    """Some of the checkpoints, and the key that they are checked with."""

    key: str
    """The public key in PEM form; get it from the house on another way as well."""
    checkpoints: tuple[CheckpointView, ...]
    """The newest first."""
    next: int | None
    """``before`` of the next page; none where this is the last."""


class ConsistencyView(msgspec.Struct, frozen=True):
    """A proof that the log of one checkpoint begins with that of an older one (RFC 9162)."""

    since: int
    """How many events the older checkpoint covers."""
    size: int
    """How many events the newer one covers."""
    hashes: tuple[str, ...]
    """The proof, in hex; empty where both are the same."""
