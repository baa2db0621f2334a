"""What may be asked of a tournament. Commands are imperatives; chance and time come with them."""

from datetime import datetime
from typing import ClassVar

import msgspec

from croupier.floor.tournaments.conduct_events import MissingChips
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.commands import Command


class ManagersCommand(Command, frozen=True):
    """Something that the manager of the tournament does."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """The role that usually asks for it, where a text names none."""


class OperatorsCommand(Command, frozen=True):
    """Something that the operator does."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually asks for it, where a text names none."""


class EntrantsCommand(Command, frozen=True):
    """Something that an entrant does."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually asks for it, where a text names none."""
    player: str
    """Who."""


class ApproveCommission(Command, frozen=True, tag="approve-commission"):
    """Approves what the operator may keep of each fee."""

    usual: ClassVar[Role] = Role.REGULATOR
    """The role that usually asks for it, where a text names none."""
    amount: Cents
    """The most for each entry."""


class PublishConditions(OperatorsCommand, frozen=True, tag="publish-conditions"):
    """Makes the conditions binding and known."""


class AppointManager(OperatorsCommand, frozen=True, tag="appoint-manager"):
    """Names the person who runs the tournament."""

    person: str
    """Who."""


class NotifyOf(OperatorsCommand, frozen=True, tag="notify"):
    """Notifies somebody outside the game, with a copy."""

    whom: Role
    """Who is notified."""
    about: str
    """What about: ``conditions``."""


class DesignateTable(ManagersCommand, frozen=True, tag="designate-table"):
    """Keeps a table for the tournament."""

    table: int
    """The table, from 1."""


class Enter(EntrantsCommand, frozen=True, tag="enter"):
    """Enters, and pays the fee."""

    agreed: bool = True
    """Whether the player agrees in writing."""
    reserve: bool = False
    """Whether the player waits for a seat, and pays nothing yet."""
    lots: tuple[int, ...] = ()
    """A permutation that seats the entrants where they start at once; empty where they do not."""


class RefuseEntry(ManagersCommand, frozen=True, tag="refuse-entry"):
    """Refuses an application."""

    player: str
    """Whose."""
    reason: str
    """Why."""


class WithdrawEntry(EntrantsCommand, frozen=True, tag="withdraw-entry"):
    """Withdraws before the first session."""


class Cancel(OperatorsCommand, frozen=True, tag="cancel"):
    """Cancels the tournament."""

    reason: str
    """Why."""


class DrawSeats(ManagersCommand, frozen=True, tag="draw-seats"):
    """Draws the seats of the next session."""

    seats: dict[str, str] | None = None
    """The outcome: player, and table and box as ``1/3``; none where lots decide."""
    lots: tuple[int, ...] = ()
    """A permutation of the players by which they are seated; used where no outcome is given."""
    seated: bool = False
    """Whether everybody sits down at once."""


class AssignSeat(ManagersCommand, frozen=True, tag="assign-seat"):
    """Gives a player a seat in the next session."""

    player: str
    """Who."""
    table: int
    """The table, from 1."""
    box: int
    """The box, from 1."""


class TakeSeat(EntrantsCommand, frozen=True, tag="take-seat"):
    """Takes the seat."""


class LeaveSeat(EntrantsCommand, frozen=True, tag="leave-seat"):
    """Leaves the seat."""


class BuyChips(EntrantsCommand, frozen=True, tag="buy-chips"):
    """Pays for the chips of the session."""


class StartSession(ManagersCommand, frozen=True, tag="start-session"):
    """Starts the session at all its tables."""


class SeatReserve(ManagersCommand, frozen=True, tag="seat-reserve"):
    """Gives a reserve the seat of somebody who did not come."""

    player: str
    """The reserve."""
    instead: str = msgspec.field(name="for")
    """Who did not come."""


class Substitute(ManagersCommand, frozen=True, tag="substitute"):
    """Lets somebody play on for an entrant."""

    player: str
    """Who."""
    instead: str = msgspec.field(name="for")
    """For whom."""


class MoveSession(ManagersCommand, frozen=True, tag="move-session"):
    """Moves the start of the next session."""

    starts: datetime
    """The new time."""
    notified: bool = False
    """Whether the players were notified in good time."""


class LimitTime(ManagersCommand, frozen=True, tag="limit-time"):
    """Sets the time for a wager."""

    seconds: int
    """How long."""
    notified: bool = False
    """Whether the players were notified in good time."""


class Disqualify(Command, frozen=True, tag="disqualify"):
    """Puts a player out of the tournament."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """The role that usually asks for it, where a text names none."""
    player: str
    """Who."""
    ground: str
    """Why: ``absent``, ``no-wager``, ``added-chips``, ``hid-chips``, ``advice`` (but in
    Canberra) or ``breach``."""
    refund: bool = False
    """Whether the fee is returned."""


class BuyBack(EntrantsCommand, frozen=True, tag="buy-back"):
    """Buys back after an elimination."""


class GiveBreak(ManagersCommand, frozen=True, tag="break"):
    """Gives the players a break."""

    minutes: int | None = None
    """How long; none where that is open."""


class EndBreak(ManagersCommand, frozen=True, tag="end-break"):
    """Has play go on after a break."""


class Reinstate(ManagersCommand, frozen=True, tag="reinstate"):
    """Brings back a player who was eliminated by mistake."""

    player: str
    """Who is back."""
    reason: str
    """What the mistake was."""


class CountChips(ManagersCommand, frozen=True, tag="count-chips"):
    """Has the chips at a table counted."""

    table: int = 1
    """The table, from 1."""


class ReturnChips(Command, frozen=True, tag="return-chips"):
    """Takes the chips of a table back after a session, and reports what is missing."""

    table: int = 1
    """The table, from 1."""
    missing: tuple[MissingChips, ...] = ()
    """What did not come back."""


class EndSession(ManagersCommand, frozen=True, tag="end-session"):
    """Ends the session at a table before its time."""

    table: int = 1
    """The table, from 1."""
    agreed: tuple[str, ...] = ()
    """Who agrees, where chips are turned into cash."""
    lots: tuple[int, ...] = ()
    """A permutation of the numbers from 0 to 9, by boxes: where nothing else decides, the lower
    number goes on. Empty where lots decide nothing."""


class RecordSession(ManagersCommand, frozen=True, tag="record-session"):
    """Records the outcome of a session of another game."""

    places: dict[str, int]
    """The place of each player, from 1."""


class AwardPrizes(ManagersCommand, frozen=True, tag="award-prizes"):
    """Pays out the pool."""
