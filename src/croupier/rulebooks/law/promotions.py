"""The types of the law about promotional prizes: what is published, and how prizes are paid."""

from enum import Enum

import msgspec

from croupier.money import Cents
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.law.roles import Role


class PrizeKind(Enum):
    """What a prize consists of."""

    CASH = "cash"
    CASINO_DOLLARS = "casino-dollars"
    SLOTS_DOLLARS = "slots-dollars"
    GOODS = "goods"
    LIQUOR = "liquor"
    APPLIANCE = "appliance"
    """Machinery too."""
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real-estate"
    TOBACCO = "tobacco"
    FIREARM = "firearm"
    """Ammunition and imitations too."""
    WEAPON = "weapon"
    PRESCRIBED = "prescribed"
    """Anything that regulations name."""

    def __str__(self) -> str:
        return self.value


class Payment(Enum):
    """How a prize is handed over."""

    CASH = "cash"
    CHEQUE = "cheque"
    TRANSFER = "transfer"
    COMBINATION = "combination"
    """Part of it in cash, the rest otherwise."""
    GOODS = "goods"
    """The prize itself."""
    ALTERNATIVE = "alternative"
    """Its value in money instead of the prize."""


class AfterStart(Enum):
    """What a change of the terms needs once the promotion has started."""

    APPROVAL = "approval"
    """The regulator's word beforehand."""
    RESUBMISSION = "resubmission"
    """The new terms are given to the regulator afterwards."""


class PrizeDetails(msgspec.Struct, frozen=True, kw_only=True):
    """What the terms also say of one kind of prize."""

    says: Says
    parts: dict[str, Says]
    """Each thing that the terms must say, by its name in them."""


class PromotionLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Promotional prizes."""

    offered: Rule[Role]
    """Who acts for the operator."""
    scrutineer: Rule[Cents]
    """A prize above this value has its draw overseen."""
    no_alternative: Rule[frozenset[PrizeKind]]
    """Prizes for which nobody is given money instead."""
    alternative_stated: Rule[bool]
    """Whether money is given instead of a prize only where the terms say so."""
    winners_choice: Rule[Cents] | None = None
    """The winner of a cash prize above this says how it is paid; none where none is paid."""
    ways_to_choose: Rule[frozenset[Payment]] | None = None
    """Between these ways."""
    never_paid: Rule[frozenset[Payment]] | None = None
    """Ways in which no prize is handed over; none where all may be."""
    forbidden: dict[PrizeKind, Says]
    """What no prize may be."""
    most_litres: Rule[int]
    """No prize has more liquor than this."""
    published: Says
    """The terms are available, and advertising of the promotion refers to them."""
    statements: dict[str, Says]
    """What the terms must say, by the name of the term."""
    details: dict[PrizeKind, PrizeDetails]
    notified_hours: Rule[int]
    """How long after the draw an absent winner must have been notified."""
    methods: dict[str, Says]
    """How a winner is notified."""
    submitted_hours: Rule[int]
    """How long before the start the regulator must have the terms."""
    amended: Rule[AfterStart]
    claimant_told: Says
    """A person who is refused a prize is given the reason."""
    claims_kept: Rule[Cents]
    """Of a refused claim above this, name and address are kept too."""
    dispute: Rule[Role]
    """Who decides a dispute, finally."""
    complaint: Rule[Role]
    """To whom a person may go who is not satisfied."""
    compromised_hours: Rule[int]
    """How soon the inspector hears of a draw that is postponed or cancelled; 0 for at once."""
