"""Cards dealt and wagers settled: the events that every round has, whatever the game."""

from croupier.cards import Card
from croupier.table.events import Event
from croupier.table.state import Line as Line


class CardDealt(Event, frozen=True, tag="card-dealt"):
    """A card went to a hand, or to the dealer (box 0)."""

    card: Card
    box: int
    hand: int
    clause: str
    covered: bool = False
    ahead: bool = False
    """Whether it lay ready in front of the shoe: drawn in error, or put back."""


class WagersSettled(Event, frozen=True, tag="wagers-settled"):
    """Wagers were paid, collected or returned."""

    lines: tuple[Line, ...]
    clause: str
    also: tuple[str, ...] = ()


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Everything is settled and the cards are in the discard rack."""

    clause: str


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """The round is void: these wagers went back, or were kept."""

    lines: tuple[Line, ...]
    clause: str
    also: tuple[str, ...] = ()
