"""What may be asked of a player's account: cards shown, limits set, chips declared."""

from typing import ClassVar

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.commands import PlayerCommand


class AccountCommand(PlayerCommand, frozen=True):
    """Something asked of a player's account."""

    player: str
    """Whose account it is."""


class PresentCard(AccountCommand, frozen=True, tag="present-card"):
    """Shows a Player Card; whose it is may differ from who shows it."""

    holder: str
    """In whose name the card is."""


class SetLossLimit(AccountCommand, frozen=True, tag="set-loss-limit"):
    """Sets the most that may be lost in a period of days."""

    amount: Cents
    """The most."""
    days: int = 1
    """How many days a period has."""


class SetDepositLimit(AccountCommand, frozen=True, tag="set-deposit-limit"):
    """Sets the most that may be deposited from outside in a calendar day."""

    amount: Cents
    """The most."""


class Deposit(AccountCommand, frozen=True, tag="deposit"):
    """Puts money into the account."""

    amount: Cents
    """How much."""
    external: bool = True
    """Whether it comes from outside; only that counts against the Deposit Limit."""


class DeclareChips(AccountCommand, frozen=True, tag="declare-chips"):
    """Declares chips brought to the table, or bought elsewhere; what is bought here is known."""

    amount: Cents
    """What they are worth."""
    bought: bool = False
    """Whether they were bought, and not brought along."""


class DeclareRemaining(AccountCommand, frozen=True, tag="declare-remaining"):
    """Declares the chips that are left on leaving."""

    amount: Cents
    """What they are worth."""


class RequireBreak(AccountCommand, frozen=True, tag="require-break"):
    """Has a player rest until the Loss Limit's new period."""

    usual: ClassVar[Role] = Role.DEALER
    """The role that usually asks for it, where a text names none."""
