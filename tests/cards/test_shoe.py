"""The shoe: how many cards it holds, cutting it, and where the cutting card lies."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    Card,
    Device,
    Shoe,
    cut_stack,
    full_decks,
    parse_cards,
    remaining_cards,
)
from tests.citing import cites

stacks = st.lists(st.sampled_from(DECK), max_size=60).map(tuple)


@cites("star-blackjack", "3.1")
@pytest.mark.parametrize(("decks", "size"), [(6, 312), (8, 416)])
def test_so_many_decks_hold_each_card_so_many_times(decks: int, size: int) -> None:
    cards = full_decks(decks)
    assert len(cards) == size
    assert set(Counter(cards).values()) == {decks}


@cites("star-blackjack", "4.6")
def test_what_lay_before_the_cut_goes_behind() -> None:
    assert cut_stack(parse_cards("AC 2C 3C 4C 5C"), 2) == parse_cards("3C 4C 5C AC 2C")


@given(stacks, st.data())
def test_a_cut_keeps_every_card_and_is_undone_by_its_opposite(
    stack: tuple[Card, ...], data: st.DataObject
) -> None:
    """4.6: the cut moves cards and loses none."""
    position = data.draw(st.integers(0, len(stack)))
    after = cut_stack(stack, position)
    assert Counter(after) == Counter(stack)
    assert cut_stack(after, len(stack) - position) == stack


@pytest.mark.parametrize("position", [0, 3])
def test_a_cut_at_either_end_changes_nothing(position: int) -> None:
    stack = parse_cards("AC 2C 3C")
    assert cut_stack(stack, position) == stack


@given(stacks)
def test_what_is_left_and_what_is_gone_make_all_the_decks(gone: tuple[Card, ...]) -> None:
    left = remaining_cards(8, gone)
    assert all(left[card] + Counter(gone)[card] == 8 for card in DECK)
    assert left.total() == 416 - len(gone)


def test_a_known_stack_is_dealt_from_the_front() -> None:
    shoe = Shoe(device=Device.SHOE, decks=8, stack=parse_cards("AC 2C"), drawn=1)
    assert (shoe.size, shoe.left, shoe.next_card) == (2, 1, Card("2C"))


def test_an_empty_shoe_has_no_next_card() -> None:
    shoe = Shoe(device=Device.SHOE, decks=8, stack=parse_cards("AC 2C"), drawn=2)
    assert (shoe.left, shoe.next_card) == (0, None)


def test_nobody_knows_the_next_of_the_real_cards() -> None:
    shoe = Shoe(device=Device.SHOE, decks=6, drawn=12)
    assert (shoe.size, shoe.left, shoe.next_card) == (312, 300, None)


@cites("star-blackjack", "4.1.2")
def test_the_cutting_card_is_in_front_when_all_before_it_are_out() -> None:
    stack = parse_cards("AC 2C 3C")
    seen = [
        Shoe(
            device=Device.SHOE, decks=8, stack=stack, drawn=drawn, cutting_card=2
        ).cutting_card_in_front
        for drawn in range(4)
    ]
    assert seen == [False, False, True, False]


def test_a_shoe_without_a_cutting_card_never_shows_one() -> None:
    shoe = Shoe(device=Device.SHUFFLER, decks=8)
    assert not shoe.cutting_card_in_front
