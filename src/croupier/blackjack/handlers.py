"""``decide``: what a command leads to at a blackjack table, or why it is refused."""

from collections.abc import Callable

from croupier.blackjack import (
    approvals,
    calls,
    deal,
    device_failure,
    insurance,
    oversights,
    reconstruction,
    round_opening,
    side_bets,
    stray_cards,
    voids,
)
from croupier.blackjack.deal import advance, deal_on
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.evolvers import EVOLVERS
from croupier.blackjack.history import NO_HISTORY, History
from croupier.blackjack.irregular_events import PastRoundVoided
from croupier.blackjack.side_bets import place_side_bet
from croupier.blackjack.state import BlackjackTable
from croupier.cards import Card
from croupier.rulebooks import BlackjackLaw
from croupier.table.commands import Command, PlaceWager
from croupier.table.contest_checks import refused_in_contest
from croupier.table.contest_rounds import reopen_round, take_out_past_round
from croupier.table.draft import Handler, Outcome, carry_out, on
from croupier.table.handlers import table_handlers
from croupier.table.round_events import RoundVoided
from croupier.table.state import MAIN, Refused
from croupier.table.wagers import place_initial


def place_wager(draft: BlackjackDraft, command: PlaceWager) -> Refused | None:
    """Place an initial or an optional wager."""
    place = place_initial if command.on == MAIN else place_side_bet
    return place(draft, command)


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


def handle(
    law: BlackjackLaw, table: BlackjackTable, command: Command, history: History = NO_HISTORY
) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it.

    Or refuse it, nothing changed. The history is what may still be taken back.
    """
    draft = BlackjackDraft(law, table, EVOLVERS, history)
    if table.contest is None:
        return carry_out(draft, command, HANDLERS, go_on)
    refused = refused_in_contest(law, table, command)
    outcome = refused or carry_out(draft, command, HANDLERS, go_on)
    return outcome if isinstance(outcome, Refused) else counted_anew(draft)


def counted_anew(draft: BlackjackDraft) -> Outcome:
    """Keep the session of a tournament in step with a round that was declared void."""
    for event in tuple(draft.events):
        if isinstance(event, RoundVoided):
            reopen_round(draft, event.clause)
        elif isinstance(event, PastRoundVoided):
            take_out_past_round(draft, event.clause)
    return Outcome(draft.table, tuple(draft.events))


def go_on(draft: BlackjackDraft) -> None:
    """Do what a round demands of itself after a command; nobody is waited for who is out of it."""
    device_failure.drop_who_may_not_choose(draft)
    if draft.table.round is not None:
        advance(draft)


def deal_out(
    law: BlackjackLaw,
    table: BlackjackTable,
    next_card: Callable[[BlackjackTable], Card | None],
    history: History = NO_HISTORY,
) -> Outcome:
    """Deal all cards that fall due before somebody else must act, as the source gives them."""
    draft = BlackjackDraft(law, table, EVOLVERS, history)
    deal_on(draft, next_card)
    return Outcome(draft.table, tuple(draft.events))
