"""Hand-worked rounds of Canberra Blackjack: the shared examples, then clause by clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .canberra import controlling_player, counted, faults, settle
from .canberra_writing import DRAWS, STANDS, at, insured, own
from .telling import cited, sums, told
from .writing import Wagers, box, cents, hand

# The shared examples -----------------------------------------------------------------------------


def test_example_003_soft_17_draw_stands_on_soft_18() -> None:
    finished = at(box(hand("TH 8H")), dealer="7C AD", table=DRAWS)
    assert told(settle(finished)) == [("ann", 1, "main", "stand-off", 0, "13.1(g)")]
    assert faults(finished) == []


def test_example_009_doubled_bust_loses_both() -> None:
    finished = at(box(hand("TH 6D 9S", doubled={"ann": 100})), dealer="6C")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "13.1(d)"),
        ("ann", 1, "double", "lose", -100, "13.1(d)"),
    ]
    following = at(box(hand("TC 9H")), dealer="7C TS")
    assert sums(settle(following)) == {"ann": 100}
    assert faults(finished) == faults(following) == []


def test_example_015_four_hands() -> None:
    hands = (hand("8H 8H"), hand("8C TH"), hand("8S 9C"), hand("8D 3S TD", doubled={"ann": 100}))
    finished = at(box(*hands, initial="8H 8D"), dealer="6C TC AD")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "13.1(e)"),
        ("ann", 2, "main", "win", 100, "13.1(b)"),
        ("ann", 3, "main", "stand-off", 0, "13.1(g)"),
        ("ann", 4, "main", "win", 100, "13.1(b)"),
        ("ann", 4, "double", "win", 100, "13.1(b)"),
    ]
    assert faults(finished) == []
    five = box(hand("8H TD"), *hands)
    assert cited(faults(at(five, dealer="6C TC AD"))) == ["10.3"]


def test_example_021_no_card_on_21() -> None:
    finished = at(own("ann", "5H 6D TS", 1), own("bob", "TD QS", 2), dealer="7C TC")
    assert sums(settle(finished)) == {"ann": 100, "bob": 100}
    assert faults(finished) == []
    drawn = at(own("ann", "5H 6D TS 2C", 1), own("bob", "TD QS", 2), dealer="7C TC")
    assert cited(faults(drawn)) == ["9.2(a)"]


def test_example_027_insurance_loses() -> None:
    finished = at(box(hand("TH 9D"), insurance={"ann": 50}), dealer="AC 7C")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 100, "13.1(b)"),
        ("ann", 0, "insurance", "lose", -50, "7.6(a)"),
    ]
    assert faults(finished) == []


def test_example_033_another_player_insures() -> None:
    one = insured(own("ann", "TH 8D", 1), {("bob", "ann"): 50})
    finished = at(one, own("bob", "TD 9S", 2, 40), dealer="AC KC")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -100, "13.1(f)"),
        ("bob", 0, "insurance", "win", 100, "7.6(b)"),
        ("bob", 1, "main", "lose", -40, "13.1(f)"),
    ]
    assert sums(settle(finished)) == {"ann": -100, "bob": 60}
    assert faults(finished) == []


def test_example_039_insurance_preference_lowest_total() -> None:
    fourth = box(hand("TC 7C", "cat"), wagers=(("cat", 100),), number=4, insurance={"cat": 50})
    finished = at(
        insured(own("dan", "TH 8D", 1, 40), {("bob", "dan"): 20}),
        own("bob", "TD 9S", 2),
        insured(own("ann", "TS 8H", 3), {("cat", "ann"): 50}),
        fourth,
        dealer="AC KC",
    )
    assert sums(settle(finished)) == {"dan": -40, "bob": -60, "ann": -100, "cat": 100}
    assert faults(finished) == []


def test_example_045_perfect_pairs_lines() -> None:
    wagers: Wagers = (("ann", 10), ("ann", 10, "perfect-pairs"))
    boxes = [
        box(hand(cards), wagers=wagers, number=number)
        for number, cards in enumerate(["5H 5C TS", "QC QS", "9D 9D", "KH TH"], 1)
    ]
    finished = at(*boxes, dealer="6S TC TD")
    assert [line[3:] for line in told(settle(finished)) if line[2] == "perfect-pairs"] == [
        ("win", 60, "17.9(a)"),
        ("win", 120, "17.9(b)"),
        ("win", 250, "17.9(c)"),
        ("lose", -10, "17.9(d)"),
    ]
    assert sums(settle(finished)) == {"ann": 460}
    assert faults(finished) == []


def test_example_051_over_the_maximum() -> None:
    table = replace(STANDS, maximum=cents(500))
    one, two = own("ann", "TH 8H", 1, 600), own("bob", "AD QS", 2, 700)
    finished = at(one, two, dealer="9C TC", table=table)
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -500, "13.1(e)"),
        ("bob", 1, "main", "win", 750, "8.1(a)"),
    ]
    assert faults(finished) == []


def test_example_057_co_bettor_declines_to_split() -> None:
    split = box(
        hand("8H TS", "ann bob cat"),
        hand("8D 8C", "ann cat"),
        wagers=(("ann", 100), ("bob", 60), ("cat", 40)),
        seated="ann",
    )
    finished = at(split, dealer="6C TC AD")
    assert sums(settle(finished)) == {"ann": 0, "bob": 60, "cat": 0}
    assert faults(finished) == []


def test_example_063_out_of_turn() -> None:
    finished = at(own("ann", "TH 9H", 1), own("bob", "9D 9S", 2), dealer="7C TC")
    assert sums(settle(finished)) == {"ann": 100, "bob": 100}
    assert faults(finished) == []


# Main wagers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("TH 2D TC", "6C", "lose", -100, "13.1(d)"),
        ("TH 2D", "6C TC 6D", "win", 100, "13.1(a)"),
        ("TH 9D", "TC 8D", "win", 100, "13.1(b)"),
        ("TH 7D", "TC 8D", "lose", -100, "13.1(e)"),
        ("TH 8D", "TC 8D", "stand-off", 0, "13.1(g)"),
        ("7H 7D 7C", "TC 6D 5S", "stand-off", 0, "13.1(g)"),
        ("7H 7D 7C", "AC TD", "lose", -100, "13.1(f)"),
        ("2H 3D 4C 5S 6H", "TC TD", "stand-off", 0, "13.1(g)"),
        ("AH TD", "9C", "win", 150, "8.1(a)"),
        ("AH TD", "2C", "win", 150, "8.1(a)"),
        ("AH TD", "KC 9D", "win", 150, "13.1(c)"),
        ("AH TD", "AC 5D", "win", 150, "13.1(c)"),
        ("AH TD", "JC AD", "stand-off", 0, "13.1(g)"),
        ("AH TD", "AC TD", "stand-off", 0, "13.1(g)"),
        ("AH 6D", "AC 6D", "stand-off", 0, "13.1(g)"),
        ("AH 7D 9C", "TC 7D", "stand-off", 0, "13.1(g)"),
        ("AH AD", "TC 6D TS", "win", 100, "13.1(a)"),
    ],
)
def test_a_single_hand(cards: str, dealer: str, result: str, amount: int, clause: str) -> None:
    finished = at(box(hand(cards)), dealer=dealer)
    assert told(settle(finished)) == [("ann", 1, "main", result, amount, clause)]
    assert faults(finished) == []


def test_blackjack_beats_a_drawn_21_13_1_c() -> None:
    finished = at(own("ann", "AH TD", 1), own("bob", "TS 7S", 2), dealer="TC 6D 5S")
    assert [line[3:] for line in told(settle(finished))] == [
        ("win", 150, "13.1(c)"),
        ("lose", -100, "13.1(e)"),
    ]
    assert faults(finished) == []


def test_dealer_blackjack_takes_doubles_and_splits_13_1_f() -> None:
    doubled = at(box(hand("6H 5D TS", doubled={"ann": 40})), dealer="AC KC")
    assert sums(settle(doubled)) == {"ann": -140}
    split = at(box(hand("8H TS"), hand("8D 3C TC", doubled={"ann": 100})), dealer="TC AD")
    assert [line[3:] for line in told(settle(split))] == [("lose", -100, "13.1(f)")] * 3
    assert faults(doubled) == faults(split) == []


def test_ace_and_ten_after_a_split_are_no_blackjack_10_7() -> None:
    aces = at(box(hand("AH TS"), hand("AD 5S")), dealer="TC 6D 5S")
    assert [line[3:] for line in told(settle(aces))] == [
        ("stand-off", 0, "13.1(g)"),
        ("lose", -100, "13.1(e)"),
    ]
    tens = at(box(hand("TH AS"), hand("KD 9S")), dealer="6C TD 2S")
    assert sums(settle(tens)) == {"ann": 200}
    assert faults(aces) == faults(tens) == []


def test_payments_are_exact_to_the_cent_13_2() -> None:
    odd = at(box(hand("AH TD"), wagers=(("ann", 5.50),)), dealer="6C")
    assert sums(settle(odd)) == {"ann": 8.25}
    with pytest.raises(ValueError, match="whole cents"):
        settle(at(box(hand("AH TD"), wagers=(("ann", 5.25),)), dealer="6C"))


def test_any_two_cards_may_be_doubled_11_1() -> None:
    shared = box(
        hand("AH 7D 3C", "ann bob", {"ann": 100, "bob": 10}),
        wagers=(("ann", 100), ("bob", 60)),
    )
    finished = at(shared, dealer="TC 9D")
    assert sums(settle(finished)) == {"ann": 200, "bob": 70}
    low = at(box(hand("2H 3D 4C", doubled={"ann": 100})), dealer="6C TD 2S")
    assert sums(settle(low)) == {"ann": -200}
    assert faults(finished) == faults(low) == []


# What a wager counts for -------------------------------------------------------------------------


def test_maximum_counts_from_front_to_back_3_5() -> None:
    table = replace(STANDS, maximum=cents(100))
    shared = box(
        hand("TH 7D", "ann bob cat"),
        wagers=(("ann", 60), ("bob", 80), ("cat", 30)),
    )
    finished = at(shared, dealer="TC 8D", table=table)
    assert told(settle(finished)) == [
        ("ann", 1, "main", "lose", -60, "13.1(e)"),
        ("bob", 1, "main", "lose", -40, "13.1(e)"),
        ("cat", 1, "main", "void", 0, "3.5"),
    ]
    assert faults(finished) == []


def test_who_decides_4_5() -> None:
    shared = box(hand("TH 7D", "ann bob"), wagers=(("ann", 60), ("bob", 80)))
    assert controlling_player(shared, maximum=10_000) == "ann"
    assert controlling_player(replace(shared, seated="bob"), maximum=10_000) == "bob"
    assert controlling_player(replace(shared, seated="cat"), maximum=10_000) == "ann"
    assert controlling_player(replace(shared, seated="bob"), maximum=6_000) == "ann"


def test_a_wager_below_the_minimum_goes_back_3_4() -> None:
    split = box(
        hand("8H TS", "ann bob", {"ann": 2}),
        hand("8D 3C TC", "ann bob", {"ann": 2, "bob": 50}),
        wagers=(("ann", 2), ("bob", 50)),
    )
    shared = replace(split, going_back=frozenset({"ann"}))
    assert counted(shared, maximum=5_000) == {"ann": 0, "bob": 5_000}
    finished = at(shared, dealer="7C TD")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "void", 0, "3.4"),
        ("bob", 1, "main", "win", 50, "13.1(b)"),
        ("ann", 1, "double", "void", 0, "3.4"),
        ("ann", 2, "main", "void", 0, "3.4"),
        ("bob", 2, "main", "win", 50, "13.1(b)"),
        ("ann", 2, "double", "void", 0, "3.4"),
        ("bob", 2, "double", "win", 50, "13.1(b)"),
    ]


def test_what_goes_back_needs_no_card_of_the_dealer_12_2() -> None:
    alone = box(hand("6H 5D 7C", doubled={"ann": 2}), wagers=(("ann", 2),))
    back = replace(alone, going_back=frozenset({"ann"}))
    assert faults(at(back, dealer="7C")) == []
    assert cited(faults(at(back, dealer="7C TC"))) == ["12.2"]
    assert cited(faults(at(alone, dealer="7C"))) == ["12.1(a)"]
    blackjack = box(hand("AH TD"), wagers=(("ann", 2),), insurance={"ann": 1})
    kept = at(replace(blackjack, going_back=frozenset({"ann"})), dealer="AC TC")
    assert told(settle(kept)) == [
        ("ann", 1, "main", "void", 0, "3.4"),
        ("ann", 0, "insurance", "win", 2, "7.6(b)"),
    ]
    assert faults(kept) == []


@pytest.mark.parametrize(
    ("cards", "amount", "clause"),
    [("QS QH", 110, "17.21(a)"), ("QS QS", 110, "17.21(a)"), ("QS KS", -10, "17.21(b)")],
)
def test_pairs_play_17_21(cards: str, amount: int, clause: str) -> None:
    wagers: Wagers = (("ann", 100), ("bob", 10, "pairs-play"))
    finished = at(box(hand(cards), wagers=wagers), dealer="7C TD")
    result = "win" if amount > 0 else "lose"
    assert told(settle(finished))[-1] == ("bob", 0, "pairs-play", result, amount, clause)
    assert faults(finished) == []


# Insurance and even money ------------------------------------------------------------------------


def test_even_money_sends_the_own_insurance_back_8_1_b() -> None:
    blackjack = box(hand("AH KD"), insurance={"ann": 50}, even_money={"ann"})
    finished = at(blackjack, dealer="AC")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 100, "8.1(b)"),
        ("ann", 0, "insurance", "void", 0, "8.1(b)"),
    ]
    assert faults(finished) == []
    assert cited(faults(at(blackjack, dealer="AC KD"))) == ["12.2"]


def test_insurance_by_others_outlives_even_money_8_1_b() -> None:
    paid = replace(own("ann", "AH KD", 1), even_money=frozenset({"ann"}))
    finished = at(insured(paid, {("bob", "ann"): 50}), own("bob", "TD 2S TC", 2), dealer="AC KC")
    assert sums(settle(finished)) == {"ann": 100, "bob": 0}
    assert faults(finished) == []


def test_even_money_for_one_of_two_8_1_b() -> None:
    shared = box(hand("AH KD", "ann bob"), wagers=(("ann", 100), ("bob", 60)), even_money={"ann"})
    finished = at(shared, dealer="AC KC")
    assert told(settle(finished)) == [
        ("ann", 1, "main", "win", 100, "8.1(b)"),
        ("bob", 1, "main", "stand-off", 0, "13.1(g)"),
    ]
    assert faults(finished) == []


def test_insurance_of_a_blackjack_kept_to_the_end_7_6() -> None:
    kept = box(hand("AH KD"), insurance={"ann": 50})
    assert sums(settle(at(kept, dealer="AC KC"))) == {"ann": 100}
    assert sums(settle(at(kept, dealer="AC 9C"))) == {"ann": 100}
    assert faults(at(kept, dealer="AC KC")) == faults(at(kept, dealer="AC 4C")) == []


@pytest.mark.parametrize(
    ("own_insurance", "first", "expected"),
    [
        ({"ann": 50}, "AC 8C", []),
        ({"ann": 0.25}, "AC 8C", []),
        ({"ann": 0.2}, "AC 8C", ["7.4"]),
        ({"ann": 50.5}, "AC 8C", ["7.1"]),
        ({"ann": 0}, "AC 8C", ["7.1"]),
        ({"bob": 5}, "AC 8C", ["7.1"]),
        ({"ann": 50}, "TC 8C", ["7.1"]),
    ],
)
def test_own_insurance_7_1(
    own_insurance: dict[str, float], first: str, expected: list[str]
) -> None:
    facts = box(hand("TH 8D"), insurance=own_insurance)
    assert cited(faults(at(facts, dealer=first))) == expected


@pytest.mark.parametrize(
    ("others", "own_insurance", "expected"),
    [
        ({("bob", "ann"): 50}, {}, []),
        ({("bob", "ann"): 20, ("cat", "ann"): 30}, {}, []),
        ({("bob", "ann"): 30, ("cat", "ann"): 30}, {}, ["7.2"]),
        ({("bob", "ann"): 50.5}, {}, ["7.2"]),
        ({("bob", "ann"): 0.1}, {}, ["7.4"]),
        ({("bob", "ann"): 10}, {"ann": 10}, ["7.2"]),
        ({("ann", "ann"): 10}, {}, ["7.2"]),
        ({("eve", "ann"): 10}, {}, ["7.2"]),
        ({("bob", "ann"): 0}, {}, ["7.2"]),
        ({("bob", "eve"): 10}, {}, ["7.2"]),
    ],
)
def test_insurance_by_others_7_2(
    others: dict[tuple[str, str], float], own_insurance: dict[str, float], expected: list[str]
) -> None:
    first = insured(box(hand("TH 8D"), insurance=own_insurance), others)
    finished = at(first, own("bob", "TD 9S", 2), own("cat", "TC 9C", 3), dealer="AC 8C")
    assert cited(faults(finished)) == expected


def test_two_insurances_of_one_player_on_a_box_are_two_lines_7_2() -> None:
    shared = box(
        hand("TH 8D", "ann bob"), wagers=(("ann", 100), ("bob", 60)), insurance={"bob": 30}
    )
    finished = at(insured(shared, {("bob", "ann"): 50}), dealer="AC KC")
    assert told(settle(finished))[2:] == [
        ("bob", 0, "insurance", "win", 60, "7.6(b)"),
        ("bob", 0, "insurance", "win", 100, "7.6(b)"),
    ]
    assert faults(finished) == []


def test_even_money_faults_8_1_b() -> None:
    plain = box(hand("TH 8D"), even_money={"ann"})
    assert cited(faults(at(plain, dealer="AC 8C"))) == ["8.1(b)"]
    ten = box(hand("AH TD"), even_money={"ann"})
    assert cited(faults(at(ten, dealer="TC 8C"))) == ["8.1(b)"]
    stranger = box(hand("AH TD"), even_money={"bob"})
    assert cited(faults(at(stranger, dealer="AC 8C"))) == ["8.1(b)"]
