"""The automatic dealer's policy: what to do about what is due, with cards from a source."""

from collections import Counter
from collections.abc import Iterable

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import InsuranceDue
from croupier.cards import Card, Device, full_decks, remaining_cards
from croupier.play.card_sources import CardSource, KnownPast
from croupier.play.drawn_cards import cards_drawn
from croupier.play.engine import cards_out
from croupier.rulebooks import Role, TableLaw
from croupier.stud.commands import PayJackpot
from croupier.stud.due import JackpotDue
from croupier.table.commands import (
    BurnCard,
    Command,
    CutCards,
    DealCard,
    LoadShoe,
    ShuffleCards,
)
from croupier.table.due import BurnDue, CardDue, CheckDue, CutDue, Due, LoadDue, ShuffleDue
from croupier.table.events import Event
from croupier.table.irregular_commands import CheckCards
from croupier.table.preparation import mixed, stack_size
from croupier.table.state import Mix, Refused, Table


def dealers_command(
    table: Table, due: Due, cards: CardSource, *, cut_for_players: bool = True
) -> Command | None:
    """What the dealer does about something due that waits for nobody else.

    ``None`` where others must act after all.

    A stacked shoe that has run out has no card to give either, and is made ready by whoever laid
    it. With ``cut_for_players`` the dealer places the cutting card where the player would; without,
    the player is asked.
    """
    match due:
        case CardDue(ahead=ahead):
            card = ahead or next_card(table, cards)
            return None if card is None else DealCard(card, by=Role.DEALER)
        case JackpotDue():
            return PayJackpot(by=Role.DEALER)
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
    if table.shoe.stacked and not isinstance(due, BurnDue):
        return None
    return making_ready(table, due, cards, cut_for_players=cut_for_players)


def making_ready(
    table: Table, due: Due, cards: CardSource, *, cut_for_players: bool = True
) -> Command | None:
    """What the dealer does to make the cards ready; ``None`` where that is not due."""
    if not table.players:
        return None
    match due:
        case CheckDue(by=Role.DEALER):
            return CheckCards(by=Role.DEALER)
        case ShuffleDue():
            return shuffle(table, cards)
        case CutDue(player=player, least=least, by=by):
            if player is not None and not cut_for_players:
                return None
            position = least + cards.number_below(stack_size(table) - 2 * least + 1)
            return CutCards(position, player, by=Role.DEALER if player is not None else by)
        case LoadDue():
            return LoadShoe(by=Role.DEALER)
        case BurnDue(shown=shown):
            drawn = shown and not table.ahead
            return BurnCard(next_card(table, cards) if drawn else None, by=Role.DEALER)
        case _:
            return None


def shuffle(table: Table, cards: CardSource) -> ShuffleCards:
    """A shuffle of all that is to be mixed; a device that mixes as it deals has no order.

    Cards that were laid beforehand keep theirs.
    """
    if table.choices.device is Device.SHUFFLER or table.shoe.stacked:
        return ShuffleCards(by=Role.DEALER)
    mixing = cards_to_mix(table, cards)
    count = len(mixing)
    if mixed(table) is Mix.LEFT:
        count -= sum(card is None for card in table.discards)
    return ShuffleCards(cards.shuffle(mixing, count, table.shoe), count, by=Role.DEALER)


def cards_to_mix(table: Table, cards: KnownPast) -> tuple[Card, ...]:
    """The cards that a shuffle mixes; of a failed device also those that were burned unseen."""
    match mixed(table):
        case Mix.ALL:
            return full_decks(table.choices.decks)
        case Mix.DISCARDS:
            seen = [card for card in table.discards if card is not None]
            return (*seen, *unseen_cards(table, cards))
        case Mix.LEFT:
            return tuple(remaining_cards(table.choices.decks, cards_out(table)).elements())


def unseen_cards(table: Table, cards: KnownPast) -> tuple[Card, ...]:
    """The cards that were burned unseen; whoever holds the order knows them."""
    if not table.shoe.handle:
        return ()
    gone = Counter(cards.drawn(table.shoe)) - Counter(cards_out(table))
    return tuple(gone.elements())


def next_card(table: Table, cards: CardSource) -> Card | None:
    """The next card: the one in front of the shoe, or any that is left in a device that mixes."""
    if table.shoe.handle:
        return cards.in_front(table.shoe)
    left = remaining_cards(table.choices.decks, cards_out(table))
    return cards.any_of(left, draw=table.shoe.draws, in_round=table.rounds)


def not_from_this_shoe(
    law: TableLaw, table: Table, events: Iterable[Event], cards: CardSource
) -> Refused | None:
    """Refuse cards that somebody names and that are not in front of the dealer's shoe."""
    told = tuple(card for event in events for card in cards_drawn(event))
    if not any(told) or not table.shoe.handle:
        return None
    front = cards.next_cards(table.shoe, len(told))
    right = len(front) == len(told) and all(
        card in (None, lying) for card, lying in zip(told, front, strict=True)
    )
    if right:
        return None
    why = "the table deals from its own shoe, and another card is in front: leave the card out"
    return Refused("card/not-next", law.cards.dealt_from.clause, why)
