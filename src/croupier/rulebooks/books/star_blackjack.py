"""Star Blackjack: six or eight decks, no hole card, the dealer draws to a soft seventeen.

Read it beside the rulebook: the sections are in its order, each value with its clause.
"""

from fractions import Fraction

from msgspec.structs import replace

from croupier.cards import PICTURES, Device
from croupier.money import odds
from croupier.rulebooks.books.star_shared import PROMOTIONS, TOURNAMENTS
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


def side_bet(
    name: str,
    kind: SideBetKind,
    *,
    lines: tuple[PayLine, ...],
    wins: str,
    loses: str,
    settled: str,
    defined: tuple[str, ...],
    pairs_of: tuple[str, ...] = (),
) -> SideBet:
    """Return an optional wager under the general rules of section 14."""
    return SideBet(
        name=name,
        kind=kind,
        offered=Says("at the operator's choice", "14.2"),
        placed=Says("before the round, on its own area", "14.3"),
        amount=Rule(Role.SUPERVISOR, "14.5"),
        off_the_sign=Rule(OffTheSign.REFUSED, "14.5"),
        only_bettors=Rule(Role.GAMING_MANAGER, "14.6"),
        only_bettors_notices=Rule((Role.SURVEILLANCE, Role.INSPECTOR), "14.6.1"),
        only_bettors_sign=Says("a sign tells the players", "14.6.2"),
        needs_initial_wager=Says("the box needs an initial wager first", "14.7"),
        per_box=Rule(3, "14.8"),
        bettors_first=Says("players of the box first, then who came first", "14.8"),
        defined=tuple(Says("what counts", clause) for clause in defined),
        pairs_of=tuple(
            OfRanks(ranks, Says("a pair of these", clause))
            for ranks, clause in zip((ACE_TO_TEN, PICTURES), pairs_of, strict=False)
        ),
        lines=lines,
        wins=Says("wins", wins),
        loses=Says("loses", loses),
        settled=Says("after the initial deal", settled),
    )


PERFECT_PAIRS = side_bet(
    "perfect-pairs",
    SideBetKind.PAIR,
    lines=(
        PayLine("perfect-pair", Rule((odds(30),), "14.10.3")),
        PayLine("coloured-pair", Rule((odds(10),), "14.10.2")),
        PayLine("mixed-pair", Rule((odds(5),), "14.10.1")),
    ),
    wins="14.10",
    loses="14.11",
    settled="14.11",
    defined=("14.9",),
    pairs_of=("14.9.1", "14.9.2"),
)

ANY_PAIRS = side_bet(
    "any-pairs",
    SideBetKind.PAIR,
    lines=(PayLine("any-pair", Rule((odds(11),), "14.13")),),
    wins="14.13",
    loses="14.14",
    settled="14.14",
    defined=("14.12",),
    pairs_of=("14.12.1", "14.12.2"),
)

LUCKY_LUCKY = side_bet(
    "lucky-lucky",
    SideBetKind.THREE_CARDS,
    lines=tuple(
        PayLine(line, Rule(tuple(odds(to) for to in paid), f"table:lucky-lucky:{line}"))
        for line, paid in (
            ("suited-777", (200, 200, 200)),
            ("suited-678", (100, 100, 100)),
            ("unsuited-777", (50, 50, 50)),
            ("unsuited-678", (30, 30, 30)),
            ("suited-21", (10, 15, 10)),
            ("unsuited-21", (3, 3, 3)),
            ("any-20", (2, 2, 2)),
            ("any-19", (2, 1, 1)),
        )
    ),
    wins="14.15",
    loses="14.16",
    settled="14.17",
    defined=("14.18", "table:lucky-lucky"),
)

SIDE_BETS = SideBetLaw(
    kinds=(PERFECT_PAIRS, ANY_PAIRS, LUCKY_LUCKY),
    several_kinds=Says("several kinds where each has its area", "14.4"),
)


