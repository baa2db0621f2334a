"""Canberra Blackjack: four to eight decks, four hands by splitting, a dealer's blackjack takes all.

Read it beside the rulebook: the sections stand in its order, each value with its clause. The terms
of its dictionary are cited as ``def:split``. Where it speaks of the casino operator, a supervisor
acts for the operator.
"""

from fractions import Fraction

from croupier.cards import PICTURES, Device
from croupier.money import odds
from croupier.rulebooks.blackjack_law import (
    BelowMinimum,
    BlackjackLaw,
    BlackjackLimitLaw,
    DealerLaw,
    DealLaw,
    DoubleAmount,
    DoubleLaw,
    Insurance,
    InsuranceLaw,
    InterimLaw,
    OffTheSign,
    OthersInsurance,
    PayLine,
    PlayLaw,
    SettlementLaw,
    SideBet,
    SideBetKind,
    SideBetLaw,
    SplitLaw,
    Verdicts,
)
from croupier.rulebooks.canberra_irregularities import (
    CHECKS,
    CONDUCT,
    DEVICE_FAILURE,
    IRREGULAR,
)
from croupier.rulebooks.canberra_tournaments import TOURNAMENTS
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.equipment_law import Equipment, Item, Wanted
from croupier.rulebooks.roles import Cutter, Role
from croupier.rulebooks.table_law import (
    ACES,
    TENS,
    TWO_TO_NINE,
    TWO_TO_TEN,
    CardLaw,
    Control,
    CutLaw,
    Depth,
    FloorLaw,
    MaximumOf,
    OfRanks,
    Result,
    ShuffleLaw,
    Tender,
    WagerLaw,
)

BOOK = catalogue("canberra-blackjack")
Rule, Says = BOOK.rule, BOOK.says

EQUIPMENT = Equipment(
    boxes=Rule(range(1, 10), "1.1", "def:box"),
    side_bet_areas=Rule(("perfect-pairs", "pairs-play"), "17.1"),
    devices=Rule((Device.SHOE, Device.SHUFFLER), "6.1", "18.1", "def:shoe"),
    inscriptions=(
        Says("What the dealer does on a soft 17", "12.1"),
        Says("Insurance", "def:insurance-line"),
        Says("Ask the dealer for the decks and the shuffle in use", "2.3", "2.3(a)", "2.3(b)"),
    ),
    checklist=(
        Item(name="layout", says=Says("approved before it is used", "1.1")),
        Item(
            name="perfect-pairs-layout",
            says=Says("approved with its area, before it is used", "17.2"),
            wanted=Wanted.SIDE_BETS,
            side_bet="perfect-pairs",
        ),
        Item(
            name="pairs-play-layout",
            says=Says("approved with its area, before it is used", "17.14"),
            wanted=Wanted.SIDE_BETS,
            side_bet="pairs-play",
        ),
    ),
    reported_by=Rule(Role.SUPERVISOR, "1.1"),
)

CARDS = CardLaw(
    decks=Rule((4, 5, 6, 7, 8), "2.1", "2.3(a)"),
    values=(
        OfRanks(ACES, Says("1 or 11", "2.5(a)", "2.5", "def:hard-total", "def:soft-total")),
        OfRanks(TWO_TO_NINE, Says("what they show", "2.5(b)")),
        OfRanks(TENS, Says("10", "2.5(c)")),
    ),
    dealt_from=Says("the shoe", "6.1", "def:shoe"),
    face_up=Says("cards lie face up", "6.1"),
    replaced_by=Rule(Role.SUPERVISOR, "2.4"),
    replaced_with_shoe=Rule(False, "2.4"),
    replaced_with_shuffler=Says("after any round", "2.4", "18.2"),
)

