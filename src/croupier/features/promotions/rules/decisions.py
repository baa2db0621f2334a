"""The state machine of a promotion: ``evolve`` and ``decide`` over the tables of all subjects.

Here too: the opening event, and what events shared with other streams change in a promotion.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.features.promotions.rules import awards, draws, integrity, proofs, publication
from croupier.features.promotions.rules.awards import (
    AwardPrize,
    ChoosePayment,
    InformClaimant,
    LeaveUnclaimed,
    RefuseClaim,
)
from croupier.features.promotions.rules.draws import (
    AppointScrutineer,
    DrawWinners,
    EnterPromotion,
    NotifyWinner,
)
from croupier.features.promotions.rules.integrity import (
    CancelDraw,
    PostponeDraw,
    PostponePromotion,
    ValidateDraw,
)
from croupier.features.promotions.rules.publication import (
    AmendTerms,
    ApproveAmendment,
    PublishTerms,
    StartPromotion,
    SubmitTerms,
    amend,
    approve,
    publish,
    start,
    submit,
)
from croupier.features.promotions.rules.state import (
    Promotion,
    PromotionNotice,
    close_notices,
    replace_item,
)
from croupier.features.promotions.rules.terms import Terms, time_without_zone
from croupier.games.table.disputes import (
    AskReview,
    DecideDispute,
    DisputeMoved,
    DisputeRaised,
    LodgeComplaint,
    RaiseDispute,
)
from croupier.games.table.notices import AcknowledgeNotice, NoticeAcknowledged, NoticeGiven
from croupier.games.table.state import Dispute
from croupier.messages import Answer, ClockMoved, Command, Event, Evolver, Refused
from croupier.rulebooks import TableLaw
from croupier.rulebooks.law.promotions import PromotionLaw

POWERS: dict[str, tuple[str, ...]] = {
    "decide-dispute": ("promotions.dispute",),
    **dict.fromkeys(
        (
            "submit-terms",
            "publish-terms",
            "start-promotion",
            "amend-terms",
            "appoint-scrutineer",
            "draw",
            "notify-winner",
            "award",
            "leave-unclaimed",
            "refuse-claim",
            "inform-claimant",
            "postpone-draw",
            "postpone-promotion",
            "cancel-draw",
            "validate",
        ),
        ("promotions.offered",),
    ),
}
"""The rules that empower a role to submit a command, by their paths in the law."""


class PromotionOpened(Event, frozen=True, tag="promotion-opened"):
    """Terms were drawn up: the first event of every promotion."""

    game: str
    """The game under whose rulebook it runs."""
    revision: str
    """The revision of that law."""
    terms: Terms
    """The terms as drawn up."""


def evolve(promotion: Promotion | None, event: Event) -> Promotion:
    """Return the promotion after an event; before the opening event there is none."""
    after: Promotion = EVOLVERS[type(event)](promotion, event)
    return after


def promotion_opened(_: None, event: PromotionOpened) -> Promotion:
    return Promotion(game=event.game, revision=event.revision, terms=event.terms)


def clock_moved(promotion: Promotion, event: ClockMoved) -> Promotion:
    return replace(promotion, clock=event.at)


def notice_given(promotion: Promotion, event: NoticeGiven) -> Promotion:
    notice = PromotionNotice(event.whom, event.about, event.player, event.clause, event.deadline)
    return replace(promotion, notices=(*promotion.notices, notice))


def notice_acknowledged(promotion: Promotion, event: NoticeAcknowledged) -> Promotion:
    return replace(promotion, notices=close_notices(promotion, event.notice))


def dispute_raised(promotion: Promotion, event: DisputeRaised) -> Promotion:
    return replace(promotion, disputes=(*promotion.disputes, Dispute(event.player, event.about)))


def dispute_moved(promotion: Promotion, event: DisputeMoved) -> Promotion:
    was = promotion.disputes[event.dispute - 1]
    now = replace(
        was,
        step=event.step,
        outcome=event.outcome or was.outcome,
        decided_by=event.person or was.decided_by,
    )
    return replace(promotion, disputes=replace_item(promotion.disputes, event.dispute, now))


EVOLVERS: dict[type[Event], Evolver] = {
    **publication.EVOLVERS,
    **draws.EVOLVERS,
    **proofs.EVOLVERS,
    **awards.EVOLVERS,
    **integrity.EVOLVERS,
    PromotionOpened: promotion_opened,
    ClockMoved: clock_moved,
    NoticeGiven: notice_given,
    NoticeAcknowledged: notice_acknowledged,
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
}
"""What each event changes, subject by subject."""


DECIDERS: dict[type[Command], Callable[[PromotionLaw, Promotion, Any], Answer]] = {
    SubmitTerms: submit,
    PublishTerms: publish,
    StartPromotion: start,
    ApproveAmendment: approve,
    AmendTerms: amend,
    EnterPromotion: draws.enter,
    AppointScrutineer: draws.appoint,
    DrawWinners: draws.hold_draw,
    NotifyWinner: draws.notify,
    ChoosePayment: awards.choose_payment,
    AwardPrize: awards.award_prize,
    LeaveUnclaimed: awards.leave_unclaimed,
    RefuseClaim: awards.refuse_claim,
    InformClaimant: awards.inform_claimant,
    PostponeDraw: integrity.postpone,
    PostponePromotion: integrity.postpone_promotion,
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
    """Return the event that opens a promotion, or the refusal if the game can have none."""
    if law.promotions is None:
        why = f"the rulebook of {law.title} has no rules for promotions"
        return Refused("promotion/no-rules", "", why)
    return time_without_zone(terms) or PromotionOpened(law.game, law.revision, terms)


def decide(law: PromotionLaw, promotion: Promotion, command: Command) -> Answer:
    """Return the events that a command leads to, or the refusal, which changes nothing."""
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
