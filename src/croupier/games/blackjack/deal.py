"""Dealing: where the next card goes, and what follows from each card without a decision.

``advance`` takes a round as far as it goes by itself; ``software_deal`` does the same with cards.
"""

from msgspec.structs import replace

from croupier.cards import SHUFFLER, Card, Device
from croupier.games.blackjack.controllers import pass_on_control
from croupier.games.blackjack.due import card_due, forced_draw_clause, players_card
from croupier.games.blackjack.insurance import InsuranceOffered, insurance_terms
from croupier.games.blackjack.round_opening import (
    in_deal_order,
    round_burn_rule,
    stakes_by_box,
)
from croupier.games.blackjack.settlement import (
    collect_bust,
    collect_insurance,
    early_win,
    end_round,
    last_rounds,
    pay_at_once,
    return_discards,
    settle_interim,
    shuffle_discards,
    shuffle_discards_if_empty,
)
from croupier.games.blackjack.side_bets import settle_side_bets
from croupier.games.blackjack.state import (
    CALLED_DOUBLE,
    DEALER,
    DEALERS_TURN,
    DEALING,
    INSURING,
    OPEN,
    PLAYING,
    BlackjackDraft,
    BlackjackTable,
    Box,
    Hand,
    Round,
    cards_out,
    current_hand,
    face_down_rule,
    hand_total,
    has_blackjack,
    round_of,
    with_hand,
)
from croupier.games.blackjack.turn import (
    CardsExposed,
    HandFinished,
    split_cards_refusal,
    withdrawal_open,
)
from croupier.games.table.card_counts import impossible_card
from croupier.games.table.checks import not_the_dealer
from croupier.games.table.choices import Mode
from croupier.games.table.draft import Handler, on
from croupier.games.table.due import CardDue
from croupier.games.table.preparation import (
    CuttingCardShown,
    ShowCuttingCard,
    ShuffleCards,
    ask_shuffle,
    clause_of_stage,
    no_cut_rule,
    only_to_burn,
    shuffle,
)
from croupier.games.table.rounds import CardDealt, DealCard
from croupier.games.table.state import MAIN, is_betting_over, round_has_begun, unchanged
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw


class InitialDealCompleted(Event, frozen=True, tag="initial-deal-completed"):
    """Every box has two cards and the dealer one."""

    clause: str
    """The clause of the initial deal."""


class PlayCompleted(Event, frozen=True, tag="play-completed"):
    """All players' hands are complete."""

    clause: str
    """The clause by which the dealer draws next."""


class CardMisplaced(Event, frozen=True, tag="card-misplaced"):
    """A card was laid at the wrong place, and moved to where it belongs."""

    card: Card
    """The card."""
    laid: int
    """The box where it was laid, from 1; 0 is the dealer's place."""
    box: int
    """The box where it belongs, from 1; 0 is the dealer's place."""
    clause: str
    """The clause by which the deal is put right."""


class DiscardsKept(Event, frozen=True, tag="discards-kept"):
    """The discards stayed in the rack until the next initial deal is done."""

    clause: str
    """The clause by which they stayed."""


def card_dealt(table: BlackjackTable, event: CardDealt) -> BlackjackTable:
    round_ = round_of(table)
    if event.box == DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, event.card), called=False)
    else:
        place = round_.place(event.box)
        hand = round_.boxes[place].hands[event.hand - 1]
        cards = (*hand.cards, event.card)
        if hand.call is None and not event.covered:
            hand = replace(hand, cards=cards)
        else:
            doubled = hand.call is CALLED_DOUBLE
            hand = replace(hand, cards=cards, doubled=doubled, call=None, covered=event.covered)
        boxes = with_hand(round_.boxes, place, event.hand, hand)
        round_ = replace(round_, boxes=boxes, called=False)
    if event.ahead:
        return with_ready_card_dealt(table, event, round_)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    if table.untold:
        return replace(table, round=round_, shoe=shoe, untold=table.untold - 1)
    return replace(table, round=round_, shoe=shoe)


