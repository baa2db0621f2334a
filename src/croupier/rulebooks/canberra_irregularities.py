"""Canberra Blackjack, sections 14, 16 and 18: irregularities, conduct, the automated shoe."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.irregularity_law import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FinishFromShoeLaw,
    FoundLater,
    IrregularityLaw,
    MisdealLaw,
    OversightLaw,
    PaidAlready,
    SpareCard,
    StrayCardLaw,
)
from croupier.rulebooks.prohibitions import Ground, Prohibition
from croupier.rulebooks.roles import Cutter, Role

BOOK = catalogue("canberra-blackjack")
Rule, Says = BOOK.rule, BOOK.says

STRAY = StrayCardLaw(
    faced=Says("burned", "14.1", "def:burn"),
    drawn=Says("counts as the next card, seen or not", "14.2"),
    burned=Rule(BurnedInError.STAYS_BURNED, "14.2"),
    burned_late=Rule(BurnedInError.STAYS_BURNED, "14.2"),
    refused_by_all=Says("counts as the next card, for the dealer too", "14.2"),
    exposed_to_dealer=Rule(SpareCard.BURNED, "14.3"),
    unseen_to_dealer=Rule(SpareCard.BURNED, "14.3"),
    unneeded=Rule(SpareCard.NEXT_CARD, "14.2"),  # it was not drawn to the dealer's hand: C32
    early_to_dealer=Says("burned", "14.3"),  # reading C16
)

MISDEAL = MisdealLaw(  # where it cannot be reconstructed, 16.3: reading C14
    reconstructed=Says("the cards go where they should have gone", "14.4"),
    void=Rule(Role.SUPERVISOR, "16.3", "def:void"),
    paid_already=Rule(PaidAlready.REPAID, "def:void"),
    found_later=Rule(FoundLater.ROUND_VOID, "14.5"),
)

OVERSIGHT = OversightLaw(
    absent=Rule(11, "14.7"),
    shuffle=Says("rounds dealt past the cutting card stand, and the last is finished", "14.8"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "2.2"),
    replacements=Says("supervisor and dealer check them", "2.4"),
    one_card=Rule(Role.SUPERVISOR, "2.4"),
    one_card_anytime=True,
)

IRREGULAR = IrregularityLaw(stray=STRAY, misdeal=MISDEAL, oversight=OVERSIGHT)

DEVICE_FAILURE = FinishFromShoeLaw(
    failed=Says("during a round, and it cannot be put right", "18.3"),
    finished=Says("the round is finished", "18.3(a)"),
    shuffled=Says("the cards left are taken out and shuffled", "18.3(a)(i)"),
    cut=Rule(Cutter.RIGHTMOST, "18.3(a)(ii)"),
    from_shoe=Says("an ordinary shoe serves for the rest", "18.3(a)(iii)"),
    new_cards=Says("then new cards come, and another shoe if need be", "18.3(b)"),
    meant=Says("a fault that hinders the shuffling or spoils cards", "18.4"),
)

FORBIDDEN = (
    Prohibition(
        ground=Ground.STAFF_ADVICE,
        says=Says("staff do not tell players how to play", "16.5(a)", "16.5"),
        unless=Says("what keeps a player to the rules", "16.5(a)"),
    ),
    Prohibition(
        ground=Ground.ADVANTAGE,
        says=Says("staff give nobody an advantage and change no chances", "16.5(b)", "16.5"),
    ),
    Prohibition(
        ground=Ground.PROCEDURE,
        says=Says("staff see to it that the game goes by its procedures", "16.5(c)", "16.5"),
    ),
    Prohibition(
        ground=Ground.ADVICE,
        says=Says("nobody directs or sways another's play, asked or not", "16.7"),
    ),
    Prohibition(
        ground=Ground.PRIVATE_BET,
        says=Says("players do not bet among themselves", "16.8"),
    ),
)

CONDUCT = ConductLaw(
    prohibited=(Says("what these rules forbid", "16.2"),),
    any_breach=True,
    forbidden=FORBIDDEN,
    sanctioned=Rule(Role.SUPERVISOR, "16.2"),
    wagers_void=Says("their wagers are void", "16.2(a)", "def:void"),
    excluded=Says("they are out of the game", "16.2(b)"),
    invalidated=Rule(Role.SUPERVISOR, "16.1", "16.3"),
    disrupted=Says("commotion, fire, riot, brawl, robbery or the like", "16.1"),
    fraud=Says("fraud that mattered", "16.3"),
    impractical=Says("a round that cannot go on", "16.3"),
    refunded=Says("as though the round had not been", "def:void", "16.1", "16.3"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "16.4"),
        final=Says("the operator's decision is final", "16.4"),
        complaint=Rule(Role.REGULATOR, "16.4"),
    ),
    rules_copy=Says("on request", "16.9"),
)
