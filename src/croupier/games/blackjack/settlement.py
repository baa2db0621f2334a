"""Settlement: what each wager wins or loses, and by which clause; then the end of the round.

In order: busts at once, early wins, insurance on the dealer's second card, the rest at the end.
"""

from msgspec.structs import replace

from croupier.cards import SHUFFLER, Card
from croupier.games.blackjack.due import card_due
from croupier.games.blackjack.state import (
    DEALER,
    DOUBLE,
    GONE,
    HAND_STAKES,
    INSURANCE,
    BlackjackDraft,
    BlackjackTable,
    Box,
    Hand,
    hand_total,
    has_blackjack,
    insurance_terms_of,
    is_blackjack,
    round_of,
    stakes_at,
    stakes_by_hand,
    surrender_law,
    total_of,
    with_first_card_out,
    with_hand,
)
from croupier.games.table.card_counts import ask_ordered_checks
from croupier.games.table.contest.rounds import close_round
from croupier.games.table.contest.state import UNDISCLOSED, Form
from croupier.games.table.contest.turns import contest_of, tournament_law
from croupier.games.table.contest.wagers import FormAnnounced
from croupier.games.table.equipment import DeviceChanged
from croupier.games.table.new_cards import bring_new_cards
from croupier.games.table.preparation import CuttingCardShown, PreparationChanged, ask_shuffle
from croupier.games.table.rounds import (
    STAND_OFF,
    VOID,
    OutstandingRecorded,
    RoundEnded,
    WagersSettled,
    line_by_rule,
    loss_line,
    partial_loss_line,
    record_outstanding,
    refund_line,
    settle,
    win_line,
)
from croupier.games.table.state import MAIN, Limits, Line, Mix, Settlement, Stake, unchanged
from croupier.messages import Event, Evolver
from croupier.money import Cents, Odds, Till, balances_after, transfer
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.law.blackjack import ByTenRank, Made, SurrenderLaw, Verdicts, WinAtOnce
from croupier.rulebooks.law.irregularities import FinishFromShoeLaw, SpareCard
from croupier.rulebooks.law.tournaments import UndisclosedLaw


class DiscardsReturned(Event, frozen=True, tag="discards-returned"):
    """The discards went back into the shuffling device."""

    clause: str
    """The clause that has them returned."""
    final: bool = False
    """Whether cards of the round itself went in, so that it cannot be taken back any more."""


class SpareCardBurned(Event, frozen=True, tag="spare-card-burned"):
    """A card that lay ready in front of the shoe was burned."""

    card: Card
    """The card."""
    clause: str
    """The clause that has it burned."""
    place: int = 0
    """How many of the cards that lay ready were before it."""


class SpareCardKept(Event, frozen=True, tag="spare-card-kept"):
    """A card drawn in error that nobody needed, or saw, is the next to be dealt."""

    clause: str
    """The clause that keeps it."""
    in_round: bool = False
    """Whether it is the next card of the round under way; else it is the first of the next."""
    closes_betting: bool = False
    """Whether it is the first card of a round that is not dealt yet, and closes betting."""


def discards_returned(table: BlackjackTable, event: DiscardsReturned) -> BlackjackTable:
    shoe = table.shoe
    if not shoe.handle:
        back = len(table.discards)
        shoe = replace(shoe, drawn=shoe.drawn - back, returned=shoe.returned + back)
    round_ = table.round
    if round_ is not None:
        round_ = replace(round_, fed_back=table.discards)
    return replace(table, discards=(), shoe=shoe, round=round_)


