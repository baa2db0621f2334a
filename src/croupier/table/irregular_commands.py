"""What may be asked at any table when something went wrong: notices, checks, conduct, disputes."""

from croupier.cards import Card
from croupier.table.commands import Command, PlayerCommand


class AcknowledgeNotice(Command, frozen=True, tag="acknowledge"):
    """Acknowledges a notice, which closes it."""

    notice: int
    """Its number, counted from 1 as they were given."""


class CheckCards(Command, frozen=True, tag="check-cards"):
    """Counts the cards against what they should be; with nothing named, all are there."""

    missing: tuple[Card, ...] = ()
    """Cards that are missing; none if left out."""
    extra: tuple[Card, ...] = ()
    """Cards that are there too often; none if left out."""
    foreign: tuple[str, ...] = ()
    """Cards that do not belong, in words; none if left out."""
    device: bool = False
    """Whether a deck-checking device counted them."""


class OrderCheck(Command, frozen=True, tag="order-check"):
    """Has the cards counted."""


class ReplaceCard(Command, frozen=True, tag="replace-card"):
    """Changes one marked or damaged card for another of its kind."""

    card: Card
    """The card."""


class ReportWrongCards(Command, frozen=True, tag="wrong-cards"):
    """Reports that cards are missing, or that some do not belong."""

    missing: tuple[Card, ...] = ()
    """Cards that are missing; none if left out."""
    foreign: tuple[str, ...] = ()
    """Cards that do not belong, in words; none if left out."""


class FailDevice(Command, frozen=True, tag="device-failure"):
    """Reports that the shuffling device has failed."""

    harmed: bool = False
    """Whether a player or the operator was put at a disadvantage."""
    spare: bool = False
    """Whether another device is at hand."""
    practicable: bool = True
    """Whether the cards can be moved to it."""
    damaged: tuple[Card, ...] = ()
    """Cards that it has damaged."""
    boxes: tuple[int, ...] = ()
    """The boxes whose hands are concerned, where hands are declared void one by one."""
    idle: bool = False
    """Whether only the deck is concerned that is not in play, where a device holds two."""


class RestoreDevice(Command, frozen=True, tag="restore-device"):
    """Brings a working device to a table that went on with a shoe."""


class ShowRules(Command, frozen=True, tag="show-rules"):
    """Gives somebody who asks the rules to read."""

    player: str
    """Who asks."""


class Sanction(Command, frozen=True, tag="sanction"):
    """Does something about a person who broke the rules."""

    player: str
    """Who broke the rules."""
    breach: str = ""
    """The clause that was broken; left out where the ground says it."""
    ground: str = ""
    """What the person did: ``advice``, ``staff-advice``, ``private-bet``, ``handling-cards`` and
    others that the rulebook knows."""
    permitted: bool = False
    """Whether it is what a clause may leave open: advice that was asked for or that kept to the
    rules, one's own face-down cards."""
    caution: bool = False
    """Tells the person to stop."""
    void: bool = False
    """Whether wagers are declared void."""
    box: int | None = None
    """Where the void wager lies; left out, on every box."""
    on: str | None = None
    """Which wager is void; left out, all of them."""
    exclude: bool = False
    """Whether the person is excluded from the game."""
    casino: bool = False
    """Whether the exclusion is from the whole casino."""
    detain: bool = False
    """Whether the person is held until others take over."""
    on_duty: bool = False
    """Whether it was staff or an inspector on duty."""


class InvalidateRound(Command, frozen=True, tag="invalidate-round"):
    """Calls the outcome of a round off."""

    ground: str
    """``disruption``, ``fraud`` or ``impractical``."""
    forfeit: tuple[str, ...] = ()
    """Players whose wagers are kept, because they cheated."""
    refund: bool = True
    """Whether the others have their wagers back, where the rulebook leaves it open."""
    number: int | None = None
    """Which round, counted since the table opened; left out, the one under way or just ended."""


class RaiseDispute(PlayerCommand, frozen=True, tag="dispute"):
    """Disputes something that happened at the table."""

    player: str
    """Who disputes it."""
    about: str
    """What is in dispute."""


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """Decides a dispute in the first instance."""

    dispute: int
    """Which dispute, counted from 1."""
    outcome: str
    """What is decided."""
    person: str = ""
    """Who decides, by name or staff number."""


class AskReview(PlayerCommand, frozen=True, tag="ask-review"):
    """Asks for a review of the first decision."""

    dispute: int
    """Which dispute, counted from 1."""
    player: str
    """Whose dispute it is."""


class ReviewDispute(Command, frozen=True, tag="review-dispute"):
    """Decides a dispute that is under review."""

    dispute: int
    """Which dispute, counted from 1."""
    outcome: str
    """What is decided."""
    person: str = ""
    """Who decided, by name; empty where nobody said."""


class CloseDispute(Command, frozen=True, tag="close-dispute"):
    """Makes the operator's decision final and informs the player of the right to complain."""

    dispute: int
    """Which dispute, counted from 1."""


class LodgeComplaint(PlayerCommand, frozen=True, tag="complain"):
    """Takes a dispute that the operator has decided further."""

    dispute: int
    """Which dispute, counted from 1."""
    player: str
    """Whose dispute it is."""
