"""What has happened at a table, whatever the game.

Events are facts in the past tense and stay readable for ever.
"""

from datetime import datetime

import msgspec

from croupier.cards import Card, Shoe
from croupier.money import Cents, Entry
from croupier.table.choices import Choices
from croupier.table.state import Limits, Mix, Preparation, Restriction


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", rename="kebab"):
    """A fact. ``clause`` names the rule behind it where one demands or allows it."""


class TableOpened(Event, frozen=True, tag="table-opened"):
    """A table was opened: the first of all its events."""

    family: str
    """The family of games, which says what kind of table it is: ``blackjack`` or ``stud``."""
    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that it was opened under."""
    fingerprint: str
    """What that law's data come to, so that no other is taken for it."""
    software: str
    """The version of croupier that opened it."""
    choices: Choices
    """What the operator chose where the rulebook leaves a choice."""
    players_per_box: int
    """How many players may wager on one box."""
    shoe: Shoe
    """What the cards are dealt from."""
    preparation: Preparation | None
    """What has to be done with the cards before the first round; none where they are ready."""
    inscription: str = ""
    """What the layout says about the dealer's soft seventeen; empty where it says nothing."""


class ClockMoved(Event, frozen=True, tag="clock-moved"):
    """Time came with a command."""

    at: datetime


class PlayerArrived(Event, frozen=True, tag="player-arrived"):
    """A player came to the table."""

    player: str


class BoughtIn(Event, frozen=True, tag="bought-in"):
    """Money was changed for chips."""

    player: str
    amount: Cents
    entry: Entry


class ColouredUp(Event, frozen=True, tag="coloured-up"):
    """Chips were changed for larger ones."""

    player: str
    amount: Cents
    clause: str


class VoucherExchanged(Event, frozen=True, tag="voucher-exchanged"):
    """A voucher was changed for tokens."""

    player: str
    amount: Cents
    entry: Entry


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A player sat down at a box."""

    player: str
    box: int


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A player gave the seat up, or had to."""

    player: str
    box: int
    clause: str


class PlayerLeft(Event, frozen=True, tag="player-left"):
    """A player left with all chips; a marker of the old minimum goes too."""

    player: str
    entries: tuple[Entry, ...]
    clause: str


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """Chips or tokens were put on the layout."""

    player: str
    box: int
    on: str
    amount: Cents
    tokens: Cents
    entry: Entry


class WagerReturned(Event, frozen=True, tag="wager-returned"):
    """A wager, or a part of it, went back to its owner."""

    player: str
    box: int
    on: str
    amount: Cents
    entries: tuple[Entry, ...]
    clause: str
    why: str


class PreparationChanged(Event, frozen=True, tag="preparation-changed"):
    """The cards have to be made ready, or a step of it is done."""

    preparation: Preparation | None
    clause: str


class CardsShuffled(Event, frozen=True, tag="cards-shuffled"):
    """Cards were mixed. In which order they lie is nobody's to read here."""

    clause: str
    size: int
    """How many cards a full shoe holds from now on."""
    drawn: int = 0
    """How many of them are out: those of a round that goes on."""
    mixes: Mix = Mix.ALL
    """Which cards were mixed."""
    handle: str = ""
    """Names the order, where software keeps it; empty where nobody does."""
    machine: str = ""
    """The clause by which a machine mixed them; empty where none did."""


class CutDeclined(Event, frozen=True, tag="cut-declined"):
    """A player passed the cut on."""

    player: str
    clause: str


class CardsCut(Event, frozen=True, tag="cards-cut"):
    """The stack was cut."""

    position: int
    player: str | None
    clause: str


class ShoeLoaded(Event, frozen=True, tag="shoe-loaded"):
    """The stack went into the shoe with the cutting card so many cards from the back."""

    depth: int
    clause: str


class DeviceLoaded(Event, frozen=True, tag="device-loaded"):
    """The cards went into the shuffling device, uncut."""

    clause: str


class CardBurned(Event, frozen=True, tag="card-burned"):
    """Cards went to the discard rack: one shown where its value counts, the others unseen."""

    clause: str
    shown: Card | None = None
    unseen: int = 1


class PlayerWarned(Event, frozen=True, tag="player-warned"):
    """A player was told that further wagers below the minimum go back."""

    player: str
    box: int
    clause: str


class BoxNominated(Event, frozen=True, tag="box-nominated"):
    """A player named the box for face-down cards."""

    player: str
    box: int
    clause: str


class CuttingCardShown(Event, frozen=True, tag="cutting-card-shown"):
    """The cutting card came out: at a box, at the dealer's hand (0), or before a round (none)."""

    box: int | None
    clause: str


class CardsReplaced(Event, frozen=True, tag="cards-replaced"):
    """New cards came to the table."""

    clause: str


class DealerChanged(Event, frozen=True, tag="dealer-changed"):
    """Another dealer has come to the table."""

    dealer: str
    clause: str
    """The clause that says when; empty where the rulebook has none."""


class ShuffleOrdered(Event, frozen=True, tag="shuffle-ordered"):
    """When the round is over, the cards are shuffled."""

    clause: str


class CardsRiffled(Event, frozen=True, tag="cards-riffled"):
    """Pre-shuffled cards were riffled at a player's wish."""

    player: str
    clause: str


class PlayersPerBoxLimited(Event, frozen=True, tag="players-per-box-limited"):
    """Fewer players may wager on a box."""

    players: int
    clause: str


class BoxGivenUp(Event, frozen=True, tag="box-given-up"):
    """A player with several boxes handed one over."""

    player: str
    box: int
    to: str
    clause: str


class BoxesReserved(Event, frozen=True, tag="boxes-reserved"):
    """Boxes are kept for one player."""

    player: str
    boxes: tuple[int, ...]
    clause: str


class BoxesReleased(Event, frozen=True, tag="boxes-released"):
    """A reservation ended."""

    player: str
    clause: str


class PlayerRestricted(Event, frozen=True, tag="player-restricted"):
    """A player is held to the minimum, or no longer (``restriction`` is none)."""

    player: str
    restriction: Restriction | None
    clause: str


class LimitsAnnounced(Event, frozen=True, tag="limits-announced"):
    """A sign shows limits to come."""

    limits: Limits
    displayed: datetime
    effective: datetime
    retained: bool
    clause: str


class LimitsChanged(Event, frozen=True, tag="limits-changed"):
    """New limits hold.

    ``keeping`` names players who keep the old minimum, with a marker at a box.
    """

    limits: Limits
    keeping: dict[str, int | None]
    clauses: tuple[str, ...]


class RetainedMinimumChanged(Event, frozen=True, tag="retained-minimum-changed"):
    """Those who kept an old minimum now have this one, or the table's if that is no higher."""

    minimum: Cents
    clause: str


class PersonalLimitsSet(Event, frozen=True, tag="personal-limits-set"):
    """A player has limits of their own, shown on a sign."""

    player: str
    limits: Limits
    clause: str


class ClosureAnnounced(Event, frozen=True, tag="closure-announced"):
    """A sign shows the time of closing."""

    displayed: datetime
    effective: datetime
    clause: str
    rounds: int | None = None


class TableClosed(Event, frozen=True, tag="table-closed"):
    """The table is closed."""

    clause: str