def wagers_settled(table: BlackjackTable, event: WagersSettled) -> BlackjackTable:
    round_ = round_of(table)
    touched, settled = set(), set()
    for line in event.lines:
        touched.add(line.box)
        settled.add((line.player, line.box, line.hand, line.on, line.of))
    stakes, live = [], set()
    for stake in round_.stakes:
        box = stake.box
        if box not in touched:
            stakes.append(stake)
        elif (stake.player, box, stake.hand, stake.on, stake.of) not in settled:
            stakes.append(stake)
            if stake.on in HAND_STAKES:
                live.add((box, stake.hand))
    boxes, cards = round_.boxes, table.discards
    for place, here in enumerate(boxes):
        if here.number not in touched:
            continue
        for position, hand in enumerate(here.hands, 1):
            if hand.progress is not GONE and (here.number, position) not in live:
                cards += hand.cards
                gone = replace(hand, progress=GONE)
                boxes = with_hand(boxes, place, position, gone)
    return replace(
        table,
        round=replace(round_, stakes=tuple(stakes), boxes=boxes),
        discards=cards,
        settled=(*table.settled, Settlement(event.lines, event.clause)),
        balances=balances_after(table.balances, [line.entry for line in event.lines]),
    )


def round_ended(table: BlackjackTable, event: RoundEnded) -> BlackjackTable:
    left = table.rounds_left
    return replace(
        table,
        round=None,
        untold=0,
        discards=(*table.discards, *round_of(table).dealer),
        rounds_left=None if left is None else max(0, left - 1),
    )


def spare_card_burned(table: BlackjackTable, event: SpareCardBurned) -> BlackjackTable:
    discards = (*table.discards, event.card)
    place = event.place
    offered = table.offered - (place < table.offered)
    ahead = (*table.ahead[:place], *table.ahead[place + 1 :])
    return replace(table, ahead=ahead, offered=offered, discards=discards)


def spare_card_kept(table: BlackjackTable, event: SpareCardKept) -> BlackjackTable:
    if event.closes_betting:
        return with_first_card_out(table)
    return table if event.in_round else replace(table, offered=0)


def surrender_line(till: Till, stake: Stake, rules: SurrenderLaw) -> Line:
    """Return the line of a surrendered wager, of which the dealer collects a part."""
    share = rules.half.value
    collected = stake.amount * share.numerator // share.denominator
    return partial_loss_line(till, stake, collected, rules.half.clause, rules.half.also)


def verdicts_on(law: BlackjackLaw, stake: Stake) -> Verdicts:
    """Return the verdicts for a kind of wager: the original one, a double, or one from a split."""
    if stake.on == DOUBLE:
        return law.settlement.double
    return law.settlement.original if stake.original else law.settlement.split


def collect_bust(draft: BlackjackDraft, box: int, position: int) -> None:
    """Collect every wager on a hand that went over; one below the minimum goes back."""
    till = draft.table.till
    law = draft.law
    stakes = stakes_at(round_of(draft.table), box, position)
    clause = law.play.over.clause
    lines = tuple(
        [
            unpaid_line(till, law, stake)
            if stake.below_minimum
            else line_by_rule(till, stake, verdicts_on(law, stake).over)
            for stake in stakes
        ]
    )
    settle(draft, lines, clause)


def unpaid_line(till: Till, law: BlackjackLaw, stake: Stake) -> Line:
    """Return the line of a wager below the minimum after a warning: back, whatever the result."""
    rule = law.limits.below_minimum
    return refund_line(till, stake, VOID, rule.clause, rule.also)


Winning = WinAtOnce | Rule[Odds]
"""How a hand wins before the dealer's is complete: by the kind of wager, or at a blackjack's
odds."""


def early_win(law: BlackjackLaw, table: BlackjackTable, hand: Hand) -> Winning | None:
    """Return how a hand wins as soon as it is made, if it does."""
    if has_blackjack(law, hand):
        return early_blackjack(law, table, hand)
    for win in law.play.wins_at_once:
        match win.made:
            case Made.TWENTY_ONE:
                made = hand_total(law, hand)[0] == 21
            case Made.FIVE_CARDS:
                made = len(hand.cards) >= 5
        if made:
            return win
    return None


def split_blackjack_clauses(law: BlackjackLaw, hand: Hand) -> tuple[str, ...]:
    """Return the clauses by which a split hand may be a blackjack; none for an original hand."""
    rule = law.split.blackjack_counts
    return (rule.clause, *rule.also) if hand.split else ()


