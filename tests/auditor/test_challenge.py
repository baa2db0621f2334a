"""Hand-worked rounds of Blackjack Challenge: the shared examples, then clause by clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .challenge import faults, settle
from .facts import BoxFacts, RoundFacts, TableFacts
from .telling import cited, sums, told
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
