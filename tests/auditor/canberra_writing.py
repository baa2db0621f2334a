"""Short ways to write a round of Canberra Blackjack down in a test. Amounts are dollars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .facts import BoxFacts, RoundFacts, TableFacts
from .writing import box, cents, hand, played

__all__ = ["DRAWS", "STANDS", "at", "insured", "own"]

STANDS = TableFacts(draws_soft_17=False)
DRAWS = TableFacts(draws_soft_17=True)


def at(*boxes: BoxFacts, dealer: str, table: TableFacts = STANDS) -> RoundFacts:
    """A finished round; with nothing said, the dealer stands on a soft 17."""
    return played(*boxes, dealer=dealer, table=table)


def own(player: str, cards: str, number: int, amount: float = 100) -> BoxFacts:
    """A box with one player's wager."""
    return box(hand(cards, player), wagers=((player, amount),), number=number)


def insured(facts: BoxFacts, others: Mapping[tuple[str, str], float]) -> BoxFacts:
    """The box with its wagers insured by others: (who insured, whose wager) and dollars."""
    return replace(
        facts, insured_by_others={pair: cents(amount) for pair, amount in others.items()}
    )
