"""A player's account: its state, what may be asked of it, and what has happened to it."""

from datetime import datetime, timedelta
from typing import ClassVar

import msgspec

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.commands import PlayerCommand
from croupier.table.events import Event


class LossLimit(msgspec.Struct, frozen=True):
    """The most that a player lets themselves lose in a period."""

    amount: Cents
    """The most."""
    days: int
    """How many days a period has."""
    started: datetime
    """When the period began."""

    @property
    def ends(self) -> datetime:
        """When the new period begins."""
        return self.started + timedelta(days=self.days)


class PlayerAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a player beyond one table."""

    player: str
    """Whose it is."""
    card_holder: str | None = None
    """In whose name the presented card is; none before one was shown."""
    loss_limit: LossLimit | None = None
    """The Loss Limit; none where the player has set none."""
    lost: Cents = 0
    """The net loss in the period; below zero is a win."""
    chips: dict[str, Cents] = {}
    """The chips that are known at each table: declared or bought there, and played with since."""
    resting: bool = False
    """Whether the player must rest until the new period."""
    deposit_limit: Cents | None = None
    """The most that may come from outside in a day; none where the player has set none."""
    deposited: Cents = 0
    """What came from outside on the day of the last deposit."""
    deposit_day: str = ""
    """The day of the last deposit, as ``2026-05-01``; empty before there was one."""


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
    """Who asks for it where a scenario does not say."""


class CardPresented(Event, frozen=True, tag="card-presented"):
    """A Player Card was shown."""

    player: str
    """Who showed it."""
    holder: str
    """In whose name it is."""
    clause: str
    """The clause that asks for it."""


class LossLimitSet(Event, frozen=True, tag="loss-limit-set"):
    """A player set a Loss Limit and was told what it asks of them."""

    player: str
    """Who set it."""
    limit: LossLimit
    """The limit, with the start of its first period."""
    duties: tuple[str, ...]
    """The clauses of what the player was told."""


class DepositLimitSet(Event, frozen=True, tag="deposit-limit-set"):
    """A player set a Deposit Limit."""

    player: str
    """Who set it."""
    amount: Cents
    """The most that may come from outside in a day."""


class Deposited(Event, frozen=True, tag="deposited"):
    """Money came into the account."""

    player: str
    """Whose account it is."""
    amount: Cents
    """How much."""
    external: bool
    """Whether it came from outside, and so counts against the Deposit Limit."""
    day: str
    """The calendar day, as ``2026-05-01``."""


class ChipsDeclared(Event, frozen=True, tag="chips-declared"):
    """Chips were declared, at the table or on leaving it."""

    player: str
    """Whose chips they are."""
    amount: Cents
    """What they are worth."""
    leaving: bool
    """Whether they are those left on leaving; else those brought."""
    clause: str
    """The clause that asks for it."""
    table: str = ""
    """At which table; empty where it is not told."""


class ChipsBought(Event, frozen=True, tag="chips-bought"):
    """A player with a Loss Limit bought chips at a table: its dealer knows of them."""

    player: str
    """Who bought them."""
    amount: Cents
    """What they are worth."""
    table: str
    """At which table."""
    clause: str
    """The clause by which they are known."""


class BreakRequired(Event, frozen=True, tag="break-required"):
    """A player rests until the new period."""

    player: str
    """Who rests."""
    clause: str
    """The clause that asks for it."""


class PeriodStarted(Event, frozen=True, tag="period-started"):
    """A new period of the Loss Limit began: the loss counts from nothing again."""

    player: str
    """Whose limit it is."""
    started: datetime
    """When it began."""


class ResultRecorded(Event, frozen=True, tag="result-recorded"):
    """What a player's settled wagers came to."""

    player: str
    """Whose wagers they were."""
    net: Cents
    """What the player won; below zero is a loss."""
    table: str = ""
    """At which table; empty where it is not told."""
    tokens: Cents = 0
    """How much of a loss was promotional tokens and no chips; below zero where they came back."""


AccountEvent = (
    CardPresented
    | LossLimitSet
    | DepositLimitSet
    | Deposited
    | ChipsDeclared
    | ChipsBought
    | BreakRequired
    | PeriodStarted
    | ResultRecorded
)
"""What may have happened to an account; its log holds no others."""