def early_blackjack(law: BlackjackLaw, table: BlackjackTable, hand: Hand) -> Rule[Odds] | None:
    """Return the odds of a blackjack that is paid before the dealer's hand is complete."""
    says = law.play.blackjack_wins
    if says is None:
        early = not dealer_may_have_blackjack(round_of(table).dealer)
        says = law.interim.blackjack if early and not table.held_blackjacks else None
    if says is None:
        return None
    also = (*says.also, *split_blackjack_clauses(law, hand))
    return Rule(law.settlement.blackjack.value, says.clause, also)


def dealer_may_have_blackjack(dealer: tuple[Card, ...]) -> bool:
    """Return whether the dealer's first card can still become a blackjack."""
    return dealer[0].points in (1, 10)


def pay_at_once(draft: BlackjackDraft, box: int, position: int, win: Winning) -> None:
    """Pay every wager on a hand that has won already."""
    table = draft.table
    law = draft.law
    lines = tuple(
        unpaid_line(draft.table.till, law, stake)
        if stake.below_minimum
        else win_line(law, table, stake, winning_rule(win, stake))
        for stake in stakes_at(round_of(table), box, position)
    )
    rule = law.interim.moment if isinstance(win, Rule) else win.pays
    settle(draft, lines, rule.clause)


def winning_rule(win: Winning, stake: Stake) -> Rule[Odds]:
    """Return the rule by which a wager on a winning hand is paid."""
    if isinstance(win, Rule):
        return win
    if stake.on == DOUBLE:
        return win.double or win.pays
    return win.pays if stake.original else win.split or win.pays


def settle_interim(draft: BlackjackDraft) -> None:
    """Pay the first hands that have won already, before any decision."""
    for box in round_of(draft.table).boxes:
        win = early_win(draft.law, draft.table, box.hands[0])
        if win is not None:
            pay_at_once(draft, box.number, 1, win)


def collect_insurance(draft: BlackjackDraft) -> None:
    """Collect insurance when the dealer's second card makes no blackjack."""
    table = draft.table
    law = draft.law
    round_ = round_of(table)
    insured = [stake for stake in round_.stakes if stake.on == INSURANCE]
    if not insured or is_blackjack(round_.dealer):
        return
    rule = insurance_terms_of(law, round_).lost
    lines = tuple(loss_line(draft.table.till, stake, rule.clause, rule.also) for stake in insured)
    settle(draft, lines, rule.clause)


def final_settlement(law: BlackjackLaw, table: BlackjackTable) -> WagersSettled | None:
    """Return the settlement of all that still lies once the dealer's hand is complete."""
    round_ = round_of(table)
    laid = stakes_by_hand(round_)
    lines: list[Line] = []
    for box in round_.boxes:
        for position, hand in enumerate(box.hands, 1):
            if hand.progress is not GONE:
                for stake in laid.get((box.number, position), ()):
                    lines.append(final_line(table, law, stake, hand))  # noqa: PERF401
    insured = [stake for stake in round_.stakes if stake.on == INSURANCE]
    if insured:
        pays = insurance_terms_of(law, round_).pays
        lines += [win_line(law, table, stake, pays) for stake in insured]
    if not lines:
        return None
    both = law.settlement.paid_and_collected
    also = () if both is None else (both.clause,)
    return WagersSettled(tuple(lines), law.settlement.moment.clause, also)


