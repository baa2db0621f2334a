"""Whose turn it is and what may be called, for decisions, prompts and bots alike.

Functions that return a refusal return ``None`` if the call is lawful.
"""

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.state import (
    DEALING,
    DONE,
    DOUBLE,
    INSURANCE,
    INSURING,
    OPEN,
    PLAYING,
    SURRENDER,
    BlackjackTable,
    Box,
    Hand,
    HandTurn,
    Question,
    Round,
    current_hand,
    face_down_rule,
    hand_total,
    hard_total,
    insurance_law,
    is_split,
    others_on,
    question_of_another_box,
    round_of,
    surrender_law,
    total_of,
    with_hand,
)
from croupier.games.table.checks import not_in_chips, player_excluded
from croupier.games.table.due import Choice, Due
from croupier.games.table.state import MAIN, Stake
from croupier.messages import Event, Evolver, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw, Says
from croupier.rulebooks.law.blackjack import DoubleAmount, DoubleTotal
from croupier.rulebooks.law.irregularities import InsuranceUntil, TransferLaw


class CardsExposed(Event, frozen=True, tag="cards-exposed"):
    """Face-down cards were turned."""

    box: int
    """Whose cards, from 1."""
    clause: str
    """The clause that has them turned."""


class HandFinished(Event, frozen=True, tag="hand-finished"):
    """A hand takes no more cards."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    clause: str
    """The clause by which it takes no more."""
    called: bool = False
    """Whether its player stood; else the rules closed it."""


class DecisionDue(Due, frozen=True, tag="decision"):
    """A player owes a decision."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who decides."""
    total: int
    """What the hand counts."""
    soft: bool
    """Whether an ace in it counts eleven."""
    choices: tuple[Choice, ...]
    """What may be called, each with its clause."""
    clause: str
    """The clause that asks for the decision."""
    counted: tuple[str, ...]
    """The clauses that give the cards their values."""
    offered: Card | None = None
    """A card drawn in error, which is the next and may be refused."""


class AnswerDue(Due, frozen=True, tag="answer"):
    """Another player of the box owes an answer: joining a double or split, or not."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who is asked."""
    choices: tuple[Choice, ...]
    """What may be answered, each with its clause."""
    clause: str
    """The clause that leaves it to them."""


class SurrenderDue(Due, frozen=True, tag="surrender"):
    """A player may surrender while no hand has a third card, no matter whose turn it is."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who may surrender."""
    choices: tuple[Choice, ...]
    """What may be called, each with its clause."""
    clause: str
    """The clause that allows it."""


class WithdrawalDue(Due, frozen=True, tag="withdrawal"):
    """A player may take the wagers of the round back, or stay in, because the device failed."""

    player: str
    """Who is asked."""
    choices: tuple[Choice, ...]
    """What may be answered, each with its clause."""
    clause: str
    """The clause that gives them the choice."""


