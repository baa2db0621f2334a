"""Caribbean Stud Poker: one deck, ante and bet, a dealer who plays with ace-king, a jackpot.

Read it beside the rulebook: the sections are in its order, each value with its clause.
"""

from croupier.cards import Category, Device, HandRank
from croupier.money import odds
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.law.irregularities import (
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    Ground,
    Moment,
    PaidAlready,
    Prohibition,
    VoidRoundLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.law.promotions import (
    AfterStart,
    Payment,
    PrizeDetails,
    PrizeKind,
    PromotionLaw,
)
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.stud import (
    BettingLaw,
    JackpotLaw,
    StudDealLaw,
    StudIrregularityLaw,
    StudLaw,
    StudLimitLaw,
    StudSettlementLaw,
)
from croupier.rulebooks.law.table import (
    CardLaw,
    CutLaw,
    Depth,
    Equipment,
    FloorLaw,
    Item,
    LowLimitLaw,
    MaximumOf,
    MispaymentLaw,
    PlayerCardLaw,
    Result,
    RetainedLaw,
    ShuffleLaw,
    Tender,
    WagerLaw,
    Wanted,
)

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


EQUIPMENT = Equipment(
    boxes=Rule(range(1, 10), "2.2.1", "3.1"),
    side_bet_areas=Rule(("jackpot",), "2.2.2"),
    devices=Rule((Device.SHOE, Device.SHUFFLER), "2.4.1"),
    inscriptions=(
        Says("The dealer plays with {law.settlement.qualifies.value} or better", "2.2.3"),
    ),
    checklist=(
        Item(name="table", says=Says("the players face the dealer across it", "2.1")),
        Item(name="cloth", says=Says("marked like diagram A", "2.2")),
        Item(name="boxes", says=Says("one for each place", "2.2.1")),
        Item(
            name="jackpot-areas",
            says=Says("an area or a slot at each box", "2.2.2"),
            wanted=Wanted.JACKPOT,
        ),
        Item(name="inscriptions", says=Says("when the dealer plays", "2.2.3")),
        Item(
            name="jackpot-counter",
            says=Says("counts the wagers and keeps the pool", "2.3"),
            wanted=Wanted.JACKPOT,
        ),
        Item(name="dealing-device", says=Says("what the cards come from", "2.4.1", "2.4")),
        Item(name="discard-rack", says=Says("at the dealer's right", "2.4.2", "2.4")),
        Item(
            name="jackpot-meter", says=Says("shows the pool", "2.4.3", "2.4"), wanted=Wanted.JACKPOT
        ),
        Item(name="float-tray", says=Says("holds the chips, under lock", "2.4.4", "2.4")),
        Item(
            name="drop-box",
            says=Says("fixed to the table that takes cash", "2.5"),
            wanted=Wanted.CASH,
            spared=Says("may come off while no cash is taken", "2.5.1"),
        ),
    ),
    reported_by=Rule(Role.SUPERVISOR, "2.4"),
)

CARDS = CardLaw(
    decks=Rule((1,), "3.1"),
    values=(),
    dealt_from=Says("the shoe or the shuffling device", "3.6", "def:dealer"),
    face_up=Says("one of the dealer's lies face up", "7.1"),
    replaced_by=Rule(Role.SUPERVISOR, "3.7"),
    replaced_with_shoe=Rule(False, "3.7"),
    replaced_with_shuffler=Says("after any round", "3.7"),
    decks_in_turn=Rule(2, "3.2.1", "3.2", "3.2.2"),
)

SHUFFLE = ShuffleLaw(
    occasions=Says("the deck is mixed at random at these moments", "4.1"),
    at_start=Says("before play starts", "4.1.1"),
    after_vacancy=Says("before play goes on after the table stood empty", "4.1.3"),
    after_each_round=Says("after every round", "4.1.2"),
    cutting_card_first=Says("never: the whole deck is fresh each round", "4.1.2"),
    cutting_card_drawn=Says("never: the whole deck is fresh each round", "4.1.2"),
    directed=None,
    out_of_cards=Says("never: a deck is enough for a full table", "4.1.2"),
    by_hand_first=Says("the dealer may mix them by hand before the device does", "4.5"),
)

CUT = CutLaw(
    offered=Says("the dealer cuts", "4.2"),
    declined=Says("nobody else is offered the cut", "4.3"),
    passed_on=Rule(Role.DEALER, "4.2", "4.3"),
    from_either_end=Rule(0, "4.2"),
    cutting_card_depth=Rule(Depth(part=(0, 1)), "4.2"),
    not_for_shuffler=Says("a shuffling device is loaded without a cut", "4.4"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule((Tender.CHIPS, Tender.TOKENS), "5.2", "def:casino-promotional-token"),
    before_first_card=Says("the ante is placed before the first card", "5.3.1", "5.3"),
    no_change_after=Says("then wagers lie until they are decided", "5.7"),
    players_per_box=Rule(1, "5.9"),
    fewer_players=None,
    one_wager=Says("one wager on an area", "5.9"),
    one_player_decides=Says("each player plays one hand", "5.8"),
    control=(),
    ascertained=Says("whoever has the one ante on the area", "5.9"),
    several_boxes=Says("nobody has more than one", "5.8"),
    boxes_per_player=Rule(1, "5.8"),
    rounding=None,
    refused=Rule(Role.SUPERVISOR, "16.16"),
    own_placing=Says("each answers for where the own wagers lie", "5.10"),
)

LIMITS = StudLimitLaw(
    sign=Says("a sign shows minimum and maximum", "6.1"),
    unit=Says("and the steps above the minimum", "6.1"),
    players_watch=Says("each keeps to the sign", "6.4"),
    maximum_of=Rule(MaximumOf.WAGER, "6.1"),
    below_minimum=Says("counts, once the first card is out", "6.2"),
    above_maximum=Says("counts to the maximum", "6.3"),
    altered_by=Rule(Role.SUPERVISOR, "6.5"),
    notice_minutes=Rule(20, "6.5"),
    retained=RetainedLaw(
        raised_by=Rule(Role.SUPERVISOR, "6.5.1"),
        marker=Says("a marker in front of the box", "6.5.1.1"),
        marker_removed=Says("the marker goes when the player leaves", "6.5.1.2"),
        marker_box=Says("where the player sits", "6.5.1.1"),
        notice_minutes=Rule(20, "6.5.2"),
        both_signs=Says("the sign shows both minimums", "6.5.3"),
        newcomers=Says("who comes later plays at the new minimum", "6.5.4"),
    ),
    personal=Rule(Role.SUPERVISOR, "6.6"),
    low_limit=LowLimitLaw(
        offered=Says("low limit gaming", "6.7"),
        no_tournament=Says("no tournaments", "6.7.1"),
        device=Rule(Device.SHUFFLER, "6.7.2"),
    ),
)

DEAL = StudDealLaw(
    face_down=Says("all face down but one of the dealer's", "7.1"),
    order=Says("the dealer first, then clockwise from the left", "7.2"),
    one_at_a_time=Says("one card at a time", "7.3", "7.3.1", "7.3.2", "7.3.3"),
    five_at_a_time=Says("five cards at a time", "7.4", "7.4.1", "7.4.2"),
)

BETTING = BettingLaw(
    decision=Says("each player folds or bets", "8.1", "5.5"),
    fold=Says("fold", "8.3"),
    fold_is_final=Says("a folded hand does not come back", "8.4"),
    fold_collected=Says("the ante is collected", "8.6", "8.5"),
    fold_discarded=Says("and the cards go", "8.5.1", "8.6"),
    fold_with_jackpot=Says("the cards wait on the jackpot area", "8.5.2"),
    bet=Rule(2, "5.6", "8.7"),
    exposed=Says("the dealer turns the rest and names the hand", "8.8", "9.10"),
    absent=Says("who does not decide has folded", "14.14"),
    wrong_bet_corrected=Says("made right", "14.11.1", "14.11"),
    wrong_bet_folded=Says("or the hand is folded and the bet goes back", "14.11.2", "14.11"),
    short_bet=Says("counts as it lies", "14.12.1", "14.12"),
    long_bet=Says("counts to what it should be", "14.12.2", "14.12"),
)

SETTLEMENT = StudSettlementLaw(
    qualifies=Rule(HandRank(Category.HIGH_CARD, (14, 13)), "9.1"),
    no_hand=Rule(Result.STAND_OFF, "9.2", "def:stand-off"),
    no_hand_ante=Rule(Result.WIN, "9.4.1", "9.4"),
    from_the_right=Says("hand by hand from the dealer's right", "9.3"),
    higher=Rule(Result.WIN, "9.5.1.1", "9.5", "9.5.1"),
    lower=Rule(Result.LOSE, "9.5.1.2"),
    equal=Rule(Result.STAND_OFF, "9.5.1.3", "def:stand-off"),
    folded=Says("a folded hand can win the jackpot and nothing else", "9.3.1"),
    revealed=Rule(Role.SUPERVISOR, "9.11"),
    concede=Rule(Result.LOSE, "9.8"),
    concede_is_final=Says("a conceded hand does not come back", "9.9"),
    left_until_paid=Says("a jackpot hand lies until it is paid", "9.6"),
    ante=Rule(odds(1), "table:10.1:ante", "10.1"),
    bet={
        category: Rule(odds(to), f"table:10.1:{row}", "10.1")
        for category, row, to in (
            (Category.HIGH_CARD, "one-pair-or-less", 1),
            (Category.ONE_PAIR, "one-pair-or-less", 1),
            (Category.TWO_PAIRS, "two-pairs", 2),
            (Category.THREE_OF_A_KIND, "three-of-a-kind", 3),
            (Category.STRAIGHT, "straight", 4),
            (Category.FLUSH, "flush", 5),
            (Category.FULL_HOUSE, "full-house", 7),
            (Category.FOUR_OF_A_KIND, "four-of-a-kind", 20),
            (Category.STRAIGHT_FLUSH, "straight-flush", 50),
            (Category.ROYAL_FLUSH, "royal-flush", 250),
        )
    },
    most_paid=Says("under the displayed maximum", "10.2"),
    ranking={
        category: Says(category.key, f"13.1.{number}", "13.1")
        for number, category in enumerate(sorted(Category, reverse=True), 1)
    },
    ties=Says("hands of one kind rank by their cards", "13.2", "13.2.1", "13.2.2", "3.3"),
    cards_collected=Says("the cards are counted and collected", "9.5.2"),
    no_hand_collected=Says("so are they without a dealer's hand", "9.4.2"),
)

JACKPOT = JackpotLaw(
    offered=Says("where the table is fitted for it, each player may take part", "2.3", "5.3.2"),
    needs_ante=Says("an ante comes first", "11.1"),
    on_anothers_box=Rule(Role.SUPERVISOR, "11.1.1"),
    accepted=Says("the player sees that it is taken", "11.2"),
    amount=Says("exactly the amount on the sign", "11.3", "5.4"),
    wins=Says("whatever the dealer holds", "11.4"),
    pool=Says("wagers feed the pool", "11.5"),
    rate=Says("by an approved rate; the rest is the operator's", "11.6"),
    additional=Says("on top of ante and bet", "11.8"),
    qualifying={
        Category.ROYAL_FLUSH: Says("royal flush", "11.7.1", "11.7"),
        Category.STRAIGHT_FLUSH: Says("straight flush", "11.7.2"),
        Category.FOUR_OF_A_KIND: Says("four of a kind", "11.7.3"),
        Category.FULL_HOUSE: Says("full house", "11.7.4"),
        Category.FLUSH: Says("flush", "11.7.5"),
    },
    same_pay_table=Says("linked tables pay alike", "11.9.1", "11.9"),
    same_rate=Says("and feed the pool alike", "11.9.2"),
    same_wager=Says("for the same wager", "11.9.3"),
    bonus=Says("a bonus jackpot, if offered", "11.10"),
    bonus_eligible=Says("for all with a jackpot wager", "11.10.1"),
    bonus_paid=Says("when a royal or straight flush jackpot is won", "11.10.2"),
    bonus_not_to_winner=Says("but not to its winner", "11.10.3"),
    bonus_first=Says("and before it", "11.10.4"),
    bonus_sign=Says("its amount is on a sign", "11.11"),
    fixed={
        Category.FOUR_OF_A_KIND: Rule(500_00, "12.1.3", "12.1"),
        Category.FULL_HOUSE: Rule(150_00, "12.1.4"),
        Category.FLUSH: Rule(100_00, "12.1.5"),
    },
    shares={
        Category.ROYAL_FLUSH: Rule((1, 1), "12.1.1"),
        Category.STRAIGHT_FLUSH: Rule((1, 10), "12.1.2"),
    },
    least={
        Category.ROYAL_FLUSH: Rule(50_000_00, "12.1.1"),
        Category.STRAIGHT_FLUSH: Rule(5_000_00, "12.1.2"),
    },
    from_the_right=Says("from the dealer's right", "12.2"),
    shared={
        Category.ROYAL_FLUSH: Says("the pool is shared", "12.3.1", "12.3"),
        Category.STRAIGHT_FLUSH: Says("the tenths are added up and shared", "12.3.2"),
    },
    straight_flush_first=Says("a straight flush goes before a royal", "12.4"),
    hands_left=Says("jackpot hands are settled by section 12", "9.7"),
    malfunction=Rule(Role.SUPERVISOR, "14.15", "2.3", "2.4.3"),
    malfunction_notified=Rule((Role.INSPECTOR,), "14.15"),
)

FLOOR = FloorLaw(
    closing_minutes=Rule(20, "16.13"),
    closed_by=Rule(Role.SUPERVISOR, "16.13"),
    idle_rounds=Rule(3, "16.14"),
    vacated_by=Rule(Role.SUPERVISOR, "16.14"),
    no_wagers=Says("nothing is dealt without an ante", "7.2"),
)

PLAYER_CARDS = PlayerCardLaw(
    card=Says("a valid Player Card", "5.1", "16.1"),
    own_card=Says("one's own", "16.1", "16.1.1", "16.1.2"),
    found_before=Says("goes back", "14.20.1", "14.20"),
    found_during=Says("goes back and wins nothing", "14.20.2", "14.20", "def:invalid-wager"),
    found_after=Says("the earlier rounds stand", "14.20.3", "14.20"),
    proxy=Says(
        "nobody wagers for another", "16.21", "16.1", "16.1.1", "16.1.2", "def:proxy-betting"
    ),
    purchases=Says("chips bought are declared before the round", "16.2.1", "16.2"),
    declared=Says("so are chips brought along", "16.2.2", "16.2"),
    declared_on_leaving=Says("what is left is declared on leaving", "16.2.3", "16.2"),
    directions=Says("guidance is followed", "16.2.4", "16.2"),
    limit=Says("no wager beyond the Loss Limit", "16.3", "def:loss-limit"),
    deposits=Says("no deposit beyond the Deposit Limit", "def:deposit-limit", "1.1"),
    deposit_days=Rule("Australia/Sydney", "def:deposit-limit"),
    rest=Rule(Role.SUPERVISOR, "16.4"),
    over_limit=Says("what exceeds the Loss Limit is invalid", "14.21"),
    over_after=Says("earlier rounds stand", "14.21.2"),
    last_first=Says("and goes back, the last placed first", "14.21.1"),
)

MISPAYMENTS = MispaymentLaw(
    unintended=Says("no breach where it was not meant", "14.16", "14.16.1"),
    put_right=Says("and is put right, or that is tried", "14.16.2"),
    suspected=Says("where it may have been meant", "14.17", "14.17.1", "14.17.2"),
    attempt=Says("finding and reaching the patron is an attempt", "14.18", "14.18.1"),
    reported=Rule(1_000_00, "14.19"),
    reported_to=Rule(Role.REGULATOR, "14.19"),
)

CARIBBEAN_STUD = StudLaw(
    game="caribbean-stud",
    title="Caribbean Stud Poker",
    book="caribbean-stud",
    revision="4.1",
    initial="ante",
    equipment=EQUIPMENT,
    cards=CARDS,
    shuffle=SHUFFLE,
    cut=CUT,
    wagers=WAGERS,
    limits=LIMITS,
    floor=FLOOR,
    conduct=CONDUCT,
    checks=CHECKS,
    wrong_cards=WRONG_CARDS,
    device_failure=DEVICE_FAILURE,
    player_cards=PLAYER_CARDS,
    mispayments=MISPAYMENTS,
    deal=DEAL,
    betting=BETTING,
    settlement=SETTLEMENT,
    jackpot=JACKPOT,
    irregular=IRREGULAR,
    promotions=PROMOTIONS,
)
"""The whole of it."""