def final_line(table: BlackjackTable, law: BlackjackLaw, stake: Stake, hand: Hand) -> Line:
    """Return the line of a wager against the dealer's complete hand.

    Readings S9, S10: the clauses about blackjacks take precedence over the one about equal totals.
    """
    till = table.till
    dealer = round_of(table).dealer
    if stake.below_minimum:
        return unpaid_line(till, law, stake)
    dealer_total, _ = total_of(dealer)
    blackjack = dealer_total == 21 and len(dealer) == 2
    if stake.surrendered:
        surrender = surrender_law(law)
        if blackjack:
            return line_by_rule(till, stake, surrender.dealer_blackjack)
        return surrender_line(till, stake, surrender)
    if has_blackjack(law, hand):
        return blackjack_line(law, table, stake, hand, dealer)
    if blackjack:
        return line_against_blackjack(till, law, stake, hand)
    rules = verdicts_on(law, stake)
    total, _ = hand_total(law, hand)
    exactly = law.settlement.dealer_exactly
    if exactly is not None and dealer_total == exactly.value:
        also = () if rules is law.settlement.original else (rules.equal.clause,)
        return refund_line(till, stake, STAND_OFF, exactly.clause, (*exactly.also, *also))
    if dealer_total > law.play.over.value:
        return win_line(law, table, stake, rules.dealer_over)
    if total > dealer_total:
        return win_line(law, table, stake, rules.higher)
    return line_by_rule(till, stake, rules.equal if total == dealer_total else rules.lower)


def blackjack_line(
    law: BlackjackLaw, table: BlackjackTable, stake: Stake, hand: Hand, dealer: tuple[Card, ...]
) -> Line:
    """Return the line of a wager on a blackjack."""
    rules = law.settlement
    also = split_blackjack_clauses(law, hand)
    if not is_blackjack(dealer):
        return win_line(law, table, stake, rules.blackjack, also)
    if not isinstance(rules.both_blackjack, ByTenRank):
        return line_by_rule(table.till, stake, rules.both_blackjack)
    by_rank = rules.both_blackjack
    order = by_rank.ranks.value
    mine, dealers = (order.index(ten_of(cards).rank) for cards in (hand.cards, dealer))
    rule = by_rank.lower
    if mine < dealers:
        rule = by_rank.higher
    elif mine == dealers:
        rule = by_rank.same
    return win_line(law, table, stake, rule, (by_rank.ranks.clause, *also))


def ten_of(cards: tuple[Card, ...]) -> Card:
    """Return the card of a blackjack that counts ten."""
    return next(card for card in cards if card.points == 10)


def line_against_blackjack(till: Till, law: BlackjackLaw, stake: Stake, hand: Hand) -> Line:
    """Return the line of a wager on a hand that is no blackjack, against the dealer's.

    Readings S11, S12: the wager on the first hand is the original one; what went over is lost
    already.
    """
    also = []
    doubled, split = law.double.against_blackjack, law.split.against_blackjack
    if hand.doubled and doubled is not None:
        also.append(doubled.clause)
    if hand.split and split is not None:
        also.append(split.clause)
    return line_by_rule(till, stake, verdicts_on(law, stake).dealer_blackjack, tuple(also))


def settle_forms(draft: BlackjackDraft) -> None:
    """Announce and settle the undisclosed wagers of the round."""
    terms = tournament_law(draft.law).wagers.undisclosed
    if terms is None:
        return
    forms = {form.box: form for form in contest_of(draft.table).forms}
    for box in round_of(draft.table).boxes:
        if box.number in forms:
            _settle(draft, forms[box.number], terms)


def _settle(draft: BlackjackDraft, form: Form, terms: UndisclosedLaw) -> None:
    table = draft.table
    held = table.chips(form.player)
    amount, clause = form_amount(form, table.limits, held, terms)
    till = table.till
    entry = transfer(till.chips(form.player), till.layout, amount, clause)
    draft.emit(FormAnnounced(form.player, form.box, amount, form.amount, entry, clause))
    stake = Stake(form.player, form.box, UNDISCLOSED, amount)
    if clause == terms.incomplete.clause:
        line = loss_line(till, stake, clause, terms.incomplete.also)
    else:
        line = _by_first_hand(draft, stake)
    settle(draft, (line,), terms.announced.clause)


