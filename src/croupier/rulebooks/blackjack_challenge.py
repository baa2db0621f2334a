"""Blackjack Challenge: blackjack pays 2 to 1, 21 and five cards win at once, equal totals lose.

Read it beside the rulebook: the sections stand in its order, each value with its clause.
"""

from msgspec.structs import replace

from croupier.cards import PICTURES, Device, Rank
from croupier.money import odds
from croupier.rulebooks.blackjack_law import (
    BelowMinimum,
    BlackjackLaw,
    BlackjackLimitLaw,
    ByTenRank,
    DealerLaw,
    DealLaw,
    DoubleAmount,
    DoubleLaw,
    InterimLaw,
    Made,
    OffTheSign,
    PayLine,
    PlayLaw,
    SettlementLaw,
    SideBet,
    SideBetKind,
    SideBetLaw,
    SignalLaw,
    SplitLaw,
    Verdicts,
    WinAtOnce,
)
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.challenge_irregularities import (
    CHECKS,
    CONDUCT,
    DEVICE_FAILURE,
    IRREGULAR,
    WRONG_CARDS,
)
from croupier.rulebooks.challenge_promotions import PROMOTIONS
from croupier.rulebooks.challenge_tournaments import TOURNAMENTS
from croupier.rulebooks.equipment_law import Equipment, Item, Wanted
from croupier.rulebooks.roles import Cutter, Role
from croupier.rulebooks.table_law import (
    ACE_TO_TEN,
    ACES,
    TWO_TO_TEN,
    CardLaw,
    Control,
    CutLaw,
    Depth,
    FloorLaw,
    LowLimitLaw,
    MaximumOf,
    OfRanks,
    Result,
    RetainedLaw,
    ShuffleLaw,
    Tender,
    WagerLaw,
)

BOOK = catalogue("blackjack-challenge")
Rule, Says = BOOK.rule, BOOK.says

EQUIPMENT = Equipment(
    boxes=Rule(range(5, 8), "2.2.1"),
    side_bet_areas=Rule(("any-pairs", "perfect-pairs"), "2.2.3", "2.2.2.3"),
    area_inscriptions={"any-pairs": Says("an area for Any Pairs", "2.2.2.3")},
    devices=Rule((Device.SHOE, Device.SHUFFLER), "2.3.1"),
    inscriptions=(
        Says("Blackjack pays {law.settlement.blackjack.value}", "2.2.2.1"),
        Says("Dealer draws to 16 and stands on {law.dealer.stands_on}", "2.2.2.2"),
    ),
    checklist=(
        Item(name="table", says=Says("the players face the dealer across it", "2.1")),
        Item(name="cloth", says=Says("marked like one of the diagrams A to C", "2.2")),
        Item(name="boxes", says=Says("one for each place", "2.2.1")),
        Item(
            name="inscriptions",
            says=Says("what the cloth must say", "2.2.2", "2.2.2.1", "2.2.2.2"),
        ),
        Item(
            name="side-bet-areas",
            says=Says("one for each optional wager", "2.2.3"),
            wanted=Wanted.SIDE_BETS,
        ),
        Item(name="dealing-device", says=Says("what the cards come from", "2.3.1", "2.3")),
        Item(name="discard-rack", says=Says("takes eight decks", "2.3.2", "2.3")),
        Item(name="float-tray", says=Says("holds the chips, under lock", "2.3.3", "2.3")),
        Item(name="drop-box", says=Says("fixed to the table", "2.4"), wanted=Wanted.CASH),
    ),
    reported_by=Rule(Role.SUPERVISOR, "2.3"),
)

CARDS = CardLaw(
    decks=Rule((6, 8), "3.1"),
    values=(
        OfRanks(ACES, Says("11 or 1", "3.2.1", "3.2")),
        OfRanks(TWO_TO_TEN, Says("what they show", "3.2.2")),
        OfRanks(PICTURES, Says("10", "3.2.3")),
    ),
    dealt_from=Says("the shoe or device at the dealer's left", "3.7"),
    face_up=Says("cards lie face up", "3.8"),
    replaced_by=Rule(Role.SUPERVISOR, "3.6"),
    replaced_with_shoe=Rule(True, "3.6.2"),
    replaced_with_shuffler=Says("after any round", "3.6.1"),
)

