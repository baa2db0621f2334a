"""Star Blackjack, sections 16 to 18: irregularities, failing devices, conduct."""

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
    TransferLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.prohibitions import Ground, Moment, Prohibition
from croupier.rulebooks.roles import Role

BOOK = catalogue("star-blackjack")
Rule, Says = BOOK.rule, BOOK.says

STRAY = StrayCardLaw(
    faced=Says("burned, and play goes on", "16.1"),
    drawn=Says("counts as the next card", "16.2"),
    burned=Rule(BurnedInError.STAYS_BURNED, "16.17"),
    burned_late=Rule(BurnedInError.STAYS_BURNED, "16.17"),
    refused=Says("no more cards this round, but those that must be drawn", "16.3"),
    refused_by_all=Says("the dealer's next card", "16.4"),
    exposed_to_dealer=Rule(SpareCard.BURNED, "16.5"),
    unseen_to_dealer=Rule(SpareCard.UNDER_SHOE, "16.6"),
    no_wagers=Says("void, and what was shown is burned", "16.7"),
)

MISDEAL = MisdealLaw(
    reconstructed=Says("the cards go where they should have gone, and the result counts", "16.8"),
    void=Rule(Role.SUPERVISOR, "16.8"),
    paid_already=Rule(PaidAlready.STANDS, "16.8"),
    paid_in_tournament=Rule(PaidAlready.REPAID, "19.2.2.1", "19.2.2"),
    goes_on=Says("play goes on with the cards that are left", "16.8.1"),
    found_later=Rule(FoundLater.STANDS, "16.8"),
)

OVERSIGHT = OversightLaw(
    absent=Rule(11, "16.10"),
    cut=Says("the round is finished, then the cards are shuffled and cut", "16.11"),
    burn=Says("the card stays in play", "16.12"),
    insurance=Rule(Role.DEALER, "16.13"),
    insurance_until=InsuranceUntil.DEALERS_SECOND_CARD,
    shuffle=Says("the round is finished, then the cards are shuffled and cut", "16.14"),
    discards=Says("they stay in the rack until the next initial deal is done", "16.15"),
)

WRONG_CARDS = WrongCardsLaw(
    found=Says("a card is missing, or does not belong", "16.16"),
    earlier_rounds=Says("stand", "16.16.1"),
    void=Rule(PaidAlready.STANDS, "16.16.2"),
    paid_in_tournament=Rule(PaidAlready.REPAID, "19.2.2.1", "19.2.2"),
    checked=Says("the shoe is void and all decks are checked at the table", "16.16.3"),
    notified=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "16.16.4"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "3.3"),
    device=Says("or a deck-checking device", "3.3"),
    secured=Says("under lock until they are needed", "3.4"),
    dropped=Rule(Role.SUPERVISOR, "4.6.1"),
    suspected=Rule(Role.SUPERVISOR, "16.1.1"),
)

IRREGULAR = IrregularityLaw(stray=STRAY, misdeal=MISDEAL, oversight=OVERSIGHT)

DEVICE_FAILURE = TransferLaw(
    in_use=Says("a shuffling device is in use", "17.1.1", "17.1"),
    during_round=Says("it fails when at least one card of a round is dealt", "17.1.2"),
    nobody_harmed=Says("to nobody's disadvantage", "17.1.3"),
    spare=Says("another device is at hand", "17.1.4"),
    practicable=Says("and the cards can be moved to it", "17.1.5"),
    undamaged=Says("no card is damaged: all are moved and the game goes on", "17.2"),
    damaged=Says("cards are damaged", "17.3"),
    damaged_removed=Says("they are taken out of play", "17.3.1"),
    transferred=Says("the others are moved", "17.3.2"),
    damaged_replaced=Says("replacements from a new deck join them", "17.3.3"),
    goes_on=Says("the game goes on", "17.3.4"),
    harmed=Says("the round ends and every wager goes back; earlier rounds stand", "17.4"),
    no_spare=Says("no other device, or no way to move the cards", "17.5"),
    take_back=Says("each player may take the wagers of the round back", "17.5.1"),
    replaced=Says("damaged cards are replaced from a new deck", "17.5.2"),
    shuffled=Says("the cards are shuffled and cut", "17.5.3"),
    finished=Says("the others finish the round from a card shoe", "17.5.4"),
)

FORBIDDEN = (
    Prohibition(
        ground=Ground.HANDLING_CARDS,
        says=Says("nobody touches, takes or changes the cards", "3.8"),
        unless=Says("a player's own first cards, dealt face down", "3.7", "3.6.2"),
        unless_during=Moment.FACE_DOWN,
    ),
    Prohibition(
        ground=Ground.CARDS_AWAY,
        says=Says("cards in a player's hands stay over the layout", "3.7"),
        during=Moment.FACE_DOWN,
    ),
    Prohibition(
        ground=Ground.STAFF_ADVICE,
        says=Says("staff do not tell players how to play", "18.6"),
        unless=Says("what keeps a player to the rules", "18.6"),
    ),
    Prohibition(
        ground=Ground.ADVICE,
        says=Says("nobody advises a player, or tries to sway one", "18.7"),
        unless=Says("advice that the player asked for", "18.7"),
    ),
    Prohibition(
        ground=Ground.PRIVATE_BET,
        says=Says("players and onlookers do not bet among themselves", "18.10"),
    ),
)

CONDUCT = ConductLaw(
    prohibited=(Says("no device that records, predicts or calculates", "18.1"),),
    exempt=Says("staff and inspectors on duty", "18.2"),
    forbidden=FORBIDDEN,
    sanctioned=Rule(Role.SUPERVISOR, "18.3"),
    wagers_void=Says("their wagers are void", "18.3.1"),
    excluded=Says("they are out of the game", "18.3.2"),
    excluded_from_casino=Says("they are out of the casino", "18.3.3"),
    detained=Rule(Role.INSPECTOR, "18.3.4"),
    invalidated=Rule(Role.SUPERVISOR, "18.4"),
    disrupted=Says("commotion, fire, riot, brawl, robbery, act of God", "18.4.1"),
    fraud=Says("fraud that a supervisor finds to have mattered", "18.4.2"),
    refunded=Says("wagers may be refunded", "18.5"),
    refund_discretionary=True,
    forfeited=Says("a cheat's wagers may be kept", "18.5"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "18.12"),
        review=Rule(Role.ASSISTANT_GAMING_MANAGER, "18.12"),
        final=Says("the operator's decision is final", "18.13"),
        complaint=Rule(Role.INSPECTOR, "18.13"),
    ),
    rules_copy=Says("on request", "18.14"),
)
