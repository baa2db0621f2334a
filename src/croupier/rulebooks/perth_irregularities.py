"""Perth Blackjack, sections 7 and 8: irregularities, a failing shuffler, conduct."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.irregularity_law import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FoundLater,
    InsuranceUntil,
    IrregularityLaw,
    MisdealLaw,
    OversightLaw,
    PaidAlready,
    SpareCard,
    StrayCardLaw,
    VoidHandsLaw,
)
from croupier.rulebooks.prohibitions import Ground, Moment, Prohibition
from croupier.rulebooks.roles import Role

BOOK = catalogue("perth-blackjack")
Rule, Says = BOOK.rule, BOOK.says

STRAY = StrayCardLaw(
    faced=Says("burned", "7.1"),
    drawn=Says("counts as the next card", "7.2"),
    burned=Rule(BurnedInError.NEXT_CARD, "7.2"),
    burned_late=Rule(BurnedInError.NEXT_CARD, "7.2"),
    refused=Says("no more cards this round, but those that must be drawn", "7.2(a)"),
    refused_by_all=Says("the dealer's next card", "7.2(b)"),
    exposed_to_dealer=Rule(SpareCard.NEXT_CARD, "7.2"),
    unseen_to_dealer=Rule(SpareCard.NEXT_CARD, "7.2"),
)
"""Reading P11: who refuses a card with less than twelve must draw all the same."""

MISDEAL = MisdealLaw(
    reconstructed=Says("the cards go where they should have gone", "7.3"),
    void=Rule(Role.SUPERVISOR, "7.3"),
    hand_by_hand=True,
    paid_already=Rule(PaidAlready.REPAID, "7.3"),
    found_later=Rule(FoundLater.HAND_MAY_BE_VOID, "7.9", "7.3"),
    side_bets_valid=Says("decided as ever", "7.7"),
)

OVERSIGHT = OversightLaw(
    absent=Rule(11, "7.5"),
    insurance=Rule(Role.GAMING_MANAGER, "7.8"),
    insurance_until=InsuranceUntil.OWN_THIRD_CARD,
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "2.6"),
    replacements=Says("they are checked, shuffled and cut", "2.6"),
    one_card=Rule(Role.SUPERVISOR, "2.6"),
)

IRREGULAR = IrregularityLaw(stray=STRAY, misdeal=MISDEAL, oversight=OVERSIGHT)

DEVICE_FAILURE = VoidHandsLaw(void=Rule(Role.GAMING_MANAGER, "7.6"))

FORBIDDEN = (
    Prohibition(
        ground=Ground.HANDLING_CARDS,
        says=Says("no player or onlooker touches, takes or changes the cards", "4.7"),
        unless=Says("a player's own first cards, dealt face down", "4.7", "4.10"),
        unless_during=Moment.FACE_DOWN,
    ),
    Prohibition(
        ground=Ground.PARTNERSHIP,
        says=Says("players do not join up to go over the maximum", "8.4"),
    ),
)

CONDUCT = ConductLaw(
    prohibited=(
        Says("no such device is used", "8.7(a)", "8.7"),
        Says("nor had at hand", "8.7(b)"),
        Says("no calculator", "8.7(a)#2"),
        Says("no computer", "8.7(b)#2"),
        Says("nor any other device", "8.7(c)"),
        Says("that can record, project or analyse an outcome", "8.7(d)"),
        Says("or the chances and the way to play", "8.7(e)"),  # reading P24
    ),
    any_breach=True,
    forbidden=FORBIDDEN,
    sanctioned=Rule(Role.SUPERVISOR, "8.8"),
    wagers_void=Says("their hand and wagers are void", "8.8(a)"),
    excluded=Says("they are out of the game", "8.8(b)"),
    invalidated=Rule(Role.SUPERVISOR, "8.2"),
    disrupted=Says("commotion, fire, riot, brawl, robbery, act of God", "8.2(a)"),
    fraud=Says("fraud of a player, the dealer or both that mattered", "8.2(b)", "8.2(c)"),
    refunded=Says("the outcome is void", "8.2"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "8.9"),
        final=Says("the operator's decision is final", "8.9"),
        complaint=Rule(Role.REGULATOR, "8.9"),
    ),
)
