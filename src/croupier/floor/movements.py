"""Movements between streams: from a table to its jackpot pool and players' accounts, and back.

Each follows from the events of one command and is in the same append, so it happens once or not at
all.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from fractions import Fraction
from functools import reduce

from croupier.errors import CroupierError
from croupier.floor.state import FloorState
from croupier.games.blackjack.calls import DoubleDown, SplitHand
from croupier.games.blackjack.insurance import Insure
from croupier.games.engine import lines_of
from croupier.games.stud.due import JackpotDue
from croupier.games.stud.jackpots import JackpotPayment, JackpotWagersTaken, JackpotWagerTakenBack
from croupier.games.stud.state import JACKPOT
from croupier.games.stud.voids import JackpotPaymentTakenBack
from croupier.games.table.checks import TOKENS
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.rounds import VOID, entries_of
from croupier.games.table.seats import BoughtIn, BuyIn, PlayerLeft
from croupier.games.table.state import MONEY_TILL, Line, Table
from croupier.house.accounts import (
    TABLE,
    ChipsBought,
    LiveChipsMoved,
    PlayerAccount,
    PurseMoved,
    ResultRecorded,
    period_starts,
    purse_movement,
    refuse_beyond_purse,
)
from croupier.house.admission import requested_wager
from croupier.house.gaming_days import USUAL_GAMING_DAY
from croupier.house.jackpots import (
    Claim,
    Contribute,
    LinkTable,
    Pool,
    PoolCommand,
    PoolEvent,
    PoolOpened,
    PoolPaid,
    TakeBack,
    TakeBackPayment,
    decide,
    evolve,
    open_pool,
)
from croupier.messages import Command, Event, Refused
from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.rulebooks.law.table import PlayerCardLaw


def pool_opening(law: StudLaw, terms: JackpotTerms) -> PoolOpened:
    """Return the event that opens the pool of a table's jackpot."""
    return open_pool(
        law,
        wager=terms.wager,
        increment=Fraction(terms.increment),
        meter=terms.pool,
        bonus=terms.bonus,
        seed=terms.seed,
    )


def link_table(
    law: StudLaw, pool: Pool, table: str, terms: JackpotTerms
) -> tuple[PoolEvent, ...] | Refused:
    """Link a table to a pool that has the same terms. Return the events, or the refusal."""
    increment = Fraction(terms.increment)
    command = LinkTable(table, terms.wager, increment, terms.bonus, terms.seed)
    return decide(law.jackpot, pool, command)


def pool_contributions(
    law: StudLaw, pool: Pool, table: str, events: Iterable[Event]
) -> tuple[PoolEvent, ...]:
    """Return what a table's jackpot wagers, taken or given back, lead to at its pool."""
    found: list[PoolEvent] = []
    for event in events:
        command: PoolCommand
        match event:
            case JackpotWagersTaken(amount=amount):
                command = Contribute(table, amount)
            case JackpotWagerTakenBack(amount=amount):
                command = TakeBack(table, amount)
            case JackpotPaymentTakenBack(amount=amount, from_pool=from_pool):
                command = TakeBackPayment(table, amount, from_pool)
            case _:
                continue
        led_to = _require(law, pool, command)
        pool = reduce(evolve, led_to, pool)
        found += led_to
    return tuple(found)


def claim_jackpot(
    law: StudLaw, pool: Pool, table: str, due: JackpotDue
) -> tuple[tuple[PoolEvent, ...], tuple[JackpotPayment, ...]]:
    """Return the pool's events for a round's jackpot hands, and the payments for the table."""
    events = _require(law, pool, Claim(table, due.hands, due.bettors))
    paid = (event.payments for event in events if isinstance(event, PoolPaid))
    return events, tuple(payment for payments in paid for payment in payments)


def result_events(table: str, events: Iterable[Event]) -> dict[str, tuple[Event, ...]]:
    """Return each player's result of a table's events, as events for the accounts."""
    lines = [line for event in events for line in lines_of(event)]
    tokens = tokens_of(lines)
    return {
        player: (ResultRecorded(player, net, table, tokens[player]),)
        for player, net in results_of(lines).items()
    }


def account_events(
    law: PlayerCardLaw | None,
    table: str,
    account: Callable[[str], PlayerAccount],
    events: tuple[Event, ...],
) -> dict[str, tuple[Event, ...]]:
    """Return what a table's events lead to in players' accounts: results and chips bought.

    Nothing without a law of Player Cards, or where they are not checked.
    """
    if law is None:
        return {}
    found = result_events(table, events)
    for player in {event.player for event in events if isinstance(event, BoughtIn)}:
        declared = purchase_events(law, table, account(player), events)
        if declared:
            found[player] = (*found.get(player, ()), *declared)
    return found


def with_period_starts(
    recorded: dict[str, tuple[Event, ...]],
    account: Callable[[str], PlayerAccount],
    now: datetime | None,
) -> dict[str, tuple[Event, ...]]:
    """Return the accounts' events, each after the start of a Loss Limit's period that has come."""
    return {
        player: (*period_starts(account(player), now), *events)
        for player, events in recorded.items()
    }


def purchase_events(
    law: PlayerCardLaw, table: str, account: PlayerAccount, events: Iterable[Event]
) -> tuple[Event, ...]:
    """Return the chips that a player with a Loss Limit bought here: they need no declaration."""
    if account.loss_limit is None:
        return ()
    return tuple(
        ChipsBought(event.player, event.amount, table, law.purchases.clause)
        for event in events
        if isinstance(event, BoughtIn) and event.player == account.player
    )


