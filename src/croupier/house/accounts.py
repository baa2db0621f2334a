"""A player's account above the tables: the Player Card, the gaming limits, what has been lost.

An account is an immutable state with ``decide`` and ``evolve`` of its own. Tables know nothing of
it: ``croupier.floor.admission`` answers whether a wager may be placed at all.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.games.table.checks import not_empowered
from croupier.games.table.notices import loss_limit_duties
from croupier.games.table.state import MONEY_TILL
from croupier.house.gaming_days import calendar_day
from croupier.messages import Answer, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, in_dollars, transfer
from croupier.rulebooks import Role
from croupier.rulebooks.law.table import PlayerCardLaw


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
    zone: str = "UTC"
    """The time zone whose calendar it is."""


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


class AccountCommand(PlayerCommand, frozen=True):
    """Something asked of a player's account."""

    player: str
    """Whose account it is."""


class PresentCard(AccountCommand, frozen=True, tag="present-card"):
    """Shows a Player Card; its holder may differ from the player who shows it."""

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


GRANTED, TABLE, TOURNAMENT, PROMOTION = "granted", "table", "tournament", "promotion"
"""Why a purse moves."""


class PurseMoved(Event, frozen=True, tag="purse-moved"):
    """Money went into a player's purse, or out of it."""

    player: str
    """Whose purse it is."""
    amount: Cents
    """How much came in; below zero what went out."""
    why: str
    """``granted`` by the house, or to and from a ``table``, ``tournament`` or ``promotion``."""
    where: str
    """Which table, tournament or promotion; empty where it was granted."""
    entry: Entry
    """The postings: from the house, a table, a tournament or a promotion to the purse, or back."""


class LiveChipsMoved(Event, frozen=True, tag="live-chips-moved"):
    """A player brought money to a live table, or took it away: chips there are in no purse.

    It is an event of the account, so that two purchases at two tables never miss each other.
    """

    player: str
    """Whose money it is."""
    amount: Cents
    """How much was brought; below zero what was taken away."""
    table: str
    """Which table."""
    day: str
    """The gaming day, as ``2026-05-01``."""


def purse_movement(
    player: str, amount: Cents, why: str, where: str = "", clause: str = ""
) -> PurseMoved:
    """Return the event that moves money into a purse, or out of it if the amount is negative."""
    other = f"{why}/{where}" if where else why
    entry = transfer(other, MONEY_TILL.purse(player), amount, clause)
    return PurseMoved(player, amount, why, where, entry)


def refuse_beyond_purse(player: str, purse: Cents, amount: Cents) -> Refused | None:
    """Refuse more than a player's purse holds."""
    if amount <= purse:
        return None
    why = f"{player} has {in_dollars(purse)} away from the tables, not {in_dollars(amount)}"
    return Refused("purse/too-little", "", why)


class PlayerAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a player beyond one table."""

    player: str
    """The player's id."""
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
    deposit_zone: str = "UTC"
    """The time zone whose day it is."""
    purse: Cents = 0
    """What the player has away from the tables; 0 where no purse is kept."""
    brought: Cents = 0
    """What was brought to live tables on ``brought_day``, less what was taken away; never less."""
    brought_day: str = ""
    """The gaming day of the last such movement, as ``2026-05-01``; empty before there was one."""

    def deposited_on_day_of(self, at: datetime) -> Cents:
        """Return what came from outside on the calendar day of a time, by the clock that counts."""
        return self.deposited if calendar_day(at, self.deposit_zone) == self.deposit_day else 0

    def amount_brought_on(self, day: str) -> Cents:
        """Return what the player has brought to live tables on a gaming day, and not taken away."""
        return self.brought if day == self.brought_day else 0


class Place(msgspec.Struct, frozen=True):
    """Where a command was given, as far as an account needs to know."""

    table: str = ""
    """The table."""
    in_play: bool = False
    """Whether the player has a wager in the round under way there."""
    zone: str = ""
    """The time zone of the house; empty where it has set none, and the rulebook's counts."""


NOWHERE = Place()
"""For what does not depend on a table."""


def decide(
    account: PlayerAccount, command: AccountCommand, law: PlayerCardLaw, place: Place = NOWHERE
) -> Answer:
    """Decide a command for an account. Return its events, or the refusal."""
    if refused := _refuse_time(account, command):
        return refused
    renewed = period_starts(account, command.at)
    if renewed:
        account = evolve(account, renewed[0])
    answer = DECIDERS[type(command)](account, command, law, place)
    return answer if isinstance(answer, Refused) else (*renewed, *answer)


