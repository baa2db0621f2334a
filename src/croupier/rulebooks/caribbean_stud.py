"""Caribbean Stud Poker: one deck, ante and bet against a dealer who plays with ace-king, a jackpot.

Read it beside the rulebook: the sections stand in its order, each value with its clause.
"""

from croupier.cards import Category, HandRank
from croupier.money import odds
from croupier.rulebooks.catalogue import catalogue
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
    StudSettlementLaw,
)
from croupier.rulebooks.table_law import (
    BelowMinimum,
    CardLaw,
    Control,
    CutLaw,
    Cutter,
    Depth,
    Equipment,
    FloorLaw,
    LimitLaw,
    LowLimitLaw,
    MaximumOf,
    MispaymentLaw,
    PlayerCardLaw,
    RetainedLaw,
    ShuffleLaw,
    WagerLaw,
)

Rule = catalogue("caribbean-stud").rule

EQUIPMENT = Equipment(
    boxes=Rule(range(1, 10), "2.2.1"),
    side_bet_areas=Rule(("jackpot",), "2.2.2"),
    devices=Rule(("shoe", "shuffler"), "2.4.1"),
    inscriptions=(Rule("The dealer plays with ace-king or better", "2.2.3"),),
)

CARDS = CardLaw(
    decks=Rule((1,), "3.1"),
    values=(),
    dealt_from=Rule("the shoe or the shuffling device", "3.6"),
    face_up=Rule(False, "7.1"),
    replaced_by=Rule(Role.SUPERVISOR, "3.7"),
    replaced_with_shoe=Rule(False, "3.7"),
    replaced_with_shuffler=Rule("after any round", "3.7"),
    decks_in_turn=Rule(2, "3.2.1", "3.2", "3.2.2"),
)

SHUFFLE = ShuffleLaw(
    occasions=Rule("the deck is mixed at random at these moments", "4.1"),
    at_start=Rule("before play starts", "4.1.1"),
    after_vacancy=Rule("before play goes on after the table stood empty", "4.1.3"),
    after_each_round=Rule("after every round", "4.1.2"),
    cutting_card_first=Rule("never: the whole deck is fresh each round", "4.1.2"),
    cutting_card_drawn=Rule("never: the whole deck is fresh each round", "4.1.2"),
    directed=None,
    out_of_cards=Rule("never: a deck is enough for a full table", "4.1.2"),
)

