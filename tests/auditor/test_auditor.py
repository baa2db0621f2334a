"""Hand-worked settlements: the shared examples, then clause by clause. Amounts are dollars."""

from __future__ import annotations

import pytest

from .facts import TableFacts
from .procedure import faults
from .writing import box, clauses, dollars, hand, lines, played

# The shared examples -----------------------------------------------------------------------------


def test_example_003_soft_17_in_three_cards() -> None:
    finished = played(box(hand("TH 8H")), dealer="2C 4D AS 2D")
    assert lines(finished) == [("ann", 1, "main", "lose", -100, "15.1.7")]
    assert faults(finished) == []


def test_example_009_no_double_on_eight_or_twelve() -> None:
    wagers = (("ann", 50.0),)
    one = box(hand("5H 3H TS"), wagers=wagers)
    two = box(hand("TD 2S"), wagers=wagers, number=2)
    finished = played(one, two, dealer="6C TC 9D")
    assert dollars(finished) == {"ann": 100}
    assert faults(finished) == []
    doubled_eight = box(hand("5H 3H TS", doubled={"ann": 50}), wagers=wagers)
    doubled_twelve = box(hand("TD 2S 3S", doubled={"ann": 50}), wagers=wagers, number=2)
    assert clauses(played(doubled_eight, two, dealer="6C TC 9D")) == ["11.1.1"]
    assert clauses(played(one, doubled_twelve, dealer="6C TC 9D")) == ["11.1.1"]


def test_example_015_blackjack_takes_only_the_original_of_a_double() -> None:
    finished = played(box(hand("6H 5D TS", doubled={"ann": 100})), dealer="KC AC")
    assert lines(finished) == [
        ("ann", 1, "main", "lose", -100, "15.1.6"),
        ("ann", 1, "double", "stand-off", 0, "15.1.10"),
    ]
    assert faults(finished) == []


def test_example_021_drawn_21_loses_to_blackjack() -> None:
    one = box(hand("7H 6D 8C"))
    two = box(hand("TD 9S", "bob"), wagers=(("bob", 100),), number=2)
    finished = played(one, two, dealer="KC AC")
    assert [line[3:] for line in lines(finished)] == [("lose", -100, "15.1.6")] * 2
    assert dollars(finished) == {"ann": -100, "bob": -100}
    assert faults(finished) == []


def test_example_027_resplit_to_three_hands() -> None:
    split = box(hand("8H 8C"), hand("8S TH"), hand("8D 3S TD", doubled={"ann": 100}))
    finished = played(split, dealer="6C TC 2D", table=TableFacts(resplit=True))
    assert lines(finished) == [
        ("ann", 1, "main", "lose", -100, "15.1.7"),
        ("ann", 2, "main", "stand-off", 0, "15.1.9"),
        ("ann", 3, "main", "win", 100, "15.1.3"),
        ("ann", 3, "double", "win", 100, "15.1.3"),
    ]
    assert faults(finished) == []
    assert clauses(played(split, dealer="6C TC 2D")) == ["12.4"]


def test_example_033_blackjack_against_ten_dealer_stops_at_two() -> None:
    finished = played(box(hand("AH KD")), dealer="QC 6S")
    assert lines(finished) == [("ann", 1, "main", "win", 150, "15.1.1")]
    assert faults(finished) == []
    following = played(box(hand("9H TD")), dealer="5C TS 9C")
    assert lines(following) == [("ann", 1, "main", "win", 100, "15.1.2")]
    assert faults(following) == []


def test_example_039_insurance_on_a_ten_not_offered() -> None:
    finished = played(box(hand("TH 8D")), dealer="KC AC")
    assert dollars(finished) == {"ann": -100}
    assert faults(finished) == []
    insured = played(box(hand("TH 8D"), insurance={"ann": 50}), dealer="KC AC")
    assert clauses(insured) == ["8.2"]


