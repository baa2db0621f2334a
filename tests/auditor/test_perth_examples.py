"""The shared examples of the three games at Perth, written down as facts. Amounts are dollars."""

from __future__ import annotations

from dataclasses import replace

from .facts import TableFacts
from .perth_writing import box, clauses, lines, net, played
from .writing import hand

# Perth Blackjack ---------------------------------------------------------------------------------


def test_perth_003_three_hands_and_a_double_lost_to_blackjack() -> None:
    split = box(hand("8H 3S TC", doubled={"ann": 100}), hand("8C TD"), hand("8D 9H"))
    finished = played(split, dealer="QS AC")
    assert lines("perth", finished) == [
        ("ann", 1, "main", "lose", -100, "3.13(b)(iii)"),
        ("ann", 1, "double", "lose", -100, "3.29(b)"),
        ("ann", 2, "main", "lose", -100, "3.41(b)(iii)"),
        ("ann", 3, "main", "lose", -100, "3.41(b)(iii)"),
    ]
    assert clauses("perth", finished) == []


def test_perth_009_dealer_stands_on_soft_17() -> None:
    finished = played(box(hand("TH 7D")), dealer="6C AS")
    assert lines("perth", finished) == [("ann", 1, "main", "stand-off", 0, "3.13(c)")]
    assert clauses("perth", finished) == []
    assert clauses("perth", played(box(hand("TH 7D")), dealer="6C AS 4S")) == ["4.22(a)"]


def test_perth_015_split_ace_with_an_ace_is_kept() -> None:
    kept = box(hand("AH AS"), hand("AD 7H"))
    finished = played(kept, dealer="5C TD KS")
    assert lines("perth", finished) == [
        ("ann", 1, "main", "win", 100, "3.13(a)(i)"),
        ("ann", 2, "main", "win", 100, "3.41(a)(i)"),
    ]
    assert clauses("perth", finished) == []
    drawn_to = box(hand("AH AS 7H"), hand("AD TD"))
    assert clauses("perth", played(drawn_to, dealer="5C KS 4D")) == ["3.38(a)"]


def test_perth_021_insurance_above_half() -> None:
    finished = played(box(hand("TH 9D"), insurance={"ann": 50}), dealer="AC KS")
    assert lines("perth", finished) == [
        ("ann", 1, "main", "lose", -100, "3.13(b)(iii)"),
        ("ann", 0, "insurance", "win", 100, "3.21(a)"),
    ]
    assert clauses("perth", finished) == []
    above = played(box(hand("TH 9D"), insurance={"ann": 60}), dealer="AC KS")
    assert clauses("perth", above) == ["3.20(d)(i)"]


def test_perth_027_no_even_money_for_a_twenty() -> None:
    finished = played(box(hand("TH QD")), dealer="AC 8S")
    assert lines("perth", finished) == [("ann", 1, "main", "win", 100, "3.13(a)(ii)")]
    assert clauses("perth", finished) == []
    asked = box(hand("TH QD"), even_money={"ann"})
    assert clauses("perth", played(asked, dealer="AC 8S")) == ["3.24"]


def test_perth_033_double_after_split() -> None:
    split = box(hand("8H AS"), hand("8D 2C TD", doubled={"ann": 100}))
    finished = played(split, dealer="6C KC 3S")
    assert lines("perth", finished) == [
        ("ann", 1, "main", "stand-off", 0, "3.13(c)"),
        ("ann", 2, "main", "win", 100, "3.41(a)(ii)"),
        ("ann", 2, "double", "win", 100, "3.29(a)"),
    ]
    assert clauses("perth", finished) == []
    soft = box(hand("8H AS 2C", doubled={"ann": 100}), hand("8D TD"))
    assert clauses("perth", played(soft, dealer="6C KC 3S")) == ["3.25"]


def test_perth_039_jack_and_king_are_no_pair() -> None:
    wagers = (("ann", 100.0), ("ann", 10.0, "perfect-pairs"))
    finished = played(box(hand("JH 5D"), hand("KH 9S"), wagers=wagers), dealer="6C TC TD")
    assert lines("perth", finished)[2] == ("ann", 0, "perfect-pairs", "lose", -10, "3.18(b)")
    assert net("perth", finished) == {"ann": 190}
    assert clauses("perth", finished) == []


def test_perth_045_co_bettor_splits_but_does_not_double() -> None:
    shared = box(
        hand("8H 3S TC", "ann bob", {"ann": 100}),
        hand("8D TD", "ann bob"),
        wagers=(("ann", 100), ("bob", 40)),
        seated="ann",
    )
    finished = played(shared, dealer="6C TS AC")
    assert net("perth", finished) == {"ann": 300, "bob": 80}
    assert clauses("perth", finished) == []


def test_perth_051_column_3_pays_thirty() -> None:
    table = TableFacts(decks=6, draws_soft_17=False, perfect_pairs_table=3)
    wagers = (("ann", 100.0), ("ann", 10.0, "perfect-pairs"))
    finished = played(box(hand("9H 9H"), wagers=wagers), dealer="TC TD", table=table)
    assert lines("perth", finished)[1] == ("ann", 0, "perfect-pairs", "win", 300, "3.18(a)")
    assert net("perth", finished) == {"ann": 200}
    assert clauses("perth", finished) == []
    eight_decks = replace(finished, table=replace(table, decks=8))
    assert clauses("perth", eight_decks) == ["3.19"]


