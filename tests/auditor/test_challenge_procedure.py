"""Hand-worked breaches in Blackjack Challenge, and the dealer's cards: none too few or too many."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from .cards import total
from .challenge import dealer_needs, faults, settle
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .telling import cited, shoe, told, ways_to_draw
from .writing import Wagers, box, cents, hand, played

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
