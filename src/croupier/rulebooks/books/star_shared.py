"""Sections 19 and 20, tournaments and promotions, which two rulebooks of the same casino share.

Star Blackjack and Blackjack Challenge have them under the same numbers, except for the game.
"""

from croupier.rulebooks.catalogue import Catalogue, Says, catalogue
from croupier.rulebooks.law.promotions import (
    AfterStart,
    Payment,
    PrizeDetails,
    PrizeKind,
    PromotionLaw,
)
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.tournaments import (
    ContestWagerLaw,
    EntryLaw,
    NoShow,
    OrderLaw,
    PlacingLaw,
    PoolLaw,
    SeatLaw,
    ShortWager,
    TournamentLaw,
    UndisclosedLaw,
)


def section_20(book: Catalogue) -> PromotionLaw:
    """Return section 20, promotional prizes, under the clause numbers of both rulebooks."""
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
    """Return what the terms must state."""
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
    """Return what the terms must state about prizes in kind."""
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


def section_19(book: Catalogue, *switched_off: str) -> TournamentLaw:
    """Return section 19, tournaments, under the clause numbers of both rulebooks."""
    rule, says = book.rule, book.says
    return TournamentLaw(
        prevails=says("tournament rules go before the others", "19.2.1"),
        switched_off=rule(switched_off, "19.2.1"),
        entries=_entries(book),
        pool=PoolLaw(
            fee=says("a fee may be charged, and the operator may add to the pool", "19.3.1"),
            all_paid_out=says("every fee is in the pool, and the pool is for winners", "19.3.2"),
            not_refunded=says("fees go back only where the conditions say so", "19.3.2"),
            free_withdrawal=says("until a stated time leaving costs nothing", "19.4.2(i)"),
            guaranteed=says("the pool may be guaranteed", "19.3.3"),
            cancelled=rule(Role.GAMING_MANAGER, "19.3.4", "19.3.3"),
        ),
        seats=_seats(book),
        wagers=_wagers(book),
        places=PlacingLaw(
            progress=says("how many go on is known from the start", "19.10.1"),
            winner=says("most chips at the table", "19.10.2"),
            play_off=says(
                "those who are level play on, counted after each round", "19.10.3", "def:play-off"
            ),
            same_round=says("chips left, then the larger wager, then later taken", "19.10.4"),
            counted=says("the chips are counted, recorded, and the result announced", "19.5.8"),
            counted_any_time=says("the manager may have all chips counted", "19.11.3"),
            missing_chips=says("chips that did not come back are reported", "19.5.9"),
            ended_early=says("once it is known who goes on", "19.5.5.1", "19.5.5"),
            all_agree=says("where chips are turned to cash, if all agree", "19.5.5.2"),
            buy_backs=says("as the conditions say, if they do", "19.4.2(g)"),
        ),
        no_advice=says("players give and take no advice", "19.11.1"),
        disputes=rule(Role.TOURNAMENT_MANAGER, "19.11.2"),
        only={
            "commission": says("0, as all fees are in the pool", "19.3.2"),
            "unit": says("the minimum", "19.6.14"),
            "ties": says("play-off", "19.10.3"),
            "format": says("progress", "19.10.2"),
            "sit-and-go": says("0, as sessions have a starting time", "19.5.3"),
        },
    )


def _entries(book: Catalogue) -> EntryLaw:
    rule, says = book.rule, book.says
    return EntryLaw(
        published=rule(Role.GAMING_MANAGER, "19.4.1", "19.4.2"),
        statements={
            "entry-fee": says("the fee", "19.4.2(a)"),
            "chips": says("the chips for a session", "19.4.2(b)"),
            "compulsory-wager": says("whether every round has a wager", "19.4.2(c)"),
            "minimum": says("the least wager, and when it rises", "19.4.2(d)"),
            "maximum": says("the most, and when it rises", "19.4.2(d)"),
            "sessions": says("sessions, tables, rounds, who goes on", "19.4.2(e)", "19.10.1"),
            "seating": says("how seats are found", "19.4.2(f)"),
            "order-of-wagering": says("whether the marker is used", "19.4.2(f)", "19.9.1"),
            "pass-cards": says("how many pass cards", "19.4.2(f)", "19.7.1"),
            "undisclosed-wagers": says("how many forms", "19.4.2(f)", "19.8.1"),
            "buy-backs": says("whether and when the eliminated come back", "19.4.2(g)"),
            "eligibility": says("who may enter", "19.4.2(h)(i)", "19.4.2(h)"),
            "withdraw-until": says("until when leaving is free", "19.4.2(i)"),
            "entry-method": says("how to enter", "19.4.2(i)"),
            "minimum-players": says("the fewest entrants", "19.4.2(i)"),
            "maximum-players": says("the most entrants", "19.4.2(i)"),
            "prizes": says("the prizes", "19.4.2(j)"),
            "payment": says("how they are paid", "19.4.2(j)"),
            "conducted-by-rules": says(
                "the Tournament Manager conducts it; where the conditions and the rules of the "
                "game differ, the rules count",
                "19.4.2(k)",
            ),
        },
        manager=rule(Role.GAMING_MANAGER, "def:tournament-manager"),
        run_by=rule(Role.TOURNAMENT_MANAGER, "def:tournament-manager"),
        designated=rule(Role.TOURNAMENT_MANAGER, "19.5.1"),
        agreement=says("the manager may want an agreement in writing", "19.4.3"),
        one_entry=says("an entrant has filed a form and paid the fee, once", "def:tournament"),
        numbers=says("within the numbers that the conditions state", "19.4.2(i)"),
        refusable=says("any application may be refused, where that is stated", "19.4.2(h)(ii)"),
        selection=says("criteria of selection, if there are any", "19.4.2(h)(iii)"),
    )