CUT = CutLaw(
    offered=Rule("the dealer cuts", "4.2"),
    dealer_cuts=True,
    at_start=Rule(Cutter.FIRST_PLAYER, "4.3"),
    on_box=Rule(Cutter.RIGHTMOST, "4.3"),
    on_dealer=Rule(Cutter.RIGHTMOST, "4.3"),
    before_round=Rule(Cutter.RIGHTMOST, "4.3"),
    cards_replaced=Rule(Cutter.RIGHTMOST, "4.3"),
    declined=Rule("nobody else is offered the cut", "4.3"),
    passed_on=Rule(Role.DEALER, "4.2", "4.3"),
    from_either_end=Rule(0, "4.2"),
    cutting_card_depth=Rule(Depth(part=(0, 1)), "4.2"),
    not_for_shuffler=Rule("a shuffling device is loaded without a cut", "4.4"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule(("chips", "tokens"), "5.2"),
    before_first_card=Rule("the ante is placed before the first card", "5.3.1", "5.3"),
    no_change_after=Rule("then wagers lie until they are decided", "5.7"),
    players_per_box=Rule(1, "5.9"),
    fewer_players=None,
    one_wager=Rule("one wager on an area", "5.9"),
    one_player_decides=Rule("each player plays one hand", "5.8"),
    control=(Rule(Control.NEAREST_DEALER, "5.8"),),
    ascertained=Rule(Role.DEALER, "5.8"),
    several_boxes=Rule(Role.DEALER, "5.8"),
    boxes_per_player=Rule("one hand a player", "5.8"),
    most_boxes=1,
    rounding=None,
    refused=Rule(Role.SUPERVISOR, "16.16"),
)

LIMITS = LimitLaw(
    sign=Rule("a sign shows minimum and maximum", "6.1"),
    unit=Rule("and the steps above the minimum", "6.1"),
    maximum_of=Rule(MaximumOf.WAGER, "6.1"),
    below_minimum=Rule(BelowMinimum.VALID, "6.2"),
    above_maximum=Rule("counts to the maximum", "6.3"),
    altered_by=Rule(Role.SUPERVISOR, "6.5"),
    notice_minutes=Rule(20, "6.5"),
    retained=RetainedLaw(
        raised_by=Rule(Role.SUPERVISOR, "6.5.1"),
        marker=Rule("a marker in front of the box", "6.5.1.1"),
        marker_removed=Rule("the marker goes when the player leaves", "6.5.1.2"),
        marker_box=Rule("where the player sits", "6.5.1.1"),
        notice_minutes=Rule(20, "6.5.2"),
        both_signs=Rule("the sign shows both minimums", "6.5.3"),
        newcomers=Rule("who comes later plays at the new minimum", "6.5.4"),
    ),
    personal=Rule(Role.SUPERVISOR, "6.6"),
    low_limit=LowLimitLaw(
        offered=Rule("low limit gaming", "6.7"),
        no_tournament=Rule("no tournaments", "6.7.1"),
        device=Rule("shuffler", "6.7.2"),
    ),
)

DEAL = StudDealLaw(
    face_down=Rule("all face down but one of the dealer's", "7.1"),
    order=Rule("the dealer first, then clockwise from the left", "7.2"),
    one_at_a_time=Rule("one card at a time", "7.3", "7.3.1", "7.3.2", "7.3.3"),
    five_at_a_time=Rule("five cards at a time", "7.4", "7.4.1", "7.4.2"),
)

BETTING = BettingLaw(
    decision=Rule("each player folds or bets", "8.1", "5.5"),
    fold=Rule("fold", "8.3"),
    fold_is_final=Rule("a folded hand does not come back", "8.4"),
    fold_collected=Rule("the ante is collected", "8.6", "8.5"),
    fold_discarded=Rule("and the cards go", "8.5.1"),
    fold_with_jackpot=Rule("the cards wait on the jackpot area", "8.5.2"),
    bet=Rule(2, "5.6", "8.7"),
    exposed=Rule("the dealer turns the rest and names the hand", "8.8", "9.10"),
    absent=Rule("who does not decide has folded", "14.14"),
    wrong_bet_corrected=Rule("made right", "14.11.1", "14.11"),
    wrong_bet_folded=Rule("or the hand is folded and the bet goes back", "14.11.2", "14.11"),
    short_bet=Rule("counts as it lies", "14.12.1", "14.12"),
    long_bet=Rule("counts to what it should be", "14.12.2", "14.12"),
)

SETTLEMENT = StudSettlementLaw(
    qualifies=Rule(HandRank(Category.HIGH_CARD, (14, 13)), "9.1"),
    no_hand=Rule("stand-off", "9.2"),
    no_hand_ante=Rule("win", "9.4.1", "9.4"),
    from_the_right=Rule("hand by hand from the dealer's right", "9.3"),
    higher=Rule("win", "9.5.1.1", "9.5", "9.5.1"),
    lower=Rule("lose", "9.5.1.2"),
    equal=Rule("stand-off", "9.5.1.3"),
    folded=Rule("a folded hand can win the jackpot and nothing else", "9.3.1"),
    revealed=Rule(Role.SUPERVISOR, "9.11"),
    concede=Rule("lose", "9.8"),
    concede_is_final=Rule("a conceded hand does not come back", "9.9"),
    left_until_paid=Rule("a jackpot hand lies until it is paid", "9.6"),
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
    most_paid=Rule("under the displayed maximum", "10.2"),
    ranking={
        category: Rule(category.key, f"13.1.{number}", "13.1")
        for number, category in enumerate(sorted(Category, reverse=True), 1)
    },
    ties=Rule("hands of one kind rank by their cards", "13.2", "13.2.1", "13.2.2", "3.3"),
    cards_collected=Rule("the cards are counted and collected", "9.5.2"),
    no_hand_collected=Rule("so are they without a dealer's hand", "9.4.2"),
)

JACKPOT = JackpotLaw(
    offered=Rule("each player may take part", "5.3.2"),
    needs_ante=Rule("an ante comes first", "11.1"),
    on_anothers_box=Rule(Role.SUPERVISOR, "11.1.1"),
    accepted=Rule("the player sees that it is taken", "11.2"),
    amount=Rule("exactly the amount on the sign", "11.3", "5.4"),
    wins=Rule("whatever the dealer holds", "11.4"),
    pool=Rule("wagers feed the pool", "11.5"),
    rate=Rule("by an approved rate; the rest is the operator's", "11.6"),
    additional=Rule("on top of ante and bet", "11.8"),
    qualifying={
        Category.ROYAL_FLUSH: Rule("royal flush", "11.7.1", "11.7"),
        Category.STRAIGHT_FLUSH: Rule("straight flush", "11.7.2"),
        Category.FOUR_OF_A_KIND: Rule("four of a kind", "11.7.3"),
        Category.FULL_HOUSE: Rule("full house", "11.7.4"),
        Category.FLUSH: Rule("flush", "11.7.5"),
    },
    same_pay_table=Rule("linked tables pay alike", "11.9.1", "11.9"),
    same_rate=Rule("and feed the pool alike", "11.9.2"),
    same_wager=Rule("for the same wager", "11.9.3"),
    bonus=Rule("a bonus jackpot, if offered", "11.10"),
    bonus_eligible=Rule("for all with a jackpot wager", "11.10.1"),
    bonus_paid=Rule("when a royal or straight flush jackpot is won", "11.10.2"),
    bonus_not_to_winner=Rule("but not to its winner", "11.10.3"),
    bonus_first=Rule("and before it", "11.10.4"),
    bonus_sign=Rule("its amount is on a sign", "11.11"),
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
    from_the_right=Rule("from the dealer's right", "12.2"),
    shared={
        Category.ROYAL_FLUSH: Rule("the pool is shared", "12.3.1", "12.3"),
        Category.STRAIGHT_FLUSH: Rule("the tenths are added up and shared", "12.3.2"),
    },
    straight_flush_first=Rule("a straight flush goes before a royal", "12.4"),
    hands_left=Rule("jackpot hands are settled by section 12", "9.7"),
    malfunction=Rule(Role.SUPERVISOR, "14.15", "2.3", "2.4.3"),
)

FLOOR = FloorLaw(
    closing_minutes=Rule(20, "16.13"),
    closed_by=Rule(Role.SUPERVISOR, "16.13"),
    idle_rounds=Rule(3, "16.14"),
    vacated_by=Rule(Role.SUPERVISOR, "16.14"),
    no_wagers=Rule("nothing is dealt without an ante", "7.2"),
)

PLAYER_CARDS = PlayerCardLaw(
    card=Rule("a valid Player Card", "5.1", "16.1"),
    own_card=Rule("one's own", "16.1", "16.1.1", "16.1.2"),
    found_before=Rule("goes back", "14.20.1", "14.20"),
    found_during=Rule("goes back and wins nothing", "14.20.2", "14.20"),
    found_after=Rule("the earlier rounds stand", "14.20.3", "14.20"),
    proxy=Rule("nobody wagers for another", "16.21", "16.1", "16.1.1", "16.1.2"),
    purchases=Rule("chips bought are declared before the round", "16.2.1", "16.2"),
    declared=Rule("so are chips brought along", "16.2.2", "16.2"),
    declared_on_leaving=Rule("what is left is declared on leaving", "16.2.3", "16.2"),
    directions=Rule("guidance is followed", "16.2.4"),
    limit=Rule("no wager beyond the Loss Limit", "16.3"),
    rest=Rule(Role.SUPERVISOR, "16.4"),
    over_limit=Rule("what exceeds the Loss Limit is invalid", "14.21"),
    over_after=Rule("earlier rounds stand", "14.21.2"),
    last_first=Rule("and goes back, the last placed first", "14.21.1"),
)

MISPAYMENTS = MispaymentLaw(
    unintended=Rule("no breach where it was not meant", "14.16", "14.16.1"),
    put_right=Rule("and is put right, or that is tried", "14.16.2"),
    suspected=Rule("where it may have been meant", "14.17", "14.17.1", "14.17.2"),
    attempt=Rule("finding and reaching the patron is an attempt", "14.18", "14.18.1"),
    reported=Rule(1_000_00, "14.19"),
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
)
"""The whole of it."""
