"""What answers each command at a blackjack table, and how its round then goes on."""

from croupier.blackjack import (
    approvals,
    calls,
    cutting_cards,
    deal,
    device_failure,
    insurance,
    miscalls,
    oversights,
    reconstruction,
    round_opening,
    side_bets,
    stray_cards,
    voids,
)
from croupier.blackjack.deal import advance
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.side_bets import place_side_bet
from croupier.blackjack.software_deal import deal_called, deal_on
from croupier.blackjack.state import BlackjackTable, round_of
from croupier.table.commands import Command, PlaceWager
from croupier.table.draft import Handler, NextCards, on
from croupier.table.handlers import table_handlers
from croupier.table.state import MAIN, Refused
from croupier.table.wagers import place_initial


def place_wager(draft: BlackjackDraft, command: PlaceWager) -> Refused | None:
    """Place an initial or an optional wager."""
    if command.on == MAIN:
        return place_initial(draft, command)
    return place_side_bet(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(voids.REMEDIES),
    **on(PlaceWager, place_wager),
    **round_opening.HANDLERS,
    **deal.HANDLERS,
    **cutting_cards.HANDLERS,
    **insurance.HANDLERS,
    **calls.HANDLERS,
    **side_bets.HANDLERS,
    **approvals.HANDLERS,
    **stray_cards.HANDLERS,
    **reconstruction.HANDLERS,
    **voids.HANDLERS,
    **miscalls.HANDLERS,
    **oversights.HANDLERS,
    **device_failure.HANDLERS,
}
"""One function per command."""


def go_on(draft: BlackjackDraft, next_cards: NextCards[BlackjackTable] | None = None) -> None:
    """Do what follows in a round after a command; nobody waits for a player who is out of it.

    With a source of cards all that fall due are dealt, until somebody else must act.
    """
    if draft.called is not None:
        if next_cards is None:
            draft.emit(draft.called)
        elif deal_called(draft, draft.called, next_cards):
            return
    if round_of(draft.table).choosing:
        device_failure.finish_if_all_have_said(draft)
    if next_cards is None:
        advance(draft)
    else:
        deal_on(draft, next_cards)