LIMITS = BlackjackLimitLaw(
    sign=Says("a sign shows what a box takes at least and at most", "3.1"),
    unit=Says("the steps of wagers stand there too", "3.3"),
    maximum_of=Rule(MaximumOf.BOX, "3.1"),
    below_minimum=Rule(BelowMinimum.WARNED_THEN_RETURNED, "3.4"),
    above_maximum=Says("counts to the maximum", "3.5"),
    altered_by=Rule(Role.SUPERVISOR, "3.1"),
    notice_minutes=Rule(0, "3.1"),
    notice_for_any_change=True,
    personal=Rule(Role.SUPERVISOR, "3.2"),
    personal_others=Says("others have what is left of the ordinary maximum", "4.6"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule((Tender.CHIPS,), "4.2"),
    before_first_card=Says("wagers are placed before the round's first card", "4.1"),
    no_change_after=Says("then they lie until they are decided", "4.3"),
    several_boxes=Rule(Role.DEALER, "4.4"),
    boxes_per_player=Rule(None, "4.4"),
    players_per_box=Rule(3, "4.5", "4.6"),
    fewer_players=None,
    one_player_decides=Says("one player decides for a shared box", "4.5"),
    control=(
        Rule(Control.SEATED, "4.5(a)"),
        Rule(Control.NEAREST_DEALER, "4.5(b)"),
    ),
    ascertained=Says("the dealer asks who decides", "4.5"),
    minimum_until_shuffle=Rule(Role.SUPERVISOR, "4.7", "4.7(a)", "4.7(b)", "def:new-shoe"),
    no_shoe_no_restriction=Says("not with an automated shuffling shoe", "18.1"),
    one_box_at_minimum=Rule(Role.SUPERVISOR, "4.8"),
    restricted_before=Says("whoever was restricted once needs no new cause", "4.9"),
    notified_after_restriction=(Role.REGULATOR,),
)

SHUFFLE = ShuffleLaw(
    occasions=Says("cards are shuffled at these moments", "5.4", "5.1"),
    at_start=Says("for every new shoe", "5.1", "def:new-shoe"),
    at_start_in_shuffler=Says("when new cards come to the automated shoe", "18.2"),
    cutting_card_first=Says("the cutting card came before a round's first card", "5.4(a)"),
    cutting_card_drawn=Says("the cutting card came during the round", "5.4(b)"),
    directed=None,
    last_rounds=Rule(3, "5.5"),
    out_of_cards=Says("the discards are shuffled to finish the round", "14.6"),
)

CUT = CutLaw(
    offered=Says("the shuffled stack is offered to be cut", "5.2"),
    at_start=Rule(Cutter.FIRST_PLAYER, "5.2(a)"),
    on_box=Rule(Cutter.BOX_OF_CUTTING_CARD, "5.2(b)"),
    on_dealer=Rule(Cutter.RIGHTMOST, "5.2(c)"),
    before_round=Rule(Cutter.LEFTMOST, "5.2(d)"),
    cards_replaced=Rule(Cutter.LEFTMOST, "5.2(d)"),
    declined=Says("each player is asked in turn, clockwise", "5.2(d)", "5.2"),
    passed_on=Rule(Role.SUPERVISOR, "5.2"),
    from_either_end=Rule(1, "5.3"),
    cutting_card_depth=Rule(Depth(least_decks=1, part=(1, 2)), "5.3"),
    not_for_shuffler=Says("the automated shoe is loaded uncut", "18.2", "18.1", "footnote:1"),
    never_cut=Says("an automated shoe takes the place of the cut", "18.1", "footnote:1"),
)

DEAL = DealLaw(
    order=Says(
        "a card to each box clockwise, one to the dealer, a second to each box",
        "6.2",
        "6.2(a)",
        "6.2(b)",
        "6.2(c)",
        "def:initial-deal",
    ),
    discards_returned=Says("discards are fed back into the automated shoe", "18.1"),
    fed_back_at_once=True,
)

INSURANCE = InsuranceLaw(
    ace=Insurance(
        offered=Says("against an ace", "7.1", "def:insurance-wager"),
        share=Rule(Fraction(1, 2), "7.1"),
        pays=Rule(odds(2), "7.5", "7.6", "7.6(b)"),
        lost=Says("collected when the second card is no ten", "7.6(a)", "7.6"),
    ),
    called=Says("insurance is open until play goes on", "7.3"),
    before_play=Says("insurance is placed before the first decision", "7.3"),
    step=Rule(Fraction(1, 2), "7.4", "def:float"),
    others=OthersInsurance(
        allowed=Says("others may insure what its owner leaves uninsured", "7.2"),
        same_box=Says("those on the box come first, the nearest the dealer before", "7.2(a)"),
        nearest_box=Says("then those on the nearest box, likewise", "7.2(b)"),
        least_insured=Says("at one distance, whoever has least on others' wagers", "7.2(c)"),
    ),
)

INTERIM = InterimLaw(
    moment=Says("between the initial deal and the first decision", "8.1"),
    blackjack=Says("a blackjack that the dealer cannot equal is paid", "8.1(a)", "def:blackjack"),
    even_money=Rule(odds(1), "8.1(b)"),
    waits=Says("a blackjack that meets a ten waits for the dealer's hand", "8.1"),
)
"""Reading C4: a jack, queen or king of the dealer's holds a blackjack up as a ten does."""

PLAY = PlayLaw(
    turn=Says("boxes decide clockwise, the first with a wager first", "9.1", "def:subsequent-deal"),
    splits=Says("split", "9.1(a)"),
    doubles=Says("double", "9.1(b)"),
    draws=Says("draw", "9.1(c)"),
    stands=Says("stand", "9.1(d)"),
    may_draw_below=Rule(21, "9.2(a)", "9.2"),
    must_draw_below=Rule(12, "9.2(b)", "9.2"),
    over=Rule(21, "13.1(d)"),
)
"""Reading C7: a pair below twelve may be split."""

SPLIT = SplitLaw(
    equal_value=Says("two first cards of one value, for an equal wager", "def:split", "9.1(a)"),
    not_after_third_card=Says("the choice is there for the first two cards", "def:split"),
    others=Says("the others on the box may follow", "10.2"),
    only_with_caller=Says("nobody else splits where the one who decides does not", "10.1"),
    joined=Says("an equal wager on the further hand", "10.2(a)", "def:split"),
    not_joined=Says("the wager stays with the first hand", "10.2(b)"),
    hands=Rule(4, "10.3"),
    aces_hands=Rule(2, "10.3"),
    again=Says("further hands, each for an equal wager", "10.3", "10.6", "def:split"),
    in_order=Says("each hand is finished before the next gets a card", "10.4"),
    aces_one_card=Says("a split ace takes one card", "10.5"),
    decisions=Says("a split hand is played like any other", "10.6", "11.3"),
    blackjack_counts=Rule(False, "10.7"),
)
"""Reading C9: the single card of a split ace goes before the rules of play."""

DOUBLE = DoubleLaw(
    on_cards=Rule((2,), "def:double-double-down", "11.1", "9.1(b)"),
    on_split_cards=Rule((2,), "11.3", "def:double-double-down"),
    amount=Rule(DoubleAmount.UP_TO_WAGER, "def:double-double-down"),
    one_card=Says("one more card, and no other", "def:double-double-down", "11.2"),
    others=Says("the others on the box may follow, and one card it is", "11.2"),
    only_with_caller=Says("nobody else doubles where the one who decides does not", "11.1"),
)
"""Reading C8: any first two cards short of 21, whatever their total."""

DEALER = DealerLaw(
    after_players=Says("the dealer draws when all players are done", "12.1"),
    draws_soft_17={"stand": Rule(False, "12.1(a)"), "draw": Rule(True, "12.1(b)")},
    no_effect=dict.fromkeys(("stand", "draw"), Says("no card that cannot matter", "12.2")),
)

EVERY_WAGER = Verdicts(
    dealer_over=Rule(odds(1), "13.1(a)", "13.2(b)"),
    higher=Rule(odds(1), "13.1(b)", "13.2(b)"),
    over=Rule(Result.LOSE, "13.1(d)"),
    lower=Rule(Result.LOSE, "13.1(e)"),
    dealer_blackjack=Rule(Result.LOSE, "13.1(f)"),
    equal=Rule(Result.STAND_OFF, "13.1(g)", "def:stand-off"),
)
"""Reading C10: a dealer's blackjack spares neither doubles nor split wagers."""

SETTLEMENT = SettlementLaw(
    moment=Says("when the dealer's hand is complete", "13.1"),
    blackjack=Rule(odds(3, 2), "13.1(c)", "13.2(a)"),
    both_blackjack=Rule(Result.STAND_OFF, "13.1(g)", "def:stand-off"),
    original=EVERY_WAGER,
    double=EVERY_WAGER,
    split=EVERY_WAGER,
    paid_and_collected=Says("winners are paid at fixed odds", "13.2"),
    cards_collected=Says("the cards go to the discard rack", "def:round-of-play"),
)

FLOOR = FloorLaw(
    hours=Says("The Casino Control Act 2006 sets the hours of gaming", "15.1"),
    closing_minutes=Rule(0, "15.2"),
    closed_by=Rule(Role.SUPERVISOR, "15.2"),
    idle_rounds=Rule(3, "16.6"),
    vacated_by=Rule(Role.SUPERVISOR, "16.6"),
    no_wagers=Says("the deal starts at a box with a wager", "6.2"),
)

PERFECT_PAIRS = SideBet(
    name="perfect-pairs",
    kind=SideBetKind.PAIR,
    offered=Says("at the operator's choice", "17.1(a)", "def:perfect-pairs"),
    defined=(
        Says("two cards of one face value", "17.4(a)", "17.4"),
        Says("which is what they show", "17.3"),
    ),
    pairs_of=(
        OfRanks(TWO_TO_TEN, Says("numbers", "17.3(a)")),
        OfRanks(ACES | PICTURES, Says("pictures and aces", "17.3(b)")),
    ),
    placed=Says("before the round, on its own area", "17.5"),
    per_box=Rule(3, "17.6"),
    amount=Rule(Role.SUPERVISOR, "17.7"),
    off_the_sign=Rule(OffTheSign.AS_INITIAL, "17.7", "3.4", "3.5"),
    needs_initial_wager=Says("the box needs an initial wager first", "17.8"),
    lines=(
        PayLine("perfect-pair", Rule((odds(25),), "17.12(c)", "17.9(c)", "17.4(d)", "def:suited")),
        PayLine("coloured-pair", Rule((odds(12),), "17.12(b)", "17.9(b)", "17.4(c)")),
        PayLine("mixed-pair", Rule((odds(6),), "17.12(a)", "17.9(a)", "17.4(b)")),
    ),
    wins=Says("the best pair is paid", "17.9", "17.10", "17.11(b)", "17.12"),
    loses=Says("without a pair it is collected", "17.9(d)", "17.11(a)"),
    settled=Says("after the initial deal", "17.11", "17.13"),
)

PAIRS_PLAY = SideBet(
    name="pairs-play",
    kind=SideBetKind.PAIR,
    offered=Says("at the operator's choice", "17.1(b)", "def:pairs-play"),
    defined=(
        Says("two cards of one face value", "17.16"),
        Says("which is what they show", "17.15"),
    ),
    pairs_of=(
        OfRanks(TWO_TO_TEN, Says("numbers", "17.15(a)")),
        OfRanks(ACES | PICTURES, Says("pictures and aces", "17.15(b)")),
    ),
    placed=Says("before the round, on its own area", "17.17"),
    per_box=Rule(3, "17.18"),
    amount=Rule(Role.SUPERVISOR, "17.19"),
    off_the_sign=Rule(OffTheSign.AS_INITIAL, "17.19", "3.4", "3.5"),
    needs_initial_wager=Says("the box needs an initial wager first", "17.20"),
    lines=(PayLine("any-pair", Rule((odds(11),), "17.23", "17.21(a)", "17.16")),),
    wins=Says("any pair is paid", "17.21", "17.22(b)"),
    loses=Says("without a pair it is collected", "17.21(b)", "17.22(a)"),
    settled=Says("after the initial deal", "17.22", "17.24"),
)

SIDE_BETS = SideBetLaw(
    kinds=(PERFECT_PAIRS, PAIRS_PLAY),
    one_kind=Says("the one or the other", "17.1", "17.1(a)", "17.1(b)"),
)

CANBERRA_BLACKJACK = BlackjackLaw(
    game="canberra-blackjack",
    title="Canberra Blackjack",
    book="canberra-blackjack",
    revision="NI2018-568",
    equipment=EQUIPMENT,
    cards=CARDS,
    limits=LIMITS,
    wagers=WAGERS,
    shuffle=SHUFFLE,
    cut=CUT,
    deal=DEAL,
    insurance=INSURANCE,
    interim=INTERIM,
    play=PLAY,
    split=SPLIT,
    double=DOUBLE,
    dealer=DEALER,
    settlement=SETTLEMENT,
    floor=FLOOR,
    side_bets=SIDE_BETS,
    irregular=IRREGULAR,
    device_failure=DEVICE_FAILURE,
    checks=CHECKS,
    conduct=CONDUCT,
    tournaments=TOURNAMENTS,
)
"""The whole of it."""
