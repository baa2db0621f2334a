"""What must happen next in a round, and who owes it.

Dealers, players' buttons and scenarios all act on it.
"""

from functools import lru_cache

from croupier.cards import Card, Rank
from croupier.games.blackjack.state import (
    CALLED_DOUBLE,
    DEALER,
    DEALERS_TURN,
    DEALING,
    DOUBLE,
    GONE,
    INSURANCE,
    PLAYING,
    RANK,
    SURRENDER,
    BlackjackTable,
    Box,
    Hand,
    HandTurn,
    Round,
    current_hand,
    face_down_rule,
    hand_total,
    has_blackjack,
    insurance_law,
    insurance_order,
    insurance_terms_of,
    is_blackjack,
    ready_card,
    round_of,
    soft_17,
    stakes_at,
    surrender_law,
    takes_part,
    total_of,
)
from croupier.games.blackjack.turn import (
    AnswerDue,
    DecisionDue,
    Insurable,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
    double_bar,
    hit_refusal,
    is_even_money_over,
    join_rule,
    may_insure_late,
    may_interrupt,
    others_rule,
    own_insurance,
    own_stake,
    split_cards_refusal,
    stand_refusal,
    stay_rule,
    surrender_refusal,
)
from croupier.games.table.checks import tokens_held
from croupier.games.table.contest.turns import contest_of, turn_order
from croupier.games.table.due import (
    CardDue,
    Choice,
    DeviceDue,
    Due,
    due_between_rounds,
    due_preparation,
)
from croupier.games.table.state import MAIN, Stake
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import DoubleAmount
from croupier.rulebooks.law.irregularities import TransferLaw


def decision_due(law: BlackjackLaw, table: BlackjackTable, turn: HandTurn) -> DecisionDue:
    """Return the decision of the hand whose turn it is, with every lawful choice."""
    box, position, hand = turn
    total, soft = hand_total(law, hand)
    if hand.split or hand.covered:
        choices = choices_of_split_or_covered(law, hand) + further_wagers(law, table, turn)
    else:
        choices, count = usual_choices(law, total), len(hand.cards)
        if count == 2 or count in law.double.on_cards.value:
            choices += further_wagers(law, table, turn)
    if law.surrender is not None:
        choices += surrender_choice(law, table, box)
    offered = None
    if table.offered and not table.untold:
        offered, refused = table.ahead[0], law.irregular.stray.refused
        if refused is not None:
            choices += (Choice("refuse-card", refused.clause),)
    return DecisionDue(
        box.number,
        position,
        box.controller,
        total,
        soft,
        choices,
        (law.split.decisions if hand.split else law.play.turn).clause,
        value_clauses(law, frozenset(map(RANK, hand.cards))),
        offered,
    )


@lru_cache(maxsize=1024)
def usual_choices(law: BlackjackLaw, total: int) -> tuple[Choice, ...]:
    """Return the choices of an unsplit, uncovered hand: draw, and stand if its total may."""
    hit, stand = Choice("hit", law.play.draws.clause), Choice("stand", law.play.stands.clause)
    return (hit,) if total < law.play.must_draw_below.value else (hit, stand)


def choices_of_split_or_covered(law: BlackjackLaw, hand: Hand) -> tuple[Choice, ...]:
    """Return the choices of a split or covered hand: expose, draw, stand."""
    choices = []
    if hand.covered:
        choices.append(Choice("expose", face_down_rule(law).clause))
    if hit_refusal(law, hand) is None:
        choices.append(Choice("hit", law.play.draws.clause))
    if stand_refusal(law, hand) is None:
        choices.append(Choice("stand", law.play.stands.clause))
    return tuple(choices)


def further_wagers(law: BlackjackLaw, table: BlackjackTable, turn: HandTurn) -> tuple[Choice, ...]:
    """Return the double and the split that a hand may call, and for how much."""
    box, position, hand = turn
    doubles, splits = not double_bar(law, hand), may_split(law, table, box, hand)
    if not (doubles or splits):
        return ()
    stake = own_stake(table, box.controller, box.number, position)
    if stake is None:
        return ()
    choices = []
    if doubles and (most := most_to_double(law, table, stake)):
        choices.append(Choice("double", law.play.doubles.clause, most))
    if splits and stake.amount and stake.amount == affordable_amount(table, stake):
        choices.append(Choice("split", law.play.splits.clause, stake.amount))
    return tuple(choices)


def may_split(law: BlackjackLaw, table: BlackjackTable, box: Box, hand: Hand) -> bool:
    """Return whether a hand may be split. The pair is checked first: most hands are not one."""
    cards = hand.cards
    alike = len(cards) == 2 and cards[0].points == cards[1].points
    return alike and split_cards_refusal(law, table, box.number, hand) is None


