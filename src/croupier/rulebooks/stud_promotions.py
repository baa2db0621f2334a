"""Caribbean Stud, section 17: promotional prizes."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.promotion_law import (
    AfterStart,
    Payment,
    PrizeDetails,
    PrizeKind,
    PromotionLaw,
)
from croupier.rulebooks.roles import Role

BOOK = catalogue("caribbean-stud")
Rule, Says = BOOK.rule, BOOK.says

STATEMENTS = {
    "manner": Says("how the prize is awarded", "17.7.1", "17.7"),
    "award": Says("when and where", "17.7.2", "17.7"),
    "eligibility": Says("who may win it", "17.7.3", "17.7"),
    "minimum-wager": Says("what must be wagered for it, if anything", "17.7.4", "17.7"),
    "nature": Says("what it is, with all reservations and guarantees", "17.7.5", "17.7"),
    "entries-close": Says("until when one may enter", "17.7.6", "17.7"),
    "starts": Says("when it begins", "17.7.7", "17.7"),
    "draw": Says("when the draw is", "17.7.7", "17.7"),
    "claim": Says("how the prize is claimed", "17.7.8", "17.7"),
    "presence-required": Says("whether one must be there", "17.7.8", "17.7"),
    "notification": Says("how the winner is told", "17.7.9", "17.7"),
    "publication": Says("how the results are made known", "17.7.10", "17.7"),
    "prizes": Says("each prize and its value", "17.7.11", "17.7"),
    "disbursement": Says("in which form it is handed over", "17.4"),
}

DETAILS = {
    PrizeKind.APPLIANCE: PrizeDetails(
        says=Says("machinery and appliances are described", "17.7.11.1", "17.7.11"),
        parts={
            "make": Says("the make", "17.7.11.1(i)", "17.7.11.1"),
            "model": Says("the model", "17.7.11.1(ii)", "17.7.11.1"),
            "accessories": Says("what comes with it", "17.7.11.1(iii)", "17.7.11.1"),
        },
    ),
    PrizeKind.VEHICLE: PrizeDetails(
        says=Says("vehicles are described", "17.7.11.2", "17.7.11"),
        parts={
            "make": Says("the make", "17.7.11.2(i)", "17.7.11.2"),
            "model": Says("the model", "17.7.11.2(ii)", "17.7.11.2"),
            "accessories": Says("what comes with it", "17.7.11.2(iii)", "17.7.11.2"),
            "on-road-costs": Says("who registers it", "17.7.11.2(iv)", "17.7.11.2"),
        },
    ),
    PrizeKind.TRAVEL: PrizeDetails(
        says=Says("journeys are described", "17.7.11.3", "17.7.11"),
        parts={
            "persons": Says("how many may go", "17.7.11.3(i)", "17.7.11.3"),
            "included": Says("fares, lodging, meals", "17.7.11.3(ii)", "17.7.11.3"),
            "restrictions": Says("when they may go", "17.7.11.3(iii)", "17.7.11.3"),
            "spending-money": Says("money to spend", "17.7.11.3(iv)", "17.7.11.3"),
        },
    ),
    PrizeKind.REAL_ESTATE: PrizeDetails(
        says=Says("houses and land are described", "17.7.11.4", "17.7.11"),
        parts={
            "dwelling": Says("what kind of house", "17.7.11.4(i)", "17.7.11.4"),
            "plans": Says("its plans", "17.7.11.4(ii)", "17.7.11.4"),
            "contract": Says("the contract", "17.7.11.4(iii)", "17.7.11.4"),
            "easements": Says("rights that others have", "17.7.11.4(iv)", "17.7.11.4"),
            "address": Says("where it is", "17.7.11.4(v)", "17.7.11.4"),
            "included": Says("fees, fittings, furniture", "17.7.11.4(vi)", "17.7.11.4"),
        },
    ),
}

PROMOTIONS = PromotionLaw(
    offered=Rule(Role.GAMING_MANAGER, "17.1"),
    scrutineer=Rule(10_000_00, "17.2"),
    no_alternative=Rule(frozenset({PrizeKind.CASINO_DOLLARS}), "17.3"),
    alternative_stated=Rule(False, "17.3"),
    never_paid=Rule(frozenset({Payment.CASH, Payment.COMBINATION}), "17.4"),
    forbidden={
        PrizeKind.TOBACCO: Says("no tobacco", "17.5.1", "17.5"),
        PrizeKind.FIREARM: Says("no firearm, nor what looks like one", "17.5.2", "17.5"),
        PrizeKind.WEAPON: Says("no prohibited weapon", "17.5.3", "17.5"),
        PrizeKind.PRESCRIBED: Says("nothing that regulations name", "17.5.5", "17.5"),
    },
    most_litres=Rule(20, "17.5.4", "17.5"),
    published=Says("terms to be had, and advertising that refers to them", "17.6"),
    statements=STATEMENTS,
    details=DETAILS,
    notified_hours=Rule(48, "17.8"),
    methods={
        "face-to-face": Says("in person", "17.8.1", "17.8"),
        "mail": Says("by post", "17.8.2", "17.8"),
        "telephone": Says("by phone", "17.8.3", "17.8"),
        "email": Says("by e-mail", "17.8.4", "17.8"),
    },
    submitted_hours=Rule(24, "17.12"),
    amended=Rule(AfterStart.RESUBMISSION, "17.12.1"),
    claimant_told=Says("and the reason is given", "17.9"),
    claims_kept=Rule(100_00, "17.9.1", "17.9"),
    dispute=Rule(Role.GAMING_MANAGER, "17.10"),
    complaint=Rule(Role.INSPECTOR, "17.10"),
    compromised_hours=Rule(48, "17.11"),
)
"""The whole section."""
