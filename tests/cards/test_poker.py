"""Five-card hands: every category, every kicker, and the counts that anyone can look up."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, Category, parse_cards, rank_hand

hands = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True).map(tuple)

IN_ORDER = [
    ("7C 5D 4H 3S 2C", "seven-five high"),
    ("AC QD 4H 3S 2C", "ace-queen high"),
    ("AC KD 4H 3S 2C", "ace-king high"),
    ("2C 2D 5H 4S 3C", "a pair of twos, five kicker"),
    ("2C 2D 6H 4S 3C", "a pair of twos, six kicker"),
    ("AC AD 6H 4S 3C", "a pair of aces, six kicker"),
    ("3C 3D 2H 2S 4C", "two pairs, threes and twos, four kicker"),
    ("KH KD 4S 4C 9H", "two pairs, kings and fours, nine kicker"),
    ("KH KD 4S 4C TH", "two pairs, kings and fours, ten kicker"),
    ("KH KD 5S 5C 2H", "two pairs, kings and fives, two kicker"),
    ("6C 6D 6H 3S 2C", "three sixes"),
    ("AC 2D 3H 4S 5C", "a straight to the five"),
    ("2C 3D 4H 5S 6C", "a straight to the six"),
    ("TC JD QH KS AC", "a straight to the ace"),
    ("2C 4C 6C 8C 9C", "a flush, nine high"),
    ("2C 4C 6C 8C TC", "a flush, ten high"),
    ("2C 2D 2H AS AC", "a full house, twos full of aces"),
    ("3C 3D 3H 2S 2C", "a full house, threes full of twos"),
    ("9C 9D 9H 9S 2C", "four nines"),
    ("AC 2C 3C 4C 5C", "a straight flush to the five"),
    ("9H TH JH QH KH", "a straight flush to the king"),
    ("TH JH QH KH AH", "a royal flush"),
]


def test_hands_from_the_lowest_to_the_highest_by_name() -> None:
    ranks = [rank_hand(parse_cards(text)) for text, _ in IN_ORDER]
    assert [str(rank) for rank in ranks] == [name for _, name in IN_ORDER]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@given(hand=hands)
def test_neither_order_nor_a_change_of_suits_alters_a_rank(hand: tuple[Card, ...]) -> None:
    turned = {"C": "D", "D": "H", "H": "S", "S": "C"}
    other = tuple(Card(card.value[0] + turned[card.value[1]]) for card in reversed(hand))
    assert rank_hand(other) == rank_hand(hand)


@pytest.mark.parametrize("cards", ["", "AC KC QC JC", "AC KC QC JC TC 9C"])
def test_a_hand_has_five_cards(cards: str) -> None:
    with pytest.raises(ValueError, match="5 cards"):
        rank_hand(parse_cards(cards))


def test_counts_in_a_short_deck_are_those_of_arithmetic() -> None:
    """Tens to aces in four suits: 15,504 hands, counted by formula."""
    deck = [card for card in DECK if card.rank.value in "TJQKA"]
    counts = Counter(rank_hand(hand).category for hand in combinations(deck, 5))
    assert sum(counts.values()) == 15_504
    assert counts == {
        Category.ROYAL_FLUSH: 4,
        Category.FOUR_OF_A_KIND: 5 * 16,
        Category.FULL_HOUSE: 5 * 4 * 4 * 6,
        Category.STRAIGHT: 4**5 - 4,
        Category.THREE_OF_A_KIND: 5 * 4 * 6 * 16,
        Category.TWO_PAIRS: 10 * 36 * 12,
        Category.ONE_PAIR: 5 * 6 * 4 * 64,
    }
