"""Shuffling without bias (4.1): numbers by rejection, orders all alike."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Bytes, below, full_decks, random_order


class Tape:
    """Bytes read from a list, so that a test sees which of them were used."""

    def __init__(self, content: Iterable[int]) -> None:
        self.left = list(content)

    def __call__(self, size: int) -> bytes:
        if size > len(self.left):
            raise AssertionError("more bytes were drawn than the tape holds")
        taken, self.left = self.left[:size], self.left[size:]
        return bytes(taken)


def seeded(seed: int) -> Bytes:
    return Random(seed).randbytes


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(
    ("limit", "spare_bits"),
    [(2, 7), (3, 6), (5, 5), (13, 4), (52, 2), (129, 0), (255, 0), (256, 0)],
)
def test_a_byte_is_rejected_exactly_when_its_high_bits_reach_the_limit(
    limit: int, spare_bits: int
) -> None:
    accepted: Counter[int] = Counter()
    for byte in range(256):
        tape = Tape([byte, 0])
        number = below(limit, tape)
        was_rejected = not tape.left
        assert was_rejected == (byte >> spare_bits >= limit)
        if not was_rejected:
            accepted[number] += 1
    assert accepted == dict.fromkeys(range(limit), 1 << spare_bits), "each number as often"


def test_rejected_bytes_are_passed_over_until_one_fits() -> None:
    tape = Tape([255, 160, 224, 159, 7])
    assert below(5, tape) == 4
    assert tape.left == [7]


def test_a_number_that_needs_two_bytes_takes_two_at_a_time() -> None:
    """Of 416 cards, nine bits: the first pair gives 511, the second 416, the third 415."""
    tape = Tape([0xFF, 0xFF, 0xD0, 0x00, 0xCF, 0xFF, 1])
    assert below(416, tape) == 415
    assert tape.left == [1]


def test_one_possibility_needs_no_bytes() -> None:
    assert below(1, Tape([])) == 0


@pytest.mark.parametrize("limit", [0, -1, -52])
def test_there_is_no_number_below_nothing(limit: int) -> None:
    with pytest.raises(ValueError, match=f"below {limit}"):
        below(limit, Tape([0, 0]))


@given(st.integers(1, 100_000), st.integers(0, 2**32))
def test_numbers_stay_below_their_limit(limit: int, seed: int) -> None:
    assert 0 <= below(limit, seeded(seed)) < limit


@given(st.lists(st.integers(), max_size=80), st.integers(0, 2**32))
def test_a_shuffle_keeps_every_card(items: list[int], seed: int) -> None:
    assert Counter(random_order(items, seeded(seed))) == Counter(items)


def test_the_same_bytes_give_the_same_order() -> None:
    cards = full_decks(6)
    assert random_order(cards, seeded(7)) == random_order(cards, seeded(7))
    assert random_order(cards, seeded(7)) != random_order(cards, seeded(8))


def test_every_order_comes_from_its_own_bytes() -> None:
    """Four items take numbers below 4, 3 and 2: all 24 combinations give all 24 orders."""
    orders = {
        random_order("abcd", Tape([four << 6, three << 6, two << 7]))
        for four in range(4)
        for three in range(3)
        for two in range(2)
    }
    assert orders == set(permutations("abcd"))


def test_all_orders_are_alike() -> None:
    """120 orders of five cards in 60,000 shuffles; 119 degrees of freedom, 1 in 1,000."""
    source = seeded(20260501)
    counts = Counter(random_order("abcde", source) for _ in range(60_000))
    assert len(counts) == 120
    assert chi_square(counts.values(), 60_000 / 120) < 172.4


def test_every_card_is_as_likely_in_every_place() -> None:
    """The ace of 52 cards in 26,000 shuffles, first and last place and its own."""
    source = seeded(2026)
    places = Counter(random_order(range(52), source).index(0) for _ in range(26_000))
    assert chi_square((places[place] for place in range(52)), 500.0) < 87.97
