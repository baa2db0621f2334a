"""How events that come together change the table: faster than one by one, and to the same end."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.blackjack.events import CardDealt, RoundEnded, WagersSettled
from croupier.blackjack.state import DEALER, GONE, BlackjackTable, Box, round_of
from croupier.cards import Card
from croupier.money import posted
from croupier.table.state import Settlement


def cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """The table after several cards from the shoe: those of the initial deal, or the dealer's."""
    round_ = round_of(table)
    laid: dict[int, tuple[Card, ...]] = {}
    for event in events:
        laid[event.box] = (*laid.get(event.box, ()), event.card)
    dealer = (*round_.dealer, *laid.pop(DEALER, ()))
    boxes = round_.boxes
    if laid:
        covered = {event.box for event in events if event.covered}
        boxes = tuple(
            [
                with_first_cards(box, laid[box.number], covered=box.number in covered)
                if box.number in laid
                else box
                for box in boxes
            ]
        )
    return replace(
        table,
        round=replace(round_, boxes=boxes, dealer=dealer, called=False),
        shoe=replace(table.shoe, drawn=table.shoe.drawn + len(events)),
        untold=max(0, table.untold - len(events)),
    )


def with_first_cards(box: Box, cards: tuple[Card, ...], *, covered: bool) -> Box:
    """A box with cards of the initial deal added to its one hand."""
    hand = box.hands[0]
    hand = replace(hand, cards=hand.cards + cards, covered=hand.covered or covered)
    return replace(box, hands=(hand,))


def round_settled(
    table: BlackjackTable, events: tuple[WagersSettled, RoundEnded]
) -> BlackjackTable:
    """The table after the final settlement and the end of the round, with nothing in between."""
    final, _ = events
    round_, left = round_of(table), table.rounds_left
    hands = [hand for box in round_.boxes for hand in box.hands if hand.progress is not GONE]
    cards = [card for hand in hands for card in hand.cards]
    return replace(
        table,
        round=None,
        untold=0,
        discards=(*table.discards, *cards, *round_.dealer),
        rounds_left=None if left is None else max(0, left - 1),
        settled=(*table.settled, Settlement(final.lines, final.clause)),
        balances=posted(table.balances, [line.entry for line in final.lines]),
    )
