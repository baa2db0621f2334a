"""What must hold in a world at any moment, found from its log alone and by plain sums."""

from collections import Counter
from itertools import pairwise

from croupier.floor.floor import Floor
from croupier.games.engine import evolve
from croupier.games.stud.jackpots import JackpotWagersTaken, JackpotWagerTakenBack
from croupier.games.table.rounds import entries_of
from croupier.games.table.seats import BoughtIn, BuyIn
from croupier.games.table.state import Table
from croupier.games.table.wagers import WagerPlaced
from croupier.house.jackpots import PoolFed, PoolPaid
from croupier.messages import Command
from croupier.money import balances_after
from croupier.record.envelopes import Envelope
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.stores.base import Store
from croupier.streams import POOL, TABLE

Asked = dict[str, tuple[str, Command]]
"""What was asked for: the table and the command, by its id."""


def log_findings(store: Store) -> list[str]:
    """What is wrong with the log by itself."""
    found = [one.what for one in (*verify(store).findings, *wrong_balances(store))]
    log = list(store.read_all())
    if [one.position for one in log] != list(range(1, len(log) + 1)):
        found.append("places are missing, or given twice")
    for stream in store.streams():
        versions = [one.version for one in log if one.stream == stream]
        if versions != list(range(1, len(versions) + 1)):
            found.append(f"versions of {stream} are missing, or given twice")
    times = [one.recorded for one in log if one.recorded is not None]
    if any(before > after for before, after in pairwise(times)):
        found.append("recorded time goes back")
    return found


def money_findings(log: list[Envelope], house: Floor, asked: Asked) -> list[str]:
    """Where money has come from nowhere, or gone there."""
    found = []
    for name, running in house.tables.items():
        own = [one.event for one in log if one.stream == TABLE.stream(name)]
        balances = balances_after({}, (entry for event in own for entry in entries_of(event)))
        if sum(balances.values()) or balances != running.table.balances:
            found.append(f"the accounts of table {name} are off")
    return found + _bought(log, asked) + _pooled(log, house)


def _bought(log: list[Envelope], asked: Asked) -> list[str]:
    """Where chips were bought that nobody asked for, or more than once."""
    found = []
    moved: Counter[tuple[str, str]] = Counter()
    for one in log:
        if isinstance(one.event, BoughtIn | WagerPlaced):
            moved[one.actor, one.command_id] += 1
        if isinstance(one.event, BoughtIn):
            _, command = asked.get(one.command_id, ("", None))
            wanted = isinstance(command, BuyIn) and (command.player, command.amount)
            if wanted != (one.event.player, one.event.amount):
                found.append(f"{one.command_id}: nobody asked for these chips")
    return found + [f"{name} of {who} was done twice" for (who, name), n in moved.items() if n > 1]


def _pooled(log: list[Envelope], house: Floor) -> list[str]:
    """Where a pool holds anything but what went in and did not come out."""
    taken: Counter[str] = Counter()
    for one in log:
        if isinstance(one.event, JackpotWagersTaken):
            taken[one.stream] += one.event.amount
        elif isinstance(one.event, JackpotWagerTakenBack):
            taken[one.stream] -= one.event.amount
    found = []
    for name, pool in house.pools.items():
        own = [one.event for one in log if one.stream == POOL.stream(name)]
        fed = sum(event.amount for event in own if isinstance(event, PoolFed))
        paid = sum(
            payment.from_pool
            for event in own
            if isinstance(event, PoolPaid)
            for payment in event.payments
        )
        wagered = sum(taken[TABLE.stream(table)] for table in pool.tables)
        if not pool.is_balanced or (fed, fed, paid) != (
            wagered,
            pool.wagered,
            pool.paid_from_meter,
        ):
            found.append(f"pool {name}: {wagered} wagered, {fed} fed, {paid} paid from its meter")
    return found


def memory_findings(log: list[Envelope], houses: list[Floor]) -> list[str]:
    """Where a server remembers a table that the log has never told of."""
    found = []
    states: dict[str, set[Table]] = {}
    for house in houses:
        for name, running in house.tables.items():
            if name not in states:
                states[name] = _states(log, name)
            if running.table not in states[name]:
                found.append(f"a server remembers table {name} as it never was")
    return found


def _states(log: list[Envelope], name: str) -> set[Table]:
    """All that a table has been after its commands, by the log."""
    table: Table | None = None
    states = set[Table]()
    own = [one for one in log if one.stream == TABLE.stream(name)]
    for one, following in zip(own, [*own[1:], None], strict=True):
        table = evolve(table, one.event)
        if following is None or following.command_id != one.command_id:
            states.add(table)
    return states
