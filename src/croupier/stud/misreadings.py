"""Cards of a live table that were read wrongly: corrected where they lie, and no other moves."""

from croupier.cards import remaining_cards
from croupier.rulebooks import StudLaw
from croupier.stud.bets import name_hand
from croupier.stud.draft import StudDraft
from croupier.stud.irregular_commands import CorrectCard
from croupier.stud.irregular_events import CardCorrected
from croupier.stud.settlement import name_jackpot_hands
from croupier.stud.state import DEALER, StudPhase, StudTable, cards_out, place_of, stud_round
from croupier.table.checks import not_the_dealer
from croupier.table.choices import Mode
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused

OPEN = (StudPhase.DEALING, StudPhase.BETTING, StudPhase.EXPOSED, StudPhase.JACKPOT)
"""The phases in which the cards still decide something."""


def correct_card(draft: StudDraft, command: CorrectCard) -> Refused | None:
    """Correct a card that was read wrongly, in the place where it lies.

    Reading K46: until all hands are settled, those for the jackpot too; what was paid by a wrong
    reading is a wrong payment.
    """
    table = draft.table
    clause = draft.law.cards.dealt_from.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if table.choices.mode is not Mode.LIVE:
        return Refused("correct/not-live", clause, "software deals here and misreads no card")
    if refused := _settled(draft.law, table):
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


def _settled(law: StudLaw, table: StudTable) -> Refused | None:
    """Refuse to change a card by which wagers were settled."""
    over = bool(table.settled) if table.round is None else stud_round(table).phase not in OPEN
    rules = law.mispayments if over else None
    if rules is None:
        return None
    why = "the hands are settled: report a wrong payment with mispayment"
    return Refused("correct/settled", rules.unintended.clause, why)


HANDLERS: dict[type[Command], Handler] = {**on(CorrectCard, correct_card)}
