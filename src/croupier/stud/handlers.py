"""What answers each command at a table of Caribbean Stud, and how its round then goes on."""

from croupier.stud import (
    bets,
    corrections,
    device_failure,
    invalid_wagers,
    jackpots,
    measures,
    misdeals,
    mispayments,
    misreadings,
    unread_cards,
    voids,
)
from croupier.stud.bets import advance, by_proxy, give_card
from croupier.stud.draft import StudDraft
from croupier.stud.due import card_due
from croupier.stud.jackpots import in_the_pool, place_jackpot_wager
from croupier.stud.measures import not_together
from croupier.stud.state import JACKPOT, StudTable
from croupier.table import conduct, moved_wagers, seats
from croupier.table.commands import Command, Leave, MoveWager, PlaceWager, Sit
from croupier.table.draft import Handler, NextCards, on
from croupier.table.handlers import table_handlers
from croupier.table.irregular_commands import Sanction
from croupier.table.state import Refused, stake_of
from croupier.table.wagers import place_initial, returned


def place_wager(draft: StudDraft, command: PlaceWager) -> Refused | None:
    """Place an ante or a jackpot wager."""
    refused = not_together(draft.law, draft.table, command.player) or by_proxy(
        draft.law, draft.table, command
    )
    if refused:
        return refused
    place = place_initial if command.on == draft.law.initial else place_jackpot_wager
    return place(draft, command)


def move_wager(draft: StudDraft, command: MoveWager) -> Refused | None:
    """Move an ante, and with it the jackpot wager that needs it."""
    table = draft.table
    jackpot = stake_of(table, command.player, command.box, JACKPOT)
    if jackpot is None:
        return moved_wagers.move_wager(draft, command)
    clause = draft.law.jackpot.needs_ante.clause
    draft.emit(returned(table.till, jackpot, clause, f"moved to box {command.to_box}"))
    tender = "tokens" if jackpot.tokens else "chips"
    again = PlaceWager(
        command.player, command.to_box, jackpot.amount, JACKPOT, tender, by=command.by
    )
    return moved_wagers.move_wager(draft, command) or place_jackpot_wager(draft, again)


def sit(draft: StudDraft, command: Sit) -> Refused | None:
    """Take a seat, unless somebody with whom the player may not play is at the table."""
    return not_together(draft.law, draft.table, command.player) or seats.sit(draft, command)


def leave(draft: StudDraft, command: Leave) -> Refused | None:
    """Leave with the chips, unless a jackpot wager is still to be decided."""
    if any(player == command.player for player, _ in in_the_pool(draft.table)):
        clause = draft.law.wagers.no_change_after.clause
        why = f"{command.player} has a jackpot wager in play and may leave when it is decided"
        return Refused("wager/in-play", clause, why)
    return seats.leave(draft, command)


def sanction(draft: StudDraft, command: Sanction) -> Refused | None:
    """Act on a breach; whoever is excluded before a round is out of it, with what lies there."""
    refused = conduct.sanction(draft, command, voids.REMEDIES)
    if draft.table.round is None and command.player in draft.table.excluded:
        clause = draft.table.excluded[command.player]
        voids.step_out(draft, command.player, clause)
    return refused


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(voids.REMEDIES),
    **on(PlaceWager, place_wager),
    **on(MoveWager, move_wager),
    **on(Sit, sit),
    **on(Leave, leave),
    **on(Sanction, sanction),
    **bets.HANDLERS,
    **unread_cards.HANDLERS,
    **jackpots.HANDLERS,
    **invalid_wagers.HANDLERS,
    **corrections.HANDLERS,
    **misdeals.HANDLERS,
    **misreadings.HANDLERS,
    **measures.HANDLERS,
    **device_failure.HANDLERS,
    **mispayments.HANDLERS,
}
"""One function per command."""


def go_on(draft: StudDraft, next_cards: NextCards[StudTable] | None = None) -> None:
    """Do what follows in a round after a command.

    With a source of cards all that fall due are dealt, until somebody else must act.
    """
    advance(draft)
    if next_cards is None:
        return
    while draft.table.preparation is None and (due := card_due(draft.law, draft.table)):
        cards = next_cards(draft.table, 1)
        if not cards:
            return
        give_card(draft, cards[0], due)
        advance(draft)