def test_example_045_even_money_without_dealer_blackjack() -> None:
    one = box(hand("AH KS"), insurance={"ann": 50}, even_money={"ann"})
    two = box(hand("TD 8H", "bob"), wagers=(("bob", 100),), number=2)
    finished = played(one, two, dealer="AC 8C")
    assert lines(finished) == [
        ("ann", 1, "main", "win", 100, "9.1.2"),
        ("ann", 0, "insurance", "void", 0, "9.1.2"),
        ("bob", 1, "main", "lose", -100, "15.1.7"),
    ]
    assert faults(finished) == []


def test_example_051_co_bettor_declines_to_split() -> None:
    split = box(
        hand("8H TS", "ann bob"),
        hand("8D 8C", "ann"),
        wagers=(("ann", 100), ("bob", 60)),
        seated="ann",
    )
    finished = played(split, dealer="6C TC AD")
    assert dollars(finished) == {"ann": 0, "bob": 60}
    assert faults(finished) == []


def test_example_057_co_bettor_insures_alone() -> None:
    wagers = (("ann", 100.0), ("bob", 60.0))
    shared = box(hand("TH 8D", "ann bob"), wagers=wagers, seated="ann", insurance={"bob": 30})
    finished = played(shared, dealer="AC KC")
    assert dollars(finished) == {"ann": -100, "bob": 0}
    assert ("bob", 0, "insurance", "win", 60, "15.1.4") in lines(finished)
    assert faults(finished) == []
    too_much = box(hand("TH 8D", "ann bob"), wagers=wagers, seated="ann", insurance={"bob": 50})
    assert clauses(played(too_much, dealer="AC KC")) == ["8.1"]


def test_example_063_lucky_lucky_table_3() -> None:
    pairs = ["7H 7H", "6H 8H", "7C 7H", "8C 6H", "TH 4H", "TC 4H", "TC 3D", "TS 2D", "TD 5S"]
    wagers = (("ann", 5.0), ("ann", 5.0, "lucky-lucky"))
    boxes = [
        box(hand(cards), wagers=wagers, number=number) for number, cards in enumerate(pairs, 1)
    ]
    finished = played(*boxes, dealer="7H 5C TS", table=TableFacts(lucky_lucky_table=3))
    lucky = [line for line in lines(finished) if line[2] == "lucky-lucky"]
    assert [line[4] for line in lucky] == [1000, 500, 250, 150, 50, 15, 10, 5, -5]
    assert [line[5] for line in lucky] == ["14.15"] * 8 + ["14.16"]
    assert dollars(finished) == {"ann": 2020}
    assert faults(finished) == []


def test_example_069_payment_rounded_up() -> None:
    shared = box(hand("AH KD", "ann bob"), wagers=(("ann", 5.5), ("bob", 7.5)))
    finished = played(shared, dealer="6C")
    assert dollars(finished) == {"ann": 8.5, "bob": 11.5}
    assert {line[5] for line in lines(finished)} == {"9.1.1"}
    assert faults(finished) == []


def test_example_075_no_wager_after_the_first_card() -> None:
    finished = played(box(hand("TH 9D")), dealer="7C TC")
    assert dollars(finished) == {"ann": 100}
    assert faults(finished) == []


# Main wagers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("TH 2D TC", "6C", "lose", -100, "10.5"),
        ("TH 3D", "6C TC TD", "win", 100, "15.1.2"),
        ("TH 9D", "TC 8D", "win", 100, "15.1.3"),
        ("TH 7D", "TC 8D", "lose", -100, "15.1.7"),
        ("TH 8D", "TC 8D", "stand-off", 0, "15.1.9"),
        ("7H 7D 7C", "TC 6D 5S", "stand-off", 0, "15.1.9"),
        ("7H 7D 7C", "AC TD", "lose", -100, "15.1.6"),
        ("AH TD", "AC TD", "stand-off", 0, "15.1.8"),
        ("AH TD", "TC AD", "stand-off", 0, "15.1.8"),
        ("AH TD", "AC 5D", "win", 150, "15.1.1"),
        ("AH TD", "9C", "win", 150, "9.1.1"),
        ("AH 7D", "TC 7D", "win", 100, "15.1.3"),
        ("AH 7D 9C", "TC 7D", "stand-off", 0, "15.1.9"),
        ("AH AD AC 8S", "TC TD", "win", 100, "15.1.3"),
        ("5H 6D KC", "2C 2D 2H 2S 3C 9D", "win", 100, "15.1.3"),
    ],
)
def test_a_single_hand(cards: str, dealer: str, result: str, amount: int, clause: str) -> None:
    finished = played(box(hand(cards)), dealer=dealer)
    assert lines(finished) == [("ann", 1, "main", result, amount, clause)]
    assert faults(finished) == []


