"""The simulation's shuffles: every order as likely as any other, every stream its own."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from croupier.maths.kernels.random_streams import mix, random_below, seed_stream
from croupier.maths.kernels.simulated.hands import PILE_SIZE, READY
from croupier.maths.kernels.simulated.table_rounds import return_discards

SHUFFLES = 30_000


def chi_square(counts: Counter[object], kinds: int) -> float:
    """How far counts are from even, in standard deviations above what chance alone would give."""
    even = counts.total() / kinds
    found = sum((counts[kind] - even) ** 2 / even for kind in counts)
    found += even * (kinds - len(counts))
    return float((found - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_every_order_is_as_likely(size: int) -> None:
    generator = seed_stream(3, size)
    counts: Counter[object] = Counter()
    for _ in range(SHUFFLES):
        cards = np.arange(size, dtype=np.uint32)
        mix(cards, 0, size, size, generator)
        counts[tuple(cards.tolist())] += 1
    kinds = len(list(permutations(range(size))))
    assert abs(chi_square(counts, kinds)) < 4


def test_every_card_is_as_likely_at_every_place() -> None:
    generator = seed_stream(4, 0)
    places = np.zeros((52, 52), np.int64)
    cards = np.arange(52, dtype=np.uint32)
    for _ in range(SHUFFLES):
        mix(cards, 0, 52, 52, generator)
        places[cards, np.arange(52)] += 1
    even = SHUFFLES / 52
    found = ((places - even) ** 2 / even).sum()
    degrees = 51 * 51
    assert abs(found - degrees) / (2 * degrees) ** 0.5 < 4


@pytest.mark.parametrize(("start", "end"), [(0, 1), (0, 7), (5, 9), (17, 20), (0, 20), (19, 20)])
def test_only_the_places_asked_for_are_filled(start: int, end: int) -> None:
    generator = seed_stream(5, 0)
    seen: Counter[object] = Counter()
    for _ in range(3_000):
        cards = np.arange(20, dtype=np.uint32)
        reached = mix(cards, start, end, 20, generator)
        assert end <= reached <= min(end + 3, 20)
        assert sorted(cards.tolist()) == list(range(20))
        assert cards[:start].tolist() == list(range(start))
        seen[int(cards[end - 1])] += 1
    assert set(seen) == set(range(start, 20))


def test_streams_of_a_seed_and_seeds_have_nothing_in_common() -> None:
    words = {
        tuple(seed_stream(seed, stream).tolist()) for seed in range(40) for stream in range(40)
    }
    assert len(words) == 1_600
    assert len({word for state in words for word in state}) == 6_400
    assert seed_stream(8, 9).tolist() == seed_stream(8, 9).tolist()


def test_numbers_below_a_bound_are_even() -> None:
    generator = seed_stream(6, 0)
    counts: Counter[object] = Counter(
        int(random_below(np.uint64(7), generator)) for _ in range(SHUFFLES)
    )
    assert set(counts) == set(range(7))
    assert abs(chi_square(counts, 7)) < 4


def test_a_device_deals_first_beside_the_last_round_and_then_from_all() -> None:
    generator = seed_stream(7, 0)
    cards = np.arange(52, dtype=np.uint32)
    pile = np.zeros(PILE_SIZE, np.int64)
    mix(cards, 0, 52, 52, generator)
    first: Counter[object] = Counter()
    came_back = 0
    for _ in range(SHUFFLES):
        last_round = set(cards[:6].tolist())
        return_discards(cards, 52, 3, 6, pile, generator)
        assert pile[READY] == 3
        assert sorted(cards.tolist()) == list(range(52))
        assert not last_round & set(cards[:3].tolist())
        mix(cards, 3, 6, 52, generator)
        came_back += int(cards[3]) in last_round
        first[int(cards[0])] += 1
    assert abs(chi_square(first, 52)) < 4
    chance = 6 / 49
    assert abs(came_back / SHUFFLES - chance) < 4 * (chance * (1 - chance) / SHUFFLES) ** 0.5
