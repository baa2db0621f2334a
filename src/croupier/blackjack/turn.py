"""Whose turn it is and what may be called: written once, for decisions, prompts and bots alike."""

from croupier.blackjack.state import (
    DOUBLE,
    Box,
    Hand,
    Phase,
    Progress,
    current_hand,
    hand_total,
    hard_total,
    has_blackjack,
    law_of,
    round_of,
)
from croupier.money import Cents, in_dollars
from croupier.rulebooks.blackjack_law import DoubleAmount
from croupier.table.checks import not_in_chips, too_few
from croupier.table.state import MAIN, Refused, Stake, Table


def own_stake(table: Table, player: str, box: int, hand: int, on: str = MAIN) -> Stake | None:
    """A player's wager of one kind on a hand."""
    for stake in round_of(table).stakes:
        if (stake.player, stake.box, stake.hand, stake.on) == (player, box, hand, on):
            return stake
    return None


def out_of_turn(table: Table, number: int, player: str | None) -> Refused | None:
    """Refuse a call that is not this box's, or not this player's, to make now."""
    law = law_of(table)
    turn = law.play.turn.clause
    if table.round is None:
        return Refused("call/no-round", turn, "no round is under way")
    round_ = round_of(table)
    box = round_.box(number)
    if box is None:
        return Refused("call/no-wager", turn, f"box {number} is not in this round")
    if round_.phase is Phase.DEALING:
        return Refused("call/dealing", turn, "the cards are still being dealt")
    if round_.phase is Phase.INSURANCE and law.insurance is not None:
        return Refused(
            "call/insurance-open",
            law.insurance.called.clause,
            "insurance is not closed yet",
            (turn,),
        )
    if all(hand.progress is not Progress.OPEN for hand in box.hands):
        return finished(table, box)
    current = current_hand(round_)
    if current is None or current[0].number != number:
        where = f"it is box {current[0].number}'s turn" if current else "the players are done"
        return Refused("call/not-your-turn", turn, where)
    if player is not None and player != box.controller:
        return Refused(
            "call/not-in-control",
            box.control_clause,
            f"{box.controller} decides for box {number}",
            (law.wagers.one_player_decides.clause,),
        )
    if round_.question is not None:
        others = law.double.others if round_.question.what == DOUBLE else law.split.others
        waiting = " and ".join(round_.question.waiting)
        return Refused("call/others-asked", others.clause, f"{waiting} must answer first")
    if current[2].call is not None or len(current[2].cards) < 2:
        return Refused("call/card-due", turn, "a card is due first")
    return None


def finished(table: Table, box: Box) -> Refused:
    """Refuse a call for a box whose hands are complete, with the reason of the last of them."""
    law = law_of(table)
    hand = box.hands[-1]
    turn = law.play.turn.clause
    total, _ = hand_total(law, hand)
    aces = law.split.aces_one_card
    if total > law.play.over.value:
        return Refused("call/over", law.play.over.clause, "the hand went over", (turn,))
    if hand.doubled:
        clause = law.double.one_card.clause
        return Refused("call/doubled", clause, "a doubled hand takes one card", (turn,))
    if hand.split and aces is not None and hand.cards[0].points == 1:
        return Refused("call/split-aces", aces.clause, "a split ace takes one card", (turn,))
    if has_blackjack(law, hand) or total >= law.play.may_draw_below.value:
        clause = law.play.may_draw_below.clause
        return Refused("call/twenty-one", clause, f"the hand has {total}", (turn,))
    return Refused("call/box-done", turn, f"box {box.number} has stood")


def one_card_only(table: Table, hand: Hand) -> Refused | None:
    """Refuse more than a split for a split ace that has its card."""
    aces = law_of(table).split.aces_one_card
    if aces is None or not hand.split or hand.cards[0].points != 1:
        return None
    return Refused("call/split-aces", aces.clause, "a split ace takes one card and no more")


def still_covered(table: Table, hand: Hand) -> Refused | None:
    """Refuse a call while the first two cards lie face down."""
    face_down = law_of(table).cards.face_down
    if face_down is None or not hand.covered:
        return None
    return Refused("call/covered", face_down.clause, "turn the first two cards up first")


def may_hit(table: Table, hand: Hand) -> Refused | None:
    """Whether a card may be asked for."""
    return still_covered(table, hand) or one_card_only(table, hand)


def may_stand(table: Table, hand: Hand) -> Refused | None:
    """Whether the hand may stand."""
    if refused := still_covered(table, hand):
        return refused
    law = law_of(table)
    total, _ = hand_total(law, hand)
    least = law.play.must_draw_below
    if total < least.value and one_card_only(table, hand) is None:
        return Refused("stand/too-low", least.clause, f"{total} is below {least.value}: draw first")
    return None


def may_double_cards(table: Table, hand: Hand) -> Refused | None:
    """Whether the cards of a hand allow a double."""
    law = law_of(table).double
    if refused := still_covered(table, hand) or one_card_only(table, hand):
        return refused
    if len(hand.cards) not in law.on_cards.value:
        cards = " or ".join(str(number) for number in law.on_cards.value)
        return Refused(
            "double/cards", law.on_cards.clause, f"double on the first {cards} cards only"
        )
    total = (
        hard_total(hand.cards)
        if law.ace_counts_one is not None
        else hand_total(law_of(table), hand)[0]
    )
    if law.totals is not None and total not in law.totals.value:
        also: tuple[str, ...] = (law.on_cards.clause,)
        if law.ace_counts_one is not None and any(card.points == 1 for card in hand.cards):
            also = (*also, law.ace_counts_one.clause)
        wanted = ", ".join(str(number) for number in sorted(law.totals.value))
        return Refused(
            "double/total", law.totals.clause, f"{total} may not be doubled, only {wanted}", also
        )
    return None


def may_double_for(table: Table, stake: Stake, amount: Cents) -> Refused | None:
    """Whether a double may be for this amount."""
    rule = law_of(table).double.amount
    if refused := not_in_chips(table, amount):
        return refused
    exactly = rule.value is DoubleAmount.EXACTLY_WAGER
    if amount > stake.amount or (exactly and amount != stake.amount):
        most = "exactly" if exactly else "at most"
        return Refused(
            "double/amount", rule.clause, f"a double here is {most} {in_dollars(stake.amount)}"
        )
    return too_few(table, stake.player, amount)


def may_split_cards(table: Table, number: int, hand: Hand) -> Refused | None:
    """Whether the cards of a hand, and the hands of its box, allow a split."""
    law = law_of(table).split
    if refused := still_covered(table, hand):
        return refused
    box = round_of(table).box(number)
    assert box is not None
    if len(hand.cards) != 2:
        return Refused(
            "split/third-card",
            law.not_after_third_card.clause,
            "only the first two cards may be split",
            (law.equal_value.clause,),
        )
    limit = law.hands
    if table.resplit and law.permitted_hands is not None:
        limit = law.permitted_hands
    if len(box.hands) >= limit.value:
        return Refused(
            "split/limit-reached", limit.clause, f"a box comes to {limit.value} hands at most"
        )
    if hand.cards[0].points != hand.cards[1].points:
        clause = law.equal_value.clause
        also: tuple[str, ...] = ()
        if hand.split and law.permitted_by is not None:
            also = (law.permitted_by.clause,)
        return Refused("split/unequal", clause, "only two cards of one value may be split", also)
    return None
