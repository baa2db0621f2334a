"""A progressive jackpot pool: several tables feed it, one at a time wins from it.

Every cent is accounted for at any moment: what the operator seeded and what players wagered is in
the meter, was paid from it, or is the operator's. Fractions of a cent are carried, never lost.
"""

from fractions import Fraction
from math import floor

import msgspec
from msgspec.structs import replace

from croupier.cards import Category
from croupier.games.stud.jackpots import JackpotPayment
from croupier.messages import Event, Refused
from croupier.money import Cents
from croupier.rulebooks.law.stud import JackpotLaw, StudLaw


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot pool at one moment. It names its law and does not hold it."""

    game: str
    """The game whose tables feed it."""
    revision: str
    """The revision of the law that it was opened under."""
    wager: Cents
    """What a jackpot wager is, at every table."""
    increment: Fraction
    """The share of each wager that goes to the meter."""
    bonus: Cents
    """What every other jackpot bettor at the table wins with a royal or straight flush jackpot."""
    seed: Cents
    """What the operator puts into an emptied meter."""
    meter: Cents
    """What the pool stands at."""
    carry: Fraction = Fraction(0)
    """The part of a cent that waits to become one."""
    seeded: Cents
    """All that the operator has put in."""
    wagered: Cents = 0
    """All jackpot wagers, less those taken back."""
    retained: Fraction = Fraction(0)
    """The part of the wagers that the operator keeps."""
    paid_from_meter: Cents = 0
    """All that was won from the meter."""
    paid_by_operator: Cents = 0
    """What the operator paid on top: fixed sums, bonuses, what a share lacked."""
    tables: tuple[str, ...] = ()
    """The tables that feed it."""
    seeds: dict[str, Cents] = {}
    """What the operator put in after the last payment at a table had emptied the meter."""

    @property
    def is_balanced(self) -> bool:
        """Whether every cent is accounted for."""
        held = self.meter + self.carry + self.paid_from_meter + self.retained
        return held == self.seeded + self.wagered


class LinkTable(msgspec.Struct, frozen=True):
    """Links a table, whose terms must be the same as the pool's."""

    table: str
    """The table's name."""
    wager: Cents
    """What a jackpot wager is there."""
    increment: Fraction
    """The share of each wager that goes to the meter there."""
    bonus: Cents
    """What other jackpot bettors win there; 0 where nothing."""
    seed: Cents
    """What the operator puts into an emptied meter; 0 where nothing."""


class Contribute(msgspec.Struct, frozen=True):
    """Brings the jackpot wagers of a round."""

    table: str
    """Where they were made."""
    amount: Cents
    """All of them together."""


class TakeBack(msgspec.Struct, frozen=True):
    """Takes an invalid jackpot wager out again, as if nobody had made it."""

    table: str
    """Where it was made."""
    amount: Cents
    """The wager."""


class TakeBackPayment(msgspec.Struct, frozen=True):
    """Takes back what was paid for a hand or a wager that is void, as if it had not been paid."""

    table: str
    """Where it was paid."""
    amount: Cents
    """All that was paid."""
    from_pool: Cents
    """The part of it that came out of the meter; 0 where all was the operator's."""


class Claim(msgspec.Struct, frozen=True):
    """Asks for what a round's hands win: player, box and category, from the dealer's right."""

    table: str
    """Where they were won."""
    hands: tuple[tuple[str, int, Category], ...]
    """Player, box and category of each."""
    bettors: tuple[tuple[str, int], ...]
    """All who have a jackpot wager in the round: player and box."""


PoolCommand = LinkTable | Contribute | TakeBack | TakeBackPayment | Claim


class PoolOpened(Event, frozen=True, tag="pool-opened"):
    """A pool was opened: the first of all its events."""

    game: str
    """The game whose tables feed it."""
    revision: str
    """The revision of the law that it was opened under."""
    wager: Cents
    """What a jackpot wager is."""
    increment: Fraction
    """The share of each wager that goes to the meter."""
    meter: Cents
    """What the operator put in."""
    bonus: Cents
    """What every other jackpot bettor at the table wins with a royal or straight flush jackpot."""
    seed: Cents
    """What the operator puts into an emptied meter."""


class TableLinked(Event, frozen=True, tag="table-linked"):
    """A table feeds the pool from now on."""

    table: str
    """The table's name."""


class PoolFed(Event, frozen=True, tag="pool-fed"):
    """Wagers came in: one part to the meter, a fraction carried, the rest retained."""

    table: str
    """Where they were made."""
    amount: Cents
    """The wagers together; below zero where they were taken back."""
    to_meter: Cents
    """The part of it that the meter shows."""
    carry: Fraction
    """The part of a cent that waits to become one, from now on."""


class PoolPaid(Event, frozen=True, tag="pool-paid"):
    """A round's jackpot hands were paid, in this order."""

    table: str
    """Where they were won."""
    payments: tuple[JackpotPayment, ...]
    """What each player is paid."""


