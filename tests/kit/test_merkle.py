"""The tree over the log, held against the definition of RFC 9162 written out plainly."""

from hashlib import sha256

import pytest

from croupier.kit.merkle import (
    EMPTY,
    Peaks,
    consistency,
    extends,
    head_of,
    includes,
    inclusion,
    leaf_hash,
)

LEAVES = [leaf_hash(bytes([number])) for number in range(40)]
SIZES = range(34)


def by_definition(leaves: list[bytes]) -> bytes:
    """The head of a tree as the RFC defines it."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    halves = by_definition(leaves[:left]) + by_definition(leaves[left:])
    return sha256(b"\x01" + halves).digest()


def subtree(start: int, end: int) -> bytes:
    return by_definition(LEAVES[start:end])


def test_a_leaf_and_an_empty_tree_hash_as_the_rfc_has_it() -> None:
    assert leaf_hash(b"") == sha256(b"\x00").digest()
    assert head_of([]) == EMPTY == sha256(b"").digest()


@pytest.mark.parametrize("size", SIZES)
def test_heads_are_those_of_the_definition(size: int) -> None:
    assert head_of(LEAVES[:size]) == by_definition(LEAVES[:size])


@pytest.mark.parametrize("size", SIZES)
def test_peaks_go_on_where_they_were_packed(size: int) -> None:
    peaks = Peaks()
    for leaf in LEAVES[:size]:
        peaks.add(leaf)
    again = Peaks.unpack(peaks.size, peaks.pack())
    again.add(LEAVES[size])
    assert (again.size, again.head()) == (size + 1, by_definition(LEAVES[: size + 1]))


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_is_proved_and_no_other(size: int) -> None:
    head = by_definition(LEAVES[:size])
    for place in range(size):
        proof = inclusion(place, size, subtree)
        assert includes(LEAVES[place], place, size, proof, head)
        assert not includes(LEAVES[size], place, size, proof, head)
        for other in range(size):
            if other != place:
                assert not includes(LEAVES[place], other, size, proof, head)
        assert not includes(LEAVES[place], place, size, (*proof, head), head)
        if proof:
            assert not includes(LEAVES[place], place, size, proof[1:], head)
            assert not includes(LEAVES[place], place, size, (head, *proof[1:]), head)
    assert not includes(LEAVES[0], size, size, (), head)


@pytest.mark.parametrize("new", SIZES)
def test_every_beginning_is_proved_and_nothing_else(new: int) -> None:
    head = by_definition(LEAVES[:new])
    altered = by_definition([LEAVES[39], *LEAVES[1:new]]) if new else EMPTY
    for old in range(new + 1):
        before = by_definition(LEAVES[:old])
        proof = consistency(old, new, subtree)
        assert extends(old, before, new, head, proof)
        if old:
            assert not extends(old, before, new, altered, proof)
            assert not extends(old, altered, new, head, proof) or before == altered
        if 0 < old < new:
            assert not extends(old, before, new, head, proof[1:])
            assert not extends(old, before, new, head, (*proof, head))
    assert not extends(new + 1, head, new, head, ())
