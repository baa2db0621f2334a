"""The end of a round: settlement, a card that was left over, and the shuffle that may follow."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.due import card_due
from croupier.blackjack.events import DiscardsReturned, RoundEnded
from croupier.blackjack.forms import settle_forms
from croupier.blackjack.irregular_events import SpareCardBurned, SpareCardKept
from croupier.blackjack.joint_evolvers import round_settled
from croupier.blackjack.settlement import final_settlement
from croupier.blackjack.state import (
    DEALER,
    GONE,
    BlackjackTable,
    Box,
    round_of,
)
from croupier.cards import SHUFFLER
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.irregularity_law import FinishFromShoeLaw, SpareCard
from croupier.table.card_counts import ask_check
from croupier.table.card_events import CuttingCardShown, PreparationChanged
from croupier.table.contest_rounds import close_round
from croupier.table.irregular_events import DeviceChanged
from croupier.table.new_cards import new_cards
from croupier.table.preparation import prepare
from croupier.table.state import Mix


def last_rounds(law: BlackjackLaw, table: BlackjackTable, *, ended: int = 0) -> Rule[int] | None:
    """The rule under which the cutting card is discarded in the last rounds before a closing."""
    rule = law.shuffle.last_rounds
    if rule is None or table.rounds_left is None:
        return None
    return rule if table.rounds_left + ended <= rule.value else None


def run_out(draft: BlackjackDraft) -> None:
    """Ask for a shuffle of the discards where a card is due and the shoe is empty.

    A stacked shoe is not shuffled: whoever stacked it says which cards come next.
    """
    if not draft.table.shoe.stacked:
        mix_discards(draft)


def mix_discards(draft: BlackjackDraft) -> None:
    """Ask for a shuffle of the discards where a card is due, whatever shoe it is."""
    table = draft.table
    if table.preparation is not None or card_due(draft.law, table) is None:
        return
    law = draft.law
    if table.choices.device is SHUFFLER and law.deal.fed_back_at_once:
        feed_back(draft)
        return
    clause = law.shuffle.out_of_cards.clause
    prepare(draft, clause, law.cut.cards_replaced, mixes=Mix.DISCARDS)


def end_round(draft: BlackjackDraft) -> None:
    """Settle, clear the layout, and check whether the cards must be shuffled."""
    law, table = draft.law, draft.table
    settled = final_settlement(law, table)
    ended = RoundEnded(law.settlement.cards_collected.clause)
    forms = table.contest is not None and table.contest.forms
    if settled is not None and not (forms or table.offered):
        draft.emit_all((settled, ended), round_settled)
    else:
        if settled is not None:
            draft.emit(settled)
        if forms:
            settle_forms(draft)
        clear_spare_card(draft)
        draft.emit(ended)
    feed_back(draft)
    if table.preparation is not None:
        forget_burn(draft)
    shuffle_if_due(draft, round_of(table).boxes)
    if table.contest is not None:
        close_round(draft)


def feed_back(draft: BlackjackDraft) -> None:
    """Put the discards into a device whose tray they lie in, where the rulebook says so."""
    law = draft.law.deal
    if draft.table.choices.device is SHUFFLER and law.fed_back_at_once:
        return_discards(draft, law.discards_returned.clause)


def return_discards(draft: BlackjackDraft, clause: str) -> None:
    """Put the discards into the device; for good, with cards of a round that is over, or nearly."""
    round_ = draft.table.round
    final = round_ is None or any(
        hand.progress is GONE for box in round_.boxes for hand in box.hands
    )
    draft.emit(DiscardsReturned(clause, final))


def clear_spare_card(draft: BlackjackDraft) -> None:
    """Deal with cards drawn in error that neither a player nor the dealer has taken."""
    law = draft.law.irregular.stray
    rule = law.unneeded or law.exposed_to_dealer
    while draft.table.offered:
        if rule.value is SpareCard.BURNED:
            draft.emit(SpareCardBurned(draft.table.ahead[0], rule.clause))
        else:
            draft.emit(SpareCardKept(rule.clause))


def shuffle_if_due(draft: BlackjackDraft, boxes: tuple[Box, ...]) -> None:
    """Ask for the shuffle that follows a round, if one does.

    Reading R5: an ordered shuffle is the same one that the cutting card brings, where it came out.
    """
    table = draft.table
    law = draft.law
    if table.device_failed:
        draft.emit(DeviceChanged(True, table.device_failed))
    if table.check_after_round:
        ask_check(draft, table.check_after_round)
        return
    ordered = table.shuffle_after_round or table.device_failed
    failure = law.device_failure
    if isinstance(failure, FinishFromShoeLaw) and ordered == failure.new_cards.clause:
        new_cards(draft, ordered)
        return
    last = None if table.cutting_card_at is None else last_rounds(law, table, ended=1)
    if ordered and (table.cutting_card_at is None or last is not None):
        prepare(draft, ordered, law.cut.cards_replaced)
    elif last is not None:
        draft.emit(PreparationChanged(None, last.clause))
    elif table.cutting_card_at is not None:
        offer = law.cut.on_dealer if table.cutting_card_at == DEALER else law.cut.on_box
        controllers = {box.number: box.controller for box in boxes}
        at = table.cutting_card_at
        clause = law.shuffle.cutting_card_drawn.clause
        prepare(draft, clause, offer, box=at, controller=controllers.get(at, ""))
    elif table.shoe.cutting_card_in_front and last_rounds(law, table) is None:
        clause = law.shuffle.cutting_card_first.clause
        draft.emit(CuttingCardShown(None, clause))
        prepare(draft, clause, law.cut.before_round)


def forget_burn(draft: BlackjackDraft) -> None:
    """Leave out the burn of a round that ended before its first card was burned."""
    preparation = draft.table.preparation
    rule = draft.law.cut.burned_each_round
    if rule is not None and preparation is not None and preparation.burn_clause == rule.clause:
        draft.emit(PreparationChanged(None, rule.clause))
