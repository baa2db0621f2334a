"""What somebody who deals does about the cards, whether software or a person."""

from random import Random

from croupier.cards import DECK, Card, remaining_cards
from croupier.play import Croupier
from croupier.play.card_sources import SoftwareShoe
from croupier.play.dealer import dealers_command
from croupier.play.engine import cards_out
from croupier.rulebooks import Role
from croupier.table.choices import Mode
from croupier.table.commands import BurnCard, Command, CutCards, LoadShoe, ShuffleCards
from croupier.table.due import (
    BurnDue,
    CheckDue,
    CutDue,
    Due,
    EquipmentDue,
    LoadDue,
    ShuffleDue,
)
from croupier.table.irregular_commands import CheckCards
from croupier.table.upkeep_commands import CheckEquipment
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
    command = dealers_command(croupier.table, due, cards)
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
