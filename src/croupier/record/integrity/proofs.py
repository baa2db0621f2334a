"""Proofs about the log, for people who have neither the log nor croupier.

A proof that an event is in the log contains hashes of other events. Salts
(``croupier.record.stores.base``) keep those events from being guessed. Two rules protect rounds
that are open or were recorded without salts: the tree of a proof ends before the first event still
in play, and hashes of few events without a salt go only to people who may read these events.
"""

import base64
import re
from collections.abc import Callable
from itertools import islice
from typing import Any

from croupier.errors import CroupierError
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.table.rounds import RoundEnded, RoundVoided
from croupier.kit.merkle import Hashes, Peaks, consistency, head_of, inclusion, node_hash
from croupier.record.integrity.checkpoints import SIGNED, read_checkpoint
from croupier.record.stores.base import SALT_DIGITS, Log, Store
from croupier.streams import KINDS, TABLE

OPENING = (RoundOpened, StudRoundOpened)
OVER = (RoundEnded, RoundVoided)
FIRST_LOOK = 64
"""How many events of a table are read at first to find where its last round began or ended."""


def open_since(store: Store, table: str) -> int | None:
    """Return the position where a table's round in play began; ``None`` if none is in play."""
    stream = TABLE.stream(table)
    upto, look = store.version(stream), FIRST_LOOK
    while upto > 0:
        after = max(0, upto - look)
        since, found = None, False
        for envelope in store.read_stream(stream, after):
            if isinstance(envelope.event, OPENING):
                since, found = envelope.position, True
            elif isinstance(envelope.event, OVER):
                since, found = None, True
        if found:
            return since
        upto, look = after, 4 * look
    return None


def rounds_in_play(store: Store) -> dict[str, int]:
    """Return the tables with a round in play, and the position where each round began."""
    found = {}
    for stream in store.streams():
        kind, name = KINDS.of(stream)
        if kind is TABLE and (since := open_since(store, name)) is not None:
            found[name] = since
    return found


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
        """Return whether full blocks of a tree of this size were not read yet."""
        return len(self._blocks) < size // BLOCK

    def read_on(self, log: Log, size: int) -> None:
        """Read the next blocks of a tree of this size, if any."""
        wanted = min(size // BLOCK, len(self._blocks) + BLOCKS_AT_ONCE)
        leaves = log.leaves(len(self._blocks) * BLOCK)
        while len(self._blocks) < wanted:
            self._blocks.append(head_of([leaf.leaf for leaf in islice(leaves, BLOCK)]))

    def head(self, log: Log, start: int, end: int) -> bytes:
        """Return the head over the events from one position (from 0) to before another.

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
        """Return the hashes of one block; it is read whole, since a proof needs most of it."""
        block, first = start // BLOCK, start - start % BLOCK
        if block != self._block_read or len(self._hashes_read) < end - first:
            leaves = islice(log.leaves(first), BLOCK)
            self._block_read, self._hashes_read = block, [leaf.leaf for leaf in leaves]
        return self._hashes_read[start - first : end - first]


SALT_AT_END = re.compile(rb',"salt":"[0-9a-f]{%d}"\}' % SALT_DIGITS)
"""How an envelope with a salt ends. No text in it can look so: quotes in texts are escaped."""
ENOUGH = 32
"""So many events without a salt are too many to be guessed at once from their common hash."""


class NoProofError(CroupierError):
    """An event that cannot be proved: it is not there, or no checkpoint covers it."""


def has_salt(body: bytes) -> bool:
    """Return whether an event was recorded with a salt; older versions had none."""
    return SALT_AT_END.fullmatch(body, max(0, len(body) - SALT_DIGITS - 11)) is not None


def first_in_play(store: Store) -> int | None:
    """Return the position of the first event of an open round; ``None`` if none is open."""
    return min(rounds_in_play(store).values(), default=None)


def prove(
    store: Store,
    position: int,
    *,
    before: int | None = None,
    upto: int | None = None,
    heads: TreeHeads | None = None,
    reads_all: bool = True,
) -> dict[str, Any]:
    """Return everything that shows an event to be in the log of a checkpoint.

    That is the newest checkpoint that ends ``before`` a place, the first event still in play; none
    where nothing is. It covers events ``upto`` a place at most: what came later may be in play too,
    and the reader does not know it yet; none for a reader who knows all. ``reads_all`` says whether
    the proof is for a reader who may read every event.
    """
    notes = [
        (size, note)
        for size, note in store.checkpoints()
        if (before is None or size < before) and (upto is None or size <= upto)
    ]
    if not notes:
        raise NoProofError(_no_checkpoint(before))
    size, note = notes[-1]
    if not 1 <= position <= size:
        raise NoProofError(
            f"event {position} is not covered: the newest checkpoint {_newest_before(before)}"
            f"covers {size} events"
        )
    heads = heads or TreeHeads()
    told = read_checkpoint(note.decode("ascii").partition(SIGNED)[0])
    if told.head != heads.head(store, 0, size):
        raise NoProofError("the log is not the one that its newest checkpoint covers: verify it")
    subtree = _tree_of(store, heads) if reads_all else _guarded_tree(store, heads)
    body = next(iter(store.leaves(position - 1))).body
    return {
        "event": base64.b64encode(body).decode(),
        "position": position,
        "size": size,
        "hashes": [one.hex() for one in inclusion(position - 1, size, subtree)],
        "checkpoint": note.decode("ascii"),
    }


def _no_checkpoint(before: int | None) -> str:
    if before is None:
        return "there is no checkpoint yet: create one with audit checkpoint"
    return f"no checkpoint ends before event {before}, the first that is still in play"


def _newest_before(before: int | None) -> str:
    return "" if before is None else f"that ends before event {before}, which is still in play, "


def prove_consistency(log: Log, old: int, new: int, heads: TreeHeads) -> Hashes:
    """Return the hashes that prove the tree over ``old`` events to begin the one over ``new``.

    Give only the sizes of checkpoints: any others would hand out the hash of any event.
    """
    return consistency(old, new, _tree_of(log, heads))


def _tree_of(log: Log, heads: TreeHeads) -> Callable[[int, int], bytes]:
    return lambda start, end: heads.head(log, start, end)


def _guarded_tree(log: Log, heads: TreeHeads) -> Callable[[int, int], bytes]:
    """Return a tree without hashes from which readers could guess events they may not read."""

    def subtree(start: int, end: int) -> bytes:
        if end - start < ENOUGH:
            leaves = zip(range(start, end), log.leaves(start), strict=False)
            if not any(has_salt(leaf.body) for _, leaf in leaves):
                raise NoProofError(
                    "this was recorded when events had no salt: a proof would give away others"
                )
        return heads.head(log, start, end)

    return subtree