def _require(law: StudLaw, pool: Pool, command: PoolCommand) -> tuple[PoolEvent, ...]:
    """Return the events of a command that a pool cannot refuse. Raise if it does."""
    events = decide(law.jackpot, pool, command)
    if isinstance(events, Refused):
        raise CroupierError(f"the pool refused {command}: {events.why}")
    return events


def pool_name(table: str, choices: Choices) -> str:
    """Return the name of the pool that a table feeds; one of its own if it names none."""
    terms = choices.jackpot
    return f"table-{table}" if terms is None or not terms.name else terms.name


def results_of(lines: Iterable[Line]) -> dict[str, Cents]:
    """Return the net result of settled wagers by player."""
    results: dict[str, Cents] = {}
    for line in lines:
        results[line.player] = results.get(line.player, 0) + line.net
    return results


def tokens_of(lines: Iterable[Line]) -> dict[str, Cents]:
    """Return how much of each player's result was tokens: lost ones less those that came back.

    A win is paid in chips, whatever was wagered. A jackpot wager is spent even where it wins.
    """
    found: dict[str, Cents] = {}
    for line in lines:
        jackpot = line.on == JACKPOT and line.net != 0
        back = line.result == VOID and (line.net > 0 or jackpot)
        part = min(line.tokens, abs(line.net)) if line.net < 0 or back or jackpot else 0
        found[line.player] = found.get(line.player, 0) + (-part if back else part)
    return found


def uses_purses(table: Table) -> bool:
    """Return whether chips at a table come from purses: where software deals, for money."""
    return table.choices.mode is Mode.AUTOMATIC and table.choices.tournament is None


def uses_real_chips(table: Table) -> bool:
    """Return whether chips at a table are real, and in no purse: where people deal, for money."""
    return table.choices.mode is Mode.LIVE and table.choices.tournament is None


def refuse_overdraft(
    law: TableLaw, table: Table, command: Command, account: Callable[[str], PlayerAccount]
) -> Refused | None:
    """Refuse chips that the purse does not hold, and wagers without chips from it."""
    if not uses_purses(table):
        return None
    if isinstance(command, BuyIn):
        return refuse_beyond_purse(command.player, account(command.player).purse, command.amount)
    player = player_who_lays_chips(law, table, command)
    known = table.players.get(player)
    if not player or (known is not None and known.counted):
        return None
    clause = law.wagers.chips_or_tokens.clause
    return Refused("purse/no-chips", clause, f"{player} must buy chips here first")


def player_who_lays_chips(law: TableLaw, table: Table, command: Command) -> str:
    """Return the player whose chips a command would lay down; empty if it lays none."""
    if isinstance(command, DoubleDown | SplitHand | Insure):
        # What is added to a wager of tokens is paid in chips unless the player says otherwise.
        return "" if command.chips == TOKENS else command.player or ""
    asked = requested_wager(law, table, command)
    return "" if asked is None or asked.tokens else asked.player


def purse_movements(table: str, events: tuple[Event, ...]) -> Iterator[PurseMoved]:
    """Yield what events of a table take out of purses or put into them."""
    for event in events:
        if not isinstance(event, BoughtIn | PlayerLeft):
            continue
        purse = MONEY_TILL.purse(event.player)
        for entry in entries_of(event):
            amount = sum(one.amount for one in entry.postings if one.account == purse)
            if amount:
                yield purse_movement(event.player, amount, TABLE, table, entry.clause)


def live_chip_movements(
    table: str, events: tuple[Event, ...], day: str
) -> Iterator[LiveChipsMoved]:
    """Yield the money that players brought to a live table (or took away), by its events."""
    for one in purse_movements(table, events):
        yield LiveChipsMoved(one.player, -one.amount, table, day)


OwnLimits = Callable[[PlayerAccount, Command], Refused | None]
"""Refuses a command that a player's own limits do not allow."""


def refuse_nothing(_: PlayerAccount, __: Command) -> Refused | None:
    """Return no refusal: the limits of players who have set none."""
    return None


class Purses:
    """Admits commands by purse and own limits, and moves purses with the tables' chips."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.limits: OwnLimits = refuse_nothing
        self.day_of: Callable[[datetime], date] = USUAL_GAMING_DAY.day_of
        """Returns the gaming day of a moment."""
        self.zone: Callable[[], str] = str
        """Returns the time zone that the house has set; empty where it has set none."""

    def refuse_overdraft(self, state: FloorState, table: str, command: Command) -> Refused | None:
        """Refuse chips that the purse does not hold, and wagers without chips from it."""
        running = state.tables[table]
        return refuse_overdraft(running.law, running.table, command, state.account)

    def refuse_over_limit(self, state: FloorState, _: str, command: Command) -> Refused | None:
        """Refuse what the player's own limits do not allow, at any table."""
        player = getattr(command, "player", None)
        return self.limits(state.account(player), command) if player else None

    def moves(
        self, state: FloorState, table: str, events: tuple[Event, ...]
    ) -> Iterator[PurseMoved | LiveChipsMoved]:
        """Yield what events of a table take out of purses or put into them.

        At a live table chips are real money: what a player brings is noted by the gaming day.
        """
        played = state.tables[table].table
        if uses_purses(played):
            yield from purse_movements(table, events)
        elif uses_real_chips(played):
            yield from live_chip_movements(table, events, self.day_of(self._now()).isoformat())
