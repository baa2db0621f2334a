"""Reminders to a player whose wager is outside the limits, which are the player's to keep."""

from croupier.rulebooks import Says
from croupier.rulebooks.table_law import MaximumOf
from croupier.table.commands import PlaceWager
from croupier.table.draft import TableDraft
from croupier.table.events import PlayerReminded
from croupier.table.state import Limits, Stake, minimum_for

OF_BOX = MaximumOf.BOX


def remind(draft: TableDraft, command: PlaceWager, beside: tuple[Stake, ...], rule: Says) -> None:
    """Remind a player whose wager on a box is below the minimum, or takes it over the maximum.

    ``beside`` is what lay there before, of the player's own and of others.
    """
    table, player = draft.table, command.player
    limits, personal = table.limits, table.players[player].personal
    own = measured = command.amount
    if not beside and personal is None and limits.minimum <= own <= limits.maximum:
        return
    shared = personal is None and draft.law.limits.maximum_of.value is OF_BOX
    for stake in beside:
        if stake.player == player:
            own += stake.amount
        if shared or stake.player == player:
            measured += stake.amount
    maximum = limits.maximum if personal is None else personal.maximum
    minimum = minimum_for(table, player)
    if minimum <= own and measured <= maximum:
        return
    limits = Limits(minimum, maximum, limits.unit)
    draft.emit(PlayerReminded(player, command.box, own, limits, rule.clause))
