"""What somebody who deals does about the cards, whether software or a person."""

from random import Random

from croupier.cards import DECK, Card, remaining_cards
from croupier.floor import Croupier
from croupier.floor.card_sources import SoftwareShoe
from croupier.floor.running_table import dealer_command
from croupier.games.engine import cards_out
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.choices import Mode
from croupier.games.table.due import (
    BurnDue,
    CheckDue,
    CutDue,
    Due,
    EquipmentDue,
    LoadDue,
    ShuffleDue,
)
from croupier.games.table.equipment import CheckEquipment
from croupier.games.table.preparation import BurnCard, CutCards, LoadShoe, ShuffleCards
from croupier.messages import Command
from croupier.rulebooks import Role
from tests.support.tables import cards_of


def fresh_card(croupier: Croupier, chance: Random) -> Card:
    """A card that may come out of the shoe next; any at all where none is left."""
    table = croupier.table
    if table.shoe.handle and (front := cards_of(croupier).next_cards(table.shoe, 1)):
        return front[0]
    left = remaining_cards(table.choices.decks, cards_out(table))
    possible = [card for card, count in left.items() if count > 0]
    return chance.choice(possible or list(DECK))


def dealers_step(croupier: Croupier, due: Due, chance: Random) -> Command:
    """What the dealer does about something due, at a table where nobody is as well."""
    match due:
        case EquipmentDue(by=by):
            return CheckEquipment(by=by)
        case CheckDue(by=by) if by is not Role.DEALER:
            return CheckCards(by=by)
    automatic = croupier.table.choices.mode is Mode.AUTOMATIC
    cards = cards_of(croupier) if automatic else SoftwareShoe(chance.randbytes)
    command = dealer_command(croupier.table, due, cards)
    if command is not None:
        return command
    assert not croupier.table.players, due
    match due:
        case CheckDue():
            return CheckCards(by=Role.DEALER)
        case ShuffleDue():
            return ShuffleCards(by=Role.DEALER)
        case CutDue(player=None, by=by, least=least):
            return CutCards(chance.randint(least, croupier.table.shoe.size - least), by=by)
        case LoadDue():
            return LoadShoe(by=Role.DEALER)
        case BurnDue(shown=shown):
            return BurnCard(fresh_card(croupier, chance) if shown else None, by=Role.DEALER)
        case _:
            raise AssertionError(f"nobody deals on {due}")