class Insurable(msgspec.Struct, frozen=True, gc=False):
    """A wager that may be insured, for how much, and whether even money is available."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    most: Cents
    """The largest insurance that it may have."""
    even_money: bool
    """Whether its blackjack may be paid at once."""

    @property
    def is_on_offer(self) -> bool:
        """Whether there is anything to ask: not if no chip is left to insure with."""
        return self.most > 0 or self.even_money


class InsuranceDue(Due, frozen=True, tag="insurance"):
    """Insurance is open until the dealer closes it."""

    wagers: tuple[Insurable, ...]
    """What may be insured."""
    against: str
    """``ace`` or ``ten``."""
    clause: str
    """The clause that offers it."""
    others: str
    """The clause by which a wager may be insured by another player; empty where none does."""
    turn: str | None = None
    """Whose turn it is where insurance goes in order, as in a tournament with a marker; empty once
    all have answered, none where it goes in no order."""


def cards_exposed(table: BlackjackTable, event: CardsExposed) -> BlackjackTable:
    round_ = round_of(table)
    boxes = list(round_.boxes)
    place = round_.place(event.box)
    (hand,) = boxes[place].hands
    boxes[place] = replace(boxes[place], hands=(replace(hand, covered=False),))
    return replace(table, round=replace(round_, boxes=tuple(boxes)))


def hand_finished(table: BlackjackTable, event: HandFinished) -> BlackjackTable:
    round_ = round_of(table)
    place = round_.place(event.box)
    hand = replace(round_.boxes[place].hands[event.hand - 1], progress=DONE)
    boxes = with_hand(round_.boxes, place, event.hand, hand)
    called = round_.called or event.called
    question = question_of_another_box(round_, event.box)
    return replace(table, round=replace(round_, boxes=boxes, question=question, called=called))


def others_rule(law: BlackjackLaw, table: BlackjackTable, question: Question) -> Says:
    """Return the rule by which the other players of a box are asked."""
    if question.what == DOUBLE:
        return law.double.others
    if question.what == SURRENDER:
        return surrender_law(law).others
    again = law.split.others_again if is_split(table, question.box) else None
    return again or law.split.others


def join_rule(law: BlackjackLaw, table: BlackjackTable, number: int) -> Says:
    """Return the rule by which another player joins a split."""
    again = law.split.joined_again if is_split(table, number) else None
    return again or law.split.joined


def stay_rule(law: BlackjackLaw, table: BlackjackTable, number: int) -> Says:
    """Return the rule by which another player stays with the first hand of a split."""
    again = law.split.not_joined_again if is_split(table, number) else None
    return again or law.split.not_joined


def own_stake(table: BlackjackTable, player: str, box: int, hand: int) -> Stake | None:
    """Return a player's initial wager on a hand, or the one put beside it in a split."""
    for stake in round_of(table).stakes:
        same = stake.box == box and stake.hand == hand and stake.on == MAIN
        if same and stake.player == player:
            return stake
    return None


def own_insurance(table: BlackjackTable, player: str, box: int) -> Stake | None:
    """Return the insurance that a player has on their own wager on a box."""
    wager = (player, box, INSURANCE, "")
    stakes = round_of(table).stakes
    return next((one for one in stakes if (one.player, one.box, one.on, one.of) == wager), None)


def hand_at_turn(
    law: BlackjackLaw,
    table: BlackjackTable,
    number: int,
    player: str | None,
    alone: Says | None = None,
) -> HandTurn | Refused:
    """Return the hand that a box's call is for, or the refusal if the player may not call now.

    ``alone`` is the rule that keeps other players of the box from making this call by themselves.
    """
    round_ = table.round
    if round_ is not None and round_.phase is PLAYING and not (round_.question or round_.choosing):
        current = current_hand(round_)
        assert current is not None
        box, _, hand = current
        decides = box.number == number and player in (None, box.controller)
        if decides and not box.unattended and hand.call is None and len(hand.cards) > 1:
            return current
    refused = out_of_turn(law, table, number, player, alone)
    return refused or current_hand(round_of(table))  # type: ignore[return-value]


def out_of_turn(
    law: BlackjackLaw,
    table: BlackjackTable,
    number: int,
    player: str | None,
    alone: Says | None = None,
) -> Refused | None:
    """Refuse a call that is not for this box, or this player, to make now."""
    turn = law.play.turn.clause
    if table.round is None:
        return Refused("call/no-round", turn, "no round is under way")
    round_ = round_of(table)
    box = round_.box(number)
    if box is None:
        return Refused("call/no-wager", turn, f"box {number} is not in this round")
    if refused := not_in_play(law, table) or player_excluded(table, player or box.controller):
        return refused
    current = current_hand(round_)
    if current is None or current[0].number != number:
        if all(hand.progress is not OPEN for hand in box.hands):
            return box_finished(law, table, box)
        where = f"it is box {current[0].number}'s turn" if current else "the players are done"
        return Refused("call/not-your-turn", turn, where)
    if player is not None and player != box.controller:
        return not_in_control(law, box, alone, declined=len(current[2].cards) > 2)
    if box.unattended:
        absent = law.irregular.oversight.absent
        why = f"nobody was there to decide for box {number}: report who is back"
        return Refused("call/unattended", absent.clause, why, (turn,))
    if round_.question is not None:
        others = others_rule(law, table, round_.question)
        waiting = " and ".join(round_.question.waiting)
        return Refused("call/others-asked", others.clause, f"{waiting} must answer first")
    if current[2].call is not None or len(current[2].cards) < 2:
        return Refused("call/card-due", turn, "a card is due first")
    return None


