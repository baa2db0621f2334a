"""``decide``: what a command leads to at a blackjack table, or why it is refused."""

from croupier.blackjack import (
    approving,
    calling,
    dealing,
    failing,
    insuring,
    overlooking,
    reconstructing,
    sidebets,
    stray,
    voiding,
)
from croupier.blackjack.dealing import advance
from croupier.blackjack.evolving import EVOLVERS
from croupier.blackjack.sidebets import place_side_bet
from croupier.blackjack.state import cards_out
from croupier.table.commands import Command, PlaceWager
from croupier.table.drafting import Draft, Handler, Outcome, carry_out
from croupier.table.events import Event
from croupier.table.handling import table_handlers
from croupier.table.state import MAIN, Refused, Table
from croupier.table.wagering import place_initial


def place_wager(draft: Draft, command: Command) -> Refused | None:
    """Place an initial or an optional wager."""
    assert isinstance(command, PlaceWager)
    place = place_initial if command.on == MAIN else place_side_bet
    return place(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(cards_out, voiding.REMEDIES),
    PlaceWager: place_wager,
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


def handle(table: Table, command: Command) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it.

    Or refuse it, nothing changed.
    """
    return carry_out(table, command, HANDLERS, EVOLVERS, advance)


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refused:
    """The events that a command leads to.

    Folding them over the table with ``evolve`` carries them out.
    """
    outcome = handle(table, command)
    return outcome if isinstance(outcome, Refused) else outcome.events
