"""Blackjack Challenge, section 20: promotional prizes."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.promotion_law import (
    AfterStart,
    Payment,
    PrizeDetails,
    PrizeKind,
    PromotionLaw,
)
from croupier.rulebooks.roles import Role

BOOK = catalogue("blackjack-challenge")
Rule, Says = BOOK.rule, BOOK.says

STATEMENTS = {
    "manner": Says("how the prize is awarded", "20.7.1", "20.7"),
    "award": Says("when and where", "20.7.2", "20.7"),
    "eligibility": Says("who may win it", "20.7.3", "20.7"),
    "minimum-wager": Says("what must be wagered for it, if anything", "20.7.4", "20.7"),
    "nature": Says("what it is, with all reservations and guarantees", "20.7.5", "20.7"),
    "entries-close": Says("until when one may enter", "20.7.6", "20.7"),
    "starts": Says("when it begins", "20.7.7", "20.7"),
    "draw": Says("when the draw is", "20.7.7", "20.7"),
    "claim": Says("how the prize is claimed", "20.7.8", "20.7"),
    "presence-required": Says("whether one must be there", "20.7.8", "20.7"),
    "notification": Says("how the winner is told", "20.7.9", "20.7"),
    "publication": Says("how the results are made known", "20.7.10", "20.7"),
    "prizes": Says("each prize and its value", "20.7.11", "20.7"),
}

DETAILS = {
    PrizeKind.APPLIANCE: PrizeDetails(
        says=Says("machinery and appliances are described", "20.7.11.1", "20.7.11"),
        parts={
            "make": Says("the make", "20.7.11.1(i)", "20.7.11.1"),
            "model": Says("the model", "20.7.11.1(ii)", "20.7.11.1"),
            "accessories": Says("what comes with it", "20.7.11.1(iii)", "20.7.11.1"),
        },
    ),
    PrizeKind.VEHICLE: PrizeDetails(
        says=Says("vehicles are described", "20.7.11.2", "20.7.11"),
        parts={
            "make": Says("the make", "20.7.11.2(i)", "20.7.11.2"),
            "model": Says("the model", "20.7.11.2(ii)", "20.7.11.2"),
            "accessories": Says("what comes with it", "20.7.11.2(iii)", "20.7.11.2"),
            "on-road-costs": Says("who registers it", "20.7.11.2(iv)", "20.7.11.2"),
        },
    ),
    PrizeKind.TRAVEL: PrizeDetails(
        says=Says("journeys are described", "20.7.11.3", "20.7.11"),
        parts={
            "persons": Says("how many may go", "20.7.11.3(i)", "20.7.11.3"),
            "included": Says("fares, lodging, meals", "20.7.11.3(ii)", "20.7.11.3"),
            "restrictions": Says("when they may go", "20.7.11.3(iii)", "20.7.11.3"),
            "spending-money": Says("money to spend", "20.7.11.3(iv)", "20.7.11.3"),
        },
    ),
    PrizeKind.REAL_ESTATE: PrizeDetails(
        says=Says("houses and land are described", "20.7.11.4", "20.7.11"),
        parts={
            "dwelling": Says("what kind of house", "20.7.11.4(i)", "20.7.11.4"),
            "plans": Says("its plans", "20.7.11.4(ii)", "20.7.11.4"),
            "contract": Says("the contract", "20.7.11.4(iii)", "20.7.11.4"),
            "easements": Says("rights that others have", "20.7.11.4(iv)", "20.7.11.4"),
            "address": Says("where it is", "20.7.11.4(v)", "20.7.11.4"),
            "included": Says("fees, fittings, furniture", "20.7.11.4(vi)", "20.7.11.4"),
        },
    ),
}

PROMOTIONS = PromotionLaw(
    offered=Rule(Role.GAMING_MANAGER, "20.1"),
    scrutineer=Rule(10_000_00, "20.2"),
    no_alternative=Rule(frozenset({PrizeKind.SLOTS_DOLLARS, PrizeKind.CASINO_DOLLARS}), "20.3"),
    alternative_stated=Rule(True, "20.3"),
    winners_choice=Rule(10_000_00, "20.4"),
    ways_to_choose=Rule(
        frozenset({Payment.CASH, Payment.CHEQUE, Payment.TRANSFER, Payment.COMBINATION}), "20.4"
    ),
    forbidden={
        PrizeKind.TOBACCO: Says("no tobacco", "20.5.1", "20.5"),
        PrizeKind.FIREARM: Says("no firearm, nor what looks like one", "20.5.2", "20.5"),
        PrizeKind.WEAPON: Says("no prohibited weapon", "20.5.3", "20.5"),
        PrizeKind.PRESCRIBED: Says("nothing that regulations name", "20.5.5", "20.5"),
    },
    most_litres=Rule(20, "20.5.4", "20.5"),
    published=Says("terms to be had, and advertising that refers to them", "20.6"),
    statements=STATEMENTS,
    details=DETAILS,
    notified_hours=Rule(48, "20.8"),
    methods={
        "face-to-face": Says("in person", "20.8.1", "20.8"),
        "mail": Says("by post", "20.8.2", "20.8"),
        "telephone": Says("by phone", "20.8.3", "20.8"),
        "email": Says("by e-mail", "20.8.4", "20.8"),
    },
    submitted_hours=Rule(24, "20.9"),
    amended=Rule(AfterStart.APPROVAL, "20.9.1"),
    claimant_told=Says("and the reason is given", "20.10"),
    claims_kept=Rule(100_00, "20.10.1"),
    dispute=Rule(Role.GAMING_MANAGER, "20.11"),
    complaint=Rule(Role.INSPECTOR, "20.11"),
    compromised_hours=Rule(0, "20.12"),
)
"""The whole section."""