def not_in_control(
    law: BlackjackLaw, box: Box, alone: Says | None = None, *, declined: bool = False
) -> Refused:
    """Refuse a call to a player who does not decide for the box.

    Once the player in control has passed over what others may only join, ``alone`` decides.
    """
    why = f"{box.controller} decides for box {box.number}"
    also = (box.control_clause, law.wagers.one_player_decides.clause)
    if alone is None:
        return Refused("call/not-in-control", box.control_clause, why, also)
    clause = alone.clause if declined else box.control_clause
    return Refused("call/not-in-control", clause, why, (*also, alone.clause, *alone.also))


def not_in_play(law: BlackjackLaw, table: BlackjackTable) -> Refused | None:
    """Refuse a call while cards are dealt, insurance is open or players may withdraw."""
    turn = law.play.turn.clause
    phase = round_of(table).phase
    if phase is DEALING:
        return Refused("call/dealing", turn, "the cards are still being dealt")
    if phase is INSURING:
        clause = insurance_law(law).called.clause
        return Refused("call/insurance-open", clause, "insurance is not closed yet", (turn,))
    return withdrawal_open(law, table)


def withdrawal_open(law: BlackjackLaw, table: BlackjackTable) -> Refused | None:
    """Refuse to continue while players are asked whether they take their wagers back."""
    choosing = round_of(table).choosing
    if not choosing:
        return None
    rules = law.device_failure
    assert isinstance(rules, TransferLaw)
    why = f"{' and '.join(choosing)} must say first whether to stay in"
    return Refused("call/withdrawal", rules.take_back.clause, why, (rules.no_spare.clause,))


def box_finished(law: BlackjackLaw, table: BlackjackTable, box: Box) -> Refused:
    """Refuse a call for a box whose hands are complete, by the reason of the last of them."""
    hand = box.hands[-1]
    turn = law.play.turn.clause
    total, _ = hand_total(law, hand)
    most = law.play.most_cards
    if most is not None and len(hand.cards) >= most.value:
        return Refused("call/most-cards", most.clause, f"a hand has {most.value} cards", (turn,))
    if any(stake.surrendered for stake in round_of(table).stakes if stake.box == box.number):
        clause = surrender_law(law).no_more_cards.clause
        return Refused("call/surrendered", clause, "the hand was surrendered", (turn,))
    aces = law.split.aces_one_card
    if hand.refused:
        refused = law.irregular.stray.refused
        assert refused is not None
        why = f"{box.controller} refused a card drawn in error"
        return Refused("call/card-refused", refused.clause, why, (turn,))
    if total > law.play.over.value:
        return Refused("call/over", law.play.over.clause, "the hand went over", (turn,))
    if hand.doubled:
        clause = law.double.one_card.clause
        return Refused("call/doubled", clause, "a doubled hand takes one card", (turn,))
    if hand.split and aces is not None and hand.cards[0].points == 1:
        also = (*aces.also, turn)
        return Refused("call/split-aces", aces.clause, "a split ace takes one card", also)
    if total >= law.play.may_draw_below.value:
        clause = law.play.may_draw_below.clause
        return Refused("call/twenty-one", clause, f"the hand has {total}", (turn,))
    return Refused("call/box-done", turn, f"box {box.number} has stood")


def one_card_only(law: BlackjackLaw, hand: Hand) -> Refused | None:
    """Refuse anything but a split for a split ace that has its card."""
    aces = law.split.aces_one_card
    if aces is None or hand.cards[0].points != 1:
        return None
    why = "a split ace takes one card and no more"
    return Refused("call/split-aces", aces.clause, why, aces.also)


def still_covered(law: BlackjackLaw, hand: Hand) -> Refused | None:
    """Refuse a call while the first two cards lie face down."""
    if not hand.covered:
        return None
    return Refused("call/covered", face_down_rule(law).clause, "turn the first two cards up first")


def hit_refusal(law: BlackjackLaw, hand: Hand) -> Refused | None:
    """Refuse a card to a covered hand, or to a split ace that has its card."""
    if refused := still_covered(law, hand):
        return refused
    return one_card_only(law, hand)


def has_drawn(box: Box) -> bool:
    """Return whether a box has a hand with more than its first two cards."""
    return any(has_third_card(hand) for hand in box.hands)


def has_third_card(hand: Hand) -> bool:
    """Return whether a hand has more than its first two cards."""
    return len(hand.cards) > 2 or hand.split


