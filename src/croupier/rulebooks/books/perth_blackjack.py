"""Perth Blackjack and its two variants: eight decks, doubles on hard 9 to 11.

Read it beside the rulebook: the sections are in its order, each value with its clause. The dealer
draws or stands on a soft seventeen as the layout says. Vegas Blackjack and Blackjack Plus are at
the end.
"""

from fractions import Fraction

from msgspec.structs import replace

from croupier.cards import PICTURES, Device
from croupier.money import odds
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.law.blackjack import (
    BelowMinimum,
    BlackjackLaw,
    BlackjackLimitLaw,
    DealerLaw,
    DealLaw,
    DoubleAmount,
    DoubleLaw,
    DoubleTotal,
    Insurance,
    InsuranceLaw,
    InterimLaw,
    Made,
    OffTheSign,
    PayLine,
    PlayLaw,
    SettlementLaw,
    SideBet,
    SideBetKind,
    SideBetLaw,
    SplitLaw,
    SurrenderLaw,
    Verdicts,
    WinAtOnce,
)
from croupier.rulebooks.law.irregularities import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FoundLater,
    Ground,
    InsuranceUntil,
    IrregularityLaw,
    MisdealLaw,
    Moment,
    OversightLaw,
    PaidAlready,
    Prohibition,
    SpareCard,
    StrayCardLaw,
    VoidHandsLaw,
)
from croupier.rulebooks.law.roles import Cutter, Role
from croupier.rulebooks.law.table import (
    ACES,
    TWO_TO_TEN,
    CardLaw,
    Control,
    CutLaw,
    Depth,
    Equipment,
    FloorLaw,
    Item,
    MaximumOf,
    OfRanks,
    Result,
    ShuffleLaw,
    Tender,
    WagerLaw,
    Wanted,
)

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


OPERATOR = Role.SUPERVISOR
"""Where the rulebook says "Casino Operator": the first of its line of command on the floor."""
TABLE_INSPECTOR = Role.SUPERVISOR
TABLE_GAMES_MANAGER = Role.GAMING_MANAGER

EQUIPMENT = Equipment(
    boxes=Rule(range(1, 10), "2.1"),
    side_bet_areas=Rule(("perfect-pairs",), "3.15", "def:perfect-pairs-wager"),
    devices=Rule(
        (Device.SHOE, Device.SHUFFLER), "2.5", "4.1(c)", "def:shoe", "def:automatic-shuffler"
    ),
    inscriptions=(),
    checklist=(
        Item(name="layout", says=Says("one of the ten", "2.1")),
        Item(name="clear-betting-areas", says=Says("no logo reaches into them", "2.1(a)")),
        Item(
            name="cutting-card",
            says=Says("plain, with a shoe", "2.2(b)", "def:cutting-card"),
            wanted=Wanted.SHOE,
        ),
        Item(name="card-backs", says=Says("all alike", "2.3")),
        Item(name="dealing-device", says=Says("made for dealing", "2.5")),
    ),
    reported_by=Rule(TABLE_INSPECTOR, "2.1"),
    may_vary={
        "logo": Says("outside the betting areas", "2.1(a)"),
        "colours": Says("of the cloth and the betting areas", "2.1(b)"),
        "lettering": Says("its font and colour", "2.1(c)"),
    },
)
"""The pictures of the ten layouts, and so the words on them, are not in the text (reading P28)."""

