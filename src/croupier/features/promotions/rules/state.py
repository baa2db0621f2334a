"""The state of a promotion: its terms, entries, winners and notices; and checks on it."""

from datetime import datetime
from enum import Enum
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.features.promotions.rules.terms import Terms, merge_refusals, statement_refusal
from croupier.games.table.state import Dispute
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import Payment, PromotionLaw


class PromotionCommand(Command, frozen=True):
    """A command of a promotion."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually submits it, used if a text names none."""


def replace_item(all_of_them: tuple[Any, ...], number: int, one: Any) -> tuple[Any, ...]:
    """Return the row with the item at a number, counted from 1, replaced."""
    return (*all_of_them[: number - 1], one, *all_of_them[number:])


class PromotionNotice(msgspec.Struct, frozen=True, gc=False):
    """A notice that is due to a role; open until it is given."""

    whom: Role
    """The role that must be notified."""
    about: str
    """The subject, in a few words."""
    player: str | None
    """The player whom it concerns; ``None`` if it concerns nobody in particular."""
    clause: str
    """The clause that demands it."""
    deadline: datetime | None = None
    """The time by which it must be given; ``None`` if the clause names none."""
    open: bool = True
    """Whether it is still to be given."""
    closed_late: bool = False
    """Whether it was given after the deadline."""

    def late(self, now: datetime | None) -> bool:
        """Return whether it was given too late, or is still open after the deadline."""
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
    """The player whose entry it is."""
    wagered: Cents
    """What was wagered for it; 0 if nothing had to be."""


class Win(msgspec.Struct, frozen=True, gc=False):
    """A prize that was drawn."""

    player: str
    """The winner."""
    prize: int
    """The number of the prize, from 1."""
    chosen: Payment | None = None
    """How the winner wants to be paid; ``None`` before a choice."""
    paid: Payment | None = None
    """How it was handed over; ``None`` before that."""
    entry: int = 0
    """The number of the entry that was drawn, from 1; 0 where the draw has no proof."""
    unclaimed: str = ""
    """Why it was recorded as unclaimed; empty if it was not."""


class DrawProof(msgspec.Struct, frozen=True, gc=False):
    """What shows that the entries drawn follow from a seed that was fixed before the first one."""

    seed: str
    """The house's seed, in hex."""
    word: str
    """What somebody in the room called out; empty if nobody did."""
    among: tuple[int, ...]
    """The numbers of the entries that could win, from 1, in order; empty if all could."""
    drawn: tuple[int, ...]
    """The numbers of the entries drawn, in the order of the prizes."""


class DeniedClaim(msgspec.Struct, frozen=True, gc=False):
    """A refused claim, as recorded."""

    player: str
    """The claimant."""
    value: Cents
    """What the prize is worth."""
    reason: str
    """Why it was refused."""
    name: str = ""
    """The claimant's name; empty if the claim is small enough to go without it."""
    address: str = ""
    """The claimant's address; empty likewise."""


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion at one moment. It names its law and does not hold it."""

    game: str
    """The game under whose rulebook it runs."""
    revision: str
    """The revision of that law."""
    terms: Terms
    """What the terms say now."""
    clock: datetime | None = None
    """The time of the last command that had one; ``None`` before the first."""
    with_regulator: bool = False
    """Whether the regulator has the terms in their current form."""
    submitted: datetime | None = None
    """When the terms were submitted to the regulator; ``None`` before that, or if no time was
    given."""
    published: bool = False
    """Whether the terms are available to anybody."""
    marketed: bool = False
    """Whether the terms are available and the promotion's advertising refers to them."""
    started: datetime | None = None
    """When it started; ``None`` before."""
    approvals: int = 0
    """How many approved amendments have not been made yet."""
    scrutineer: str = ""
    """The person who oversees the draw; empty if nobody was nominated."""
    commitment: str = ""
    """The hash of the seed by which the draw will be held, in hex; empty if the house has not
    committed itself to one."""
    proof: DrawProof | None = None
    """What proves the draw; ``None`` before it, and for a draw without a commitment."""
    tickets: tuple[Ticket, ...] = ()
    """All entries, in order; the first has number 1."""
    wins: tuple[Win, ...] = ()
    """The prizes drawn, in the order of the prizes; empty before the draw."""
    postponed: bool = False
    """Whether the draw waits for its integrity to be validated."""
    wholly_postponed: bool = False
    """Whether the promotion as a whole waits for that: nobody enters."""
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
        """Return the notices still open, by number from 1."""
        return {number: one for number, one in enumerate(self.notices, 1) if one.open}


# ----------------------------------------------------------------------------------------- notices


def close_notices(promotion: Promotion, *numbers: int) -> tuple[PromotionNotice, ...]:
    """Return the notices with some of them closed at the time of the clock."""
    return tuple(
        close_notice(notice, promotion.clock) if number in numbers else notice
        for number, notice in enumerate(promotion.notices, 1)
    )


def close_notice(notice: PromotionNotice, now: datetime | None) -> PromotionNotice:
    """Return the notice, closed."""
    return replace(notice, open=False, closed_late=notice.late(now))


# ------------------------------------------------------------------------------------------ checks


def after_cancellation(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what cannot follow once the draw is cancelled."""
    if not promotion.cancelled:
        return None
    why = "the draw was cancelled"
    return Refused("promotion/cancelled", law.compromised_hours.clause, why)


def draw_in_doubt(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what must wait until the integrity of the draw is validated."""
    if not promotion.postponed:
        return None
    why = "the draw is postponed until it has been validated"
    return Refused("promotion/compromised", law.compromised_hours.clause, why)


def promotion_in_doubt(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what must wait until the integrity of the whole promotion is validated."""
    if not promotion.wholly_postponed:
        return None
    why = "the promotion is postponed until it has been validated"
    return Refused("promotion/compromised", law.compromised_hours.clause, why)


def terms_not_published(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what requires published terms."""
    if promotion.marketed:
        return None
    why = "the terms are not published: nobody can get them"
    if promotion.published:
        why = "the terms are not published: marketing does not refer to them"
    return Refused("terms/unpublished", law.published.clause, why)


def terms_not_submitted(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what requires that the regulator has the terms."""
    if promotion.with_regulator:
        return None
    why = "the regulator does not have the current terms"
    return Refused("terms/unsubmitted", law.submitted_hours.clause, why)


def not_started(law: PromotionLaw, promotion: Promotion) -> Refused | None:
    """Refuse what requires that the promotion has started."""
    if promotion.started is not None:
        return None
    why = "the promotion has not started"
    return merge_refusals(
        terms_not_published(law, promotion),
        terms_not_submitted(law, promotion),
        statement_refusal(law.statements["starts"], "promotion/not-started", why),
    )