def _refuse_time(account: PlayerAccount, command: AccountCommand) -> Refused | None:
    """Refuse a time without its zone, or before the period of the Loss Limit began."""
    if command.at is None:
        return None
    if command.at.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    limit = account.loss_limit
    if limit is None or command.at >= limit.started:
        return None
    began = limit.started.isoformat()
    return Refused("clock/backwards", "", f"the period of the Loss Limit began at {began}")


def period_starts(account: PlayerAccount, now: datetime | None) -> tuple[PeriodStarted, ...]:
    """Return the event that a later period of the Loss Limit has begun, if one has."""
    limit = account.loss_limit
    if limit is None or now is None or now.tzinfo is None or now < limit.ends:
        return ()
    passed = (now - limit.started) // timedelta(days=limit.days)
    return (PeriodStarted(account.player, limit.started + passed * timedelta(days=limit.days)),)


def account_at(account: PlayerAccount, now: datetime | None) -> PlayerAccount:
    """Return the account in the period of this time; unchanged without a time."""
    return reduce(evolve, period_starts(account, now), account)


def _present(account: PlayerAccount, command: PresentCard, law: PlayerCardLaw, _: Place) -> Answer:
    return (CardPresented(account.player, command.holder, law.card.clause),)


def _limit_losses(
    account: PlayerAccount, command: SetLossLimit, law: PlayerCardLaw, _: Place
) -> Answer:
    """Set a Loss Limit; reading K47: another one within the period counts what is lost already."""
    if command.amount <= 0 or command.days < 1:
        why = "a Loss Limit is an amount above $0 for one day or more"
        return Refused("limit/impossible", law.limit.clause, why)
    if command.at is None:
        return Refused("clock/unknown", law.limit.clause, "a period needs its start time")
    known = account.loss_limit
    started = command.at if known is None else known.started
    limit = LossLimit(command.amount, command.days, started)
    return (LossLimitSet(account.player, limit, loss_limit_duties(law)),)


def _limit_deposits(
    account: PlayerAccount, command: SetDepositLimit, law: PlayerCardLaw, _: Place
) -> Answer:
    if command.amount <= 0:
        why = "a Deposit Limit is an amount above $0"
        return Refused("limit/impossible", law.deposits.clause, why, law.deposits.also)
    return (DepositLimitSet(account.player, command.amount),)


def _deposit(account: PlayerAccount, command: Deposit, law: PlayerCardLaw, place: Place) -> Answer:
    """Put money into the account; reading K60: a calendar day is one of the casino's own clock."""
    rule = law.deposits
    if command.amount <= 0 or command.at is None:
        why = "a deposit is an amount and its time"
        return Refused("deposit/what", rule.clause, why, rule.also)
    zone = place.zone or law.deposit_days.value
    day = calendar_day(command.at, zone)
    today = account.deposited if day == account.deposit_day else 0
    most = account.deposit_limit
    if command.external and most is not None and today + command.amount > most:
        why = f"with that {account.player} would have deposited more than {in_dollars(most)} today"
        return Refused("deposit/over-limit", rule.clause, why, rule.also)
    return (Deposited(account.player, command.amount, command.external, day, zone),)


def _declare(
    account: PlayerAccount, command: DeclareChips, law: PlayerCardLaw, place: Place
) -> Answer:
    rule = law.purchases if command.bought else law.declared
    if command.amount <= 0:
        return Refused("declare/nothing", rule.clause, "the amount of chips must be above $0")
    if refused := _refuse_undated(command, rule.clause):
        return refused
    if place.in_play:
        why = "chips are declared before a round, not in it"
        return Refused("declare/too-late", rule.clause, why, rule.also)
    return (ChipsDeclared(account.player, command.amount, False, rule.clause, place.table),)


def _refuse_undated(command: AccountCommand, clause: str) -> Refused | None:
    if command.at is not None:
        return None
    return Refused("clock/unknown", clause, "a declaration counts from its time: give it")


def _declare_left(
    account: PlayerAccount, command: DeclareRemaining, law: PlayerCardLaw, place: Place
) -> Answer:
    """Record what a player leaves with: all that is known to be left, no more and no less."""
    rule = law.declared_on_leaving
    if command.amount < 0:
        return Refused("declare/nothing", rule.clause, "what is left cannot be below $0")
    if refused := _refuse_undated(command, rule.clause):
        return refused
    if place.in_play:
        why = f"{account.player} has a wager in play: what is left is known when it is decided"
        return Refused("declare/in-play", rule.clause, why)
    known = account.chips.get(place.table)
    if known is None:
        why = f"{account.player} has declared no chips at this table"
        return Refused("declare/none-here", rule.clause, why)
    if command.amount != known:
        why = f"according to declarations and play, {account.player} has {in_dollars(known)} here"
        return Refused("declare/other-amount", rule.clause, why)
    return (ChipsDeclared(account.player, command.amount, True, rule.clause, place.table),)


