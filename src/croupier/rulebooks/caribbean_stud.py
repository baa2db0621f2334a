"""Caribbean Stud Poker: one deck, ante and bet against a dealer who plays with ace-king, a jackpot.

Read it beside the rulebook: the sections stand in its order, each value with its clause.
"""

from croupier.cards import Category, Device, HandRank
from croupier.money import odds
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.equipment_law import Equipment, Item, Wanted
from croupier.rulebooks.player_law import MispaymentLaw, PlayerCardLaw
from croupier.rulebooks.roles import Role
from croupier.rulebooks.stud_irregularities import (
    CHECKS,
    CONDUCT,
    DEVICE_FAILURE,
    IRREGULAR,
    WRONG_CARDS,
)
from croupier.rulebooks.stud_law import (
    BettingLaw,
    JackpotLaw,
    StudDealLaw,
    StudLaw,
    StudLimitLaw,
    StudSettlementLaw,
)
from croupier.rulebooks.stud_promotions import PROMOTIONS
from croupier.rulebooks.table_law import (
    CardLaw,
    CutLaw,
    Depth,
    FloorLaw,
    LowLimitLaw,
    MaximumOf,
    Result,
    RetainedLaw,
    ShuffleLaw,
    Tender,
    WagerLaw,
)

BOOK = catalogue("caribbean-stud")
Rule, Says = BOOK.rule, BOOK.says

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
    dealt_from=Says("the shoe or the shuffling device", "3.6"),
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
    revision="4",
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
