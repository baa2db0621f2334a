"""``decide``: what a command leads to at a blackjack table, or why it is refused."""

import msgspec

from croupier.blackjack import approving, calling, dealing, insuring, sidebets
from croupier.blackjack.dealing import advance
from croupier.blackjack.evolving import EVOLVERS
from croupier.blackjack.sidebets import place_side_bet
from croupier.table import preparing, restricting, seating, signs, wagering
from croupier.table.commands import Command, PlaceWager
from croupier.table.drafting import Draft, Handler, take_time
from croupier.table.events import Event
from croupier.table.state import MAIN, Refused, Table
from croupier.table.wagering import place_initial


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out: what happened, and the table after it."""

    table: Table
    events: tuple[Event, ...]


def place_wager(draft: Draft, command: Command) -> Refused | None:
    """Place an initial or an optional wager."""
    assert isinstance(command, PlaceWager)
    place = place_initial if command.on == MAIN else place_side_bet
    return place(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    PlaceWager: place_wager,
    **wagering.HANDLERS,
    **seating.HANDLERS,
    **signs.HANDLERS,
    **restricting.HANDLERS,
    **preparing.HANDLERS,
    **dealing.HANDLERS,
    **insuring.HANDLERS,
    **calling.HANDLERS,
    **sidebets.HANDLERS,
    **approving.HANDLERS,
}
"""One function per command."""


def handle(table: Table, command: Command) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it; or refuse it, nothing
    changed."""
    draft = Draft(table, EVOLVERS)
    refused = take_time(draft, command) if command.at is not None else None
    refused = refused or HANDLERS[type(command)](draft, command)
    if refused is not None:
        return refused
    if draft.table.round is not None:
        advance(draft)
    return Outcome(draft.table, tuple(draft.events))


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refused:
    """The events that a command leads to.

    Folding them over the table with ``evolve`` carries them out.
    """
    outcome = handle(table, command)
    return outcome if isinstance(outcome, Refused) else outcome.events