# Vegas Blackjack ---------------------------------------------------------------------------------


def test_vegas_003_no_double_on_three_cards() -> None:
    finished = played(box(hand("5H 3D 2S TS")), dealer="9C KD")
    assert net("vegas", finished) == {"ann": 100}
    assert clauses("vegas", finished) == []
    doubled = box(hand("5H 3D 2S TS", doubled={"ann": 100}))
    assert clauses("vegas", played(doubled, dealer="9C KD")) == ["3.28"]


def test_vegas_009_no_surrender_against_a_nine() -> None:
    finished = played(box(hand("TH 6D")), dealer="9C 8S")
    assert lines("vegas", finished) == [("ann", 1, "main", "lose", -100, "3.13(b)(ii)")]
    assert clauses("vegas", finished) == []
    given_up = box(hand("TH 6D"), surrendered={"ann"})
    assert clauses("vegas", played(given_up, dealer="9C")) == ["5.2(a)"]


def test_vegas_015_co_bettor_does_not_surrender() -> None:
    shared = box(
        hand("TH 4D", "ann bob"),
        wagers=(("ann", 100), ("bob", 40)),
        seated="ann",
        surrendered={"ann"},
    )
    finished = played(shared, dealer="QC 6S KC")
    assert lines("vegas", finished) == [
        ("ann", 1, "main", "lose", -50, "5.3(d)(i)"),
        ("bob", 1, "main", "win", 40, "3.13(a)(i)"),
    ]
    assert clauses("vegas", finished) == []


def test_vegas_021_no_surrender_after_a_split() -> None:
    finished = played(box(hand("8H 7C"), hand("8D TD")), dealer="KC 9S")
    assert net("vegas", finished) == {"ann": -200}
    assert clauses("vegas", finished) == []
    given_up = box(hand("8H 7C"), hand("8D TD"), surrendered={"ann"})
    assert clauses("vegas", played(given_up, dealer="KC 9S")) == ["5.2(b)"]


# Blackjack Plus ----------------------------------------------------------------------------------


def test_plus_003_drawn_21_beats_the_dealers_21() -> None:
    one = box(hand("7H 4D TC"))
    two = box(hand("TH JD", "bob"), wagers=(("bob", 100),), number=2)
    finished = played(one, two, dealer="TS 5C 6S")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "win", 100, "6.1(a)(i)"),
        ("bob", 1, "main", "lose", -100, "6.1(b)(ii)"),
    ]
    assert clauses("plus", finished) == []


def test_plus_009_no_sixth_card() -> None:
    two = box(hand("TH QD", "bob"), wagers=(("bob", 100),), number=2)
    finished = played(box(hand("2H 3D 4C 2S 3C")), two, dealer="KS 7S")
    assert net("plus", finished) == {"ann": 100, "bob": 100}
    assert lines("plus", finished)[0] == ("ann", 1, "main", "win", 100, "6.1(a)(ii)")
    assert clauses("plus", finished) == []
    sixth = played(box(hand("2H 3D 4C 2S 3C 7S")), two, dealer="KS 7S")
    assert clauses("plus", sixth) == ["6.2"]


def test_plus_015_dealer_22_and_split_hands() -> None:
    finished = played(box(hand("8H TC"), hand("8D 5S KD")), dealer="6C TS 6D")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "stand-off", 0, "6.1(c)(ii)"),
        ("ann", 2, "main", "lose", -100, "3.41(b)(i)"),
    ]
    assert clauses("plus", finished) == []


def test_plus_021_five_cards_won_and_insurance_lost() -> None:
    finished = played(box(hand("2H 3D 4S 2C 5H"), insurance={"ann": 50}), dealer="AS 9D")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "win", 100, "6.1(a)(ii)"),
        ("ann", 0, "insurance", "lose", -50, "3.21(b)"),
    ]
    assert clauses("plus", finished) == []


def test_plus_027_double_on_a_soft_18_of_three_cards() -> None:
    finished = played(box(hand("AH 3D 4S 6D", doubled={"ann": 100})), dealer="9C TS")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "lose", -100, "6.1(b)(ii)"),
        ("ann", 1, "double", "lose", -100, "3.29(b)"),
    ]
    assert clauses("plus", finished) == []


def test_plus_033_split_tens_with_aces_pay_even() -> None:
    finished = played(box(hand("KH AS"), hand("QD AD")), dealer="TC")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "win", 100, "6.1(a)(i)"),
        ("ann", 2, "main", "win", 100, "6.1(a)(i)"),
    ]
    assert clauses("plus", finished) == []


def test_plus_039_pair_paid_although_the_dealer_makes_22() -> None:
    wagers = (("ann", 100.0), ("ann", 10.0, "perfect-pairs"))
    finished = played(box(hand("QH QD"), wagers=wagers), dealer="6C TS 6D")
    assert lines("plus", finished) == [
        ("ann", 1, "main", "stand-off", 0, "6.1(c)(ii)"),
        ("ann", 0, "perfect-pairs", "win", 120, "3.18(a)"),
    ]
    assert clauses("plus", finished) == []
