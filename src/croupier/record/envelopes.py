"""Envelopes: an event with its stream, its position, its cause and its time."""

from datetime import datetime

import msgspec

from croupier.rulebooks import Role
from croupier.streams import RecordedEvent


class Cause(msgspec.Struct, frozen=True, gc=False):
    """The cause of events: one command of one actor in one role."""

    command_id: str
    """Names the command, which is carried out only once."""
    actor: str
    """Who asked for it, by their id; the dealer's software is ``dealer``."""
    role: Role
    """In which role."""
    at: datetime | None = None
    """When; ``None`` without a clock."""
    content: str = ""
    """The hash of the command, to recognise another one under its id; empty for generated ids."""
    origin: str = ""
    """From where it came: a network address; empty where it came from the machine itself."""


class Envelope(msgspec.Struct, frozen=True, gc=False, rename="kebab"):
    """One event of one stream, with its cause and its place in the log."""

    stream: str
    """The stream: ``table/1``, ``cards/1``, ``pool/grand``, ``tournament/spring``."""
    version: int
    """Its place in the stream, counted from 1 without a gap."""
    command_id: str
    """The command that led to it."""
    actor: str
    """Who asked for that, by their id."""
    role: Role
    """In which role."""
    at: datetime | None
    """When; none where nobody kept time."""
    event: RecordedEvent
    """What happened."""
    position: int = 0
    """Its place in the order of the whole journal, counted from 1 without a gap."""
    recorded: datetime | None = None
    """When it was recorded, by the store's clock, which never goes back; none where there is
    none."""
    clock: str = ""
    """``back`` or ``ahead`` where the store's clock had jumped; empty where it had not."""
    origin: str = ""
    """From where it came: a network address; empty where it came from the machine itself."""
    salt: str = ""
    """16 random bytes in hex, so that nobody can guess the event from its hash; empty in records of
    versions that had none. Only those who may know the whole event get to see it."""
