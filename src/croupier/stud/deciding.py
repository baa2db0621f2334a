"""``decide``: what a command leads to at a table of Caribbean Stud, or why it is refused."""

from croupier.stud import (
    failing,
    invalid,
    jackpots,
    measures,
    mending,
    misdealing,
    mispaying,
    playing,
    voiding,
)
from croupier.stud.evolving import EVOLVERS
from croupier.stud.jackpots import place_jackpot_wager
from croupier.stud.measures import not_together
from croupier.stud.playing import advance
from croupier.stud.state import cards_out
from croupier.table import seating
from croupier.table.commands import Command, PlaceWager, Sit
from croupier.table.drafting import Draft, Handler, Outcome, carry_out
from croupier.table.handling import table_handlers
from croupier.table.state import Refused, Table
from croupier.table.wagering import place_initial


def place_wager(draft: Draft, command: Command) -> Refused | None:
    """Place an ante or a jackpot wager."""
    assert isinstance(command, PlaceWager)
    if refused := not_together(draft.table, command.player):
        return refused
    place = place_initial if command.on == draft.table.law.initial else place_jackpot_wager
    return place(draft, command)


def sit(draft: Draft, command: Command) -> Refused | None:
    """Take a seat, unless somebody plays with whom the player may not."""
    assert isinstance(command, Sit)
    return not_together(draft.table, command.player) or seating.sit(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(cards_out, voiding.REMEDIES),
    PlaceWager: place_wager,
    Sit: sit,
    **playing.HANDLERS,
    **jackpots.HANDLERS,
    **invalid.HANDLERS,
    **mending.HANDLERS,
    **misdealing.HANDLERS,
    **measures.HANDLERS,
    **failing.HANDLERS,
    **mispaying.HANDLERS,
}
"""One function per command."""


def handle(table: Table, command: Command) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it; or refuse it."""
    return carry_out(table, command, HANDLERS, EVOLVERS, advance)
