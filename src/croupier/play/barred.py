"""Who is excluded from the casino at one table, and so takes no part at any other of the house."""

from collections.abc import Mapping

from croupier.play.running_table import RunningTable
from croupier.table.commands import BuyIn, Command, ExchangeVoucher, PlaceWager, Sit
from croupier.table.state import Refused


def barred(tables: Mapping[str, RunningTable], here: str, command: Command) -> Refused | None:
    """Refuse to admit somebody who was excluded from the casino at another table."""
    if len(tables) == 1 or not isinstance(command, BuyIn | ExchangeVoucher | PlaceWager | Sit):
        return None
    says = tables[here].law.conduct.excluded_from_casino
    elsewhere = (one for name, one in tables.items() if name != here)
    if says is None or not any(_sent_away(one, command.player) for one in elsewhere):
        return None
    why = f"{command.player} is excluded from the casino"
    return Refused("player/excluded", says.clause, why)


def _sent_away(running: RunningTable, player: str) -> bool:
    """Whether a player was excluded at a table, and from the whole casino."""
    says = running.law.conduct.excluded_from_casino
    return says is not None and running.table.excluded.get(player) == says.clause
