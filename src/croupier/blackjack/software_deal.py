"""Dealing from a source that knows the order of the cards, until somebody else must act."""

from collections.abc import Sequence

from croupier.blackjack.cutting_cards import show_in_front_of
from croupier.blackjack.deal import (
    advance,
    after_card,
    close_phases,
    give_card,
)
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.due import CardDue, contested, draws_to, first_places, untouched
from croupier.blackjack.events import CardCalled, CardDealt
from croupier.blackjack.joint_evolvers import (
    called_card_dealt,
    cards_dealt,
    dealers_cards_dealt,
    first_cards_dealt,
)
from croupier.blackjack.round_end import end_round
from croupier.blackjack.state import (
    DEALER,
    DEALERS_TURN,
    DEALING,
    INSURANCE,
    BlackjackTable,
    round_of,
)
from croupier.cards import Card
from croupier.table.draft import NextCards

CARDS_AT_ONCE = 6
"""How many cards are taken together for the dealer's hand: more are seldom drawn."""


def deal_on(draft: BlackjackDraft, next_cards: NextCards[BlackjackTable]) -> None:
    """Go on with a round, and deal each card that falls due."""
    dealing = round_of(draft.table).phase is DEALING
    first = dealing and untouched(draft.table)
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


def deal_called(
    draft: BlackjackDraft, call: CardCalled, next_cards: NextCards[BlackjackTable]
) -> bool:
    """Record the call for a card, and deal it; returns whether its player must speak next.

    Call and card are applied together where the card comes straight from the shoe.
    """
    table = draft.table
    round_, shoe = round_of(table), table.shoe
    cards: Sequence[Card] = ()
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
    """Deal the card that is due; returns whether there was one to deal."""
    cards = next_cards(draft.table, 1) if due.ahead is None else (due.ahead,)
    for card in cards:
        give_card(draft, card, due)
    return bool(cards)


def deal_first_cards(
    draft: BlackjackDraft, next_cards: NextCards[BlackjackTable]
) -> CardDue | None:
    """Deal a round its first cards, as far as they reach; returns the card due after that."""
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
    """The cards that come out of the shoe together; the cutting card may come in front of them."""
    shoe = draft.table.shoe
    if shoe.cutting_card is None:
        return cards
    before = shoe.cutting_card - shoe.drawn
    if before == 0:
        show_in_front_of(draft, first_to)
    return cards[:before] if before > 0 else cards


def dealer_plays_alone(draft: BlackjackDraft) -> bool:
    """Whether nothing is left to do in the dealer's turn but to complete the dealer's hand.

    Insurance is settled on the second card.
    """
    round_ = round_of(draft.table)
    for stake in round_.stakes:
        if stake.on == INSURANCE:
            return False
    return contested(draft.law, round_)


def deal_to_dealer(
    draft: BlackjackDraft, due: CardDue, next_cards: NextCards[BlackjackTable]
) -> bool:
    """Deal the dealer cards until the hand is complete; returns whether there was one to deal."""
    law, table = draft.law, draft.table
    dealer = round_of(table).dealer
    clause: str | None = due.clause
    events = []
    for card in up_to_cutting_card(draft, next_cards(table, CARDS_AT_ONCE), DEALER):
        if clause is None:
            break
        events.append(CardDealt(card, DEALER, 1, clause))
        dealer = (*dealer, card)
        clause = draws_to(law, table, dealer)
    if events:
        draft.emit_all(events, dealers_cards_dealt)
    if clause is None:
        end_round(draft)
    return bool(events)
