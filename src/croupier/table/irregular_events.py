"""What has happened at a table, whatever the game, when something went wrong or was examined."""

from datetime import datetime

from croupier.cards import Card
from croupier.rulebooks import Role
from croupier.table.events import Event


class NoticeGiven(Event, frozen=True, tag="notice-given"):
    """Somebody outside the game was notified."""

    whom: Role
    """Who was notified."""
    about: str
    """What it is about, in a few words."""
    player: str | None
    """The player whom it concerns; none where it concerns nobody in particular."""
    clause: str = ""
    """The clause that demands it, where the engine gave it by itself."""
    deadline: datetime | None = None
    """When it must be acknowledged; none where no clause says."""


class NoticeAcknowledged(Event, frozen=True, tag="notice-acknowledged"):
    """A notice was acknowledged."""

    notice: int
    """Which of the table's notices, counted from 1."""
    by: Role
    """In which role it was acknowledged."""


class CheckOrdered(Event, frozen=True, tag="check-ordered"):
    """A count was ordered that must wait until the round is over, or other cards have come."""

    clause: str
    """The clause that asks for the count."""


class CardsChecked(Event, frozen=True, tag="cards-checked"):
    """The cards were counted against what they should be."""

    expected: int
    """How many cards there should be."""
    missing: tuple[Card, ...]
    """Those that are not there; empty where none is missing."""
    extra: tuple[Card, ...]
    """Those that are there too often; empty where none is."""
    foreign: tuple[str, ...]
    """Cards of other backs, jokers and the like, described."""
    by: Role
    """In which role they were counted."""
    clause: str
    """The clause that asks for the count."""
    device: bool = False
    """Whether a deck-checking device counted them."""


class CardReplaced(Event, frozen=True, tag="card-replaced"):
    """A marked or damaged card was changed for another of its kind, which was checked first."""

    card: Card
    """Which card it is."""
    clause: str
    """The clause that asks for another."""


class WrongCardsFound(Event, frozen=True, tag="wrong-cards-found"):
    """Cards are missing, or do not belong; what was played before stands."""

    missing: tuple[Card, ...]
    """Cards that are not there; empty where none is missing."""
    foreign: tuple[str, ...]
    """Cards that do not belong, described; empty where all do."""
    clause: str
    """The clause that says what is done."""
    earlier_rounds: str
    """The clause by which they stand."""


class RulesShown(Event, frozen=True, tag="rules-shown"):
    """Somebody who asked was given the rules to read."""

    player: str
    """Who asked."""
    clause: str
    """The clause that gives them the right."""


class PlayerSanctioned(Event, frozen=True, tag="player-sanctioned"):
    """A person broke a rule, and this is what was done about it."""

    player: str
    """Who it was."""
    breach: str
    """The clause that was broken."""
    excluded: str
    """The clause by which the player may not go on, if so."""
    from_casino: bool
    """Whether the player must leave the casino, and not only the game."""
    detained: bool
    """Whether the player was held until somebody came."""
    clauses: tuple[str, ...]
    """The clauses that allow what was done, and those that forbid what the person did, where the
    report gave its ground."""
    untouched: bool = False
    """Whether all wagers stayed as they were; older records do not say."""


class PersonCautioned(Event, frozen=True, tag="person-cautioned"):
    """A person did what the rules forbid, and was cautioned."""

    player: str
    """Who it was: a player, an onlooker or an employee."""
    ground: str
    """What they did, as it is reported; empty where only the clause is known."""
    by: Role
    """The role that gave the caution."""
    clauses: tuple[str, ...]
    """The clause that was broken, and the one above it where that says so too."""


class DisputeRaised(Event, frozen=True, tag="dispute-raised"):
    """A player disputes something."""

    player: str
    """Who disputes it."""
    about: str
    """What it is about, in their words."""
    clause: str
    """The clause that lets them."""


class DisputeMoved(Event, frozen=True, tag="dispute-moved"):
    """A dispute went one step further."""

    dispute: int
    """Which of the table's disputes, counted from 1."""
    step: str
    """Which: ``decided``, ``review-asked``, ``reviewed``, ``final`` or ``complained``."""
    outcome: str
    """What was decided; empty where nothing was yet."""
    by: Role
    """In which role the step was taken."""
    person: str
    """Who took it, by name; empty where nobody said."""
    clause: str
    """The clause that allows the step."""
    advised: bool = False
    """Whether the player was informed of the right to complain."""


class DeviceFailed(Event, frozen=True, tag="device-failed"):
    """The shuffling device failed; these clauses say what is done."""

    damaged: tuple[Card, ...]
    """Cards that were replaced from a new deck."""
    clauses: tuple[str, ...]
    """The clauses that say what is done."""
    out: bool = False
    """Whether it is out of use when the round is over, no other being at hand."""


class DeviceChanged(Event, frozen=True, tag="device-changed"):
    """The table goes on with a card shoe, or with a shuffling device again."""

    shoe: bool
    """Whether a card shoe is used from now on; false brings a shuffling device back."""
    clause: str
    """The clause that allows the change."""
