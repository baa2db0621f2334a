"""Vegas Blackjack and Blackjack Plus: Perth Blackjack but for what sections 5 and 6 change.

Vegas doubles any two cards and lets a hand be surrendered. Plus lets a 21, five cards and a
blackjack win at once; in return a dealer's 22 is a stand-off for what is left.
"""

from fractions import Fraction

from msgspec.structs import replace

from croupier.money import odds
from croupier.rulebooks.blackjack_law import Made, SurrenderLaw, WinAtOnce
from croupier.rulebooks.perth_blackjack import (
    DOUBLE,
    INSURANCE,
    INTERIM,
    ORIGINAL,
    PERTH_BLACKJACK,
    PLAY,
    SETTLEMENT,
    SPLIT_WAGER,
    Rule,
    Says,
)
from croupier.rulebooks.table_law import Result

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
