"""What has happened when something went wrong in a game of Caribbean Stud."""

from croupier.cards import Card
from croupier.money import Cents, Entry
from croupier.table.events import Event


class CardsHandled(Event, frozen=True, tag="cards-handled"):
    """A player took up the cards of a hand."""

    player: str
    """Who took them up."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that makes it count."""


class CardsShown(Event, frozen=True, tag="cards-shown"):
    """Cards were shown by mistake: during the deal, or the dealer's while players decided."""

    cards: tuple[Card, ...]
    """Those that were shown."""
    in_deal: bool
    """Whether it was during the deal; else while players decided."""
    clause: str
    """The clause that says what is done."""


class MisdealDeclared(Event, frozen=True, tag="misdeal-declared"):
    """The deal was wrong; the round is void."""

    clause: str
    """Why."""
    also: tuple[str, ...] = ()
    """Further clauses that demand it; empty where none does."""


class CardsCounted(Event, frozen=True, tag="cards-counted"):
    """A hand had too few or too many cards, or lay where no ante was; strays went to the rack."""

    box: int
    """Whose cards, from 1; 0 is the dealer."""
    count: int
    """How many lay there."""
    strays: tuple[Card | None, ...]
    """Cards that left the shoe or device without being entered; none is one that nobody saw."""
    clause: str
    """The clause that says what is done."""


class CardCorrected(Event, frozen=True, tag="card-corrected"):
    """A card of a live table had been read wrongly: where it lies, another was dealt."""

    box: int
    """Where it lies; 0 is the dealer's hand."""
    wrong: Card
    """What was entered."""
    right: Card
    """What it is."""
    clause: str
    """The clause by which cards are dealt as they come out."""
    other: int | None = None
    """Where the right one lay, if the two were taken for each other: a box, 0 for the dealer's
    hand; none where it was not out."""


class ShufflePostponed(Event, frozen=True, tag="shuffle-postponed"):
    """The deck that is not in play must be shuffled again, when the round is over."""

    clause: str
    """The clause that asks for it."""


class DeviceAwaited(Event, frozen=True, tag="device-awaited"):
    """The device is out of use, and no shoe may take its place: the table waits for another."""

    clause: str
    """The clause by which the game goes on with another device."""


class StudHandVoided(Event, frozen=True, tag="stud-hand-voided"):
    """A player's hand is void."""

    player: str
    """Whose hand it is."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause by which it is void."""


class PlayFirstDirected(Event, frozen=True, tag="play-first-directed"):
    """These players play before the others; with nobody named, that has ended."""

    players: tuple[str, ...]
    """Who must play first; empty where nobody need any longer."""
    clause: str
    """The clause that lets a supervisor direct it."""


class KeptApart(Event, frozen=True, tag="kept-apart"):
    """These players may not play together here, or may again."""

    players: tuple[str, ...]
    """Of whom only one may play."""
    lifted: bool
    """Whether they may play together again."""
    clause: str
    """The clause that allows it."""


class EnglishDirected(Event, frozen=True, tag="english-directed"):
    """The players are to speak English only, or that has ended."""

    on: bool
    """Whether they are to; false ends it."""
    clause: str
    """The clause that lets a supervisor direct it."""


class PaymentWithheld(Event, frozen=True, tag="payment-withheld"):
    """A player need not be paid in this round."""

    player: str
    """Who need not be paid."""
    clause: str
    """The clause that allows it."""


class PlayerAdvised(Event, frozen=True, tag="player-advised"):
    """A player who went over a Loss Limit was advised again of the duties that come with it."""

    player: str
    """Who was advised."""
    duties: tuple[str, ...]
    """The clauses with those duties."""
    clause: str
    """The clause that asks for the advice."""


class MispaymentFound(Event, frozen=True, tag="mispayment-found"):
    """A payment was too much or too little: the chips are where they should not be."""

    player: str | None
    """Who was paid wrongly; none where nobody knows."""
    amount: Cents
    """By how much: above zero too much, below it too little."""
    suspected: bool
    """Whether it may have been intended."""
    entry: Entry
    """The postings that show where the chips are."""
    clause: str
    """The clause that asks for it to be recorded."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""


class PatronIdentified(Event, frozen=True, tag="patron-identified"):
    """It is known who was paid wrongly."""

    mispayment: int
    """Which of the table's wrong payments, counted from 1."""
    player: str
    """Who was paid wrongly."""
    entry: Entry
    """The postings: from those unknown to the player."""
    clause: str
    """The clause that asks for it."""


class MispaymentHandled(Event, frozen=True, tag="mispayment-handled"):
    """A wrong payment was corrected, or an attempt was made."""

    mispayment: int
    """Which of the table's wrong payments, counted from 1."""
    step: str
    """``tried`` or ``put-right``."""
    note: str
    """What was done, in a few words; empty where nobody said."""
    entries: tuple[Entry, ...]
    """The postings that correct it; empty where it was only tried."""
    clause: str
    """The clause that says how."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""
