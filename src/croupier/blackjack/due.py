"""What must happen next in a round, and who owes it.

Dealers, players' buttons and scenarios all act on it.
"""

import msgspec

from croupier.blackjack.state import (
    DEALER,
    DOUBLE,
    INSURANCE,
    Phase,
    Progress,
    current_hand,
    hand_total,
    has_blackjack,
    is_blackjack,
    law_of,
    round_of,
    total_of,
)
from croupier.blackjack.turn import (
    may_double_cards,
    may_hit,
    may_split_cards,
    may_stand,
    own_stake,
)
from croupier.money import Cents
from croupier.table.due import Due, due_between_rounds, due_preparation
from croupier.table.state import MAIN, Stake, Table


class CardDue(Due, frozen=True, tag="card"):
    """The dealer owes a card to a hand, or to the dealer's own (box 0)."""

    box: int
    hand: int
    clause: str
    covered: bool = False


class Choice(msgspec.Struct, frozen=True):
    """Something a player may call, and the clause that allows it."""

    call: str
    clause: str
    most: Cents = 0
    """The largest further wager it may carry."""


class DecisionDue(Due, frozen=True, tag="decision"):
    """A player owes a decision."""

    box: int
    hand: int
    player: str
    total: int
    soft: bool
    choices: tuple[Choice, ...]
    clause: str


class AnswerDue(Due, frozen=True, tag="answer"):
    """Another player of the box owes an answer: joining a double or split, or not."""

    box: int
    hand: int
    player: str
    choices: tuple[Choice, ...]
    clause: str


class Insurable(msgspec.Struct, frozen=True):
    """A wager that may be insured, for how much, and whether even money is there for the asking."""

    player: str
    box: int
    most: Cents
    even_money: bool


class InsuranceDue(Due, frozen=True, tag="insurance"):
    """Insurance is open until the dealer closes it."""

    wagers: tuple[Insurable, ...]
    against: str
    clause: str


def due(table: Table) -> tuple[Due, ...]:
    """All that is due at a table now; the first is the most pressing. Empty only when the table is
    closed."""
    if table.round is None:
        return due_between_rounds(table)
    if table.preparation is not None and (step := due_preparation(table)) is not None:
        return (step,)
    card = card_due(table)
    if card is not None:
        return (card,)
    round_ = round_of(table)
    if round_.phase is Phase.INSURANCE:
        return (insurance_due(table),)
    if round_.question is not None:
        return tuple(answer_due(table, player) for player in round_.question.waiting)
    return (decision_due(table),)


def card_due(table: Table) -> CardDue | None:
    """The card that is due, if one is."""
    if table.round is None:
        return None
    round_ = round_of(table)
    match round_.phase:
        case Phase.DEALING:
            return initial_card(table)
        case Phase.PLAY:
            current = current_hand(round_)
            if current is None:
                return None
            box, position, hand = current
            law = law_of(table)
            if hand.call is not None:
                clause = law.double.one_card if hand.call.value == DOUBLE else law.play.draws
                return CardDue(box.number, position, clause.clause)
            if len(hand.cards) < 2:
                return CardDue(box.number, position, law.split.in_order.clause)
            return None
        case Phase.DEALER:
            clause_ = dealer_draws(table)
            return None if clause_ is None else CardDue(DEALER, 1, clause_)
        case _:
            return None


def initial_card(table: Table) -> CardDue | None:
    """The next card of the initial deal: a first to each box, one to the dealer, a second to each
    box."""
    round_ = round_of(table)
    clause = law_of(table).deal.order.clause
    wanted = 1 if not round_.dealer else 2
    for box in round_.boxes:
        if len(box.hands[0].cards) < wanted:
            return CardDue(box.number, 1, clause, table.face_down)
    return None if round_.dealer else CardDue(DEALER, 1, clause)


