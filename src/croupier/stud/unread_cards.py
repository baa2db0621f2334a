"""Cards that lie face down at a live table and that nobody has read, until they are turned."""

from croupier.cards import Card
from croupier.stud.commands import DealFaceDown, TurnCard
from croupier.stud.draft import StudDraft
from croupier.stud.due import card_due, unread_cards_due, whose_cards
from croupier.stud.events import CardTurned, FaceDownCardDealt
from croupier.stud.evolvers import cards_at
from croupier.stud.state import DEALER, cards_out, stud_round
from croupier.table.checks import not_the_dealer
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.possible_cards import impossible_card
from croupier.table.state import Refused


def deal_face_down(draft: StudDraft, command: DealFaceDown) -> Refused | None:
    """Lay a card face down where one is due face down; software reads every card it deals."""
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
    """Turn a card that nobody has read, of the hand whose cards are due to be turned.

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
    """Name the first card that nobody has read at a box, or in the dealer's hand (0)."""
    known = box == DEALER or stud_round(draft.table).hand(box) is not None
    if not known or None not in cards_at(draft.table, box):
        why = f"{whose_cards(box)} have all been read"
        return Refused("turn/all-read", clause, why)
    if refused := impossible_card(draft.law, draft.table, card, cards_out):
        return refused
    draft.emit(CardTurned(card, box, clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(DealFaceDown, deal_face_down),
    **on(TurnCard, turn_card),
}