def with_ready_card_dealt(table: BlackjackTable, event: CardDealt, round_: Round) -> BlackjackTable:
    """Return the table after a card was dealt that lay ready in front of the shoe."""
    ahead, offered = table.ahead, table.offered
    box = round_of(table).box(event.box)
    if box is not None and box.hands[event.hand - 1].refused:
        ahead = (*ahead[:offered], *ahead[offered + 1 :])
    else:
        ahead, offered = ahead[1:], max(0, offered - 1)
    return replace(table, round=round_, ahead=ahead, offered=offered)


def initial_deal_completed(table: BlackjackTable, event: InitialDealCompleted) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=PLAYING))


def play_completed(table: BlackjackTable, event: PlayCompleted) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=DEALERS_TURN))


def discards_kept(table: BlackjackTable, event: DiscardsKept) -> BlackjackTable:
    return replace(table, discards_kept=False)


def show_cutting_card(draft: BlackjackDraft, command: ShowCuttingCard) -> Refused | None:
    """Record that the cutting card came out of a real shoe."""
    table = draft.table
    law = draft.law.shuffle
    if refused := not_the_dealer(command, law.occasions.clause):
        return refused
    live = table.choices.mode is Mode.LIVE and table.choices.device is Device.SHOE
    out = table.cutting_card_at is not None and not table.cutting_card_back
    if not live or out or _is_being_prepared(table):
        device = table.choices.device is SHUFFLER
        clause = (no_cut_rule(draft.law) if device else law.occasions).clause
        if _is_being_prepared(table) and not device:
            clause = clause_of_stage(draft.law, table)
        why = "no cutting card is left to come out"
        return Refused("cutting-card/not-there", clause, why)
    if (behind := _behind_slipped_cards(draft.law, table)) is not None:
        show_in_front_of(draft, behind)
        return None
    if not round_has_begun(table):
        _show_first(draft)
        return None
    due = card_due(draft.law, table)
    if due is None and not table.offered:
        why = "the cutting card comes out when a card is drawn, and no card is due"
        return Refused("cutting-card/no-draw", law.occasions.clause, why)
    show_in_front_of(draft, _next_place(table) if due is None else due.box)
    return None


def show_in_front_of(draft: BlackjackDraft, box: int) -> None:
    """Show the cutting card in front of a card to a box, or to the dealer."""
    last = last_rounds(draft.law, draft.table)
    clause = (draft.law.shuffle.cutting_card_drawn if last is None else last).clause
    draft.emit(CuttingCardShown(box, clause))


def take_out(draft: BlackjackDraft, event: Event) -> None:
    """Take a card that was not due out of the shoe, with the cutting card before or behind it.

    Before a round, the cutting card is set aside or leads to a shuffle, as if it came with the
    deal.
    """
    if draft.table.shoe.cutting_card_in_front:
        _show_in_passing(draft)
    draft.emit(event)
    table = draft.table
    if table.shoe.cutting_card_in_front and not (is_betting_over(table) or table.ahead):
        _show_first(draft)


def _show_in_passing(draft: BlackjackDraft) -> None:
    """Show the cutting card of a known shoe if it lies in front of a card that was not due."""
    table = draft.table
    place = _behind_slipped_cards(draft.law, table)
    if place is None and table.round is not None:
        due = card_due(draft.law, table)
        place = _next_place(table) if due is None else due.box
    if place is None:
        _show_first(draft)
    else:
        show_in_front_of(draft, place)


def _is_being_prepared(table: BlackjackTable) -> bool:
    """Return whether cards are being prepared; not if only the burn of a round is left."""
    in_round = table.round is not None and only_to_burn(table)
    return table.preparation is not None and not in_round