def form_amount(
    form: Form, limits: Limits, held: Cents, terms: UndisclosedLaw
) -> tuple[Cents, str]:
    """Return how much a form counts for when it is announced, and the clause that says so."""
    if form.type != MAIN or form.amount is None:
        return min(limits.minimum, held), terms.incomplete.clause
    if form.amount > held:
        return min(held, limits.maximum), terms.too_much.clause
    if form.amount < limits.minimum:
        return min(limits.minimum, held), terms.below.clause
    if form.amount > limits.maximum:
        return limits.maximum, terms.above.clause
    return form.amount, terms.announced.clause


def _by_first_hand(draft: BlackjackDraft, stake: Stake) -> Line:
    """Return the line of a wager by the result of the first hand of its box."""
    table, law = draft.table, draft.law
    round_ = round_of(table)
    box = round_.box(stake.box)
    assert box is not None
    hand = box.hands[0]
    for line in (line for one in table.settled for line in one.lines):
        if (line.box, line.hand, line.on) == (stake.box, 1, MAIN) and _took_even_money(law, line):
            even = law.interim.even_money
            assert even is not None
            return win_line(law, table, stake, even)
    if sum(card.points for card in hand.cards) > law.play.over.value:
        return line_by_rule(table.till, stake, law.settlement.original.over)
    win = early_win(law, table, hand)
    if win is not None:
        return win_line(law, table, stake, winning_rule(win, stake))
    return final_line(table, law, stake, hand)


def _took_even_money(law: BlackjackLaw, line: Line) -> bool:
    even: Rule[object] | None = law.interim.even_money
    return even is not None and line.clause == even.clause


def round_settled(
    table: BlackjackTable, events: tuple[WagersSettled, RoundEnded]
) -> BlackjackTable:
    """Return the table after the final settlement and the end of the round, in one step."""
    final, _ = events
    round_, left = round_of(table), table.rounds_left
    cards: list[Card] = []
    for box in round_.boxes:
        for hand in box.hands:
            if hand.progress is not GONE:
                cards += hand.cards
    return replace(
        table,
        round=None,
        untold=0,
        # One copy of what may be hundreds of cards: unpacking them would make two.
        discards=table.discards + (*cards, *round_.dealer),  # noqa: RUF005
        rounds_left=None if left is None else max(0, left - 1),
        settled=(*table.settled, Settlement(final.lines, final.clause)),
        balances=balances_after(table.balances, [line.entry for line in final.lines]),
    )


def last_rounds(law: BlackjackLaw, table: BlackjackTable, *, ended: int = 0) -> Rule[int] | None:
    """Return the rule that discards the cutting card in the last rounds before a closing."""
    rule = law.shuffle.last_rounds
    if rule is None or table.rounds_left is None:
        return None
    return rule if table.rounds_left + ended <= rule.value else None


def shuffle_discards_if_empty(draft: BlackjackDraft) -> None:
    """Ask for a shuffle of the discards if a card is due and the shoe is empty.

    A stacked shoe is not shuffled: its next cards come from the person who stacked it.
    """
    if not draft.table.shoe.stacked:
        shuffle_discards(draft)


def shuffle_discards(draft: BlackjackDraft) -> None:
    """Ask for a shuffle of the discards if a card is due, also at a stacked shoe.

    Reading P35: if all cards lie on the layout, nothing can be shuffled, and hands that need a card
    are declared void.
    """
    table = draft.table
    if table.preparation is not None or card_due(draft.law, table) is None:
        return
    law = draft.law
    if table.choices.device is SHUFFLER and law.shuffle.mixes_on:
        feed_back(draft)
        return
    if not table.discards and not table.shoe.stacked:
        return
    clause = law.shuffle.out_of_cards.clause
    ask_shuffle(draft, clause, law.cut.cards_replaced, mixes=Mix.DISCARDS)


def end_round(draft: BlackjackDraft) -> None:
    """Settle, clear the layout, and ask for a shuffle if one is due."""
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
    players, settled_now = draft.table.players, draft.table.settled
    gone = [line for one in settled_now for line in one.lines if line.player not in players]
    if gone:
        record_outstanding(draft, gone, law.irregular.misdeal.reconstructed.clause)
    feed_back(draft)
    if table.preparation is not None:
        forget_burn(draft)
    shuffle_if_due(draft, round_of(table).boxes)
    if table.contest is not None:
        close_round(draft)


