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
