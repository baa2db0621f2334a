"""What happens to a player's account above the tables: cards, limits, declarations, results."""

from datetime import datetime, timedelta

import msgspec

from croupier.money import Cents
from croupier.table.events import Event


class LossLimit(msgspec.Struct, frozen=True):
    """The most that a player is willing to lose in a period."""

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


class CardPresented(Event, frozen=True, tag="card-presented"):
    """A Player Card was shown."""

    player: str
    """Who showed it."""
    holder: str
    """In whose name it is."""
    clause: str
    """The clause that asks for it."""


class LossLimitSet(Event, frozen=True, tag="loss-limit-set"):
    """A player set a Loss Limit and was informed of the duties that come with it."""

    player: str
    """Who set it."""
    limit: LossLimit
    """The limit, with the start of its first period."""
    duties: tuple[str, ...]
    """The clauses with those duties."""


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
    """At which table; empty where nobody said."""


class ChipsBought(Event, frozen=True, tag="chips-bought"):
    """A player with a Loss Limit bought chips at a table, so its dealer knows of them."""

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
    """A new period of the Loss Limit began: the loss counts from 0 again."""

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
    """At which table; empty where nobody said."""
    tokens: Cents = 0
    """How much of a loss was promotional tokens and no chips; below zero where they came back."""
