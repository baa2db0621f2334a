"""Hand-worked rounds of Canberra Blackjack: the shared examples, then clause by clause."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from .canberra import controlling_player, counted, dealer_needs, faults, settle
from .cards import is_soft, total
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .telling import cited, shoe, sums, told, ways_to_draw
from .writing import Wagers, box, cents, hand, played

STANDS = TableFacts(draws_soft_17=False)
DRAWS = TableFacts(draws_soft_17=True)


def at(*boxes: BoxFacts, dealer: str, table: TableFacts = STANDS) -> RoundFacts:
    """A finished round; with nothing said, the dealer stands on a soft 17."""
    return played(*boxes, dealer=dealer, table=table)


def own(player: str, cards: str, number: int, amount: float = 100) -> BoxFacts:
    """A box with one player's wager."""
    return box(hand(cards, player), wagers=((player, amount),), number=number)


def insured(facts: BoxFacts, others: Mapping[tuple[str, str], float]) -> BoxFacts:
    """The box with its wagers insured by others: (who insured, whose wager) and dollars."""
    return replace(
        facts, insured_by_others={pair: cents(amount) for pair, amount in others.items()}
    )


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


# Breaches ----------------------------------------------------------------------------------------

DOUBLE = "def:double-double-down"


@pytest.mark.parametrize(
    ("hands", "dealer", "expected"),
    [
        ((hand("5H 6D"),), "7C TC", ["9.2(b)"]),
        ((hand("2H 2D 2C 2S 2H"),), "7C TC", ["9.2(b)"]),
        ((hand("AH AD"),), "7C TC", []),
        ((hand("AH TD 5S"),), "7C TC", ["9.2(a)"]),
        ((hand("AH 5D 5S TC"),), "7C TC", ["9.2(a)"]),
        ((hand("TH 6D 7S 2C"),), "7C", ["13.1(d)"]),
        ((hand("6H 5D", "ann", {"ann": 100}),), "7C TC", [DOUBLE]),
        ((hand("6H 5D 2C 8C", "ann", {"ann": 100}),), "7C TC", [DOUBLE]),
        ((hand("6H 5D TS", "ann", {"ann": 100.5}),), "7C TC", [DOUBLE]),
        ((hand("6H 5D TS", "ann", {"ann": 0}),), "7C TC", [DOUBLE]),
        ((hand("AH TD 2C", "ann", {"ann": 100}),), "7C TC", ["9.2(a)"]),
        ((hand("TH 8D"), hand("KH 7D")), "7C TC", []),
        ((hand("TH 8D"), hand("9H 7D")), "7C TC", ["def:split"]),
        ((hand("8H TD"), hand("8C")), "7C TC", ["10.6"]),
        ((hand("8H TD"), hand("8C 2D")), "7C TC", ["9.2(b)"]),
        ((hand("AH AD"), hand("AC 9D")), "7C TC", []),
        ((hand("AH 2D 5C"), hand("AC 9D")), "7C TC", ["10.5"]),
        ((hand("AH 9D 5C", "ann", {"ann": 100}), hand("AC 9D")), "7C TC", ["10.5"] * 2),
        ((hand("AH 9D"), hand("AD 9D"), hand("AC 9D")), "7C TC", ["10.3"]),
    ],
)
def test_players_hands(hands: tuple[HandFacts, ...], dealer: str, expected: list[str]) -> None:
    assert cited(faults(at(box(*hands), dealer=dealer))) == expected


def test_only_the_one_who_decides_leads_10_1_and_11_1() -> None:
    wagers: Wagers = (("ann", 60), ("bob", 100))
    doubled = box(hand("6H 5D 9C", "ann bob", {"bob": 60}), wagers=wagers)
    assert cited(faults(at(doubled, dealer="7C TC"))) == ["11.1"]
    assert faults(at(replace(doubled, seated="bob"), dealer="7C TC")) == []
    stranger = box(hand("6H 5D 9C", "ann", {"ann": 60, "cat": 5}))
    assert cited(faults(at(stranger, dealer="7C TC"))) == ["11.2"]
    split = box(hand("8H TC", "ann bob"), hand("8D TC", "bob"), wagers=wagers)
    assert cited(faults(at(split, dealer="7C TC"))) == ["10.1"]
    absent = box(hand("8H TC", "ann"), hand("8D TC", "ann bob"), wagers=wagers)
    assert cited(faults(at(absent, dealer="7C TC"))) == ["10.2(b)"]


