"""Numbers below a limit are counted exactly; shuffles that lean to one side are caught."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from random import Random

import pytest

from croupier.cards import DECK, Bytes, Card, below, random_order
from croupier.features.fairness.rules.chance import CommittedChance

LARGEST = 416
"""How many cards the largest shoe holds."""


class RejectedError(Exception):
    """The bytes were passed over, and others are asked for."""


def once(value: int) -> Bytes:
    """A source that has one number to give."""
    left = [value]

    def give(size: int) -> bytes:
        if not left:
            raise RejectedError
        return left.pop().to_bytes(size, "big")

    return give


def accepted(limit: int, values: Iterable[int]) -> Counter[int]:
    """How often each number comes from some bytes, those that are passed over left out."""
    counts: Counter[int] = Counter()
    for value in values:
        try:
            counts[below(limit, once(value))] += 1
        except RejectedError:
            continue
    return counts


def test_every_number_comes_from_as_many_bytes_as_any_other() -> None:
    """All bytes for every limit that takes one of them."""
    assert accepted(1, [0]) == {0: 1}
    for limit in range(2, 257):
        counts = accepted(limit, range(256))
        share = 256 >> (limit - 1).bit_length()
        assert counts == dict.fromkeys(range(limit), share), limit


def spread(limit: int) -> Iterator[int]:
    """Two bytes in every class that the first nine bits make, at both ends and within."""
    assert limit <= 512
    for high in range(512):
        yield from (high << 7 | low for low in (0, 1, 63, 64, 126, 127))


def test_numbers_that_take_two_bytes_are_even_too() -> None:
    for limit in range(257, LARGEST + 1):
        assert accepted(limit, spread(limit)) == dict.fromkeys(range(limit), 6), limit


@pytest.mark.slow
def test_all_two_bytes_for_all_limits_up_to_the_largest_shoe() -> None:
    for limit in range(257, LARGEST + 1):
        assert accepted(limit, range(65_536)) == dict.fromkeys(range(limit), 128), limit


def test_every_order_of_few_cards_comes_from_as_many_bytes_as_any_other() -> None:
    """Three cards take two bytes: of all 65,536 pairs, each order has the same number."""
    counts: Counter[tuple[str, ...]] = Counter()
    for pair in range(65_536):
        left = [pair & 0xFF, pair >> 8]

        def give(size: int, left: list[int] = left) -> bytes:
            if not left:
                raise RejectedError
            return left.pop().to_bytes(size, "big")

        try:
            counts[random_order("abc", give)] += 1
        except RejectedError:
            continue
    assert len(counts) == 6
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize("size", [2, 3, 52, 255, 256, 257, 258, 312, 416])
def test_a_shuffle_takes_its_numbers_as_they_are_counted_here(size: int) -> None:
    """The loop of a shuffle draws the numbers that ``below`` draws from the same bytes."""
    order = list(range(size))
    source = Random(size).randbytes
    for last in range(size - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    assert random_order(range(size), Random(size).randbytes) == tuple(order)


# Shuffles that are wrong ------------------------------------------------------------------------

Shuffle = Callable[[tuple[Card, ...], Random], tuple[Card, ...]]


def real(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    return random_order(cards, chance.randbytes)


def committed(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    return CommittedChance(chance.randbytes(32), "cards/1", "shoe-1", ()).order(cards, len(cards))


def off_by_one(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """No card can stay where it is when its turn comes."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last, chance.randbytes)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def last_card_left_out(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    return (*random_order(cards[:-1], chance.randbytes), cards[-1])


def modulo(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Bytes that are too large are not passed over: small numbers come more often."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = chance.randbytes(1)[0] % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def any_with_any(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Each card is swapped with any: more ways than orders, and not evenly many for each."""
    order = list(cards)
    for place in range(len(order)):
        other = below(len(order), chance.randbytes)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def riffles(times: int) -> Shuffle:
    """So many riffles by the model of Gilbert, Shannon and Reeds."""

    def riffled(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
        order = list(cards)
        for _ in range(times):
            half = chance.getrandbits(len(order)).bit_count()
            left, right = order[:half], order[half:]
            order = []
            while left or right:
                from_left = chance.randrange(len(left) + len(right)) < len(left)
                order.append((left if from_left else right).pop(0))
        return tuple(order)

    return riffled


SAMPLES = 8_000
FAR = 6.0
"""So many standard deviations off are no chance."""


def leanings(shuffle: Shuffle, seed: int = 20_261_116) -> dict[str, float]:
    """How far a shuffle of a deck is off in what even shuffles have in common."""
    chance = Random(seed)
    places: Counter[tuple[Card, int]] = Counter()
    rising = stayed = 0
    for _ in range(SAMPLES):
        order = shuffle(DECK, chance)
        at = {card: place for place, card in enumerate(order)}
        places.update(at.items())
        rising += 1 + sum(at[DECK[n]] > at[DECK[n + 1]] for n in range(51))
        stayed += sum(at[card] == n for n, card in enumerate(DECK))
    expected = SAMPLES / 52
    square = sum((places[card, n] - expected) ** 2 for card in DECK for n in range(52)) / expected
    return {
        "a card in a place": (square - 51**2) / sqrt(2 * 51**2),
        "cards that follow each other": (rising / SAMPLES - 26.5) / sqrt(53 / 12 / SAMPLES),
        "cards that stay": (stayed / SAMPLES - 1) / sqrt(1 / SAMPLES),
    }


def caught(shuffle: Shuffle) -> set[str]:
    return {what for what, off in leanings(shuffle).items() if abs(off) > FAR}


@pytest.mark.parametrize("shuffle", [real, committed])
def test_the_shuffles_in_use_lean_to_no_side(shuffle: Shuffle) -> None:
    assert caught(shuffle) == set()


@pytest.mark.parametrize(
    ("shuffle", "by"),
    [
        (off_by_one, "a card in a place"),
        (last_card_left_out, "cards that stay"),
        (modulo, "a card in a place"),
        (any_with_any, "a card in a place"),
        (riffles(3), "cards that follow each other"),
        (riffles(5), "cards that follow each other"),
        (riffles(7), "cards that follow each other"),
    ],
    ids=["off by one", "last left out", "modulo", "any with any", "3", "5", "7 riffles"],
)
def test_a_shuffle_that_leans_is_caught(shuffle: Shuffle, by: str) -> None:
    assert by in caught(shuffle)
