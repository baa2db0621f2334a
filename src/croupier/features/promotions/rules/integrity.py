"""The integrity of promotions: doubt, postponement, cancellation, notices, disputes."""

from datetime import timedelta

from msgspec.structs import replace

from croupier.features.promotions.rules.state import (
    Promotion,
    PromotionCommand,
    after_cancellation,
    draw_in_doubt,
    promotion_in_doubt,
)
from croupier.features.promotions.rules.terms import merge_refusals, not_the_operator
from croupier.games.table.checks import not_empowered
from croupier.games.table.disputes import (
    COMPLAINED,
    FINAL,
    RAISED,
    AskReview,
    DecideDispute,
    DisputeMoved,
    DisputeRaised,
    LodgeComplaint,
    RaiseDispute,
)
from croupier.games.table.notices import AcknowledgeNotice, NoticeAcknowledged, NoticeGiven
from croupier.games.table.state import Dispute
from croupier.messages import Answer, Event, Evolver, Refused
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import PromotionLaw

# ---------------------------------------------------------------------------------------- commands


class PostponeDraw(PromotionCommand, frozen=True, tag="postpone-draw"):
    """Postpones the draw, because its integrity is in doubt."""

    reason: str
    """What is wrong."""


class PostponePromotion(PromotionCommand, frozen=True, tag="postpone-promotion"):
    """Postpones the promotion as a whole, because its integrity is in doubt: nobody enters."""

    reason: str
    """What is wrong."""


class CancelDraw(PromotionCommand, frozen=True, tag="cancel-draw"):
    """Cancels the draw, because its integrity is lost."""

    reason: str
    """What is wrong."""


class ValidateDraw(PromotionCommand, frozen=True, tag="validate"):
    """Validates a draw, or a promotion, that was postponed."""


# ------------------------------------------------------------------------------------------ events


class DrawPostponed(Event, frozen=True, tag="draw-postponed"):
    """The draw is postponed: its integrity is in doubt."""

    reason: str
    """What is wrong."""
    clause: str
    """The clause that allows it."""


class PromotionPostponed(Event, frozen=True, tag="promotion-postponed"):
    """The promotion as a whole is postponed: its integrity is in doubt."""

    reason: str
    """What is wrong."""
    clause: str
    """The clause that allows it."""


class DrawCancelled(Event, frozen=True, tag="draw-cancelled"):
    """The draw is cancelled."""

    reason: str
    """What is wrong."""
    clause: str
    """The clause that allows it."""


class DrawValidated(Event, frozen=True, tag="draw-validated"):
    """The draw, or the promotion, is validated and goes on."""

    clause: str
    """The clause that lets it continue."""


# ------------------------------------------------------------------------- what each event changes


def draw_postponed(promotion: Promotion, event: DrawPostponed) -> Promotion:
    return replace(promotion, postponed=True)


def promotion_postponed(promotion: Promotion, event: PromotionPostponed) -> Promotion:
    return replace(promotion, postponed=True, wholly_postponed=True)


def draw_cancelled(promotion: Promotion, event: DrawCancelled) -> Promotion:
    return replace(promotion, cancelled=True, postponed=False, wholly_postponed=False)


def draw_validated(promotion: Promotion, event: DrawValidated) -> Promotion:
    return replace(promotion, postponed=False, wholly_postponed=False)


# ---------------------------------------------------------------------------------------- the draw


def postpone(law: PromotionLaw, promotion: Promotion, command: PostponeDraw) -> Answer:
    """Postpone the draw until it has been validated."""
    rule = law.compromised_hours
    refused = not_the_operator(law, command, rule, "postpone the draw") or merge_refusals(
        after_cancellation(law, promotion), draw_in_doubt(law, promotion), _no_reason(law, command)
    )
    if refused:
        return refused
    return (DrawPostponed(command.reason, rule.clause), _inspector_notice(law, promotion, command))


def postpone_promotion(
    law: PromotionLaw, promotion: Promotion, command: PostponePromotion
) -> Answer:
    """Postpone the promotion, with its start, its entries and its draw, until it is validated.

    It may follow a postponed draw: the doubt has grown.
    """
    rule = law.compromised_hours
    refused = not_the_operator(law, command, rule, "postpone the promotion") or merge_refusals(
        after_cancellation(law, promotion),
        promotion_in_doubt(law, promotion),
        _no_reason(law, command),
    )
    if refused:
        return refused
    notice = _inspector_notice(law, promotion, command)
    return (PromotionPostponed(command.reason, rule.clause), notice)


def cancel(law: PromotionLaw, promotion: Promotion, command: CancelDraw) -> Answer:
    """Cancel the draw."""
    rule = law.compromised_hours
    refused = not_the_operator(law, command, rule, "cancel the draw") or merge_refusals(
        after_cancellation(law, promotion), _no_reason(law, command)
    )
    if refused:
        return refused
    return (DrawCancelled(command.reason, rule.clause), _inspector_notice(law, promotion, command))


