"""Hand-worked rounds of Blackjack Challenge: the shared examples, then clause by clause."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from .cards import total
from .challenge import dealer_needs, faults, settle
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .telling import cited, shoe, sums, told, ways_to_draw
from .writing import Wagers, box, cents, hand, played

# The shared examples -----------------------------------------------------------------------------


def bobs(cards: str, number: int = 2) -> BoxFacts:
    """A second box with a hundred of bob's."""
    return box(hand(cards, "bob"), wagers=(("bob", 100),), number=number)


def test_example_003_blackjack_against_blackjack_by_rank() -> None:
    boxes = [
        box(hand(cards, player), wagers=((player, 100),), number=number)
        for number, (player, cards) in enumerate(
            [("ann", "AH KS"), ("bob", "JD AD"), ("cat", "TS AC"), ("dan", "TD QH")], 1
        )
    ]
    finished = played(*boxes, dealer="JC AS")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 500, "15.1.1.2.1"),
        ("bob", 1, "main", "win", 400, "15.1.1.2.2"),
        ("cat", 1, "main", "win", 300, "15.1.1.2.3"),
        ("dan", 1, "main", "lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []


def test_example_009_no_even_money() -> None:
    finished = played(box(hand("AH KS")), bobs("TD 8H"), dealer="AC 9C")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 200, "15.1.1.1"),
        ("bob", 1, "main", "lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []
    asked = played(box(hand("AH KS"), even_money={"ann"}), bobs("TD 8H"), dealer="AC 9C")
    assert cited(faults(asked)) == ["8.1.2"]
    assert settle(asked) == settle(finished)


def test_example_015_doubled_21_paid_at_once() -> None:
    one = box(hand("6H 5D TS", doubled={"ann": 100}))
    finished = played(one, bobs("TD QS"), dealer="AC KC")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 100, "9.6"),
        ("ann", 1, "double", "win", 100, "9.6"),
        ("bob", 1, "main", "lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []


def test_example_021_no_trick_for_the_dealer() -> None:
    finished = played(box(hand("TH 9D")), dealer="2C 3C 2S 4H 7D")
    assert told(settle(finished)) == [("ann", 1, "main", "win", 100, "15.1.2")]
    assert faults(finished) == []


def test_example_027_double_for_more_refused() -> None:
    finished = played(box(hand("5H 6D 7S", doubled={"ann": 100})), dealer="6C TC AD")
    assert sums(settle(finished)) == {"ann": 200}
    assert faults(finished) == []
    more = played(box(hand("5H 6D 7S", doubled={"ann": 150})), dealer="6C TC AD")
    assert cited(faults(more)) == ["10.1"]


def test_example_033_dealer_draws_to_soft_16() -> None:
    finished = played(box(hand("TH QD")), dealer="5C AD 5S")
    assert told(settle(finished)) == [("ann", 1, "main", "lose", -100, "15.1.4")]
    assert faults(finished) == []


def test_example_039_blackjack_takes_only_the_original_of_a_double() -> None:
    finished = played(box(hand("6H 4D 9S", doubled={"ann": 100})), dealer="AC KC")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "15.1.4"),
        ("ann", 1, "double", "stand-off", 0, "10.4"),
    ]
    assert faults(finished) == []


def test_example_045_three_players_double_and_decline() -> None:
    shared = box(
        hand("6H 5D TS", "ann bob cat", {"ann": 100, "cat": 20}),
        wagers=(("ann", 100), ("bob", 60), ("cat", 40)),
        seated="ann",
    )
    finished = played(shared, dealer="KC")
    assert sums(settle(finished)) == {"ann": 200, "bob": 60, "cat": 60}
    assert {line.clause for line in settle(finished)} == {"9.6"}
    assert faults(finished) == []


def test_example_051_side_wager_needs_a_main_wager() -> None:
    finished = played(box(hand("TH 9D")), dealer="7C TC")
    assert sums(settle(finished)) == {"ann": 100}
    assert faults(finished) == []
    empty = box(wagers=(("ann", 10, "any-pairs"),), number=2)
    assert cited(faults(played(box(hand("TH 9D")), empty, dealer="7C TC"))) == ["7.1"]


