"""A promotion after an event. The event holds the facts: no law is read here."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from croupier.floor.promotions.events import (
    AmendmentApproved,
    ClaimantInformed,
    ClaimRefused,
    DrawCancelled,
    DrawPostponed,
    DrawValidated,
    PaymentChosen,
    PrizeAwarded,
    PromotionEntered,
    PromotionOpened,
    PromotionStarted,
    ScrutineerAppointed,
    TermsAmended,
    TermsPublished,
    TermsSubmitted,
    WinnerNotified,
    WinnersDrawn,
)
from croupier.floor.promotions.state import (
    DeniedClaim,
    Promotion,
    PromotionNotice,
    Ticket,
    Win,
)
from croupier.table.events import ClockMoved, Event
from croupier.table.irregular_events import (
    DisputeMoved,
    DisputeRaised,
    NoticeAcknowledged,
    NoticeGiven,
)
from croupier.table.messages import Evolver
from croupier.table.state import Dispute


def evolve(promotion: Promotion | None, event: Event) -> Promotion:
    """The promotion after an event; there is none before the one that opens it."""
    after: Promotion = EVOLVERS[type(event)](promotion, event)
    return after


def promotion_opened(_: None, event: PromotionOpened) -> Promotion:
    return Promotion(game=event.game, revision=event.revision, terms=event.terms)


def clock_moved(promotion: Promotion, event: ClockMoved) -> Promotion:
    return replace(promotion, clock=event.at)


def terms_submitted(promotion: Promotion, event: TermsSubmitted) -> Promotion:
    return replace(
        promotion,
        with_regulator=True,
        submitted=promotion.clock,
        notices=closed(promotion, *event.closes),
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


def promotion_entered(promotion: Promotion, event: PromotionEntered) -> Promotion:
    ticket = Ticket(event.player, event.wagered)
    return replace(promotion, tickets=(*promotion.tickets, ticket))


def scrutineer_appointed(promotion: Promotion, event: ScrutineerAppointed) -> Promotion:
    return replace(promotion, scrutineer=event.person)


def winners_drawn(promotion: Promotion, event: WinnersDrawn) -> Promotion:
    wins = tuple(Win(player, prize) for prize, player in enumerate(event.winners, 1))
    return replace(promotion, wins=wins)


def notice_given(promotion: Promotion, event: NoticeGiven) -> Promotion:
    notice = PromotionNotice(event.whom, event.about, event.player, event.clause, event.deadline)
    return replace(promotion, notices=(*promotion.notices, notice))


def notice_acknowledged(promotion: Promotion, event: NoticeAcknowledged) -> Promotion:
    return replace(promotion, notices=closed(promotion, event.notice))


def winner_notified(promotion: Promotion, event: WinnerNotified) -> Promotion:
    return replace(promotion, notices=closed(promotion, event.notice))


def payment_chosen(promotion: Promotion, event: PaymentChosen) -> Promotion:
    win = replace(promotion.wins[event.prize - 1], chosen=event.pay)
    return replace(promotion, wins=with_one(promotion.wins, event.prize, win))


def prize_awarded(promotion: Promotion, event: PrizeAwarded) -> Promotion:
    win = replace(promotion.wins[event.prize - 1], paid=event.pay)
    return replace(promotion, wins=with_one(promotion.wins, event.prize, win))


def claim_refused(promotion: Promotion, event: ClaimRefused) -> Promotion:
    claim = DeniedClaim(event.player, event.value, event.reason, event.name, event.address)
    return replace(promotion, claims=(*promotion.claims, claim))


def claimant_informed(promotion: Promotion, event: ClaimantInformed) -> Promotion:
    return replace(promotion, notices=closed(promotion, event.notice))


def draw_postponed(promotion: Promotion, event: DrawPostponed) -> Promotion:
    return replace(promotion, postponed=True)


def draw_cancelled(promotion: Promotion, event: DrawCancelled) -> Promotion:
    return replace(promotion, cancelled=True, postponed=False)


def draw_validated(promotion: Promotion, event: DrawValidated) -> Promotion:
    return replace(promotion, postponed=False)


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
    return replace(promotion, disputes=with_one(promotion.disputes, event.dispute, now))


def with_one(all_of_them: tuple[Any, ...], number: int, one: Any) -> tuple[Any, ...]:
    """A row with the item at a number, counted from 1, changed."""
    return (*all_of_them[: number - 1], one, *all_of_them[number:])


def closed(promotion: Promotion, *numbers: int) -> tuple[PromotionNotice, ...]:
    """The notices with some of them done, at the time of the clock."""
    return tuple(
        done(notice, promotion.clock) if number in numbers else notice
        for number, notice in enumerate(promotion.notices, 1)
    )


def done(notice: PromotionNotice, now: datetime | None) -> PromotionNotice:
    """A notice that is done."""
    return replace(notice, open=False, closed_late=notice.late(now))


EVOLVERS: dict[type[Event], Evolver] = {
    PromotionOpened: promotion_opened,
    ClockMoved: clock_moved,
    TermsSubmitted: terms_submitted,
    TermsPublished: terms_published,
    PromotionStarted: promotion_started,
    AmendmentApproved: amendment_approved,
    TermsAmended: terms_amended,
    PromotionEntered: promotion_entered,
    ScrutineerAppointed: scrutineer_appointed,
    WinnersDrawn: winners_drawn,
    NoticeGiven: notice_given,
    NoticeAcknowledged: notice_acknowledged,
    WinnerNotified: winner_notified,
    PaymentChosen: payment_chosen,
    PrizeAwarded: prize_awarded,
    ClaimRefused: claim_refused,
    ClaimantInformed: claimant_informed,
    DrawPostponed: draw_postponed,
    DrawCancelled: draw_cancelled,
    DrawValidated: draw_validated,
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
}
"""One function per event."""
