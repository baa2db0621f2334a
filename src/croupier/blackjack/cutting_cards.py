"""The cutting card comes out: in a round, behind cards that slipped out, or before the first."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.due import card_due
from croupier.blackjack.round_end import last_rounds
from croupier.blackjack.round_opening import burned_each_round, by_box, first_card_drawn, in_order
from croupier.blackjack.state import DEALER, BlackjackTable, card_is_dealt, current_hand, round_of
from croupier.cards import SHUFFLER, Device
from croupier.rulebooks import BlackjackLaw
from croupier.table.card_events import CuttingCardShown
from croupier.table.checks import not_the_dealer
from croupier.table.choices import Mode
from croupier.table.commands import Command, ShowCuttingCard
from croupier.table.cutters import uncut
from croupier.table.draft import Handler, on
from croupier.table.events import Event
from croupier.table.preparation import only_to_burn, prepare
from croupier.table.state import Refused, has_begun


def show_cutting_card(draft: BlackjackDraft, command: ShowCuttingCard) -> Refused | None:
    """Record that the cutting card came out of a real shoe."""
    table = draft.table
    law = draft.law.shuffle
    if refused := not_the_dealer(command, law.occasions.clause):
        return refused
    live = table.choices.mode is Mode.LIVE and table.choices.device is Device.SHOE
    out = table.cutting_card_at is not None and not table.cutting_card_back
    if not live or out or _being_prepared(table):
        device = table.choices.device is SHUFFLER
        rule = uncut(draft.law) if device else law.occasions
        why = "no cutting card is left to come out"
        return Refused("cutting-card/not-there", rule.clause, why)
    if (behind := _behind_slipped_cards(draft.law, table)) is not None:
        show_in_front_of(draft, behind)
        return None
    if not first_card_drawn(draft.law, table):
        _show_first(draft)
        return None
    due = card_due(draft.law, table)
    if due is None and not table.offered:
        why = "the cutting card comes out when a card is drawn, and no card is due"
        return Refused("cutting-card/no-draw", law.occasions.clause, why)
    show_in_front_of(draft, _next_place(table) if due is None else due.box)
    return None


def show_in_front_of(draft: BlackjackDraft, box: int) -> None:
    """Have the cutting card come out in front of a card to a box, or to the dealer."""
    draft.emit(CuttingCardShown(box, draft.law.shuffle.cutting_card_drawn.clause))


def take_out(draft: BlackjackDraft, event: Event) -> None:
    """Take out of the shoe a card that was not due; the cutting card may come before or behind it.

    Before a round, the cutting card is put aside or has the cards shuffled, as if it came with the
    deal.
    """
    if draft.table.shoe.cutting_card_in_front:
        _show_in_passing(draft)
    draft.emit(event)
    table = draft.table
    if table.shoe.cutting_card_in_front and not (has_begun(table) or table.ahead):
        _show_first(draft)


def _show_in_passing(draft: BlackjackDraft) -> None:
    """Have the cutting card of a known shoe come out in front of a card that was not due."""
    table = draft.table
    place = _behind_slipped_cards(draft.law, table)
    if place is None and table.round is not None:
        due = card_due(draft.law, table)
        place = _next_place(table) if due is None else due.box
    if place is None:
        _show_first(draft)
    else:
        show_in_front_of(draft, place)


def _being_prepared(table: BlackjackTable) -> bool:
    """Whether cards are being made ready; a burn that opens a round takes its first card."""
    in_round = table.round is not None and only_to_burn(table)
    return table.preparation is not None and not in_round


def _show_first(draft: BlackjackDraft) -> None:
    """Have the cutting card come out as the first of a round: the cards are shuffled at once."""
    law = draft.law
    last = last_rounds(law, draft.table)
    clause = law.shuffle.cutting_card_first.clause if last is None else last.clause
    draft.emit(CuttingCardShown(None, clause))
    if last is None:
        prepare(draft, clause, law.cut.before_round)


def _behind_slipped_cards(law: BlackjackLaw, table: BlackjackTable) -> int | None:
    """Where the next card goes, behind those that slipped out before a deal, if some did.

    Reading R37: the first of them has begun the round, so the cutting card is not its first card.
    """
    slipped = table.first_card_out or (table.round is not None and table.ahead)
    if not slipped or card_is_dealt(table):
        return None
    if table.round is None:
        boxes = in_order(table, by_box(table))
        burned = burned_each_round(law, table) is not None
    else:
        boxes = [box.number for box in round_of(table).boxes]
        burned = only_to_burn(table)
    places = (*boxes, DEALER, *boxes)
    return places[min(len(table.ahead) - burned, len(places) - 1)]


def _next_place(table: BlackjackTable) -> int:
    """The box whose turn it is, which is offered a card drawn in error; else the dealer's hand."""
    current = current_hand(round_of(table))
    return DEALER if current is None else current[0].number


HANDLERS: dict[type[Command], Handler] = {**on(ShowCuttingCard, show_cutting_card)}