# Main wagers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("TH 2D TC", "6C", "lose", -100, "9.5"),
        ("AH TD", "9C", "win", 200, "8.1.1"),
        ("AH TD", "TC 6D", "win", 200, "15.1.1.1"),
        ("AH TD", "AC AD", "win", 200, "15.1.1.1"),
        ("AH KD", "AC QD", "win", 500, "15.1.1.2.1"),
        ("JH AD", "TC AD", "win", 500, "15.1.1.2.1"),
        ("QH AD", "AC QD", "win", 400, "15.1.1.2.2"),
        ("TH AD", "AC TD", "win", 400, "15.1.1.2.2"),
        ("QH AD", "KC AD", "win", 300, "15.1.1.2.3"),
        ("7H 7D 7C", "TC", "win", 100, "9.6"),
        ("AH 4D 6C", "AC", "win", 100, "9.6"),
        ("2H 3D 4C 5S 6H", "TC", "win", 100, "9.7"),
        ("2H 2D 2C 2S 2H", "TC", "win", 100, "9.7"),
        ("AH AD AC AS 2D", "AC", "win", 100, "9.7"),
        ("2H 3D 4C 5S 7H", "TC", "win", 100, "9.6"),
        ("2H 3D 4C 5S TH", "TC", "lose", -100, "9.5"),
        ("2H 3D 4C 9S", "TC TD", "lose", -100, "15.1.4"),
        ("TH 9D", "TC 8D", "win", 100, "15.1.2"),
        ("TH 8D", "TC 8D", "lose", -100, "15.1.4"),
        ("TH 2D", "6C TC 6D", "win", 100, "15.1.3"),
        ("TH QD", "6C TC 5D", "lose", -100, "15.1.4"),
        ("TH QD", "AC TD", "lose", -100, "15.1.4"),
        ("AH 7D", "AC 6D", "win", 100, "15.1.2"),
        ("AH 6D", "6C AD", "lose", -100, "15.1.4"),
        ("AH 7D 9C", "TC 7D", "lose", -100, "15.1.4"),
    ],
)
def test_a_single_hand(cards: str, dealer: str, result: str, amount: int, clause: str) -> None:
    finished = played(box(hand(cards)), dealer=dealer)
    assert told(settle(finished)) == [("ann", 1, "main", result, amount, clause)]
    assert faults(finished) == []


def test_blackjack_beats_a_drawn_21_of_the_dealer_15_1_1_1() -> None:
    finished = played(box(hand("AH TD")), bobs("TS 7S"), dealer="TC 6D 5S")
    assert [line[3:] for line in told(settle(finished))] == [
        ("win", 200, "15.1.1.1"),
        ("lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []


def test_double_on_three_cards_10_1() -> None:
    finished = played(box(hand("2H 3D 5C 9S", doubled={"ann": 100})), dealer="TC 8D")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 100, "15.1.2"),
        ("ann", 1, "double", "win", 100, "15.1.2"),
    ]
    assert faults(finished) == []


def test_doubled_soft_hand_counts_the_ace_as_it_can_10_1() -> None:
    soft = played(box(hand("AH 7D 2C", doubled={"ann": 50})), dealer="TC 9D")
    assert sums(settle(soft)) == {"ann": 150}
    hard = played(box(hand("AH 7D 9C", doubled={"ann": 50})), dealer="TC 9D")
    assert sums(settle(hard)) == {"ann": -150}
    assert faults(soft) == faults(hard) == []


