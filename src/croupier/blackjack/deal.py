"""Giving cards where they are due, and what follows from each card automatically."""

from croupier.blackjack.commands import DealCard
from croupier.blackjack.controllers import hand_on
from croupier.blackjack.cutting_cards import show_in_front_of
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.due import (
    CardDue,
    card_due,
    must_still_draw,
    players_card,
)
from croupier.blackjack.events import (
    CardDealt,
    CardsExposed,
    HandFinished,
    InitialDealCompleted,
    InsuranceOffered,
    PlayCompleted,
)
from croupier.blackjack.irregular_events import (
    CardMisplaced,
    DiscardsKept,
)
from croupier.blackjack.round_end import end_round, mix_discards, return_discards, run_out
from croupier.blackjack.settlement import (
    collect_bust,
    collect_insurance,
    pay_at_once,
    settle_interim,
    win_at_once,
)
from croupier.blackjack.side_bets import settle_side_bets
from croupier.blackjack.state import (
    DEALERS_TURN,
    DEALING,
    INSURING,
    OPEN,
    PLAYING,
    BlackjackTable,
    Box,
    Hand,
    cards_out,
    current_hand,
    face_down_rule,
    hand_total,
    has_blackjack,
    round_of,
)
from croupier.blackjack.turn import may_split_cards, withdrawing
from croupier.cards import SHUFFLER, Card
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.blackjack_law import Insurance
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command, ShuffleCards
from croupier.table.draft import Handler, on
from croupier.table.possible_cards import impossible_card
from croupier.table.preparation import shuffle
from croupier.table.state import MAIN, Refused


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
        draft.emit(misplaced(law, command, due.box))
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
    """Lay a card where it is due; the cutting card may come out in front of it."""
    shoe = draft.table.shoe
    ahead = due.ahead is not None
    if shoe.cutting_card == shoe.drawn and not ahead:
        show_in_front_of(draft, due.box)
    draft.emit(CardDealt(card, due.box, due.hand, due.clause, due.covered, ahead))


def _no_card_due(law: BlackjackLaw, table: BlackjackTable) -> Refused:
    """Refuse a card where none is due."""
    choosing = None if table.round is None else withdrawing(law, table)
    rule = law.deal.order
    if table.round is not None and round_of(table).phase is INSURING:
        rule = rule if law.insurance is None else law.insurance.called
    return choosing or Refused("card/not-due", rule.clause, "no card is due now")


def _not_this_card(
    law: BlackjackLaw, table: BlackjackTable, card: Card, due: CardDue
) -> Refused | None:
    """Refuse a card that cannot have come out, or cannot come before one that lies ready."""
    if due.ahead is None:
        return impossible_card(law, table, card, cards_out)
    rules = law.irregular
    clause = (rules.stray.drawn if table.offered else rules.misdeal.reconstructed).clause
    return impossible_card(law, table, card, cards_out, ahead=due.ahead, clause=clause)


def misplaced(law: BlackjackLaw, command: DealCard, box: int) -> CardMisplaced:
    """A card that was laid elsewhere and goes where it belongs."""
    assert command.box is not None
    clause = law.irregular.misdeal.reconstructed.clause
    return CardMisplaced(command.card, command.box, box, clause)


def after_card(draft: BlackjackDraft, place: int, position: int) -> bool:
    """What a card to a player's hand leads to: over, complete, or (true) the player's choice.

    The hand is that of the box at a place, by its position from 1.
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
    if may_win and (win := win_at_once(law, table, hand)) is not None:
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
    """Let the next player of a box decide, once a substitute has no wager left on it."""
    if len(box.hands) > 1 and not box.unattended:
        hand_on(draft, box.controller, box.number, draft.law.irregular.oversight.absent.clause)


def finishing_clause(
    law: BlackjackLaw, table: BlackjackTable, box: int, hand: Hand, total: int
) -> str | None:
    """The clause by which a hand takes no more cards, if there is one."""
    if hand.doubled:
        return law.double.one_card.clause
    aces = law.split.aces_one_card
    if hand.split and aces is not None and hand.cards[0].points == 1:
        if may_split_cards(law, table, box, hand) is None:
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

    Returns the card that is due after that, if one is.
    """
    round_ = round_of(draft.table)
    if round_.choosing:
        return None
    if round_.undecided:
        close_undecided(draft)
    due = next_card_due(draft)
    if round_.undecided and draft.table.round is not None:
        close_undecided(draft)
        due = next_card_due(draft)
    shoe = draft.table.shoe
    if shoe.drawn >= shoe.size and not draft.table.ahead:
        run_out(draft)
    return due


def next_card_due(draft: BlackjackDraft) -> CardDue | None:
    """The card that is due, after each part of the round that needs no further card or call."""
    table = draft.table
    round_ = round_of(table)
    if round_.phase is not PLAYING:
        return card_due(draft.law, table) or close_phases(draft)
    turn = current_hand(round_)
    return close_phases(draft) if turn is None else players_card(draft.law, table, turn)


def close_undecided(draft: BlackjackDraft) -> None:
    """Close hands at their turn that nobody decides for, once they need not draw."""
    while round_of(draft.table).phase is PLAYING:
        current = current_hand(round_of(draft.table))
        if current is None:
            return
        box, position, hand = current
        law = draft.law.irregular
        if not (hand.refused or box.unattended) or must_still_draw(draft.law, box, hand):
            return
        if hand.covered:
            draft.emit(CardsExposed(box.number, law.oversight.absent.clause))
        rule = law.stray.refused if hand.refused else None
        clause = law.oversight.absent.clause if rule is None else rule.clause
        draft.emit(HandFinished(box.number, position, clause))


def close_phases(draft: BlackjackDraft) -> CardDue | None:
    """Go on to the next part of a round in which no card is due; returns the card due there."""
    round_ = round_of(draft.table)
    phase = round_.phase
    if phase is DEALERS_TURN or (phase is not PLAYING and not round_.stakes):
        end_round(draft)
        return None
    if phase is DEALING:
        complete_initial_deal(draft)
        round_ = round_of(draft.table)
    if round_.phase is PLAYING and current_hand(round_) is None:
        draft.emit(PlayCompleted(draft.law.dealer.after_players.clause))
        round_ = round_of(draft.table)
    due = card_due(draft.law, draft.table)
    if due is None and round_.phase is DEALERS_TURN:
        end_round(draft)
    return due


def complete_initial_deal(draft: BlackjackDraft) -> None:
    """Everything between the last card of the initial deal and the first decision."""
    table = draft.table
    law = draft.law
    draft.emit(InitialDealCompleted(law.deal.order.clause))
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
    """Turn face-down cards that already matter.

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


def insurance_terms(law: BlackjackLaw, table: BlackjackTable) -> Insurance | None:
    """The insurance that is offered against the dealer's card, if any."""
    rules = law.insurance
    if rules is None:
        return None
    match round_of(table).dealer[0].points:
        case 1:
            return rules.ace
        case 10:
            return rules.ten if table.choices.ten_insurance else None
        case _:
            return None


def shuffle_cards(draft: BlackjackDraft, command: ShuffleCards) -> Refused | None:
    """Shuffle the cards.

    If a shoe whose cards were laid beforehand has run out in a round, the shuffle of the discards
    is asked for only now that cards follow.
    """
    laid = draft.table.shoe
    if laid.stacked and laid.empty and command.cards:
        mix_discards(draft)
    return shuffle(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **on(DealCard, deal_card),
    **on(ShuffleCards, shuffle_cards),
}
