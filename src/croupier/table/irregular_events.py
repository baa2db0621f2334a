"""What has happened at a table, whatever the game, when something went wrong or was looked into."""

from datetime import datetime

from croupier.cards import Card
from croupier.rulebooks import Role
from croupier.table.events import Event


class NoticeGiven(Event, frozen=True, tag="notice-given"):
    """Word was given to somebody outside the game."""

    whom: Role
    about: str
    player: str | None
    clause: str = ""
    """The clause that demands it, where the engine gave it of itself."""
    deadline: datetime | None = None


class NoticeAcknowledged(Event, frozen=True, tag="notice-acknowledged"):
    """Somebody who was told has said so."""

    notice: int
    by: Role


class CardsChecked(Event, frozen=True, tag="cards-checked"):
    """The cards were counted against what they should be."""

    expected: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    foreign: tuple[str, ...]
    """Cards of other backs, jokers and the like, described."""
    by: Role
    clause: str


class CheckOrdered(Event, frozen=True, tag="check-ordered"):
    """When the round is over, the cards are counted."""

    clause: str


class CardReplaced(Event, frozen=True, tag="card-replaced"):
    """A marked or damaged card was changed for another of its kind, checked before."""

    card: Card
    clause: str


class WrongCardsFound(Event, frozen=True, tag="wrong-cards-found"):
    """Cards are missing, or do not belong; what was played before stands."""

    missing: tuple[Card, ...]
    foreign: tuple[str, ...]
    clause: str
    earlier_rounds: str
    """The clause by which they stand."""


class RulesShown(Event, frozen=True, tag="rules-shown"):
    """Somebody who asked was given the rules to read."""

    player: str
    clause: str


class PlayerSanctioned(Event, frozen=True, tag="player-sanctioned"):
    """A person broke a rule, and this is what was done about it."""

    player: str
    breach: str
    """The clause that was broken."""
    excluded: str
    """The clause by which the player may not go on, if so."""
    from_casino: bool
    detained: bool
    clauses: tuple[str, ...]


class DisputeRaised(Event, frozen=True, tag="dispute-raised"):
    """A player disputes something."""

    player: str
    about: str
    clause: str


class DisputeMoved(Event, frozen=True, tag="dispute-moved"):
    """A dispute went one step further."""

    dispute: int
    step: str
    outcome: str
    by: Role
    person: str
    clause: str
    advised: bool = False
    """Whether the player was told of the right to complain."""


class DeviceFailed(Event, frozen=True, tag="device-failed"):
    """The shuffling device failed; these clauses say what is done."""

    damaged: tuple[Card, ...]
    """Cards that were replaced from a new deck."""
    clauses: tuple[str, ...]
    out: bool = False
    """Whether it is out of use when the round is over, no other being at hand."""


class DeviceChanged(Event, frozen=True, tag="device-changed"):
    """The table goes on with a card shoe, or with a shuffling device again."""

    shoe: bool
    clause: str
