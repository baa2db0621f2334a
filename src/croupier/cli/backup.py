"""``croupier backup``: copy the record of a running floor, or its keys."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.output import print_note
from croupier.cli.secret_input import typed_unseen
from croupier.record.copies import copy, export_keys
from croupier.record.locations import without_password
from croupier.web.hall.stores import key_files

PASSPHRASE = "CROUPIER_PASSPHRASE"  # the name of a variable
"""Where a passphrase may lie, so that nobody has to type it."""


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
        copy(database, file)
        print_note(f"{without_password(database)} is copied to {file}")
    return 0


def passphrase() -> str:
    """The passphrase of exported keys; where nobody can type, the environment must have it."""
    given = os.environ.get(PASSPHRASE, "")
    return given or typed_unseen("Passphrase: ", otherwise=f"no passphrase given: set {PASSPHRASE}")
