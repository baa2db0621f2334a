"""``croupier audit checkpoint`` and ``prove``: what others keep, to hold a record against later."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from croupier.cli.audit_records import Flag, opened_record, save
from croupier.cli.numbers import WholeNumber
from croupier.cli.output import print_json, print_note
from croupier.errors import CroupierError
from croupier.record.checkpoints import Checkpoint, signed
from croupier.record.keys import public_text, signing_key
from croupier.record.proofs import first_in_play
from croupier.record.proofs import prove as proof_of
from croupier.record.stores import BeingWrittenError, Store, day_setting


def checkpoint(
    record: str,
    /,
    *,
    key: Path,
    leaves: Path | None = None,
    public: Path | None = None,
    json: Flag = False,
) -> int:
    """Sign the record's length and root hash, for somebody to keep elsewhere.

    The record keeps the checkpoint too, unless somebody is playing there.

    Examples:

        croupier audit checkpoint evening.db --key signing.pem > monday.txt

        croupier audit checkpoint evening.db --key signing.pem --public house.pem --leaves day.hex

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The signing key; if the file does not exist, a new key is created.
    leaves
        Also write the hash of every event to this file, to trace a change to its event.
    public
        Write the public key to this file, for inspectors.
    json
        Print it for programs, with the text to keep.
    """
    try:
        with opened_record(record, writing=True) as store:
            told, note = signed_head(store, key, leaves, public)
            store.keep_checkpoint(told.size, note)
    except BeingWrittenError:
        with opened_record(record) as store:
            told, note = signed_head(store, key, leaves, public)
        print_note("the record is being written: the checkpoint is kept here and not there")
    if json:
        facts = {"size": told.size, "head": told.head.hex(), "at": told.at, "day": told.day}
        print_json({**facts, "note": note.decode("ascii")})
    else:
        sys.stdout.write(note.decode("ascii"))
    return 0


def signed_head(
    store: Store, key: Path, leaves: Path | None, public: Path | None
) -> tuple[Checkpoint, bytes]:
    """A checkpoint of a record as it is, with the files that go with it."""
    for path in (key, leaves, public):
        if path is not None and not path.parent.is_dir():
            raise CroupierError(f"{path} cannot be written: there is no folder {path.parent}")
    signing = signing_key(key)
    peaks, now = store.peaks, datetime.now(UTC)
    told = Checkpoint(peaks.size, peaks.head(), now, day_setting(store).day_of(now))
    if leaves is not None:
        save(leaves, "".join(f"{leaf.leaf.hex()}\n" for leaf in store.leaves()))
    if public is not None:
        save(public, public_text(signing))
    return told, signed(told, signing)


def prove(record: str, event: WholeNumber, /, *, json: Flag = False) -> int:  # noqa: ARG001 - always JSON
    """Write a proof that an event is in the record, for somebody who has no copy of it.

    It refers to the newest checkpoint before the first event of any round that
    is still in play.

    To check it, use proof_verifier.py from the package croupier.record, which
    runs without the rest of croupier.

    Examples:

        croupier audit prove evening.db 17 > proof.json

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    event
        The event's position in the record.
    json
        No effect: a proof is always JSON.
    """
    with opened_record(record) as store:
        print_json(proof_of(store, event, before=first_in_play(store)))
    return 0
