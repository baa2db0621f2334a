"""Cards that lie face down at a live table, unread until they are turned, and misread cards."""

from typing import TypeVar

from msgspec.structs import replace

from croupier.cards import Card, remaining_cards
from croupier.games.stud.bets import name_hand
from croupier.games.stud.due import card_due, unread_cards_due, whose_cards
from croupier.games.stud.settlement import name_jackpot_hands
from croupier.games.stud.state import (
    DEALER,
    StudDraft,
    StudPhase,
    StudTable,
    cards_at,
    cards_out,
    place_of,
    stud_round,
    with_cards,
)
from croupier.games.table.card_counts import impossible_card
from croupier.games.table.checks import not_the_dealer
from croupier.games.table.choices import Mode
from croupier.games.table.draft import Handler, on
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import StudLaw

CardT = TypeVar("CardT", Card, Card | None)
"""A card, or a card of a hand that may hold unread ones."""


class DealFaceDown(Command, frozen=True, tag="face-down"):
    """Lays a card face down that nobody has read, where one is due face down."""


class TurnCard(Command, frozen=True, tag="turn-card"):
    """Turns the next card of a hand that lay face down and that nobody had read."""

    card: Card
    """What the card is."""
    box: int | None = None
    """Whose hand, 0 is the dealer's; the hand that is due if left out."""


class CorrectCard(Command, frozen=True, tag="correct-card"):
    """Reports that a card of a live table was read wrongly; it stays where it lies."""

    wrong: Card
    """What was entered."""
    right: Card
    """What the card is."""
    crossed: bool = False
    """Whether the two cards, both on the layout, were entered for each other."""


class FaceDownCardDealt(Event, frozen=True, tag="face-down-card-dealt"):
    """A card that nobody has read went face down to a hand, or to the dealer's (box 0)."""

    box: int
    """Where it went, from 1; 0 is the dealer."""
    clause: str
    """The clause by which it was due."""


class CardTurned(Event, frozen=True, tag="card-turned"):
    """The first card of a hand that nobody had read was turned, and is known from now on."""

    card: Card
    """The card."""
    box: int
    """Where it lies, from 1; 0 is the dealer's hand."""
    clause: str
    """The clause by which it is turned, or the clause about a card shown by mistake."""


class CardCorrected(Event, frozen=True, tag="card-corrected"):
    """A card of a live table had been read wrongly: where it lies, another was dealt."""

    box: int
    """Where it lies; 0 is the dealer's hand."""
    wrong: Card
    """What was entered."""
    right: Card
    """What the card is."""
    clause: str
    """The clause by which cards are dealt as they come out."""
    other: int | None = None
    """Where the right one lay, if the two were taken for each other: a box, 0 for the dealer's
    hand; none where it was not out."""


def face_down_card_dealt(table: StudTable, event: FaceDownCardDealt) -> StudTable:
    round_ = with_cards(stud_round(table), event.box, (*cards_at(table, event.box), None))
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=round_, shoe=shoe)


def card_turned(table: StudTable, event: CardTurned) -> StudTable:
    cards = cards_at(table, event.box)
    place = cards.index(None)
    cards = (*cards[:place], event.card, *cards[place + 1 :])
    return replace(table, round=with_cards(stud_round(table), event.box, cards))


def card_corrected(table: StudTable, event: CardCorrected) -> StudTable:
    round_ = stud_round(table)
    instead: dict[Card | None, Card] = {event.wrong: event.right}
    if event.other is not None:
        instead[event.right] = event.wrong

    def put_right(cards: tuple[CardT, ...]) -> tuple[CardT | Card, ...]:
        return tuple(instead.get(card, card) for card in cards)

    hands = tuple(replace(hand, cards=put_right(hand.cards)) for hand in round_.hands)
    round_ = replace(
        round_,
        hands=hands,
        dealer=put_right(round_.dealer),
        exposed=put_right(round_.exposed),
        shown_early=put_right(round_.shown_early),
    )
    return replace(table, round=round_)


OPEN = (StudPhase.DEALING, StudPhase.BETTING, StudPhase.EXPOSED, StudPhase.JACKPOT)
"""The phases in which the cards still decide something."""


