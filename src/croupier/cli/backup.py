"""``croupier backup`` and ``croupier restore``: copies of a floor's record and of its keys."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.record.copies import (
    continue_from_copy,
    copy_record,
    export_keys,
    import_keys,
    restore_copy,
)
from croupier.record.secrets.key_changes import replace_lost_key_in_place
from croupier.record.secrets.keys import (
    create_private_file,
    master_key,
    signing_key,
    signing_key_in,
)
from croupier.record.stores.locations import open_store, without_password
from croupier.terminal.line_input import read_secret
from croupier.terminal.output import print_note
from croupier.web.auth.administration import end_sessions_of
from croupier.web.service.store import key_files

PASSPHRASE = "CROUPIER_PASSPHRASE"
"""The environment variable for a passphrase, for use without a terminal."""


def backup(
    database: str,
    file: Path,
    /,
    *,
    keys: Annotated[bool, Parameter(negative=())] = False,
    key: Path | None = None,
) -> int:
    """Copy a floor's record while it runs; with --keys, its keys instead.

    A copy contains no keys. Keep the copy and the keys in different places. The
    keys are encrypted with a passphrase, which the command asks for or reads
    from CROUPIER_PASSPHRASE.

    Examples:

        croupier backup croupier.db monday.db

        croupier backup croupier.db monday.keys --keys

        croupier backup postgresql://localhost/casino monday.dump

    Parameters
    ----------
    database
        Where the floor is stored: a file, or the address of a PostgreSQL server.
    file
        The file to write, which must not exist yet.
    keys
        Write the keys instead of the record.
    key
        The file with the master key, if it is not beside the record.
    """
    if keys:
        export_keys(list(key_files(database, key)), file, passphrase())
        print_note(f"the keys of {without_password(database)} are in {file}")
    else:
        copy_record(database, file)
        print_note(f"{without_password(database)} is copied to {file}")
    return 0


def passphrase() -> str:
    """Return the passphrase of exported keys from the environment, or as typed."""
    given = os.environ.get(PASSPHRASE, "")
    return given or read_secret("Passphrase: ", otherwise=f"no passphrase given: set {PASSPHRASE}")


def restore(
    file: Path, database: str, /, *, keys: Path | None = None, key: Path | None = None
) -> int:
    """Restore a floor's record from a copy, where there is no record yet.

    The copy is verified first; one that does not verify is refused, and nothing
    is restored.

    The record then says that it was restored. Shoes that were in play are
    discarded, because their cards may have been seen since. Everybody has to sign
    in again, and programs need new tokens, because some of the copy's may have
    been ended since. Events after the copy are missing; croupier audit verify
    reports the gap to anyone who holds a later checkpoint.

    Examples:

        croupier restore monday.db croupier.db --keys monday.keys

        croupier restore monday.dump postgresql://localhost/casino

    Parameters
    ----------
    file
        The copy that croupier backup made.
    database
        Where to store the floor: a file, or the address of an empty PostgreSQL database.
    keys
        The keys that croupier backup --keys wrote; without them, the floor gets new ones.
    key
        The file for the master key, if it should not be beside the record.
    """
    master_bytes, signing_bytes = (
        (b"", b"") if keys is None else _master_and_signing(import_keys(keys, passphrase()))
    )
    master_file, signing_file = key_files(database, key)
    signing = (
        signing_key_in(signing_bytes, keys)
        if keys is not None and signing_bytes
        else signing_key(signing_file)
        if signing_file.exists()
        else None
    )
    restore_copy(file, database, None if signing is None else signing.public_key())
    if master_bytes and not master_file.exists():
        create_private_file(master_file, master_bytes)
    if signing_bytes and not signing_file.exists():
        create_private_file(signing_file, signing_bytes)
    store = open_store(database, writing=True)
    try:
        if master_file.exists():
            given_up = continue_from_copy(store, master_key(master_file))
        else:
            _, given_up = replace_lost_key_in_place(store, master_file)
            continue_from_copy(store, None)
    finally:
        store.close()
    end_sessions_of(database)
    shown = without_password(database)
    print_note(f"{shown} is restored; {given_up} shoes in play were discarded")
    return 0


def _master_and_signing(found: dict[str, bytes]) -> tuple[bytes, bytes]:
    """Return the master key and the signing key; the latter is empty if there is none."""
    signing = next((data for name, data in found.items() if "signing" in name), b"")
    master = next(data for name, data in found.items() if "signing" not in name)
    return master, signing
