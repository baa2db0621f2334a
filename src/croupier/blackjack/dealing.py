"""Opening the round, giving cards where they are due, and what follows from each card by itself."""

from croupier.blackjack.commands import Deal, DealCard
from croupier.blackjack.due import CardDue, card_due, dealer_draws, must_still_draw
from croupier.blackjack.ending import end_round, last_rounds, run_out
from croupier.blackjack.events import (
    CardDealt,
    CardsExposed,
    Control,
    DiscardsReturned,
    HandFinished,
    InitialDealCompleted,
    InsuranceOffered,
    PlayCompleted,
    RoundOpened,
)
from croupier.blackjack.irregular_events import (
    CardMisplaced,
    DiscardsKept,
)
from croupier.blackjack.settling import (
    collect_bust,
    collect_insurance,
    pay_at_once,
    settle_interim,
    win_at_once,
)
from croupier.blackjack.sidebets import bet_named, lapsed_side_bet, settle_side_bets
from croupier.blackjack.state import (
    DEALER,
    Hand,
    Phase,
    Progress,
    cards_out,
    current_hand,
    hand_total,
    has_blackjack,
    law_of,
    round_of,
)
from croupier.blackjack.turn import may_split_cards, withdrawing
from croupier.cards import Card, Device
from croupier.money import Cents
from croupier.rulebooks.blackjack_law import Insurance
from croupier.rulebooks.table_law import BelowMinimum
from croupier.table.choices import Mode
from croupier.table.commands import Command, ShowCuttingCard
from croupier.table.drafting import Draft, Handler, not_the_dealer
from croupier.table.events import (
    CuttingCardShown,
    PlayerWarned,
    PreparationChanged,
    WagerReturned,
)
from croupier.table.preparing import impossible_card, not_ready_to_deal, prepare
from croupier.table.state import MAIN, Preparation, Refused, Stage, Stake, Table
from croupier.table.wagering import (
    below_minimum,
    controlling,
    in_places,
    over_maximum,
    part_of,
    returned,
    stakes_on,
)


def deal(draft: Draft, command: Command) -> Refused | None:
    """Close betting and open the round."""
    assert isinstance(command, Deal)
    table = draft.table
    law = law_of(table)
    boxes = sorted({stake.box for stake in table.wagers if stake.on == MAIN})
    refused = not_the_dealer(command, law.deal.order.clause) or _not_to_be_dealt(table, boxes)
    if refused:
        return refused
    unpaid = _below_minimum(draft)
    control = []
    for box in boxes:
        stakes = stakes_on(table, box, MAIN)
        player, clause = controlling(table, stakes)
        control.append(Control(box, player, clause, _places(table, stakes)))
        ordered = in_places(table, stakes, player)
        for stake, excess, share_clause in over_maximum(table, ordered, going_back=unpaid):
            draft.emit(_excess(table, stake, excess, share_clause))
    for stake in draft.table.wagers:
        bet = bet_named(table, stake.on)
        if bet is not None and (lapsed := lapsed_side_bet(table, bet, stake)) is not None:
            draft.emit(returned(stake, lapsed, "the initial wager that it needs is gone"))
    draft.emit(RoundOpened(tuple(control), law.deal.order.clause, unpaid))
    each_round = law.cut.burned_each_round
    if each_round is not None and table.choices.burn_each_round and table.preparation is None:
        burn = Preparation(Stage.BURN, each_round.clause, burn_clause=each_round.clause)
        draft.emit(PreparationChanged(burn, each_round.clause))
    return None


def _places(table: Table, stakes: tuple[Stake, ...]) -> tuple[str, ...]:
    law = table.law.wagers
    if len(stakes) == 1:
        return ()
    return tuple(rule.clause for rule in (law.nearest_place, law.other_places) if rule is not None)


def _not_to_be_dealt(table: Table, boxes: list[int]) -> Refused | None:
    law = law_of(table)
    if refused := not_ready_to_deal(table, law.deal.order):
        return refused
    if not boxes:
        return Refused("deal/no-wagers", law.floor.no_wagers.clause, "no wager has been placed")
    return _lone_player(table, boxes)


def _lone_player(table: Table, boxes: list[int]) -> Refused | None:
    rule = law_of(table).wagers.lone_player_two_boxes
    if rule is None or not table.choices.lone_player_two_boxes:
        return None
    players = {stake.player for stake in table.wagers if stake.on == MAIN}
    if len(players) > 1 or len(boxes) > 1:
        return None
    return Refused("deal/one-box", rule.clause, "a player alone at the table wagers on two boxes")


