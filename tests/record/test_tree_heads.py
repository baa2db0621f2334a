"""Heads of parts of a tree, from remembered blocks or without them."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from croupier.kit.merkle import consistency, extends, head_of, includes, inclusion
from croupier.record.integrity import proofs
from croupier.record.integrity.proofs import TreeHeads
from croupier.record.stores.base import Leaf

LEAVES = [sha256(bytes([number % 256, number // 256])).digest() for number in range(300)]


class ListedLog:
    """A log of which only the hashes are known; counts how many were read."""

    def __init__(self) -> None:
        self.count = 0

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        for position, leaf in enumerate(LEAVES[after:], after + 1):
            self.count += 1
            yield Leaf(position, "table/1", position, b"", leaf)

    def checkpoints(self) -> list[tuple[int, bytes]]:
        return []


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "BLOCK", 16)
    monkeypatch.setattr(proofs, "BLOCKS_AT_ONCE", 3)


@pytest.mark.usefixtures("small_blocks")
def test_heads_lead_to_the_same_proofs_as_all_leaves() -> None:
    log, heads = ListedLog(), TreeHeads()

    def subtree(start: int, end: int) -> bytes:
        return heads.head(log, start, end)

    for size in (1, 2, 15, 16, 17, 31, 64, 100, 255, 256, 299, 300):
        head = head_of(LEAVES[:size])
        assert heads.head(log, 0, size) == head
        for place in range(0, size, 7):
            assert includes(LEAVES[place], place, size, inclusion(place, size, subtree), head)
        for old in range(1, size, 13):
            proof = consistency(old, size, subtree)
            assert extends(old, head_of(LEAVES[:old]), size, head, proof)


@pytest.mark.usefixtures("small_blocks")
def test_a_block_is_read_once() -> None:
    log, heads = ListedLog(), TreeHeads()
    steps = 0
    while heads.lacks(len(LEAVES)):
        heads.read_on(log, len(LEAVES))
        steps += 1
    assert steps == 6
    log.count = 0
    assert heads.head(log, 0, 256) == head_of(LEAVES[:256])
    assert log.count == 0
