"""What may be asked of a promotion. Disputes and notices are asked as at tables."""

from typing import ClassVar

from croupier.floor.promotions.terms import Terms
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.rulebooks.promotion_law import Payment
from croupier.table.commands import Command
from croupier.table.irregular_commands import (
    AcknowledgeNotice,
    AskReview,
    DecideDispute,
    LodgeComplaint,
    RaiseDispute,
)


class PromotionCommand(Command, frozen=True):
    """Something asked of a promotion."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually asks for it, where a text names none."""


class SubmitTerms(PromotionCommand, frozen=True, tag="submit-terms"):
    """Gives the regulator the terms as they are."""


class PublishTerms(PromotionCommand, frozen=True, tag="publish-terms"):
    """Makes the terms available to anybody who asks."""

    marketing: bool = True
    """Whether what advertises the promotion refers to them."""


class StartPromotion(PromotionCommand, frozen=True, tag="start-promotion"):
    """Starts the promotion: from now on people may enter."""


class ApproveAmendment(PromotionCommand, frozen=True, tag="approve-amendment"):
    """Has the regulator approve one change of the terms."""

    about: str
    """What is to be changed."""


class AmendTerms(PromotionCommand, frozen=True, tag="amend-terms"):
    """Changes the terms."""

    terms: Terms
    """The terms as they are to be, all of them; a person writes those that change."""


class EnterPromotion(PromotionCommand, frozen=True, tag="enter"):
    """Records an entry."""

    player: str
    """Whose entry it is."""
    wagered: Cents = 0
    """What was wagered for it."""
    eligible: bool = True
    """Whether the player meets what the terms ask for."""


class AppointScrutineer(PromotionCommand, frozen=True, tag="appoint-scrutineer"):
    """Nominates somebody who oversees the draw."""

    person: str
    """Who it is, by name or staff number."""


class DrawWinners(PromotionCommand, frozen=True, tag="draw"):
    """Draws a winner for each prize."""

    winners: tuple[str, ...] = ()
    """Whose entries came out, in the order of the prizes; if empty, whoever runs it draws."""
    present: tuple[str, ...] = ()
    """Who is there."""


class NotifyWinner(PromotionCommand, frozen=True, tag="notify-winner"):
    """Notifies a winner."""

    player: str
    """Who has won."""
    method: str
    """How: ``face-to-face``, ``mail``, ``telephone`` or ``email``."""


class ChoosePayment(PromotionCommand, frozen=True, tag="choose-payment"):
    """Chooses how a cash prize is to be paid; the winner does."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually asks for it, where a text names none."""
    player: str
    """Who has won it."""
    pay: Payment
    """``cash``, ``cheque``, ``transfer`` or ``combination``."""


class AwardPrize(PromotionCommand, frozen=True, tag="award"):
    """Hands a prize over; with several to come, the first of them."""

    player: str
    """Who has won it."""
    pay: Payment
    """How: in money, as ``goods`` (the prize itself) or as its ``alternative`` in money."""


class RefuseClaim(PromotionCommand, frozen=True, tag="refuse-claim"):
    """Refuses to award a prize to somebody who claims it."""

    player: str
    """Who claims it."""
    value: Cents
    """What it is worth."""
    reason: str = ""
    """Why it is refused."""
    name: str = ""
    """The claimant's name."""
    address: str = ""
    """And address."""


class InformClaimant(PromotionCommand, frozen=True, tag="inform-claimant"):
    """Tells a claimant why the claim was refused."""

    player: str
    """Who claimed."""


class PostponeDraw(PromotionCommand, frozen=True, tag="postpone-draw"):
    """Postpones the draw, because its integrity is in doubt."""

    reason: str
    """What is wrong."""


class CancelDraw(PromotionCommand, frozen=True, tag="cancel-draw"):
    """Cancels the draw, because its integrity is lost."""

    reason: str
    """What is wrong."""


class ValidateDraw(PromotionCommand, frozen=True, tag="validate"):
    """Validates a draw that was postponed."""


COMMANDS: tuple[type[Command], ...] = (
    SubmitTerms,
    PublishTerms,
    StartPromotion,
    ApproveAmendment,
    AmendTerms,
    EnterPromotion,
    AppointScrutineer,
    DrawWinners,
    NotifyWinner,
    ChoosePayment,
    AwardPrize,
    RefuseClaim,
    InformClaimant,
    PostponeDraw,
    CancelDraw,
    ValidateDraw,
    RaiseDispute,
    DecideDispute,
    AskReview,
    LodgeComplaint,
    AcknowledgeNotice,
)
"""Every command of a promotion."""
