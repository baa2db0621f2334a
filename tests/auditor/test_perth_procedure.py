"""Hand-worked breaches of the players' part of the play at Perth, each told by its clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .facts import HandFacts
from .perth_writing import STANDS, box, clauses, played
from .writing import Wagers, cents, hand

EVERY_GAME = pytest.mark.parametrize("game", ["perth", "vegas", "plus"])
DOUBLED = {"ann": 100.0}
TWO = (("ann", 100.0), ("bob", 60.0))


@EVERY_GAME
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5H 6D", ["4.20"]),
        ("5H 2D 4C", ["4.20"]),
        ("2H 2D 2C 2S", ["4.20"]),
        ("AH AD", []),
        ("TH 2D", []),
        ("TH TD AC 5S", ["4.19(a)"]),
        ("AH TD 5S", ["4.19(a)"]),
        ("AH 5D 5S TC", ["4.19(a)"]),
        ("TH 6D 6S 2C", ["4.18"]),
    ],
)
def test_cards_drawn_or_not_drawn_4_19(game: str, cards: str, expected: list[str]) -> None:
    live = box(hand("TH 8S"), number=2)
    assert clauses(game, played(box(hand(cards)), live, dealer="7C TC")) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2H 2D 2C 2S 2H", []),
        ("2H 2D 2C 2S 2H TC", ["6.2"]),
        ("2H 2D 2C 2S 2H 2D 9C", ["6.2", "6.2"]),
        ("AH 2D 3C 5S TH", ["4.19(a)"]),
    ],
)
def test_no_sixth_card_6_2(cards: str, expected: list[str]) -> None:
    live = box(hand("TH 8S"), number=2)
    assert clauses("plus", played(box(hand(cards)), live, dealer="7C TC")) == expected


@pytest.mark.parametrize(
    ("cards", "perth", "vegas", "plus"),
    [
        ("5H 4D 9C", [], [], []),
        ("5H 5D 9C", [], [], []),
        ("5H 6D 2C", [], [], []),
        ("5H 3D TC", ["3.25"], [], []),
        ("TH 2D 3C", ["3.25"], [], []),
        ("TH TD 5C", ["3.25"], [], []),
        ("AH 8D 9C", ["3.25"], [], []),
        ("2H 3D 2C", ["3.25"], [], []),
        ("AH TD 5C", ["4.19(a)", "3.25"], ["4.19(a)", "5.1(a)"], ["4.19(a)"]),
        ("5H 4D", ["3.28"], ["3.28"], ["3.28"]),
        ("5H 4D 2C 9C", ["3.28"], ["3.28"], []),
        ("5H 3D 2C 9C", ["3.28", "3.25"], ["3.28"], []),
        ("AH 3D 7C 9C", ["4.19(a)", "3.28", "3.25"], ["4.19(a)", "3.28"], ["4.19(a)"]),
        ("2H 3D 2C 3S TC", ["3.28", "3.25"], ["3.28"], ["6.4"]),
    ],
)
def test_what_may_be_doubled(
    cards: str, perth: list[str], vegas: list[str], plus: list[str]
) -> None:
    live = box(hand("TH 8S"), number=2)
    finished = played(box(hand(cards, doubled=DOUBLED)), live, dealer="7C TC")
    assert clauses("perth", finished) == perth  # 3.25
    assert clauses("vegas", finished) == vegas  # 5.1
    assert clauses("plus", finished) == plus  # 6.4


@EVERY_GAME
@pytest.mark.parametrize("amount", [50, 99.5, 100.5, 0])
def test_a_double_equals_its_wager_3_27(game: str, amount: float) -> None:
    doubled = box(hand("5H 4D 9C", doubled={"ann": amount}))
    assert clauses(game, played(doubled, dealer="7C TC")) == ["3.27"]


@EVERY_GAME
def test_a_double_of_a_wager_over_the_maximum_is_the_maximum_8_5(game: str) -> None:
    table = replace(STANDS, maximum=cents(100))
    doubled = box(hand("5H 4D 9C", doubled={"ann": 150}), wagers=(("ann", 150),))
    assert clauses(game, played(doubled, dealer="7C TC", table=table)) == ["3.27"]


@EVERY_GAME
def test_only_the_controlling_player_leads_a_double_3_26(game: str) -> None:
    follower = box(hand("6H 5D 9C", "ann bob", {"bob": 60}), wagers=TWO)
    assert clauses(game, played(follower, dealer="7C TC")) == ["3.26"]
    stranger = box(hand("6H 5D 9C", "ann", {"ann": 100, "cat": 5}))
    assert clauses(game, played(stranger, dealer="7C TC")) == ["3.26"]
    seated = box(hand("6H 5D 9C", "ann bob", {"bob": 60}), wagers=TWO, seated="bob")
    assert clauses(game, played(seated, dealer="7C TC")) == []


@EVERY_GAME
@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ((hand("TH 8D"), hand("KH 7D")), []),
        ((hand("TH 8D"), hand("9H 7D")), ["3.31"]),
        ((hand("8H TD"), hand("8C TD"), hand("9S TD")), ["3.33"]),
        ((hand("8H TD"), hand("8C")), ["3.37"]),
        ((hand("8H TD"), hand("8C 2D")), ["4.20"]),
        ((hand("8H TD"), hand("8C TD"), hand("8S TD")), []),
        ((hand("8H TD"), hand("8C TD"), hand("8S TD"), hand("8D TD")), ["3.35"]),
        ((hand("AH AD"), hand("AC 9D")), []),
        ((hand("AH AD"), hand("AC 9D"), hand("AS 5D")), []),
        ((hand("AH AD"), hand("AC 9D"), hand("AS 5D"), hand("AS 2D")), ["3.35"]),
        ((hand("AH 2D 5C"), hand("AC 9D")), ["3.38(a)"]),
        ((hand("AH 2D"), hand("AC 3D"), hand("AS 9D 8D")), ["3.38(a)"]),
        ((hand("AH 9D 5C", doubled=DOUBLED), hand("AC 9D")), ["3.38(a)", "3.38(a)"]),
        ((hand("TH AD 5C"), hand("TC 9D")), ["4.19(a)"]),
    ],
)
def test_splits(game: str, hands: tuple[HandFacts, ...], expected: list[str]) -> None:
    assert clauses(game, played(box(*hands), dealer="7C TC")) == expected


@pytest.mark.parametrize(
    ("cards", "perth", "vegas", "plus"),
    [
        ("TH AS 5C", ["4.19(a)", "3.25"], ["4.19(a)", "5.1(b)"], ["4.19(a)"]),
        ("TH 5S 4C", ["3.25"], [], []),
        ("TH 2S 2C 4C", ["3.28", "3.25"], ["3.28"], []),
    ],
)
def test_doubles_of_split_hands(
    cards: str, perth: list[str], vegas: list[str], plus: list[str]
) -> None:
    split = box(hand(cards, doubled=DOUBLED), hand("KC 9D"))
    finished = played(split, dealer="7C TC")
    assert clauses("perth", finished) == perth  # 3.25
    assert clauses("vegas", finished) == vegas  # 5.1(b)
    assert clauses("plus", finished) == plus  # 6.4(c), 6.4(d)


@EVERY_GAME
def test_who_stands_on_a_split_hand_3_32(game: str) -> None:
    absent = box(hand("8H TC", "ann"), hand("8D TC", "ann bob"), wagers=TWO)
    assert clauses(game, played(absent, dealer="7C TC")) == ["3.32(b)"]
    leads = box(hand("8H TC", "ann bob"), hand("8D TC", "bob"), wagers=TWO)
    assert clauses(game, played(leads, dealer="7C TC")) == ["3.31"]
    hands = (hand("8H TC", "ann bob"), hand("8D TC", "ann"), hand("8C TD", "ann bob"))
    first_split_again = box(*hands, wagers=TWO, initial="8H 8C")
    assert clauses(game, played(first_split_again, dealer="7C TC")) == []
    second_split_again = box(*hands, wagers=TWO, initial="8H 8D")
    assert clauses(game, played(second_split_again, dealer="7C TC")) == ["3.34(b)"]


@pytest.mark.parametrize(
    ("cards", "surrendered", "dealer", "expected"),
    [
        ("TH 6D", {"ann"}, "TC 7C", []),
        ("TH 6D", {"ann"}, "KC 7C", []),
        ("TH 6D", {"ann"}, "AC 7C", []),
        ("TH 6D", {"ann"}, "9C", ["5.2(a)"]),
        ("AH TD", {"ann"}, "TC 7C", ["5.2(b)"]),
        ("TH 2D 4C", {"ann"}, "TC 7C", ["5.3(a)"]),
        ("5H 4D", {"ann"}, "TC 7C", []),
        ("TH 6D", {"ann", "cat"}, "TC 7C", ["5.3(b)"]),
    ],
)
def test_surrenders_5_2(
    cards: str, surrendered: set[str], dealer: str, expected: list[str]
) -> None:
    given_up = box(hand(cards), surrendered=surrendered)
    assert clauses("vegas", played(given_up, dealer=dealer)) == expected


def test_surrender_is_led_by_the_controlling_player_5_3() -> None:
    follower = box(hand("TH 6D", "ann bob"), wagers=TWO, surrendered={"bob"})
    assert clauses("vegas", played(follower, dealer="TC 7C")) == ["5.3(b)"]
    both = box(hand("TH 6D", "ann bob"), wagers=TWO, surrendered={"ann", "bob"})
    assert clauses("vegas", played(both, dealer="TC 7C")) == []
    doubled = box(hand("6H 5D 2C", doubled=DOUBLED), surrendered={"ann"})
    assert clauses("vegas", played(doubled, dealer="TC 7C")) == ["5.3(a)"]


@pytest.mark.parametrize("game", ["perth", "plus"])
def test_surrender_is_for_vegas_5_2(game: str) -> None:
    given_up = box(hand("TH 6D"), surrendered={"ann"})
    assert clauses(game, played(given_up, dealer="TC 7C")) == ["5.2"]


@EVERY_GAME
@pytest.mark.parametrize(
    ("insurance", "dealer", "expected"),
    [
        ({"ann": 50}, "AC 8C", []),
        ({"ann": 0.5}, "AC 8C", []),
        ({"ann": 2.25}, "AC 8C", []),  # pays 4.50
        ({"ann": 2.2}, "AC 8C", ["3.20(d)(ii)"]),  # would pay 4.40
        ({"ann": 50.5}, "AC 8C", ["3.20(d)(i)"]),
        ({"ann": 0}, "AC 8C", ["3.20(d)(i)"]),
        ({"ann": 50}, "TC 8C", ["3.20(a)"]),
        ({"ann": 50}, "9C 8C", ["3.20(a)"]),
        ({"bob": 5}, "AC 8C", ["3.20(b)"]),
    ],
)
def test_insurance_3_20(
    game: str, insurance: dict[str, float], dealer: str, expected: list[str]
) -> None:
    insured = box(hand("TH 8D"), insurance=insurance)
    assert clauses(game, played(insured, dealer=dealer)) == expected


@EVERY_GAME
def test_insurance_of_a_wager_over_the_maximum_8_5(game: str) -> None:
    table = replace(STANDS, maximum=cents(100))
    insured = box(hand("TH 8D"), wagers=(("ann", 150),), insurance={"ann": 60})
    assert clauses(game, played(insured, dealer="AC 8C", table=table)) == ["3.20(d)(i)"]


def test_a_blackjack_is_not_insured_in_plus_6_3() -> None:
    insured = box(hand("AH TD"), insurance={"ann": 50})
    assert clauses("plus", played(insured, dealer="AC 8C")) == ["6.3"]
    assert clauses("perth", played(insured, dealer="AC 8C")) == []


@EVERY_GAME
def test_insurance_of_anothers_wager_3_20(game: str) -> None:
    insured = replace(box(hand("TH 8D")), insured_by_others={("bob", "ann"): 5_000})
    assert clauses(game, played(insured, dealer="AC 8C")) == ["3.20(d)(i)"]


@pytest.mark.parametrize("game", ["perth", "vegas"])
def test_even_money_3_24(game: str) -> None:
    assert clauses(game, played(box(hand("AH TD"), even_money={"ann"}), dealer="AC")) == []
    assert clauses(game, played(box(hand("TH 8D"), even_money={"ann"}), dealer="AC 8C")) == ["3.24"]
    assert clauses(game, played(box(hand("AH TD"), even_money={"ann"}), dealer="TC 8C")) == ["3.24"]
    assert clauses(game, played(box(hand("AH TD"), even_money={"bob"}), dealer="AC 8C")) == ["3.24"]


@EVERY_GAME
def test_who_may_wager_on_what_3_12(game: str) -> None:
    four: Wagers = tuple((player, 10.0) for player in "abcd")
    crowd = box(hand("TH 8D", "a b c d"), wagers=four)
    assert clauses(game, played(crowd, dealer="7C TC")) == ["3.12"]
    pairs: Wagers = tuple((player, 5.0, "perfect-pairs") for player in "abcd")
    sides = box(hand("TH 8D"), wagers=(("ann", 10.0), *pairs))
    assert clauses(game, played(sides, dealer="7C TC")) == ["3.17"]
    unknown = box(hand("TH 8D"), wagers=(("ann", 10.0), ("ann", 5.0, "lucky-lucky")))
    assert clauses(game, played(unknown, dealer="7C TC")) == ["3.6"]
    nothing = box(hand("TH 8D"), wagers=(("ann", 10.0), ("bob", 0.0, "perfect-pairs")))
    assert clauses(game, played(nothing, dealer="7C TC")) == ["3.6"]
    empty = box(hand("TH 8D"), wagers=(("ann", 5.0, "perfect-pairs"),))
    assert clauses(game, played(empty, dealer="7C TC")) == ["4.15(a)"]
    three = box(hand("TH 8D", "a b c"), wagers=four[:3] + pairs[1:])
    assert clauses(game, played(three, dealer="7C TC")) == []
    assert clauses(game, played(box(), dealer="7C TC")) == ["4.15(a)"]
    assert clauses(game, played(box(hand("TH")), dealer="7C TC")) == ["4.15(c)"]
    assert clauses(game, played(box(hand("TH 8D", "bob")), dealer="7C TC")) == ["3.11"]
    twice = box(hand("TH 8D", "ann ann"))
    assert clauses(game, played(twice, dealer="7C TC")) == ["3.36"]


@EVERY_GAME
def test_the_first_deal_4_15(game: str) -> None:
    other = box(hand("8H TC"), hand("8D TD"), initial="8H 8C")
    assert clauses(game, played(other, dealer="7C TC")) == ["4.15"]
    alone = box(hand("8H TC"), initial="8H 8C")
    assert clauses(game, played(alone, dealer="7C TC")) == ["4.15"]
    one_card = box(hand("8H TC"), hand("8D TD"), initial="8H")
    assert clauses(game, played(one_card, dealer="7C TC")) == ["4.15"]
    other_first = box(hand("8H TC"), hand("8D TD"), initial="8C 8D")
    assert clauses(game, played(other_first, dealer="7C TC")) == ["4.15"]
    lawful = [
        box(hand("8H 2C 9C"), initial="8H 2C"),
        box(hand("8H TC"), hand("8D TD"), initial="8H 8D", number=2),
        box(hand("8H TC"), hand("8D TD"), hand("8S TS"), initial="8H 8S", number=3),
    ]
    assert clauses(game, played(*lawful, dealer="7C TC")) == []


@EVERY_GAME
def test_no_card_oftener_than_decks_2_2(game: str) -> None:
    boxes = [box(hand("TH TH"), number=number) for number in (1, 2, 3, 4)]
    assert clauses(game, played(*boxes, dealer="7C TC")) == []
    assert clauses(game, played(*boxes, dealer="7C TH")) == ["2.2(a)"]
    twice = [box(hand("TH 8H")), box(hand("TC 8C"))]
    assert clauses(game, played(*twice, dealer="7C TD")) == ["4.15"]
    sided = box(hand("TH 8H"), wagers=(("ann", 5.0), ("ann", 5.0, "perfect-pairs")))
    for decks, expected in (0, ["2.2(a)"]), (1, []), (8, []), (9, ["2.2(a)"]):
        table = replace(STANDS, decks=decks)
        found = clauses(game, played(box(hand("TH 8H")), dealer="7C TD", table=table))
        assert found[:1] == expected
    five = replace(STANDS, decks=5)
    assert clauses(game, played(sided, dealer="7C TD", table=five)) == ["2.2(a)(ii)"]