def may_insure_late(law: BlackjackLaw, box: Box) -> bool:
    """Return whether a box may be insured although insurance was called late."""
    if law.irregular.oversight.insurance_until is InsuranceUntil.OWN_THIRD_CARD:
        return not has_drawn(box)
    return True


def is_even_money_over(law: BlackjackLaw, round_: Round) -> bool:
    """Return whether it is too late to ask for even money.

    Reading P32: if no clause sets a time for it, the dealer's second card ends it.
    """
    if len(round_.dealer) > 1 or not law.interim.even_money_before_play:
        return len(round_.dealer) > 1
    hands = (hand for box in round_.boxes for hand in box.hands)
    return round_.called or any(has_third_card(hand) for hand in hands)


def stand_refusal(law: BlackjackLaw, hand: Hand) -> Refused | None:
    """Refuse to stand on a hand that must draw."""
    if refused := still_covered(law, hand):
        return refused
    total, _ = hand_total(law, hand)
    least = law.play.must_draw_below
    if total >= least.value:
        return None
    return Refused("stand/too-low", least.clause, f"{total} is below {least.value}: draw first")


def double_bar(law: BlackjackLaw, hand: Hand) -> str:
    """Return the refusal code of what prevents a double on these cards; empty if nothing does."""
    rules = law.double
    if hand.covered:
        return "call/covered"
    if hand.split and hand.cards[0].points == 1:
        if rules.not_split_aces is not None:
            return "double/split-aces"
        if law.split.aces_one_card is not None:
            return "call/split-aces"
    rule = rules.on_split_cards if hand.split else rules.on_cards
    if len(hand.cards) not in rule.value:
        return "double/cards"
    if rules.totals is None:
        return ""
    total, soft = total_to_double(law, hand)
    return "double/total" if soft or total not in rules.totals.value else ""


def total_to_double(law: BlackjackLaw, hand: Hand) -> tuple[int, bool]:
    """Return a hand's total for doubling, and whether an ace in it counts eleven."""
    counted = law.double.counted
    if counted is not None and counted.value is DoubleTotal.ACES_AS_ONE:
        return hard_total(hand.cards), False
    return total_of(hand.cards)


def double_cards_refusal(law: BlackjackLaw, hand: Hand) -> Refused | None:
    """Refuse a double that the cards of a hand do not allow."""
    rules = law.double
    rule = rules.on_split_cards if hand.split else rules.on_cards
    match double_bar(law, hand):
        case "":
            return None
        case "call/covered":
            return still_covered(law, hand)
        case "call/split-aces":
            return one_card_only(law, hand)
        case "double/split-aces":
            aces, one_card = rules.not_split_aces, one_card_only(law, hand)
            assert aces is not None
            also = () if one_card is None else (one_card.clause, *one_card.also)
            why = "the two cards of a split ace are not doubled"
            return Refused("double/split-aces", aces.clause, why, (*aces.also, *also))
        case "double/cards":
            cards = " or ".join(str(number) for number in rule.value)
            why = f"double on the first {cards} cards only"
            return Refused("double/cards", rule.clause, why, rule.also)
    totals, counted = rules.totals, rules.counted
    assert totals is not None
    also = (rule.clause, *totals.also)
    if counted is not None and any(card.points == 1 for card in hand.cards):
        also = (*also, counted.clause)
    total, _ = total_to_double(law, hand)
    wanted = ", ".join(str(number) for number in sorted(totals.value))
    why = f"{total} may not be doubled, only {wanted}"
    return Refused("double/total", totals.clause, why, also)


def double_amount_refusal(
    law: BlackjackLaw, table: BlackjackTable, stake: Stake, amount: Cents
) -> Refused | None:
    """Refuse a double for an amount that the rules do not allow."""
    rule = law.double.amount
    if refused := not_in_chips(law, table, amount):
        return refused
    exactly = rule.value is DoubleAmount.EXACTLY_WAGER
    if amount > stake.amount or (exactly and amount != stake.amount):
        most = "exactly" if exactly else "at most"
        why = f"a double here is {most} {in_dollars(stake.amount)}"
        return Refused("double/amount", rule.clause, why, rule.also)
    return None