def test_doubled_bust_loses_both_whatever_the_dealer_has_9_5() -> None:
    finished = played(box(hand("9H 7D TC", doubled={"ann": 100})), bobs("TD 8S"), dealer="AC KC")
    assert [line[3:] for line in told(settle(finished))] == [
        ("lose", -100, "9.5"),
        ("lose", -100, "9.5"),
        ("lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []


def test_equal_totals_lose_the_double_too_15_1_4() -> None:
    finished = played(box(hand("6H 5D 7C", doubled={"ann": 100})), dealer="TC 8D")
    assert sums(settle(finished)) == {"ann": -200}
    assert faults(finished) == []


# Splits ------------------------------------------------------------------------------------------


def test_split_aces_make_blackjack_and_play_on_11_3_1() -> None:
    split = box(hand("AH KS"), hand("AD 3C 4S"))
    finished = played(split, dealer="6C TD 2S")
    assert [line[3:] for line in told(settle(finished))] == [
        ("win", 200, "8.1.1"),
        ("lose", -100, "15.1.4"),
    ]
    assert faults(finished) == []


def test_split_tens_with_aces_rank_by_their_own_tens_11_3_1() -> None:
    split = box(hand("TH AS"), hand("KD AC"))
    finished = played(split, dealer="AC QD")
    assert [line[3:] for line in told(settle(finished))] == [
        ("win", 300, "15.1.1.2.3"),
        ("win", 500, "15.1.1.2.1"),
    ]
    assert faults(finished) == []


def test_split_against_blackjack_loses_the_first_hand_only_11_6() -> None:
    split = box(hand("8H TS"), hand("8D 3C 9C", doubled={"ann": 100}), hand("8C 7D"))
    finished = played(split, dealer="TC AD")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "15.1.4"),
        ("ann", 2, "main", "stand-off", 0, "11.6"),
        ("ann", 2, "double", "stand-off", 0, "10.4"),
        ("ann", 3, "main", "stand-off", 0, "11.6"),
    ]
    assert faults(finished) == []


def test_double_on_the_first_split_hand_against_blackjack_10_4() -> None:
    split = box(hand("8H 3C 9C", doubled={"ann": 80}), hand("8D TC"))
    finished = played(split, dealer="AC KD")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "15.1.4"),
        ("ann", 1, "double", "stand-off", 0, "10.4"),
        ("ann", 2, "main", "stand-off", 0, "11.6"),
    ]
    assert faults(finished) == []


def test_first_split_hand_decided_before_a_dealer_blackjack_11_6() -> None:
    bust = played(box(hand("8H 6S TS"), hand("8D TC")), dealer="TC AD")
    assert [line[3:] for line in told(settle(bust))] == [
        ("lose", -100, "9.5"),
        ("stand-off", 0, "11.6"),
    ]
    paid = played(box(hand("8H 6S 7S"), hand("8D TC")), dealer="TC AD")
    assert [line[3:] for line in told(settle(paid))] == [
        ("win", 100, "9.6"),
        ("stand-off", 0, "11.6"),
    ]
    later = played(box(hand("8H TC"), hand("8D 6S TS")), dealer="TC AD")
    assert [line[3:] for line in told(settle(later))] == [
        ("lose", -100, "15.1.4"),
        ("lose", -100, "9.5"),
    ]
    assert faults(bust) == faults(paid) == faults(later) == []


def test_co_bettor_who_does_not_split_stays_on_the_first_hand_11_5_2() -> None:
    split = box(
        hand("8H TS", "ann bob cat"),
        hand("8D 8C", "ann cat"),
        wagers=(("ann", 100), ("bob", 60), ("cat", 40)),
    )
    finished = played(split, dealer="6C TC AD")
    assert sums(settle(finished)) == {"ann": 0, "bob": 60, "cat": 0}
    assert faults(finished) == []
    lost = played(split, dealer="TC AD")
    assert sums(settle(lost)) == {"ann": -100, "bob": -60, "cat": -40}


def test_co_bettors_who_join_one_of_two_splits_11_5() -> None:
    wagers: Wagers = (("ann", 100), ("bob", 60), ("cat", 40))
    cards = ("8H TS", "8S TC", "8D 9C")

    def standing(*players: str, initial: str) -> RoundFacts:
        hands = [hand(each, names) for each, names in zip(cards, players, strict=True)]
        return played(box(*hands, wagers=wagers, initial=initial), dealer="7C TD")

    # The eights of hearts and diamonds came first: hand 1 was split again.
    again = standing("ann bob cat", "ann cat", "ann bob", initial="8H 8D")
    assert faults(again) == []
    assert sums(settle(again)) == {"ann": 100, "bob": 0, "cat": 80}
    # Hand 2 was split again: who is not on it cannot be on hand 3.
    assert cited(faults(standing("ann bob cat", "ann cat", "ann bob", initial="8H 8S"))) == ["11.5"]
    assert faults(standing("ann bob cat", "ann cat bob", "ann bob", initial="8H 8S")) == []


# What a wager counts for -------------------------------------------------------------------------


def test_below_the_minimum_is_valid_6_2() -> None:
    small = box(hand("TH 9D"), wagers=(("ann", 1),))
    assert sums(settle(played(small, dealer="TC 8D"))) == {"ann": 1}
    back = replace(small, going_back=frozenset({"ann"}))
    assert cited(faults(played(back, dealer="TC 8D"))) == ["6.2"]


