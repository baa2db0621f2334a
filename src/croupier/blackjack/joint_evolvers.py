"""How events that come together change the table: faster than one by one, and to the same end."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.blackjack.events import CardDealt, RoundEnded, WagersSettled
from croupier.blackjack.state import DEALER, GONE, BlackjackTable, round_of
from croupier.cards import Card
from croupier.money import posted
from croupier.table.state import Settlement


def first_cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """The table after cards of the initial deal, in their order: to the boxes and the dealer."""
    round_ = round_of(table)
    laid: dict[int, tuple[Card, ...]] = {DEALER: round_.dealer}
    covered = False
    for event in events:
        laid[event.box] = (*laid.get(event.box, ()), event.card)
        covered = covered or event.covered
    boxes = []
    for box in round_.boxes:
        if box.number in laid:
            hand = box.hands[0]
            hand = replace(hand, cards=hand.cards + laid[box.number])
            if covered:
                hand = replace(hand, covered=hand.covered or lies_covered(events, box.number))
            box = replace(box, hands=(hand,))
        boxes.append(box)
    return replace(
        table,
        round=replace(round_, boxes=tuple(boxes), dealer=laid[DEALER], called=False),
        shoe=replace(table.shoe, drawn=table.shoe.drawn + len(events)),
    )


def lies_covered(events: Sequence[CardDealt], box: int) -> bool:
    """Whether a box has its cards face down."""
    return any(event.covered for event in events if event.box == box)


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
