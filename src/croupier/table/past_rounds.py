"""Rounds that are over, kept while they may still be called off."""

import msgspec

from croupier.table.state import Settlement, Table

ROUNDS_KEPT = 20
"""How many finished rounds are remembered, should one have to be declared void."""


class PastRound(msgspec.Struct, frozen=True, gc=False):
    """What a finished round came to, kept while it may still be declared void."""

    number: int
    """Which round of the table it was, counted from 1."""
    settlements: tuple[Settlement, ...]
    """What was settled in it and is not void."""


def is_past(table: Table, number: int) -> bool:
    """Whether a round after the given one has begun."""
    return number != table.rounds or table.first_card_out
