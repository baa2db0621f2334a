"""Hand-worked breaches in Canberra Blackjack, and the dealer's cards: none too few or too many."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from .canberra import dealer_needs, faults, settle
from .canberra_writing import DRAWS, STANDS, at, insured
from .cards import is_soft, total
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .telling import cited, shoe, ways_to_draw
from .writing import Wagers, box, hand

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
    ("second", "bob_on", "cat_on", "expected"),
    [
        # The eight of diamonds lies on hand 4: each split after the first was one of hand 1.
        ("8D", "1", "1234", []),
        ("8D", "12", "134", []),
        ("8D", "13", "124", []),
        # The eight of clubs lies on hand 2: hands 3 and 4 come from it.
        ("8C", "1", "12", []),
        ("8C", "123", "124", []),
        ("8C", "1", "13", ["10.2"]),
        ("8C", "134", "1234", ["10.2"]),
        # The eight of spades lies on hand 3: hand 2 comes from the first, hand 4 from the third.
        ("8S", "12", "134", []),
        ("8S", "13", "1234", []),
        ("8S", "14", "1", ["10.2"]),
        ("8S", "124", "1234", ["10.2"]),
    ],
)
def test_places_on_four_hands_10_2(
    second: str, bob_on: str, cat_on: str, expected: list[str]
) -> None:
    wagers: Wagers = (("ann", 10), ("bob", 10), ("cat", 10))
    hands = []
    for number, cards in zip("1234", ["8H TC", "8C TC", "8S TC", "8D TC"], strict=True):
        players = "ann" + " bob" * (number in bob_on) + " cat" * (number in cat_on)
        hands.append(hand(cards, players))
    split = box(*hands, wagers=wagers, initial=f"8H {second}")
    assert cited(faults(at(split, dealer="7C TC"))) == expected


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