def _show_first(draft: BlackjackDraft) -> None:
    """Show the cutting card as the first of a round: the cards are shuffled at once."""
    law = draft.law
    last = last_rounds(law, draft.table)
    clause = law.shuffle.cutting_card_first.clause if last is None else last.clause
    draft.emit(CuttingCardShown(None, clause))
    if last is None:
        ask_shuffle(draft, clause, law.cut.before_round)


def _behind_slipped_cards(law: BlackjackLaw, table: BlackjackTable) -> int | None:
    """Return where the next card goes, behind cards that slipped out before the deal, if any.

    Reading R37: the first of them has begun the round, so the cutting card is not its first card.
    """
    slipped = table.first_card_out or (table.round is not None and table.ahead)
    if not slipped or (table.round is not None and table.round.has_cards):
        return None
    if table.round is None:
        boxes = in_deal_order(table, stakes_by_box(table))
        burned = round_burn_rule(law, table) is not None
    else:
        boxes = [box.number for box in round_of(table).boxes]
        burned = only_to_burn(table)
    places = (*boxes, DEALER, *boxes)
    return places[min(len(table.ahead) - burned, len(places) - 1)]


def _next_place(table: BlackjackTable) -> int:
    """Return the box that would be offered a card drawn in error now; else the dealer's place."""
    current = current_hand(round_of(table))
    return DEALER if current is None else current[0].number


def deal_card(draft: BlackjackDraft, command: DealCard) -> Refused | None:
    """Give the card that came out to the place where one is due."""
    table = draft.table
    law = draft.law
    if refused := not_the_dealer(command, law.cards.dealt_from.clause):
        return refused
    due = card_due(law, table)
    if due is None:
        return _no_card_due(law, table)
    if refused := _not_this_card(law, table, command.card, due):
        return refused
    if command.box is not None and command.box != due.box:
        draft.emit(misplacement(law, command, due.box))
    give_card(draft, command.card, due)
    return None


def give_card(draft: BlackjackDraft, card: Card, due: CardDue) -> None:
    """Give a card to the place where it is due, and do what follows from it."""
    lay_card(draft, card, due)
    round_ = round_of(draft.table)
    if round_.phase is PLAYING:
        after_card(draft, round_.place(due.box), due.hand)
    elif len(round_.dealer) == 2:
        collect_insurance(draft)


def lay_card(draft: BlackjackDraft, card: Card, due: CardDue) -> None:
    """Lay a card where it is due; show the cutting card first if it lies in front."""
    shoe = draft.table.shoe
    ahead = due.ahead is not None
    if shoe.cutting_card == shoe.drawn and not ahead:
        show_in_front_of(draft, due.box)
    draft.emit(CardDealt(card, due.box, due.hand, due.clause, due.covered, ahead))


def _no_card_due(law: BlackjackLaw, table: BlackjackTable) -> Refused:
    """Refuse a card when none is due."""
    choosing = None if table.round is None else withdrawal_open(law, table)
    rule = law.deal.order
    if table.round is not None and round_of(table).phase is INSURING:
        rule = rule if law.insurance is None else law.insurance.called
    return choosing or Refused("card/not-due", rule.clause, "no card is due now")


def _not_this_card(
    law: BlackjackLaw, table: BlackjackTable, card: Card, due: CardDue
) -> Refused | None:
    """Refuse a card that cannot have come out, or that is behind one lying ready."""
    if due.ahead is None:
        return impossible_card(law, table, card, cards_out)
    rules = law.irregular
    in_error = table.offered or not (
        table.round is not None and table.round.has_cards
    )  # it slipped out, or is on offer
    clause = (rules.stray.drawn if in_error else rules.misdeal.reconstructed).clause
    return impossible_card(law, table, card, cards_out, ahead=due.ahead, clause=clause)


def misplacement(law: BlackjackLaw, command: DealCard, box: int) -> CardMisplaced:
    """Return the event of a card that was laid on the wrong place and moved to the right one."""
    assert command.box is not None
    clause = law.irregular.misdeal.reconstructed.clause
    return CardMisplaced(command.card, command.box, box, clause)