def _below_minimum(draft: Draft) -> tuple[tuple[str, int], ...]:
    """Warn who wagers below the minimum for the first time; name what others have done again."""
    rule = draft.table.law.limits.below_minimum
    if rule.value is BelowMinimum.VALID:
        return ()
    table = draft.table
    again = []
    for stake in below_minimum(table):
        if table.players[stake.player].warned:
            again.append((stake.player, stake.box))
        else:
            draft.emit(PlayerWarned(stake.player, stake.box, rule.clause))
    return tuple(again)


def _excess(table: Table, stake: Stake, excess: Cents, clause: str) -> WagerReturned:
    why = f"above the maximum, which counts ({table.law.limits.above_maximum.clause})"
    return returned(part_of(stake, excess), clause, why)


def deal_card(draft: Draft, command: Command) -> Refused | None:
    """Give the card that came out to the place where one is due."""
    assert isinstance(command, DealCard)
    table = draft.table
    law = law_of(table)
    if refused := not_the_dealer(command, law.cards.dealt_from.clause):
        return refused
    due = card_due(table)
    if due is None:
        return _no_card_due(table)
    if refused := _not_this_card(table, command.card, due):
        return refused
    if table.shoe.cutting_card_in_front and due.ahead is None:
        draft.emit(CuttingCardShown(due.box, law.shuffle.cutting_card_drawn.clause))
    if command.box is not None and command.box != due.box:
        draft.emit(misplaced(table, command, due.box))
    ahead = due.ahead is not None
    draft.emit(CardDealt(command.card, due.box, due.hand, due.clause, due.covered, ahead))
    if round_of(draft.table).phase is Phase.PLAY:
        after_card(draft, due.box, due.hand)
    elif due.box == DEALER and round_of(draft.table).phase is Phase.DEALER:
        collect_insurance(draft)
    return None


def _no_card_due(table: Table) -> Refused:
    """Refuse a card where none is due."""
    choosing = None if table.round is None else withdrawing(table)
    clause = law_of(table).deal.order.clause
    return choosing or Refused("card/not-due", clause, "no card is due now")


def _not_this_card(table: Table, card: Card, due: CardDue) -> Refused | None:
    """Refuse a card that cannot have come out, or not before one that lies ready."""
    if due.ahead is None:
        return impossible_card(table, card, cards_out)
    law = law_of(table).irregular
    clause = (law.stray.drawn if table.offered else law.misdeal.reconstructed).clause
    return impossible_card(table, card, cards_out, ahead=due.ahead, clause=clause)


def misplaced(table: Table, command: DealCard, box: int) -> CardMisplaced:
    """A card that was laid elsewhere and goes where it belongs."""
    assert command.box is not None
    clause = law_of(table).irregular.misdeal.reconstructed.clause
    return CardMisplaced(command.card, command.box, box, clause)


def show_cutting_card(draft: Draft, command: Command) -> Refused | None:
    """Take in that the cutting card came out of a real shoe."""
    assert isinstance(command, ShowCuttingCard)
    table = draft.table
    law = table.law.shuffle
    if refused := not_the_dealer(command, law.occasions.clause):
        return refused
    live = table.choices.mode is Mode.LIVE and table.choices.device is Device.SHOE
    if not live or table.cutting_card_at is not None or table.preparation is not None:
        return Refused(
            "cutting-card/not-there", law.occasions.clause, "there is no cutting card to come out"
        )
    due = card_due(table)
    if table.round is None or not (
        round_of(table).dealer or round_of(table).boxes[0].hands[0].cards
    ):
        last = last_rounds(table)
        clause = law.cutting_card_first.clause if last is None else last.clause
        draft.emit(CuttingCardShown(None, clause))
        if last is None:
            prepare(draft, clause, table.law.cut.before_round)
        return None
    if due is None:
        why = "the cutting card comes out when a card is drawn, and none is due"
        return Refused("cutting-card/no-draw", law.occasions.clause, why)
    draft.emit(CuttingCardShown(due.box, law.cutting_card_drawn.clause))
    return None


def after_card(draft: Draft, box: int, position: int) -> None:
    """What a card to a player's hand leads to: over, complete, or the player's choice."""
    table = draft.table
    law = law_of(table)
    found = round_of(table).box(box)
    assert found is not None
    hand = found.hands[position - 1]
    total, _ = hand_total(law, hand)
    if total > law.play.over.value:
        collect_bust(draft, box, position)
        return
    win = win_at_once(table, hand)
    if win is not None:
        pay_at_once(draft, box, position, win)
        return
    if hand.refused or found.unattended:
        return
    clause = finishing_clause(table, box, hand, total)
    if clause is not None:
        draft.emit(HandFinished(box, position, clause))


