"""A player's purse: what the player has away from the tables, and what moves in and out of it."""

from croupier.money import Cents, Entry, in_dollars, transfer
from croupier.table.events import Event
from croupier.table.state import MONEY_TILL, Refused

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
    """The postings: from the house, a table or the like to the purse, or back."""


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


def purse_moved(
    player: str, amount: Cents, why: str, where: str = "", clause: str = ""
) -> PurseMoved:
    """Money that goes into a purse, or (below zero) out of it."""
    other = f"{why}/{where}" if where else why
    entry = transfer(other, MONEY_TILL.purse(player), amount, clause)
    return PurseMoved(player, amount, why, where, entry)


def not_in_purse(player: str, purse: Cents, amount: Cents) -> Refused | None:
    """Refuse more than a player's purse holds."""
    if amount <= purse:
        return None
    why = f"{player} has {in_dollars(purse)} away from the tables, not {in_dollars(amount)}"
    return Refused("purse/too-little", "", why)
