"""Shuffling without bias, from bytes that somebody else provides.

The source of the bytes is given by the caller: the operating system's cryptographic generator at a
real table, a seeded one where a run must be repeatable. Numbers are drawn by rejection, so that no
card is likelier than another in any place.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

Bytes = Callable[[int], bytes]
"""Gives the asked number of random bytes; ``os.urandom`` is one."""

Item = TypeVar("Item")


def below(limit: int, source: Bytes) -> int:
    """A whole number from 0 to ``limit`` - 1, each as likely as the others."""
    if limit <= 0:
        raise ValueError(f"there is no number below {limit} to draw")
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    spare = size * 8 - bits
    while True:
        number = int.from_bytes(source(size)) >> spare
        if number < limit:
            return number


@lru_cache
def _draws(count: int) -> tuple[tuple[int, int, int], ...]:
    """What a shuffle of so many items draws: a number up to which, its bytes, the spare bits."""
    draws = []
    for last in range(count - 1, 0, -1):
        bits = last.bit_length()
        size = (bits + 7) // 8
        draws.append((last, size, size * 8 - bits))
    return tuple(draws)


def shuffled(items: Sequence[Item], source: Bytes) -> tuple[Item, ...]:
    """The items in an order drawn from all orders alike (Fisher and Yates)."""
    order, number = list(items), int.from_bytes
    for last, size, spare in _draws(len(order)):
        other = number(source(size)) >> spare
        while other > last:
            other = number(source(size)) >> spare
        order[last], order[other] = order[other], order[last]
    return tuple(order)
