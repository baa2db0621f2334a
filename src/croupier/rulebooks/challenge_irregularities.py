"""Blackjack Challenge, sections 16 to 18: irregularities, failing devices, conduct."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.irregularity_law import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FoundLater,
    IrregularityLaw,
    MisdealLaw,
    OversightLaw,
    PaidAlready,
    SpareCard,
    StrayCardLaw,
    TransferLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.roles import Role

Rule = catalogue("blackjack-challenge").rule

STRAY = StrayCardLaw(
    faced=Rule("burned, and play goes on", "16.1"),
    drawn=Rule("counts as the next card", "16.2"),
    burned=Rule(BurnedInError.NEXT_CARD, "16.2"),
    burned_late=Rule(BurnedInError.STAYS_BURNED, "16.16"),
    refused=Rule("no more cards this round, but those that must be drawn", "16.3"),
    refused_by_all=Rule("the dealer's next card", "16.4"),
    exposed_to_dealer=Rule(SpareCard.BURNED, "16.5"),
    unseen_to_dealer=Rule(SpareCard.UNDER_SHOE, "16.6"),
    no_wagers=Rule("void, and what was shown is burned", "16.7"),
)

MISDEAL = MisdealLaw(
    reconstructed=Rule("the cards go where they should have gone, and the result counts", "16.8"),
    void=Rule(Role.SUPERVISOR, "16.8"),
    paid_already=Rule(PaidAlready.STANDS, "16.8"),
    paid_in_tournament=Rule(PaidAlready.REPAID, "19.2.2.1", "19.2.2"),
    goes_on=Rule("play goes on with the cards that are left", "16.8.1"),
    found_later=Rule(FoundLater.STANDS, "16.8"),
)

OVERSIGHT = OversightLaw(
    absent=Rule(11, "16.10"),
    cut=Rule("the round is finished, then the cards are shuffled and cut", "16.11"),
    burn=Rule("the card stays in play", "16.12"),
    shuffle=Rule("the round is finished, then the cards are shuffled and cut", "16.13"),
    discards=Rule("they stay in the rack until the next initial deal is done", "16.14"),
)

WRONG_CARDS = WrongCardsLaw(
    found=Rule("a card is missing, or does not belong", "16.15"),
    earlier_rounds=Rule("stand", "16.15.1"),
    void=Rule("the round is void, what was paid during it stands", "16.15.2"),
    paid_in_tournament=Rule(PaidAlready.REPAID, "19.2.2.1", "19.2.2"),
    checked=Rule("the shoe is void and all decks are checked at the table", "16.15.3"),
    notified=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "16.15.4"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "3.4"),
    suspected=Rule(Role.SUPERVISOR, "16.1.1"),
    suspected_with_shoe=True,
)

IRREGULAR = IrregularityLaw(stray=STRAY, misdeal=MISDEAL, oversight=OVERSIGHT)

DEVICE_FAILURE = TransferLaw(
    in_use=Rule("a shuffling device is in use", "17.1.1", "17.1"),
    during_round=Rule("it fails when at least one card of a round is dealt", "17.1.2"),
    nobody_harmed=Rule("to nobody's disadvantage", "17.1.3"),
    spare=Rule("another device is at hand", "17.1.4"),
    practicable=Rule("and the cards can be moved to it", "17.1.5"),
    undamaged=Rule("no card is damaged: all are moved and the game goes on", "17.2"),
    damaged=Rule("cards are damaged", "17.3"),
    damaged_removed=Rule("they are taken out of play", "17.3.1"),
    transferred=Rule("the others are moved", "17.3.2"),
    damaged_replaced=Rule("replacements from a new deck join them", "17.3.3"),
    goes_on=Rule("the game goes on", "17.3.4"),
    harmed=Rule("the round ends and every wager goes back; earlier rounds stand", "17.4"),
    no_spare=Rule("no other device, or no way to move the cards", "17.5"),
    take_back=Rule("each player may take the wagers of the round back", "17.5.1"),
    emptied=Rule("the cards left come out of the device", "17.5.2"),
    replaced=Rule("damaged cards are replaced from a new deck", "17.5.3"),
    shuffled=Rule("the cards are shuffled and cut", "17.5.4"),
    finished=Rule("the others finish the round from a card shoe", "17.5.5"),
    with_shoe=Rule("the game stays with the shoe until a device is there", "17.5.6"),
)

CONDUCT = ConductLaw(
    prohibited=(Rule("no device that records, predicts or calculates", "18.1"),),
    exempt=Rule("staff and inspectors on duty", "18.2"),
    sanctioned=Rule(Role.SUPERVISOR, "18.3"),
    wagers_void=Rule("their wagers are void", "18.3.1"),
    excluded=Rule("they are out of the game", "18.3.2"),
    excluded_from_casino=Rule("they are out of the casino", "18.3.3"),
    detained=Rule("until an inspector or the police take over", "18.3.4"),
    invalidated=Rule(Role.SUPERVISOR, "18.4"),
    disrupted=Rule("commotion, fire, riot, brawl, robbery, act of God", "18.4.1"),
    fraud=Rule("fraud that a supervisor finds to have mattered", "18.4.2"),
    refunded=Rule("wagers may be refunded", "18.5"),
    refund_discretionary=True,
    forfeited=Rule(Role.SUPERVISOR, "18.5"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "18.12"),
        review=Rule(Role.ASSISTANT_GAMING_MANAGER, "18.12"),
        final=Rule("the operator's decision is final", "18.13"),
        complaint=Rule(Role.INSPECTOR, "18.13"),
    ),
    rules_copy=Rule("on request", "18.14"),
)
