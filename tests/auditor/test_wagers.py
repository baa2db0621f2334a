"""What a wager counts for, how it is rounded, and the side bets. Amounts are dollars."""

from __future__ import annotations

import pytest

from .facts import TableFacts
from .procedure import faults
from .settlement import settle
from .sidebets import lucky_lucky_odds, perfect_pairs_odds
from .stakes import controlling_player, counted, pay
from .writing import box, cents, clauses, dollars, hand, lines, played

# The maximum, the order of players, the rounding -------------------------------------------------


def test_above_the_maximum_counts_to_the_maximum_6_3() -> None:
    table = TableFacts(maximum=cents(100))
    finished = played(box(hand("TH 9D"), wagers=(("ann", 150),)), dealer="TC 8D", table=table)
    assert dollars(finished) == {"ann": 100}


def test_maximum_is_shared_in_order_6_3_1() -> None:
    shared = box(
        hand("TH 7D", "ann bob cat"),
        wagers=(("ann", 60), ("bob", 50), ("cat", 30)),
    )
    finished = played(shared, dealer="TC 8D", table=TableFacts(maximum=cents(100)))
    assert lines(finished) == [
        ("ann", 1, "main", "lose", -60, "15.1.7"),
        ("bob", 1, "main", "lose", -40, "15.1.7"),
        ("cat", 1, "main", "void", 0, "6.3.1"),
    ]
    assert faults(finished) == []


def test_controlling_player_has_the_first_share_6_1_1() -> None:
    shared = box(hand("TH 7D", "ann bob"), wagers=(("ann", 60), ("bob", 80)))
    assert counted(shared, maximum=10_000) == {"bob": 8_000, "ann": 2_000}
    seated = box(hand("TH 7D", "ann bob"), wagers=(("ann", 60), ("bob", 80)), seated="ann")
    assert counted(seated, maximum=10_000) == {"ann": 6_000, "bob": 4_000}


def test_chips_added_to_a_wager_join_it_5_2() -> None:
    twice = box(hand("TH 7D", "ann bob"), wagers=(("ann", 30), ("bob", 50), ("ann", 30)))
    assert counted(twice, maximum=10_000) == {"ann": 6_000, "bob": 4_000}


def test_controlling_player_5_5() -> None:
    wagers = (("ann", 50.0), ("bob", 80.0), ("cat", 80.0))
    three = hand("TH 7D", "ann bob cat")
    assert controlling_player(box(three, wagers=wagers)) == "bob"
    assert controlling_player(box(three, wagers=wagers, seated="cat")) == "cat"
    assert controlling_player(box(three, wagers=wagers, seated="dan")) == "bob"
    assert controlling_player(box(three, wagers=(("ann", 5), ("bob", 5)))) == "ann"


@pytest.mark.parametrize(
    ("stake", "to", "per", "chip", "paid"),
    [
        (550, 3, 2, 50, 850),
        (500, 3, 2, 50, 750),
        (500, 3, 2, 100, 800),
        (500, 3, 2, 500, 1000),
        (25, 1, 1, 50, 50),
        (550, 30, 1, 50, 16_500),
        (1, 3, 2, 1, 2),
    ],
)
def test_rounding_up_5_9(stake: int, to: int, per: int, chip: int, paid: int) -> None:
    assert pay(stake, to, per, chip=chip) == paid


def test_what_is_lost_is_not_rounded_5_9() -> None:
    lost = played(box(hand("TH 7D"), wagers=(("ann", 5.25),)), dealer="TC 8D")
    assert dollars(lost) == {"ann": -5.25}


# Side bets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "odds", "clause"),
    [
        ("8H 8C", 5, "14.10.1"),
        ("8H 8D", 10, "14.10.2"),
        ("8C 8S", 10, "14.10.2"),
        ("QS QS", 30, "14.10.3"),
        ("QS KS", 0, "14.11"),
        ("TS JS", 0, "14.11"),
    ],
)
def test_perfect_pairs_14_10(cards: str, odds: int, clause: str) -> None:
    assert perfect_pairs_odds(tuple(cards.split())) == (odds, clause)


def test_any_pairs_14_13() -> None:
    wagers = (("ann", 10.0), ("bob", 5.0, "any-pairs"))
    pair = played(box(hand("QS QH"), wagers=wagers), dealer="7C TD")
    assert dollars(pair) == {"ann": 10, "bob": 55}
    mixed = played(box(hand("QS KS"), wagers=wagers), dealer="7C TD")
    assert lines(mixed)[1] == ("bob", 0, "any-pairs", "lose", -5, "14.14")


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("7H 7H 7H", (200, 200, 200)),
        ("8D 6D 7D", (100, 100, 100)),
        ("7H 7H 7D", (50, 50, 50)),
        ("8D 6D 7C", (30, 30, 30)),
        ("TH 9H 2H", (10, 15, 10)),
        ("AH 9H AH", (10, 15, 10)),
        ("AH TD KC", (3, 3, 3)),
        ("AH 2D 8C", (3, 3, 3)),
        ("AH AD 8C", (2, 2, 2)),
        ("TH 8H 2H", (2, 2, 2)),
        ("TH 8H AH", (2, 1, 1)),
        ("AH AD 7C", (2, 1, 1)),
        ("TH 8H 4H", (0, 0, 0)),
        ("TH 6H 2H", (0, 0, 0)),
        ("AH AH AH", (0, 0, 0)),
    ],
)
def test_lucky_lucky_tables_14_15(cards: str, odds: tuple[int, int, int]) -> None:
    three = tuple(cards.split())
    assert tuple(lucky_lucky_odds(three, table=table)[0] for table in (1, 2, 3)) == odds


def test_side_bets_look_at_the_first_deal_also_after_a_split_14_9() -> None:
    wagers = (("ann", 10.0), ("ann", 10.0, "perfect-pairs"))
    split = box(hand("8H TC"), hand("8D TS"), wagers=wagers)
    finished = played(split, dealer="6C TC 2D")
    assert lines(finished)[-1] == ("ann", 0, "perfect-pairs", "win", 100, "14.10.2")


def test_side_bets_on_a_box_split_twice_need_the_first_deal() -> None:
    wagers = (("ann", 10.0), ("ann", 10.0, "perfect-pairs"))
    hands = (hand("8H TC"), hand("8S TS"), hand("8H TD"))
    table = TableFacts(resplit=True)
    known = played(box(*hands, wagers=wagers, initial="8H 8H"), dealer="6C TC 2D", table=table)
    assert lines(known)[-1] == ("ann", 0, "perfect-pairs", "win", 300, "14.10.3")
    assert faults(known) == []
    wrong = played(box(*hands, wagers=wagers, initial="8H 8D"), dealer="6C TC 2D", table=table)
    assert clauses(wrong) == ["7.1"]
    with pytest.raises(ValueError, match="split twice"):
        settle(played(box(*hands, wagers=wagers), dealer="6C TC 2D", table=table))
