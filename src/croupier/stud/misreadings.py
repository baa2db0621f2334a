"""Cards of a live table that were read wrongly: put right where they lie, and no other moves."""

from croupier.cards import remaining_cards
from croupier.stud.bets import name_hand
from croupier.stud.draft import StudDraft
from croupier.stud.irregular_commands import CorrectCard
from croupier.stud.irregular_events import CardCorrected
from croupier.stud.state import DEALER, StudPhase, StudTable, cards_out, stud_round
from croupier.table.checks import not_the_dealer
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused

OPEN = (StudPhase.DEALING, StudPhase.BETTING, StudPhase.EXPOSED)
"""Until the hands are compared."""


def correct_card(draft: StudDraft, command: CorrectCard) -> Refused | None:
    """Put a card right that was read wrongly, in the place where it lies.

    Reading K46: until the hands are settled; what was paid by a wrong reading is a wrong payment.
    """
    table = draft.table
    clause = draft.law.cards.dealt_from.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if table.choices.mode is not Mode.LIVE:
        return Refused("correct/not-live", clause, "software deals here, and reads no card wrongly")
    if table.round is None or stud_round(table).phase not in OPEN:
        rules = draft.law.mispayments
        why = "the hands are settled: what was paid wrongly is told with mispayment"
        return Refused("correct/settled", clause if rules is None else rules.unintended.clause, why)
    box = place_of(table, command)
    if box is None:
        return Refused("correct/not-there", clause, f"the {command.wrong} is not on the layout")
    if remaining_cards(table.choices.decks, cards_out(table))[command.right] < 1:
        why = f"the {command.right} is out already"
        return Refused("card/none-left", draft.law.cards.decks.clause, why)
    draft.emit(CardCorrected(box, command.wrong, command.right, clause))
    if box == DEALER and stud_round(table).phase is StudPhase.EXPOSED:
        name_hand(draft)
    return None


def place_of(table: StudTable, command: CorrectCard) -> int | None:
    """Where the card lies that was read wrongly: a box, or 0 for the dealer's hand."""
    round_ = stud_round(table)
    if command.wrong in round_.dealer:
        return DEALER
    return next((hand.box for hand in round_.hands if command.wrong in hand.cards), None)


HANDLERS: dict[type[Command], Handler] = {**on(CorrectCard, correct_card)}
