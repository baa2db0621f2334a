"""Dealer's hands that are counted against dealer's hands that are dealt one by one."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Card, Category, HandRank, parse_cards, rank_hand
from croupier.cards.poker import HIGH
from croupier.maths.stud.counts import count_bets, count_one
from croupier.maths.stud.poker_classes import categories, hand_classes, lowest_class_from

ACE_KING = HandRank(Category.HIGH_CARD, (14, 13))
VALUES = np.array(
    [[2.0, 2.0 + 2.0 * pays, 1.0, -2.0] for pays in (1, 1, 2, 3, 4, 5, 7, 20, 50, 250)]
)


def dealt_one_by_one(
    hand: tuple[Card, ...], known: Card, lowest: HandRank, gone: tuple[Card, ...] = ()
) -> tuple[int, int, int, int]:
    """How a bet ends over all hands that the dealer can have: no hand, won, equal, lost."""
    out = {*hand, known, *gone}
    left = [card for card in DECK if card not in out]
    mine = rank_hand(hand)
    no_hand = won = equal = lost = 0
    for rest in combinations(left, 4):
        dealers = rank_hand((known, *rest))
        if dealers < lowest:
            no_hand += 1
        elif mine > dealers:
            won += 1
        elif mine == dealers:
            equal += 1
        else:
            lost += 1
    return no_hand, won, equal, lost


FULL_DECK = [
    ("AC KD QH 8S 3C", "7C"),
    ("AC KD QH 8S 3C", "8C"),
    ("AC KC QC JC 9C", "2C"),
    ("AC KC QC JC 9C", "TC"),
    ("AC KC QC JC TC", "AD"),
    ("9H TH JH QH KH", "9S"),
    ("AC 2C 3C 4C 5C", "5D"),
    ("AC 2D 3H 4S 5C", "3C"),
    ("TC JD QH KS AC", "AD"),
    ("2C 2D 5H 4S 3C", "2H"),
    ("KH KD 4S 4C 9H", "4D"),
    ("6C 6D 6H 3S 2C", "6S"),
    ("2C 2D 2H AS AC", "AD"),
    ("9C 9D 9H 9S 2C", "2D"),
    ("7C 5D 4H 3S 2C", "AC"),
    ("AS KD JH 8S 3S", "KS"),
]


@pytest.mark.parametrize(("hand", "known"), FULL_DECK)
def test_a_hand_in_a_full_deck(hand: str, known: str) -> None:
    cards, [card] = parse_cards(hand), parse_cards(known)
    lowest = lowest_class_from(ACE_KING)
    counted = count_one(cards, card, lowest)
    assert sum(counted) == 163_185
    assert counted == dealt_one_by_one(cards, card, ACE_KING)


@pytest.mark.parametrize("category", Category)
def test_any_hands_in_what_is_left_of_a_deck(category: Category) -> None:
    """Hands of each category, the dealer playing from any hand, few cards left."""
    chance = Random(int(category))
    classes = np.flatnonzero(categories() == category).tolist()
    for _ in range(60):
        hand = some_hand(chance.choice(classes), chance)
        others = [card for card in DECK if card not in hand]
        chance.shuffle(others)
        known, gone = others[0], tuple(others[1 : chance.randint(26, 40)])
        if chance.random() < 0.5:
            lowest = chance.randrange(len(hand_classes()))
        else:
            lowest = max(0, lowest_class_from(rank_hand(hand)) - chance.randint(0, 1))
        rank = hand_classes()[lowest].rank
        counted = count_one(hand, known, lowest, gone=gone)
        assert counted == dealt_one_by_one(hand, known, rank, gone), (hand, known, gone, rank)


def some_hand(number: int, chance: Random) -> tuple[Card, ...]:
    """Five cards of a class."""
    one = hand_classes()[number]
    while True:
        suit = chance.choice("CDHS")
        hand = tuple(
            chance.choice(
                [
                    card
                    for card in DECK
                    if HIGH[card.rank] == height and (not one.suited or card.suit.value == suit)
                ]
            )
            for height in one.heights
        )
        if len(set(hand)) == 5 and rank_hand(hand) == one.rank:
            return hand


@pytest.mark.parametrize("seed", range(3))
def test_all_hands_together_are_the_hands_one_by_one(seed: int) -> None:
    """Every hand of what is left, suits that differ and suits that are alike."""
    chance = Random(seed)
    left = chance.sample(DECK, 13)
    if seed == 0:
        left = [card for card in DECK if HIGH[card.rank] >= 12]
    gone = tuple(card for card in DECK if card not in left)
    lowest = lowest_class_from(ACE_KING)
    counts = count_bets(VALUES, lowest, gone=gone)
    every, best = np.zeros_like(counts.every), np.zeros_like(counts.best)
    numbers = {one.rank: number for number, one in enumerate(hand_classes())}
    for hand in combinations(left, 5):
        number = numbers[rank_hand(hand)]
        for known in left:
            if known in hand:
                continue
            ends = np.array(count_one(hand, known, lowest, gone=gone))
            every[number, HIGH[known.rank] - 2] += ends
            if ends @ VALUES[categories()[number]] > 0:
                best[number, HIGH[known.rank] - 2] += ends
    assert (counts.every == every).all()
    assert (counts.best == best).all()


def test_every_deal_of_a_deck_is_counted_once() -> None:
    counts = count_bets(VALUES, lowest_class_from(ACE_KING))
    assert counts.deals == 19_933_230_517_200
    hands = Counter[Category]()
    for number, deals in enumerate(counts.every.sum(axis=(1, 2)).tolist()):
        hands[hand_classes()[number].rank.category] += deals
    assert hands[Category.ROYAL_FLUSH] == 4 * 47 * 163_185
    assert hands[Category.ONE_PAIR] == 1_098_240 * 47 * 163_185
    assert (counts.every >= counts.best).all()
    assert (counts.best >= 0).all()
