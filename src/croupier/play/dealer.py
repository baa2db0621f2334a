"""The automatic dealer: acts on what is due, with chance that is handed to it."""

import os
import random

from croupier.cards import Bytes, Card, Device, below, remaining_cards, shuffled
from croupier.play.engine import cards_out
from croupier.rulebooks import Role
from croupier.table.commands import (
    BurnCard,
    Command,
    CutCards,
    DealCard,
    LoadShoe,
    ShuffleCards,
)
from croupier.table.due import BurnDue, CardDue, CheckDue, CutDue, Due, LoadDue, ShuffleDue
from croupier.table.irregular_commands import CheckCards
from croupier.table.preparing import mixed, shuffled_cards, unseen_discards
from croupier.table.state import Mix, Table


def chance(seed: int | None = None) -> Bytes:
    """The source of shuffles: the operating system's cryptographic one, or a repeatable one."""
    return os.urandom if seed is None else random.Random(seed).randbytes


def dealers_command(
    table: Table, due: Due, source: Bytes, *, cut_for_players: bool = True
) -> Command | None:
    """What the dealer does about something due; ``None`` where it is not the dealer's to do.

    A stacked shoe that has run out has no card to give either. With ``cut_for_players`` the dealer
    places the cutting card where the player would; without, the player is asked.
    """
    match due:
        case CardDue():
            card = due.ahead or next_card(table, source)
            return None if card is None else DealCard(card)
        case CheckDue():
            return CheckCards()
        case ShuffleDue():
            return ShuffleCards(order=new_order(table, source))
        case CutDue(player=player, least=least, by=by):
            if player is not None and not cut_for_players:
                return None
            position = least + below(table.shoe.size - 2 * least + 1, source)
            return CutCards(position, player, by=Role.DEALER if player is not None else by)
        case LoadDue():
            return LoadShoe()
        case BurnDue(shown=shown):
            return BurnCard(next_card(table, source) if shown else None)
        case _:
            return None


def new_order(table: Table, source: Bytes) -> tuple[Card, ...] | None:
    """A shuffled order for a shoe; a device that mixes as it deals has none."""
    if table.choices.device is Device.SHUFFLER:
        return None
    order = shuffled(shuffled_cards(table, cards_out), source)
    if mixed(table) is Mix.LEFT:
        return order[: len(order) - unseen_discards(table)]
    return order


def next_card(table: Table, source: Bytes) -> Card | None:
    """The next card: the one in front of the shoe, or any that is left in a device that mixes."""
    if table.shoe.stack is not None:
        return table.shoe.next_card
    left = remaining_cards(table.choices.decks, cards_out(table))
    number = below(left.total(), source)
    for card, count in left.items():
        number -= count
        if number < 0:
            return card
    raise AssertionError("a number below the total always falls on a card")