def test_blackjack_beats_a_drawn_21_of_the_dealer_15_1_1() -> None:
    one, two = box(hand("AH TD")), box(hand("TS 7S"), number=2)
    finished = played(one, two, dealer="TC 6D 5S")
    assert [line[3:] for line in lines(finished)] == [
        ("win", 150, "15.1.1"),
        ("lose", -100, "15.1.7"),
    ]
    assert faults(finished) == []


def test_held_blackjack_is_paid_at_the_end_and_needs_no_card_9_1_1() -> None:
    finished = played(box(hand("AH TD")), dealer="6C", table=TableFacts(held_blackjacks=True))
    assert lines(finished) == [("ann", 1, "main", "win", 150, "15.1.1")]
    assert faults(finished) == []


def test_doubled_ace_keeps_counting_one_11_1_2() -> None:
    finished = played(box(hand("AH 8H 9D", doubled={"ann": 100})), dealer="6C TC 4S")
    assert dollars(finished) == {"ann": -200}
    assert faults(finished) == []
    low = played(box(hand("AH 8H 2D", doubled={"ann": 100})), dealer="6C TC 4S")
    assert dollars(low) == {"ann": -200}  # 11, not 21
    assert faults(low) == []


def test_ace_drawn_to_a_double_counts_eleven_where_it_can_3_2_1() -> None:
    twenty = played(box(hand("5H 4H AD", doubled={"ann": 100})), dealer="TC 9C")
    assert dollars(twenty) == {"ann": 200}
    both = played(box(hand("AH 8H AD", doubled={"ann": 100})), dealer="TC 9C")
    assert dollars(both) == {"ann": 200}  # 1 + 8 + 11
    twelve = played(box(hand("6H 5H AD", doubled={"ann": 100})), dealer="TC 9C")
    assert dollars(twelve) == {"ann": -200}  # 11 + 11 would be 22
    assert faults(twenty) == faults(both) == faults(twelve) == []


def test_double_for_less_and_by_one_of_two_11_3() -> None:
    shared = box(
        hand("6H 5D TC", "ann bob", {"ann": 40}),
        wagers=(("ann", 100), ("bob", 60)),
    )
    finished = played(shared, dealer="TC 8D")
    assert dollars(finished) == {"ann": 140, "bob": 60}
    assert faults(finished) == []


def test_both_double_11_3() -> None:
    shared = box(
        hand("6H 5D 2C", "ann bob", {"ann": 100, "bob": 60}),
        wagers=(("ann", 100), ("bob", 60)),
    )
    finished = played(shared, dealer="TC 8D")
    assert dollars(finished) == {"ann": -200, "bob": -120}
    assert faults(finished) == []


def test_split_against_blackjack_loses_the_first_hand_only_12_7() -> None:
    split = box(hand("8H TS"), hand("8D 3C TC", doubled={"ann": 100}))
    finished = played(split, dealer="TC AD")
    assert lines(finished) == [
        ("ann", 1, "main", "lose", -100, "15.1.6"),
        ("ann", 2, "main", "stand-off", 0, "15.1.10"),
        ("ann", 2, "double", "stand-off", 0, "15.1.10"),
    ]
    assert faults(finished) == []


def test_split_with_a_bust_against_blackjack_10_5() -> None:
    first_bust = played(box(hand("8H 6S TS"), hand("8D TC")), dealer="TC AD")
    assert [line[3:] for line in lines(first_bust)] == [
        ("lose", -100, "10.5"),
        ("stand-off", 0, "15.1.10"),
    ]
    second_bust = played(box(hand("8H TC"), hand("8D 6S TS")), dealer="TC AD")
    assert [line[3:] for line in lines(second_bust)] == [
        ("lose", -100, "15.1.6"),
        ("lose", -100, "10.5"),
    ]
    assert faults(first_bust) == faults(second_bust) == []


