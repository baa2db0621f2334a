"""Surrender: which hands may be given up, and until when."""

from croupier.blackjack.state import (
    OPEN,
    BlackjackTable,
    Box,
    current_hand,
    hand_total,
    others_on,
    round_of,
)
from croupier.blackjack.turn import finished, has_drawn, out_of_turn, still_covered
from croupier.rulebooks import BlackjackLaw
from croupier.table.state import MAIN, Refused


def may_surrender(law: BlackjackLaw, table: BlackjackTable, box: Box) -> Refused | None:
    """Whether a hand may be surrendered.

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
        return finished(law, table, box)
    return still_covered(law, hand)


def _another_has_third_card(table: BlackjackTable, player: str) -> bool:
    """Whether a hand has a third card that somebody else has, or had, a wager on.

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
    """Refuse a surrender where no decision may be called; it need not be the player's turn."""
    if table.round is not None and may_interrupt(table, number):
        return None
    current = None if table.round is None else current_hand(round_of(table))
    if current is not None and round_of(table).box(number) is not None:
        number = current[0].number
    return out_of_turn(law, table, number, None)


def may_interrupt(table: BlackjackTable, number: int) -> bool:
    """Whether a box may surrender while the players of another are asked to join.

    Reading P8: their answer brings the third card that ends the time for it. A shared box asks its
    own players, and waits until the others have answered.
    """
    round_ = round_of(table)
    question, box = round_.question, round_.box(number)
    if question is None or box is None or question.box == number:
        return False
    return not others_on(table, box, 1)
