"""Nobody alters the log unseen: every change that somebody could make to it is found."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.kit.merkle import Peaks, leaf_hash
from croupier.record.integrity.checkpoints import (
    BadCheckpointError,
    Checkpoint,
    signed_text,
    verify_checkpoint,
)
from croupier.record.integrity.verification import Verdict, verify_log
from croupier.record.stores.base import Leaf
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.days import play_day

KEY = Ed25519PrivateKey.generate()
PUBLIC = KEY.public_key()
AT = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Altered:
    """A store as somebody has left it."""

    def __init__(self, leaves: Sequence[Leaf], notes: Sequence[tuple[int, bytes]] = ()) -> None:
        self.kept = list(leaves)
        self.notes = list(notes)

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        return iter(self.kept[after:])

    def checkpoints(self) -> list[tuple[int, bytes]]:
        return self.notes


def tree(leaves: Sequence[Leaf]) -> Peaks:
    peaks = Peaks()
    for leaf in leaves:
        peaks.add(leaf.leaf)
    return peaks


def note(leaves: Sequence[Leaf], size: int) -> tuple[int, bytes]:
    head = tree(leaves[:size]).head()
    return size, signed_text(Checkpoint(size, head, AT, date(2026, 6, 1)), KEY)


def looked_at(
    leaves: Sequence[Leaf],
    notes: Sequence[tuple[int, bytes]] = (),
    *,
    held: Sequence[bytes] = (),
    witness: Sequence[bytes] = (),
) -> Verdict:
    return verify_log(Altered(leaves, notes), PUBLIC, held=held, witness=witness)


def a_day(folder: Path, rounds: int) -> list[Leaf]:
    journal = SqliteJournal(folder / "day.db")
    play_day(journal, rounds=rounds)
    leaves = list(journal.leaves())
    journal.close()
    return leaves


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> list[Leaf]:
    return a_day(tmp_path_factory.mktemp("day"), rounds=1)


def changed(byte: int) -> int:
    return byte ^ 0x01


def with_byte(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([changed(data[at])]) + data[at + 1 :]


def rehashed(leaves: Sequence[Leaf]) -> list[Leaf]:
    """The log of somebody who computes all hashes anew."""
    return [leaf._replace(leaf=leaf_hash(leaf.body)) for leaf in leaves]


def test_a_log_that_nobody_touched_is_right(leaves: list[Leaf]) -> None:
    middle = note(leaves, len(leaves) // 2)
    verdict = looked_at(leaves, [middle], held=[note(leaves, len(leaves))[1]])
    assert (verdict.ok, verdict.events, verdict.checkpoints) == (True, len(leaves), 2)
    assert verdict.head == tree(leaves).head()


def test_a_rewrite_with_new_hashes_lies_between_two_checkpoints(leaves: list[Leaf]) -> None:
    sizes = [len(leaves) // 4, len(leaves) // 2, len(leaves)]
    held = [note(leaves, size)[1] for size in sizes]
    witness = [leaf.leaf for leaf in leaves]
    for place, leaf in enumerate(leaves):
        body = leaf.body.replace(b'"role":', b'"role" :')
        altered = rehashed([*leaves[:place], leaf._replace(body=body), *leaves[place + 1 :]])
        assert looked_at(altered).ok, "without a checkpoint nobody can tell"
        (finding,) = looked_at(altered, held=held).findings
        before = next(size for size in sizes if size > place)
        after = max((size for size in sizes if size <= place), default=0)
        assert (finding.after, finding.before) == (after, before)
        assert looked_at(altered, witness=witness).findings[0].event == place + 1


def test_a_checkpoint_of_another_key_counts_for_nothing(leaves: list[Leaf]) -> None:
    other = Ed25519PrivateKey.generate().public_key()
    with pytest.raises(BadCheckpointError, match="this key did not sign"):
        verify_checkpoint(note(leaves, 5)[1], other)
    verdict = verify_log(Altered(leaves), held=[note(leaves, 5)[1]])
    assert "without a key to check it" in verdict.findings[0].what
