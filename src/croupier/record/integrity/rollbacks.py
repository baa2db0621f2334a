"""Records that were rolled back: older than a checkpoint that was signed of them, or another log.

An old copy replaces a record, or a machine is set back to a snapshot of its disk.
Everything acknowledged since is gone, the hashes of what is left are right, and the cards of shoes
in play have been seen. Only something outside the record can show that: so a process that
opens one for writing compares it with the newest checkpoint that was put elsewhere.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.house.gaming_days import FloorRestored, RollbackAccepted
from croupier.kit import VERSION
from croupier.kit.merkle import Peaks
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.checkpoints import (
    SIGNED,
    BadCheckpointError,
    Checkpoint,
    read_checkpoint,
    verify_checkpoint,
)
from croupier.record.journal import ANY, StreamWrite
from croupier.record.secrets.key_changes import OPERATOR, give_up_shoes
from croupier.record.secrets.keys import MasterKey
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import STARTS

ROLLED_BACK = "the record was rolled back"


class RolledBackError(CroupierError):
    """A record that is older than its newest checkpoint, or not the one that was signed."""


def newest_checkpoint(
    key: Ed25519PublicKey, *, folder: Path | None = None, beside: Path | None = None
) -> Checkpoint | None:
    """Return the checkpoint that was signed last with a key, in a folder or beside a record.

    What the key did not sign says nothing about this record, and is passed over: the folder of a
    house holds checkpoints of its earlier keys for good.
    """
    files = [] if folder is None else sorted(folder.glob("*.txt"))
    notes = list(_notes([*files, *([] if beside is None else [beside])]))
    notes.sort(key=lambda one: (one[0].at, one[0].size), reverse=True)
    for _, note in notes:
        try:
            return verify_checkpoint(note, key)
        except BadCheckpointError:
            continue
    return None


def _notes(files: Iterable[Path]) -> Iterator[tuple[Checkpoint, bytes]]:
    """Yield the checkpoints in files, with what is signed; other files are ignored."""
    for path in files:
        with suppress(OSError):
            note = path.read_bytes()
            found = _without_signature(note)
            if found is not None:
                yield found, note


def _without_signature(note: bytes) -> Checkpoint | None:
    """Return a checkpoint without checking its signature; ``None`` if the text is none."""
    try:
        found = read_checkpoint(note.decode("ascii").partition(SIGNED)[0])
    except (UnicodeDecodeError, ValueError, BadCheckpointError):
        return None
    return None if found.at.tzinfo is None else found


def require_no_rollback(store: Store, newest: Checkpoint | None, where: str) -> None:
    """Raise if a store does not begin with what a checkpoint was signed of, naming both.

    A rollback that the record itself holds is not raised again.
    """
    if newest is None or _is_excused(store.read_stream(STARTS), newest):
        return
    size = store.peaks.size
    if size < newest.size:
        raise _rollback_error(f"{where} was rolled back to {size} events", newest)
    if not _begins_with(store, newest):
        raise _rollback_error(f"{where} was rolled back, and then went on in another way", newest)


def require_not_lost(newest: Checkpoint | None, where: str) -> None:
    """Raise if a checkpoint was signed of a record that is not there at all."""
    if newest is not None:
        raise _rollback_error(f"there is no record at {where}", newest)


def _rollback_error(what: str, newest: Checkpoint) -> RolledBackError:
    signed = f"{newest.at:%Y-%m-%d %H:%M:%S} UTC"
    return RolledBackError(
        f"{what}, but the checkpoint of {signed} covers {newest.size}: bring the newer record "
        "back, or continue from here with --accept-rollback"
    )


def _is_excused(starts: Iterable[Envelope], newest: Checkpoint) -> bool:
    """Return whether the record holds a rollback since a checkpoint was signed.

    Times decide, not sizes: a log that went on may be longer by now than the one that was lost. The
    clock may have been set back meanwhile, so an accepted rollback names the time itself.
    """
    for one in starts:
        told = isinstance(one.event, FloorRestored | RollbackAccepted)
        if told and one.recorded is not None and newest.at <= one.recorded:
            return True
        if isinstance(one.event, RollbackAccepted) and newest.at <= one.event.signed:
            return True
    return False


def accept_rollback(store: Store, newest: Checkpoint, master: MasterKey | None) -> int:
    """Record that the house continues from an older record; returns how many shoes it gives up.

    The cards of shoes in play may have been seen. With the key that sealed them they are revealed.
    """
    size = store.peaks.size
    given_up = give_up_shoes(store, ROLLED_BACK, master)
    accepted = RollbackAccepted(VERSION, size, newest.size, newest.at)
    cause = Cause(f"rollback/{store.peaks.size}", OPERATOR, Role.GAMING_MANAGER)
    store.append([StreamWrite(STARTS, ANY, (accepted,))], cause)
    return given_up


def _begins_with(store: Store, newest: Checkpoint) -> bool:
    """Return whether a checkpoint was signed of the first events of a store.

    A store keeps most checkpoints itself, and a log that went on in another way keeps others; so
    the tree over a long log need seldom be computed.
    """
    if store.peaks.size == newest.size:
        return store.peaks.head() == newest.head
    for size, note in store.checkpoints():
        kept = _without_signature(note) if size == newest.size else None
        if kept is not None and kept.head == newest.head:
            return True
    peaks = Peaks()
    for leaf in islice(store.leaves(), newest.size):
        peaks.add(leaf.leaf)
    return peaks.head() == newest.head
