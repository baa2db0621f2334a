"""Caribbean Stud, sections 14 to 16: wrong cards, failing devices, conduct."""

from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.irregularity_law import (
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    PaidAlready,
    VoidRoundLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.prohibitions import Ground, Moment, Prohibition
from croupier.rulebooks.roles import Role
from croupier.rulebooks.stud_law import StudIrregularityLaw

BOOK = catalogue("caribbean-stud")
Rule, Says = BOOK.rule, BOOK.says

IRREGULAR = StudIrregularityLaw(
    misdeal=Says("a wrong deal noticed before anyone has handled cards", "14.1"),
    dealers_count=Rule(5, "14.2", "def:hand"),
    exposed_twice=Rule(2, "14.3"),
    void=Says("all wagers are void, and a new round is dealt", "14.4", "def:void"),
    exposed=Says("turned over, and the deal goes on", "14.5"),
    exposed_to_dealer=Says("stays face up, the only one", "14.6"),
    exposed_early=Says("players may still bet or fold", "14.7"),
    players_count=Rule(5, "14.8", "def:hand", "def:void"),
    no_ante=Says("its cards are counted and go to the discard rack", "14.10"),
    suspected=Rule(Role.SUPERVISOR, "14.13"),
    play_first=Says("they play before the others take up their cards", "14.13.1"),
    apart=Says("they do not play at one table", "14.13.2"),
    english_only=Says("English is spoken at the table", "14.13.3"),
    paid_back=Says("what was paid too little is paid", "14.18.1.1"),
    asked_back=Says("what was paid too much is asked back", "14.18.1.2"),
)

WRONG_CARDS = WrongCardsLaw(
    found=Says("a card is missing, or does not belong", "14.9"),
    earlier_rounds=Says("stand", "14.9.1"),
    void=Rule(PaidAlready.REPAID, "14.9.2"),
    checked=Says("the deck is checked", "14.9.3"),
    notified=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "14.9.4"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "3.4"),
    device=Says("or a deck-checking device", "3.4"),
    secured=Says("under lock until they are needed", "3.5"),
    replacements=Says("they are checked, shuffled and cut", "3.7"),
    on_order=Rule((Role.SUPERVISOR, Role.INSPECTOR), "3.8"),
    one_card=Rule(Role.SUPERVISOR, "3.7"),
)

DEVICE_FAILURE = VoidRoundLaw(
    jammed=Says("a shuffle that stopped is done again", "15.1"),
    failed=Says("it fails when a card of the round is dealt", "15.2"),
    void=Says("the round is void", "15.2.1", "def:void"),
    earlier_rounds=Says("earlier rounds stand", "15.2.2"),
    goes_on=Says("another device or a shoe, and new cards", "15.2.3"),
)

FORBIDDEN = (
    Prohibition(
        ground=Ground.CARDS_AWAY,
        says=Says("cards in a player's hands stay over the layout", "8.2"),
        during=Moment.BETTING_ROUND,
    ),
    Prohibition(
        ground=Ground.TALK,
        says=Says("players say no more than fold or bet", "8.9"),
        during=Moment.BETTING_ROUND,
    ),
    Prohibition(
        ground=Ground.STAFF_ADVICE,
        says=Says("staff do not tell players how to play", "16.11"),
        unless=Says("what keeps a player to the rules", "16.11"),
    ),
    Prohibition(
        ground=Ground.ADVICE,
        says=Says("nobody advises a player, or tries to sway one", "16.12"),
        unless=Says("advice that the player asked for", "16.12"),
    ),
    Prohibition(
        ground=Ground.PRIVATE_BET,
        says=Says("players and onlookers do not bet among themselves", "16.15"),
    ),
)

CONDUCT = ConductLaw(
    prohibited=(Says("no device that records, predicts or calculates", "16.6"),),
    exempt=Says("staff and inspectors on duty", "16.7"),
    forbidden=FORBIDDEN,
    sanctioned=Rule(Role.SUPERVISOR, "16.8"),
    wagers_void=Says("their wagers are void", "16.8.1", "def:void"),
    excluded=Says("they are out of the game", "16.8.2"),
    excluded_from_casino=Says("they are out of the casino", "16.8.3"),
    detained=Rule(Role.INSPECTOR, "16.8.4"),
    invalidated=Rule(Role.SUPERVISOR, "16.9"),
    disrupted=Says("commotion, fire, riot, brawl, robbery, act of God", "16.9.1"),
    fraud=Says("fraud that a supervisor finds to have mattered", "16.9.2"),
    refunded=Says("wagers may be refunded", "16.10"),
    refund_discretionary=True,
    forfeited=Says("a cheat's wagers may be kept", "16.10"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "16.17"),
        review=Rule(Role.ASSISTANT_GAMING_MANAGER, "16.17"),
        final=Says("the operator's decision is final", "16.18"),
        complaint=Rule(Role.INSPECTOR, "16.18"),
    ),
    rules_copy=Says("on request", "16.20"),
    staff_wagers=Rule(Role.SUPERVISOR, "16.19"),
)
