"""Cards that come out, or lie face up, when none is due."""

from msgspec.structs import replace

from croupier.cards import Card, remaining_cards
from croupier.games.blackjack.deal import take_out
from croupier.games.blackjack.due import card_due
from croupier.games.blackjack.settlement import SpareCardBurned, SpareCardKept
from croupier.games.blackjack.side_bets import return_lapsed
from croupier.games.blackjack.state import (
    OPEN,
    BlackjackDraft,
    BlackjackTable,
    Hand,
    Phase,
    cards_out,
    current_hand,
    round_of,
    with_first_card_out,
)
from croupier.games.blackjack.turn import out_of_turn
from croupier.games.table.card_counts import impossible_card
from croupier.games.table.checks import not_the_dealer
from croupier.games.table.choices import Mode
from croupier.games.table.draft import Handler, on
from croupier.games.table.preparation import CardBurned, burns_after_bets, clause_of_stage
from croupier.games.table.state import MAIN, is_betting_over, is_only_called, unchanged
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.law.irregularities import BurnedInError, SpareCard, StrayCardLaw


class BurnFacedCard(Command, frozen=True, tag="faced-card"):
    """Reports a card that lay face up in the shoe or device."""

    card: Card | None = None
    """Which one; left out, the one in front of a shoe whose order is known."""


class DrawInError(Command, frozen=True, tag="draw-in-error"):
    """Reports a card that came out although none was due."""

    card: Card | None = None
    """The card; left out, the one in front where software deals, or one that nobody saw where
    nobody may refuse it."""
    told: Card | None = None
    """At a live table, what was entered for a card that lies ready and was read wrongly."""


class BurnInError(Command, frozen=True, tag="burn-in-error"):
    """Reports a card that was burned by mistake."""

    card: Card | None = None
    """The card; left out where nobody saw it, or software keeps the order."""
    late: bool = False
    """Whether other cards were drawn before it was noticed."""


class RefuseCard(PlayerCommand, frozen=True, tag="refuse-card"):
    """Refuses a card that was drawn in error."""

    box: int
    """The box whose turn it is, from 1."""
    player: str | None = None
    """Who refuses; the controlling player if left out."""


class ExtraDealerCard(Command, frozen=True, tag="extra-dealer-card"):
    """Reports a card too many on the dealer's complete hand."""

    card: Card | None = None
    """The card; left out where nobody saw it, or software keeps the order."""
    exposed: bool = True
    """Whether its face was seen."""


class DealWithoutWagers(Command, frozen=True, tag="deal-without-wagers"):
    """Reports that a round was begun without wagers, and the cards that were shown."""

    cards: tuple[Card, ...]
    """The cards that were shown."""


class CardDrawnInError(Event, frozen=True, tag="card-drawn-in-error"):
    """A card came out that was not due; it is the next to be dealt."""

    card: Card
    """The card."""
    offered: bool
    """Whether players may refuse it."""
    drawn: bool
    """Whether it left the shoe just now, and did not lie ready already."""
    clause: str
    """The clause that makes it the next."""
    closes_betting: bool = False
    """Whether it is the first card of a round that is not dealt yet."""


class ReadyCardCorrected(Event, frozen=True, tag="ready-card-corrected"):
    """A card that lies ready in front of a live table's shoe had been read wrongly."""

    wrong: Card
    """What was entered."""
    right: Card
    """What the card is."""
    clause: str
    """The clause by which it lies there."""


class CardRefused(Event, frozen=True, tag="card-refused"):
    """A player refused a card drawn in error and gets no more than must be drawn."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who refused it."""
    clause: str
    """The clause that lets them, and says what follows."""


class RoundWithoutWagers(Event, frozen=True, tag="round-without-wagers"):
    """A round was begun without wagers: it is void."""

    clause: str
    """The clause by which it is void."""


def card_drawn_in_error(table: BlackjackTable, event: CardDrawnInError) -> BlackjackTable:
    shoe, ahead = table.shoe, table.ahead
    if event.closes_betting:
        table = with_first_card_out(table)
    if event.drawn:
        shoe = replace(shoe, drawn=shoe.drawn + 1)
        ahead = (*ahead, event.card)
    if is_only_called(table):
        table = replace(table, round=replace(round_of(table), card_out=True))
    return replace(
        table,
        shoe=shoe,
        ahead=ahead,
        offered=table.offered + event.offered,
    )


