"""Random numbers and shuffles for simulations, compiled.

The generator is xoshiro256++ (Blackman and Vigna, *Scrambled linear pseudorandom number
generators*, 2021): 256 bits of state, fast, and it passes the published test batteries. Its state
is filled by SplitMix64 (Steele, Lea and Flood, 2014) from a seed and a stream's number, so each
stream of a run is the same whatever computes it, and when.

A shuffle is that of Fisher and Yates, and exact: numbers below a bound come from products of 64 by
64 bits (Lemire, *Fast random integer generation in an interval*, 2019), four of them from one draw,
and draws that would favour some order are rejected. Every order of the cards is as likely as the
generator's output is even.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inner, kernel

StreamWords = NDArray[np.uint64]
Cards = NDArray[np.uint32]
"""A shoe, with a word for each card: with bytes, a card just written is too near the next one
read."""

Offset = int | np.int64

STATE_WORDS = 4
ZERO, ONE, TWO, THREE, FOUR = (np.uint64(number) for number in range(5))
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def _wide_product(_typing: Any, _first: Any, _second: Any) -> Any:
    """Return the code for both halves of a product of two words: one machine instruction."""
    word, double_word = ir.IntType(64), ir.IntType(128)

    def generate(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        one, other = (builder.zext(value, double_word) for value in words)
        product = builder.mul(one, other)
        high = builder.lshr(product, ir.Constant(double_word, word.width))
        halves = [builder.trunc(half, word) for half in (high, product)]
        return context.make_tuple(builder, signature.return_type, halves)

    numba_types: Any = types
    whole = numba_types.uint64
    return numba_types.UniTuple(whole, 2)(whole, whole), generate


wide_product: Any = intrinsic(_wide_product)


@kernel
def seed_stream(seed: int, stream: int) -> StreamWords:
    """Return a generator's state for one stream of a seed."""
    state = np.empty(STATE_WORDS, np.uint64)
    counter = np.uint64(seed) ^ _mix_word(np.uint64(stream) + GOLDEN)
    for word in range(STATE_WORDS):
        counter += GOLDEN
        state[word] = _mix_word(counter)
    return state


@inner
def _mix_word(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@inner
def _rotate(word: np.uint64, bits: int) -> np.uint64:
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@inner
def _draw(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return a random word and the generator's next state."""
    word = _rotate(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = _rotate(d, 45)
    return word, a, b, c, d


@inner
def mix(cards: Cards, start: Offset, end: Offset, size: Offset, generator: StreamWords) -> Offset:
    """Fill the places from ``start`` to ``end`` at random with cards from ``start`` to ``size``.

    Four places are filled at a time. Return the end of the filled places, which may be a few
    further. The cards after it are in no order to be dealt from.
    """
    a, b, c, d = generator[0], generator[1], generator[2], generator[3]
    place, whole = np.uint64(start), np.uint64(size)
    last = min(np.uint64(end), whole)
    fours = min(last, whole - THREE)
    while place < fours:
        left = whole - place
        bound = left * (left - ONE) * (left - TWO) * (left - THREE)
        while True:
            word, a, b, c, d = _draw(a, b, c, d)
            first, word = wide_product(word, left)
            second, word = wide_product(word, left - ONE)
            third, word = wide_product(word, left - TWO)
            fourth, word = wide_product(word, left - THREE)
            # Lemire's test: the low word is below 2**64 mod bound exactly for the draws that would
            # make some results more likely. The first comparison spares most draws the division.
            if word >= bound or word >= (ZERO - bound) % bound:
                break
        _swap(cards, place, first)
        _swap(cards, place + ONE, second)
        _swap(cards, place + TWO, third)
        _swap(cards, place + THREE, fourth)
        place += FOUR
    generator[0], generator[1], generator[2], generator[3] = a, b, c, d
    while place < last:
        _swap(cards, place, random_below(whole - place, generator))
        place += ONE
    return np.int64(place)


@inner
def random_below(bound: np.uint64, generator: StreamWords) -> np.uint64:
    """Return a number from 0 to ``bound`` - 1, all equally likely."""
    a, b, c, d = generator[0], generator[1], generator[2], generator[3]
    while True:
        word, a, b, c, d = _draw(a, b, c, d)
        number, word = wide_product(word, bound)
        if word >= bound or word >= (ZERO - bound) % bound:
            break
    generator[0], generator[1], generator[2], generator[3] = a, b, c, d
    return np.uint64(number)


@inner
def _swap(cards: Cards, place: np.uint64, ahead: np.uint64) -> None:
    other = place + ahead
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card


@inner
def lay(source: Cards, start: Offset, end: Offset, target: Cards, place: Offset) -> None:
    """Copy cards into a shoe, from a place on.

    The source may be the same shoe, if the target is nearer the front or the two do not overlap.
    """
    for number in range(start, end):
        target[place + number - start] = source[number]
