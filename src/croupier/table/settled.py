"""Cards dealt and wagers settled: the events that every round has, whatever the game."""

import msgspec

from croupier.cards import Card
from croupier.money import Cents, Entry
from croupier.table.events import Event


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card went to a hand, or to the dealer (box 0)."""

    card: Card
    box: int
    hand: int
    clause: str
    covered: bool = False


class Line(msgspec.Struct, frozen=True, gc=False):
    """One wager's settlement."""

    player: str
    box: int
    hand: int
    on: str
    result: str
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    stake: Cents
    net: Cents
    clause: str
    also: tuple[str, ...]
    """Further clauses that shaped it: rounding, a pay table's line."""
    entry: Entry
    of: str = ""
    """Whose wager was insured, where it was another player's."""


class WagersSettled(Event, frozen=True, tag="wagers-settled"):
    """Wagers were paid, collected or returned."""

    lines: tuple[Line, ...]
    clause: str
    also: tuple[str, ...] = ()


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Everything is settled and the cards are in the discard rack."""

    clause: str
