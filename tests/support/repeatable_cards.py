"""Cards that are the same in every run: a verdict is about the change, not about luck."""

import os
from hashlib import sha256

from croupier.features.fairness.rules.shoes import SeedCommitted
from croupier.features.fairness.seeds import SeedDesk

_commit_by_chance = SeedDesk._commitment


def _commit_by_name(desk: SeedDesk) -> SeedCommitted:
    if desk._chance is not os.urandom:
        return _commit_by_chance(desk)
    name = f"{desk.stream}/{len(desk.ledger) + 1}"
    desk._chance = lambda size: sha256(name.encode()).digest()[:size]
    try:
        return _commit_by_chance(desk)
    finally:
        desk._chance = os.urandom


def repeat_cards() -> None:
    """Let the house's seed of every shoe follow from the names of table and shoe.

    Only what the operating system would have given is replaced: a seed that a test chose stays,
    and the record says of the shoe what it says of any other.
    """
    SeedDesk._commitment = _commit_by_name  # type: ignore[assignment, method-assign]
