"""``decide``: what a command leads to at a table of Caribbean Stud, or why it is refused."""

from croupier.stud import invalid, jackpots, mending, playing
from croupier.stud.evolving import EVOLVERS
from croupier.stud.jackpots import place_jackpot_wager
from croupier.stud.playing import advance
from croupier.table import preparing, renewing, restricting, seating, signs, wagering
from croupier.table.commands import Command, PlaceWager
from croupier.table.drafting import Draft, Handler, Outcome, carry_out
from croupier.table.state import Refused, Table
from croupier.table.wagering import place_initial


def place_wager(draft: Draft, command: Command) -> Refused | None:
    """Place an ante or a jackpot wager."""
    assert isinstance(command, PlaceWager)
    place = place_initial if command.on == draft.table.law.initial else place_jackpot_wager
    return place(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    PlaceWager: place_wager,
    **wagering.HANDLERS,
    **seating.HANDLERS,
    **signs.HANDLERS,
    **restricting.HANDLERS,
    **preparing.HANDLERS,
    **renewing.HANDLERS,
    **playing.HANDLERS,
    **jackpots.HANDLERS,
    **invalid.HANDLERS,
    **mending.HANDLERS,
}
"""One function per command."""


def handle(table: Table, command: Command) -> Outcome | Refused:
    """Carry a command out, with all that the rules make follow from it; or refuse it."""
    return carry_out(table, command, HANDLERS, EVOLVERS, advance)