@pytest.mark.parametrize(
    ("bob_on", "cat_on", "expected"),
    [
        ("1", "1", []),
        ("1234", "1", []),
        ("12", "134", []),  # hand 1 was split last, after its pair with hand 3
        ("13", "1", []),
        ("14", "12", []),
        ("124", "14", []),
        ("12", "123", []),
        ("13", "124", ["10.2"]),  # hand 3 comes either from hand 1 or from hand 2
    ],
)
def test_places_on_four_hands_10_2(bob_on: str, cat_on: str, expected: list[str]) -> None:
    wagers: Wagers = (("ann", 10), ("bob", 10), ("cat", 10))
    hands = []
    for number, cards in enumerate(["8H TC", "8C TC", "8S TC", "8D TC"], 1):
        players = ["ann"]
        players += ["bob"] if str(number) in bob_on else []
        players += ["cat"] if str(number) in cat_on else []
        hands.append(hand(cards, " ".join(players)))
    assert cited(faults(at(box(*hands, wagers=wagers), dealer="7C TC"))) == expected


def test_wagers_and_cards_at_the_table() -> None:
    four: Wagers = tuple((player, 10) for player in "abcd")
    crowd = box(hand("TH 8D", "a b c d"), wagers=four)
    assert cited(faults(at(crowd, dealer="7C TC"))) == ["4.5"]
    for on, clause in (("perfect-pairs", "17.6"), ("pairs-play", "17.18")):
        bettors: Wagers = tuple((player, 5, on) for player in "abcd")
        sides = box(hand("TH 8D"), wagers=(("ann", 10), *bettors))
        assert cited(faults(at(sides, dealer="7C TC"))) == [clause]
    both: Wagers = (("ann", 10), ("ann", 5, "pairs-play"), ("bob", 5, "perfect-pairs"))
    assert cited(faults(at(box(hand("TH 8D"), wagers=both), dealer="7C TC"))) == ["17.1"]
    other = box(hand("TH 8D"), wagers=(("ann", 10), ("ann", 5, "any-pairs")))
    assert cited(faults(at(other, dealer="7C TC"))) == ["4.2"]
    gone = replace(box(hand("TH 8D")), surrendered=frozenset({"ann"}))
    assert cited(faults(at(gone, dealer="7C TC"))) == ["9.1"]
    for decks, expected in ((3, ["2.1"]), (4, []), (5, []), (8, []), (9, ["2.1"])):
        table = replace(STANDS, decks=decks)
        assert cited(faults(at(box(hand("TH 8D")), dealer="7C TC", table=table))) == expected


# The dealer's cards ------------------------------------------------------------------------------

BUST = box(hand("TH 2D TC"))
BUST_INSURED = box(hand("TH 2D TC"), insurance={"ann": 50})
BUST_INSURED_BY_BOB = insured(
    box(hand("TH 2D TC", "ann bob"), wagers=(("ann", 100), ("bob", 60))), {("bob", "ann"): 50}
)
LIVE = box(hand("TH 8D"))
MADE_21 = box(hand("TH 5D 6C"))
BLACKJACK = box(hand("AH TD"))
BLACKJACK_INSURED = box(hand("AH TD"), insurance={"ann": 50})
EVEN_MONEY = box(hand("AH TD"), insurance={"ann": 50}, even_money={"ann"})
HALF_PAID = box(hand("AH TD", "ann bob"), wagers=(("ann", 100), ("bob", 60)), even_money={"ann"})
SPLIT_HALF_BUST = box(hand("8H 6D TC"), hand("8D TC"))
SPLIT_TENS = box(hand("TH AD"), hand("TD AC"))
GOING_BACK = replace(LIVE, going_back=frozenset({"ann"}))
EVERY_BOX = (
    BUST,
    BUST_INSURED,
    BUST_INSURED_BY_BOB,
    LIVE,
    MADE_21,
    BLACKJACK,
    BLACKJACK_INSURED,
    EVEN_MONEY,
    HALF_PAID,
    SPLIT_HALF_BUST,
    SPLIT_TENS,
    GOING_BACK,
)


