"""What has happened at a table, whatever the game.

Events are facts in the past tense and stay readable for ever.
"""

from datetime import datetime

import msgspec

from croupier.cards import Shoe
from croupier.money import Cents, Entry
from croupier.rulebooks import Role
from croupier.table.choices import Choices
from croupier.table.state import Limits, Preparation, Restriction


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
    """A hash of that law's data, so that no other law passes for it."""
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
    equipment: dict[str, str] = {}
    """What must be reported in place before the first round, and the clause that asks for it; empty
    where the operator asked for no such report."""
    law_values: str = ""
    """A hash of that law's values without its words; empty in records of versions before it."""


class LawChange(msgspec.Struct, frozen=True, gc=False):
    """A value of the law that is another one now."""

    line: str
    """Where it stands in the law: ``cards.decks``."""
    before: str
    """What it was, in words; ``nothing`` where the law had no such line."""
    after: str
    """What it is; ``nothing`` where the law has no such line."""


class LawAdopted(Event, frozen=True, tag="law-adopted"):
    """A table or a tournament that rested was moved to the law that is installed."""

    revision: str
    """The revision of the law that it stands under from now on."""
    fingerprint: str
    """The fingerprint of that law."""
    law_values: str
    """The hash of that law's values."""
    earlier_revision: str
    """The revision of the law that it stood under before."""
    earlier_fingerprint: str
    """The fingerprint of that law."""
    known: bool
    """Whether the values of the earlier law are known; where they are not, no changes are named."""
    changes: tuple[LawChange, ...]
    """The values that differ, in the order of their lines; empty where they are not known."""
    players_per_box: int
    """How many players may wager on one box from now on."""
    by: Role
    """In which role it was moved."""


class ClockMoved(Event, frozen=True, tag="clock-moved"):
    """Time came with a command."""

    at: datetime
    """The time that the command came with, from now on the table's."""


class PlayerArrived(Event, frozen=True, tag="player-arrived"):
    """A player came to the table."""

    player: str
    """Who came, by the name that the table knows them by."""


class BoughtIn(Event, frozen=True, tag="bought-in"):
    """Money was changed for chips."""

    player: str
    """Who bought in."""
    amount: Cents
    """How much, in chips that are worth money."""
    entry: Entry
    """The postings: from cash to the player's chips."""


class ColouredUp(Event, frozen=True, tag="coloured-up"):
    """Chips were changed for larger ones."""

    player: str
    """Whose chips were changed."""
    amount: Cents
    """What the chips are worth, before and after."""
    clause: str
    """The clause that lets them be changed."""


class VoucherExchanged(Event, frozen=True, tag="voucher-exchanged"):
    """A voucher was changed for tokens."""

    player: str
    """Whose voucher it was."""
    amount: Cents
    """What the tokens are worth."""
    entry: Entry
    """The postings: from vouchers to the player's tokens."""


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A player sat down at a box."""

    player: str
    """Who sat down."""
    box: int
    """The box that the seat belongs to, from 1."""


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A player gave the seat up, or had to."""

    player: str
    """Who gave the seat up."""
    box: int
    """The box that the seat belonged to, from 1."""
    clause: str
    """The clause by which the seat is lost; empty where the player gave it up at will."""


class PlayerLeft(Event, frozen=True, tag="player-left"):
    """A player left with all chips; a marker of the old minimum goes too."""

    player: str
    """Who left."""
    entries: tuple[Entry, ...]
    """The postings of chips, tokens and wagers that went along; empty where there were none."""
    clause: str
    """The clause that lets wagers not in play go too, or has the marker removed."""


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """Chips or tokens were put on the layout."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    on: str
    """What it is on: ``main``, ``ante``, ``jackpot`` or the name of an optional wager."""
    amount: Cents
    """How much was put down, tokens included."""
    tokens: Cents
    """The part of it that is promotional tokens; 0 where all of it is chips."""
    entry: Entry
    """The postings: from the player to the layout."""


class WagerReturned(Event, frozen=True, tag="wager-returned"):
    """A wager, or a part of it, went back to its owner."""

    player: str
    """Whose wager it was."""
    box: int
    """Where it lay, from 1."""
    on: str
    """What it was on, as in ``wager-placed``."""
    amount: Cents
    """How much went back."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the player, chips and tokens apart."""
    clause: str
    """The clause by which it went back."""
    why: str
    """The reason for people, in a few words."""