Doubt = PostponeDraw | PostponePromotion | CancelDraw
"""What the operator does if the integrity of a promotion or its draw is in doubt."""


def _no_reason(law: PromotionLaw, command: Doubt) -> Refused | None:
    if command.reason.strip():
        return None
    return Refused("draw/no-reason", law.compromised_hours.clause, "say what is wrong with it")


def _inspector_notice(law: PromotionLaw, promotion: Promotion, command: Doubt) -> NoticeGiven:
    """Return the notice that an inspector is due, at once or within hours (reading PR5)."""
    rule, now = law.compromised_hours, promotion.clock
    deadline = None if now is None else now + timedelta(hours=rule.value)
    return NoticeGiven(Role.INSPECTOR, command.reason, None, rule.clause, deadline)


def validate(law: PromotionLaw, promotion: Promotion, command: ValidateDraw) -> Answer:
    """End a postponement."""
    rule = law.compromised_hours
    refused = not_the_operator(law, command, rule, "validate the draw") or after_cancellation(
        law, promotion
    )
    if refused:
        return refused
    if not promotion.postponed:
        return Refused("draw/not-postponed", rule.clause, "the draw is not postponed")
    return (DrawValidated(rule.clause),)


# ---------------------------------------------------------------------------- notices and disputes


def acknowledge(_: PromotionLaw, promotion: Promotion, command: AcknowledgeNotice) -> Answer:
    """Close a notice that an inspector acknowledges."""
    count = len(promotion.notices)
    if not 1 <= command.notice <= count:
        why = f"there is no notice {command.notice}; {count} were given"
        return Refused("notice/unknown", "", why)
    notice = promotion.notices[command.notice - 1]
    if not notice.open:
        why = f"notice {command.notice} is done already"
        return Refused("notice/acknowledged", notice.clause, why)
    if notice.whom is not Role.INSPECTOR or command.by is not notice.whom:
        who = "an inspector's" if notice.whom is Role.INSPECTOR else "nobody's"
        why = f"notice {command.notice}, for {notice.whom.one}, is {who} to acknowledge"
        return Refused("notice/not-theirs", notice.clause, why)
    return (NoticeAcknowledged(command.notice, command.by),)


def dispute(law: PromotionLaw, _: Promotion, command: RaiseDispute) -> Answer:
    """Record a dispute."""
    clause = law.dispute.clause
    if not command.about.strip():
        return Refused("dispute/about-nothing", clause, "say what is in dispute")
    return (DisputeRaised(command.player, command.about, clause),)


def _dispute_at_step(
    law: PromotionLaw, promotion: Promotion, number: int, step: str
) -> Dispute | Refused:
    """Return the dispute with a number, or the refusal if it cannot be moved now."""
    if not 1 <= number <= len(promotion.disputes):
        why = f"there is no dispute {number}; {len(promotion.disputes)} were raised"
        return Refused("dispute/unknown", "", why)
    found = promotion.disputes[number - 1]
    if found.step == step:
        return found
    why = f"dispute {number} is {found.step}, and must be {step} for this"
    return Refused("dispute/not-now", law.dispute.clause, why)


def decide_dispute(law: PromotionLaw, promotion: Promotion, command: DecideDispute) -> Answer:
    """Decide a dispute finally, and inform the person where to complain."""
    rule = law.dispute
    if refused := not_empowered(command, rule, "decide a dispute about a promotion"):
        return refused
    found = _dispute_at_step(law, promotion, command.dispute, RAISED)
    if isinstance(found, Refused):
        return found
    moved = DisputeMoved(
        command.dispute, FINAL, command.outcome, command.by, command.person, rule.clause, True
    )
    return (moved,)


def ask_review(law: PromotionLaw, _: Promotion, __: AskReview) -> Answer:
    """Refuse a review: the operator's decision is final."""
    why = "the operator's decision about a promotion is final"
    return Refused("dispute/no-review", law.dispute.clause, why)


def complain(law: PromotionLaw, promotion: Promotion, command: LodgeComplaint) -> Answer:
    """Record a complaint about a decided dispute."""
    rule = law.complaint
    found = _dispute_at_step(law, promotion, command.dispute, FINAL)
    if isinstance(found, Refused):
        return found
    if found.player != command.player:
        return Refused("dispute/not-theirs", rule.clause, f"the dispute is {found.player}'s")
    moved = DisputeMoved(command.dispute, COMPLAINED, "", Role.PLAYER, "", rule.clause)
    about = f"complaint about dispute {command.dispute}"
    return (moved, NoticeGiven(rule.value, about, command.player, rule.clause))


EVOLVERS: dict[type[Event], Evolver] = {
    DrawPostponed: draw_postponed,
    PromotionPostponed: promotion_postponed,
    DrawCancelled: draw_cancelled,
    DrawValidated: draw_validated,
}
"""What each event of this subject changes."""