def after_card(draft: BlackjackDraft, place: int, position: int) -> bool:
    """Do what a card to a player's hand leads to. Return whether the player decides next.

    Otherwise the hand went over or is complete. It is the hand of the box at ``place`` with the
    ``position`` from 1.
    """
    law, table = draft.law, draft.table
    rules, box = law.play, round_of(table).boxes[place]
    hand = box.hands[position - 1]
    total, _ = hand_total(law, hand)
    if total > rules.over.value:
        collect_bust(draft, box.number, position)
        _next_to_decide(draft, box)
        return False
    may_win = len(hand.cards) == 2 or rules.wins_at_once
    if may_win and (win := early_win(law, table, hand)) is not None:
        pay_at_once(draft, box.number, position, win)
        _next_to_decide(draft, box)
        return False
    if hand.refused or box.unattended:
        return False
    if hand.doubled or hand.split or total >= rules.may_draw_below.value:
        clause = finishing_clause(law, table, box.number, hand, total)
        if clause is not None:
            draft.emit(HandFinished(box.number, position, clause))
            return False
    return True


def _next_to_decide(draft: BlackjackDraft, box: Box) -> None:
    """Pass control of a box on once its substitute has no wager left there."""
    if len(box.hands) > 1 and not box.unattended:
        pass_on_control(
            draft, box.controller, box.number, draft.law.irregular.oversight.absent.clause
        )


def finishing_clause(
    law: BlackjackLaw, table: BlackjackTable, box: int, hand: Hand, total: int
) -> str | None:
    """Return the clause by which a hand takes no more cards, if there is one."""
    if hand.doubled:
        return law.double.one_card.clause
    aces = law.split.aces_one_card
    if hand.split and aces is not None and hand.cards[0].points == 1:
        if split_cards_refusal(law, table, box, hand) is None:
            return None
        found = round_of(table).box(box)
        assert found is not None
        further = law.split.further_aces_one_card
        more = len(found.hands) > law.split.hands.value
        return ((further if more else None) or aces).clause
    if total >= law.play.may_draw_below.value:
        return law.play.may_draw_below.clause
    return None


def advance(draft: BlackjackDraft) -> CardDue | None:
    """Do all that the rules demand of a round before somebody else must act.

    Return the card that is due after that, if one is.
    """
    round_ = round_of(draft.table)
    if round_.choosing:
        # The device failed: nothing moves until every player has said whether to stay in.
        return None
    if round_.undecided:
        # Before asking for a card: a hand that nobody decides for would otherwise be offered one.
        close_undecided(draft)
    due = next_card_due(draft)
    if round_.undecided and draft.table.round is not None:
        # Closing a phase may have brought such a hand to its turn, so both steps run once more.
        close_undecided(draft)
        due = next_card_due(draft)
    # Last, when it is certain that the round still needs cards: the round may just have ended.
    shoe = draft.table.shoe
    if shoe.drawn >= shoe.size and not draft.table.ahead:
        shuffle_discards_if_empty(draft)
    return due


def next_card_due(draft: BlackjackDraft) -> CardDue | None:
    """Return the card that is due, after closing each phase that needs no card or call."""
    table = draft.table
    round_ = round_of(table)
    if round_.phase is not PLAYING:
        return card_due(draft.law, table) or close_phases(draft)
    turn = current_hand(round_)
    return close_phases(draft) if turn is None else players_card(draft.law, table, turn)


def close_undecided(draft: BlackjackDraft) -> None:
    """Finish hands that nobody decides for at their turn, once they need not draw."""
    while round_of(draft.table).phase is PLAYING:
        current = current_hand(round_of(draft.table))
        if current is None:
            return
        box, position, hand = current
        law = draft.law.irregular
        if not (hand.refused or box.unattended) or forced_draw_clause(draft.law, box, hand):
            return
        if hand.covered:
            draft.emit(CardsExposed(box.number, law.oversight.absent.clause))
        rule = law.stray.refused if hand.refused else None
        clause = law.oversight.absent.clause if rule is None else rule.clause
        draft.emit(HandFinished(box.number, position, clause))