def ready_card_corrected(table: BlackjackTable, event: ReadyCardCorrected) -> BlackjackTable:
    place = table.ahead.index(event.wrong)
    return replace(table, ahead=(*table.ahead[:place], event.right, *table.ahead[place + 1 :]))


def card_refused(table: BlackjackTable, event: CardRefused) -> BlackjackTable:
    round_ = round_of(table)
    boxes = tuple(
        replace(box, hands=tuple(_with_refusal(hand) for hand in box.hands))
        if box.controller == event.player
        else box
        for box in round_.boxes
    )
    return replace(table, round=replace(round_, boxes=boxes, undecided=True))


def _with_refusal(hand: Hand) -> Hand:
    return replace(hand, refused=True) if hand.progress is OPEN else hand


def stray_law(law: BlackjackLaw) -> StrayCardLaw:
    """Return the law's part on cards that were not due."""
    return law.irregular.stray


def reported_card(
    law: BlackjackLaw,
    table: BlackjackTable,
    card: Card | None,
    clause: str,
    *,
    ahead: tuple[Card, ...] = (),
    in_shoe: bool = False,
) -> Card | Refused:
    """Return the card that a report is about: the one named, else the one that lies ready.

    Reading P31: where cards are burned when betting has closed, one may come out before that.
    """
    first = ahead[0] if ahead else None
    card = card or first
    if card is None:
        return Refused("card/which", clause, "say which card it is, such as 4S")
    loaded = in_shoe or burns_after_bets(law, table)
    refused = impossible_card(
        law, table, card, cards_out, ahead=first, clause=clause, loaded=loaded
    )
    return refused or card


def _no_card_there(law: BlackjackLaw, table: BlackjackTable) -> Refused | None:
    """Refuse a card when none can have come out."""
    if table.preparation is not None:
        why = "the cards are being prepared"
        return Refused("card/not-ready", clause_of_stage(law, table), why)
    if table.shoe.empty:
        return Refused("card/none-left", law.cards.decks.clause, "no card is left")
    return None


def cards_put_back(table: BlackjackTable) -> tuple[Card, ...]:
    """Return the cards in front of the shoe that were put back, not drawn in error."""
    return () if table.first_card_out else table.ahead[table.offered :]


def burn_faced_card(draft: BlackjackDraft, command: BurnFacedCard) -> Refused | None:
    """Burn a card that lay face up in the shoe or device."""
    table = draft.table
    clause = stray_law(draft.law).faced.clause
    if refused := not_the_dealer(command, clause):
        return refused
    card = reported_card(draft.law, table, command.card, clause, in_shoe=True)
    if isinstance(card, Refused):
        return card
    take_out(draft, CardBurned(clause, card, 0))
    return None


def draw_in_error(draft: BlackjackDraft, command: DrawInError) -> Refused | None:
    """Record a card that came out though none was due: it is the next one.

    If nobody may refuse it, nobody needs to have seen it.
    """
    table = draft.table
    law = stray_law(draft.law)
    clause = law.drawn.clause
    if refused := not_the_dealer(command, clause):
        return refused
    if command.told is not None:
        return _correct_ready(draft, command.told, command.card, clause)
    wagered = any(stake.on == MAIN for stake in table.wagers)
    if table.round is None and law.no_wagers is not None and not wagered:
        why = "between rounds, report an extra dealer card or a round without wagers"
        return Refused("error/no-round", law.no_wagers.clause, why)
    due = card_due(draft.law, table)
    if due is not None:
        return Refused("error/card-due", due.clause, "a card is due: deal it")
    if table.untold:
        why = f"{table.untold} enter the cards again first"
        return Refused("reconstruct/untold", draft.law.irregular.misdeal.reconstructed.clause, why)
    lying = cards_put_back(table)
    in_round = table.round is not None
    if wagered and not table.first_card_out:
        return_lapsed(draft)
    unseen = command.card is None and not lying and table.choices.mode is Mode.LIVE
    if unseen and (wagered or (in_round and law.refused is None)):
        return _next_unseen(draft, clause, begins=wagered)
    card = reported_card(draft.law, table, command.card, clause, ahead=lying)
    if isinstance(card, Refused):
        return card
    _record_drawn(draft, CardDrawnInError(card, in_round, not lying, clause, wagered))
    return None


