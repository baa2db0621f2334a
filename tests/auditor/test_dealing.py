"""The dealer's cards: not one too few, not one too many (13.2, 13.4)."""

from __future__ import annotations

import random

import pytest

from .cards import must_stand
from .dealing import dealer_faults, dealer_needs
from .facts import BoxFacts, RoundFacts, TableFacts
from .settlement import settle
from .writing import box, cents, clauses, hand, played

BUST = box(hand("TH 2D TC"))
BUST_INSURED = box(hand("TH 2D TC"), insurance={"ann": 50})
LIVE = box(hand("TH 8D"))
BLACKJACK = box(hand("AH TD"))
BLACKJACK_INSURED = box(hand("AH TD"), insurance={"ann": 50})
EVEN_MONEY = box(hand("AH TD"), even_money={"ann"})
EVEN_MONEY_INSURED = box(hand("AH TD"), even_money={"ann"}, insurance={"ann": 50})
HALF_PAID = box(hand("AH TD", "ann bob"), wagers=(("ann", 100), ("bob", 60)), even_money={"ann"})
SPLIT_HALF_BUST = box(hand("8H 6D TC"), hand("8D TC"))
SPLIT_BUST = box(hand("8H 6D TC"), hand("8D 6S TC"))
SPLIT_TENS = box(hand("TH AD"), hand("TD AC"))
DOUBLED_LOW = box(hand("AH 8D 2C", doubled={"ann": 100}))


@pytest.mark.parametrize(
    ("first", "boxes", "needs"),
    [
        ("6C", (BUST,), "nothing"),
        ("AC", (BUST,), "nothing"),
        ("6C", (BLACKJACK,), "nothing"),
        ("6C", (BLACKJACK, BUST), "nothing"),
        ("AC", (EVEN_MONEY,), "nothing"),
        ("AC", (EVEN_MONEY_INSURED, BUST), "nothing"),
        ("AC", (SPLIT_BUST,), "nothing"),
        ("TC", (BLACKJACK,), "one card"),
        ("AC", (BLACKJACK,), "one card"),
        ("AC", (BLACKJACK_INSURED,), "one card"),
        ("AC", (BUST_INSURED,), "one card"),
        ("AC", (BUST_INSURED, BLACKJACK), "one card"),
        ("AC", (BLACKJACK_INSURED, EVEN_MONEY), "one card"),
        ("AC", (HALF_PAID,), "one card"),
        ("6C", (LIVE,), "a full hand"),
        ("6C", (LIVE, BLACKJACK), "a full hand"),
        ("AC", (LIVE, EVEN_MONEY), "a full hand"),
        ("AC", (LIVE, BUST_INSURED), "a full hand"),
        ("TC", (BLACKJACK, SPLIT_HALF_BUST), "a full hand"),
        ("TC", (SPLIT_TENS,), "a full hand"),
        ("TC", (DOUBLED_LOW,), "a full hand"),
    ],
)
def test_what_the_dealer_needs_13_4(first: str, boxes: tuple[BoxFacts, ...], needs: str) -> None:
    assert dealer_needs(played(*boxes, dealer=first)) == needs


def test_a_wager_that_counts_for_nothing_needs_no_card_6_3_1() -> None:
    table = TableFacts(maximum=cents(100))
    assert dealer_needs(played(HALF_PAID, dealer="AC", table=table)) == "nothing"


@pytest.mark.parametrize(
    ("boxes", "dealer", "expected"),
    [
        ((BUST,), "6C", []),
        ((BUST,), "6C TC", ["13.4"]),
        ((BLACKJACK,), "6C", []),
        ((BLACKJACK,), "6C 9D TC", ["13.4"]),
        ((EVEN_MONEY,), "AC KC", ["13.4"]),
        ((BLACKJACK,), "TC", ["13.4"]),
        ((BLACKJACK,), "TC 2C", []),
        ((BLACKJACK,), "TC AC", []),
        ((BLACKJACK,), "TC 2C 7D", ["13.4"]),
        ((BUST_INSURED,), "AC", ["13.4"]),
        ((BUST_INSURED,), "AC 6C", []),
        ((BUST_INSURED,), "AC 6C TC", ["13.4"]),
        ((LIVE,), "6C TC", ["13.2"]),
        ((LIVE,), "7C TC", []),
        ((LIVE,), "7C TC 2D", ["13.2"]),
        ((LIVE,), "AC 6C", ["13.2"]),
        ((LIVE,), "AC 7C", []),
        ((LIVE,), "AC 6C TC", []),
        ((LIVE,), "AC 7C 2C", ["13.2"]),
        ((LIVE,), "AC AD 5C 9D AH", []),
        ((LIVE,), "6C", ["13.2"]),
        ((LIVE,), "", ["7.1"]),
    ],
)
def test_the_dealers_draw_13_2(
    boxes: tuple[BoxFacts, ...], dealer: str, expected: list[str]
) -> None:
    assert clauses(played(*boxes, dealer=dealer)) == expected


EVERY_BOX = (
    BUST,
    BUST_INSURED,
    LIVE,
    BLACKJACK,
    BLACKJACK_INSURED,
    EVEN_MONEY,
    EVEN_MONEY_INSURED,
    HALF_PAID,
    SPLIT_HALF_BUST,
    SPLIT_BUST,
    SPLIT_TENS,
    DOUBLED_LOW,
)


def completions(start: tuple[str, ...], seed: int) -> list[tuple[str, ...]]:
    """Ways in which a dealer's hand may go on, drawn to the end from an endless shoe."""
    chance = random.Random(seed)
    hands = []
    for _ in range(300):
        cards = start
        while not must_stand(cards):
            cards += (chance.choice("A23456789TJQK") + chance.choice("CDHS"),)
        hands.append(cards)
    return hands


@pytest.mark.parametrize("first", ["AC", "2C", "6C", "9C", "TC", "KC"])
@pytest.mark.parametrize("number", range(len(EVERY_BOX)))
def test_a_card_is_drawn_exactly_where_it_can_change_a_line_13_4(first: str, number: int) -> None:
    facts = EVERY_BOX[number]
    if facts.insurance and first[0] not in "ATK":
        return
    if facts.even_money and first[0] != "A":
        return
    settlements = {settle(played(facts, dealer=" ".join(way))) for way in completions((first,), 7)}
    needs = dealer_needs(played(facts, dealer=first))
    assert (needs == "nothing") == (len(settlements) == 1)
    if needs == "one card":
        for second in "2D", "6D", "9D", "TD", "AD":
            ways = completions((first, second), 8)
            assert len({settle(played(facts, dealer=" ".join(way))) for way in ways}) == 1


@pytest.mark.parametrize("seed", range(200))
def test_every_shoe_has_exactly_one_right_stop_13_2(seed: int) -> None:
    chance = random.Random(seed)
    shoe = tuple(chance.choice("A23456789TJQK") + chance.choice("CDHS") for _ in range(22))
    facts = chance.choice(EVERY_BOX)
    stops = [
        count
        for count in range(1, len(shoe) + 1)
        if not dealer_faults(RoundFacts(TableFacts(), (facts,), shoe[:count]))
    ]
    assert len(stops) == 1