def _require_break(
    account: PlayerAccount, command: RequireBreak, law: PlayerCardLaw, _: Place
) -> Answer:
    if refused := not_empowered(command, law.rest, "have a player rest"):
        return refused
    if account.loss_limit is None:
        why = f"{account.player} has no Loss Limit whose period could end"
        return Refused("rest/no-limit", law.rest.clause, why)
    return (BreakRequired(account.player, law.rest.clause),)


DECIDERS: dict[
    type[AccountCommand], Callable[[PlayerAccount, Any, PlayerCardLaw, Place], Answer]
] = {
    PresentCard: _present,
    SetLossLimit: _limit_losses,
    SetDepositLimit: _limit_deposits,
    Deposit: _deposit,
    DeclareChips: _declare,
    DeclareRemaining: _declare_left,
    RequireBreak: _require_break,
}
"""One function per command."""


def evolve(account: PlayerAccount, event: Event) -> PlayerAccount:
    """Return the account after an event."""
    after: PlayerAccount = EVOLVERS[type(event)](account, event)
    return after


def _purse_moved(account: PlayerAccount, event: PurseMoved) -> PlayerAccount:
    return replace(account, purse=account.purse + event.amount)


def _live_chips_moved(account: PlayerAccount, event: LiveChipsMoved) -> PlayerAccount:
    brought = max(0, account.amount_brought_on(event.day) + event.amount)
    return replace(account, brought=brought, brought_day=event.day)


def _card_presented(account: PlayerAccount, event: CardPresented) -> PlayerAccount:
    return replace(account, card_holder=event.holder)


def _loss_limit_set(account: PlayerAccount, event: LossLimitSet) -> PlayerAccount:
    first = account.loss_limit is None
    fresh = {"lost": 0, "chips": {}} if first else {}
    return replace(account, loss_limit=event.limit, **fresh)


def _deposit_limit_set(account: PlayerAccount, event: DepositLimitSet) -> PlayerAccount:
    return replace(account, deposit_limit=event.amount)


def _deposited(account: PlayerAccount, event: Deposited) -> PlayerAccount:
    today = account.deposited if event.day == account.deposit_day else 0
    now = today + event.amount * event.external
    return replace(account, deposited=now, deposit_day=event.day, deposit_zone=event.zone)


def _chips_declared(account: PlayerAccount, event: ChipsDeclared) -> PlayerAccount:
    known = None if event.leaving else account.chips.get(event.table, 0) + event.amount
    return replace(account, chips=_with_chips(account.chips, event.table, known))


def _chips_bought(account: PlayerAccount, event: ChipsBought) -> PlayerAccount:
    known = account.chips.get(event.table, 0) + event.amount
    return replace(account, chips=_with_chips(account.chips, event.table, known))


def _break_required(account: PlayerAccount, _: BreakRequired) -> PlayerAccount:
    return replace(account, resting=True)


def _period_opened(account: PlayerAccount, event: PeriodStarted) -> PlayerAccount:
    assert account.loss_limit is not None
    limit = replace(account.loss_limit, started=event.started)
    return replace(account, loss_limit=limit, lost=0, resting=False)


def _result_recorded(account: PlayerAccount, event: ResultRecorded) -> PlayerAccount:
    chips = account.chips.get(event.table)
    known = None if chips is None else chips + event.net + event.tokens
    chips_now = _with_chips(account.chips, event.table, known)
    return replace(account, lost=account.lost - event.net, chips=chips_now)


def _with_chips(chips: dict[str, Cents], table: str, known: Cents | None) -> dict[str, Cents]:
    """Return the chips at each table with those of one changed, or forgotten."""
    others = {name: amount for name, amount in chips.items() if name != table}
    return others if known is None else {**others, table: known}


EVOLVERS: dict[type[Event], Evolver] = {
    PurseMoved: _purse_moved,
    LiveChipsMoved: _live_chips_moved,
    CardPresented: _card_presented,
    LossLimitSet: _loss_limit_set,
    DepositLimitSet: _deposit_limit_set,
    Deposited: _deposited,
    ChipsDeclared: _chips_declared,
    ChipsBought: _chips_bought,
    BreakRequired: _break_required,
    PeriodStarted: _period_opened,
    ResultRecorded: _result_recorded,
}
"""One function per event."""
POWERS: dict[str, tuple[str, ...]] = {"require-break": ("player_cards.rest",)}
"""The rules that empower a role to submit a command, by their paths in the law."""
