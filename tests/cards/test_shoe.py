"""The shoe: how many cards it holds, and where the cutting card lies."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, Device, Shoe, full_decks, remaining_cards

stacks = st.lists(st.sampled_from(DECK), max_size=60).map(tuple)


@pytest.mark.parametrize(("decks", "size"), [(6, 312), (8, 416)])
def test_so_many_decks_hold_each_card_so_many_times(decks: int, size: int) -> None:
    cards = full_decks(decks)
    assert len(cards) == size
    assert set(Counter(cards).values()) == {decks}


@given(stacks)
def test_what_is_left_and_what_is_gone_make_all_the_decks(gone: tuple[Card, ...]) -> None:
    left = remaining_cards(8, gone)
    assert all(left[card] + Counter(gone)[card] == 8 for card in DECK)
    assert left.total() == 416 - len(gone)


@pytest.mark.parametrize(("drawn", "empty"), [(0, False), (311, False), (312, True)])
def test_what_is_left_is_what_has_not_been_drawn(drawn: int, empty: bool) -> None:
    shoe = Shoe(device=Device.SHOE, decks=6, size=312, drawn=drawn)
    assert (shoe.cards_left, shoe.empty) == (312 - drawn, empty)


def test_a_shoe_names_the_order_of_its_cards_and_does_not_hold_it() -> None:
    """The order is nobody's to read in a table or a log."""
    shoe = Shoe(device=Device.SHOE, decks=6, size=312)
    assert shoe.handle == "", "nobody keeps the order of real cards"
    held = [getattr(shoe, field) for field in shoe.__struct_fields__]
    assert not any(isinstance(value, tuple | list | dict) for value in held)


def test_the_cutting_card_is_in_front_when_all_before_it_are_out() -> None:
    seen = [
        Shoe(device=Device.SHOE, decks=8, size=3, drawn=drawn, cutting_card=2).cutting_card_in_front
        for drawn in range(4)
    ]
    assert seen == [False, False, True, False]


def test_a_shoe_without_a_cutting_card_never_shows_one() -> None:
    shoe = Shoe(device=Device.SHUFFLER, decks=8, size=416)
    assert not shoe.cutting_card_in_front
