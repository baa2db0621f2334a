"""Purses at the tables: chips are bought out of a player's purse, and go back into it."""

from collections.abc import Callable, Iterator

from croupier.floor.players import PlayerAccount
from croupier.floor.purses import (
    TABLE,
    LiveChipsMoved,
    PurseMoved,
    not_in_purse,
    purse_moved,
)
from croupier.play.stakes_in_play import wager_asked
from croupier.record.books import entries_of
from croupier.rulebooks import TableLaw
from croupier.table.choices import Mode
from croupier.table.commands import BuyIn, Command
from croupier.table.events import BoughtIn, Event, PlayerLeft
from croupier.table.state import MONEY_TILL, Refused, Table


def kept_at(table: Table) -> bool:
    """Whether chips at a table come from purses: where software deals, for money."""
    return table.choices.mode is Mode.AUTOMATIC and table.choices.tournament is None


def real_at(table: Table) -> bool:
    """Whether chips at a table are real, and in no purse: where people deal, for money."""
    return table.choices.mode is Mode.LIVE and table.choices.tournament is None


def refuse_overdraft(
    law: TableLaw, table: Table, command: Command, account: Callable[[str], PlayerAccount]
) -> Refused | None:
    """Refuse chips that the purse does not hold, and wagers without chips from it."""
    if not kept_at(table):
        return None
    if isinstance(command, BuyIn):
        return not_in_purse(command.player, account(command.player).purse, command.amount)
    asked = wager_asked(law, table, command)
    if asked is None or asked.tokens:
        return None
    known = table.players.get(asked.player)
    if known is not None and known.counted:
        return None
    clause = law.wagers.chips_or_tokens.clause
    return Refused("purse/no-chips", clause, f"{asked.player} must buy chips here first")


def moved(table: str, events: tuple[Event, ...]) -> Iterator[PurseMoved]:
    """What events of a table take out of purses, or put into them."""
    for event in events:
        if not isinstance(event, BoughtIn | PlayerLeft):
            continue
        purse = MONEY_TILL.purse(event.player)
        for entry in entries_of(event):
            amount = sum(one.amount for one in entry.postings if one.account == purse)
            if amount:
                yield purse_moved(event.player, amount, TABLE, table, entry.clause)


def brought(table: str, events: tuple[Event, ...], day: str) -> Iterator[LiveChipsMoved]:
    """What events of a live table tell of money that players brought there, or took away."""
    for one in moved(table, events):
        yield LiveChipsMoved(one.player, -one.amount, table, day)