@pytest.mark.parametrize(
    ("first", "boxes", "needs"),
    [
        ("AC", (BUST, GOING_BACK, EVEN_MONEY), "nothing"),
        ("9C", (BLACKJACK, BUST), "nothing"),
        ("KC", (BLACKJACK, BUST), "one card"),
        ("AC", (HALF_PAID,), "one card"),
        ("AC", (BUST_INSURED,), "one card"),
        ("AC", (BUST_INSURED_BY_BOB,), "one card"),
        ("AC", (BLACKJACK, LIVE), "a full hand"),
        ("6C", (MADE_21,), "a full hand"),
        ("6C", (SPLIT_HALF_BUST,), "a full hand"),
    ],
)
def test_what_the_dealer_needs_12_2(first: str, boxes: tuple[BoxFacts, ...], needs: str) -> None:
    assert dealer_needs(at(*boxes, dealer=first)) == needs


@pytest.mark.parametrize(
    ("boxes", "dealer", "standing", "drawing"),
    [
        ((BUST,), "6C TC", ["12.2"], ["12.2"]),
        ((BLACKJACK,), "TC", ["12.1(a)"], ["12.1(b)"]),
        ((BLACKJACK,), "TC 6D TC", ["12.2"], ["12.2"]),
        ((LIVE,), "6C TC", ["12.1(a)"], ["12.1(b)"]),
        ((LIVE,), "7C TC 2D", ["12.1(a)"], ["12.1(b)"]),
        ((LIVE,), "AC 6D", [], ["12.1(b)"]),
        ((LIVE,), "AC 6D 2C", ["12.1(a)"], []),
        ((LIVE,), "AC 6D TC", ["12.1(a)"], []),
        ((LIVE,), "2C 4D AS", [], ["12.1(b)"]),
        ((LIVE,), "AC 7D", [], []),
        ((LIVE,), "", ["6.2(b)"], ["6.2(b)"]),
    ],
)
def test_the_dealers_draw_12_1(
    boxes: tuple[BoxFacts, ...], dealer: str, standing: list[str], drawing: list[str]
) -> None:
    assert cited(faults(at(*boxes, dealer=dealer, table=STANDS))) == standing
    assert cited(faults(at(*boxes, dealer=dealer, table=DRAWS))) == drawing


def stands(cards: tuple[str, ...]) -> bool:
    return total(cards) >= 17


def stands_hard(cards: tuple[str, ...]) -> bool:
    return total(cards) > 17 or (total(cards) == 17 and not is_soft(cards))


@pytest.mark.parametrize("first", ["AC", "2C", "6C", "9C", "TC", "KC"])
@pytest.mark.parametrize("table", [STANDS, DRAWS])
@pytest.mark.parametrize("facts", EVERY_BOX)
def test_a_card_is_drawn_exactly_where_it_can_change_a_line_12_2(
    first: str, table: TableFacts, facts: BoxFacts
) -> None:
    if (facts.insurance or facts.insured_by_others or facts.even_money) and first[0] != "A":
        return
    enough = stands_hard if table.draws_soft_17 else stands
    needs = dealer_needs(at(facts, dealer=first, table=table))
    ways = ways_to_draw((first,), enough, seed=7)
    assert (needs == "nothing") == (len({settle(at(facts, dealer=way)) for way in ways}) == 1)
    if needs == "one card":
        for second in "2D", "6D", "9D", "TD", "AD":
            further = ways_to_draw((first, second), enough, seed=8)
            assert len({settle(at(facts, dealer=way)) for way in further}) == 1


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("table", [STANDS, DRAWS])
def test_every_shoe_has_exactly_one_right_stop_12_1(seed: int, table: TableFacts) -> None:
    chance = random.Random(seed)
    cards = shoe(chance, 22)
    facts = chance.choice((BUST, LIVE, MADE_21, BLACKJACK, SPLIT_HALF_BUST, GOING_BACK))
    lawful = [
        count
        for count in range(1, len(cards) + 1)
        if not faults(RoundFacts(table, (facts,), cards[:count]))
    ]
    assert len(lawful) == 1
