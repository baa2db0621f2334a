"""What the dealer reads on leaving: what the evening came to, what still lies, how it goes on."""

from croupier.cli.terminal.tally import outcome
from croupier.display.words import counted
from croupier.money import Cents
from croupier.table.state import Table

KEPT = "The evening is recorded. To continue it:"
NOT_KEPT = "This evening was not recorded; --record evening.db records the next one."


def farewell(table: Table) -> list[str]:
    """The sums of an evening at a table, and what is not finished."""
    lines = ["Summary", f"  {'rounds':<12}{table.rounds}"]
    names = [account.partition("/")[2] for account in table.balances if "/" in account]
    lines += [f"  {name:<12}{outcome(net_of(table, name))}" for name in dict.fromkeys(names)]
    if table.round is not None:
        lines.append(f"  {'left':<12}in round {table.rounds}, which is not settled")
    elif table.wagers:
        lines.append(f"  {'left':<12}with {counted(len(table.wagers), 'wager')} on the layout")
    return lines


def net_of(table: Table, player: str) -> Cents:
    """What a player has won so far; what lies on the layout is not lost yet."""
    till = table.till
    own = (till.chips(player), till.tokens(player), till.purse(player))
    laid = (*table.wagers, *(() if table.round is None else table.round.stakes))
    on_layout = sum(stake.amount for stake in laid if stake.player == player)
    return on_layout + sum(table.balances.get(account, 0) for account in own)
