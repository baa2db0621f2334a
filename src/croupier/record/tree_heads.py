"""Heads of parts of a log's tree, without reading the whole log for each of them."""

from itertools import islice

from croupier.record.merkle import Peaks, head_of, node_hash
from croupier.record.stores import Log

BLOCK = 1024
"""How many events one remembered head stands for; a power of two, so that trees consist of them."""
BLOCKS_AT_ONCE = 64
"""How many blocks one step reads, so that others who read get their turn in between."""


class TreeHeads:
    """The heads of all full blocks of a log, read once each: 32 bytes for 1,024 events.

    A log only grows, so what was read stays right.
    """

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._block_read, self._hashes_read = -1, list[bytes]()

    def lacks(self, size: int) -> bool:
        """Whether full blocks of a tree of this size were not read yet."""
        return len(self._blocks) < size // BLOCK

    def read_on(self, log: Log, size: int) -> None:
        """Read the next blocks of a tree of this size, if any."""
        wanted = min(size // BLOCK, len(self._blocks) + BLOCKS_AT_ONCE)
        leaves = log.leaves(len(self._blocks) * BLOCK)
        while len(self._blocks) < wanted:
            self._blocks.append(head_of([leaf.leaf for leaf in islice(leaves, BLOCK)]))

    def head(self, log: Log, start: int, end: int) -> bytes:
        """The head over the events from one place, counted from 0, to before another.

        The part must be one that the tree itself has: its proofs name no others.
        """
        full = (end - start) // BLOCK
        if not full:
            return head_of(self._hashes(log, start, end))
        while self.lacks(end):
            self.read_on(log, end)
        peaks = Peaks()
        for block in self._blocks[start // BLOCK : start // BLOCK + full]:
            peaks.add(block)
        rest = start + full * BLOCK
        if rest == end:
            return peaks.head()
        head = head_of(self._hashes(log, rest, end))
        for left in reversed(peaks.heads):
            head = node_hash(left, head)
        return head

    def _hashes(self, log: Log, start: int, end: int) -> list[bytes]:
        """The hashes of events of one block, which is read whole: a proof needs most of it."""
        block, first = start // BLOCK, start - start % BLOCK
        if block != self._block_read or len(self._hashes_read) < end - first:
            leaves = islice(log.leaves(first), BLOCK)
            self._block_read, self._hashes_read = block, [leaf.leaf for leaf in leaves]
        return self._hashes_read[start - first : end - first]
