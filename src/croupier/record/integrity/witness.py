"""A witness saves the checkpoints that a house publishes, and checks that each continues the last.

The owner of the signing key can sign another log, but the witness still has what was signed before.
Each new checkpoint must come with a proof that its log begins with the one before. A house that
cannot give it has changed, cut off or replaced what it signed, and the witness holds both
signatures.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.kit.merkle import extends
from croupier.record.integrity.checkpoints import (
    BadCheckpointError,
    Checkpoint,
    verify_checkpoint,
    write_atomically,
)
from croupier.record.secrets.keys import read_public_key


class CheckpointView(msgspec.Struct, frozen=True):
    """A signed checkpoint, and what shows that it continues the one before it."""

    size: int
    """How many events it covers."""
    note: str
    """The signed text, as an inspector keeps it."""
    since: int
    """How many events the checkpoint before it covers; 0 for the first."""
    hashes: tuple[str, ...]
    """The consistency proof from that one (RFC 9162, 2.1.4), in hex; empty for the first."""


class CheckpointList(msgspec.Struct, frozen=True):
    """Some of the checkpoints, and the key that they are checked with."""

    key: str
    """The public key in PEM form; get it from the house on another way as well."""
    checkpoints: tuple[CheckpointView, ...]
    """The newest first."""
    next: int | None
    """``before`` of the next page; none where this is the last."""


class ConsistencyView(msgspec.Struct, frozen=True):
    """A proof that the log of one checkpoint begins with that of an older one (RFC 9162)."""

    since: int
    """How many events the older checkpoint covers."""
    size: int
    """How many events the newer one covers."""
    hashes: tuple[str, ...]
    """The proof, in hex; empty where both are the same."""


KEY_FILE = "house.pem"
NAME = "checkpoint-{:012}.txt"
"""The name of a checkpoint's file, by how many events it covers: that of the house's own copies."""
CONTRADICTION = "contradiction-{:012}.txt"
"""The name of a checkpoint that contradicts what is kept, as evidence."""


class ForkError(CroupierError):
    """What a house shows contradicts what it signed before."""


class PublishedLog(Protocol):
    """What a house publishes of its log; ``None`` for what it does not have."""

    def checkpoints(self, before: int = 0) -> CheckpointList:
        """Return the checkpoints over fewer events, newest first; 0 for all."""

    def consistency(self, since: int, size: int) -> ConsistencyView | None:
        """Return a proof from one checkpoint to another; ``None`` if the house lacks either."""


class WitnessReport(NamedTuple):
    """The outcome of one look at a house that continued its log."""

    size: int
    """How many events its newest checkpoint covers; 0 where it has signed none."""
    new: int
    """How many checkpoints are new."""
    kept: int
    """How many are saved by now."""


class SavedCheckpoint(NamedTuple):
    """A checkpoint whose signature was checked."""

    checkpoint: Checkpoint
    note: bytes
    """The signed text."""
    view: CheckpointView | None = None
    """How the house listed it; ``None`` for one that was saved before."""


class CheckpointWitness:
    """Keeps the checkpoints of one house in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def look(self, house: PublishedLog, key: str = "") -> WitnessReport:
        """Fetch what is new, check that it continues what is kept, and keep it.

        ``key`` is the house's public key, where it came on another way; otherwise the first one
        that the house shows counts from then on. What does not fit raises :class:`ForkError`.
        """
        first = house.checkpoints()
        self._pin(key, first.key)
        kept = self.newest()
        listed: list[SavedCheckpoint] = []
        for view in _list_checkpoints(house, first, kept):
            try:
                listed.append(self._verify_note(view))
            except ForkError:
                # A house that has changed its key still shows what it signed with the one before:
                # a new witness begins after that.
                if kept is not None or not listed:
                    raise
                break
        self._see_still_there(kept, listed)
        last, new = kept, 0
        for one in reversed(listed):
            if last is None:
                self._keep(NAME, one)
            elif one.checkpoint.size <= last.checkpoint.size:
                self._see_same(one)
                continue
            else:
                self._see_continued(house, last, one)
                self._keep(NAME, one)
            last, new = one, new + 1
        return WitnessReport(0 if last is None else last.checkpoint.size, new, len(self._files()))

    def compare(self, house: PublishedLog, other: Path) -> int:
        """Check that another witness's checkpoints are of the same log. Return how many."""
        newest, public = self.newest(), self._key()
        notes = [path.read_bytes() for path in CheckpointWitness(other)._files()]
        for note in notes:
            if newest is None:
                raise CroupierError("the house has signed nothing yet to compare with")
            one = SavedCheckpoint(verify_checkpoint(note, public), note)
            old, new = sorted((one, newest), key=lambda kept: kept.checkpoint.size)
            self._see_continued(house, old, new)
        return len(notes)

    def newest(self) -> SavedCheckpoint | None:
        """Return the newest saved checkpoint; ``None`` if there is none."""
        files = self._files()
        if not files:
            return None
        note = files[-1].read_bytes()
        try:
            return SavedCheckpoint(verify_checkpoint(note, self._key()), note)
        except BadCheckpointError as error:
            raise CroupierError(f"{files[-1]} was changed: {error}") from None

    # ------------------------------------------------------------------------------- the files

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("checkpoint-*.txt"))

    def _keep(self, name: str, one: SavedCheckpoint) -> None:
        write_atomically(self._folder / name.format(one.checkpoint.size), one.note)

    def _key(self) -> Ed25519PublicKey:
        return read_public_key((self._folder / KEY_FILE).read_bytes(), KEY_FILE)

    def _pin(self, given: str, shown: str) -> None:
        """Accept one key only: the given one, or the first that the house publishes."""
        path = self._folder / KEY_FILE
        if not path.exists():
            read_public_key((given or shown).encode(), "what the house shows")
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, (given or shown).encode())
        pinned = path.read_text(encoding="ascii").strip()
        if given and given.strip() != pinned:
            raise CroupierError(f"{path} is another key than the given one: use another folder")
        if shown.strip() != pinned:
            raise ForkError(f"the house shows another key than the one in {path}")

    # ---------------------------------------------------------------------------- the comparison

    def _verify_note(self, view: CheckpointView) -> SavedCheckpoint:
        note = view.note.encode()
        try:
            return SavedCheckpoint(verify_checkpoint(note, self._key()), note, view)
        except BadCheckpointError as error:
            raise ForkError(f"a checkpoint that the house shows is not its own: {error}") from None

    def _see_same(self, one: SavedCheckpoint) -> None:
        """Raise unless a checkpoint of the same size as a saved one has the same head."""
        known = self._folder / NAME.format(one.checkpoint.size)
        if not known.exists():
            return
        before = verify_checkpoint(known.read_bytes(), self._key())
        if before.head != one.checkpoint.head:
            self._contradict(one, f"the house signed two logs of {before.size} events")

    def _see_still_there(self, kept: SavedCheckpoint | None, listed: list[SavedCheckpoint]) -> None:
        """Raise unless the house still publishes the newest saved checkpoint."""
        if kept is None or kept.checkpoint.size in {one.checkpoint.size for one in listed}:
            return
        size, newest = kept.checkpoint.size, listed[0].checkpoint.size if listed else 0
        if newest < size:
            raise ForkError(
                f"the log was rolled back: the house signed {size} events, and now shows {newest}"
            )
        self._contradict(
            listed[0], f"the house no longer shows the checkpoint over {size} events that it signed"
        )

    def _see_continued(
        self, house: PublishedLog, old: SavedCheckpoint, new: SavedCheckpoint
    ) -> None:
        """Raise unless the house proves that one log begins with the other."""
        before, after = old.checkpoint, new.checkpoint
        proof: CheckpointView | ConsistencyView | None = new.view
        if proof is None or proof.since != before.size:
            proof = house.consistency(before.size, after.size)
        try:
            hashes = None if proof is None else [bytes.fromhex(one) for one in proof.hashes]
        except ValueError:
            hashes = None
        if hashes is None or not extends(before.size, before.head, after.size, after.head, hashes):
            self._contradict(
                new,
                f"the log of {after.size} events does not begin with that of {before.size} events, "
                "which the house signed before",
            )

    def _contradict(self, one: SavedCheckpoint, what: str) -> None:
        """Save a signed checkpoint that contradicts the saved ones, and raise."""
        self._keep(CONTRADICTION, one)
        name = CONTRADICTION.format(one.checkpoint.size)
        raise ForkError(f"{what}; the evidence is in {self._folder / name}")


def _list_checkpoints(
    house: PublishedLog, first: CheckpointList, kept: SavedCheckpoint | None
) -> Iterator[CheckpointView]:
    """Yield the checkpoints that the house lists, from the newest down to the last one saved."""
    page, lowest = first, None
    while True:
        for view in page.checkpoints:
            if lowest is not None and view.size >= lowest:
                raise ForkError("the house lists its checkpoints in no order")
            lowest = view.size
            yield view
        if page.next is None or lowest is None:
            return
        if kept is not None and lowest <= kept.checkpoint.size:
            return
        page = house.checkpoints(lowest)
