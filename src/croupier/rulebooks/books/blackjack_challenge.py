"""Blackjack Challenge: blackjack pays 2 to 1, 21 and five cards win at once, equal totals lose.

Read it beside the rulebook: the sections are in its order, each value with its clause.
"""

from msgspec.structs import replace

from croupier.cards import PICTURES, Device, Rank
from croupier.money import odds
from croupier.rulebooks.books.star_shared import section_19, section_20
from croupier.rulebooks.catalogue import catalogue
from croupier.rulebooks.law.blackjack import (
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
from croupier.rulebooks.law.irregularities import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FoundLater,
    Ground,
    IrregularityLaw,
    MisdealLaw,
    OversightLaw,
    PaidAlready,
    Prohibition,
    SpareCard,
    StrayCardLaw,
    TransferLaw,
    WrongCardsLaw,
)
from croupier.rulebooks.law.roles import Cutter, Role
from croupier.rulebooks.law.table import (
    ACE_TO_TEN,
    ACES,
    TWO_TO_TEN,
    CardLaw,
    Control,
    CutLaw,
    Depth,
    Equipment,
    FloorLaw,
    Item,
    LowLimitLaw,
    MaximumOf,
    OfRanks,
    Result,
    RetainedLaw,
    ShuffleLaw,
    Tender,
    WagerLaw,
    Wanted,
)

BOOK = catalogue("blackjack-challenge")
Rule, Says = BOOK.rule, BOOK.says


STRAY = StrayCardLaw(
    faced=Says("burned, and play goes on", "16.1"),
    drawn=Says("counts as the next card", "16.2"),
    burned=Rule(BurnedInError.NEXT_CARD, "16.2"),
    burned_late=Rule(BurnedInError.STAYS_BURNED, "16.16"),
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
    shuffle=Says("the round is finished, then the cards are shuffled and cut", "16.13"),
    discards=Says("they stay in the rack until the next initial deal is done", "16.14"),
)

WRONG_CARDS = WrongCardsLaw(
    found=Says("a card is missing, or does not belong", "16.15"),
    earlier_rounds=Says("stand", "16.15.1"),
    void=Rule(PaidAlready.STANDS, "16.15.2"),
    paid_in_tournament=Rule(PaidAlready.REPAID, "19.2.2.1", "19.2.2"),
    checked=Says("the shoe is void and all decks are checked at the table", "16.15.3"),
    notified=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "16.15.4"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "3.4"),
    device=Says("or a deck-checking device", "3.4"),
    secured=Says("under lock until they are needed", "3.5"),
    dropped=Rule(Role.SUPERVISOR, "4.6.1"),
    suspected=Rule(Role.SUPERVISOR, "16.1.1"),
    suspected_with_shoe=True,
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
    emptied=Says("the cards left come out of the device", "17.5.2"),
    replaced=Says("damaged cards are replaced from a new deck", "17.5.3"),
    shuffled=Says("the cards are shuffled and cut", "17.5.4"),
    finished=Says("the others finish the round from a card shoe", "17.5.5"),
    with_shoe=Says("the game stays with the shoe until a device is there", "17.5.6"),
)

FORBIDDEN = (
    Prohibition(
        ground=Ground.HANDLING_CARDS,
        says=Says("nobody touches, takes or changes the cards", "3.9"),
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


PROMOTIONS = section_20(catalogue("blackjack-challenge"))
"""The whole section."""


TOURNAMENTS = section_19(
    catalogue("blackjack-challenge"), "18.9", "5.8", "5.4", "6.6", "6.5", "6.3", "6.2"
)
"""The section, with the clauses that do not hold in it."""


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
    dealt_from=Says("the shoe or device at the dealer's left", "3.7", "def:dealer"),
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
