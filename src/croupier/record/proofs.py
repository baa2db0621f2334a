"""A proof that an event is in the log, for somebody who has neither the log nor croupier."""

import base64
from typing import Any

from croupier.errors import CroupierError
from croupier.record.checkpoints import SIGNED, read
from croupier.record.merkle import head_of, inclusion
from croupier.record.stores import Store


class NoProofError(CroupierError):
    """An event that cannot be proved: it is not there, or no checkpoint covers it."""


def prove(store: Store, position: int) -> dict[str, Any]:
    """Everything that shows an event to be in the log of the newest checkpoint."""
    notes = store.checkpoints()
    if not notes:
        raise NoProofError("there is no checkpoint yet: create one with audit checkpoint")
    size, note = notes[-1]
    if not 1 <= position <= size:
        raise NoProofError(
            f"event {position} is not covered: the newest checkpoint covers {size} events"
        )
    leaves = []
    body = b""
    for leaf in store.leaves():
        if leaf.position > size:
            break
        leaves.append(leaf.leaf)
        if leaf.position == position:
            body = leaf.body

    def subtree(start: int, end: int) -> bytes:
        return head_of(leaves[start:end])

    told = read(note.decode("ascii").partition(SIGNED)[0])
    if told.head != head_of(leaves):
        raise NoProofError("the log is not the one that its newest checkpoint covers: verify it")
    return {
        "event": base64.b64encode(body).decode(),
        "position": position,
        "size": size,
        "hashes": [one.hex() for one in inclusion(position - 1, size, subtree)],
        "checkpoint": note.decode("ascii"),
    }
