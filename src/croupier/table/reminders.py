"""What a player is told when a wager lies outside the limits: to keep to them is the player's."""

from croupier.rulebooks.table_law import MaximumOf
from croupier.table.draft import TableDraft
from croupier.table.events import PlayerReminded
from croupier.table.state import Limits, minimum_for, stakes_on

OF_BOX = MaximumOf.BOX


def remind(draft: TableDraft, player: str, box: int) -> None:
    """Tell a player whose wager on a box is below the minimum, or takes it over the maximum."""
    law, table = draft.law, draft.table
    rule = law.limits.players_watch
    if rule is None:
        return
    here = stakes_on(table, box, law.initial)
    own = all_here = 0
    for stake in here:
        all_here += stake.amount
        if stake.player == player:
            own += stake.amount
    personal = table.players[player].personal
    maximum = table.limits.maximum if personal is None else personal.maximum
    shared = personal is None and law.limits.maximum_of.value is OF_BOX
    measured = all_here if shared else own
    minimum = minimum_for(table, player)
    if minimum <= own and measured <= maximum:
        return
    limits = Limits(minimum, maximum, table.limits.unit)
    draft.emit(PlayerReminded(player, box, own, limits, rule.clause))