class PlayerReminded(Event, frozen=True, tag="player-reminded"):
    """A player was reminded of a wager outside the limits, which players must keep themselves."""

    player: str
    """Who was reminded."""
    box: int
    """Where the wager lies, from 1."""
    amount: Cents
    """The player's initial wager there, as it now lies."""
    limits: Limits
    """The limits that hold for the player."""
    clause: str
    """The clause that makes the player responsible for them."""


class PlayerWarned(Event, frozen=True, tag="player-warned"):
    """A player was warned that further wagers below the minimum go back."""

    player: str
    """Who was warned."""
    box: int
    """Where the wager below the minimum lay, from 1."""
    clause: str
    """The clause that asks for the warning."""


class BoxNominated(Event, frozen=True, tag="box-nominated"):
    """A player named the box for face-down cards."""

    player: str
    """Who named it."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that lets them."""


class DealerChanged(Event, frozen=True, tag="dealer-changed"):
    """Another dealer has come to the table."""

    dealer: str
    """Who deals from now on, by name."""
    clause: str
    """The clause that says when; empty where the rulebook has none."""


class PlayersPerBoxLimited(Event, frozen=True, tag="players-per-box-limited"):
    """Fewer players may wager on a box."""

    players: int
    """How many may wager on one box from now on."""
    clause: str
    """The clause that lets a supervisor say so."""


class BoxGivenUp(Event, frozen=True, tag="box-given-up"):
    """A player with several boxes handed one over."""

    player: str
    """Who had it."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    to: str
    """Who has it now."""
    clause: str
    """The clause that asks for it."""


class BoxesReserved(Event, frozen=True, tag="boxes-reserved"):
    """Boxes are kept for one player."""

    player: str
    """Whom they are kept for."""
    boxes: tuple[int, ...]
    """Their numbers, from 1."""
    clause: str
    """The clause that lets them be kept."""


class BoxesReleased(Event, frozen=True, tag="boxes-released"):
    """A reservation ended."""

    player: str
    """Whose reservation it was."""
    clause: str
    """The clause under which it had been made."""


class PlayerRestricted(Event, frozen=True, tag="player-restricted"):
    """A player is held to the minimum, or no longer (``restriction`` is none)."""

    player: str
    """Who is held to the minimum."""
    restriction: Restriction | None
    """How far it goes; none where it ended."""
    clause: str
    """The clause that allows it."""


class LimitsAnnounced(Event, frozen=True, tag="limits-announced"):
    """A sign shows limits to come."""

    limits: Limits
    """The limits to come."""
    displayed: datetime
    """When the sign was put up."""
    effective: datetime
    """When they take effect."""
    retained: bool
    """Whether they are for those only who kept an older minimum."""
    clause: str
    """The clause that asks for the sign."""


class LimitsChanged(Event, frozen=True, tag="limits-changed"):
    """New limits hold.

    ``keeping`` names players who keep the old minimum, with a marker at a box.
    """

    limits: Limits
    """What the sign says from now on."""
    keeping: dict[str, int | None]
    """Who keeps the old minimum, and the box where their marker lies; no box where none does."""
    clauses: tuple[str, ...]
    """The clauses that let the limits change in this way."""


class RetainedMinimumChanged(Event, frozen=True, tag="retained-minimum-changed"):
    """Those who kept an old minimum now have this one, or the table's if that is no higher."""

    minimum: Cents
    """The minimum that the sign had announced for them."""
    clause: str
    """The clause that lets it change."""


class PersonalLimitsSet(Event, frozen=True, tag="personal-limits-set"):
    """A player has limits of their own, shown on a sign."""

    player: str
    """Whose limits they are."""
    limits: Limits
    """The limits that hold for this player."""
    clause: str
    """The clause that allows them."""


class ClosureAnnounced(Event, frozen=True, tag="closure-announced"):
    """A sign shows the time of closing."""

    displayed: datetime
    """When the sign was put up."""
    effective: datetime
    """When the table closes."""
    clause: str
    """The clause that asks for the sign."""
    rounds: int | None = None
    """How many rounds are still played; none where the time alone decides."""


class TableClosed(Event, frozen=True, tag="table-closed"):
    """The table is closed."""

    clause: str
    """The clause that lets it close."""
