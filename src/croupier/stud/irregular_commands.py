"""What is reported or directed when something went wrong in a game of Caribbean Stud."""

from croupier.cards import Card
from croupier.money import Cents
from croupier.table.commands import Command


class HandleCards(Command, frozen=True, tag="handle"):
    """Reports that a player has taken up the cards of a hand; a bet or a fold implies it."""

    player: str
    """Who took the cards up."""
    box: int
    """Where the hand lies, from 1."""


class CorrectCard(Command, frozen=True, tag="correct-card"):
    """Reports that a card of a live table was read wrongly; it stays where it lies."""

    wrong: Card
    """What was entered."""
    right: Card
    """What it is."""
    crossed: bool = False
    """Whether the two cards, both on the layout, were entered for each other."""


class DeclareMisdeal(Command, frozen=True, tag="misdeal"):
    """Declares that cards were dealt wrongly, before any player has handled them."""


class ReportExposed(Command, frozen=True, tag="exposed-card"):
    """Reports cards on the layout that were shown by mistake."""

    cards: tuple[Card, ...]
    """The cards, each once."""
    box: int | None = None
    """Where they lie, 0 is the dealer's hand; needed for a card that nobody had read."""


class ReportWrongCount(Command, frozen=True, tag="wrong-count"):
    """Reports a hand with too few or too many cards."""

    box: int
    """Whose hand; 0 is the dealer's."""
    count: int
    """How many cards it has."""
    cards: tuple[Card, ...] = ()
    """Cards too many that were not entered before, where they were looked at."""


class ReportStrayHand(Command, frozen=True, tag="stray-hand"):
    """Reports a hand that was dealt where no ante lies."""

    box: int
    """The box without an ante, from 1."""
    count: int = 5
    """How many cards were counted."""
    cards: tuple[Card, ...] = ()
    """Which they are, where they were looked at."""


class PlayFirst(Command, frozen=True, tag="play-first"):
    """Has players play their hands before the others take up cards; ends it with nobody named."""

    players: tuple[str, ...] = ()
    """Who plays first; empty to end it."""


class KeepApart(Command, frozen=True, tag="keep-apart"):
    """Forbids players to play together at this table."""

    players: tuple[str, ...]
    """Who may not play together, two or more."""
    lifted: bool = False
    """Whether they may again."""


class SpeakEnglish(Command, frozen=True, tag="english-only"):
    """Has the players at the table speak English only, or ends that."""

    on: bool = True
    """Whether it is directed, or lifted."""


class WithholdPayment(Command, frozen=True, tag="withhold-payment"):
    """Withholds payment from a player who gambles against the operator's policy for employees."""

    player: str
    """Who is not paid."""


class UseShoe(Command, frozen=True, tag="use-shoe"):
    """Goes on with a card shoe where a shuffling device was in use."""


class RecordMispayment(Command, frozen=True, tag="mispayment"):
    """Reports a payment or an exchange of money that was too much, or (below zero) too little."""

    amount: Cents
    """By how much: above zero too much, below it too little."""
    player: str | None = None
    """Who was paid wrongly, where that is known."""
    suspected: bool = False
    """Whether it may have been intended."""


class IdentifyMispaid(Command, frozen=True, tag="identify-mispaid"):
    """Reports who was paid wrongly."""

    mispayment: int
    """Its number, counted from 1."""
    player: str
    """Who was paid wrongly."""


class PutRight(Command, frozen=True, tag="put-right"):
    """Corrects a wrong payment, or reports that it was tried."""

    mispayment: int
    """Which wrong payment, counted from 1."""
    note: str
    """What was done."""
    tried: bool = False
    """Whether it was tried without success."""