def _seats(book: Catalogue) -> SeatLaw:
    rule, says = book.rule, book.says
    return SeatLaw(
        drawn=says("the manager says how tables and places are given out", "19.5.4"),
        assigned=says("the manager may assign them", "19.5.4"),
        exclusive=says("the tables of a session are for its players alone", "19.5.2"),
        moved=says("a start may be moved, with notice", "19.5.3"),
        substitutes=says("who sits where is for the manager to say", "19.5.4"),
        no_show=rule(NoShow.ABSENT, "19.5.6"),
        deducted=rule(3, "19.5.6.1"),
        grounds={
            "absent": says("absent when play was on", "19.5.6.2"),
            "no-wager": says("able to wager, and did not", "19.6.4"),
            "added-chips": says("added to the chips, or tried to", "19.6.5"),
            "hid-chips": says("hid chips: this one must be disqualified", "19.6.7"),
            "advice": says("gave or asked for advice", "19.5.7", "19.11.4", "19.11.1"),
            "breach": says("broke a rule", "19.5.7", "19.11.4"),
        },
        refundable="absent",
        disqualified_by=rule(Role.TOURNAMENT_MANAGER, "19.5.7", "19.11.4"),
        kept_in_seat=says("5.8 and 18.9 do not hold", "19.2.1"),
    )


def _wagers(book: Catalogue) -> ContestWagerLaw:
    rule, says = book.rule, book.says
    return ContestWagerLaw(
        chips_only=says("tournament chips and nothing else", "19.6.1", "19.6.8"),
        too_few=says("so many as the player has", "19.6.1"),
        allotment=says("everybody starts a session with as many", "19.6.2"),
        no_buy_in=says("who has not bought in is out, and the fee stays", "19.6.3"),
        compulsory=says("a wager in every round, or a pass card", "19.6.4"),
        no_additions=says("chips come from winning alone", "19.6.5"),
        no_exchange=says("chips stay in view, and are not passed around", "19.6.6"),
        kept_by_operator=says(
            "what is left after a session is the operator's, and no money",
            "19.6.9",
            "def:tournament-chips",
        ),
        own_position=says("from the place that was allotted", "19.6.10"),
        timed=rule(True, "19.6.11"),
        late=says("the minimum", "19.6.12"),
        unable=says("who cannot wager the minimum is out", "19.6.13"),
        short=rule(ShortWager.MADE_UP, "19.6.14"),
        limits=says("limits move only as was told beforehand", "19.6.15"),
        pass_cards=says("the same number for each, one instead of a wager", "19.7.1"),
        undisclosed=UndisclosedLaw(
            provided=says("as many forms as the conditions say", "19.8.1"),
            written=says("type and amount, on a form for the supervisor", "19.8.2.1", "19.8.2"),
            own_care=says("each player sees to the form", "19.8.2.2"),
            within=says("within the limits, and within the player's chips", "19.8.2.3"),
            with_chips=says("beside an open wager, if the chips are there for both", "19.8.2.4"),
            examined=says("the supervisor examines it and puts an indicator down", "19.8.2.5"),
            announced=says(
                "secret until after the round: then it is announced, placed, and settled",
                "19.8.2.6",
                "def:undisclosed-wager",
            ),
            below=says("counts as the minimum", "19.8.3.1", "19.8.3"),
            above=says("counts as the maximum", "19.8.3.2", "19.8.3"),
            too_much=says("counts as all chips, or the maximum if lower", "19.8.3.3", "19.8.3"),
            incomplete=says("costs a minimum", "19.8.3.4", "19.8.3"),
            shown=says("others may see the form until the next first card", "19.8.4"),
        ),
        order=OrderLaw(
            provided=says("an order of wagering, where the conditions have one", "19.9.1"),
            marker=says("on box 1 first, on the next with each round", "19.9.2"),
            first=says("from the marker, clockwise", "19.9.4"),
            out_of_turn=says("a wager out of turn is taken back", "19.9.5"),
            final=says("a wager made in turn stays", "19.9.6"),
            deals=says("cards and decisions may start at the marker too", "19.9.3"),
        ),
    )


TOURNAMENTS = section_19(
    catalogue("star-blackjack"), "18.9", "16.15", "5.8", "5.4", "6.6", "6.5", "6.3", "6.2"
)
"""Readings S3, S4: 16.15 is off as it says; the limits of one player are off with the others."""
