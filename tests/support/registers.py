"""Registers that have an entry for each of something: what is missing, and where to add it."""

from collections.abc import Iterable
from types import ModuleType


def shown(entry: object) -> str:
    """An entry as somebody looks for it: a type by its name."""
    if isinstance(entry, tuple):
        return " ".join(map(shown, entry))
    return entry.__name__ if isinstance(entry, type) else str(entry)


def place(name: str, module: ModuleType) -> str:
    """Where a register stands: ``DISCLOSURE in croupier.display.disclosure``."""
    return f"{name} in {module.__name__}"


def faults(register: Iterable[object], there: Iterable[object], *, where: str) -> list[str]:
    """What a register lacks and what it has in vain, a sentence each; empty where all is well.

    >>> faults({"hit", "stnad"}, {"hit", "stand"}, where="CALLS in tests.calls")
    ['add stand to CALLS in tests.calls', 'there is no stnad: remove it from CALLS in tests.calls']
    """
    entries, wanted = set(register), set(there)
    lacking = sorted(map(shown, wanted - entries))
    gone = sorted(map(shown, entries - wanted))
    return [
        *(f"add {one} to {where}" for one in lacking),
        *(f"there is no {one}: remove it from {where}" for one in gone),
    ]
