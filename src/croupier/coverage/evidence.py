"""What speaks for a clause: what the engine was seen to do about it while something ran."""

from collections.abc import Iterable
from enum import Enum

import msgspec


class Weight(Enum):
    """What a place that names a clause does about it, the strongest first."""

    ENFORCED = "enforced"
    """Refuses, moves money or cards, gives notice, or changes what may be done."""
    RECORDED = "recorded"
    """Keeps in the record that something was done, and has no other effect."""
    SHOWN = "shown"
    """Tells people: a prompt, a sign, what the cloth says."""


STRONGEST_FIRST = tuple(Weight)


def strongest(weights: Iterable[Weight]) -> Weight | None:
    """The strongest of some weights; none where there is none."""
    return min(weights, key=STRONGEST_FIRST.index, default=None)


class Evidence(msgspec.Struct, frozen=True, order=True):
    """A place that was seen to name a clause, or to decide by it: ``refusal: split/aces``."""

    book: str
    """The rulebook by its name."""
    clause: str
    """The clause that is named."""
    where: str
    """The place: ``refusal: split/limit-reached``, ``law: double.totals``."""
    weight: Weight
    """What that place did about it."""


class Witness(msgspec.Struct, frozen=True):
    """What a scenario or test showed of the clauses that it names."""

    name: str
    """The scenario's file, or the test."""
    seen: tuple[Evidence, ...]
    """What its run was seen to do about them."""
