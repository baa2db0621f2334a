"""A promotion at one moment: its terms, who has entered, who has won, which notices are open."""

from datetime import datetime
from enum import Enum
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.features.promotions.rules.terms import Terms, by_statement, together
from croupier.games.table.state import Dispute
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import Payment, PromotionLaw


class PromotionCommand(Command, frozen=True):
    """Something asked of a promotion."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually asks for it, where a text names none."""


def with_one(all_of_them: tuple[Any, ...], number: int, one: Any) -> tuple[Any, ...]:
    """A row with the item at a number, counted from 1, changed."""
    return (*all_of_them[: number - 1], one, *all_of_them[number:])


class PromotionNotice(msgspec.Struct, frozen=True, gc=False):
    """A notice to somebody; open until they have it."""

    whom: Role
    """Who must be notified."""
    about: str
    """What about, in a few words."""
    player: str | None
    """Whom it concerns; none where nobody in particular."""
    clause: str
    """The clause that demands it."""
    deadline: datetime | None = None
    """By when; none where the clause names no time."""
    open: bool = True
    """Whether it is still to be done."""
    closed_late: bool = False
    """Whether it was done after the deadline."""

    def late(self, now: datetime | None) -> bool:
        """Whether it was done too late, or is not done and the deadline has passed."""
        if not self.open:
            return self.closed_late
        return self.deadline is not None and now is not None and now > self.deadline


class PromotionStage(Enum):
    """How far a promotion has come."""

    DRAFT = "draft"
    """The regulator does not have the terms in their current form."""
    SUBMITTED = "submitted"
    RUNNING = "running"
    POSTPONED = "postponed"
    DRAWN = "drawn"
    CANCELLED = "cancelled"


class Ticket(msgspec.Struct, frozen=True, gc=False):
    """One entry."""

    player: str
    """Whose it is."""
    wagered: Cents
    """What was wagered for it; 0 where nothing had to be."""


class Win(msgspec.Struct, frozen=True, gc=False):
    """A prize that was drawn."""

    player: str
    """Who won it."""
    prize: int
    """Which of the prizes, counted from 1."""
    chosen: Payment | None = None
    """How the winner wants to be paid; none before a choice."""
    paid: Payment | None = None
    """How it was handed over; none before that."""


class DeniedClaim(msgspec.Struct, frozen=True, gc=False):
    """A refused claim, as it is kept."""

    player: str
    """Who claimed."""
    value: Cents
    """What the prize is worth."""
    reason: str
    """Why it was refused."""
    name: str = ""
    """The claimant's name; empty where the claim is small enough to go without."""
    address: str = ""
    """And address."""


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion at one moment. It names its law and does not hold it."""

    game: str
    """The game under whose rulebook it runs."""
    revision: str
    """The revision of that law."""
    terms: Terms
    """What the terms say now."""
    clock: datetime | None = None
    """The time of the last command that had one; none before."""
    with_regulator: bool = False
    """Whether the regulator has the terms in their current form."""
    submitted: datetime | None = None
    """When the regulator was given them; none before, and where nobody kept time."""
    published: bool = False
    """Whether the terms are available to anybody."""
    marketed: bool = False
    """Whether they are available and what advertises the promotion refers to them."""
    started: datetime | None = None
    """When it started; none before."""
    approvals: int = 0
    """How many amendments the regulator has approved that were not made yet."""
    scrutineer: str = ""
    """Who oversees the draw; empty where nobody was nominated."""
    tickets: tuple[Ticket, ...] = ()
    """All entries, in their order."""
    wins: tuple[Win, ...] = ()
    """What was drawn, in the order of the prizes; empty before the draw."""
    postponed: bool = False
    """Whether the draw waits until its integrity has been validated."""
    cancelled: bool = False
    """Whether the draw was cancelled."""
    notices: tuple[PromotionNotice, ...] = ()
    """All notices, open and closed."""
    claims: tuple[DeniedClaim, ...] = ()
    """The claims that were refused."""
    disputes: tuple[Dispute, ...] = ()
    """The disputes, in the order in which they were raised."""

    @property
    def stage(self) -> PromotionStage:
        """How far it has come."""
        if self.cancelled:
            return PromotionStage.CANCELLED
        if self.postponed:
            return PromotionStage.POSTPONED
        if self.wins:
            return PromotionStage.DRAWN
        if self.started is not None:
            return PromotionStage.RUNNING
        return PromotionStage.SUBMITTED if self.with_regulator else PromotionStage.DRAFT

    def open_notices(self) -> dict[int, PromotionNotice]:
        """The notices still open, by number from 1."""
        return {number: one for number, one in enumerate(self.notices, 1) if one.open}


def closed(promotion: Promotion, *numbers: int) -> tuple[PromotionNotice, ...]:
    """The notices with some of them done, at the time of the clock."""
    return tuple(
        done(notice, promotion.clock) if number in numbers else notice
        for number, notice in enumerate(promotion.notices, 1)
    )


def done(notice: PromotionNotice, now: datetime | None) -> PromotionNotice:
    """A notice that is done."""
    return replace(notice, open=False, closed_late=notice.late(now))


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
