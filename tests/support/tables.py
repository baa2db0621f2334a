"""The table of a croupier with its family, its law and the source of its cards."""

from croupier.floor import Croupier
from croupier.floor.card_sources import CardSource
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.stud.state import StudTable
from croupier.games.table.state import Table
from croupier.rulebooks import BlackjackLaw, StudLaw


def blackjack(table: Table) -> BlackjackTable:
    """A table that must be of the blackjack family."""
    assert isinstance(table, BlackjackTable)
    return table


def stud(table: Table) -> StudTable:
    """A table that must be one of Caribbean Stud."""
    assert isinstance(table, StudTable)
    return table


def blackjack_law(croupier: Croupier) -> BlackjackLaw:
    """The law of a table of the blackjack family."""
    assert isinstance(croupier.law, BlackjackLaw)
    return croupier.law


def stud_law(croupier: Croupier) -> StudLaw:
    """The law of a table of Caribbean Stud."""
    assert isinstance(croupier.law, StudLaw)
    return croupier.law


def cards_of(croupier: Croupier) -> CardSource:
    """Where the order of the cards is known."""
    (running,) = croupier.house.tables.values()
    return running.cards
