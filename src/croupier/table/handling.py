"""The commands that every table answers, whatever is dealt on it."""

from collections.abc import Callable

from croupier.cards import Card
from croupier.table import (
    checking,
    conduct,
    disputes,
    notices,
    preparing,
    renewing,
    restricting,
    seating,
    signs,
    wagering,
)
from croupier.table.commands import Command
from croupier.table.drafting import Handler
from croupier.table.remedies import Remedies
from croupier.table.state import Table


def table_handlers(
    cards_out: Callable[[Table], list[Card]], remedies: Remedies
) -> dict[type[Command], Handler]:
    """One function per command, with what a family of games lends to them."""
    return {
        **wagering.HANDLERS,
        **seating.HANDLERS,
        **signs.HANDLERS,
        **restricting.HANDLERS,
        **preparing.handlers(cards_out),
        **renewing.HANDLERS,
        **notices.HANDLERS,
        **disputes.HANDLERS,
        **checking.HANDLERS,
        **conduct.handlers(remedies),
    }