def feed_back(draft: BlackjackDraft) -> None:
    """Put the discards into a device that takes them back at once, if the rulebook says so."""
    law = draft.law.deal
    if draft.table.choices.device is SHUFFLER and law.fed_back_at_once:
        return_discards(draft, law.discards_returned.clause)


def return_discards(draft: BlackjackDraft, clause: str) -> None:
    """Put the discards into the device; for good if they include cards of an ended round."""
    round_ = draft.table.round
    final = round_ is None or any(
        hand.progress is GONE for box in round_.boxes for hand in box.hands
    )
    draft.emit(DiscardsReturned(clause, final))


def clear_spare_card(draft: BlackjackDraft) -> None:
    """Burn or keep cards drawn in error that neither a player nor the dealer has taken."""
    rule = spare_card_rule(draft.law)
    while draft.table.offered:
        if rule.value is SpareCard.BURNED:
            draft.emit(SpareCardBurned(draft.table.ahead[0], rule.clause))
        else:
            draft.emit(SpareCardKept(rule.clause))


def spare_card_rule(law: BlackjackLaw) -> Rule[SpareCard]:
    """Return the rule on a card drawn in error that nobody has taken by the end of the round."""
    stray = law.irregular.stray
    return stray.unneeded or stray.exposed_to_dealer


def keeps_spare_cards(law: BlackjackLaw) -> bool:
    """Return whether such a card stays the next one."""
    return spare_card_rule(law).value is not SpareCard.BURNED


def shuffle_if_due(draft: BlackjackDraft, boxes: tuple[Box, ...]) -> None:
    """Ask for the shuffle that follows a round, if one does.

    Reading R5: an ordered shuffle and the one that the cutting card demands are the same.
    """
    table = draft.table
    law = draft.law
    if table.device_failed:
        draft.emit(DeviceChanged(True, table.device_failed))
    if ask_ordered_checks(draft):
        return
    ordered = table.shuffle_after_round or table.device_failed
    failure = law.device_failure
    if isinstance(failure, FinishFromShoeLaw) and ordered == failure.new_cards.clause:
        bring_new_cards(draft, ordered)
        return
    last = None if table.cutting_card_at is None else last_rounds(law, table, ended=1)
    if ordered and (table.cutting_card_at is None or last is not None):
        ask_shuffle(draft, ordered, law.cut.cards_replaced)
    elif last is not None:
        draft.emit(PreparationChanged(None, last.clause))
    elif table.cutting_card_at is not None:
        offer = law.cut.on_dealer if table.cutting_card_at == DEALER else law.cut.on_box
        controllers = {box.number: box.controller for box in boxes}
        at = table.cutting_card_at
        clause = law.shuffle.cutting_card_drawn.clause
        ask_shuffle(draft, clause, offer, box=at, controller=controllers.get(at, ""))
    elif table.shoe.cutting_card_in_front and last_rounds(law, table) is None:
        clause = law.shuffle.cutting_card_first.clause
        draft.emit(CuttingCardShown(None, clause))
        ask_shuffle(draft, clause, law.cut.before_round)


def forget_burn(draft: BlackjackDraft) -> None:
    """Drop the burn of a round that ended before its first card was burned."""
    preparation = draft.table.preparation
    rule = draft.law.cut.burned_each_round
    if rule is not None and preparation is not None and preparation.burn_clause == rule.clause:
        draft.emit(PreparationChanged(None, rule.clause))


EVOLVERS: dict[type[Event], Evolver] = {
    SpareCardBurned: spare_card_burned,
    SpareCardKept: spare_card_kept,
    DiscardsReturned: discards_returned,
    WagersSettled: wagers_settled,
    RoundEnded: round_ended,
    OutstandingRecorded: unchanged,
}