def split_cards_refusal(
    law: BlackjackLaw, table: BlackjackTable, number: int, hand: Hand
) -> Refused | None:
    """Refuse a split that the cards of a hand, or the hands of its box, do not allow."""
    rules = law.split
    if refused := still_covered(law, hand):
        return refused
    box = round_of(table).box(number)
    assert box is not None
    if len(hand.cards) != 2:
        granted = rules.permitted_by is None or table.resplit
        rule = rules.not_after_third_card if granted else rules.equal_value
        why = "only the first two cards may be split"
        return Refused("split/third-card", rule.clause, why, (rules.equal_value.clause,))
    if refused := hand_limit_reached(law, table, box, hand):
        return refused
    if hand.cards[0].points != hand.cards[1].points:
        rule = (rules.equal_again if hand.split else None) or rules.equal_value
        why = "only two cards of one value may be split"
        return Refused("split/unequal", rule.clause, why, (rules.equal_value.clause,))
    return None


def hand_limit_reached(
    law: BlackjackLaw, table: BlackjackTable, box: Box, hand: Hand
) -> Refused | None:
    """Refuse a further hand to a box that has the most it may have."""
    rules = law.split
    limit = rules.hands
    permitted = rules.permitted_hands if table.resplit else None
    if permitted is not None:
        limit = max(limit, permitted, key=lambda rule: rule.value)
    if rules.aces_hands is not None and hand.cards[0].points == 1:
        limit = rules.aces_hands
    if len(box.hands) < limit.value:
        return None
    why = f"a box has at most {limit.value} hands"
    return Refused("split/limit-reached", limit.clause, why, limit.also)


def surrender_refusal(law: BlackjackLaw, table: BlackjackTable, box: Box) -> Refused | None:
    """Refuse a surrender that the rules do not allow.

    Reading P8: every box may, from the end of insurance until another player has a third card.
    """
    rules = law.surrender
    if rules is None:
        return Refused("surrender/unknown", law.play.turn.clause, f"{law.title} has no surrender")
    round_ = round_of(table)
    dealer = round_.dealer[0]
    if dealer.points not in rules.against.value:
        why = "surrender is against a ten or an ace"
        return Refused("surrender/against", rules.against.clause, why, (rules.called.clause,))
    hand = box.hands[0]
    enough = hand_total(law, hand)[0] >= rules.total_below.value
    if len(box.hands) > 1 or len(hand.cards) > 2 or enough:
        why = f"surrender needs the first two cards, below {rules.total_below.value}"
        also = (rules.called.clause, *(() if enough else (rules.before_third_card.clause,)))
        return Refused("surrender/total", rules.total_below.clause, why, also)
    if _another_has_third_card(table, box.controller):
        clause = rules.before_third_card.clause
        why = "another player has a third card already"
        return Refused("surrender/too-late", clause, why, (rules.called.clause,))
    if hand.progress is not OPEN:
        return box_finished(law, table, box)
    return still_covered(law, hand)


def _another_has_third_card(table: BlackjackTable, player: str) -> bool:
    """Return whether a hand with another player's wager has, or had, a third card.

    A hand that was declared void since has lost its wagers, not the card that it received.
    """
    round_ = round_of(table)
    drawn = {box.number: box.controller for box in round_.boxes if has_drawn(box)}
    if not drawn:
        return False
    lying = ((stake.player, stake.box) for stake in round_.stakes)
    settled = (
        (line.player, line.box) for one in table.settled for line in one.lines if line.on == MAIN
    )
    bettors = (who for who, box in (*lying, *settled) if box in drawn)
    return any(who != player for who in (*drawn.values(), *bettors))


def not_to_be_called(law: BlackjackLaw, table: BlackjackTable, number: int) -> Refused | None:
    """Refuse a surrender while no decision may be called; it need not be the player's turn."""
    if table.round is not None and may_interrupt(table, number):
        return None
    current = None if table.round is None else current_hand(round_of(table))
    if current is not None and round_of(table).box(number) is not None:
        number = current[0].number
    return out_of_turn(law, table, number, None)


def may_interrupt(table: BlackjackTable, number: int) -> bool:
    """Return whether a box may surrender while the players of another are asked to join.

    Reading P8: their answer brings the third card that ends the time for it. A shared box asks its
    own players, and waits until the others have answered.
    """
    round_ = round_of(table)
    question, box = round_.question, round_.box(number)
    if question is None or box is None or question.box == number:
        return False
    return not others_on(table, box, 1)


EVOLVERS: dict[type[Event], Evolver] = {
    CardsExposed: cards_exposed,
    HandFinished: hand_finished,
}