def dealer_draws(table: Table) -> str | None:
    """The clause by which the dealer takes another card; ``None`` when no card can matter.

    Reading S16: insurance and waiting blackjacks need the second card and nothing beyond.
    """
    law = law_of(table)
    round_ = round_of(table)
    dealer = round_.dealer
    waiting = False
    for box in round_.boxes:
        for hand in box.hands:
            if hand.progress is Progress.GONE:
                continue
            if not has_blackjack(law, hand):
                total, soft = total_of(dealer)
                soft_17 = law.dealer.draws_soft_17
                draws = total < 17 or (total == 17 and soft and soft_17.value)
                return soft_17.clause if draws else None
            waiting = True
    waiting = waiting or any(stake.on == INSURANCE for stake in round_.stakes)
    if waiting and len(dealer) == 1 and dealer[0].points in (1, 10):
        return law.dealer.no_effect.clause
    return None


def decision_due(table: Table) -> DecisionDue:
    """The decision of the box whose turn it is, with every lawful choice."""
    law = law_of(table)
    current = current_hand(round_of(table))
    assert current is not None
    box, position, hand = current
    total, soft = hand_total(law, hand)
    choices: list[Choice] = []
    if hand.covered and law.cards.face_down is not None:
        choices.append(Choice("expose", law.cards.face_down.clause))
    if may_hit(table, hand) is None:
        choices.append(Choice("hit", law.play.draws.clause))
    if may_stand(table, hand) is None:
        choices.append(Choice("stand", law.play.stands.clause))
    stake = own_stake(table, box.controller, box.number, position)
    if stake is not None:
        if may_double_cards(table, hand) is None and (most := affordable(table, stake)):
            choices.append(Choice("double", law.play.doubles.clause, most))
        split = may_split_cards(table, box.number, hand) is None
        if split and affordable(table, stake) == stake.amount:
            choices.append(Choice("split", law.play.splits.clause, stake.amount))
    return DecisionDue(
        box.number, position, box.controller, total, soft, tuple(choices), law.play.turn.clause
    )


def affordable(table: Table, stake: Stake) -> Cents:
    """How much of a wager its owner could lay again."""
    player = table.players[stake.player]
    if not player.counted:
        return stake.amount
    chip = table.choices.chip
    return min(stake.amount, max(0, table.chips(stake.player)) // chip * chip)


def answer_due(table: Table, player: str) -> AnswerDue:
    """What another player of the box may answer to a double or split."""
    law = law_of(table)
    question = round_of(table).question
    assert question is not None
    stake = own_stake(table, player, question.box, question.hand)
    assert stake is not None
    most = affordable(table, stake)
    if question.what == DOUBLE:
        join = Choice("double", law.double.others.clause, most)
        stay = Choice("no-double", law.double.others.clause)
        possible, clause = most > 0, law.double.others.clause
    else:
        join = Choice("split", law.split.joined.clause, stake.amount)
        stay = Choice("no-split", law.split.not_joined.clause)
        possible, clause = most == stake.amount, law.split.others.clause
    choices = (join, stay) if possible else (stay,)
    return AnswerDue(question.box, question.hand, player, choices, clause)


def insurance_due(table: Table) -> InsuranceDue:
    """Who may insure what while insurance is open."""
    law = law_of(table)
    round_ = round_of(table)
    assert law.insurance is not None
    ace = round_.dealer[0].points == 1
    terms = law.insurance.ace if ace else law.insurance.ten
    assert terms is not None
    wagers = []
    for stake in round_.stakes:
        if stake.on == MAIN:
            box = round_.box(stake.box)
            assert box is not None
            even = ace and law.interim.even_money is not None and is_blackjack(box.hands[0].cards)
            insured = own_stake(table, stake.player, stake.box, 0, INSURANCE)
            share = terms.share.value
            most = stake.amount * share.numerator // share.denominator
            most -= insured.amount if insured else 0
            most -= most % table.choices.chip
            wagers.append(Insurable(stake.player, stake.box, most, even))
    return InsuranceDue(tuple(wagers), "ace" if ace else "ten", law.insurance.called.clause)