def _correct_ready(
    draft: BlackjackDraft, wrong: Card, right: Card | None, clause: str
) -> Refused | None:
    """Correct how a card that lies ready was read; it stays where it lies (reading R39)."""
    table = draft.table
    if table.choices.mode is not Mode.LIVE or wrong not in table.ahead or right is None:
        why = "only a card that lies ready at a live table can have been read wrongly"
        return Refused("error/not-misread", clause, why)
    if remaining_cards(table.choices.decks, cards_out(table))[right] <= 0:
        why = f"every {right} is out already"
        return Refused("card/none-left", draft.law.cards.decks.clause, why)
    draft.emit(ReadyCardCorrected(wrong, right, clause))
    return None


def _record_drawn(draft: BlackjackDraft, event: CardDrawnInError) -> None:
    """Record a card that was not due, out of the shoe or from in front of it."""
    if event.drawn:
        take_out(draft, event)
    else:
        draft.emit(event)


def burn_in_error(draft: BlackjackDraft, command: BurnInError) -> Refused | None:
    """Record a card that was burned by mistake: it stays burned, or is the next one.

    Reading B7: if the mistake is noticed before the next card comes out, the card is used.
    """
    table = draft.table
    law = stray_law(draft.law)
    rule = law.burned_late if command.late else law.burned
    if refused := not_the_dealer(command, rule.clause):
        return refused
    lying = cards_put_back(table)
    if lying:
        return _burn_ready_card(draft, command, rule, lying)
    if rule.value is BurnedInError.STAYS_BURNED and command.card is None:
        if refused := _no_card_there(draft.law, table):
            return refused
        take_out(draft, CardBurned(rule.clause))
        return None
    card = reported_card(draft.law, table, command.card, rule.clause)
    if isinstance(card, Refused):
        return card
    if rule.value is BurnedInError.STAYS_BURNED:
        take_out(draft, CardBurned(rule.clause, card, 0))
    else:
        offered = table.round is not None and card_due(draft.law, table) is None
        wagered = any(stake.on == MAIN for stake in table.wagers)
        take_out(draft, CardDrawnInError(card, offered, True, rule.clause, wagered))
    return None


def _burn_ready_card(
    draft: BlackjackDraft, command: BurnInError, rule: Rule[BurnedInError], lying: tuple[Card, ...]
) -> Refused | None:
    """Record that a card that lay in front of the shoe was burned by mistake."""
    table = draft.table
    card = reported_card(draft.law, table, command.card, rule.clause, ahead=lying)
    if isinstance(card, Refused):
        return card
    if rule.value is BurnedInError.STAYS_BURNED:
        draft.emit(SpareCardBurned(card, rule.clause, table.offered))
    else:
        offered = table.round is not None and card_due(draft.law, table) is None
        draft.emit(CardDrawnInError(card, offered, False, rule.clause))
    return None


def refuse_card(draft: BlackjackDraft, command: RefuseCard) -> Refused | None:
    """Refuse a card drawn in error for a player, and with it all cards the hand need not draw."""
    table = draft.table
    law = stray_law(draft.law)
    rule = law.refused
    if rule is None:
        why = "a card drawn in error counts as the next one, wanted or not"
        return Refused("refuse/unknown", law.drawn.clause, why)
    if not table.offered or table.untold:
        return Refused("refuse/no-card", rule.clause, "no card drawn in error is on offer")
    if refused := out_of_turn(draft.law, table, command.box, command.player):
        return refused
    current = current_hand(round_of(table))
    assert current is not None
    box, position, _ = current
    draft.emit(CardRefused(box.number, position, box.controller, rule.clause))
    return None


def extra_dealer_card(draft: BlackjackDraft, command: ExtraDealerCard) -> Refused | None:
    """Remove or burn a card too many on the dealer's complete hand.

    Reading S39: before the hand is complete, a card drawn in error is the next card. Reading P30:
    so is one that nobody saw, and it then lies like any other in the shoe.
    """
    table = draft.table
    law = stray_law(draft.law)
    rule = law.exposed_to_dealer if command.exposed else law.unseen_to_dealer
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if law.early_to_dealer is not None and dealer_drew_early(table):
        return _burn_early(draft, command, law.early_to_dealer.clause)
    incomplete = is_betting_over(table) or not table.rounds
    if incomplete and rule.value is SpareCard.NEXT_CARD:
        if command.exposed:
            return draw_in_error(draft, DrawInError(command.card, by=command.by))
        if table.round is not None:
            return _next_unseen(draft, rule.clause, begins=False)
    if incomplete:
        why = "this is only for the dealer's complete hand after the round"
        return Refused("error/hand-not-complete", rule.clause, why)
    if not command.exposed:
        return _handle_unseen_card(draft, rule.value, rule.clause)
    return _handle_seen_card(draft, command.card, rule)