def correct_card(draft: StudDraft, command: CorrectCard) -> Refused | None:
    """Correct a misread card in the place where it lies.

    Reading K46: until all hands are settled, those for the jackpot too; what was paid by a wrong
    reading is a wrong payment.
    """
    table = draft.table
    clause = draft.law.cards.dealt_from.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if table.choices.mode is not Mode.LIVE:
        return Refused("correct/not-live", clause, "software deals here and misreads no card")
    if refused := _already_settled(draft.law, table):
        return refused
    box = place_of(table, command.wrong)
    if box is None:
        return Refused("correct/not-there", clause, f"the {command.wrong} is not on the layout")
    other = place_of(table, command.right) if command.crossed else None
    if command.crossed and (other is None or command.right is command.wrong):
        why = (
            f"the {command.right} is not on the layout: it was not entered for the {command.wrong}"
        )
        return Refused("correct/not-there", clause, why)
    left = remaining_cards(table.choices.decks, cards_out(table))[command.right]
    if not command.crossed and left < 1:
        why = f"the {command.right} is out already; if the two cards were swapped, say crossed"
        return Refused("card/none-left", draft.law.cards.decks.clause, why)
    draft.emit(CardCorrected(box, command.wrong, command.right, clause, other))
    phase = stud_round(table).phase
    if DEALER in (box, other) and phase is StudPhase.EXPOSED:
        name_hand(draft)
    if phase is StudPhase.JACKPOT:
        name_jackpot_hands(draft)
    return None


def _already_settled(law: StudLaw, table: StudTable) -> Refused | None:
    """Refuse to change a card by which wagers were settled."""
    over = bool(table.settled) if table.round is None else stud_round(table).phase not in OPEN
    rules = law.mispayments if over else None
    if rules is None:
        return None
    why = "the hands are settled: report a wrong payment with mispayment"
    return Refused("correct/settled", rules.unintended.clause, why)


def deal_face_down(draft: StudDraft, command: DealFaceDown) -> Refused | None:
    """Lay a card face down where one is due so; software reads every card it deals."""
    law, table = draft.law, draft.table
    clause = law.deal.face_down.clause
    if refused := not_the_dealer(command, law.cards.dealt_from.clause):
        return refused
    if table.choices.mode is not Mode.LIVE:
        return Refused("face-down/not-live", clause, "software deals here, and knows every card")
    due = card_due(law, table)
    if due is None:
        return Refused("card/not-due", law.deal.order.clause, "no card is due now")
    if table.preparation is not None:
        why = "the cards are being prepared"
        return Refused("card/not-ready", table.preparation.clause, why)
    if not due.covered:
        return Refused("face-down/face-up", clause, "this card is turned face up: say which it is")
    draft.emit(FaceDownCardDealt(due.box, due.clause))
    return None


def turn_card(draft: StudDraft, command: TurnCard) -> Refused | None:
    """Turn an unread card of the hand whose cards are due to be turned.

    A card that was shown too early is reported with ``exposed-card``.
    """
    law, table = draft.law, draft.table
    clause = law.deal.face_down.clause
    if refused := not_the_dealer(command, clause):
        return refused
    due = None if table.round is None else unread_cards_due(law, table)
    if due is None:
        return Refused("turn/not-due", clause, "no card is due to be turned")
    if command.box not in (None, due.box):
        return Refused("turn/not-next", due.clause, f"{whose_cards(due.box)} are turned next")
    return turn_at(draft, command.card, due.box, due.clause)


def turn_at(draft: StudDraft, card: Card, box: int, clause: str) -> Refused | None:
    """Name the first unread card at a box, or in the dealer's hand (0)."""
    known = box == DEALER or stud_round(draft.table).hand(box) is not None
    if not known or None not in cards_at(draft.table, box):
        why = f"{whose_cards(box)} have all been read"
        return Refused("turn/all-read", clause, why)
    if refused := impossible_card(draft.law, draft.table, card, cards_out):
        return refused
    draft.emit(CardTurned(card, box, clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(CorrectCard, correct_card),
    **on(DealFaceDown, deal_face_down),
    **on(TurnCard, turn_card),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CardCorrected: card_corrected,
    FaceDownCardDealt: face_down_card_dealt,
    CardTurned: card_turned,
}