class PoolSeeded(Event, frozen=True, tag="pool-seeded"):
    """The operator filled an emptied meter."""

    amount: Cents
    """With how much."""
    table: str = ""
    """Where the jackpot was won that had emptied it."""


class PoolRepaid(Event, frozen=True, tag="pool-repaid"):
    """A payment was taken back: its hand or wager was void."""

    table: str
    """Where it had been made."""
    amount: Cents
    """All that was taken back."""
    to_meter: Cents
    """The part of it that had come out of the meter."""
    seed: Cents = 0
    """What the operator takes out again, put in because the payment had emptied the meter."""


PoolEvent = PoolOpened | TableLinked | PoolFed | PoolPaid | PoolSeeded | PoolRepaid
"""What may have happened to a pool; its log holds no others."""


def open_pool(
    law: StudLaw, *, wager: Cents, increment: Fraction, meter: Cents, bonus: Cents, seed: Cents
) -> PoolOpened:
    """Return the event that opens a pool with something in it."""
    return PoolOpened(law.game, law.revision, wager, increment, meter, bonus, seed)


def decide(law: JackpotLaw, pool: Pool, command: PoolCommand) -> tuple[PoolEvent, ...] | Refused:
    """Decide a command for the pool. Return its events, or the refusal."""
    match command:
        case LinkTable():
            return _refuse_other_terms(law, pool, command) or (TableLinked(command.table),)
        case Contribute(table=table, amount=amount):
            if amount <= 0 or amount % pool.wager:
                why = "contributions are whole jackpot wagers"
                return Refused("pool/amount", law.amount.clause, why)
            return (_contribution(pool, table, amount),)
        case TakeBack(table=table, amount=amount):
            if amount <= 0 or amount > pool.wagered:
                why = "only a wager that was made can be taken back"
                return Refused("pool/amount", law.amount.clause, why)
            return (_contribution(pool, table, -amount),)
        case TakeBackPayment():
            return _repayment(law, pool, command)
        case Claim():
            payments = payouts(law, pool, command)
            paid = PoolPaid(command.table, payments)
            # Only the payment that empties the meter calls for a new seed; a meter that was empty
            # already is not seeded a second time.
            emptied = evolve(pool, paid).meter == 0 and pool.meter > 0
            seeded = PoolSeeded(pool.seed, command.table)
            return (paid, seeded) if emptied and pool.seed else (paid,)


def _contribution(pool: Pool, table: str, amount: Cents) -> PoolFed:
    """Return the event that adds an amount to the meter to the cent and carries the fraction.

    A wager that is given back after another table has won the meter is the operator's loss.
    """
    # A share of a wager need not be whole cents. The fraction stays in ``carry`` and counts with
    # the next wager, so that after any number of wagers no part of a cent is lost or invented.
    exact = amount * pool.increment + pool.carry
    to_meter = floor(exact)
    if pool.meter + to_meter < 0:
        return PoolFed(table, amount, -pool.meter, Fraction(0))
    return PoolFed(table, amount, to_meter, exact - to_meter)


def _repayment(
    law: JackpotLaw, pool: Pool, command: TakeBackPayment
) -> tuple[PoolEvent, ...] | Refused:
    """Put back into the meter what a payment had taken out of it."""
    if not 0 <= command.from_pool <= min(command.amount, pool.paid_from_meter):
        why = "only what was paid can be taken back"
        return Refused("pool/amount", law.amount.clause, why)
    # If the payment had emptied the meter, the operator put a seed in for it: that goes out again,
    # or the meter would hold both the seed and what it replaced.
    seed = pool.seeds.get(command.table, 0) if command.from_pool else 0
    return (PoolRepaid(command.table, command.amount, command.from_pool, seed),)


def _refuse_other_terms(law: JackpotLaw, pool: Pool, command: LinkTable) -> Refused | None:
    """Refuse a table whose terms differ from the pool's."""
    if command.wager != pool.wager:
        clause = law.same_wager.clause
        return Refused("pool/other-wager", clause, "linked tables take the same jackpot wager")
    if (command.increment, command.seed) != (pool.increment, pool.seed):
        clause = law.same_rate.clause
        why = "linked tables have the same rate of increment and the same seed"
        return Refused("pool/other-rate", clause, why)
    if command.bonus != pool.bonus:
        clause = law.same_pay_table.clause
        return Refused("pool/other-pay-table", clause, "linked tables have one pay table")
    return None


