"""Who is offered the cut."""

from croupier.rulebooks import Rule, Says, TableLaw
from croupier.rulebooks.roles import Cutter
from croupier.table.state import Player, Preparation, Stage, Table


def made_ready(stage: Stage, clause: str, offer: Rule[Cutter] | None) -> Preparation:
    """Cards to be made ready from a stage on; without an offer, no player is asked to cut."""
    if offer is None:
        return Preparation(stage, clause)
    return Preparation(stage, clause, offer.clause, offer.value)


def cutter(law: TableLaw, table: Table) -> str | None:
    """The player who is offered the cut now; ``None`` when a supervisor cuts.

    The first is named by the clause of the preparation; a refusal passes the cut on clockwise, and
    so does exclusion from the game.
    """
    preparation = table.preparation
    assert preparation is not None
    if not table.players or law.cut.dealer_cuts:
        return None
    names = [player.name for player in _around(table)]
    start = names.index(first_cutter(table, preparation))
    out = {*preparation.declined, *table.excluded}
    waiting = [name for name in names[start:] + names[:start] if name not in out]
    return waiting[0] if waiting else None


def uncut(law: TableLaw) -> Says:
    """Why the cards in a shuffling device are not cut."""
    return law.cut.never_cut or law.cut.not_for_shuffler


def offer_clause(law: TableLaw, table: Table) -> str:
    """The clause by which the cut is offered to whoever has it now."""
    preparation = table.preparation
    if preparation is None:
        return law.cut.offered.clause
    player = cutter(law, table)
    if player is None:
        return law.cut.passed_on.clause
    first = first_cutter(table, preparation)
    if preparation.declined or player != first or _gone(table, preparation):
        return law.cut.declined.clause
    return preparation.cut_clause


def _gone(table: Table, preparation: Preparation) -> bool:
    """Whether the player on whose box the cutting card came has left."""
    on_box = preparation.cutter is Cutter.BOX_OF_CUTTING_CARD
    return on_box and preparation.controller not in table.players


def _around(table: Table) -> list[Player]:
    """The players clockwise; at one box, whoever sits before whoever stands (reading R38).

    Players without a place come first.
    """
    return sorted(table.players.values(), key=lambda one: (_place(one), one.seat is None))


def _place(player: Player) -> int:
    return player.place or 0


def first_cutter(table: Table, preparation: Preparation) -> str:
    """The player to whom the cut is offered first."""
    players = _around(table)
    match preparation.cutter:
        case Cutter.FIRST_PLAYER:
            return next(iter(table.players))
        case Cutter.LEFTMOST:
            return players[0].name
        case Cutter.BOX_OF_CUTTING_CARD:
            if preparation.controller in table.players:
                return preparation.controller
            return next((one for one in players if _place(one) >= preparation.box), players[0]).name
        case Cutter.RIGHTMOST:
            return next(one.name for one in players if one.place == players[-1].place)
