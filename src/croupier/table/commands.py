"""What people at and around a table may ask for, whatever the game. Commands are imperatives."""

from datetime import datetime
from typing import ClassVar

import msgspec

from croupier.cards import Card
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.state import MAIN


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="command",
    rename="kebab",
    forbid_unknown_fields=True,
):
    """Something asked of the table.

    It carries who asks and when: the engine has no clock of its own, and takes nobody for the
    dealer by default.
    """

    by: Role
    """In which role it is asked."""
    at: datetime | None = None
    """When it is asked; none where nobody keeps time."""
    usual: ClassVar[Role] = Role.DEALER
    """The role that usually asks for it, where a text names none."""


class PlayerCommand(Command, frozen=True):
    """Something that a player asks for."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually asks for it, where a text names none."""


class BuyIn(PlayerCommand, frozen=True, tag="buy-in"):
    """Changes money for chips; from then on the player's chips are counted."""

    player: str
    """Who buys."""
    amount: Cents
    """For how much."""


class ColourUp(PlayerCommand, frozen=True, tag="colour-up"):
    """Changes chips for larger ones."""

    player: str
    """Whose chips they are."""
    amount: Cents
    """What they are worth."""


class ExchangeVoucher(PlayerCommand, frozen=True, tag="exchange-voucher"):
    """Changes a promotional voucher for tokens."""

    player: str
    """Whose voucher it is."""
    amount: Cents
    """What it is worth."""


class Sit(PlayerCommand, frozen=True, tag="sit"):
    """Takes the seat at a box."""

    player: str
    """Who sits down."""
    box: int
    """At which box, from 1."""


class Rise(PlayerCommand, frozen=True, tag="rise"):
    """Gives the seat up."""

    player: str
    """Who rises."""


class Leave(PlayerCommand, frozen=True, tag="leave"):
    """Leaves the table with all chips."""

    player: str
    """Who leaves."""


class PlaceWager(PlayerCommand, frozen=True, tag="wager"):
    """Puts chips or tokens on the layout."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it goes, from 1."""
    amount: Cents
    """How much."""
    on: str = MAIN
    """What it is on: ``main``, ``ante``, ``jackpot`` or an optional wager."""
    chips: str = msgspec.field(default="chips", name="with")
    """``chips`` or ``tokens``."""
    proxy: str = ""
    """Who lays it down, where that is not the player."""
    helping: bool = False
    """Whether that person only lends a hand to a player who is at the table."""


class WithdrawWager(PlayerCommand, frozen=True, tag="withdraw"):
    """Takes a wager back before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    on: str = MAIN
    """What it is on."""


class MoveWager(PlayerCommand, frozen=True, tag="move-wager"):
    """Moves an initial wager to another box before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    to_box: int
    """The box where it belongs."""


class RefuseWager(Command, frozen=True, tag="refuse-wager"):
    """Has a wager removed from the layout before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    reason: str
    """The grounds."""
    on: str = MAIN
    """What it is on."""


class Deal(Command, frozen=True, tag="deal"):
    """Closes betting and starts the round."""


class DealCard(Command, frozen=True, tag="card"):
    """Enters the card that has come out; it goes where one is due."""

    card: Card
    """The card."""
    box: int | None = None
    """Where the dealer laid it, 0 for the dealer's own hand; left out, where it belongs."""


class ShuffleCards(Command, frozen=True, tag="shuffle"):
    """Shuffles; where software deals, the dealer keeps the order and a handle names it."""

    handle: str = ""
    """Names the order; empty where a person or a device has shuffled."""
    cards: int = 0
    """How many cards lie in that order."""
    machine: bool = False
    """Whether a machine did it that mixes cards and does not deal them."""
    by_hand: bool = False
    """Whether the dealer mixed them by hand before they went into the shuffling device."""


class CutCards(Command, frozen=True, tag="cut"):
    """Puts the cutting card into the stack; without a player, the supervisor cuts."""

    position: int
    """How many cards lie in front of the cutting card."""
    player: str | None = None
    """Who cuts; a supervisor, or the dealer where the rulebook says so, if left out."""


class DeclineCut(PlayerCommand, frozen=True, tag="decline-cut"):
    """Passes the cut on."""

    player: str
    """Who declines."""


class LoadShoe(Command, frozen=True, tag="load"):
    """Puts the cutting card in front of the last ``depth`` cards and the stack into the shoe."""

    depth: int | None = None
    """How many cards lie behind the cutting card; as the table chose, else a deck, if left out."""


