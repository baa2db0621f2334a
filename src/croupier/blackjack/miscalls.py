"""Totals that were called wrongly: players count their own, and what they decided stands."""

from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.irregular_commands import ReportMiscall
from croupier.blackjack.irregular_events import TotalMiscalled
from croupier.blackjack.state import Hand, hand_total
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused


def report_miscall(draft: BlackjackDraft, command: ReportMiscall) -> Refused | None:
    """Record that a hand's total was called wrongly, and which it has."""
    law = draft.law
    rule = law.play.own_count
    if rule is None:
        why = f"{law.title} does not say who answers for a total that was called wrongly"
        return Refused("miscall/no-rule", law.play.turn.clause, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    hand = _hand(draft, command)
    if hand is None:
        why = f"no total of hand {command.hand} on box {command.box} can have been called"
        return Refused("miscall/no-hand", rule.clause, why)
    total, _ = hand_total(law, hand)
    if total == command.total:
        why = f"box {command.box} has {total}: it was called right"
        return Refused("miscall/right", rule.clause, why)
    draft.emit(TotalMiscalled(command.box, command.hand, command.total, total, rule.clause))
    return None


def _hand(draft: BlackjackDraft, command: ReportMiscall) -> Hand | None:
    """The hand that was called, if it lies there face up."""
    round_ = draft.table.round
    box = None if round_ is None else round_.box(command.box)
    if box is None or not 1 <= command.hand <= len(box.hands):
        return None
    hand = box.hands[command.hand - 1]
    return None if hand.covered or len(hand.cards) < 2 else hand


HANDLERS: dict[type[Command], Handler] = {**on(ReportMiscall, report_miscall)}