def test_maximum_is_for_the_controlling_player_first_6_3_1() -> None:
    table = TableFacts(maximum=cents(100))
    shared = box(
        hand("AH KD", "ann bob cat"),
        wagers=(("ann", 30), ("bob", 80), ("cat", 10)),
    )
    finished = played(shared, dealer="6C", table=table)
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 40, "8.1.1"),
        ("bob", 1, "main", "win", 160, "8.1.1"),
        ("cat", 1, "main", "void", 0, "6.3.1"),
    ]
    seated = played(replace(shared, seated="cat"), dealer="6C", table=table)
    assert sums(settle(seated)) == {"ann": 60, "bob": 120, "cat": 20}
    assert faults(finished) == faults(seated) == []


def test_payments_go_up_to_the_next_chip_5_9() -> None:
    table = TableFacts(chip=cents(2.5))
    won = played(box(hand("TH 9D"), wagers=(("ann", 6),)), dealer="TC 8D", table=table)
    assert sums(settle(won)) == {"ann": 7.5}
    blackjack = played(box(hand("AH TD"), wagers=(("ann", 6),)), dealer="6C", table=table)
    assert sums(settle(blackjack)) == {"ann": 12.5}
    lost = played(box(hand("TH 7D"), wagers=(("ann", 6),)), dealer="TC 8D", table=table)
    assert sums(settle(lost)) == {"ann": -6}


@pytest.mark.parametrize(
    ("cards", "on", "amount", "clause"),
    [
        ("8H 8C", "perfect-pairs", 50, "14.8.1"),
        ("8H 8D", "perfect-pairs", 100, "14.8.2"),
        ("QS QC", "perfect-pairs", 100, "14.8.2"),
        ("QS QS", "perfect-pairs", 300, "14.8.3"),
        ("QS KS", "perfect-pairs", -10, "14.9"),
        ("AS AC", "any-pairs", 110, "13.7"),
        ("KS KS", "any-pairs", 110, "13.7"),
        ("TS JS", "any-pairs", -10, "13.8"),
    ],
)
def test_side_bets_13_and_14(cards: str, on: str, amount: int, clause: str) -> None:
    wagers: Wagers = (("ann", 100), ("bob", 10, on))
    finished = played(box(hand(cards), wagers=wagers), dealer="7C TD")
    result = "win" if amount > 0 else "lose"
    assert told(settle(finished))[-1] == ("bob", 0, on, result, amount, clause)
    assert faults(finished) == []


def test_side_bet_looks_at_the_first_deal_also_after_two_splits_13_6() -> None:
    wagers: Wagers = (("ann", 100), ("ann", 10, "perfect-pairs"))
    hands = (hand("TH 8C"), hand("KH 9C"), hand("TS 9D"))
    split = box(*hands, wagers=wagers, initial="TH TS")
    finished = played(split, dealer="7C TD")
    assert told(settle(finished))[-1] == ("ann", 0, "perfect-pairs", "win", 50, "14.8.1")
    assert faults(finished) == []