@lru_cache(maxsize=4096)
def value_clauses(law: BlackjackLaw, ranks: frozenset[Rank]) -> tuple[str, ...]:
    """Return the clauses that give cards of these ranks their values."""
    return tuple(
        value.says.clause for value in law.cards.values if not ranks.isdisjoint(value.ranks)
    )


def affordable_amount(table: BlackjackTable, stake: Stake) -> Cents:
    """Return how much of a wager its owner can lay a second time."""
    player = table.players[stake.player]
    if not player.counted:
        return stake.amount
    chip = table.choices.chip
    held = max(0, table.chips(stake.player)) + tokens_held(table, stake.player)
    return min(stake.amount, held // chip * chip)


def most_to_double(law: BlackjackLaw, table: BlackjackTable, stake: Stake) -> Cents:
    """Return the most for which a wager can be doubled; 0 if its owner has too little."""
    most = affordable_amount(table, stake)
    exactly = law.double.amount.value is DoubleAmount.EXACTLY_WAGER
    return 0 if exactly and most < stake.amount else most


def surrender_choice(law: BlackjackLaw, table: BlackjackTable, box: Box) -> tuple[Choice, ...]:
    """Return the choice to surrender, if the box has it."""
    if surrender_refusal(law, table, box) is not None:
        return ()
    return (Choice("surrender", surrender_law(law).called.clause),)


def due(law: BlackjackLaw, table: BlackjackTable) -> tuple[Due, ...]:
    """Return all that is due at a table now, the most urgent first; nothing at a closed table."""
    round_ = table.round
    if round_ is None:
        items = due_between_rounds(law, table)
        wanted = missing_device_clause(law, table) if items else None
        return items if wanted is None else (DeviceDue(wanted), *items)
    if table.preparation is not None and (step := due_preparation(law, table)) is not None:
        return (step,)
    if round_.choosing and round_.question is None:
        return tuple(withdrawal_due(law, player) for player in round_.choosing)
    turn = current_hand(round_) if round_.phase is PLAYING else None
    card = card_due(law, table) if turn is None else players_card(law, table, turn)
    if card is not None:
        return (card,)
    if turn is None:
        return (insurance_due(law, table),)
    if (question := round_.question) is not None:
        answers = tuple(answer_due(law, table, player) for player in question.waiting)
        return (*answers, *surrenders_due(law, table, question.box))
    decision = decision_due(law, table, turn)
    if law.surrender is None:
        return (decision,)
    return (decision, *surrenders_due(law, table, decision.box))


def missing_device_clause(law: BlackjackLaw, table: BlackjackTable) -> str | None:
    """Return the clause by which another device must come before the next round, if one must.

    Readings S40, B24: at low limits no further round is dealt from the shoe that replaced a device,
    unless the rulebook continues with it.
    """
    low = law.limits.low_limit if table.choices.low_limit else None
    if low is None or table.first_card_out or table.choices.device is low.device.value:
        return None
    failure = law.device_failure
    assert isinstance(failure, TransferLaw)
    return low.device.clause if failure.with_shoe is None else None


def withdrawal_due(law: BlackjackLaw, player: str) -> WithdrawalDue:
    """Return the question to a player when the device has failed and there is no other."""
    rules = law.device_failure
    assert isinstance(rules, TransferLaw)
    choices = (
        Choice("take-back", rules.take_back.clause),
        Choice("stay-in", rules.finished.clause),
    )
    return WithdrawalDue(player, choices, rules.no_spare.clause)


def surrenders_due(law: BlackjackLaw, table: BlackjackTable, but: int) -> tuple[SurrenderDue, ...]:
    """Return the boxes that may surrender now, besides the one at its turn."""
    rules = law.surrender
    if rules is None:
        return ()
    asked = round_of(table).question is not None
    return tuple(
        SurrenderDue(box.number, 1, box.controller, choices, rules.before_third_card.clause)
        for box in round_of(table).boxes
        if box.number != but
        and not box.unattended
        and (not asked or may_interrupt(table, box.number))
        and (choices := surrender_choice(law, table, box))
    )


def card_due(law: BlackjackLaw, table: BlackjackTable) -> CardDue | None:
    """Return the card that is due, if one is."""
    round_ = table.round
    if round_ is None or round_.choosing:
        return None
    phase = round_.phase
    if phase is PLAYING:
        turn = current_hand(round_)
        return None if turn is None else players_card(law, table, turn)
    if phase is DEALING:
        return initial_card(law, table, round_)
    if phase is not DEALERS_TURN:
        return None
    drawn_by = dealer_card_clause(law, table, round_)
    if drawn_by is None:
        return None
    if table.offered:
        drawn_by = law.irregular.stray.refused_by_all.clause
    return CardDue(DEALER, 1, drawn_by, False, ready_card(table))


def players_card(law: BlackjackLaw, table: BlackjackTable, turn: HandTurn) -> CardDue | None:
    """Return the card that is due to the hand whose turn it is, if one is."""
    box, position, hand = turn
    if hand.refused or box.unattended:
        rule = forced_draw_clause(law, box, hand)
        ahead = ready_card_for_turn(table) if hand.refused else ready_card(table)
        return None if rule is None else CardDue(box.number, position, rule, ahead=ahead)
    if hand.call is not None:
        doubled = hand.call is CALLED_DOUBLE
        clause = (law.double.one_card if doubled else law.play.draws).clause
    elif len(hand.cards) < 2:
        clause = law.split.in_order.clause
    else:
        return None
    if table.offered and not table.untold:
        clause = law.irregular.stray.drawn.clause
    return CardDue(box.number, position, clause, False, ready_card(table))


def forced_draw_clause(law: BlackjackLaw, box: Box, hand: Hand) -> str | None:
    """Return the clause by which a hand that nobody decides for takes another card, if it does.

    Reading P11: a hand that refused a card must still draw below twelve. A split ace that has its
    card counts twelve at least.
    """
    if hand.doubled:
        return None
    total, _ = hand_total(law, hand)
    absent, least = law.irregular.oversight.absent, law.play.must_draw_below
    if box.unattended and total <= absent.value:
        return absent.clause
    return least.clause if total < least.value else None


def ready_card_for_turn(table: BlackjackTable) -> Card | None:
    """Return the card that lies ready, unless this hand refused it: then it waits for another."""
    ahead = table.ahead[table.offered :]
    return ahead[0] if ahead and not table.untold else None


def initial_card(law: BlackjackLaw, table: BlackjackTable, round_: Round) -> CardDue | None:
    """Return the next card of the initial deal, if one is due."""
    clause = law.deal.order.clause
    wanted = 1 if not round_.dealer else 2
    ahead = ready_card(table)
    for box in round_.boxes:
        hand = box.hands[0]
        if len(hand.cards) < wanted and hand.progress is not GONE:
            covered = round_.face_down and is_covered(law, table, box)
            return CardDue(box.number, 1, clause, covered, ahead)
    if round_.dealer or not round_.stakes:
        return None
    return CardDue(DEALER, 1, clause, ahead=ahead)


def is_untouched(table: BlackjackTable) -> bool:
    """Return whether the initial deal waits for its very first card, and none lies ready."""
    if table.ahead or table.preparation is not None:
        return False
    for box in round_of(table).boxes:
        for hand in box.hands:
            if hand.cards or hand.progress is GONE:
                return False
    return True


def first_places(law: BlackjackLaw, table: BlackjackTable) -> list[tuple[int, bool]]:
    """Return the places of the initial deal in order, and whether each card is laid face down.

    One card goes to each box, one to the dealer, one to each box.
    """
    round_ = round_of(table)
    if round_.face_down:
        around = [(box.number, is_covered(law, table, box)) for box in round_.boxes]
    else:
        around = [(box.number, False) for box in round_.boxes]
    return [*around, (DEALER, False), *around]


def is_covered(law: BlackjackLaw, table: BlackjackTable, box: Box) -> bool:
    """Return whether the first two cards of a box are dealt face down."""
    if law.cards.face_down_one_box is None:
        return True
    own = [b.number for b in round_of(table).boxes if b.controller == box.controller]
    controller = table.players.get(box.controller)
    nominated = None if controller is None else controller.nominated
    return box.number == (nominated if nominated in own else own[0])


def dealer_card_clause(law: BlackjackLaw, table: BlackjackTable, round_: Round) -> str | None:
    """Return the clause by which the dealer takes another card; ``None`` if no card can matter.

    Reading S16: insurance and waiting blackjacks need the second card and nothing beyond.
    """
    dealer = round_.dealer
    if is_contested(law, round_):
        return dealer_draw_clause(law, table, dealer)
    waits = any(not stake.below_minimum for stake in round_.stakes)
    if waits and len(dealer) == 1 and dealer[0].points in (1, 10):
        return law.dealer.no_effect[table.inscription].clause
    return None


def is_contested(law: BlackjackLaw, round_: Round) -> bool:
    """Return whether the result of any hand still depends on the dealer's total."""
    given_up = False
    for stake in round_.stakes:
        given_up = given_up or stake.surrendered or stake.below_minimum
    for box in round_.boxes:
        for position, hand in enumerate(box.hands, 1):
            if hand.progress is GONE or has_blackjack(law, hand):
                continue
            if not given_up or _plays_on(round_, box.number, position):
                return True
    return False


def _plays_on(round_: Round, box: int, position: int) -> bool:
    """Return whether a wager on a hand is neither surrendered nor below the minimum."""
    stakes = stakes_at(round_, box, position)
    return any(not (stake.surrendered or stake.below_minimum) for stake in stakes)


def dealer_draw_clause(
    law: BlackjackLaw, table: BlackjackTable, dealer: tuple[Card, ...]
) -> str | None:
    """Return the clause by which the dealer draws to these cards, if there is one."""
    total, soft = total_of(dealer)
    rule = soft_17(law, table)
    draws = total < 17 or (total == 17 and soft and rule.value)
    return rule.clause if draws else None


def answer_due(law: BlackjackLaw, table: BlackjackTable, player: str) -> AnswerDue:
    """Return the answer that another player of the box owes to a double or split."""
    question = round_of(table).question
    assert question is not None
    stake = own_stake(table, player, question.box, question.hand)
    assert stake is not None
    most = affordable_amount(table, stake)
    if question.what == DOUBLE:
        most = most_to_double(law, table, stake)
    clause = others_rule(law, table, question).clause
    if question.what == DOUBLE:
        join, stay = Choice("double", clause, most), Choice("no-double", clause)
        possible = most > 0
    elif question.what == SURRENDER:
        join, stay = Choice("surrender", clause), Choice("no-surrender", clause)
        possible = True
    else:
        join = Choice("split", join_rule(law, table, question.box).clause, stake.amount)
        stay = Choice("no-split", stay_rule(law, table, question.box).clause)
        possible = most == stake.amount
    choices = (join, stay) if possible else (stay,)
    return AnswerDue(question.box, question.hand, player, choices, clause)


def nobody_can_insure(table: BlackjackTable, owed: InsuranceDue) -> bool:
    """Return whether nobody is left to answer the offer: no chips to insure with, no even money.

    Then all count as declining. If insurance already lies, its owner was asked, and says when the
    game may continue; where it goes in order, the last answer does.
    """
    if owed.turn is not None:
        return not owed.turn
    round_ = round_of(table)
    if owed.others and round_.insurance_declined:
        return False  # what its owner has declined, another may still insure
    lies = any(stake.on == INSURANCE for stake in round_.stakes)
    return not lies and not any(wager.is_on_offer for wager in owed.wagers)


def insurance_due(law: BlackjackLaw, table: BlackjackTable) -> InsuranceDue:
    """Return the wagers that may be insured while insurance is open."""
    round_ = round_of(table)
    rules = insurance_law(law)
    ace = round_.dealer[0].points == 1
    terms = insurance_terms_of(law, round_)
    step = int(rules.step.value * table.choices.chip)
    wagers = []
    ordered = insurance_order(law, table) is not None
    ended = not ace or law.interim.even_money is None or is_even_money_over(law, round_)
    for stake in round_.stakes:
        if stake.on == MAIN:
            box = round_.box(stake.box)
            assert box is not None
            late = round_.insurance_late and not may_insure_late(law, box)
            declined = (stake.player, stake.box) in round_.insurance_declined
            if late or declined or not takes_part(table, box, stake.player):
                continue
            even = not ended and is_blackjack(box.hands[0].cards)
            insured = own_insurance(table, stake.player, stake.box)
            if insured and ordered:
                continue
            share = terms.share.value
            most = stake.amount * share.numerator // share.denominator
            most = min(most - (insured.amount if insured else 0), affordable_amount(table, stake))
            wagers.append(Insurable(stake.player, stake.box, most // step * step, even))
    others = rules.others if table.choices.others_insurance else None
    return InsuranceDue(
        tuple(wagers),
        "ace" if ace else "ten",
        rules.called.clause,
        "" if others is None else others.allowed.clause,
        next_to_insure(table, wagers) if ordered else None,
    )


def next_to_insure(table: BlackjackTable, wagers: list[Insurable]) -> str:
    """Return whose turn it is to insure, from the marker on; empty once all have answered."""
    asked = {wager.player for wager in wagers if wager.is_on_offer}
    order = turn_order(contest_of(table)).players
    return next((one.player for one in order if one.present and one.player in asked), "")
