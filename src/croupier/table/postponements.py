"""What a round in play postpones: it is noted, and falls due when the round is over."""

from msgspec.structs import replace

from croupier.table import events as happened
from croupier.table import irregular_events as went_wrong
from croupier.table.state import Table


def shuffle_ordered(table: Table, event: happened.ShuffleOrdered) -> Table:
    """Note a shuffle that was ordered; one that is due anyway keeps its clause."""
    return replace(table, shuffle_after_round=table.shuffle_after_round or event.clause)


def check_ordered(table: Table, event: went_wrong.CheckOrdered) -> Table:
    """Note a count that was ordered."""
    return replace(table, check_after_round=event.clause)


def device_failed(table: Table, event: went_wrong.DeviceFailed) -> Table:
    """Note a device that is out of use once the round is over."""
    return replace(table, device_failed=event.clauses[0]) if event.out else table
