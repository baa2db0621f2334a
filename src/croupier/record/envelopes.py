"""Envelopes: an event with its stream, its position, its cause and its time."""

from datetime import datetime

import msgspec

from croupier.rulebooks import Role
from croupier.streams import RecordedEvent


class Cause(msgspec.Struct, frozen=True, gc=False):
    """The cause of events: one command of one actor in one role."""

    command_id: str
    """The id of the command, which is carried out only once."""
    actor: str
    """The id of the person who submitted it; ``dealer`` for the dealer's software."""
    role: Role
    """The role in which the actor submitted it."""
    at: datetime | None = None
    """The time of the command; ``None`` without a clock."""
    content: str = ""
    """The hash of the command, to recognise another one under its id; empty for generated ids."""
    origin: str = ""
    """The network address that it came from; empty if it came from the machine itself."""


class Envelope(msgspec.Struct, frozen=True, gc=False, rename="kebab"):
    """One event of one stream, with its cause and its place in the log."""

    stream: str
    """The stream: ``table/1``, ``cards/1``, ``pool/grand``, ``tournament/spring``."""
    version: int
    """Its number in the stream, from 1 without a gap."""
    command_id: str
    """The id of the command that led to it."""
    actor: str
    """The id of the person who submitted the command."""
    role: Role
    """The role in which the actor submitted it."""
    at: datetime | None
    """The time of the command; ``None`` without a clock."""
    event: RecordedEvent
    position: int = 0
    """Its number in the whole journal, from 1 without a gap."""
    recorded: datetime | None = None
    """When it was recorded, by the store's clock, which never goes back; ``None`` without one."""
    clock: str = ""
    """``back`` or ``ahead`` if the store's clock had jumped; otherwise empty."""
    origin: str = ""
    """The network address that it came from; empty if it came from the machine itself."""
    salt: str = ""
    """16 random bytes in hex, so that the event cannot be guessed from its hash; empty in records
    of versions without salts. Only readers who may see the whole event see it."""
