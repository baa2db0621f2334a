"""Dealing by software: many cards at once, until somebody else must act.

The functions that end in ``_dealt`` apply several events in one step, for speed. Each must give the
same table as the evolvers do event by event: see ``Draft.emit_all``.
"""

from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.deal import (
    advance,
    after_card,
    card_dealt,
    close_phases,
    give_card,
    show_in_front_of,
)
from croupier.games.blackjack.due import (
    dealer_draw_clause,
    first_places,
    is_contested,
    is_untouched,
)
from croupier.games.blackjack.settlement import end_round
from croupier.games.blackjack.state import (
    DEALER,
    DEALERS_TURN,
    DEALING,
    INSURANCE,
    BlackjackDraft,
    BlackjackTable,
    CardCalled,
    Hand,
    round_of,
    with_hand,
)
from croupier.games.table.draft import NextCards
from croupier.games.table.due import CardDue
from croupier.games.table.rounds import CardDealt

# Each of these gives what the evolvers of its events give one by one: a table that was dealt here
# must equal the one folded from its record (test_folding_the_events_gives_the_table).


def first_cards_dealt(table: BlackjackTable, events: Sequence[CardDealt]) -> BlackjackTable:
    """Return the table after the whole initial deal: each box, the dealer, each box again."""
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
    """Return the table after some cards of an initial deal that is interrupted."""
    return reduce(card_dealt, events, table)


def called_card_dealt(
    table: BlackjackTable, events: tuple[CardCalled, CardDealt]
) -> BlackjackTable:
    """Return the table after a call for one card, and that card, straight from the shoe."""
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
    """Return the table after several cards to the dealer."""
    round_ = round_of(table)
    dealer = (*round_.dealer, *[event.card for event in events])
    return replace(
        table,
        round=replace(round_, dealer=dealer, called=False),
        shoe=replace(table.shoe, drawn=table.shoe.drawn + len(events)),
    )


CARDS_AT_ONCE = 6
"""How many cards are taken together for the dealer's hand: more are seldom drawn."""


def deal_due(draft: BlackjackDraft, next_cards: NextCards[BlackjackTable]) -> None:
    """Play a round on, and deal each card that falls due."""
    dealing = round_of(draft.table).phase is DEALING
    # Only a deal that nothing has touched yet can be laid out at once.
    first = dealing and is_untouched(draft.table)
    due = deal_first_cards(draft, next_cards) if first else advance(draft)
    while due is not None and draft.table.preparation is None:
        dealers = round_of(draft.table).phase is DEALERS_TURN and due.ahead is None
        if dealers and dealer_plays_alone(draft):
            dealt = deal_to_dealer(draft, due, next_cards)
        else:
            dealt = deal_one(draft, due, next_cards)
        if not dealt or draft.table.round is None:
            return
        due = advance(draft)


def deal_call(
    draft: BlackjackDraft, call: CardCalled, next_cards: NextCards[BlackjackTable]
) -> bool:
    """Record the call for a card and deal it. Return whether its player decides next.

    Call and card are applied together if the card comes straight from the shoe.
    """
    table = draft.table
    round_, shoe = round_of(table), table.shoe
    cards: Sequence[Card] = ()
    # Anything that may come between call and card needs the two events one after the other.
    if not (
        table.ahead
        or table.preparation is not None
        or shoe.cutting_card == shoe.drawn
        or round_.undecided
    ):
        cards = next_cards(table, 1)
    if not cards:
        draft.emit(call)
        return False
    dealt = CardDealt(cards[0], call.box, call.hand, call.clause)
    draft.emit_all((call, dealt), called_card_dealt)
    return after_card(draft, round_.place(call.box), call.hand)


def deal_one(draft: BlackjackDraft, due: CardDue, next_cards: NextCards[BlackjackTable]) -> bool:
    """Deal the card that is due. Return whether there was one to deal."""
    cards = next_cards(draft.table, 1) if due.ahead is None else (due.ahead,)
    for card in cards:
        give_card(draft, card, due)
    return bool(cards)


def deal_first_cards(
    draft: BlackjackDraft, next_cards: NextCards[BlackjackTable]
) -> CardDue | None:
    """Deal the first cards of a round, as far as they go. Return the card due after that."""
    places = first_places(draft.law, draft.table)
    whole, clause = len(places), draft.law.deal.order.clause
    while places and not draft.table.shoe.empty:
        cards = up_to_cutting_card(draft, next_cards(draft.table, len(places)), places[0][0])
        if not cards:
            return None
        events = [
            CardDealt(card, box, 1, clause, covered)
            for card, (box, covered) in zip(cards, places, strict=False)
        ]
        draft.emit_all(events, first_cards_dealt if len(events) == whole else cards_dealt)
        places = places[len(cards) :]
    if round_of(draft.table).undecided or draft.table.shoe.empty:
        return advance(draft)
    return close_phases(draft)


def up_to_cutting_card(
    draft: BlackjackDraft, cards: Sequence[Card], first_to: int
) -> Sequence[Card]:
    """Return the cards that come out together; show a cutting card in front of them."""
    shoe = draft.table.shoe
    if shoe.cutting_card is None:
        return cards
    before = shoe.cutting_card - shoe.drawn
    if before == 0:
        show_in_front_of(draft, first_to)
    # Cards behind the cutting card wait: it has to come out between two events.
    return cards[:before] if before > 0 else cards


def dealer_plays_alone(draft: BlackjackDraft) -> bool:
    """Return whether the dealer's turn is nothing but completing the dealer's hand.

    Insurance is settled on the second card.
    """
    round_ = round_of(draft.table)
    for stake in round_.stakes:
        if stake.on == INSURANCE:
            return False
    return is_contested(draft.law, round_)


def deal_to_dealer(
    draft: BlackjackDraft, due: CardDue, next_cards: NextCards[BlackjackTable]
) -> bool:
    """Deal to the dealer until the hand is complete. Return whether there was a card to deal."""
    law, table = draft.law, draft.table
    dealer = round_of(table).dealer
    clause: str | None = due.clause
    events = []
    for card in up_to_cutting_card(draft, next_cards(table, CARDS_AT_ONCE), DEALER):
        if clause is None:
            break
        events.append(CardDealt(card, DEALER, 1, clause))
        dealer = (*dealer, card)
        clause = dealer_draw_clause(law, table, dealer)
    if events:
        draft.emit_all(events, dealers_cards_dealt)
    if clause is None:
        end_round(draft)
    return bool(events)
