"""Canberra Blackjack: four to eight decks, four hands by splitting, dealer's blackjack takes all.

Read it beside the rulebook: the sections are in its order, each value with its clause. The terms of
its dictionary are cited as ``def:split``. Where it mentions the casino operator, a supervisor acts
for the operator.
"""

from fractions import Fraction

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
from croupier.rulebooks.law.irregularities import (
    BurnedInError,
    CheckLaw,
    ConductLaw,
    DisputeLaw,
    FinishFromShoeLaw,
    FoundLater,
    Ground,
    IrregularityLaw,
    MisdealLaw,
    OversightLaw,
    PaidAlready,
    Prohibition,
    SpareCard,
    StrayCardLaw,
)
from croupier.rulebooks.law.roles import Cutter, Role
from croupier.rulebooks.law.table import (
    ACES,
    TENS,
    TWO_TO_NINE,
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
from croupier.rulebooks.law.tournaments import (
    ContestWagerLaw,
    EntryLaw,
    NoShow,
    OrderLaw,
    PlacingLaw,
    PoolLaw,
    SeatLaw,
    ShortWager,
    TournamentLaw,
)

BOOK = catalogue("canberra-blackjack")
Rule, Says = BOOK.rule, BOOK.says


STRAY = StrayCardLaw(
    faced=Says("burned", "14.1", "def:burn"),
    drawn=Says("counts as the next card, seen or not", "14.2"),
    burned=Rule(BurnedInError.STAYS_BURNED, "14.2"),
    burned_late=Rule(BurnedInError.STAYS_BURNED, "14.2"),
    refused_by_all=Says("counts as the next card, for the dealer too", "14.2"),
    exposed_to_dealer=Rule(SpareCard.BURNED, "14.3"),
    unseen_to_dealer=Rule(SpareCard.BURNED, "14.3"),
    unneeded=Rule(SpareCard.NEXT_CARD, "14.2"),  # it was not drawn to the dealer's hand: C32
    early_to_dealer=Says("burned", "14.3"),  # reading C16
)

MISDEAL = MisdealLaw(  # where it cannot be reconstructed, 16.3: reading C14
    reconstructed=Says("the cards go where they should have gone", "14.4"),
    void=Rule(Role.SUPERVISOR, "16.3", "def:void"),
    paid_already=Rule(PaidAlready.REPAID, "def:void"),
    found_later=Rule(FoundLater.ROUND_VOID, "14.5"),
)

OVERSIGHT = OversightLaw(
    absent=Rule(11, "14.7"),
    shuffle=Says("rounds dealt past the cutting card stand, and the last is finished", "14.8"),
)

CHECKS = CheckLaw(
    checked_by=Rule(Role.DEALER, "2.2"),
    replacements=Says("supervisor and dealer check them", "2.4"),
    replacements_by=Rule(Role.SUPERVISOR, "2.4"),
    one_card=Rule(Role.SUPERVISOR, "2.4"),
    one_card_anytime=True,
)

IRREGULAR = IrregularityLaw(stray=STRAY, misdeal=MISDEAL, oversight=OVERSIGHT)

DEVICE_FAILURE = FinishFromShoeLaw(
    failed=Says("during a round, and it cannot be put right", "18.3"),
    finished=Says("the round is finished", "18.3(a)"),
    shuffled=Says("the cards left are taken out and shuffled", "18.3(a)(i)"),
    cut=Rule(Cutter.RIGHTMOST, "18.3(a)(ii)"),
    from_shoe=Says("an ordinary shoe serves for the rest", "18.3(a)(iii)"),
    new_cards=Says("then new cards come, and another shoe if need be", "18.3(b)"),
    meant=Says("a fault that hinders the shuffling or spoils cards", "18.4"),
)

FORBIDDEN = (
    Prohibition(
        ground=Ground.STAFF_ADVICE,
        says=Says("staff do not tell players how to play", "16.5(a)", "16.5"),
        unless=Says("what keeps a player to the rules", "16.5(a)"),
    ),
    Prohibition(
        ground=Ground.ADVANTAGE,
        says=Says("staff give nobody an advantage and change no chances", "16.5(b)", "16.5"),
    ),
    Prohibition(
        ground=Ground.PROCEDURE,
        says=Says("staff see to it that the game goes by its procedures", "16.5(c)", "16.5"),
    ),
    Prohibition(
        ground=Ground.ADVICE,
        says=Says("nobody directs or sways another's play, asked or not", "16.7"),
    ),
    Prohibition(
        ground=Ground.PRIVATE_BET,
        says=Says("players do not bet among themselves", "16.8"),
    ),
)

CONDUCT = ConductLaw(
    prohibited=(Says("what these rules forbid", "16.2"),),
    any_breach=True,
    forbidden=FORBIDDEN,
    sanctioned=Rule(Role.SUPERVISOR, "16.2"),
    wagers_void=Says("their wagers are void", "16.2(a)", "def:void"),
    excluded=Says("they are out of the game", "16.2(b)"),
    invalidated=Rule(Role.SUPERVISOR, "16.1", "16.3"),
    disrupted=Says("commotion, fire, riot, brawl, robbery or the like", "16.1"),
    fraud=Says("fraud that mattered", "16.3"),
    impractical=Says("a round that cannot go on", "16.3"),
    refunded=Says("as though the round had not been", "def:void", "16.1", "16.3"),
    dispute=DisputeLaw(
        first=Rule(Role.SUPERVISOR, "16.4"),
        final=Says("the operator's decision is final", "16.4"),
        complaint=Rule(Role.REGULATOR, "16.4"),
    ),
    rules_copy=Says("on request", "16.9"),
)


ENTRIES = EntryLaw(
    published=Rule(Role.GAMING_MANAGER, "19.2(b)", "19.2", "19.2(a)", "19.3", "19.3(a)"),
    statements={
        "entry-fee": Says("the fee", "19.3(a)(iii)"),
        "commission": Says("what the operator keeps of it", "19.3(a)(iii)"),
        "chips": Says("the chips for a session", "19.3(a)(iv)"),
        "minimum": Says("the least wager", "19.3(a)(vii)"),
        "maximum": Says("the most", "19.3(a)(vii)"),
        "sessions": Says(
            "sessions, tables, rounds, who goes on, who plays again",
            "19.3(a)(ii)(A)",
            "19.3(a)(ii)",
            "19.3(a)(ii)(B)",
            "19.3(a)(ii)(C)",
            "19.3(a)(ii)(E)",
        ),
        "buy-backs": Says("whether and when the eliminated come back", "19.3(a)(ii)(F)"),
        "eligibility": Says("who may enter", "19.3(a)(i)"),
        "entry-method": Says("how to enter", "19.3(a)(i)"),
        "starts": Says("when it starts", "19.3(a)(i)"),
        "minimum-players": Says("the fewest players", "19.3(a)(v)"),
        "maximum-players": Says("the most players", "19.3(a)(v)"),
        "groups": Says("what groups of players must know", "19.3(a)(vi)"),
        "prizes": Says("how the pool is divided", "19.3(a)(x)"),
        "prize-ties": Says(
            "how a tie for prizes is decided",
            "19.3(a)(xi)",
            "19.3(a)(xi)(A)",
            "19.3(a)(xi)(B)",
            "19.3(a)(xi)(C)",
            "19.3(a)(xi)(D)",
        ),
        "sit-and-go": Says("how many start at once, and how they are seated", "19.3(a)(ii)(B)"),
        "conducted-by-rules": Says(
            "the Tournament Director conducts it; where the conditions and the rules of the game "
            "differ, the rules count",
            "19.3(b)",
        ),
    },
    statements_of_progress={
        "elimination": Says("how players are eliminated", "19.3(a)(viii)(A)", "19.3(a)(viii)"),
        "ties": Says("how equal chips are placed", "19.3(a)(viii)(B)"),
    },
    statements_of_points={
        "format": Says("that points decide, over several sessions", "19.3(a)(ii)(D)"),
        "points": Says("the points for each place", "19.3(a)(ii)(D)", "19.3(a)(ix)"),
        "elimination": Says("how players are eliminated", "19.3(a)(ix)(A)"),
        "point-ties": Says("what tied places earn", "19.3(a)(ix)(B)"),
    },
    regulator_told=Rule(Role.REGULATOR, "19.2(c)"),
    manager=Rule(Role.GAMING_MANAGER, "19.4"),
    run_by=Rule(Role.TOURNAMENT_MANAGER, "19.4", "def:tournament-director-assistant"),
    designated=Rule(Role.TOURNAMENT_MANAGER, "19.7", "19.8"),
    agreement=Says("the director may want an agreement in writing", "19.5"),
    one_entry=Says("one entry for each player, but for buy-backs", "19.6"),
    numbers=Says("within the numbers that the conditions state", "19.3(a)(v)"),
    refusable=Says("by the criteria that the conditions state", "19.3(a)(i)"),
)

POOL = PoolLaw(
    fee=Says("a fee may be charged", "19.20"),
    all_paid_out=Says("the whole pool is paid in prizes", "19.19", "19.20"),
    not_refunded=Says("fees and commissions do not go back", "19.21"),
    commission=Rule(Role.REGULATOR, "19.20", "def:tournament-commission", "def:approved"),
    cancelled=Rule(Role.GAMING_MANAGER, "19.21"),
)
"""Readings C22, C23: the pool is the fees less the commission, of those who did not come too."""

SEATS = SeatLaw(
    drawn=Says("table and seat by ballot before each session, and kept for it", "19.7"),
    exclusive=Says("who has no seat does not play", "19.7"),
    per_table=Says("the director says how many sit at a table", "19.8"),
    moved=Says("a start may be moved, with notice", "19.7"),
    reserves=Says("a reserve may buy the seat of one who did not come", "19.10"),
    substitutes=Says("the director may let somebody play for another", "19.11"),
    no_show=Rule(NoShow.FORFEITED, "19.9"),
    grounds={
        "absent": Says("excluded from the game", "16.2(b)"),
        "no-wager": Says("excluded from the game", "16.2(b)", "19.14"),
        "added-chips": Says("excluded from the game", "16.2(b)", "19.13"),
        "hid-chips": Says("excluded from the game", "16.2(b)", "19.12"),
        "breach": Says("excluded from the game", "16.2(b)", "19.15"),
    },
    disqualified_by=Rule(Role.GAMING_MANAGER, "16.2(b)"),
    kept_in_seat=Says("a player keeps to the seat of the session", "19.7"),
    breaks=Says("a break has a stated length", "19.16"),
)

CONTEST_WAGERS = ContestWagerLaw(
    chips_only=Says("tournament chips and nothing else", "def:tournament-chips"),
    too_few=Says("so many as the player has", "19.13"),
    allotment=Says("as many for each as the conditions say", "19.3(a)(iv)"),
    no_buy_in=Says("without chips no wager, and no seat", "19.14"),
    compulsory=Says("at least the minimum in every round", "19.14"),
    no_additions=Says("chips come and go by the rules alone", "19.13"),
    no_exchange=Says("chips are not passed around, and stay in view", "19.13", "19.12"),
    kept_by_operator=Says("chips are for the tournament and no money", "def:tournament-chips"),
    own_position=Says("from the seat that was drawn", "19.7"),
    timed=Rule(False, "19.17"),
    late=Says("the director keeps the pace: the minimum", "19.17"),
    unable=Says("who cannot wager the minimum is out", "19.14"),
    short=Rule(ShortWager.REFUSED, "19.14"),
    limits=Says("the limits are in the conditions", "19.3(a)(vii)"),
    order=OrderLaw(
        provided=Says("a marker may be used", "def:starting-marker"),
        marker=Says("one player on after each round", "def:starting-marker"),
        first=Says("whoever has the marker wagers first", "def:starting-marker"),
        out_of_turn=Says("the others wait for their turn", "def:starting-marker"),
    ),
)

PLACES = PlacingLaw(
    progress=Says("as the conditions say", "19.3(a)(ii)(C)"),
    winner=Says("the director works the places out", "19.18"),
    play_off=Says("further rounds decide", "19.3(a)(xi)(D)"),
    same_round=Says("the director works the places out", "19.18"),
    counted=Says("the director counts, places and awards", "19.18"),
    counted_any_time=Says("the director may count at any time", "19.18"),
    missing_chips=Says("all chips stay in view", "19.12"),
    ended_early=Says("sessions last as the conditions say", "19.3(a)(ii)(A)"),
    buy_backs=Says("as the conditions say, if they do", "19.3(a)(ii)(F)"),
    ballot=Says("the conditions may have a ballot decide", "19.3(a)(viii)(B)"),
    points=Says("points may decide over several sessions", "19.3(a)(ii)(D)", "19.3(a)(ix)"),
    sharing=Says("prizes may be put together and divided", "19.3(a)(xi)(C)"),
)

TOURNAMENTS = TournamentLaw(
    prevails=Says("this section goes before the others", "19.1"),
    entries=ENTRIES,
    pool=POOL,
    seats=SEATS,
    wagers=CONTEST_WAGERS,
    places=PLACES,
    no_advice=Says("players ask nobody for advice", "19.15"),
    only={
        "buy-in": Says("0, as the fee buys the chips", "19.3(a)(iv)"),
        "seating": Says("ballot", "19.7"),
        "deal-from-marker": Says("false", "6.2"),
        "pass-cards": Says("0", "19.14"),
        "undisclosed-wagers": Says("0", "4.2"),
        "withdraw-until": Says("not stated", "19.21"),
    },
)
"""Reading TR19: disqualification is exclusion by the operator; nothing is deducted."""


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
    dealt_from=Says("the shoe", "6.1", "def:shoe", "def:dealer"),
    face_up=Says("cards lie face up", "6.1"),
    replaced_by=Rule(Role.SUPERVISOR, "2.4"),
    replaced_with_shoe=Rule(False, "2.4"),
    replaced_with_shuffler=Says("after any round", "2.4", "18.2"),
    answers=Says("the decks and the shuffle in use, on request", "2.3", "2.3(a)", "2.3(b)"),
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
    mixes_on=True,
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
    revision="NI2018-568.2",
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