# Breaches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "dealer", "expected"),
    [
        ((hand("5H 6D"),), "7C TC", ["9.2"]),
        ((hand("2H 2D 2C 2S"),), "7C TC", ["9.2"]),
        ((hand("AH AD"),), "7C TC", []),
        ((hand("TH TD AC 5S"),), "7C", ["9.3"]),
        ((hand("AH TD 5S"),), "7C TC", ["9.3"]),
        ((hand("TH 6D 7S 2C"),), "7C", ["9.5"]),
        ((hand("2H 2D 2C 2S 2H 9D"),), "7C", ["9.7"]),
        ((hand("6H 5D", "ann", {"ann": 100}),), "7C TC", ["10.2"]),
        ((hand("6H 5D TS", "ann", {"ann": 100.5}),), "7C", ["10.1"]),
        ((hand("6H 5D 7S", "ann", {"ann": 0}),), "7C TC", ["10.1"]),
        ((hand("2H 3D 2C 2S 9H", "ann", {"ann": 100}),), "7C", ["10.1"]),
        ((hand("AH TD 2C", "ann", {"ann": 100}),), "7C TC", ["9.3"]),
        ((hand("2H 3D 2S", "ann", {"ann": 100}),), "7C TC", []),
        ((hand("TH 8D"), hand("KH 7D")), "7C TC", []),
        ((hand("TH 8D"), hand("9H 7D")), "7C TC", ["11.1"]),
        ((hand("TH 8D"), hand("JH 7D"), hand("9H 9D")), "7C TC", ["11.4"]),
        ((hand("8H TD"), hand("8C")), "7C TC", ["11.2"]),
        ((hand("8H TD"), hand("8C TD"), hand("8S TD"), hand("8D TD")), "7C TC", ["11.4.2"]),
        ((hand("8H TD"), hand("8C 2D")), "7C TC", ["9.2"]),
        ((hand("AH 9D 5C 3S"), hand("AC 9D 5C", "ann", {"ann": 9})), "7C TC", []),
        ((hand("AH KD 5C"), hand("AC 9D")), "7C TC", ["9.3"]),
    ],
)
def test_players_hands(hands: tuple[HandFacts, ...], dealer: str, expected: list[str]) -> None:
    assert cited(faults(played(box(*hands), dealer=dealer))) == expected


def test_only_the_controlling_player_leads_10_3_and_11_1() -> None:
    wagers: Wagers = (("ann", 100), ("bob", 60))
    doubled = box(hand("6H 5D 9C", "ann bob", {"bob": 60}), wagers=wagers)
    assert cited(faults(played(doubled, dealer="7C TC"))) == ["10.3"]
    stranger = box(hand("6H 5D 9C", "ann", {"ann": 60, "cat": 5}))
    assert cited(faults(played(stranger, dealer="7C TC"))) == ["10.3"]
    split = box(hand("8H TC", "ann bob"), hand("8D TC", "bob"), wagers=wagers)
    assert cited(faults(played(split, dealer="7C TC"))) == ["11.1"]
    absent = box(hand("8H TC", "ann"), hand("8D TC", "ann bob"), wagers=wagers)
    assert cited(faults(played(absent, dealer="7C TC"))) == ["11.5.2"]


def test_what_this_game_does_not_know() -> None:
    insured = played(box(hand("TH 8D"), insurance={"ann": 50}), dealer="AC 8C")
    assert cited(faults(insured)) == ["5.3"]
    assert told(settle(insured))[1] == ("ann", 0, "insurance", "void", 0, "5.3")
    gone = replace(box(hand("TH 8D")), surrendered=frozenset({"ann"}))
    assert cited(faults(played(gone, dealer="7C TC"))) == ["9.1"]
    lucky = box(hand("TH 8D"), wagers=(("ann", 100), ("ann", 5, "lucky-lucky")))
    assert cited(faults(played(lucky, dealer="7C TC"))) == ["5.2"]


def test_who_may_wager_5_4_and_13_5_and_14_6() -> None:
    four: Wagers = tuple((player, 10) for player in "abcd")
    crowd = box(hand("TH 8D", "a b c d"), wagers=four)
    assert cited(faults(played(crowd, dealer="7C TC"))) == ["5.4"]
    for on, clause in (("any-pairs", "13.5"), ("perfect-pairs", "14.6")):
        bettors: Wagers = tuple((player, 5, on) for player in "abcd")
        sides = box(hand("TH 8D"), wagers=(("ann", 10), *bettors))
        assert cited(faults(played(sides, dealer="7C TC"))) == [clause]


def test_cards_and_decks_3_1_and_7_1() -> None:
    boxes = [box(hand("TH TH"), number=number) for number in (1, 2, 3, 4)]
    assert cited(faults(played(*boxes, dealer="7C TH"))) == ["3.1"]
    few = played(box(hand("TH 8D")), dealer="7C TC", table=TableFacts(decks=4))
    assert cited(faults(few)) == ["3.1"]
    assert cited(faults(played(boxes[0], boxes[0], dealer="7C TC"))) == ["7.1"]
    wrong = box(hand("TH 8D"), initial="TH 9D")
    assert cited(faults(played(wrong, dealer="7C TC"))) == ["7.1"]


# The dealer's cards ------------------------------------------------------------------------------

