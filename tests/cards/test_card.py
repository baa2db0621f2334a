"""Cards as they are written, read and counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    NotACardError,
    Rank,
    Suit,
    parse_card,
    parse_cards,
    write_cards,
)

cards = st.sampled_from(DECK)


def test_a_deck_has_every_rank_in_every_suit_once_and_no_joker() -> None:
    assert len(DECK) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(r, s) for r in RANKS for s in SUITS}


def test_a_card_counts_its_face_and_a_picture_ten() -> None:
    by_rank = {card.rank: card.points for card in DECK}
    assert [by_rank[rank] for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_every_suit_has_its_colour_and_sign() -> None:
    assert {suit for suit in SUITS if suit.red} == {Suit.DIAMONDS, Suit.HEARTS}
    assert "".join(suit.symbol for suit in SUITS) == "♣♦♥♠"


def test_a_card_has_a_name_in_words() -> None:
    assert Card("TH").name_in_words == "ten of hearts"
    assert Card("AS").name_in_words == "ace of spades"
    assert Rank.QUEEN.word == "queen"


@given(st.lists(cards).map(tuple))
def test_cards_are_read_as_they_are_written(hand: tuple[Card, ...]) -> None:
    assert parse_cards(write_cards(hand)) == hand


@given(cards)
def test_small_letters_are_read_too(card: Card) -> None:
    assert parse_card(card.value.lower()) is card
    assert str(card) == card.value
    assert repr(card) == f"Card('{card.value}')"


@pytest.mark.parametrize(
    "text", ["", "T", "H", "10", "100H", "1H", "TX", "HT", "TH ", "joker", "🂡"]
)
def test_what_is_no_card_is_quoted_in_the_error(text: str) -> None:
    with pytest.raises(NotACardError) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)
    assert "such as TH" in str(caught.value)


def test_one_wrong_card_among_many_is_named() -> None:
    with pytest.raises(NotACardError, match="'9X'"):
        parse_cards("8H 9X TC")


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_no_cards_are_an_empty_hand(text: str) -> None:
    assert parse_cards(text) == ()


def test_cards_may_stand_on_several_lines() -> None:
    assert parse_cards("8H  TC\n 2D") == (Card("8H"), Card("TC"), Card("2D"))


def test_a_ten_may_be_written_with_two_digits_and_nothing_else_may() -> None:
    assert Rank("10") is Rank.TEN
    assert Card("10H") is Card.TH
    for other in ("11", "1", "ten"):
        with pytest.raises(ValueError, match=other):
            Rank(other)
    for wrong in ("99H", "1H", "10X"):
        with pytest.raises(ValueError, match=wrong):
            Card(wrong)
    with pytest.raises(ValueError, match="10"):
        Card(10)  # type: ignore[arg-type]


def test_hearts_and_diamonds_are_red() -> None:
    assert [suit for suit in SUITS if suit.red] == [Suit.DIAMONDS, Suit.HEARTS]
