"""Wagers that lie where their owner did not want them: moved, as long as wagers may be changed."""

from msgspec.structs import replace

from croupier.table.commands import Command, MoveWager, PlaceWager
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.state import Refused, stake_of
from croupier.table.wagers import not_now, place_initial, returned


def move_wager(draft: TableDraft, command: MoveWager) -> Refused | None:
    """Move an initial wager to another box; whoever laid it, its owner answers for its place."""
    law, table = draft.law, draft.table
    own = law.wagers.own_placing
    if refused := not_now(law, table):
        also = () if own is None else (own.clause, *own.also)
        return replace(refused, also=(*refused.also, *also))
    clause = (own or law.wagers.no_change_after).clause
    stake = stake_of(table, command.player, command.box, law.initial)
    if stake is None or command.to_box == command.box:
        why = f"{command.player} has no wager on box {command.box} that could be moved from there"
        return Refused("wager/none", clause, why)
    draft.emit(returned(table.till, stake, clause, f"moved to box {command.to_box}"))
    parts = {"chips": stake.amount - stake.tokens, "tokens": stake.tokens}
    for tender, amount in parts.items():
        if amount:
            placed = PlaceWager(
                command.player, command.to_box, amount, law.initial, tender, by=command.by
            )
            if refused := place_initial(draft, placed):
                return refused
    return None


HANDLERS: dict[type[Command], Handler] = {**on(MoveWager, move_wager)}
