"""Totals that were called wrongly: players count for themselves, and what they decided stands."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.irregular_commands import ReportMiscall
from croupier.blackjack.irregular_events import TotalMiscalled
from croupier.blackjack.state import Hand, hand_total
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused


def report_miscall(draft: BlackjackDraft, command: ReportMiscall) -> Refused | None:
    """Record that a hand's total was called wrongly, and what it is."""
    law = draft.law
    rule = law.play.own_count
    if rule is None:
        why = f"{law.title} does not say who answers for a total that was called wrongly"
        return Refused("miscall/no-rule", law.play.turn.clause, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    number = 1 if command.hand is None else command.hand
    hand = _hand(draft, command.box, number)
    if hand is None:
        why = f"no total of hand {number} on box {command.box} can have been called"
        return Refused("miscall/no-hand", rule.clause, why)
    total, _ = hand_total(law, hand)
    if total == command.total:
        why = f"box {command.box} has {total}: it was called right"
        return Refused("miscall/right", rule.clause, why)
    draft.emit(TotalMiscalled(command.box, number, command.total, total, rule.clause))
    return None


def _hand(draft: BlackjackDraft, number: int, position: int) -> Hand | None:
    """The hand that was called, if it lies there face up."""
    round_ = draft.table.round
    box = None if round_ is None else round_.box(number)
    if box is None or not 1 <= position <= len(box.hands):
        return None
    hand = box.hands[position - 1]
    return None if hand.covered or len(hand.cards) < 2 else hand


HANDLERS: dict[type[Command], Handler] = {**on(ReportMiscall, report_miscall)}
