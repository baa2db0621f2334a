"""The terms before and after the start: submitted to the regulator, published, amended."""

from datetime import timedelta
from typing import ClassVar

from msgspec.structs import replace

from croupier.features.promotions.rules.proofs import DrawCommitted
from croupier.features.promotions.rules.state import (
    Promotion,
    PromotionCommand,
    after_cancellation,
    close_notices,
    promotion_in_doubt,
    terms_not_published,
    terms_not_submitted,
)
from croupier.features.promotions.rules.terms import (
    Terms,
    merge_refusals,
    not_the_operator,
    statement_refusal,
    terms_refusal,
    time_without_zone,
)
from croupier.games.table.notices import NoticeGiven
from croupier.messages import Answer, Event, Evolver, Refused
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import AfterStart, PromotionLaw

# ---------------------------------------------------------------------------------------- commands


class SubmitTerms(PromotionCommand, frozen=True, tag="submit-terms"):
    """Submits the terms to the regulator in their current form."""


class PublishTerms(PromotionCommand, frozen=True, tag="publish-terms"):
    """Makes the terms available to anybody who asks."""

    marketing: bool = True
    """Whether the promotion's advertising refers to them."""


class StartPromotion(PromotionCommand, frozen=True, tag="start-promotion"):
    """Starts the promotion: from now on people may enter."""

    commitment: str = ""
    """The hash of the seed by which the draw will be held; if empty, the draw has no proof."""
    withheld: ClassVar[tuple[str, ...]] = ("commitment",)
    """On a server, the house makes the seed."""


class ApproveAmendment(PromotionCommand, frozen=True, tag="approve-amendment"):
    """Records the regulator's approval of one change of the terms."""

    about: str
    """What is to be changed."""


class AmendTerms(PromotionCommand, frozen=True, tag="amend-terms"):
    """Changes the terms."""

    terms: Terms
    """The new terms, complete; a person writes only those that change."""


# ------------------------------------------------------------------------------------------ events


class TermsSubmitted(Event, frozen=True, tag="terms-submitted"):
    """The terms were submitted to the regulator in their current form."""

    clause: str
    """The clause that requires it."""
    closes: tuple[int, ...] = ()
    """The notices that this closes, counted from 1; empty if it closes none."""


class TermsPublished(Event, frozen=True, tag="terms-published"):
    """The terms are available to anybody."""

    marketing: bool
    """Whether the promotion's advertising refers to them."""
    clause: str
    """The clause that requires it."""


class PromotionStarted(Event, frozen=True, tag="promotion-started"):
    """The promotion started."""

    clause: str
    """The clause that allows promotions."""


class AmendmentApproved(Event, frozen=True, tag="amendment-approved"):
    """The regulator approved one change of the terms."""

    about: str
    """What may be changed."""
    clause: str
    """The clause that requires the approval."""


class TermsAmended(Event, frozen=True, tag="terms-amended"):
    """The terms changed."""

    terms: Terms
    """The new terms, complete."""
    approved: bool
    """Whether it used up an approval."""
    clause: str
    """The clause that says what a change needs."""


# ------------------------------------------------------------------------- what each event changes


def terms_submitted(promotion: Promotion, event: TermsSubmitted) -> Promotion:
    return replace(
        promotion,
        with_regulator=True,
        submitted=promotion.clock,
        notices=close_notices(promotion, *event.closes),
    )


def terms_published(promotion: Promotion, event: TermsPublished) -> Promotion:
    return replace(promotion, published=True, marketed=event.marketing)


def promotion_started(promotion: Promotion, event: PromotionStarted) -> Promotion:
    return replace(promotion, started=promotion.clock)


def amendment_approved(promotion: Promotion, event: AmendmentApproved) -> Promotion:
    return replace(promotion, approvals=promotion.approvals + 1)


def terms_amended(promotion: Promotion, event: TermsAmended) -> Promotion:
    return replace(
        promotion,
        terms=event.terms,
        approvals=promotion.approvals - event.approved,
        with_regulator=event.approved,
    )


# -------------------------------------------------------------------------------- before the start


def submit(law: PromotionLaw, promotion: Promotion, command: SubmitTerms) -> Answer:
    """Submit the terms to the regulator; this also closes a duty to submit them again."""
    rule = law.submitted_hours
    refused = not_the_operator(law, command, rule, "submit terms") or merge_refusals(
        after_cancellation(law, promotion), terms_refusal(law, promotion.terms)
    )
    if refused:
        return refused
    closes = tuple(
        number for number, one in promotion.open_notices().items() if one.whom is Role.REGULATOR
    )
    return (TermsSubmitted(rule.clause, closes),)


