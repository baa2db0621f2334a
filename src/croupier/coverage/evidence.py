"""What speaks for a clause: where the system acts on it, and how strongly."""

from enum import Enum

import msgspec


class Weight(Enum):
    """What a place that cites a clause does about it."""

    ENFORCED = "enforced"
    """Refuses, moves money or cards, or changes what may be done."""
    RECORDED = "recorded"
    """Keeps in the record that something was done."""
    SHOWN = "shown"
    """Tells people: a prompt, a sign, what the cloth says."""
    CARRIED = "carried"
    """Hands the clause on to what the engine says; what it was seen to say decides."""


class Evidence(msgspec.Struct, frozen=True):
    """A place that cites a clause: ``refusal: split/limit-reached``."""

    book: str
    """The rulebook by its name."""
    clause: str
    """The clause that is cited."""
    where: str
    """The place: ``refusal: split/limit-reached``."""
    weight: Weight
    """What that place does about it."""


class Witness(msgspec.Struct, frozen=True):
    """A scenario or test that shows a clause at work."""

    book: str
    """The rulebook by its name."""
    clause: str
    """The clause that is shown."""
    name: str
    """The scenario's file, or the test."""