def finishing_clause(table: Table, box: int, hand: Hand, total: int) -> str | None:
    """The clause by which a hand takes no more cards, if one does."""
    law = law_of(table)
    if hand.doubled:
        return law.double.one_card.clause
    aces = law.split.aces_one_card
    if hand.split and aces is not None and hand.cards[0].points == 1 and len(hand.cards) == 2:
        if may_split_cards(table, box, hand) is None:
            return None
        found = round_of(table).box(box)
        further = law.split.further_aces_one_card
        if further is not None and found is not None and len(found.hands) > law.split.hands.value:
            return further.clause
        return aces.clause
    if total >= law.play.may_draw_below.value:
        return law.play.may_draw_below.clause
    return None


def advance(draft: Draft) -> None:
    """Do all that the rules demand of a round before somebody else must act."""
    if round_of(draft.table).choosing:
        return
    undecided = round_of(draft.table).undecided
    if undecided:
        close_undecided(draft)
    if card_due(draft.table) is None:
        close_phases(draft)
    if undecided and draft.table.round is not None:
        close_undecided(draft)
        if card_due(draft.table) is None:
            close_phases(draft)
    if draft.table.shoe.empty and not draft.table.ahead:
        run_out(draft)


def close_undecided(draft: Draft) -> None:
    """Close the hands whose turn it is that nobody decides for, once they must not draw."""
    while round_of(draft.table).phase is Phase.PLAY:
        current = current_hand(round_of(draft.table))
        if current is None:
            return
        box, position, hand = current
        law = law_of(draft.table).irregular
        if not (hand.refused or box.unattended) or must_still_draw(draft.table, box, hand):
            return
        if hand.covered and law_of(draft.table).cards.face_down is not None:
            draft.emit(CardsExposed(box.number, law.oversight.absent.clause))
        rule = law.stray.refused if hand.refused else None
        clause = law.oversight.absent.clause if rule is None else rule.clause
        draft.emit(HandFinished(box.number, position, clause))


def close_phases(draft: Draft) -> None:
    """Go on from each part of the round that needs no further card or call."""
    round_ = round_of(draft.table)
    if not round_.stakes and round_.phase in (Phase.DEALING, Phase.INSURANCE):
        end_round(draft)
        return
    if round_.phase is Phase.DEALING:
        complete_initial_deal(draft)
    round_ = round_of(draft.table)
    if round_.phase is Phase.PLAY and current_hand(round_) is None:
        draft.emit(PlayCompleted(law_of(draft.table).dealer.after_players.clause))
        round_ = round_of(draft.table)
    if round_.phase is Phase.DEALER and dealer_draws(draft.table) is None:
        end_round(draft)


def complete_initial_deal(draft: Draft) -> None:
    """Everything between the last card of the initial deal and the first decision."""
    table = draft.table
    law = law_of(table)
    draft.emit(InitialDealCompleted(law.deal.order.clause))
    returns = law.deal.discards_returned
    forgotten = law.irregular.oversight.discards
    at_once = law.deal.fed_back_at_once
    if returns is not None and table.choices.device is Device.SHUFFLER and not at_once:
        if table.discards_kept and forgotten is not None:
            draft.emit(DiscardsKept(forgotten.clause))
        else:
            draft.emit(DiscardsReturned(returns.clause))
    _expose_what_matters(draft)
    settle_side_bets(draft)
    settle_interim(draft)
    for box in round_of(draft.table).boxes:
        hand = box.hands[0]
        if hand.progress is Progress.OPEN and has_blackjack(law, hand):
            draft.emit(HandFinished(box.number, 1, law.play.may_draw_below.clause))
    offer = insurance_terms(draft.table)
    if offer is not None and round_of(draft.table).stakes:
        against = "ace" if round_of(table).dealer[0].points == 1 else "ten"
        draft.emit(InsuranceOffered(against, offer.offered.clause))


def _expose_what_matters(draft: Draft) -> None:
    """Turn face-down cards that something hangs on already.

    Reading S24: a blackjack or an optional wager needs the cards now; others are turned at their
    turn.
    """
    table = draft.table
    law = law_of(table)
    round_ = round_of(table)
    optional = {stake.box for stake in round_.stakes if stake.on != MAIN}
    for box in round_.boxes:
        hand = box.hands[0]
        if hand.covered and (box.number in optional or has_blackjack(law, hand)):
            assert law.cards.face_down is not None
            draft.emit(CardsExposed(box.number, law.cards.face_down.clause))


def insurance_terms(table: Table) -> Insurance | None:
    """The insurance that is offered against the dealer's card, if any."""
    law = law_of(table).insurance
    if law is None:
        return None
    match round_of(table).dealer[0].points:
        case 1:
            return law.ace
        case 10:
            return law.ten if table.choices.ten_insurance else None
        case _:
            return None


HANDLERS: dict[type[Command], Handler] = {
    Deal: deal,
    DealCard: deal_card,
    ShowCuttingCard: show_cutting_card,
}
