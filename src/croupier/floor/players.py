"""A player's account above the tables: the Player Card, the gaming limits, what has been lost.

An account is an immutable state with ``decide`` and ``evolve`` of its own. Tables know nothing of
it: ``gate`` answers whether a wager may be placed at all.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.rulebooks.table_law import PlayerCardLaw
from croupier.table.checks import not_empowered
from croupier.table.commands import PlayerCommand
from croupier.table.events import Event
from croupier.table.round_events import Line
from croupier.table.state import Refused


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
    declared: Cents | None = None
    """Chips declared at the table; none before any were."""
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
    """Declares chips bought or brought to the table."""

    amount: Cents
    """What they are worth."""


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


AccountEvent = (
    CardPresented
    | LossLimitSet
    | DepositLimitSet
    | Deposited
    | ChipsDeclared
    | BreakRequired
    | PeriodStarted
    | ResultRecorded
)
"""What may have happened to an account; its log holds no others."""
Answer = tuple[AccountEvent, ...] | Refused


def decide(account: PlayerAccount, command: AccountCommand, law: PlayerCardLaw) -> Answer:
    """What a command leads to for an account, or why it is refused."""
    if command.at is not None and (started := new_period(account, command.at)) is not None:
        renewed = PeriodStarted(account.player, started)
        answer = decide(evolve(account, renewed), command, law)
        return answer if isinstance(answer, Refused) else (renewed, *answer)
    return DECIDERS[type(command)](account, command, law)


def new_period(account: PlayerAccount, now: datetime) -> datetime | None:
    """When the period that holds now began, where it is a later one than the account's."""
    limit = account.loss_limit
    if limit is None or now < limit.ends:
        return None
    passed = (now - limit.started) // timedelta(days=limit.days)
    return limit.started + passed * timedelta(days=limit.days)


def _present(account: PlayerAccount, command: PresentCard, law: PlayerCardLaw) -> Answer:
    return (CardPresented(account.player, command.holder, law.card.clause),)


def _limit_losses(account: PlayerAccount, command: SetLossLimit, law: PlayerCardLaw) -> Answer:
    if command.amount <= 0 or command.days < 1:
        why = "a Loss Limit is an amount above nothing for one day or more"
        return Refused("limit/impossible", law.limit.clause, why)
    if command.at is None:
        return Refused("clock/unknown", law.limit.clause, "a period needs the time it begins")
    limit = LossLimit(command.amount, command.days, command.at)
    told = (law.declared, law.declared_on_leaving, law.directions)
    duties = tuple(dict.fromkeys(clause for rule in told for clause in (*rule.also, rule.clause)))
    return (LossLimitSet(account.player, limit, duties),)


def _limit_deposits(account: PlayerAccount, command: SetDepositLimit, law: PlayerCardLaw) -> Answer:
    if command.amount <= 0:
        why = "a Deposit Limit is an amount above nothing"
        return Refused("limit/impossible", law.limit.clause, why)
    return (DepositLimitSet(account.player, command.amount),)


def _deposit(account: PlayerAccount, command: Deposit, law: PlayerCardLaw) -> Answer:
    if command.amount <= 0 or command.at is None:
        return Refused("deposit/what", law.limit.clause, "a deposit is an amount and its time")
    day = command.at.date().isoformat()
    today = account.deposited if day == account.deposit_day else 0
    most = account.deposit_limit
    if command.external and most is not None and today + command.amount > most:
        why = f"with that {account.player} would have deposited more than {in_dollars(most)} today"
        return Refused("deposit/over-limit", law.limit.clause, why)
    return (Deposited(account.player, command.amount, command.external, day),)


def _declare(account: PlayerAccount, command: DeclareChips, law: PlayerCardLaw) -> Answer:
    if command.amount <= 0:
        return Refused("declare/nothing", law.declared.clause, "declare chips that are there")
    return (ChipsDeclared(account.player, command.amount, False, law.declared.clause),)


def _declare_left(account: PlayerAccount, command: DeclareRemaining, law: PlayerCardLaw) -> Answer:
    return (ChipsDeclared(account.player, command.amount, True, law.declared_on_leaving.clause),)


def _rest(account: PlayerAccount, command: RequireBreak, law: PlayerCardLaw) -> Answer:
    if refused := not_empowered(command, law.rest, "have a player rest"):
        return refused
    if account.loss_limit is None:
        why = f"{account.player} has no Loss Limit whose period could end"
        return Refused("rest/no-limit", law.rest.clause, why)
    return (BreakRequired(account.player, law.rest.clause),)


DECIDERS: dict[type[AccountCommand], Callable[[PlayerAccount, Any, PlayerCardLaw], Answer]] = {
    PresentCard: _present,
    SetLossLimit: _limit_losses,
    SetDepositLimit: _limit_deposits,
    Deposit: _deposit,
    DeclareChips: _declare,
    DeclareRemaining: _declare_left,
    RequireBreak: _rest,
}
"""One function per command."""


def evolve(account: PlayerAccount, event: AccountEvent) -> PlayerAccount:
    """The account after an event."""
    match event:
        case CardPresented(holder=holder):
            return replace(account, card_holder=holder)
        case LossLimitSet(limit=limit):
            return replace(account, loss_limit=limit, lost=0)
        case DepositLimitSet(amount=amount):
            return replace(account, deposit_limit=amount)
        case Deposited(amount=amount, external=external, day=day):
            today = account.deposited if day == account.deposit_day else 0
            return replace(account, deposited=today + amount * external, deposit_day=day)
        case ChipsDeclared(amount=amount, leaving=leaving):
            declared = None if leaving else (account.declared or 0) + amount
            return replace(account, declared=declared)
        case BreakRequired():
            return replace(account, resting=True)
        case PeriodStarted(started=started):
            assert account.loss_limit is not None
            limit = replace(account.loss_limit, started=started)
            return replace(account, loss_limit=limit, lost=0, resting=False)
        case ResultRecorded(net=net):
            return replace(account, lost=account.lost - net)


def gate(
    law: PlayerCardLaw, account: PlayerAccount, *, amount: Cents, at_risk: Cents
) -> Refused | None:
    """Refuse a wager that the player's card or limit does not allow."""
    name = account.player
    if account.card_holder is None:
        rule = law.card
        return Refused("player/no-card", rule.clause, f"{name} has shown no Player Card", rule.also)
    if account.card_holder != name:
        rule = law.own_card
        why = f"the Player Card that {name} has shown is {account.card_holder}'s"
        return Refused("player/anothers-card", rule.clause, why, rule.also)
    if account.loss_limit is None:
        return None
    if account.resting:
        return Refused("player/resting", law.rest.clause, f"{name} rests until the new period")
    if account.declared is None:
        rule = law.declared
        return Refused(
            "player/undeclared", rule.clause, f"{name} must declare chips first", rule.also
        )
    left = account.loss_limit.amount - account.lost - at_risk
    if amount > left:
        why = f"{name} may risk {in_dollars(max(0, left))} more under the Loss Limit"
        return Refused("player/over-limit", law.limit.clause, why)
    return None


def results_of(lines: Iterable[Line]) -> dict[str, Cents]:
    """What settled wagers came to, by player."""
    results: dict[str, Cents] = {}
    for line in lines:
        results[line.player] = results.get(line.player, 0) + line.net
    return results
