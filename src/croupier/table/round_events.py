"""Cards dealt and wagers settled: the events that every round has, whatever the game."""

from croupier.cards import Card
from croupier.table.events import Event
from croupier.table.state import Line as Line


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card went to a hand, or to the dealer (box 0)."""

    card: Card
    """The card."""
    box: int
    """Where it went, from 1; 0 is the dealer."""
    hand: int
    """Which hand of the box, counted from 1."""
    clause: str
    """The clause by which it was due."""
    covered: bool = False
    """Whether it lies face down."""
    ahead: bool = False
    """Whether it lay ready in front of the shoe: drawn in error, or put back."""


class WagersSettled(Event, frozen=True, tag="wagers-settled"):
    """Wagers were paid, collected or returned."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause of the moment: interim or final settlement."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Everything is settled and the cards are in the discard rack."""

    clause: str
    """The clause that ends it."""


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void: these wagers went back, or were kept."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""


class PastRoundVoided(Event, frozen=True, tag="past-round-voided"):
    """A finished round, or a hand of it, is void after all; later rounds stand."""

    number: int
    """Which round of the table, counted from 1."""
    box: int | None
    """The box whose hand is void, from 1; none where the whole round is."""
    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""
