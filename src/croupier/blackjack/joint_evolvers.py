"""How events that come together change the table: faster than one by one, with the same result."""

from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from croupier.blackjack.events import CardCalled, CardDealt, RoundEnded, WagersSettled
from croupier.blackjack.evolvers import card_dealt, with_hand
from croupier.blackjack.state import GONE, BlackjackTable, Hand, round_of
from croupier.cards import Card
from croupier.money import posted
from croupier.table.state import Settlement


def first_cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """The table after the whole initial deal: a card to each box, the dealer, each box again."""
    round_ = round_of(table)
    dealers = len(round_.boxes)
    boxes = [
        replace(box, hands=(Hand((first.card, second.card), covered=first.covered),))
        for box, first, second in zip(round_.boxes, events, events[dealers + 1 :], strict=False)
    ]
    return replace(
        table,
        round=replace(round_, boxes=tuple(boxes), dealer=(events[dealers].card,)),
        shoe=replace(table.shoe, drawn=table.shoe.drawn + len(events)),
    )


def cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """The table after some cards of an initial deal that something interrupts."""
    return reduce(card_dealt, events, table)


def called_card_dealt(
    table: BlackjackTable, events: tuple[CardCalled, CardDealt]
) -> BlackjackTable:
    """The table after a call for one more card, and that card, straight from the shoe."""
    _, dealt = events
    round_, shoe = round_of(table), table.shoe
    place = round_.place(dealt.box)
    hand = round_.boxes[place].hands[dealt.hand - 1]
    hand = replace(hand, cards=(*hand.cards, dealt.card))
    boxes = with_hand(round_.boxes, place, dealt.hand, hand)
    return replace(
        table,
        round=replace(round_, boxes=boxes, called=False),
        shoe=replace(shoe, drawn=shoe.drawn + 1),
    )


def dealers_cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """The table after several cards to the dealer."""
    round_ = round_of(table)
    dealer = (*round_.dealer, *[event.card for event in events])
    return replace(
        table,
        round=replace(round_, dealer=dealer, called=False),
        shoe=replace(table.shoe, drawn=table.shoe.drawn + len(events)),
    )


def round_settled(
    table: BlackjackTable, events: tuple[WagersSettled, RoundEnded]
) -> BlackjackTable:
    """The table after the final settlement and the end of the round, with nothing in between."""
    final, _ = events
    round_, left = round_of(table), table.rounds_left
    cards: list[Card] = []
    for box in round_.boxes:
        for hand in box.hands:
            if hand.progress is not GONE:
                cards += hand.cards
    return replace(
        table,
        round=None,
        untold=0,
        discards=(*table.discards, *cards, *round_.dealer),
        rounds_left=None if left is None else max(0, left - 1),
        settled=(*table.settled, Settlement(final.lines, final.clause)),
        balances=posted(table.balances, [line.entry for line in final.lines]),
    )