def dealer_drew_early(table: BlackjackTable) -> bool:
    """Return whether the dealer has a card and may not draw another yet."""
    round_ = table.round
    return round_ is not None and bool(round_.dealer) and round_.phase is not Phase.DEALER


def _burn_early(draft: BlackjackDraft, command: ExtraDealerCard, clause: str) -> Refused | None:
    """Burn a card that was drawn to the dealer's hand too early."""
    if not command.exposed and command.card is None:
        if refused := _no_card_there(draft.law, draft.table):
            return refused
        take_out(draft, CardBurned(clause))
        return None
    card = reported_card(draft.law, draft.table, command.card, clause)
    if isinstance(card, Refused):
        return card
    take_out(draft, CardBurned(clause, card, 0))
    return None


def _next_unseen(draft: BlackjackDraft, clause: str, *, begins: bool) -> Refused | None:
    """Leave an unseen card as the next of the round, which it may begin."""
    due = card_due(draft.law, draft.table)
    if due is not None:
        return Refused("error/card-due", due.clause, "a card is due: deal it")
    if refused := _no_card_there(draft.law, draft.table):
        return refused
    draft.emit(SpareCardKept(clause, in_round=True, closes_betting=begins))
    return None


def _handle_seen_card(
    draft: BlackjackDraft, card: Card | None, rule: Rule[SpareCard]
) -> Refused | None:
    """Burn or keep a spare card of the dealer's that was seen."""
    table = draft.table
    seen = reported_card(draft.law, table, card, rule.clause, ahead=table.ahead)
    if isinstance(seen, Refused):
        return seen
    if rule.value is not SpareCard.BURNED:
        _record_drawn(draft, CardDrawnInError(seen, False, not table.ahead, rule.clause))
    elif table.ahead:
        draft.emit(SpareCardBurned(seen, rule.clause))
    else:
        take_out(draft, CardBurned(rule.clause, seen, 0))
    return None


def _handle_unseen_card(draft: BlackjackDraft, becomes: SpareCard, clause: str) -> Refused | None:
    """Burn or keep a spare card of the dealer's that nobody saw."""
    table = draft.table
    if becomes is not SpareCard.BURNED:
        draft.emit(SpareCardKept(clause))
        return None
    if table.ahead:
        draft.emit(SpareCardBurned(table.ahead[0], clause))
        return None
    if refused := _no_card_there(draft.law, table):
        return refused
    take_out(draft, CardBurned(clause))
    return None


def deal_without_wagers(draft: BlackjackDraft, command: DealWithoutWagers) -> Refused | None:
    """Void a round that was begun without wagers, and burn the cards shown."""
    table = draft.table
    rule = stray_law(draft.law).no_wagers
    if rule is None:
        clause = draft.law.floor.no_wagers.clause
        why = "this rulebook has no such remedy; a card drawn in error is the next card"
        return Refused("error/unknown", clause, why, (stray_law(draft.law).drawn.clause,))
    if refused := not_the_dealer(command, rule.clause):
        return refused
    wagered = any(stake.on == MAIN for stake in table.wagers)
    if table.round is not None or wagered or not command.cards:
        why = "this is only for cards dealt without a wager on the layout"
        return Refused("error/wagers-placed", rule.clause, why)
    if table.preparation is not None:
        return _no_card_there(draft.law, table)
    draft.emit(RoundWithoutWagers(rule.clause))
    for card in command.cards:
        found = reported_card(draft.law, draft.table, card, rule.clause)
        if isinstance(found, Refused):
            return found
        draft.emit(CardBurned(rule.clause, found, 0))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(BurnFacedCard, burn_faced_card),
    **on(DrawInError, draw_in_error),
    **on(BurnInError, burn_in_error),
    **on(RefuseCard, refuse_card),
    **on(ExtraDealerCard, extra_dealer_card),
    **on(DealWithoutWagers, deal_without_wagers),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CardDrawnInError: card_drawn_in_error,
    ReadyCardCorrected: ready_card_corrected,
    CardRefused: card_refused,
    RoundWithoutWagers: unchanged,
}
