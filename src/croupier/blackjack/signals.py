"""Hand signals for decisions: those of the rulebook, and those the operator accepts."""

from collections.abc import Callable
from typing import TypeVar

from croupier.blackjack.commands import Decision, Hit, Stand
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import DecisionSignalled
from croupier.rulebooks import BlackjackLaw
from croupier.table.choices import Choices
from croupier.table.state import Refused

DecisionT = TypeVar("DecisionT", bound=Decision)
Answer = Callable[[BlackjackDraft, DecisionT], Refused | None]
"""Answers a decision."""


def signalled(handler: Answer[DecisionT]) -> Answer[DecisionT]:
    """Check a decision's signal, where one was reported, before the decision itself."""

    def answer(draft: BlackjackDraft, command: DecisionT) -> Refused | None:
        if command.signal:
            if refused := _no_signal(draft.law, draft.table.choices, command):
                return refused
            rules = draft.law.play
            clause = rules.turn.clause if rules.signals is None else rules.signals.draw.clause
            call = str(command.__struct_config__.tag)
            draft.emit(DecisionSignalled(command.box, call, command.signal, clause))
        return handler(draft, command)

    return answer


def _no_signal(law: BlackjackLaw, choices: Choices, command: Decision) -> Refused | None:
    """Refuse a decision that was shown with a signal that neither rulebook nor operator accepts."""
    rules = law.play.signals
    if rules is None:
        return None
    known = choices.signals
    if isinstance(command, Hit):
        known = (*rules.draw.value, *known)
    elif isinstance(command, Stand):
        known = (*rules.stand.value, *known)
    if command.signal in known:
        return None
    call = command.__struct_config__.tag
    accepted = " or ".join(known) or "a signal that the operator accepts, and none is chosen"
    why = f"{call} is shown by {accepted}, not by {command.signal}"
    return Refused("call/signal", rules.draw.clause, why)
