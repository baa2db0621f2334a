"""Merkle trees over a log (RFC 9162): heads, and proofs that can be checked without the log.

A tree of ``n`` leaves is stored as its *peaks*: the heads of the full trees that ``n`` is made of,
largest first. Adding a leaf costs at most one hash per peak, however long the log is.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

LEAF, NODE = b"\x00", b"\x01"
"""The first byte of what is hashed, so that no leaf can pass for a node."""
HASH_SIZE = 32
EMPTY = sha256(b"").digest()
"""The head of a tree without leaves."""

Hashes = tuple[bytes, ...]
Subtree = Callable[[int, int], bytes]
"""Returns the head of the tree over the leaves from one position up to, not including, another."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(LEAF + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two heads side by side."""
    return sha256(NODE + left + right).digest()


class Peaks:
    """A growing tree: its number of leaves and the heads of its full parts."""

    def __init__(self, size: int = 0, heads: Sequence[bytes] = ()) -> None:
        self.size = size
        """The number of leaves."""
        self.heads = list(heads)
        """The heads of the full trees, largest first."""

    @classmethod
    def unpack(cls, size: int, data: bytes) -> "Peaks":
        """Return the tree of that size from its packed heads."""
        return cls(size, [data[at : at + HASH_SIZE] for at in range(0, len(data), HASH_SIZE)])

    def pack(self) -> bytes:
        """Return the heads as bytes, one after the other."""
        return b"".join(self.heads)

    def add(self, leaf: bytes) -> None:
        """Add a leaf, given its hash."""
        # Like adding one in binary: each trailing 1 of the size is a full tree that merges.
        head, full = leaf, self.size
        while full & 1:
            head = node_hash(self.heads.pop(), head)
            full >>= 1
        self.heads.append(head)
        self.size += 1

    def head(self) -> bytes:
        """Return the head of the whole tree."""
        if not self.heads:
            return EMPTY
        head = self.heads[-1]
        for left in reversed(self.heads[:-1]):
            head = node_hash(left, head)
        return head


def head_of(leaves: Sequence[bytes]) -> bytes:
    """Return the head of the tree over the given leaf hashes."""
    peaks = Peaks()
    for leaf in leaves:
        peaks.add(leaf)
    return peaks.head()


def left_leaves(size: int) -> int:
    """Return how many leaves are in the left subtree: the largest power of two below the size.

    >>> left_leaves(7), left_leaves(8)
    (4, 4)
    """
    return 1 << (size - 1).bit_length() - 1


def inclusion(place: int, size: int, subtree: Subtree) -> Hashes:
    """Return the proof that a leaf is in the tree of that size (RFC 9162, 2.1.3.1).

    ``place`` counts from 0.
    """
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + left_leaves(end - start)
        if place < middle:
            proof.append(subtree(middle, end))
            end = middle
        else:
            proof.append(subtree(start, middle))
            start = middle
    return tuple(reversed(proof))


def consistency(old: int, new: int, subtree: Subtree) -> Hashes:
    """Return the proof that the old tree is the beginning of the new one (RFC 9162, 2.1.4.1)."""
    if old in (0, new):
        return ()
    proof: list[bytes] = []
    start, end, whole = 0, new, True
    while old != end:
        middle = start + left_leaves(end - start)
        if old <= middle:
            proof.append(subtree(middle, end))
            end = middle
        else:
            proof.append(subtree(start, middle))
            start, whole = middle, False
    if not whole:
        proof.append(subtree(start, end))
    return tuple(reversed(proof))


def includes(leaf: bytes, place: int, size: int, proof: Sequence[bytes], head: bytes) -> bool:
    """Return whether a proof leads from the leaf at a position to the head (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    here, last = place, size - 1
    reached = leaf
    for sibling in proof:
        if last == 0:
            return False
        if here & 1 or here == last:
            reached = node_hash(sibling, reached)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            reached = node_hash(reached, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and reached == head


def extends(old: int, old_head: bytes, new: int, new_head: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows the new tree to extend the old one (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and (old_head == new_head if old == new else old_head == EMPTY)
    heads = list(proof)
    # A tree of a power of two is a node of the larger one: its head is not repeated in the proof.
    if old & (old - 1) == 0:
        heads.insert(0, old_head)
    if not heads:
        return False
    here, last = old - 1, new - 1
    # Skip the levels at which the old tree is complete: the proof starts at its last full subtree.
    while here & 1:
        here, last = here >> 1, last >> 1
    before = after = heads[0]
    for sibling in heads[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and before == old_head and after == new_head
