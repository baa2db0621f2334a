"""What may be done to a promotion: one function per command."""

from collections.abc import Callable
from typing import Any

from croupier.floor.promotions import awards, draws, integrity, preparation
from croupier.floor.promotions.commands import (
    AmendTerms,
    AppointScrutineer,
    ApproveAmendment,
    AwardPrize,
    CancelDraw,
    ChoosePayment,
    DrawWinners,
    EnterPromotion,
    InformClaimant,
    NotifyWinner,
    PostponeDraw,
    PublishTerms,
    RefuseClaim,
    StartPromotion,
    SubmitTerms,
    ValidateDraw,
)
from croupier.floor.promotions.events import PromotionOpened
from croupier.floor.promotions.evolvers import evolve
from croupier.floor.promotions.state import Promotion
from croupier.floor.promotions.terms import Terms, zoneless
from croupier.rulebooks import TableLaw
from croupier.rulebooks.promotion_law import PromotionLaw
from croupier.table.commands import Command
from croupier.table.events import ClockMoved
from croupier.table.irregular_commands import (
    AcknowledgeNotice,
    AskReview,
    DecideDispute,
    LodgeComplaint,
    RaiseDispute,
)
from croupier.table.messages import Answer
from croupier.table.state import Refused

DECIDERS: dict[type[Command], Callable[[PromotionLaw, Promotion, Any], Answer]] = {
    SubmitTerms: preparation.submit,
    PublishTerms: preparation.publish,
    StartPromotion: preparation.start,
    ApproveAmendment: preparation.approve,
    AmendTerms: preparation.amend,
    EnterPromotion: draws.enter,
    AppointScrutineer: draws.appoint,
    DrawWinners: draws.hold_draw,
    NotifyWinner: draws.notify,
    ChoosePayment: awards.choose,
    AwardPrize: awards.award,
    RefuseClaim: awards.refuse_claim,
    InformClaimant: awards.inform,
    PostponeDraw: integrity.postpone,
    CancelDraw: integrity.cancel,
    ValidateDraw: integrity.validate,
    RaiseDispute: integrity.dispute,
    DecideDispute: integrity.decide_dispute,
    AskReview: integrity.ask_review,
    LodgeComplaint: integrity.complain,
    AcknowledgeNotice: integrity.acknowledge,
}
"""One function per command."""


def open_promotion(law: TableLaw, terms: Terms) -> PromotionOpened | Refused:
    """The event that opens a promotion, or the reason why a game can have none."""
    if law.promotions is None:
        why = f"the rulebook of {law.title} has no rules for promotions"
        return Refused("promotion/no-rules", "", why)
    return zoneless(terms) or PromotionOpened(law.game, law.revision, terms)


def decide(law: PromotionLaw, promotion: Promotion, command: Command) -> Answer:
    """What a command leads to, or why it is refused; a refused one changes nothing."""
    if command.at is None or command.at == promotion.clock:
        return DECIDERS[type(command)](law, promotion, command)
    if refused := _not_timed(promotion, command):
        return refused
    moved = ClockMoved(command.at)
    answer = DECIDERS[type(command)](law, evolve(promotion, moved), command)
    return answer if isinstance(answer, Refused) else (moved, *answer)


def _not_timed(promotion: Promotion, command: Command) -> Refused | None:
    """Refuse a time without its zone, or before the clock."""
    assert command.at is not None
    if command.at.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    if promotion.clock is None or command.at >= promotion.clock:
        return None
    why = f"it is {promotion.clock.isoformat()} already"
    return Refused("clock/backwards", "", why)
