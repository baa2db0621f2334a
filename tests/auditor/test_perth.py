"""Hand-worked settlements of the three games at Perth, clause by clause. Amounts are dollars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .perth_writing import STANDS, box, clauses, lines, net, played
from .writing import cents, hand

PERTH_AND_VEGAS = pytest.mark.parametrize("game", ["perth", "vegas"])
EVERY_GAME = pytest.mark.parametrize("game", ["perth", "vegas", "plus"])

# The original wager ------------------------------------------------------------------------------


@PERTH_AND_VEGAS
@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("TH 2D", "6C TC TD", "win", 100, "3.13(a)(i)"),
        ("TH 2D", "6C TC 6D", "win", 100, "3.13(a)(i)"),  # 22 is a bust like any other
        ("TH 9D", "TC 8D", "win", 100, "3.13(a)(ii)"),
        ("AH TD", "TC 8D", "win", 150, "3.13(a)(iii)"),
        ("AH TD", "AC 5D", "win", 150, "3.13(a)(iii)"),
        ("AH TD", "9C", "win", 150, "3.13(a)(iii)"),
        ("TH 2D TC", "6C", "lose", -100, "3.13(b)(i)"),
        ("TH 7D", "TC 8D", "lose", -100, "3.13(b)(ii)"),
        ("TH QD", "TC AD", "lose", -100, "3.13(b)(iii)"),
        ("7H 7D 7C", "AC TD", "lose", -100, "3.13(b)(iii)"),
        ("AH TD", "AC KD", "stand-off", 0, "3.13(c)"),
        ("AH JD", "TC AD", "stand-off", 0, "3.13(c)"),
        ("7H 7D 7C", "TC 6D 5S", "stand-off", 0, "3.13(c)"),
        ("AH 7D 9C", "TC 7D", "stand-off", 0, "3.13(c)"),
        ("2H 2D 2C 2S 3H AD", "TC 8D", "lose", -100, "3.13(b)(ii)"),  # six cards, 12
        ("2H 3D 4C 2S 3C", "TC 8D", "lose", -100, "3.13(b)(ii)"),  # five cards win nothing here
    ],
)
def test_a_single_hand_3_13(
    game: str, cards: str, dealer: str, result: str, amount: int, clause: str
) -> None:
    finished = played(box(hand(cards)), dealer=dealer)
    assert lines(game, finished) == [("ann", 1, "main", result, amount, clause)]
    assert clauses(game, finished) == []


@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("7H 7D 7C", "6C", "win", 100, "6.1(a)(i)"),
        ("AH 4D 6C", "AC", "win", 100, "6.1(a)(i)"),
        ("2H 3D 4C 2S TD", "6C", "win", 100, "6.1(a)(i)"),  # five cards, and 21
        ("2H 3D 4C 2S 9D", "TC", "win", 100, "6.1(a)(ii)"),
        ("2H 2D 2C 2S 3D", "TC", "win", 100, "6.1(a)(ii)"),  # 11, and no sixth card
        ("TH 9D", "TC 8D", "win", 100, "6.1(a)(iii)"),
        ("AH TD", "TC", "win", 150, "6.1(a)(iv)"),
        ("AH TD", "AC", "win", 150, "6.1(a)(iv)"),
        ("AH TD", "6C", "win", 150, "6.1(a)(iv)"),
        ("TH 2D TC", "6C", "lose", -100, "6.1(b)(i)"),
        ("2H 3D 5C 2S TD", "6C", "lose", -100, "6.1(b)(i)"),  # five cards, but 22
        ("TH 7D", "TC 8D", "lose", -100, "6.1(b)(ii)"),
        ("TH QD", "TC AD", "lose", -100, "6.1(b)(ii)"),
        ("TH 2D 3C 4S", "TC KD", "lose", -100, "6.1(b)(ii)"),
        ("TH QD", "TC 6D 4S", "stand-off", 0, "6.1(c)(i)"),
        ("TH QD", "TC 6D 6S", "stand-off", 0, "6.1(c)(ii)"),
        ("TH 2D", "TC 2S TD", "stand-off", 0, "6.1(c)(ii)"),
        ("TH QD", "TC 6D 7S", "win", 100, "3.13(a)(i)"),
        ("TH 2D", "TC 6D TS", "win", 100, "3.13(a)(i)"),
    ],
)
def test_a_single_hand_in_plus_6_1(
    cards: str, dealer: str, result: str, amount: int, clause: str
) -> None:
    finished = played(box(hand(cards)), dealer=dealer)
    assert lines("plus", finished) == [("ann", 1, "main", result, amount, clause)]
    assert clauses("plus", finished) == []


@PERTH_AND_VEGAS
def test_blackjack_beats_a_21_that_the_dealer_drew_3_13(game: str) -> None:
    finished = played(box(hand("AH TD")), box(hand("TS 7S"), number=2), dealer="TC 6D 5S")
    assert [line[3:] for line in lines(game, finished)] == [
        ("win", 150, "3.13(a)(iii)"),
        ("lose", -100, "3.13(b)(ii)"),
    ]
    assert clauses(game, finished) == []


def test_what_has_won_in_plus_does_not_mind_a_dealers_blackjack_6_1() -> None:
    hands = ["7H 7D 7C", "AH TD", "2H 3D 4C 2S 3C", "TH TS", "TH 6C TD"]
    boxes = [box(hand(cards), number=number) for number, cards in enumerate(hands, 1)]
    finished = played(*boxes, dealer="TC AD")
    assert [line[4] for line in lines("plus", finished)] == [100, 150, 100, -100, -100]
    assert clauses("plus", finished) == []


def test_what_has_won_in_plus_does_not_mind_a_22_6_1() -> None:
    hands = ["7H 7D 7C", "AH TD", "2H 3D 4C 2S 3C", "TH TS", "TH 6C TD"]
    boxes = [box(hand(cards), number=number) for number, cards in enumerate(hands, 1)]
    finished = played(*boxes, dealer="TC 6D 6S")
    assert [line[4] for line in lines("plus", finished)] == [100, 150, 100, 0, -100]
    assert clauses("plus", finished) == []


@EVERY_GAME
def test_three_to_two_is_exact_to_the_cent_3_14(game: str) -> None:
    finished = played(box(hand("AH TD"), wagers=(("ann", 5.5),)), dealer="6C")
    assert net(game, finished) == {"ann": 8.25}


# Doubles and splits ------------------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize(
    ("cards", "dealer", "result", "amount", "clause"),
    [
        ("5H 4D TC", "TC 8D", "win", 100, "3.29(a)"),
        ("5H 4D 2C", "TC 8D", "lose", -100, "3.29(b)"),
        ("5H 6D 7C", "TC 8D", "stand-off", 0, "3.29(c)"),
        ("5H 6D 9C", "TC AD", "lose", -100, "3.29(b)"),  # in full to a blackjack
        ("5H 5D 9C", "TC 6D TS", "win", 100, "3.29(a)"),
    ],
)
def test_a_double_goes_the_way_of_its_wager_3_29(
    game: str, cards: str, dealer: str, result: str, amount: int, clause: str
) -> None:
    finished = played(box(hand(cards, doubled={"ann": 100})), dealer=dealer)
    assert lines(game, finished)[1] == ("ann", 1, "double", result, amount, clause)
    assert lines(game, finished)[0][3:5] == (result, amount)
    assert clauses(game, finished) == []


def test_a_double_that_makes_21_has_won_in_plus_6_1() -> None:
    finished = played(box(hand("5H 5D AC", doubled={"ann": 100})), dealer="TC")
    assert net("plus", finished) == {"ann": 200}
    assert clauses("plus", finished) == []
    four_cards = played(box(hand("2H 3D 5C AS", doubled={"ann": 100})), dealer="TC")
    assert net("plus", four_cards) == {"ann": 200}
    assert clauses("plus", four_cards) == []


def test_a_double_stands_off_with_its_hand_against_22_6_1() -> None:
    finished = played(box(hand("5H 4D 2C", doubled={"ann": 100})), dealer="TC 6D 6S")
    assert [line[3:] for line in lines("plus", finished)] == [
        ("stand-off", 0, "6.1(c)(ii)"),
        ("stand-off", 0, "3.29(c)"),
    ]
    assert net("perth", finished) == {"ann": 200}


def test_a_soft_double_counts_its_ace_as_it_fits_2_4() -> None:
    finished = played(box(hand("AH 7D 3C", doubled={"ann": 100})), dealer="TC QD")
    assert net("vegas", finished) == {"ann": 200}  # 21, not 11
    assert clauses("vegas", finished) == []


@PERTH_AND_VEGAS
@pytest.mark.parametrize(
    ("second", "dealer", "result", "amount", "clause"),
    [
        ("8D TD", "6C TC TD", "win", 100, "3.41(a)(i)"),
        ("8D TD", "TC 7D", "win", 100, "3.41(a)(ii)"),
        ("8D 6S TS", "TC 7D", "lose", -100, "3.41(b)(i)"),
        ("8D 6S TS", "TC AD", "lose", -100, "3.41(b)(i)"),
        ("8D TD", "TC 9D", "lose", -100, "3.41(b)(ii)"),
        ("8D 3D TD", "AC TC", "lose", -100, "3.41(b)(iii)"),
        ("8D TD", "TC 8C", "stand-off", 0, "3.41(c)"),
    ],
)
def test_a_split_wager_3_41(
    game: str, second: str, dealer: str, result: str, amount: int, clause: str
) -> None:
    finished = played(box(hand("8H 9C"), hand(second)), dealer=dealer)
    assert lines(game, finished)[1] == ("ann", 2, "main", result, amount, clause)
    assert clauses(game, finished) == []


@pytest.mark.parametrize(
    ("second", "dealer", "result", "amount", "clause"),
    [
        ("8D 3D TD", "AC TC", "win", 100, "6.1(a)(i)"),
        ("8D 2D 3D 2C 5S", "AC TC", "win", 100, "6.1(a)(ii)"),
        ("8D TD", "TC 6C 6D", "stand-off", 0, "6.1(c)(ii)"),
        ("8D TD", "TC 6C 7D", "win", 100, "3.41(a)(i)"),
        ("8D TD", "TC 7D", "win", 100, "3.41(a)(ii)"),
        ("8D 6S TS", "TC 7D", "lose", -100, "3.41(b)(i)"),
        ("8D TD", "TC 9D", "lose", -100, "3.41(b)(ii)"),
        ("8D TD", "TC AD", "lose", -100, "3.41(b)(iii)"),
        ("8D TD", "TC 8C", "stand-off", 0, "3.41(c)"),
    ],
)
def test_a_split_wager_in_plus_6_1(
    second: str, dealer: str, result: str, amount: int, clause: str
) -> None:
    finished = played(box(hand("8H 9C"), hand(second)), dealer=dealer)
    assert lines("plus", finished)[1] == ("ann", 2, "main", result, amount, clause)
    assert clauses("plus", finished) == []


@PERTH_AND_VEGAS
def test_split_aces_with_tens_are_no_blackjack_3_39(game: str) -> None:
    finished = played(box(hand("AH TS"), hand("AC KD")), dealer="TC 6D 5S")
    assert [line[3:] for line in lines(game, finished)] == [
        ("stand-off", 0, "3.13(c)"),
        ("stand-off", 0, "3.41(c)"),
    ]
    won = played(box(hand("TH AS"), hand("KC 9D")), dealer="9C TD")
    assert net(game, won) == {"ann": 100}
    assert clauses(game, finished) == clauses(game, won) == []


def test_split_aces_with_tens_have_won_in_plus_6_1() -> None:
    finished = played(box(hand("AH TS"), hand("AC KD"), hand("AD 5D")), dealer="TC AS")
    assert [line[3:] for line in lines("plus", finished)] == [
        ("win", 100, "6.1(a)(i)"),
        ("win", 100, "6.1(a)(i)"),
        ("lose", -100, "3.41(b)(iii)"),
    ]
    assert clauses("plus", finished) == []


@EVERY_GAME
def test_a_co_bettor_who_stays_on_the_first_hand_3_32(game: str) -> None:
    shared = box(
        hand("8H TS", "ann bob"),
        hand("8D 8C", "ann"),
        hand("8S 9S", "ann bob"),
        wagers=(("ann", 100), ("bob", 60)),
        seated="ann",
    )
    finished = played(shared, dealer="TC 7C")
    assert net(game, finished) == {"ann": 0, "bob": 60}
    assert lines(game, finished)[-1] == ("bob", 3, "main", "stand-off", 0, "3.41(c)")
    assert clauses(game, finished) == []


# Surrender ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "amount", "clause"),
    [
        ("TC 5D", -50, "5.3(d)(i)"),
        ("AC 5D", -50, "5.3(d)(i)"),
        ("TC AD", -100, "5.3(d)(ii)"),
        ("AC TD", -100, "5.3(d)(ii)"),
    ],
)
def test_a_surrendered_wager_5_3(dealer: str, amount: int, clause: str) -> None:
    finished = played(box(hand("TH 6D"), surrendered={"ann"}), dealer=dealer)
    assert lines("vegas", finished) == [("ann", 1, "main", "lose", amount, clause)]
    assert clauses("vegas", finished) == []


def test_half_a_surrendered_wager_is_rounded_down_5_3() -> None:
    odd = box(hand("TH 6D"), wagers=(("ann", 7.55),), surrendered={"ann"})
    assert net("vegas", played(odd, dealer="TC 5D")) == {"ann": -3.77}


def test_surrendered_and_insured_5_3() -> None:
    both = box(hand("TH 6D"), surrendered={"ann"}, insurance={"ann": 50})
    assert net("vegas", played(both, dealer="AC TD")) == {"ann": 0}
    assert net("vegas", played(both, dealer="AC 5D")) == {"ann": -100}
    assert clauses("vegas", played(both, dealer="AC TD")) == []


def test_a_five_may_be_surrendered_and_takes_no_card_5_3() -> None:
    finished = played(box(hand("2H 3D"), surrendered={"ann"}), dealer="TC 5D")
    assert clauses("vegas", finished) == []


# Insurance, even money, side bets, limits --------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize(
    ("second", "result", "amount", "clause"),
    [
        ("TS", "win", 80, "3.21(a)"),
        ("KS", "win", 80, "3.21(a)"),
        ("AS", "lose", -40, "3.21(b)"),
        ("9S", "lose", -40, "3.21(b)"),
    ],
)
def test_insurance_looks_at_the_second_card_3_21(
    game: str, second: str, result: str, amount: int, clause: str
) -> None:
    bust = box(hand("TH 6D TC"), insurance={"ann": 40})
    finished = played(bust, dealer=f"AC {second}")
    assert lines(game, finished)[1] == ("ann", 0, "insurance", result, amount, clause)
    assert clauses(game, finished) == []


@PERTH_AND_VEGAS
def test_an_insured_blackjack_comes_to_its_wager_3_20(game: str) -> None:
    insured = box(hand("AH TD"), insurance={"ann": 50})
    assert net(game, played(insured, dealer="AC KC")) == {"ann": 100}
    assert net(game, played(insured, dealer="AC 9C")) == {"ann": 100}


@EVERY_GAME
def test_insurance_against_a_ten_is_no_wager_3_20(game: str) -> None:
    insured = played(box(hand("TH 8D"), insurance={"ann": 50}), dealer="TC 8C")
    assert lines(game, insured)[1] == ("ann", 0, "insurance", "void", 0, "3.20(a)")


@PERTH_AND_VEGAS
def test_even_money_returns_the_insurance_3_24(game: str) -> None:
    asked = box(hand("AH TD"), insurance={"ann": 50}, even_money={"ann"})
    finished = played(asked, dealer="AC")
    assert lines(game, finished) == [
        ("ann", 1, "main", "win", 100, "3.24"),
        ("ann", 0, "insurance", "void", 0, "3.24"),
    ]
    assert clauses(game, finished) == []


@PERTH_AND_VEGAS
def test_even_money_for_one_of_two_3_24(game: str) -> None:
    wagers = (("ann", 100.0), ("bob", 60.0))
    shared = box(hand("AH KD", "ann bob"), wagers=wagers, even_money={"ann"})
    finished = played(shared, dealer="AC KC")
    assert [line[3:] for line in lines(game, finished)] == [
        ("win", 100, "3.24"),
        ("stand-off", 0, "3.13(c)"),
    ]
    assert clauses(game, finished) == []


@EVERY_GAME
@pytest.mark.parametrize(
    ("column", "decks", "perfect", "coloured", "mixed"),
    [
        (1, 4, 30, 12, 5),
        (2, 6, 25, 12, 5),
        (3, 6, 30, 12, 5),
        (4, 6, 30, 10, 5),
        (5, 6, 25, 12, 6),
        (6, 8, 25, 12, 5),
        (7, 8, 25, 12, 6),
    ],
)
def test_perfect_pairs_by_column_3_19(
    game: str, column: int, decks: int, perfect: int, coloured: int, mixed: int
) -> None:
    table = replace(STANDS, decks=decks, perfect_pairs_table=column)
    wagers = (("ann", 5.0), ("bob", 1.0, "perfect-pairs"))
    pairs = ["9H 9H", "9H 9D", "9S 9C", "9H 9S", "TH KH"]
    boxes = [
        box(hand(cards), wagers=wagers, number=number) for number, cards in enumerate(pairs, 1)
    ]
    finished = played(*boxes, dealer="TC 8C", table=table)
    paid = [line[4] for line in lines(game, finished) if line[2] == "perfect-pairs"]
    assert paid == [perfect, coloured, coloured, mixed, -1]
    assert clauses(game, finished) == []


@EVERY_GAME
def test_perfect_pairs_of_a_box_split_twice_3_18(game: str) -> None:
    wagers = (("ann", 100.0), ("ann", 10.0, "perfect-pairs"))
    split = box(hand("8H TS"), hand("8C TD"), hand("8D 9H"), wagers=wagers, initial="8H 8D")
    assert lines(game, played(split, dealer="TC 8S"))[-1][3:] == ("win", 120, "3.18(a)")


@EVERY_GAME
def test_each_wager_counts_to_the_maximum_by_itself_8_5(game: str) -> None:
    table = replace(STANDS, maximum=cents(100))
    wagers = (("ann", 150.0), ("bob", 80.0))
    shared = box(hand("6H 5D 9C", "ann bob", {"ann": 100, "bob": 80}), wagers=wagers)
    finished = played(shared, dealer="TC 8D", table=table)
    assert net(game, finished) == {"ann": 200, "bob": 160}
    assert clauses(game, finished) == []


@EVERY_GAME
def test_a_wager_below_the_minimum_goes_back_8_5(game: str) -> None:
    wagers = (("ann", 100.0), ("bob", 2.0))
    shared = box(
        hand("8H 3S TC", "ann bob", {"ann": 100, "bob": 2}),
        hand("8D 7D", "ann bob"),
        wagers=wagers,
        going_back={"bob"},
    )
    finished = played(shared, dealer="TC 8C")
    bob = [line for line in lines(game, finished) if line[0] == "bob"]
    assert [(line[1], line[2]) for line in bob] == [(1, "main"), (1, "double"), (2, "main")]
    assert {line[3:] for line in bob} == {("void", 0, "8.5")}
    assert net(game, finished) == {"ann": 100, "bob": 0}
    assert clauses(game, finished) == []


@PERTH_AND_VEGAS
def test_a_bust_that_goes_back_is_not_lost_8_5(game: str) -> None:
    small = box(hand("TH 6D TC"), wagers=(("ann", 2),), going_back={"ann"})
    assert lines(game, played(small, dealer="6C")) == [("ann", 1, "main", "void", 0, "8.5")]
