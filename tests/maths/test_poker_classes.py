"""Hands ranked as arrays: the same order as card by card, and counts that anyone can look up."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK, Category, parse_cards, rank_hand
from croupier.maths.stud.poker_classes import (
    NUMBER_OF,
    HandsError,
    categories,
    category_of,
    hand_classes,
    lowest_class_from,
    rank_hands,
)
from croupier.rulebooks import CARIBBEAN_STUD

Hands = NDArray[np.uint8]


@pytest.fixture(scope="module")
def all_hands() -> Hands:
    return np.array(list(combinations(range(52), 5)), dtype=np.uint8)


def numbers(text: str) -> list[int]:
    return [NUMBER_OF[card] for card in parse_cards(text)]


def test_every_hand_of_a_deck_is_counted_in_its_category(all_hands: Hands) -> None:
    """The counts that every book on poker prints."""
    counts = np.bincount(categories()[rank_hands(all_hands)])
    assert dict(zip(Category, counts.tolist(), strict=True)) == {
        Category.HIGH_CARD: 1_302_540,
        Category.ONE_PAIR: 1_098_240,
        Category.TWO_PAIRS: 123_552,
        Category.THREE_OF_A_KIND: 54_912,
        Category.STRAIGHT: 10_200,
        Category.FLUSH: 5_108,
        Category.FULL_HOUSE: 3_744,
        Category.FOUR_OF_A_KIND: 624,
        Category.STRAIGHT_FLUSH: 36,
        Category.ROYAL_FLUSH: 4,
    }


def test_every_class_of_hands_occurs(all_hands: Hands) -> None:
    assert len(np.unique(rank_hands(all_hands))) == len(hand_classes()) == 7_462


def test_an_array_is_ranked_as_its_hands_are_one_by_one(all_hands: Hands) -> None:
    chance = Random(6)
    hands = np.concatenate(
        [all_hands[chance.sample(range(len(all_hands)), 20_000)], all_hands[rare(all_hands)]]
    )
    for hand, number in zip(hands.tolist(), rank_hands(hands).tolist(), strict=True):
        chance.shuffle(hand)
        assert hand_classes()[number].rank == rank_hand([DECK[card] for card in hand]), hand


def rare(hands: Hands) -> NDArray[np.int64]:
    """Where the hands of one suit and the fours of a kind are, found without the ranking."""
    one_suit = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    ranks = np.sort(hands // 4, axis=1)
    four = (ranks[:, 0] == ranks[:, 3]) | (ranks[:, 1] == ranks[:, 4])
    return np.flatnonzero(one_suit | four)


def test_a_higher_class_is_a_higher_hand() -> None:
    ranks = [one.rank for one in hand_classes()]
    assert all(low < high for low, high in pairwise(ranks))
    assert category_of(0) is Category.HIGH_CARD
    assert category_of(7_461) is Category.ROYAL_FLUSH


def test_the_dealer_plays_from_the_lowest_ace_king() -> None:
    lowest = lowest_class_from(CARIBBEAN_STUD.settlement.qualifies.value)
    hands = np.array([numbers("AC KD 4H 3S 2C"), numbers("AC QD JH TS 9C")], dtype=np.uint8)
    ace_king, ace_queen = rank_hands(hands).tolist()
    assert (ace_king, ace_queen) == (lowest, lowest - 1)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (np.zeros((3, 4), np.uint8), r"5 columns, not of uint8 with the shape \(3, 4\)"),
        (np.zeros(5, np.uint8), r"the shape \(5,\)"),
        (np.zeros((1, 5), np.int64), "not of int64"),
        (np.array([[0, 1, 2, 3, 52]], np.uint8), "below 52, not 52"),
    ],
)
def test_what_is_not_an_array_of_hands_is_refused(hands: Hands, why: str) -> None:
    with pytest.raises(HandsError, match=why):
        rank_hands(hands)


def test_no_hands_have_no_classes() -> None:
    assert rank_hands(np.empty((0, 5), np.uint8)).tolist() == []
