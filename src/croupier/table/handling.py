"""The commands that every table answers, whatever is dealt on it."""

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


def table_handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """One function per command, with what a family of games lends to them."""
    return {
        **wagering.HANDLERS,
        **seating.HANDLERS,
        **signs.HANDLERS,
        **restricting.HANDLERS,
        **preparing.HANDLERS,
        **renewing.HANDLERS,
        **notices.HANDLERS,
        **disputes.HANDLERS,
        **checking.HANDLERS,
        **conduct.handlers(remedies),
    }