def close_phases(draft: BlackjackDraft) -> CardDue | None:
    """Enter the next phase if no card is due in this one. Return the card that is due there."""
    round_ = round_of(draft.table)
    phase = round_.phase
    if phase is DEALERS_TURN or (phase is not PLAYING and not round_.stakes):
        end_round(draft)
        return None
    if phase is DEALING:
        complete_initial_deal(draft)
        round_ = round_of(draft.table)
    if round_.phase is PLAYING:
        turn = current_hand(round_)
        if turn is not None:
            return players_card(draft.law, draft.table, turn)
        draft.emit(PlayCompleted(draft.law.dealer.after_players.clause))
    due = card_due(draft.law, draft.table)
    if due is None and round_of(draft.table).phase is DEALERS_TURN:
        end_round(draft)
    return due


def complete_initial_deal(draft: BlackjackDraft) -> None:
    """Do everything between the last card of the initial deal and the first decision."""
    table = draft.table
    law = draft.law
    draft.emit(InitialDealCompleted(law.deal.order.clause))
    # The order is the rulebooks': discards into the device, optional wagers, early wins, insurance.
    if table.choices.device is SHUFFLER and not law.deal.fed_back_at_once:
        if table.discards_kept:
            forgotten = law.irregular.oversight.discards
            assert forgotten is not None
            draft.emit(DiscardsKept(forgotten.clause))
        else:
            return_discards(draft, law.deal.discards_returned.clause)
    _expose_what_matters(draft)
    if table.choices.side_bets:
        settle_side_bets(draft)
    blackjacks = [box for box in round_of(table).boxes if has_blackjack(law, box.hands[0])]
    if blackjacks or law.play.wins_at_once:
        settle_interim(draft)
        for box in round_of(draft.table).boxes if blackjacks else ():
            hand = box.hands[0]
            if hand.progress is OPEN and has_blackjack(law, hand):
                draft.emit(HandFinished(box.number, 1, law.play.may_draw_below.clause))
    offer = insurance_terms(law, draft.table)
    if offer is not None and round_of(draft.table).stakes:
        against = "ace" if round_of(table).dealer[0].points == 1 else "ten"
        draft.emit(InsuranceOffered(against, offer.offered.clause))


def _expose_what_matters(draft: BlackjackDraft) -> None:
    """Turn up face-down cards that already matter.

    Reading S24: a blackjack or an optional wager needs the cards now; others are turned at their
    turn.
    """
    law = draft.law
    round_ = round_of(draft.table)
    for box in round_.boxes:
        hand = box.hands[0]
        if not hand.covered:
            continue
        optional = {stake.box for stake in round_.stakes if stake.on != MAIN}
        if box.number in optional or has_blackjack(law, hand):
            draft.emit(CardsExposed(box.number, face_down_rule(law).clause))


def shuffle_cards(draft: BlackjackDraft, command: ShuffleCards) -> Refused | None:
    """Shuffle the cards.

    If a stacked shoe has run out in a round, the shuffle of the discards is demanded only here,
    when further cards are known to follow.
    """
    laid = draft.table.shoe
    if laid.stacked and laid.empty and command.cards:
        shuffle_discards(draft)
    return shuffle(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **on(DealCard, deal_card),
    **on(ShuffleCards, shuffle_cards),
    **on(ShowCuttingCard, show_cutting_card),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CardMisplaced: unchanged,
    DiscardsKept: discards_kept,
    CardDealt: card_dealt,
    InitialDealCompleted: initial_deal_completed,
    PlayCompleted: play_completed,
}