BUST = box(hand("TH 2D TC"))
LIVE = box(hand("TH 8D"))
BLACKJACK = box(hand("AH TD"))
MADE_21 = box(hand("TH 5D 6C", doubled={"ann": 100}))
TRICK = box(hand("2H 3D 4C 5S 6H"))
SPLIT_HALF_BUST = box(hand("8H 6D TC"), hand("8D TC"))
SPLIT_DECIDED = box(hand("8H 6D TC"), hand("8D 6S 7C"))
SPLIT_BLACKJACK = box(hand("TH AD"), hand("TD 4S TC"))
EVERY_BOX = (
    BUST,
    LIVE,
    BLACKJACK,
    MADE_21,
    TRICK,
    SPLIT_HALF_BUST,
    SPLIT_DECIDED,
    SPLIT_BLACKJACK,
)


@pytest.mark.parametrize(
    ("first", "boxes", "needs"),
    [
        ("AC", (BUST, MADE_21, TRICK, SPLIT_DECIDED), "nothing"),
        ("9C", (BLACKJACK, SPLIT_BLACKJACK, BUST), "nothing"),
        ("TC", (BLACKJACK, BUST), "one card"),
        ("AC", (SPLIT_BLACKJACK, TRICK), "one card"),
        ("AC", (BLACKJACK, LIVE), "a full hand"),
        ("6C", (SPLIT_HALF_BUST,), "a full hand"),
    ],
)
def test_what_the_dealer_needs_12_3(first: str, boxes: tuple[BoxFacts, ...], needs: str) -> None:
    assert dealer_needs(played(*boxes, dealer=first)) == needs


@pytest.mark.parametrize(
    ("boxes", "dealer", "expected"),
    [
        ((BUST,), "6C TC", ["12.3"]),
        ((MADE_21,), "6C TC", ["12.3"]),
        ((BLACKJACK,), "6C TC", ["12.3"]),
        ((BLACKJACK,), "TC", ["12.2"]),
        ((BLACKJACK,), "TC 6D TC", ["12.3"]),
        ((LIVE,), "6C TC", ["12.2"]),
        ((LIVE,), "6C", ["12.2"]),
        ((LIVE,), "7C TC 2D", ["12.2"]),
        ((LIVE,), "AC 6D", []),
        ((LIVE,), "AC 6D 2C", ["12.2"]),
        ((LIVE,), "AC 5D", ["12.2"]),
        ((LIVE,), "", ["7.1"]),
    ],
)
def test_the_dealers_draw_12_2(
    boxes: tuple[BoxFacts, ...], dealer: str, expected: list[str]
) -> None:
    assert cited(faults(played(*boxes, dealer=dealer))) == expected


def test_a_wager_that_counts_for_nothing_needs_no_card_6_3_1() -> None:
    table = TableFacts(maximum=cents(100))
    wagers: Wagers = (("ann", 100), ("bob", 50))
    shared = box(hand("8H 6D TC", "ann bob"), hand("8D TC", "bob"), wagers=wagers)
    assert dealer_needs(played(shared, dealer="6C", table=table)) == "nothing"


def stands(cards: tuple[str, ...]) -> bool:
    return total(cards) >= 17


@pytest.mark.parametrize("first", ["AC", "2C", "6C", "9C", "TC", "KC"])
@pytest.mark.parametrize("facts", EVERY_BOX)
def test_a_card_is_drawn_exactly_where_it_can_change_a_line_12_3(
    first: str, facts: BoxFacts
) -> None:
    ways = ways_to_draw((first,), stands, seed=7)
    needs = dealer_needs(played(facts, dealer=first))
    assert (needs == "nothing") == (len({settle(played(facts, dealer=way)) for way in ways}) == 1)
    if needs == "one card":
        for second in "2D", "6D", "9D", "TD", "AD":
            further = ways_to_draw((first, second), stands, seed=8)
            assert len({settle(played(facts, dealer=way)) for way in further}) == 1


@pytest.mark.parametrize("seed", range(100))
def test_every_shoe_has_exactly_one_right_stop_12_2(seed: int) -> None:
    chance = random.Random(seed)
    cards = shoe(chance, 22)
    facts = chance.choice(EVERY_BOX)
    lawful = [
        count
        for count in range(1, len(cards) + 1)
        if not faults(RoundFacts(TableFacts(decks=8), (facts,), cards[:count]))
    ]
    assert len(lawful) == 1
