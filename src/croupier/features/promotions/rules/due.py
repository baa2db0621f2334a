"""What must happen next to a promotion, who owes it, and what is overdue."""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum

import msgspec

from croupier.features.promotions.rules.draws import eligible_tickets
from croupier.features.promotions.rules.state import Promotion, PromotionStage
from croupier.features.promotions.rules.terms import prize_worth, scrutineer_reason, stated_prizes
from croupier.games.table.disputes import RAISED
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import PrizeKind, PromotionLaw


class Owed(Enum):
    """The kinds of duties."""

    SUBMISSION = "submit-terms"
    PUBLICATION = "publish-terms"
    START = "start-promotion"
    ENTRIES = "enter"
    SCRUTINEER = "appoint-scrutineer"
    DRAW = "draw"
    WORD = "notice"
    CHOICE = "choose-payment"
    AWARD = "award"
    VALIDATION = "validate"
    DECISION = "decide-dispute"


class PromotionDue(msgspec.Struct, frozen=True, gc=False, rename="kebab"):
    """A duty under the rulebook."""

    what: Owed
    """What is to be done, by the name of its command, except for a notice."""
    by: Role
    """The role that owes it."""
    clause: str
    """The clause by which it is owed."""
    player: str | None = None
    """The player whom it concerns; ``None`` if it concerns nobody in particular."""
    about: str = ""
    """Details in a few words; empty if its name says everything."""
    deadline: datetime | None = None
    """The time by which, or from which, it is to be done; ``None`` if no time is set."""
    overdue: bool = False
    """Whether that time has passed and it is not done."""


def due(
    law: PromotionLaw, promotion: Promotion, at: datetime | None = None
) -> tuple[PromotionDue, ...]:
    """Return everything that is due, overdue first; ``at`` is the time, if later than the clock."""
    now = max((one for one in (promotion.clock, at) if one is not None), default=None)
    found = (
        *_notices(law, promotion, now),
        *_steps(law, promotion, now),
        *_decisions(law, promotion),
    )
    return tuple(sorted(found, key=lambda one: not one.overdue))


def _notices(
    law: PromotionLaw, promotion: Promotion, now: datetime | None
) -> Iterator[PromotionDue]:
    """Yield the notices that are still due."""
    owed_by = law.offered.value
    for notice in promotion.open_notices().values():
        yield PromotionDue(
            Owed.WORD,
            owed_by,
            notice.clause,
            notice.player,
            f"to {notice.whom.one}: {notice.about}",
            notice.deadline,
            notice.late(now),
        )


def _decisions(law: PromotionLaw, promotion: Promotion) -> Iterator[PromotionDue]:
    rule = law.dispute
    for number, dispute in enumerate(promotion.disputes, 1):
        if dispute.step == RAISED:
            about = f"dispute {number}: {dispute.about}"
            yield PromotionDue(Owed.DECISION, rule.value, rule.clause, dispute.player, about)


def _steps(law: PromotionLaw, promotion: Promotion, now: datetime | None) -> Iterator[PromotionDue]:
    """Yield the steps that take the promotion further; a cancelled one has none."""
    match promotion.stage:
        case PromotionStage.DRAFT | PromotionStage.SUBMITTED:
            yield from _before_the_start(law, promotion)
        case PromotionStage.RUNNING:
            yield from _before_the_draw(law, promotion, now)
        case PromotionStage.POSTPONED:
            rule = law.compromised_hours
            yield PromotionDue(Owed.VALIDATION, law.offered.value, rule.clause)
        case PromotionStage.DRAWN:
            yield from _after_the_draw(law, promotion)


def _before_the_start(law: PromotionLaw, promotion: Promotion) -> Iterator[PromotionDue]:
    by = law.offered.value
    if not promotion.with_regulator:
        yield PromotionDue(Owed.SUBMISSION, by, law.submitted_hours.clause)
    if not promotion.marketed:
        yield PromotionDue(Owed.PUBLICATION, by, law.published.clause)
    if promotion.with_regulator and promotion.marketed:
        starts = promotion.terms.starts
        yield PromotionDue(Owed.START, by, law.offered.clause, deadline=starts)


def _before_the_draw(
    law: PromotionLaw, promotion: Promotion, now: datetime | None
) -> Iterator[PromotionDue]:
    """Yield entries, a scrutineer, the draw.

    Once started, a promotion has a clock and all its times.
    """
    terms, by = promotion.terms, law.offered.value
    close, stands = terms.entries_close, terms.draw
    assert close is not None
    assert stands is not None
    assert now is not None
    if now <= close:
        clause = law.statements["entries-close"].clause
        yield PromotionDue(Owed.ENTRIES, Role.PLAYER, clause, deadline=close)
    why = scrutineer_reason(law, terms)
    if why and not promotion.scrutineer:
        yield PromotionDue(Owed.SCRUTINEER, by, law.scrutineer.clause, about=why, deadline=stands)
    if eligible_tickets(promotion, tuple(one.player for one in promotion.tickets)):
        clause = law.statements["draw"].clause
        yield PromotionDue(Owed.DRAW, by, clause, deadline=stands, overdue=now > stands)


def _after_the_draw(law: PromotionLaw, promotion: Promotion) -> Iterator[PromotionDue]:
    rule = law.winners_choice
    for win in promotion.wins:
        if win.paid is not None or win.unclaimed:
            continue
        prize = stated_prizes(promotion.terms)[win.prize - 1]
        name = f"prize {win.prize} ({prize.kind})"
        cash = prize.kind is PrizeKind.CASH and win.chosen is None
        if rule is not None and prize_worth(prize) > rule.value and cash:
            yield PromotionDue(Owed.CHOICE, Role.PLAYER, rule.clause, win.player, name)
        else:
            clause = law.statements["award"].clause
            yield PromotionDue(Owed.AWARD, law.offered.value, clause, win.player, name)
