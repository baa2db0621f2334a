"""Loss Limits across tables: what a player has at risk, and what admitted a wager."""

from collections.abc import Callable, Iterator, Mapping

from croupier.floor.players import PlayerAccount
from croupier.money import Cents
from croupier.play.running_table import RunningTable
from croupier.play.stakes_in_play import in_pool, wager_asked
from croupier.record.envelopes import account_stream, table_stream
from croupier.table.commands import Command
from croupier.table.wagers import at_risk as at_risk_here

Tables = Mapping[str, RunningTable]
"""The tables of a house by their names."""


def _looked_after(tables: Tables) -> Iterator[tuple[str, RunningTable]]:
    """The tables that check Player Cards and limits."""
    return ((name, one) for name, one in tables.items() if one.table.choices.player_cards)


def at_risk(tables: Tables, player: str) -> Cents:
    """What a player has on the layouts of all tables where cards are checked."""
    return sum(
        at_risk_here(running.table, player) + in_pool(running.table, player)
        for _, running in _looked_after(tables)
    )


def looked_at(
    tables: Tables, table: str, account: Callable[[str], PlayerAccount], command: Command
) -> frozenset[str]:
    """The other streams on which the admission of a wager under a Loss Limit depends; else none.

    They are the account, and the tables where the player's chips are known. A wager at one of them
    at the same time counts, so they must not have moved when this one is written.
    """
    running = tables[table]
    if running.law.player_cards is None or not running.table.choices.player_cards:
        return frozenset()
    asked = wager_asked(running.law, running.table, command)
    if asked is None or (known := account(asked.player)).loss_limit is None:
        return frozenset()
    others = (
        table_stream(name)
        for name, other in _looked_after(tables)
        if name != table and (name in known.chips or asked.player in other.table.players)
    )
    return frozenset((account_stream(asked.player), *others))
