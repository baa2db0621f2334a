"""Hand-worked breaches of the players' part of the play, each told by its clause."""

from __future__ import annotations

import pytest

from .facts import HandFacts, TableFacts
from .procedure import faults
from .writing import Wagers, box, clauses, hand, played


@pytest.mark.parametrize(
    ("hands", "dealer", "expected"),
    [
        ((hand("5H 6D"),), "7C TC", ["10.2"]),
        ((hand("5H 2D 4C"),), "7C TC", ["10.2"]),
        ((hand("AH AD"),), "7C TC", []),
        ((hand("TH TD AC 5S"),), "7C", ["10.3"]),
        ((hand("AH TD 5S"),), "7C TC", ["10.3"]),
        ((hand("TH 6D 7S 2C"),), "7C", ["10.3"]),
        ((hand("AH 5D 5S TC"),), "7C TC", ["10.3"]),
        ((hand("6H 5D TS", "ann", {"ann": 100.5}),), "7C TC", ["11.1"]),
        ((hand("6H 5D TS", "ann", {"ann": 0}),), "7C TC", ["11.1"]),
        ((hand("6H 5D", "ann", {"ann": 100}),), "7C TC", ["11.1.3"]),
        ((hand("6H 5D 2C 8C", "ann", {"ann": 100}),), "7C TC", ["11.1.3"]),
        ((hand("AH 9D 2C", "ann", {"ann": 100}),), "7C TC", []),
        ((hand("AH 7D 2C", "ann", {"ann": 100}),), "7C TC", ["11.1.2"]),
        ((hand("AH TD 2C", "ann", {"ann": 100}),), "7C TC", ["10.3"]),
        ((hand("5H 4D 2C", "ann", {"ann": 100}),), "7C TC", []),
        ((hand("TH 8D"), hand("KH 7D")), "7C TC", []),
        ((hand("TH 8D"), hand("9H 7D")), "7C TC", ["12.1"]),
        ((hand("8H TD"), hand("8C")), "7C TC", ["12.2"]),
        ((hand("8H TD"), hand("8C 2D")), "7C TC", ["10.2"]),
        ((hand("8H TD"), hand("8C TD"), hand("8S TD")), "7C TC", ["12.4"]),
        ((hand("TH AD 5C"), hand("TC 9D")), "7C TC", ["10.3"]),
        ((hand("TH AD 5C", "ann", {"ann": 100}), hand("TC 9D")), "7C TC", ["10.3"]),
        ((hand("AH AD"), hand("AC 9D")), "7C TC", []),
        ((hand("AH 2D 5C"), hand("AC 9D")), "7C TC", ["12.3.1"]),
        ((hand("AH 9D 5C", "ann", {"ann": 100}), hand("AC 9D")), "7C TC", ["12.3.1"] * 2),
    ],
)
def test_players_hands(hands: tuple[HandFacts, ...], dealer: str, expected: list[str]) -> None:
    assert clauses(played(box(*hands), dealer=dealer)) == expected


def test_four_hands_and_third_ace_12_5() -> None:
    table = TableFacts(resplit=True)
    four = box(hand("8H TD"), hand("8C TD"), hand("8S TD"), hand("8D TD"))
    assert clauses(played(four, dealer="7C TC", table=table)) == ["12.5.3"]
    aces = box(hand("AH AD"), hand("AC TD"), hand("AS 3D 4D"))
    assert clauses(played(aces, dealer="7C TC", table=table)) == ["12.5.4"]


def test_only_the_controlling_player_leads_11_3_and_12_1() -> None:
    wagers = (("ann", 100.0), ("bob", 60.0))
    doubled = box(hand("6H 5D TC", "ann bob", {"bob": 60}), wagers=wagers)
    assert clauses(played(doubled, dealer="7C TC")) == ["11.3"]
    stranger = box(hand("6H 5D TC", "ann", {"ann": 60, "cat": 5}))
    assert clauses(played(stranger, dealer="7C TC")) == ["11.3"]
    split = box(hand("8H TC", "ann bob"), hand("8D TC", "bob"), wagers=wagers)
    assert clauses(played(split, dealer="7C TC")) == ["12.1"]
    absent = box(hand("8H TC", "ann"), hand("8D TC", "ann bob"), wagers=wagers)
    assert clauses(played(absent, dealer="7C TC")) == ["12.6.2"]


def test_who_may_wager_5_4_and_14_8() -> None:
    four: Wagers = tuple((player, 10.0) for player in "abcd")
    assert clauses(played(box(hand("TH 8D", "a b c d"), wagers=four), dealer="7C TC")) == ["5.4"]
    bettors: Wagers = tuple((player, 5.0, "any-pairs") for player in "abcd")
    sides: Wagers = (("ann", 10.0), *bettors)
    assert clauses(played(box(hand("TH 8D"), wagers=sides), dealer="7C TC")) == ["14.8"]
    empty = box(hand("TH 8D"), wagers=(("ann", 5.0, "any-pairs"),))
    assert clauses(played(empty, dealer="7C TC")) == ["7.1"]


def test_no_card_oftener_than_decks_3_1() -> None:
    boxes = [box(hand("TH TH"), number=number) for number in (1, 2, 3, 4)]
    assert faults(played(*boxes, dealer="7C TC")) == []
    assert clauses(played(*boxes, dealer="7C TH")) == ["3.1"]
    assert clauses(played(*boxes[:3], dealer="7C TH", table=TableFacts(decks=6))) == ["3.1"]


def test_a_card_that_is_none_is_an_error() -> None:
    with pytest.raises(ValueError, match="10H"):
        faults(played(box(hand("10H 8D")), dealer="7C TC"))