def publish(law: PromotionLaw, promotion: Promotion, command: PublishTerms) -> Answer:
    """Make the terms available to anybody who asks."""
    says = law.published
    refused = not_the_operator(law, command, says, "publish terms") or after_cancellation(
        law, promotion
    )
    return refused or (TermsPublished(command.marketing, says.clause),)


def start(law: PromotionLaw, promotion: Promotion, command: StartPromotion) -> Answer:
    """Start the promotion if the terms are published and the regulator has had them long enough."""
    refused = not_the_operator(law, command, law.offered, "start a promotion") or merge_refusals(
        after_cancellation(law, promotion),
        promotion_in_doubt(law, promotion),
        _already_started(law, promotion),
        terms_not_published(law, promotion),
        terms_not_submitted(law, promotion) or _too_soon(law, promotion),
    )
    if refused:
        return refused
    started = PromotionStarted(law.offered.clause)
    if not command.commitment:
        return (started,)
    return (started, DrawCommitted(command.commitment, law.statements["manner"].clause))


def _already_started(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    if promotion.started is None:
        return None
    why = "the promotion has started already"
    return statement_refusal(law.statements["starts"], "promotion/started", why)


def _too_soon(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse to start before the regulator has had the terms for the required hours.

    Reading PR4: this counts for the current terms; terms submitted again need the whole time again.
    """
    hours = law.submitted_hours
    since = promotion.submitted
    if since is not None:
        assert promotion.clock is not None
        if promotion.clock - since >= timedelta(hours=hours.value):
            return None
    had = "at an unknown time" if since is None else f"on {since.isoformat()}"
    why = f"terms go to the regulator {hours.value} hours before the start, and these went {had}"
    return Refused("terms/too-soon", hours.clause, why)


# -------------------------------------------------------------------------------------- amendments


def approve(law: PromotionLaw, promotion: Promotion, command: ApproveAmendment) -> Answer:
    """Record the regulator's approval of one change."""
    rule = law.amended
    if rule.value is not AfterStart.APPROVAL:
        why = "there is nothing to approve: amended terms are submitted again"
        return Refused("terms/no-approval", rule.clause, why)
    if command.by is not Role.REGULATOR:
        why = f"only the regulator may approve a change, not {command.by.one}"
        return Refused("role/not-empowered", rule.clause, why)
    return after_cancellation(law, promotion) or (AmendmentApproved(command.about, rule.clause),)


def amend(law: PromotionLaw, promotion: Promotion, command: AmendTerms) -> Answer:
    """Change the terms: freely before the start, and as the rulebook says after it."""
    rule = law.amended
    refused = (
        not_the_operator(law, command, rule, "amend terms")
        or after_cancellation(law, promotion)
        or time_without_zone(command.terms)
    )
    if refused:
        return refused
    if promotion.started is None:
        return (TermsAmended(command.terms, False, rule.clause),)
    if refused := merge_refusals(
        _not_approved(law, promotion),
        _other_prizes(law, promotion, command),
        terms_refusal(law, command.terms),
    ):
        return refused
    approved = rule.value is AfterStart.APPROVAL
    amended = TermsAmended(command.terms, approved, rule.clause)
    if approved:
        return (amended,)
    about = "amended terms must be submitted again"
    return (amended, NoticeGiven(Role.REGULATOR, about, None, rule.clause))


def _not_approved(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    rule = law.amended
    if rule.value is not AfterStart.APPROVAL or promotion.approvals:
        return None
    why = "the promotion has started: the regulator approves a change first"
    return Refused("terms/unapproved", rule.clause, why)


def _other_prizes(law: PromotionLaw, promotion: Promotion, command: AmendTerms) -> Refused | None:
    """Refuse to change prizes that have been drawn."""
    if not promotion.wins or command.terms.prizes == promotion.terms.prizes:
        return None
    why = "the draw has been held, and its prizes stand"
    return statement_refusal(law.statements["prizes"], "terms/drawn", why)


EVOLVERS: dict[type[Event], Evolver] = {
    TermsSubmitted: terms_submitted,
    TermsPublished: terms_published,
    PromotionStarted: promotion_started,
    AmendmentApproved: amendment_approved,
    TermsAmended: terms_amended,
}
"""What each event of this subject changes."""