def test_split_aces_with_a_ten_are_no_blackjack_12_3_2() -> None:
    finished = played(box(hand("AH TS"), hand("AD 5S")), dealer="TC 6D 5S")
    assert [line[3:] for line in lines(finished)] == [
        ("stand-off", 0, "15.1.9"),
        ("lose", -100, "15.1.7"),
    ]
    assert faults(finished) == []


def test_split_tens_with_an_ace_are_no_blackjack_12_3_2() -> None:
    finished = played(box(hand("TH AS"), hand("KD 9S")), dealer="6C TD 2S")
    assert dollars(finished) == {"ann": 200}
    assert faults(finished) == []


def test_co_bettor_who_splits_12_6_1() -> None:
    split = box(
        hand("8H TS", "ann bob"),
        hand("8D 2C 6D 9H", "ann bob"),
        wagers=(("ann", 100), ("bob", 60)),
    )
    finished = played(split, dealer="6C TC AD")
    assert dollars(finished) == {"ann": 0, "bob": 0}
    assert faults(finished) == []


# Insurance and even money ------------------------------------------------------------------------


def test_insurance_lost_13_3() -> None:
    finished = played(box(hand("TH 8D"), insurance={"ann": 50}), dealer="AC 6D TS")
    assert lines(finished)[1] == ("ann", 0, "insurance", "lose", -50, "13.3")
    assert dollars(finished) == {"ann": 50}
    assert faults(finished) == []


def test_insurance_on_a_ten_pays_ten_to_one_15_1_5() -> None:
    table = TableFacts(ten_insurance=True)
    insured = box(hand("TH 8D"), insurance={"ann": 20})
    won = played(insured, dealer="TC AD", table=table)
    assert dollars(won) == {"ann": 100}
    assert lines(won)[1] == ("ann", 0, "insurance", "win", 200, "15.1.5")
    lost = played(insured, dealer="TC 7D", table=table)
    assert lines(lost)[1] == ("ann", 0, "insurance", "lose", -20, "13.3")
    assert faults(won) == faults(lost) == []


def test_insurance_of_a_blackjack_kept_to_the_end() -> None:
    insured = box(hand("AH KD"), insurance={"ann": 50})
    assert dollars(played(insured, dealer="AC KC")) == {"ann": 100}
    assert dollars(played(insured, dealer="AC 9C")) == {"ann": 100}
    assert faults(played(insured, dealer="AC 5C")) == []


def test_even_money_for_one_of_two_9_1_2() -> None:
    shared = box(
        hand("AH KD", "ann bob"),
        wagers=(("ann", 100), ("bob", 60)),
        even_money={"ann"},
    )
    finished = played(shared, dealer="AC KC")
    assert lines(finished) == [
        ("ann", 1, "main", "win", 100, "9.1.2"),
        ("bob", 1, "main", "stand-off", 0, "15.1.8"),
    ]
    assert faults(finished) == []


def test_insurance_faults_8_1() -> None:
    assert clauses(played(box(hand("TH 8D"), insurance={"ann": 50}), dealer="9C 8C")) == ["8.1"]
    assert clauses(played(box(hand("TH 8D"), insurance={"bob": 5}), dealer="AC 8C")) == ["8.1"]
    assert clauses(played(box(hand("TH 8D"), insurance={"ann": 50.5}), dealer="AC 8C")) == ["8.1"]


def test_even_money_faults_9_1_2() -> None:
    assert clauses(played(box(hand("TH 8D"), even_money={"ann"}), dealer="AC 8C")) == ["9.1.2"]
    assert clauses(played(box(hand("AH TD"), even_money={"ann"}), dealer="TC 8C")) == ["9.1.2"]
    assert clauses(played(box(hand("AH TD"), even_money={"bob"}), dealer="AC 8C")) == ["9.1.2"]
