"""What has happened when something went wrong in a game of Caribbean Stud."""

from croupier.cards import Card
from croupier.money import Cents, Entry
from croupier.table.events import Event


class CardsHandled(Event, frozen=True, tag="cards-handled"):
    """A player took up the cards of a hand."""

    player: str
    box: int
    clause: str


class CardsShown(Event, frozen=True, tag="cards-shown"):
    """Cards were shown by mistake: during the deal, or the dealer's while players decided."""

    cards: tuple[Card, ...]
    in_deal: bool
    clause: str


class MisdealDeclared(Event, frozen=True, tag="misdeal-declared"):
    """The deal was wrong; the round is void."""

    clause: str
    """Why."""
    also: tuple[str, ...] = ()


class CardsCounted(Event, frozen=True, tag="cards-counted"):
    """A hand had too few or too many cards, or lay where no ante was; strays went to the rack."""

    box: int
    count: int
    strays: tuple[Card | None, ...]
    """Cards that left the shoe or device without being told of; none is one that nobody saw."""
    clause: str


class CardCorrected(Event, frozen=True, tag="card-corrected"):
    """A card of a live table had been read wrongly: where it lies, another was dealt."""

    box: int
    """Where it lies; 0 is the dealer's hand."""
    wrong: Card
    right: Card
    clause: str


class ShufflePostponed(Event, frozen=True, tag="shuffle-postponed"):
    """The deck that is not in play must be shuffled again, when the round is over."""

    clause: str


class DeviceAwaited(Event, frozen=True, tag="device-awaited"):
    """The device is out of use, and no shoe may take its place: the table waits for another."""

    clause: str


class StudHandVoided(Event, frozen=True, tag="stud-hand-voided"):
    """A player's hand is void."""

    player: str
    box: int
    clause: str


class PlayFirstDirected(Event, frozen=True, tag="play-first-directed"):
    """These players play before the others; nobody named, no longer."""

    players: tuple[str, ...]
    clause: str


class KeptApart(Event, frozen=True, tag="kept-apart"):
    """These players may not play together here, or may again."""

    players: tuple[str, ...]
    lifted: bool
    clause: str


class EnglishDirected(Event, frozen=True, tag="english-directed"):
    """The players are to speak English only, or no longer."""

    on: bool
    clause: str


class PaymentWithheld(Event, frozen=True, tag="payment-withheld"):
    """A player need not be paid in this round."""

    player: str
    clause: str


class PlayerAdvised(Event, frozen=True, tag="player-advised"):
    """A player who went over a Loss Limit was told again what it asks of them."""

    player: str
    duties: tuple[str, ...]
    """The clauses of what the player was told."""
    clause: str


class MispaymentFound(Event, frozen=True, tag="mispayment-found"):
    """A payment was too much or too little: the chips are where they should not be."""

    player: str | None
    amount: Cents
    suspected: bool
    entry: Entry
    clause: str
    also: tuple[str, ...] = ()


class PatronIdentified(Event, frozen=True, tag="patron-identified"):
    """It is known who was paid wrongly."""

    mispayment: int
    player: str
    entry: Entry
    clause: str


class MispaymentHandled(Event, frozen=True, tag="mispayment-handled"):
    """A wrong payment was put right, or that was tried."""

    mispayment: int
    step: str
    """``tried`` or ``put-right``."""
    note: str
    entries: tuple[Entry, ...]
    clause: str
    also: tuple[str, ...] = ()
