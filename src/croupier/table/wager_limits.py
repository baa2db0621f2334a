"""Which wagers on the layout lie below the minimum, and what of a box's lies above the maximum."""

from croupier.money import Cents
from croupier.rulebooks import Says, TableLaw
from croupier.rulebooks.table_law import MaximumOf
from croupier.table.state import Limits, Stake, Table, minimum_for


def with_own_limits(table: Table) -> dict[str, Limits]:
    """The players who have limits of their own, and those."""
    return {
        name: player.personal
        for name, player in table.players.items()
        if player.personal is not None
    }


def over_maximum(
    law: TableLaw,
    table: Table,
    stakes: tuple[Stake, ...],
    *,
    going_back: tuple[tuple[str, int], ...] = (),
) -> tuple[tuple[Stake, Cents, str], ...]:
    """What of a box's wagers lies above the maximum: stake, excess, clause. Controller first.

    A wager that goes back whatever the result takes nothing of the maximum from the others.
    """
    rules = law.limits
    if rules.personal_exceeds and sum([s.amount for s in stakes]) <= table.limits.maximum:
        return ()
    taken = 0
    over = []
    own_limits = with_own_limits(table)
    above: Says = rules.above_maximum
    others = rules.personal_others
    if others is not None:
        stakes = tuple(sorted(stakes, key=lambda stake: stake.player not in own_limits))
        above = others if stakes[0].player in own_limits else above
    for place, stake in enumerate(stakes):
        personal = own_limits.get(stake.player)
        clause = above.clause
        if personal is not None:
            allowed = personal.maximum
            if rules.personal_exceeds:
                allowed = max(allowed, table.limits.maximum - taken)
        elif rules.maximum_of.value is MaximumOf.WAGER:
            allowed = table.limits.maximum
        else:
            allowed = max(0, table.limits.maximum - taken)
            if len(stakes) > 1 and rules.shares:
                clause = rules.shares[place].clause
        if (stake.player, stake.box) in going_back:
            continue
        excess = max(0, stake.amount - allowed)
        taken += stake.amount - excess
        if excess:
            over.append((stake, excess, clause))
    return tuple(over)


def below_minimum(law: TableLaw, table: Table) -> tuple[Stake, ...]:
    """The initial wagers that are below the minimum of their owner."""
    return tuple(
        stake
        for stake in table.wagers
        if stake.on == law.initial and stake.amount < minimum_for(table, stake.player)
    )
