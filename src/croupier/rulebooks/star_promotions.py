"""Section 20 of Star Blackjack and of Blackjack Challenge: promotional prizes.

The two rulebooks have the section word for word, so it is written once, for either's catalogue.
"""

from croupier.rulebooks.catalogue import Catalogue, Says, catalogue
from croupier.rulebooks.promotion_law import (
    AfterStart,
    Payment,
    PrizeDetails,
    PrizeKind,
    PromotionLaw,
)
from croupier.rulebooks.roles import Role


def section_20(book: Catalogue) -> PromotionLaw:
    """The whole section, under the numbers that both rulebooks give its clauses."""
    rule, says = book.rule, book.says
    return PromotionLaw(
        offered=rule(Role.GAMING_MANAGER, "20.1"),
        scrutineer=rule(10_000_00, "20.2"),
        no_alternative=rule(frozenset({PrizeKind.SLOTS_DOLLARS, PrizeKind.CASINO_DOLLARS}), "20.3"),
        alternative_stated=rule(True, "20.3"),
        winners_choice=rule(10_000_00, "20.4"),
        ways_to_choose=rule(
            frozenset({Payment.CASH, Payment.CHEQUE, Payment.TRANSFER, Payment.COMBINATION}), "20.4"
        ),
        forbidden={
            PrizeKind.TOBACCO: says("no tobacco", "20.5.1", "20.5"),
            PrizeKind.FIREARM: says("no firearm, nor what looks like one", "20.5.2", "20.5"),
            PrizeKind.WEAPON: says("no prohibited weapon", "20.5.3", "20.5"),
            PrizeKind.PRESCRIBED: says("nothing that regulations name", "20.5.5", "20.5"),
        },
        most_litres=rule(20, "20.5.4", "20.5"),
        published=says("terms to be had, and advertising that refers to them", "20.6"),
        statements=_statements(book),
        details=_details(book),
        notified_hours=rule(48, "20.8"),
        methods={
            "face-to-face": says("in person", "20.8.1", "20.8"),
            "mail": says("by post", "20.8.2", "20.8"),
            "telephone": says("by phone", "20.8.3", "20.8"),
            "email": says("by e-mail", "20.8.4", "20.8"),
        },
        submitted_hours=rule(24, "20.9"),
        amended=rule(AfterStart.APPROVAL, "20.9.1"),
        claimant_told=says("and the reason is given", "20.10"),
        claims_kept=rule(100_00, "20.10.1"),
        dispute=rule(Role.GAMING_MANAGER, "20.11"),
        complaint=rule(Role.INSPECTOR, "20.11"),
        compromised_hours=rule(0, "20.12"),
    )


def _statements(book: Catalogue) -> dict[str, Says]:
    """What the terms must say."""
    says = book.says
    return {
        "manner": says("how the prize is awarded", "20.7.1", "20.7"),
        "award": says("when and where", "20.7.2", "20.7.7", "20.7"),
        "eligibility": says("who may win it", "20.7.3", "20.7"),
        "minimum-wager": says("what must be wagered for it, if anything", "20.7.4", "20.7"),
        "nature": says("what it is, with all reservations and guarantees", "20.7.5", "20.7"),
        "entries-close": says("until when one may enter", "20.7.6", "20.7"),
        "starts": says("when it begins", "20.7.7", "20.7"),
        "draw": says("when the draw is", "20.7.7", "20.7"),
        "claim": says("how the prize is claimed", "20.7.8", "20.7"),
        "presence-required": says("whether one must be there", "20.7.8", "20.7"),
        "notification": says("how the winner is told", "20.7.9", "20.7"),
        "publication": says("how the results are made known", "20.7.10", "20.7"),
        "prizes": says("each prize and its value", "20.7.11", "20.7"),
    }


def _details(book: Catalogue) -> dict[PrizeKind, PrizeDetails]:
    """What they must say of prizes that are things."""
    says = book.says
    return {
        PrizeKind.APPLIANCE: PrizeDetails(
            says=says("machinery and appliances are described", "20.7.11.1", "20.7.11"),
            parts={
                "make": says("the make", "20.7.11.1(i)", "20.7.11.1"),
                "model": says("the model", "20.7.11.1(ii)", "20.7.11.1"),
                "accessories": says("what comes with it", "20.7.11.1(iii)", "20.7.11.1"),
            },
        ),
        PrizeKind.VEHICLE: PrizeDetails(
            says=says("vehicles are described", "20.7.11.2", "20.7.11"),
            parts={
                "make": says("the make", "20.7.11.2(i)", "20.7.11.2"),
                "model": says("the model", "20.7.11.2(ii)", "20.7.11.2"),
                "accessories": says("what comes with it", "20.7.11.2(iii)", "20.7.11.2"),
                "on-road-costs": says("who registers it", "20.7.11.2(iv)", "20.7.11.2"),
            },
        ),
        PrizeKind.TRAVEL: PrizeDetails(
            says=says("journeys are described", "20.7.11.3", "20.7.11"),
            parts={
                "persons": says("how many may go", "20.7.11.3(i)", "20.7.11.3"),
                "included": says("fares, lodging, meals", "20.7.11.3(ii)", "20.7.11.3"),
                "restrictions": says("when they may go", "20.7.11.3(iii)", "20.7.11.3"),
                "spending-money": says("money to spend", "20.7.11.3(iv)", "20.7.11.3"),
            },
        ),
        PrizeKind.REAL_ESTATE: PrizeDetails(
            says=says("houses and land are described", "20.7.11.4", "20.7.11"),
            parts={
                "dwelling": says("what kind of house", "20.7.11.4(i)", "20.7.11.4"),
                "plans": says("its plans", "20.7.11.4(ii)", "20.7.11.4"),
                "contract": says("the contract", "20.7.11.4(iii)", "20.7.11.4"),
                "easements": says("rights that others have", "20.7.11.4(iv)", "20.7.11.4"),
                "address": says("where it is", "20.7.11.4(v)", "20.7.11.4"),
                "included": says("fees, fittings, furniture", "20.7.11.4(vi)", "20.7.11.4"),
            },
        ),
    }


PROMOTIONS = section_20(catalogue("star-blackjack"))
"""The section of Star Blackjack."""
