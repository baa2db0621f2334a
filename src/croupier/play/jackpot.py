"""Between a table and its jackpot pool: wagers go up, payments come down."""

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from croupier.errors import CroupierError
from croupier.floor.jackpots import (
    Claim,
    Contribute,
    Pool,
    PoolCommand,
    PoolPaid,
    TakeBack,
    decide,
    evolve,
    open_pool,
)
from croupier.rulebooks import StudLaw
from croupier.stud.commands import JackpotPayment, PayJackpot
from croupier.stud.due import JackpotDue
from croupier.stud.events import JackpotWagersTaken, JackpotWagerTakenBack
from croupier.table.events import Event
from croupier.table.state import Refused, Table

TABLE = "this table"
"""The name by which a pool of its own knows the one table that feeds it."""


def pool_of(table: Table) -> Pool | None:
    """A pool of its own for a table whose choices have a jackpot."""
    terms = table.choices.jackpot
    if terms is None or not isinstance(table.law, StudLaw):
        return None
    return open_pool(
        table.law.jackpot,
        wager=terms.wager,
        increment=Fraction(terms.increment),
        meter=terms.pool,
        bonus=terms.bonus,
        seed=terms.seed,
    )


def carried_out(pool: Pool, command: PoolCommand) -> tuple[Pool, tuple[object, ...]]:
    """A pool after a command that cannot be refused."""
    events = decide(pool, command)
    if isinstance(events, Refused):
        raise CroupierError(f"the pool refused {command}: {events.why}")
    return reduce(evolve, events, pool), events


def feed(pool: Pool, events: Iterable[Event]) -> Pool:
    """The pool after the jackpot wagers that some events of a table tell of."""
    for event in events:
        if isinstance(event, JackpotWagersTaken):
            pool, _ = carried_out(pool, Contribute(TABLE, event.amount))
        elif isinstance(event, JackpotWagerTakenBack):
            pool, _ = carried_out(pool, TakeBack(TABLE, event.amount))
    return pool


def pay(pool: Pool, due: JackpotDue) -> tuple[Pool, PayJackpot]:
    """The pool after a round's jackpot hands, and the command that pays them at the table."""
    pool, events = carried_out(pool, Claim(TABLE, due.hands, due.bettors))
    payments = tuple(
        JackpotPayment(
            payment.player,
            payment.box,
            payment.amount,
            payment.from_meter,
            payment.clause,
            payment.also,
        )
        for event in events
        if isinstance(event, PoolPaid)
        for payment in event.payments
    )
    return pool, PayJackpot(payments)
