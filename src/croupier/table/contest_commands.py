"""What players and staff may ask for in a session of a tournament at a table."""

from typing import ClassVar

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.commands import Command, PlayerCommand


class PlayPassCard(PlayerCommand, frozen=True, tag="pass"):
    """Lays a pass card instead of a wager."""

    player: str
    """Who lays it."""


class HandInForm(PlayerCommand, frozen=True, tag="undisclosed-wager"):
    """Gives the supervisor a form with an undisclosed wager."""

    player: str
    """Whose form it is."""
    type: str = ""
    """The type of wager: ``main``; empty where none was written."""
    amount: Cents | None = None
    """The amount; none where none was written."""
    open: Cents = 0
    """What is wagered in chips beside it; 0 for nothing."""
    overlooked: bool = False
    """Whether the supervisor misses what is wrong with it."""


class ShowForm(PlayerCommand, frozen=True, tag="show-form"):
    """Asks to see somebody's form of the last round."""

    player: str
    """Who asks."""
    of: str
    """Whose form."""


class GiveChips(PlayerCommand, frozen=True, tag="give-chips"):
    """Hands chips to another player."""

    player: str
    """Whose chips they are."""
    amount: Cents
    """What they are worth."""
    to: str
    """Who is to have them."""


class TimeOut(Command, frozen=True, tag="time-out"):
    """Reports that a player's time for a wager is over."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """Who reports it where a scenario does not say."""
    player: str
    """Whose time is over."""


class DeductAbsent(Command, frozen=True, tag="deduct-absent"):
    """Has a minimum deducted from an absent player's chips for this round."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """Who directs it where a scenario does not say."""
    player: str
    """Who is absent."""
