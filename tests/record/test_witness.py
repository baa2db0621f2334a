"""A witness holds a house to what it signed: a log may grow, and nothing else."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.errors import CroupierError
from croupier.kit.merkle import consistency, head_of
from croupier.record.integrity.checkpoints import Checkpoint, signed_text, verify_checkpoint
from croupier.record.integrity.witness import (
    CheckpointList,
    CheckpointView,
    CheckpointWitness,
    ConsistencyView,
    ForkError,
    WitnessReport,
)
from croupier.record.secrets.keys import public_text

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
PAGE = 2


def events(count: int, name: str = "") -> list[bytes]:
    """Hashes of so many events; another name gives another history after the first five."""
    names = ["" if number < 5 else name for number in range(count)]
    return [sha256(f"{one}{number}".encode()).digest() for number, one in enumerate(names)]


class House:
    """A house with a log of its own; it proves what it can of that log, honestly or not."""

    def __init__(self, leaves: list[bytes], *sizes: int, key: Ed25519PrivateKey = KEY) -> None:
        self.leaves, self.sizes, self.key = leaves, sizes, key
        self.asked = 0

    def note(self, size: int) -> str:
        head = head_of(self.leaves[:size])
        told = Checkpoint(size, head, datetime(2026, 6, 1, tzinfo=UTC), date(2026, 6, 1))
        return signed_text(told, self.key).decode()

    def proof(self, since: int, size: int) -> tuple[str, ...]:
        found = consistency(since, size, lambda start, end: head_of(self.leaves[start:end]))
        return tuple(one.hex() for one in found)

    def checkpoints(self, before: int = 0) -> CheckpointList:
        self.asked += 1
        known = [size for size in self.sizes if not before or size < before]
        shown = [
            CheckpointView(size, self.note(size), since, self.proof(since, size))
            for since, size in zip((0, *self.sizes), self.sizes, strict=False)
            if size in known[-PAGE:]
        ]
        rest = shown[0].size if len(known) > PAGE else None
        return CheckpointList(public_text(self.key), tuple(reversed(shown)), rest)

    def consistency(self, since: int, size: int) -> ConsistencyView | None:
        if not {since, size} <= {*self.sizes}:
            return None
        return ConsistencyView(since, size, self.proof(since, size))


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    folder = tmp_path / "witness"
    assert CheckpointWitness(folder).look(House(events(0))) == WitnessReport(0, 0, 0)
    assert CheckpointWitness(folder).look(House(events(20), 3, 7, 8, 11, 20)) == WitnessReport(
        20, 5, 5
    )
    assert CheckpointWitness(folder).look(House(events(20), 3, 7, 8, 11, 20)) == WitnessReport(
        20, 0, 5
    )
    later = House(events(40), 3, 7, 8, 11, 20, 33, 40)
    assert CheckpointWitness(folder).look(later) == WitnessReport(40, 2, 7)
    assert later.asked == 2, "no further than to what is kept"
    notes = sorted(folder.glob("checkpoint-*.txt"))
    sizes = [verify_checkpoint(one.read_bytes(), KEY.public_key()).size for one in notes]
    assert sizes == [3, 7, 8, 11, 20, 33, 40]


FORKS: dict[str, tuple[House, str]] = {
    "rolled back": (House(events(20), 3, 7), "rolled back: the house signed 20 events, and now"),
    "emptied": (House(events(20)), "rolled back: the house signed 20 events, and now shows 0"),
    "another history, as long": (
        House(events(20, "x"), 3, 7, 20),
        "the house signed two logs of 7 events",
    ),
    "another history, longer": (
        House(events(30, "x"), 3, 7, 25, 30),
        "no longer shows the checkpoint over 20 events",
    ),
    "another key": (House(events(20), 3, 7, 20, key=OTHER), "another key"),
}


@pytest.mark.parametrize(("house", "said"), FORKS.values(), ids=FORKS.keys())
def test_a_house_that_takes_back_what_it_signed_is_found_out(
    house: House, said: str, tmp_path: Path
) -> None:
    CheckpointWitness(tmp_path).look(House(events(20), 3, 7, 20))
    for _ in range(2):
        with pytest.raises(ForkError, match=said):
            CheckpointWitness(tmp_path).look(house)
    kept = CheckpointWitness(tmp_path).newest()
    assert kept is not None
    assert kept.checkpoint.head == head_of(events(20))


class TwoFaced(House):
    """Shows an old checkpoint as it was, and continues another log."""

    def note(self, size: int) -> str:
        return House(events(20), key=self.key).note(size) if size <= 20 else super().note(size)


def test_a_log_that_only_claims_to_continue_is_found_out_and_the_evidence_kept(
    tmp_path: Path,
) -> None:
    CheckpointWitness(tmp_path).look(House(events(20), 3, 7, 20))
    with pytest.raises(ForkError, match="events does not begin with that of 20 events") as raised:
        CheckpointWitness(tmp_path).look(TwoFaced(events(30, "x"), 3, 7, 20, 30))
    evidence = tmp_path / "contradiction-000000000030.txt"
    assert str(evidence) in str(raised.value)
    assert verify_checkpoint(evidence.read_bytes(), KEY.public_key()).size == 30
    assert CheckpointWitness(tmp_path).look(House(events(20), 3, 7, 20)).size == 20


def test_two_witnesses_compare_what_they_were_shown(tmp_path: Path) -> None:
    honest = House(events(30), 3, 7, 20, 30)
    CheckpointWitness(tmp_path / "one").look(honest)
    CheckpointWitness(tmp_path / "two").look(House(events(20), 3, 7, 20))
    assert CheckpointWitness(tmp_path / "one").compare(honest, tmp_path / "two") == 3
    assert CheckpointWitness(tmp_path / "two").compare(honest, tmp_path / "one") == 4
    CheckpointWitness(tmp_path / "three").look(House(events(25, "x"), 3, 7, 25))
    with pytest.raises(ForkError, match="does not begin with"):
        CheckpointWitness(tmp_path / "one").compare(honest, tmp_path / "three")


@pytest.mark.parametrize("spoil", [lambda text: text.replace("size 20", "size 19"), lambda _: "x"])
def test_a_checkpoint_without_the_houses_signature_is_not_taken(
    tmp_path: Path, spoil: Callable[[str], str]
) -> None:
    class Careless(House):
        def note(self, size: int) -> str:
            return spoil(super().note(size)) if size == 20 else super().note(size)

    with pytest.raises(ForkError, match="is not its own"):
        CheckpointWitness(tmp_path).look(Careless(events(20), 3, 7, 20))
    assert CheckpointWitness(tmp_path).newest() is None


def test_a_new_witness_begins_after_a_change_of_the_houses_key(tmp_path: Path) -> None:
    class Renewed(House):
        def note(self, size: int) -> str:
            return House(self.leaves, key=OTHER if size < 8 else KEY).note(size)

    assert CheckpointWitness(tmp_path / "new").look(
        Renewed(events(20), 3, 7, 8, 20)
    ) == WitnessReport(20, 2, 2)
    CheckpointWitness(tmp_path / "old").look(House(events(7), 3, 7, key=OTHER))
    with pytest.raises(ForkError, match="another key"):
        CheckpointWitness(tmp_path / "old").look(Renewed(events(20), 3, 7, 8, 20))


def test_a_given_key_counts_from_the_start(tmp_path: Path) -> None:
    with pytest.raises(ForkError, match="another key"):
        CheckpointWitness(tmp_path / "one").look(House(events(3), 3), public_text(OTHER))
    CheckpointWitness(tmp_path / "two").look(House(events(3), 3), public_text(KEY))
    with pytest.raises(CroupierError, match="another key than the given one"):
        CheckpointWitness(tmp_path / "two").look(House(events(3), 3), public_text(OTHER))
