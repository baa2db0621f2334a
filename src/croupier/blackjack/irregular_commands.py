"""What a dealer or supervisor reports when something went wrong in a blackjack game."""

from croupier.cards import Card
from croupier.table.commands import Command, PlayerCommand


class BurnFacedCard(Command, frozen=True, tag="faced-card"):
    """Reports a card that lay face up in the shoe or device."""

    card: Card | None = None
    """Which one; left out, the one in front of a shoe whose order is known."""


class DrawInError(Command, frozen=True, tag="draw-in-error"):
    """Reports a card that came out although none was due."""

    card: Card | None = None
    """The card; left out, the one in front where software deals, or one that nobody saw where
    nobody may refuse it."""
    told: Card | None = None
    """At a live table, what was entered for a card that lies ready and was read wrongly."""


class BurnInError(Command, frozen=True, tag="burn-in-error"):
    """Reports a card that was burned by mistake."""

    card: Card | None = None
    """The card; left out where nobody saw it, or software knows it."""
    late: bool = False
    """Whether other cards were drawn before it was noticed."""


class RefuseCard(PlayerCommand, frozen=True, tag="refuse-card"):
    """Refuses a card that was drawn in error."""

    box: int
    """The box whose turn it is, from 1."""
    player: str | None = None
    """Who refuses; the controlling player if left out."""


class ExtraDealerCard(Command, frozen=True, tag="extra-dealer-card"):
    """Reports a card too many on the dealer's complete hand."""

    card: Card | None = None
    """The card; left out where nobody saw it, or software knows it."""
    exposed: bool = True
    """Whether its face was seen."""


class DealWithoutWagers(Command, frozen=True, tag="deal-without-wagers"):
    """Reports that a round was begun without wagers, and the cards that were shown."""

    cards: tuple[Card, ...]
    """The cards that were shown."""


class Reconstruct(Command, frozen=True, tag="reconstruct"):
    """Takes the last cards of a round back, so that they come again in their order."""

    cards: int
    """How many."""
    decisions: int | None = None
    """How many decisions ahead of the first of them are asked again: by default one, or none where
    cards were entered wrongly."""
    keep_calls: bool = False
    """Whether none of them is: the call that the first card answered stands."""
    misread: bool = False
    """Whether the cards were entered wrongly at a live table, and are to be entered anew."""


class ReportMiscall(Command, frozen=True, tag="miscall"):
    """Reports that the total of a hand was called wrongly."""

    box: int
    """Where the hand lies, from 1."""
    total: int
    """The total that was called."""
    hand: int | None = None
    """Which hand of the box, counted from 1; left out, the first."""


class VoidRound(Command, frozen=True, tag="void-round"):
    """Declares void a round that cannot be reconstructed."""

    number: int | None = None
    """Which one, counted since the table opened; left out, the one under way or just ended."""


class VoidHand(Command, frozen=True, tag="void-hand"):
    """Declares the hand of a box void."""

    box: int
    """The box whose hand is void, from 1."""
    number: int | None = None
    """In which round; left out, the one under way or just ended."""
    first_cards: bool = False
    """Whether the error was in the first two cards, which decide optional wagers."""
    hand: int | None = None
    """Which of several hands, counted from 1; left out, all of the box."""


class ReportAbsent(Command, frozen=True, tag="absent"):
    """Reports that a player is not there, or will not decide."""

    box: int
    """The box that waits for a decision, from 1."""
    player: str | None = None
    """Who; left out, the one who decides for the box."""


class ReportPresent(Command, frozen=True, tag="present"):
    """Reports that a player who was absent is there again."""

    box: int
    """The box where the player was absent, from 1."""
    player: str
    """Who is back."""


class Overlook(Command, frozen=True, tag="overlook"):
    """Reports that a step was left out and play went on."""

    step: str
    """``cut``, ``burn``, ``shuffle``, ``discards`` or ``insurance``."""


class CallInsurance(Command, frozen=True, tag="call-insurance"):
    """Offers insurance late, where it was forgotten."""


class TakeBackWagers(PlayerCommand, frozen=True, tag="take-back"):
    """Takes the wagers of the round back because the device failed."""

    player: str
    """Whose wagers go back."""


class StayIn(PlayerCommand, frozen=True, tag="stay-in"):
    """Leaves the wagers where they are although the device failed."""

    player: str
    """Whose wagers stay."""
