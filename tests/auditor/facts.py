"""What the auditor is told about a finished round, and the lines that it answers with.

Cards are two letters, rank and suit: "TH" is the ten of hearts. Money is whole cents. Nothing here
knows a rule: a round that breaks one can be written down as well as a lawful one.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

__all__ = ["BoxFacts", "HandFacts", "Line", "RoundFacts", "TableFacts", "WagerFacts"]


@dataclass(frozen=True)
class TableFacts:
    """The operator's choices for the table."""

    decks: int = 8
    chip: int = 50  # the smallest chip in the float
    maximum: int = 500_000  # for all main wagers on one box together
    resplit: bool = False  # 12.5
    ten_insurance: bool = False  # 8.2
    held_blackjacks: bool = False  # 9.1.1: a certain blackjack waits for the final settlement
    lucky_lucky_table: int = 1
    perfect_pairs_table: int = 1  # the pay column, counted from 1
    draws_soft_17: bool = True  # what the layout says of the dealer's soft seventeen


@dataclass(frozen=True)
class WagerFacts:
    """One wager laid before the deal: "main", "perfect-pairs", "any-pairs" or "lucky-lucky"."""

    player: str
    amount: int
    on: str = "main"


@dataclass(frozen=True)
class HandFacts:
    """A hand as it lay at the end, its cards in the order in which they came."""

    cards: tuple[str, ...]
    players: tuple[str, ...]
    doubled: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class BoxFacts:
    """A box with at least one main wager.

    `wagers` stand in the order in which they were laid, `hands` in the order in which they were
    played. `initial` holds the two cards of the first deal. It may be left out, except where side
    bets lie on a box split twice: three hands do not show which two cards came first.
    """

    number: int
    wagers: tuple[WagerFacts, ...]
    hands: tuple[HandFacts, ...]
    seated: str | None = None
    insurance: Mapping[str, int] = field(default_factory=dict)
    even_money: AbstractSet[str] = frozenset()
    surrendered: AbstractSet[str] = frozenset()
    insured_by_others: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """What one player staked on another's wager: (who insured, whose wager) and the amount."""
    going_back: AbstractSet[str] = frozenset()
    """Players whose wager is below the minimum and goes back whatever the result."""
    initial: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundFacts:
    """A finished round."""

    table: TableFacts
    boxes: tuple[BoxFacts, ...]
    dealer: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One line of the settlement: what a single wager won (+) or lost (-), and by which clause."""

    player: str
    box: int
    hand: int  # from 1; 0 for insurance and side bets
    on: str  # "main", "double", "insurance" or the side bet's name
    result: str  # "win", "lose", "stand-off" or "void"
    net: int
    clause: str
