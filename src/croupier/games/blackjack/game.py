"""The blackjack family put together: all evolvers, all handlers, and how a round continues."""

from msgspec.structs import replace

from croupier.games.blackjack import (
    approvals,
    calls,
    controllers,
    deal,
    device_failure,
    history,
    insurance,
    oversights,
    reconstruction,
    round_opening,
    settlement,
    side_bets,
    state,
    stray_cards,
    turn,
    voids,
)
from croupier.games.blackjack.deal import advance
from croupier.games.blackjack.side_bets import place_side_bet
from croupier.games.blackjack.software_deal import deal_call, deal_due
from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable, round_of
from croupier.games.table.dispatch import EVOLVERS as TABLE_EVOLVERS
from croupier.games.table.dispatch import table_handlers
from croupier.games.table.draft import Handler, NextCards, on
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.state import MAIN, Mix
from croupier.games.table.wagers import PlaceWager, place_initial
from croupier.messages import Command, Event, Evolver, Refused


def evolve(table: BlackjackTable, event: Event) -> BlackjackTable:
    """Return the table after an event."""
    after: BlackjackTable = EVOLVERS[type(event)](table, event)
    return after


def cards_shuffled(table: BlackjackTable, event: CardsShuffled) -> BlackjackTable:
    shuffled: BlackjackTable = TABLE_EVOLVERS[CardsShuffled](table, event)
    if event.mixes is not Mix.ALL:
        return shuffled
    return replace(shuffled, offered=0, limits_then=None, side_bet_limits_then={})


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **stray_cards.EVOLVERS,
    **deal.EVOLVERS,
    **settlement.EVOLVERS,
    **voids.EVOLVERS,
    **history.EVOLVERS,
    **oversights.EVOLVERS,
    **controllers.EVOLVERS,
    **device_failure.EVOLVERS,
    **approvals.EVOLVERS,
    **side_bets.EVOLVERS,
    **round_opening.EVOLVERS,
    **turn.EVOLVERS,
    **insurance.EVOLVERS,
    **calls.EVOLVERS,
    **state.EVOLVERS,
    CardsShuffled: cards_shuffled,
}
"""What each event changes, subject by subject."""


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
    **insurance.HANDLERS,
    **calls.HANDLERS,
    **side_bets.HANDLERS,
    **approvals.HANDLERS,
    **stray_cards.HANDLERS,
    **reconstruction.HANDLERS,
    **voids.HANDLERS,
    **oversights.HANDLERS,
    **device_failure.HANDLERS,
}
"""One function per command."""


def continue_round(
    draft: BlackjackDraft, next_cards: NextCards[BlackjackTable] | None = None
) -> None:
    """Play the round on after a command, past every player who is out of it.

    With ``next_cards``, all cards that fall due are dealt until somebody else must act.
    """
    if draft.called is not None:
        if next_cards is None:
            draft.emit(draft.called)
        elif deal_call(draft, draft.called, next_cards):
            return
    if round_of(draft.table).choosing:
        device_failure.finish_once_all_answered(draft)
    if next_cards is None:
        advance(draft)
    else:
        deal_due(draft, next_cards)
