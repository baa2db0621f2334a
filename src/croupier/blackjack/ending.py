"""The end of a round: settlement, a card that was left over, and the shuffle that may follow."""

from croupier.blackjack.due import card_due
from croupier.blackjack.events import DiscardsReturned, RoundEnded
from croupier.blackjack.irregular_events import SpareCardBurned, SpareCardKept
from croupier.blackjack.settling import settle_final
from croupier.blackjack.state import DEALER, Box, law_of, round_of
from croupier.cards import Device
from croupier.rulebooks import Rule
from croupier.rulebooks.irregularity_law import FinishFromShoeLaw, SpareCard
from croupier.table.drafting import Draft
from croupier.table.events import CuttingCardShown, PreparationChanged
from croupier.table.preparing import prepare
from croupier.table.renewing import new_cards
from croupier.table.state import Mix, Table


def last_rounds(table: Table, *, ended: int = 0) -> Rule[int] | None:
    """The rule that throws the cutting card away in the last rounds before a closing."""
    rule = table.law.shuffle.last_rounds
    if rule is None or table.rounds_left is None:
        return None
    return rule if table.rounds_left + ended <= rule.value else None


def run_out(draft: Draft) -> None:
    """Ask for a shuffle of the discards where a card is due and the shoe is empty."""
    table = draft.table
    if table.shoe.stacked or table.preparation is not None or card_due(table) is None:
        return
    law = law_of(table)
    if table.choices.device is Device.SHUFFLER and law.deal.fed_back_at_once and table.discards:
        feed_back(draft)
        return
    clause = law.shuffle.out_of_cards.clause
    prepare(draft, clause, law.cut.cards_replaced, mixes=Mix.DISCARDS)


def end_round(draft: Draft) -> None:
    """Settle, clear the layout, and see whether the cards must be shuffled."""
    settle_final(draft)
    clear_spare_card(draft)
    boxes = round_of(draft.table).boxes
    draft.emit(RoundEnded(law_of(draft.table).settlement.cards_collected.clause))
    feed_back(draft)
    shuffle_if_due(draft, boxes)


def feed_back(draft: Draft) -> None:
    """Put the discards into a device whose tray they lie in, where the rulebook has it so."""
    law = law_of(draft.table).deal
    device = draft.table.choices.device is Device.SHUFFLER
    if device and law.fed_back_at_once and law.discards_returned is not None:
        draft.emit(DiscardsReturned(law.discards_returned.clause))


def clear_spare_card(draft: Draft) -> None:
    """See to cards drawn in error that neither a player nor the dealer has taken."""
    rule = law_of(draft.table).irregular.stray.exposed_to_dealer
    while draft.table.offered:
        if rule.value is SpareCard.BURNED:
            draft.emit(SpareCardBurned(draft.table.ahead[0], rule.clause))
        else:
            draft.emit(SpareCardKept(rule.clause))


def shuffle_if_due(draft: Draft, boxes: tuple[Box, ...]) -> None:
    """Ask for the shuffle that the end of a round brings, if it does."""
    table = draft.table
    law = law_of(table)
    if table.shuffle_after_round:
        demanded = law.device_failure
        new = isinstance(demanded, FinishFromShoeLaw) and demanded.new_cards.clause
        if table.shuffle_after_round == new:
            new_cards(draft, table.shuffle_after_round)
        else:
            prepare(draft, table.shuffle_after_round, law.cut.cards_replaced)
        return
    if table.cutting_card_at is not None and (last := last_rounds(table, ended=1)) is not None:
        draft.emit(PreparationChanged(None, last.clause))
        return
    if table.cutting_card_at is not None:
        offer = law.cut.on_dealer if table.cutting_card_at == DEALER else law.cut.on_box
        controllers = {box.number: box.controller for box in boxes}
        at = table.cutting_card_at
        clause = law.shuffle.cutting_card_drawn.clause
        prepare(draft, clause, offer, box=at, controller=controllers.get(at, ""))
    elif table.shoe.cutting_card_in_front and last_rounds(table) is None:
        clause = law.shuffle.cutting_card_first.clause
        draft.emit(CuttingCardShown(None, clause))
        prepare(draft, clause, law.cut.before_round)