SHUFFLE = ShuffleLaw(
    occasions=Says("cards are mixed at random at these moments", "4.4"),
    at_start=Says("before play starts", "4.4.1"),
    at_start_in_shuffler=Says("a shuffling device shuffles what is put into it", "4.1"),
    cutting_card_first=Says("the cutting card came before a round's first card", "4.4.2"),
    cutting_card_drawn=Says("the cutting card came during the round", "4.4.3"),
    directed=Rule(Role.SUPERVISOR, "4.4.4"),
    directed_in_shuffler=False,
    out_of_cards=Says("the discards are shuffled to finish the round", "16.9"),
    machine=Says("a multishuffler beside the table", "4.3", "def:multishuffler"),  # reading B16
    riffle=Rule(Role.SUPERVISOR, "4.3"),
    riffle_factory=Rule(Role.SUPERVISOR, "4.3.1"),
    by_hand_first=Says("the dealer may mix them by hand before the device does", "4.2"),
)

CUT = CutLaw(
    offered=Says("the shuffled stack is offered to be cut", "4.5"),
    at_start=Rule(Cutter.FIRST_PLAYER, "4.5.1"),
    on_box=Rule(Cutter.BOX_OF_CUTTING_CARD, "4.5.2"),
    on_dealer=Rule(Cutter.RIGHTMOST, "4.5.3"),
    before_round=Rule(Cutter.RIGHTMOST, "4.5.4"),
    cards_replaced=Rule(Cutter.RIGHTMOST, "4.5.5"),
    declined=Says("a refused cut goes clockwise", "4.6"),
    passed_on=Rule(Role.SUPERVISOR, "4.6"),
    from_either_end=Rule(1, "4.7"),
    cutting_card_depth=Rule(Depth(), "4.8"),
    not_for_shuffler=Says("a shuffling device is loaded without a cut", "4.1"),
    burned=Says("the first card goes to the discards, unseen", "4.9.2", "4.9"),
    burned_at_start=Says("one from a shuffling device, before play starts", "4.9.1", "4.9"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule((Tender.CHIPS, Tender.TOKENS), "5.1"),
    vouchers=Says(
        "tokens for the value of a voucher, and chips for what they win",
        "def:casino-promotional-token",
        "5.1",
    ),
    before_first_card=Says("wagers are placed before the round's first card", "5.2", "7.1"),
    no_change_after=Says("then they lie until they are decided", "5.3"),
    players_per_box=Rule(3, "5.4"),
    fewer_players=Rule(Role.SUPERVISOR, "5.4"),
    one_player_decides=Says("one player decides for a shared box", "5.5"),
    control=(
        Rule(Control.SEATED, "5.5.1"),
        Rule(Control.HIGHEST_WAGER, "5.5.2"),
        Rule(Control.NEAREST_DEALER, "5.5.3"),
    ),
    ascertained=Says("the dealer asks who decides", "5.6"),
    own_placing=Says("each answers for where the own wagers lie", "5.14"),
    nearest_place=Says("the controlling player's wager lies nearest the dealer", "5.7.1", "5.7"),
    other_places=Says("the others lie behind it", "5.7.2"),
    several_boxes=Rule(Role.DEALER, "5.8"),
    reserved=Rule(Role.SUPERVISOR, "5.13"),
    minimum_until_shuffle=Rule(Role.SUPERVISOR, "5.10"),
    minimum_for_good=Rule(Role.GAMING_MANAGER, "5.11"),
    one_box_at_minimum=Rule(Role.GAMING_MANAGER, "5.12"),
    notified_before_restriction=(Role.INSPECTOR,),
    rounding=Says("up to the next amount that chips can make", "5.9"),
    refused=Rule(Role.SUPERVISOR, "18.11"),
)

LIMITS = BlackjackLimitLaw(
    sign=Says("a sign shows minimum and maximum", "6.1"),
    unit=Says("and the steps above the minimum", "6.1"),
    players_watch=Says("each keeps to the sign", "6.4"),
    maximum_of=Rule(MaximumOf.BOX, "6.1"),
    shares=(
        Says("the controlling player may wager up to the box's maximum", "6.1.1", "6.3.1"),
        Says("the second has what the first left of it", "6.1.2", "6.3.1"),
        Says("the third has what then remains", "6.1.3", "6.3.1"),
    ),
    below_minimum=Rule(BelowMinimum.VALID, "6.2"),
    above_maximum=Says("counts to the maximum", "6.3"),
    altered_by=Rule(Role.SUPERVISOR, "6.5"),
    notice_minutes=Rule(20, "6.5"),
    retained=RetainedLaw(
        raised_by=Rule(Role.SUPERVISOR, "6.5.1"),
        marker=Says("a marker in front of the box", "6.5.1.1"),
        marker_removed=Says("the marker goes when the player leaves", "6.5.1.2"),
        marker_box=Says("with several boxes, where the player sits", "6.5.1.3"),
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

DEAL = DealLaw(
    order=Says("a card to each box from the left, one to the dealer, a second to each box", "7.1"),
    discards_returned=Says("discards go into the device after the initial deal", "7.2"),
)

INTERIM = InterimLaw(
    moment=Says("from the initial deal on, until the final settlement", "8.1"),
    blackjack=Says("a blackjack that the dealer cannot equal is paid", "8.1.1"),
    waits=Says("a blackjack against a ten or an ace waits for the dealer's hand", "8.1.2"),
)

PLAY = PlayLaw(
    turn=Says("boxes decide one after the other from the dealer's left", "9.1"),
    doubles=Says("double", "9.1.1"),
    splits=Says("split", "9.1.2"),
    stands=Says("stand", "9.1.3"),
    draws=Says("hit", "9.1.4"),
    signals=SignalLaw(
        draw=Rule(("scratch", "tap", "knock"), "9.4"),
        stand=Rule(("wave",), "9.4"),
        total=Says("called after each card", "9.4"),
    ),
    own_count=Says("each player counts, whatever was called", "3.10"),
    must_draw_below=Rule(12, "9.2"),
    may_draw_below=Rule(21, "9.3"),
    over=Rule(21, "9.5"),
    wins_at_once=(
        WinAtOnce(Made.TWENTY_ONE, Rule(odds(1), "9.6")),
        WinAtOnce(Made.FIVE_CARDS, Rule(odds(1), "9.7")),
    ),
)

DOUBLE = DoubleLaw(
    on_cards=Rule((2, 3), "10.1"),
    on_split_cards=Rule((2, 3), "10.1"),
    amount=Rule(DoubleAmount.UP_TO_WAGER, "10.1"),
    one_card=Says("one more card, and no other", "10.2"),
    sideways=Says("face up and sideways", "10.2"),
    others=Says("the others on the box may double too", "10.3"),
    only_with_caller=Says("the others follow the one who decides", "10.3"),
    against_blackjack=Says("only the original wager is collected", "10.4"),
)

SPLIT = SplitLaw(
    equal_value=Says("two first cards of one value, for an equal wager", "11.1"),
    in_order=Says("the first hand is finished before the second gets a card", "11.2"),
    decisions=Says("a split hand may stand, draw, double or split again", "11.3"),
    hands=Rule(3, "11.4.2", "11.4"),
    again=Says("a further hand, for a wager equal to the original", "11.4.1", "11.4"),
    equal_again=Says("the card that came is of one value with those split", "11.4"),
    blackjack_counts=Rule(True, "11.3.1", "def:blackjack"),
    not_after_third_card=Says("who did not split the first two may not split later", "11.4.3"),
    others=Says("the others on the box choose", "11.5"),
    only_with_caller=Says("the others follow the one who decides", "11.5", "11.1"),
    joined=Says("an equal wager on the further hand", "11.5.1"),
    not_joined=Says("the wager stays with the first hand", "11.5.2"),
    against_blackjack=Says("only the original wager is collected", "11.6"),
)

DEALER = DealerLaw(
    after_players=Says("the dealer draws when all players are done", "12.1"),
    draws_soft_17={"": Rule(False, "12.2")},
    no_effect={"": Says("no card that cannot matter", "12.3")},
)

ANY_PAIRS = SideBet(
    name="any-pairs",
    kind=SideBetKind.PAIR,
    offered=Says("where the layout has its area", "13.1"),
    placed=Says("before the round, on its own area", "13.1"),
    amount=Rule(Role.SUPERVISOR, "13.2"),
    off_the_sign=Rule(OffTheSign.REFUSED, "13.2"),
    only_bettors=Rule(Role.GAMING_MANAGER, "13.3"),
    only_bettors_notices=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "13.3.1"),
    only_bettors_sign=Says("a sign tells the players", "13.3.2"),
    needs_initial_wager=Says("the box needs an initial wager first", "13.4"),
    per_box=Rule(3, "13.5"),
    bettors_first=Says("players of the box first, then who came first", "13.5"),
    defined=(Says("the first two cards are a pair", "13.6"),),
    pairs_of=(
        OfRanks(ACE_TO_TEN, Says("two cards of the same number", "13.6.1")),
        OfRanks(PICTURES, Says("two pictures of the same kind", "13.6.2")),
    ),
    lines=(PayLine("any-pair", Rule((odds(11),), "13.7")),),
    wins=Says("any pair", "13.7"),
    loses=Says("no pair", "13.8"),
    settled=Says("after the initial deal", "13.8"),
)

PERFECT_PAIRS = SideBet(
    name="perfect-pairs",
    kind=SideBetKind.PAIR,
    offered=Says("at the operator's choice", "14.1"),
    placed=Says("before the round, on its own area", "14.2"),
    amount=Rule(Role.SUPERVISOR, "14.3"),
    off_the_sign=Rule(OffTheSign.REFUSED, "14.3"),
    only_bettors=Rule(Role.GAMING_MANAGER, "14.4"),
    only_bettors_notices=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "14.4.1"),
    only_bettors_sign=Says("a sign tells the players", "14.4.2"),
    needs_initial_wager=Says("the box needs an initial wager first", "14.5"),
    per_box=Rule(3, "14.6"),
    bettors_first=Says("players of the box first, then who came first", "14.6"),
    defined=(Says("the first two cards are a pair", "14.7"),),
    pairs_of=(
        OfRanks(ACE_TO_TEN, Says("two cards of the same number", "14.7.1")),
        OfRanks(PICTURES, Says("two pictures of the same kind", "14.7.2")),
    ),
    lines=(
        PayLine("perfect-pair", Rule((odds(30),), "14.8.3")),
        PayLine("coloured-pair", Rule((odds(10),), "14.8.2")),
        PayLine("mixed-pair", Rule((odds(5),), "14.8.1")),
    ),
    wins=Says("by the kind of pair", "14.8"),
    loses=Says("no pair", "14.9"),
    settled=Says("after the initial deal", "14.9"),
)

ORIGINAL = Verdicts(
    over=Rule(Result.LOSE, "9.5"),
    dealer_over=Rule(odds(1), "15.1.3"),
    higher=Rule(odds(1), "15.1.2"),
    lower=Rule(Result.LOSE, "15.1.4"),
    equal=Rule(Result.LOSE, "15.1.4"),
    dealer_blackjack=Rule(Result.LOSE, "15.1.4"),
)

SETTLEMENT = SettlementLaw(
    moment=Says("when the dealer's hand is complete", "15.1"),
    blackjack=Rule(odds(2), "15.1.1.1", "15.1.1"),
    both_blackjack=ByTenRank(
        ranks=Rule((Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN), "3.3"),
        higher=Rule(odds(5), "15.1.1.2.1", "15.1.1.2"),
        same=Rule(odds(4), "15.1.1.2.2", "15.1.1.2"),
        lower=Rule(odds(3), "15.1.1.2.3", "15.1.1.2"),
    ),
    original=ORIGINAL,
    double=replace(ORIGINAL, dealer_blackjack=Rule(Result.STAND_OFF, "10.4")),
    split=replace(ORIGINAL, dealer_blackjack=Rule(Result.STAND_OFF, "11.6")),
    cards_collected=Says("the cards go to the discard rack", "15.2"),
)

FLOOR = FloorLaw(
    closing_minutes=Rule(20, "18.8"),
    closed_by=Rule(Role.SUPERVISOR, "18.8"),
    idle_rounds=Rule(3, "18.9"),
    vacated_by=Rule(Role.SUPERVISOR, "18.9"),
    no_wagers=Says("void", "16.7"),
)

BLACKJACK_CHALLENGE = BlackjackLaw(
    game="blackjack-challenge",
    title="Blackjack Challenge",
    book="blackjack-challenge",
    revision="1",
    equipment=EQUIPMENT,
    cards=CARDS,
    shuffle=SHUFFLE,
    cut=CUT,
    wagers=WAGERS,
    limits=LIMITS,
    floor=FLOOR,
    deal=DEAL,
    insurance=None,
    interim=INTERIM,
    play=PLAY,
    double=DOUBLE,
    split=SPLIT,
    dealer=DEALER,
    side_bets=SideBetLaw(kinds=(ANY_PAIRS, PERFECT_PAIRS)),
    settlement=SETTLEMENT,
    irregular=IRREGULAR,
    device_failure=DEVICE_FAILURE,
    wrong_cards=WRONG_CARDS,
    checks=CHECKS,
    conduct=CONDUCT,
    tournaments=TOURNAMENTS,
    promotions=PROMOTIONS,
)
"""The whole of it."""
