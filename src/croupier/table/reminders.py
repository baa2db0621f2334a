"""What a player is told when a wager lies outside the limits: to keep to them is the player's."""

from croupier.rulebooks.table_law import MaximumOf
from croupier.table.draft import TableDraft
from croupier.table.events import PlayerReminded
from croupier.table.state import Limits, minimum_for


def remind(draft: TableDraft, player: str, box: int) -> None:
    """Tell a player whose wager on a box is below the minimum, or takes it over the maximum."""
    law, table = draft.law, draft.table
    rule = law.limits.players_watch
    if rule is None:
        return
    own = all_here = 0
    for stake in table.wagers:
        if stake.box == box and stake.on == law.initial:
            all_here += stake.amount
            own += stake.amount if stake.player == player else 0
    personal = table.players[player].personal
    maximum = table.limits.maximum if personal is None else personal.maximum
    shared = personal is None and law.limits.maximum_of.value is MaximumOf.BOX
    measured = all_here if shared else own
    minimum = minimum_for(table, player)
    if minimum <= own and measured <= maximum:
        return
    limits = Limits(minimum, maximum, table.limits.unit)
    draft.emit(PlayerReminded(player, box, own, limits, rule.clause))