CARDS = CardLaw(
    decks=Rule((8,), "2.2(a)", "2.2"),
    decks_in_shuffler=Rule(tuple(range(1, 9)), "2.2(a)(i)"),
    decks_on_shuffler=Says("the number of decks, on its side", "2.2(a)(i)"),
    decks_with_side_bets=Rule((4, 6, 8), "2.2(a)(ii)"),  # in a shuffler too: reading P14
    values=(
        OfRanks(TWO_TO_TEN, Says("what they show", "2.4(a)", "2.4")),
        OfRanks(PICTURES, Says("10", "2.4(b)")),
        OfRanks(ACES, Says("11 where that does not pass 21, else 1", "2.4(c)")),
    ),
    dealt_from=Says("a shoe made for it", "2.5", "def:dealer"),
    face_up=Says("cards lie face up", "4.10", "4.12"),
    face_down=Rule(TABLE_GAMES_MANAGER, "4.10"),
    face_down_one_box=Says("face down on the one box that the player names", "4.11"),
    replaced_by=Rule(OPERATOR, "2.6"),
    replaced_with_shoe=Rule(False, "2.6"),
    replaced_with_shuffler=Says("after any round", "2.6"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule((Tender.CHIPS,), "3.6"),
    no_oral_wagers=Says("a wager that is only spoken does not count", "3.7"),
    before_first_card=Says("wagers are laid and changed before the first card", "3.4", "3.11"),
    no_change_after=Says("then they lie until they are decided and paid", "3.5", "3.4", "3.9"),
    none_after=Says("none is placed, raised or taken back after it", "3.4"),
    players_per_box=Rule(3, "3.12", "3.1(c)"),
    fewer_players=Rule(OPERATOR, "3.1(c)"),
    one_player_decides=Says("one player decides for a shared box", "3.3"),
    control=(
        Rule(Control.SEATED, "3.3(a)"),
        Rule(Control.HIGHEST_WAGER, "3.3(b)"),
        Rule(Control.NEAREST_DEALER, "3.3(c)"),  # also among some highest: reading P17
    ),
    ascertained=Says("the dealer asks who decides", "3.2"),
    several_boxes=Rule(OPERATOR, "3.1(d)"),
    boxes_per_player=Rule(None, "3.1(a)", "3.1"),
    lone_player_two_boxes=Says("somebody alone may have to play two boxes", "3.1(b)"),
    minimum_until_shuffle=Rule(OPERATOR, "3.8", "3.8(a)", "3.8(b)"),
)

PERFECT_PAIRS = SideBet(
    name="perfect-pairs",
    kind=SideBetKind.PAIR,
    offered=Says("where the layout has an area for it", "3.15", "def:perfect-pairs-wager"),
    placed=Says("before the round, on its own area", "3.16", "3.15"),
    amount=Rule(OPERATOR, "8.1"),
    off_the_sign=Rule(OffTheSign.AS_INITIAL, "8.5"),
    needs_initial_wager=Says("only boxes with an initial wager get cards", "4.15(a)", "3.15"),
    per_box=Rule(3, "3.17"),  # three on the area of this wager: reading P10
    bettors_first=Says("players of the box have the first option", "3.15"),
    defined=(Says("two cards of one face", "def:face-value"),),
    lines=tuple(
        PayLine(
            line,
            Rule(tuple(odds(to) for to in paid), f"table:3.19:{line}", "3.19", f"def:{line}"),
        )
        for line, paid in (
            ("perfect-pair", (30, 25, 30, 30, 25, 25, 25)),
            ("coloured-pair", (12, 12, 12, 10, 12, 12, 12)),
            ("mixed-pair", (5, 5, 5, 5, 6, 5, 6)),
        )
    ),
    decks_of_tables=(4, 6, 6, 6, 6, 8, 8),
    tables=Says("the operator picks one column for the table", "3.19"),  # a whole one: reading P15
    wins=Says("wins", "3.18(a)"),
    loses=Says("loses", "3.18(b)"),
    settled=Says("after the initial deal", "3.18"),
)

INSURANCE = InsuranceLaw(
    ace=Insurance(
        offered=Says("against an ace", "3.20(a)"),
        bettors=Says("to whoever has an initial wager", "3.20(b)"),
        share=Rule(Fraction(1, 2), "3.20(d)(i)", "3.20(d)"),
        pays=Rule(odds(2), "3.22", "3.21(a)"),
        lost=Says("collected when the second card is no ten", "3.21(b)", "3.23", "3.21"),
    ),
    called=Says("when every box has its second card", "3.20(c)", "3.20"),
    before_play=Says("and before any third card", "3.20(c)"),
    step=Rule(Fraction(1), "3.20(d)(ii)"),
)

DOUBLE = DoubleLaw(
    on_cards=Rule((2,), "3.25"),
    on_split_cards=Rule((2,), "3.25"),
    amount=Rule(DoubleAmount.EXACTLY_WAGER, "3.27"),
    totals=Rule(frozenset({9, 10, 11}), "3.25"),
    counted=Rule(DoubleTotal.HARD_ONLY, "3.25", "def:hard-total"),
    one_card=Says("one more card, and no other", "3.28", "4.19(b)"),
    others=Says("the others on the box may double too", "3.26"),
)

SPLIT = SplitLaw(
    equal_value=Says("two first cards of one value, for an equal wager", "3.31", "3.36"),
    in_order=Says("the first hand is finished before the second gets a card", "3.37"),
    decisions=Says("each hand is decided on its own", "3.37", "3.33"),
    hands=Rule(3, "3.35"),
    again=Says("a further hand for an equal wager", "3.33", "3.36"),
    equal_again=Says("the card that came is of one value with the first", "3.33"),
    aces_again=Says("aces too", "3.38(b)"),
    aces_one_card=Says("a split ace takes one card", "3.38(a)", "3.38", "4.19(c)"),
    blackjack_counts=Rule(False, "3.39", "def:blackjack"),
    not_after_third_card=Says("nobody splits after a third card", "3.40"),
    others=Says("the others on the box choose", "3.32"),
    joined=Says("an equal wager on the further hand", "3.32(a)", "3.36"),
    not_joined=Says("the wager stays with the hand on the dealer's left", "3.32(b)"),
    others_again=Says("the others on the hand choose", "3.34"),
    joined_again=Says("an equal wager on the further hand", "3.34(a)", "3.36"),
    not_joined_again=Says("the wager stays with the left of the new hands", "3.34(b)"),
)

ORIGINAL = Verdicts(
    over=Rule(Result.LOSE, "3.13(b)(i)", "4.18"),
    dealer_over=Rule(odds(1), "3.13(a)(i)", "3.14(a)"),
    higher=Rule(odds(1), "3.13(a)(ii)", "3.14(a)"),
    lower=Rule(Result.LOSE, "3.13(b)(ii)"),
    equal=Rule(Result.STAND_OFF, "3.13(c)"),
    dealer_blackjack=Rule(Result.LOSE, "3.13(b)(iii)"),
)
DOUBLED = Verdicts(
    over=Rule(Result.LOSE, "3.29(b)", "4.18"),
    dealer_over=Rule(odds(1), "3.29(a)", "3.30"),
    higher=Rule(odds(1), "3.29(a)", "3.30"),
    lower=Rule(Result.LOSE, "3.29(b)"),
    equal=Rule(Result.STAND_OFF, "3.29(c)"),
    dealer_blackjack=Rule(Result.LOSE, "3.29(b)"),
)
"""A double ends as the wager on its hand does (reading P6), against a blackjack too (P7)."""
SPLIT_WAGER = Verdicts(
    over=Rule(Result.LOSE, "3.41(b)(i)", "4.18"),
    dealer_over=Rule(odds(1), "3.41(a)(i)", "3.42"),
    higher=Rule(odds(1), "3.41(a)(ii)", "3.42"),
    lower=Rule(Result.LOSE, "3.41(b)(ii)"),
    equal=Rule(Result.STAND_OFF, "3.41(c)"),
    dealer_blackjack=Rule(Result.LOSE, "3.41(b)(iii)"),
)

SHUFFLE = ShuffleLaw(
    occasions=Says("cards are mixed before play and after each shoe", "4.1", "4.1(a)", "4.1(b)"),
    machine=Says(
        "a machine may mix them before they go into the shoe",
        "4.1(b)",
        "def:card-shuffling-machine",
    ),
    by_hand_when_directed=Says("a shuffle that is ordered is done by hand", "4.2"),
    at_start=Says("before play starts", "4.1"),
    cutting_card_first=Says("the cutting card came before a round's first card", "4.26"),
    cutting_card_drawn=Says("the cutting card came during the round", "4.25"),
    directed=Rule(TABLE_INSPECTOR, "4.2", "4.27"),  # with a shuffler too: reading P27
    directed_anytime=True,
    out_of_cards=Says("the discards are shuffled to finish the round", "7.4"),
    by_hand_first=Says("a chemmy shuffle comes before the shuffler's", "4.3", "def:chemmy-shuffle"),
)

CUT = CutLaw(
    offered=Says("the shuffled stack is offered to be cut", "4.4"),
    at_start=Rule(Cutter.FIRST_PLAYER, "4.4(a)"),
    on_box=Rule(Cutter.BOX_OF_CUTTING_CARD, "4.4(b)"),
    on_dealer=Rule(Cutter.RIGHTMOST, "4.4(c)"),
    before_round=Rule(Cutter.RIGHTMOST, "4.26", "4.4(d)"),  # reading P22
    cards_replaced=Rule(Cutter.RIGHTMOST, "4.4(d)"),
    optional=True,
    declined=Says("a refused cut goes clockwise", "4.4(e)"),
    passed_on=Rule(TABLE_INSPECTOR, "4.4(f)"),
    from_either_end=Rule(1, "4.5", "4.6(a)"),
    cutting_card_depth=Rule(  # never past the middle: reading P13
        Depth(least_decks=1, most_decks=4), "4.6(b)", "4.6", "4.6(c)"
    ),
    not_for_shuffler=Says("a shuffler is loaded without a cut", "4.3", "4.1(c)", "2.2(b)"),
    never_cut=Says("no cutting card goes with a shuffler", "2.2(b)"),
    burned_by_value=Says(  # once after loading: reading P20
        "as many as the first card counts, an ace for one", "4.13", "4.13(a)", "4.13(b)"
    ),
    burned_each_round=Says("where a manager approves it", "4.9"),
)

DEAL = DealLaw(
    order=Says(
        "a card to each box from the left, one to the dealer, a second to each box",
        "4.15",
        "4.15(a)",
        "4.15(b)",
        "4.15(c)",
    ),
    discards_returned=Says("the rack for discards feeds the shuffler", "def:discard-rack"),
    fed_back_at_once=True,
)

INTERIM = InterimLaw(
    moment=Says("at a player's wish, until the dealer's second card", "3.24"),
    blackjack=None,
    even_money=Rule(odds(1), "3.24"),  # insurance then goes back: reading P16
    even_money_before_play=False,  # the clause sets no time: reading P32
    waits=Says("a blackjack waits for the dealer's hand", "3.13(a)(iii)"),
)

PLAY = PlayLaw(
    turn=Says("boxes decide one after the other from the dealer's left", "4.16"),
    doubles=Says("double", "3.25"),
    splits=Says("split", "3.31"),
    stands=Says("stand", "4.16", "def:stand"),
    draws=Says("hit", "4.17", "4.19"),
    own_count=Says("each player counts, whatever was called", "4.8"),
    must_draw_below=Rule(12, "4.20"),  # a doubled hand draws no more: reading P5
    may_draw_below=Rule(21, "4.19(a)", "4.19"),
    over=Rule(21, "4.18"),
)

DEALER = DealerLaw(
    after_players=Says("the dealer draws when all players are done", "4.21"),
    draws_soft_17={
        **{str(n): Rule(False, "4.22(a)", "4.22", f"layout:{n}") for n in range(1, 7)},
        **{str(n): Rule(True, "4.23(a)", "4.23", f"layout:{n}") for n in range(7, 11)},
    },
    no_effect={
        str(layout): Says("no card when nothing is left to decide", clause)
        for layouts, clause in ((range(1, 7), "4.22(b)"), (range(7, 11), "4.23(b)"))
        for layout in layouts
    },
)
"""One card still comes where only insurance or surrendered hands wait for it (reading P9)."""

SETTLEMENT = SettlementLaw(
    moment=Says(
        "when the dealer's hand is complete",
        "3.13",
        *("3.13(a)", "3.13(b)", "3.14", "3.29", "3.41", "3.41(a)", "3.41(b)"),
    ),
    blackjack=Rule(odds(3, 2), "3.13(a)(iii)", "3.14(b)"),
    both_blackjack=Rule(Result.STAND_OFF, "3.13(c)"),
    original=ORIGINAL,
    double=DOUBLED,
    split=SPLIT_WAGER,
    paid_and_collected=Says("nobody touches a wager before the winners are paid", "3.9"),
    cards_collected=Says("the cards are picked up in an order that can be followed", "4.24"),
)

LIMITS = BlackjackLimitLaw(
    sign=Says("minimum and maximum are shown at the table", "8.1"),
    unit=Says("and so are the steps", "8.1"),
    maximum_of=Rule(MaximumOf.WAGER, "8.5", "8.1"),
    below_minimum=Rule(BelowMinimum.WARNED_THEN_RETURNED, "8.5"),
    above_maximum=Says("counts to the maximum", "8.5"),
    altered_by=Rule(OPERATOR, "8.1"),
    notice_minutes=Rule(10, "8.1(c)"),
    notice_for_any_change=True,
    free_while_empty=Says("at once while nobody plays", "8.1(a)"),
    all_agree=Says("or when everyone at the table says yes", "8.1(b)"),
    personal=Rule(OPERATOR, "3.10"),
    personal_exceeds=False,
    personal_notices=(Role.SURVEILLANCE,),
)

FLOOR = FloorLaw(
    closing_minutes=Rule(10, "8.6(b)"),
    closed_by=Rule(OPERATOR, "8.6"),
    closed_while_empty=Says("at once while nobody plays", "8.6(a)"),
    idle_rounds=Rule(3, "8.3"),
    vacated_by=Rule(OPERATOR, "8.3"),
    vacated_when_full=False,
    new_dealer=Says("not during a round", "4.14"),
    no_wagers=Says("no round", "4.15(a)", "3.11"),
)

PERTH_BLACKJACK = BlackjackLaw(
    game="perth-blackjack",
    title="Perth Blackjack",
    other_titles={Role.INSPECTOR: "the Table Inspector of this rulebook is a supervisor"},
    book="perth-blackjack",
    revision="RAG/541",
    equipment=EQUIPMENT,
    cards=CARDS,
    shuffle=SHUFFLE,
    cut=CUT,
    wagers=WAGERS,
    limits=LIMITS,
    floor=FLOOR,
    deal=DEAL,
    insurance=INSURANCE,
    interim=INTERIM,
    play=PLAY,
    double=DOUBLE,
    split=SPLIT,
    dealer=DEALER,
    side_bets=SideBetLaw(kinds=(PERFECT_PAIRS,)),
    settlement=SETTLEMENT,
    irregular=IRREGULAR,
    device_failure=DEVICE_FAILURE,
    checks=CHECKS,
    conduct=CONDUCT,
)
"""The whole of it."""


VEGAS_DOUBLE = replace(
    DOUBLE,
    on_cards=Rule((2,), "5.1(a)", "5.1"),
    on_split_cards=Rule((2,), "5.1(b)", "5.1"),
    totals=None,
    counted=None,
    not_split_aces=Says("not on split aces", "5.1(b)", "5.1"),
)
"""Any two cards: a 21 takes no card anyway (4.19(a)), and a split ace no second one (3.38(a))."""

VEGAS_SURRENDER = SurrenderLaw(
    called=Says("surrender", "5.2", "def:surrender"),
    against=Rule((1, 10), "5.2(a)"),
    total_below=Rule(21, "5.2(b)"),
    before_third_card=Says("until somebody has a third card", "5.2(c)"),  # reading P8
    no_more_cards=Says("the hand gets no more cards", "5.3(a)", "5.3"),
    others=Says("the others on the box may surrender too", "5.3(b)"),
    marker=Says("a button lies on a surrendered wager", "5.3(c)"),
    half=Rule(Fraction(1, 2), "5.3(d)(i)", "5.3(d)"),
    dealer_blackjack=Rule(Result.LOSE, "5.3(d)(ii)", "5.3(d)"),
)

PERTH_VEGAS_BLACKJACK = replace(
    PERTH_BLACKJACK,
    game="perth-vegas-blackjack",
    title="Vegas Blackjack",
    play=replace(PLAY, doubles=Says("double", "5.1", "5")),
    double=VEGAS_DOUBLE,
    surrender=VEGAS_SURRENDER,
)
"""Section 5."""

PLUS_PLAY = replace(
    PLAY,
    doubles=Says("double", "6.4", "6"),
    most_cards=Rule(5, "6.2"),
    blackjack_wins=Says("a blackjack wins as it is made", "6.1(a)(iv)", "6.1(a)", "3.14(b)"),
    wins_at_once=tuple(
        WinAtOnce(
            made,
            pays=Rule(odds(1), clause, "6.1(a)", *defined, "3.14(a)"),
            double=Rule(odds(1), "3.29(a)", clause, "3.30"),
            split=Rule(odds(1), clause, "6.1(a)", *defined, "3.42"),
        )
        for made, clause, defined in (
            (Made.TWENTY_ONE, "6.1(a)(i)", ()),
            (Made.FIVE_CARDS, "6.1(a)(ii)", ("def:five-and-under",)),
        )
    ),
)
"""Readings P2, P3: these three win outright and first, a drawn 21 even from a dealer's blackjack.
Reading P4: so do doubles and split wagers on such a hand, at their own odds of 1 to 1."""

PLUS_DOUBLE = replace(
    DOUBLE,
    on_cards=Rule((2, 3), "6.4(b)", "6.4(a)", "6.4"),  # under 21 in both: reading P18
    on_split_cards=Rule((2, 3), "6.4(d)", "6.4(c)", "6.4"),
    totals=None,
    counted=None,
    not_split_aces=Says("not on split aces", "6.4(c)", "6.4"),
)

PLUS_SETTLEMENT = replace(
    SETTLEMENT,
    moment=Says("when the dealer's hand is complete", "6.1", "6.1(b)", "6.1(c)", "3.29", "3.41"),
    blackjack=Rule(odds(3, 2), "6.1(a)(iv)", "3.14(b)"),
    dealer_exactly=Rule(22, "6.1(c)(ii)"),
    original=replace(  # against a dealer with 23 or more 3.13(a)(i) still holds: reading P1
        ORIGINAL,
        over=Rule(Result.LOSE, "6.1(b)(i)", "4.18"),
        higher=Rule(odds(1), "6.1(a)(iii)", "3.14(a)"),
        lower=Rule(Result.LOSE, "6.1(b)(ii)"),
        equal=Rule(Result.STAND_OFF, "6.1(c)(i)"),
        dealer_blackjack=Rule(Result.LOSE, "6.1(b)(ii)", "3.13(b)(iii)"),
    ),
    split=replace(  # the same test for a wager made by splitting: reading P4
        SPLIT_WAGER,
        over=Rule(Result.LOSE, "3.41(b)(i)", "6.1(b)(i)", "4.18"),
        higher=Rule(odds(1), "3.41(a)(ii)", "6.1(a)(iii)", "3.42"),
        lower=Rule(Result.LOSE, "3.41(b)(ii)", "6.1(b)(ii)"),
        equal=Rule(Result.STAND_OFF, "3.41(c)", "6.1(c)(i)"),
        dealer_blackjack=Rule(Result.LOSE, "3.41(b)(iii)", "6.1(b)(ii)"),
    ),
)

PERTH_BLACKJACK_PLUS = replace(
    PERTH_BLACKJACK,
    game="perth-blackjack-plus",
    title="Blackjack Plus",
    insurance=replace(  # other wagers of that player are: reading P34
        INSURANCE, not_with_blackjack=Says("a blackjack has won and is not insured", "6.3")
    ),
    interim=replace(
        INTERIM,
        moment=Says("as soon as the hand is made", "6.1(a)"),
        waits=Says("no blackjack waits for the dealer's hand", "6.1(a)(iv)"),
    ),
    play=PLUS_PLAY,
    double=PLUS_DOUBLE,
    settlement=PLUS_SETTLEMENT,
)
"""Section 6."""