EQUIPMENT = Equipment(
    boxes=Rule(range(5, 10), "2.2.1"),
    side_bet_areas=Rule(("perfect-pairs", "any-pairs", "lucky-lucky"), "2.2.4"),
    devices=Rule((Device.SHOE, Device.SHUFFLER), "2.3.1"),
    inscriptions=(
        Says("Blackjack pays {law.settlement.blackjack.value}", "2.2.3.1"),
        Says("Dealer stands on {law.dealer.stands_on}", "2.2.3.2"),
        Says("Insurance", "2.2.3.3"),
    ),
    checklist=(
        Item(name="table", says=Says("the players face the dealer across it", "2.1")),
        Item(name="cloth", says=Says("marked like one of the diagrams A to C", "2.2")),
        Item(name="boxes", says=Says("one for each place", "2.2.1")),
        Item(name="insurance-line", says=Says("where insurance is placed", "2.2.2")),
        Item(
            name="inscriptions",
            says=Says("what the cloth must say", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3"),
        ),
        Item(
            name="side-bet-areas",
            says=Says("one for each optional wager", "2.2.4"),
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
        OfRanks(ACES, Says("11 where that does not pass 21, else 1", "3.2.1", "3.2")),
        OfRanks(TWO_TO_TEN, Says("what they show", "3.2.2")),
        OfRanks(PICTURES, Says("10", "3.2.3")),
    ),
    dealt_from=Says("the shoe or device at the dealer's left", "3.6", "def:dealer"),
    face_up=Says("cards lie face up", "3.6.1"),
    face_down=Rule(Role.INSPECTOR, "3.6.2"),
    replaced_by=Rule(Role.SUPERVISOR, "3.5"),
    replaced_with_shoe=Rule(True, "3.5.1"),
    replaced_with_shuffler=Says("after any round", "3.5.2"),
)

SHUFFLE = ShuffleLaw(
    occasions=Says("cards are mixed at random at these moments", "4.1"),
    at_start=Says("before play starts", "4.1.1"),
    cutting_card_first=Says("the cutting card came before a round's first card", "4.1.2"),
    cutting_card_drawn=Says("the cutting card came during the round", "4.1.3"),
    directed=Rule(Role.SUPERVISOR, "4.1.4"),
    machine=Says("a multishuffler beside the table", "4.1", "def:multishuffler"),
    out_of_cards=Says("the discards are shuffled to finish the round", "16.9"),
    riffle=Rule(Role.SUPERVISOR, "4.2"),
    riffle_factory=Rule(Role.SUPERVISOR, "4.2.1"),
    by_hand_first=Says("the dealer may mix them by hand before the device does", "4.8"),
)

CUT = CutLaw(
    offered=Says("the shuffled stack is offered to be cut", "4.3"),
    at_start=Rule(Cutter.FIRST_PLAYER, "4.3.1"),
    on_box=Rule(Cutter.BOX_OF_CUTTING_CARD, "4.3.2"),
    on_dealer=Rule(Cutter.RIGHTMOST, "4.3.3"),
    before_round=Rule(Cutter.RIGHTMOST, "4.3.4"),
    cards_replaced=Rule(Cutter.RIGHTMOST, "4.3.5"),
    declined=Says("a refused cut goes clockwise", "4.4"),
    passed_on=Rule(Role.SUPERVISOR, "4.4"),
    from_either_end=Rule(1, "4.5"),
    cutting_card_depth=Rule(Depth(), "4.6"),
    not_for_shuffler=Says("a shuffling device is loaded without a cut", "4.7"),
    burned=Says("the first card goes to the discards, unseen", "4.9"),
)

WAGERS = WagerLaw(
    chips_or_tokens=Rule((Tender.CHIPS, Tender.TOKENS), "5.1", "def:casino-promotional-token"),
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
        notice_minutes=Rule(20, "6.6"),
        both_signs=Says("the sign shows both minimums", "6.6.1"),
        newcomers=Says("who comes later plays at the new minimum", "6.6.2"),
    ),
    personal=Rule(Role.SUPERVISOR, "6.7"),
    low_limit=LowLimitLaw(
        offered=Says("low limit gaming", "6.8"),
        no_tournament=Says("no tournaments", "6.8.1"),
        device=Rule(Device.SHUFFLER, "6.8.2"),
    ),
)

DEAL = DealLaw(
    order=Says("a card to each box from the left, one to the dealer, a second to each box", "7.1"),
    discards_returned=Says("discards go into the device after the initial deal", "7.2"),
)

INSURANCE = InsuranceLaw(
    ace=Insurance(
        offered=Says("against an ace", "8.1"),
        share=Rule(Fraction(1, 2), "8.1"),
        pays=Rule(odds(2), "15.1.4"),
        lost=Says("collected when the second card is no ten", "13.3"),
    ),
    ten=Insurance(
        offered=Says("against a ten, if the operator offers it", "8.2"),
        share=Rule(Fraction(1, 2), "8.2"),
        pays=Rule(odds(10), "15.1.5"),
        lost=Says("collected when the second card is no ace", "13.3", "8.2"),
    ),
    called=Says("insurance is called, and closed after a fair time", "8.3"),
    before_play=Says("insurance is placed before the first decision", "8.4"),
    step=Rule(Fraction(1), "5.1"),
)

INTERIM = InterimLaw(
    moment=Says("between the initial deal and the first decision", "9.1"),
    blackjack=Says("a blackjack that the dealer cannot equal is paid", "9.1.1"),
    held_by=Rule(Role.ASSISTANT_GAMING_MANAGER, "9.1.1"),
    even_money=Rule(odds(1), "9.1.2"),
    waits=Says("a blackjack against a ten waits for the dealer's hand", "9.1.3"),
)

PLAY = PlayLaw(
    turn=Says("boxes decide one after the other from the dealer's left", "10.1"),
    doubles=Says("double", "10.1.1"),
    splits=Says("split", "10.1.2"),
    stands=Says("stand", "10.1.3"),
    draws=Says("hit", "10.1.4"),
    signals=SignalLaw(
        draw=Rule(("scratch", "tap", "knock"), "10.4"),
        stand=Rule(("wave",), "10.4"),
        total=Says("called after each card", "10.4"),
    ),
    own_count=Says("each player counts, whatever was called", "3.9"),
    must_draw_below=Rule(12, "10.2"),
    may_draw_below=Rule(21, "10.3"),
    over=Rule(21, "10.5"),
)

DOUBLE = DoubleLaw(
    on_cards=Rule((2,), "11.1"),
    on_split_cards=Rule((2,), "11.1"),
    amount=Rule(DoubleAmount.UP_TO_WAGER, "11.1"),
    totals=Rule(frozenset({9, 10, 11}), "11.1.1"),
    counted=Rule(DoubleTotal.ACES_AS_ONE, "11.1.2", "3.2.1"),
    one_card=Says("one more card, and no other", "11.1.3"),
    sideways=Says("face up and sideways", "11.2"),
    others=Says("the others on the box may double too", "11.3"),
    only_with_caller=Says("the others follow the one who decides", "11.3", "11.1"),
    against_blackjack=Says("only the original wager is collected", "11.4"),
)

SPLIT = SplitLaw(
    equal_value=Says("two first cards of one value, for an equal wager", "12.1"),
    in_order=Says("the first hand is finished before the second gets a card", "12.2"),
    decisions=Says("a split hand may stand, draw or double", "12.3"),
    hands=Rule(2, "12.4"),
    permitted_by=Rule(Role.GAMING_MANAGER, "12.5"),
    permitted_before_play=Says("players know before play begins", "12.5.1"),
    permitted_hands=Rule(3, "12.5.3"),
    again=Says("a third hand, for a wager equal to the original", "12.5.2", "12.5"),
    equal_again=Says("the card that came is of one value with those split", "12.5"),
    further_aces_one_card=Says("so do aces that are split again", "12.5.4"),
    aces_one_card=Says("a split ace takes one card", "12.3.1"),
    aces_sideways=Says("face up and sideways", "12.3.1", "12.5.4"),
    blackjack_counts=Rule(False, "12.3.2", "def:blackjack"),
    not_after_third_card=Says("who did not split the first two may not split later", "12.5.5"),
    others=Says("the others on the box choose", "12.6"),
    only_with_caller=Says("the others follow the one who decides", "12.6", "12.1"),
    joined=Says("an equal wager on the further hand", "12.6.1"),
    not_joined=Says("the wager stays with the first hand", "12.6.2"),
    against_blackjack=Says("only the original wager is collected", "12.7"),
)

DEALER = DealerLaw(
    after_players=Says("the dealer draws when all players are done", "13.1"),
    draws_soft_17={"": Rule(True, "13.2")},
    no_effect={"": Says("no card that cannot matter", "13.4")},
)

ORIGINAL = Verdicts(
    over=Rule(Result.LOSE, "10.5"),
    dealer_over=Rule(odds(1), "15.1.2"),
    higher=Rule(odds(1), "15.1.3"),
    lower=Rule(Result.LOSE, "15.1.7"),
    equal=Rule(Result.STAND_OFF, "15.1.9"),
    dealer_blackjack=Rule(Result.LOSE, "15.1.6"),
)
EXTRA = replace(ORIGINAL, dealer_blackjack=Rule(Result.STAND_OFF, "15.1.10"))
"""Wagers made by doubling or splitting are spared by a dealer's blackjack."""

SETTLEMENT = SettlementLaw(
    moment=Says("when the dealer's hand is complete", "15.1"),
    blackjack=Rule(odds(3, 2), "15.1.1"),
    both_blackjack=Rule(Result.STAND_OFF, "15.1.8"),
    original=ORIGINAL,
    double=EXTRA,
    split=EXTRA,
    paid_and_collected=Says("winners are paid, losers collected", "15.2"),
    cards_collected=Says("the cards go to the discard rack", "15.3"),
)

FLOOR = FloorLaw(
    closing_minutes=Rule(20, "18.8"),
    closed_by=Rule(Role.SUPERVISOR, "18.8"),
    idle_rounds=Rule(3, "18.9"),
    vacated_by=Rule(Role.SUPERVISOR, "18.9"),
    no_wagers=Says("void", "16.7"),
)

STAR_BLACKJACK = BlackjackLaw(
    game="star-blackjack",
    title="Star Blackjack",
    book="star-blackjack",
    revision="1",
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
    side_bets=SIDE_BETS,
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
