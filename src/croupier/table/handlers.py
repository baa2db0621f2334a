"""The commands that every table answers, whatever is dealt on it."""

from croupier.table import (
    card_counts,
    cards_aside,
    conduct,
    contest_wagers,
    disputes,
    equipment,
    moved_wagers,
    new_cards,
    notices,
    preparation,
    restrictions,
    seats,
    signs,
    wagers,
)
from croupier.table.commands import Command
from croupier.table.draft import Handler
from croupier.table.remedies import Remedies


def table_handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """One function per command, with what a family of games lends to them."""
    return {
        **wagers.handlers(remedies),
        **moved_wagers.HANDLERS,
        **seats.HANDLERS,
        **signs.HANDLERS,
        **restrictions.HANDLERS,
        **preparation.HANDLERS,
        **new_cards.HANDLERS,
        **notices.HANDLERS,
        **disputes.HANDLERS,
        **equipment.HANDLERS,
        **contest_wagers.HANDLERS,
        **card_counts.HANDLERS,
        **cards_aside.HANDLERS,
        **conduct.handlers(remedies),
    }