class BurnCard(Command, frozen=True, tag="burn"):
    """Burns the first card unseen, or shows it where its value says how many are burned."""

    card: Card | None = None
    """The card, where it is shown; else none."""


class NominateBox(PlayerCommand, frozen=True, tag="nominate-box"):
    """Names the box where a player with several wants face-down cards."""

    player: str
    """Who names it."""
    box: int
    """The box, from 1."""


class ShowCuttingCard(Command, frozen=True, tag="cutting-card"):
    """Reports that the cutting card came out (real cards)."""


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """Has the cards shuffled after a round because they may not be well mixed."""


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """Brings new cards to the table."""


class RiffleCards(Command, frozen=True, tag="riffle"):
    """Riffles pre-shuffled cards at a player's wish."""

    player: str
    """Who asks for it."""
    factory: bool = False
    """Whether the manufacturer shuffled them."""


class LimitPlayers(Command, frozen=True, tag="limit-players"):
    """Allows fewer players on a box."""

    players: int
    """How many at the most."""


class GiveUpBox(Command, frozen=True, tag="give-up-box"):
    """Has a player with several boxes hand one to a player who finds none."""

    player: str
    """Who gives it up."""
    box: int
    """The box, from 1."""
    to: str
    """Who gets it."""


class ReserveBoxes(Command, frozen=True, tag="reserve-boxes"):
    """Keeps boxes for one player."""

    player: str
    """For whom."""
    boxes: tuple[int, ...]
    """Which boxes, from 1."""


class ReleaseBoxes(Command, frozen=True, tag="release-boxes"):
    """Ends a player's reservation."""

    player: str
    """For whom they were kept."""


class RestrictToMinimum(Command, frozen=True, tag="restrict-to-minimum"):
    """Holds a player who sat out to the minimum: until the shuffle, or for all further shoes."""

    player: str
    """Who is held to it."""
    further: bool = False
    """Whether for all further shoes; else until the shuffle."""


class RestrictToOneBox(Command, frozen=True, tag="restrict-to-one-box"):
    """Holds a player to one box at the minimum."""

    player: str
    """Who is held to it."""
    box: int
    """The box, from 1."""


class LiftRestriction(Command, frozen=True, tag="lift-restriction"):
    """Ends a player's restriction."""

    player: str
    """Who was restricted."""


class Notify(Command, frozen=True, tag="notify"):
    """Notifies an inspector or Surveillance."""

    whom: Role
    """Who is notified."""
    about: str
    """What it is about."""
    player: str | None = None
    """Whom it concerns; nobody if left out."""


class AnnounceLimits(Command, frozen=True, tag="announce-limits"):
    """Puts up a sign with new limits and the time when they take effect."""

    effective: datetime
    """When they take effect."""
    minimum: Cents | None = None
    """The least wager; as it is if left out."""
    maximum: Cents | None = None
    """The most; as it is if left out."""
    unit: Cents | None = None
    """The step above the minimum; as it is if left out."""
    retained: bool = False
    """Whether it is about the older minimum that some players keep."""


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    """Puts new limits into effect."""

    minimum: Cents | None = None
    """The least wager; as it is if left out."""
    maximum: Cents | None = None
    """The most; as it is if left out."""
    unit: Cents | None = None
    """The step above the minimum; as it is if left out."""
    retained: bool = False
    """Ends the old minimum of those who kept it, instead of changing the sign."""
    agreed: tuple[str, ...] = ()
    """The players who agree, where the rulebook lets that stand in for a notice."""


class RaiseMinimum(Command, frozen=True, tag="raise-minimum"):
    """Raises the minimum at once; those already playing keep the old one, with a marker."""

    minimum: Cents
    """The new minimum."""


class SetPersonalLimits(Command, frozen=True, tag="personal-limits"):
    """Gives one player limits of their own."""

    player: str
    """Whose limits they are."""
    minimum: Cents
    """The least wager."""
    maximum: Cents
    """The most."""


class AnnounceClosure(Command, frozen=True, tag="announce-closure"):
    """Puts up a sign with the time of closing, or announces how many rounds are left."""

    effective: datetime
    """When the table closes."""
    rounds: int | None = None
    """How many rounds are left; as many as the time allows if left out."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Closes the table."""


class ChangeDealer(Command, frozen=True, tag="change-dealer"):
    """Puts another dealer at the table."""

    dealer: str
    """Who deals from now on, by name or staff number."""


class VacateSeat(Command, frozen=True, tag="vacate-seat"):
    """Makes a player who keeps sitting out give up the seat."""

    player: str
    """Whose seat it is."""