def payouts(law: JackpotLaw, pool: Pool, claim: Claim) -> tuple[JackpotPayment, ...]:
    """Return what everyone wins: the bonus first, fixed sums, straight flushes, then royals.

    Readings K10 to K13: tenths are taken one after the other and shared; the operator makes up what
    the meter's share lacks of the least sum; fixed sums are not the meter's.
    """
    by_category: dict[Category, list[tuple[str, int]]] = {}
    for player, box, category in claim.hands:
        by_category.setdefault(category, []).append((player, box))
    payments = list(bonus_payments(law, pool, claim))
    for category, rule in law.fixed.items():
        also = (*rule.also, law.qualifying[category].clause, law.from_the_right.clause)
        for player, box in by_category.get(category, ()):
            payments.append(JackpotPayment(player, box, rule.value, 0, rule.clause, also))
    payments.sort(key=lambda payment: -payment.box)
    meter = pool.meter
    for category in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        winners = by_category.get(category, [])
        taken, shares = _from_meter(law, category, meter, len(winners))
        meter -= taken
        payments += _share_out(law, category, winners, shares)
    return tuple(payments)


def bonus_payments(law: JackpotLaw, pool: Pool, claim: Claim) -> list[JackpotPayment]:
    """Return the bonus of every other player, once for any number of jackpot wagers (K14)."""
    big = {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
    winners = {player for player, _, category in claim.hands if category in big}
    if not winners or not pool.bonus:
        return []
    also = (law.bonus_eligible.clause, law.bonus_not_to_winner.clause, law.bonus_first.clause)
    first: dict[str, int] = {}
    for player, box in sorted(claim.bettors, key=lambda one: -one[1]):
        first.setdefault(player, box)
    return [
        JackpotPayment(player, box, pool.bonus, 0, law.bonus_paid.clause, also)
        for player, box in first.items()
        if player not in winners
    ]


def _from_meter(
    law: JackpotLaw, category: Category, meter: Cents, winners: int
) -> tuple[Cents, list[Cents]]:
    """Return what all winners take of the meter, and the share of each to the cent."""
    if not winners:
        return 0, []
    part, whole = law.shares[category].value
    taken = 0
    # Each winner takes the law's share of what the one before has left (K10); then all shares are
    # made equal, and odd cents go to the first.
    for _ in range(winners):
        taken += (meter - taken) * part // whole
    each, left = divmod(taken, winners)
    return taken, [each + (number < left) for number in range(winners)]


def _share_out(
    law: JackpotLaw, category: Category, winners: list[tuple[str, int]], shares: list[Cents]
) -> list[JackpotPayment]:
    least = law.least[category]
    also: tuple[str, ...] = (law.qualifying[category].clause, law.from_the_right.clause)
    if len(winners) > 1:
        also = (law.shared[category].clause, *also)
    if category is Category.STRAIGHT_FLUSH:
        also = (*also, law.straight_flush_first.clause)
    return [
        JackpotPayment(player, box, max(share, least.value), share, least.clause, also)
        for (player, box), share in zip(winners, shares, strict=True)
    ]


def evolve(pool: Pool | None, event: PoolEvent) -> Pool:
    """Return the pool after an event; there is none before the first."""
    if isinstance(event, PoolOpened):
        return Pool(
            game=event.game,
            revision=event.revision,
            wager=event.wager,
            increment=event.increment,
            bonus=event.bonus,
            seed=event.seed,
            meter=event.meter,
            seeded=event.meter,
        )
    assert pool is not None
    match event:
        case TableLinked(table=table):
            return replace(pool, tables=(*pool.tables, table))
        case PoolFed(amount=amount, to_meter=to_meter, carry=carry):
            return replace(
                pool,
                meter=pool.meter + to_meter,
                carry=carry,
                wagered=pool.wagered + amount,
                retained=pool.retained + amount - to_meter - (carry - pool.carry),
            )
        case PoolPaid(table=table, payments=payments):
            taken = sum(payment.from_pool for payment in payments)
            return replace(
                pool,
                meter=pool.meter - taken,
                paid_from_meter=pool.paid_from_meter + taken,
                paid_by_operator=pool.paid_by_operator
                + sum(payment.amount for payment in payments)
                - taken,
                seeds=_seeds(pool, table, 0),
            )
        case PoolSeeded(amount=amount, table=table):
            return replace(
                pool,
                meter=pool.meter + amount,
                seeded=pool.seeded + amount,
                seeds=_seeds(pool, table, amount),
            )
        case PoolRepaid(table=table, amount=amount, to_meter=to_meter, seed=seed):
            return replace(
                pool,
                meter=pool.meter + to_meter - seed,
                seeded=pool.seeded - seed,
                paid_from_meter=pool.paid_from_meter - to_meter,
                paid_by_operator=pool.paid_by_operator - (amount - to_meter),
                seeds=_seeds(pool, table, 0) if to_meter else pool.seeds,
            )


def _seeds(pool: Pool, table: str, amount: Cents) -> dict[str, Cents]:
    """Return the seeds by table, with the one of a table's last payment; without zeros."""
    others = {name: seed for name, seed in pool.seeds.items() if name != table}
    return {**others, table: amount} if amount else others
