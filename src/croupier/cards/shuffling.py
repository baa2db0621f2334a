"""Shuffling without bias, from bytes that somebody else provides.

The source of the bytes is given by the caller: the operating system's cryptographic generator at a
real table, a seeded one where a run must be repeatable. Numbers are drawn by rejection, so that no
card is likelier than another in any place.
"""

from collections.abc import Callable, Sequence
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
        number = int.from_bytes(source(size), "big") >> spare
        if number < limit:
            return number


def shuffled(items: Sequence[Item], source: Bytes) -> tuple[Item, ...]:
    """The items in an order drawn from all orders alike (Fisher and Yates).

    Places whose numbers have as many bits are done together: they draw as many bytes.
    """
    order, number_of = list(items), int.from_bytes
    top = len(order) - 1
    while top > 0:
        bits = top.bit_length()
        size = (bits + 7) // 8
        spare = size * 8 - bits
        least = 1 << (bits - 1)
        for last in range(top, least - 1, -1):
            other = number_of(source(size), "big") >> spare
            while other > last:
                other = number_of(source(size), "big") >> spare
            order[last], order[other] = order[other], order[last]
        top = least - 1
    return tuple(order)
