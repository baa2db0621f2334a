"""``decide``: what a command leads to at a blackjack table, or why it is refused."""

from collections.abc import Callable

from croupier.blackjack import (
    approving,
    calling,
    dealing,
    failing,
    insuring,
    overlooking,
    reconstructing,
    round_opening,
    sidebets,
    stray,
    voiding,
)
from croupier.blackjack.dealing import advance, deal_on
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.evolving import EVOLVERS
from croupier.blackjack.history import NO_HISTORY, History
from croupier.blackjack.sidebets import place_side_bet
from croupier.blackjack.state import BlackjackTable
from croupier.cards import Card
from croupier.rulebooks import BlackjackLaw
from croupier.table.commands import Command, PlaceWager
from croupier.table.drafting import Handler, Outcome, carry_out, on
from croupier.table.handling import table_handlers
from croupier.table.state import MAIN, Refused
from croupier.table.wagering import place_initial


def place_wager(draft: BlackjackDraft, command: PlaceWager) -> Refused | None:
    """Place an initial or an optional wager."""
    place = place_initial if command.on == MAIN else place_side_bet
    return place(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(voiding.REMEDIES),
    **on(PlaceWager, place_wager),
    **round_opening.HANDLERS,
    **dealing.HANDLERS,
    **insuring.HANDLERS,
    **calling.HANDLERS,
    **sidebets.HANDLERS,
    **approving.HANDLERS,
    **stray.HANDLERS,
    **reconstructing.HANDLERS,
    **voiding.HANDLERS,
    **overlooking.HANDLERS,
    **failing.HANDLERS,
}
"""One function per command."""


def handle(
    law: BlackjackLaw, table: BlackjackTable, command: Command, history: History = NO_HISTORY
) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it.

    Or refuse it, nothing changed. The history is what may still be taken back.
    """
    draft = BlackjackDraft(law, table, EVOLVERS, history)
    return carry_out(draft, command, HANDLERS, advance)


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
