"""Where a promotion stands, as far as that forbids things: cancelled, in doubt, not begun."""

from croupier.floor.promotions.refusals import together
from croupier.floor.promotions.state import Promotion
from croupier.floor.promotions.terms import by_statement
from croupier.rulebooks.promotion_law import PromotionLaw
from croupier.table.state import Refused


def called_off(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what comes after the draw was cancelled."""
    if not promotion.cancelled:
        return None
    why = "the draw was cancelled"
    return Refused("promotion/cancelled", law.compromised_hours.clause, why)


def in_doubt(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what waits until the integrity of the draw has been validated."""
    if not promotion.postponed:
        return None
    why = "the draw is postponed until it has been validated"
    return Refused("promotion/compromised", law.compromised_hours.clause, why)


def unpublished(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what needs published terms."""
    if promotion.marketed:
        return None
    why = "the terms are not published: nobody can get them"
    if promotion.published:
        why = "the terms are not published: marketing does not refer to them"
    return Refused("terms/unpublished", law.published.clause, why)


def unsubmitted(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what needs terms that the regulator has."""
    if promotion.with_regulator:
        return None
    why = "the regulator does not have the current terms"
    return Refused("terms/unsubmitted", law.submitted_hours.clause, why)


def not_begun(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what comes after the start."""
    if promotion.started is not None:
        return None
    why = "the promotion has not started"
    return together(
        unpublished(law, promotion),
        unsubmitted(law, promotion),
        by_statement(law.statements["starts"], "promotion/not-started", why),
    )
