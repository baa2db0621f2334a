"""Copies of a record that is in use, and what happens when one takes the record's place.

A copy holds no key. Keys are written to a file of their own, sealed with a passphrase.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from croupier.errors import CroupierError
from croupier.house.gaming_days import FloorRestored
from croupier.kit import VERSION
from croupier.record.envelopes import Cause
from croupier.record.integrity.checkpoints import BadCheckpointError, verify_checkpoint
from croupier.record.integrity.verification import Verdict, verify
from croupier.record.journal import ANY, StreamWrite
from croupier.record.secrets.key_changes import OPERATOR, give_up_shoes
from croupier.record.secrets.keys import (
    MasterKey,
    create_private_file,
    read_private_file,
    seal,
    unseal,
)
from croupier.record.stores.base import Store, UnusableStoreError
from croupier.record.stores.locations import (
    POSTGRES,
    driver_errors_explained,
    open_store,
    password_in,
    without_driver,
    without_password,
)
from croupier.record.stores.sqlite.files import is_database
from croupier.rulebooks import Role
from croupier.streams import STARTS

SALT_SIZE = 16
EXPORTED = b"exported keys"
"""What the keys in a file are bound to."""
DOUBLINGS, FIRST_DOUBLINGS = 17, 15
"""How often the work of guessing the passphrase is doubled, today and in older files."""
SHORTEST_PASSPHRASE = 12
RESTORED = "the record was restored from a copy"


class BadBackupError(CroupierError):
    """A copy that cannot be made, or cannot take the place of a record."""


class SealedKeys(msgspec.Struct, frozen=True):
    """Keys under a passphrase."""

    salt: bytes
    """The salt of the passphrase."""
    nonce: bytes
    """The nonce of the encryption; empty where what is sealed names its own."""
    sealed: bytes
    """The keys by the names of their files, sealed."""
    doublings: Annotated[int, msgspec.Meta(ge=FIRST_DOUBLINGS, le=20)] = FIRST_DOUBLINGS
    """How often the work of making the key from the passphrase is doubled: log2 of scrypt's N."""


def copy_record(where: str, target: Path) -> None:
    """Copy a record whole, as it is at one moment, while others write to it."""
    if target.exists():
        raise BadBackupError(f"{target} already exists: choose another name")
    if where.startswith(POSTGRES):
        _dump(where, target)
    elif not Path(where).exists():
        raise BadBackupError(f"no record at {where}")
    else:
        _copy_database(Path(where), target)


def _dump(where: str, target: Path) -> None:
    """Copy a database on a server into a file that only its owner reads."""
    create_private_file(target, b"")
    try:
        _run("pg_dump", "--format=custom", f"--file={target}", database=where)
    except BadBackupError:
        target.unlink()
        raise


def _copy_database(source: Path, target: Path) -> None:
    """Copy a database; where that fails, nothing is left of it."""
    _check_database(source)
    create_private_file(target, b"")
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    writing = sqlite3.connect(target)
    try:
        reading.backup(writing)
    except sqlite3.Error as error:
        target.unlink()
        raise BadBackupError(f"{source} cannot be copied: {error}") from None
    finally:
        reading.close()
        writing.close()


def _check_database(source: Path) -> None:
    """Refuse a file that is not a database; SQLite itself accepts a very short file as empty."""
    if not os.access(source, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise BadBackupError(f"{source} cannot be copied: Permission denied")
    if not is_database(source):
        raise BadBackupError(f"{source} cannot be copied: it is not a database")


def restore_copy(copy_of: Path, where: str, key: Ed25519PublicKey | None = None) -> Verdict:
    """Restore a copy where there is no record, if it verifies; overwrite nothing.

    ``key`` is that of the checkpoints in the copy. Without it they are not checked, nor where a
    key that the house had before has signed some of them.
    """
    if not copy_of.exists():
        raise BadBackupError(f"no copy at {copy_of}")
    return (_put_on_server if where.startswith(POSTGRES) else _put_in_file)(copy_of, where, key)


def _put_in_file(copy_of: Path, where: str, key: Ed25519PublicKey | None) -> Verdict:
    """Copy a file under another name first: what does not verify never has the record's own."""
    target = Path(where)
    if target.exists():
        raise BadBackupError(f"{target} already exists: move it away first")
    unproved = target.with_name(f"{target.name}-unproved")
    _remove(unproved)
    try:
        _copy_database(copy_of, unproved)
        verdict = _verify(str(unproved), copy_of, key)
        os.link(unproved, target)
    except OSError as error:
        raise BadBackupError(f"{target} cannot be written: {error.strerror}") from None
    finally:
        _remove(unproved)
    return verdict


def _remove(path: Path) -> None:
    """Remove a file, and what SQLite makes beside one that it reads."""
    for end in ("", "-wal", "-shm"):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)


def _put_on_server(copy_of: Path, where: str, key: Ed25519PublicKey | None) -> Verdict:
    """Restore a database; only there can it be verified, and what does not is removed again."""
    try:
        from croupier.record.stores.postgres.schema import make_room, remove_record
    except ImportError:
        raise without_driver() from None
    make_room(where)
    _run("pg_restore", "--single-transaction", str(copy_of), database=where)
    try:
        return _verify(where, copy_of, key)
    except CroupierError:
        remove_record(where)
        raise


def _verify(where: str, copy_of: Path, key: Ed25519PublicKey | None) -> Verdict:
    """Verify what was restored. Raise with the first finding."""
    try:
        with driver_errors_explained(where), closing(open_store(where)) as store:
            verdict = verify(
                store, key if key is not None and _has_signed_all(store, key) else None
            )
            why = verdict.findings[0].what if verdict.findings else ""
    except UnusableStoreError as error:
        why = str(error)
    if why:
        raise BadBackupError(f"nothing was restored, because {copy_of} does not verify: {why}")
    return verdict


def _has_signed_all(store: Store, key: Ed25519PublicKey) -> bool:
    """Return whether a key has signed all checkpoints in a store."""
    try:
        for _, note in store.checkpoints():
            verify_checkpoint(note, key)
    except BadCheckpointError:
        return False
    return True


def _run(program: str, *arguments: str, database: str) -> None:
    """Run a program of PostgreSQL on a database; the list of processes shows no password."""
    if shutil.which(program) is None:
        raise BadBackupError(f"a PostgreSQL record needs {program}: install PostgreSQL's client")
    password = password_in(database)
    done = subprocess.run(
        [program, f"--dbname={without_password(database)}", *arguments],
        env={**os.environ, "PGPASSWORD": password} if password else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no reason was given"]
        why = [line for line in said if "error: " in line or "detail: " in line] or said[-1:]
        raise BadBackupError(f"{program} failed: {'; '.join(map(_without_name, why))}")


def _without_name(line: str) -> str:
    """Return a program's message without its name and its first word."""
    return line.split("error: ")[-1].split("detail: ")[-1]


def continue_from_copy(store: Store, master: MasterKey | None) -> int:
    """Continue from a copy: give up its shoes, whose cards were seen. Return how many.

    With the key that sealed them they are revealed too.
    """
    given_up = give_up_shoes(store, RESTORED, master)
    size = store.peaks.size
    restored = FloorRestored(VERSION, size)
    cause = Cause(f"restore/{size}", OPERATOR, Role.GAMING_MANAGER)
    store.append([StreamWrite(STARTS, ANY, (restored,))], cause)
    return given_up


# Keys --------------------------------------------------------------------------------------------


def _key_from(passphrase: str, salt: bytes, doublings: int) -> bytes:
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise BadBackupError(f"a passphrase has {SHORTEST_PASSPHRASE} characters or more")
    return Scrypt(salt=salt, length=32, n=2**doublings, r=8, p=1).derive(passphrase.encode())


def export_keys(files: list[Path], target: Path, passphrase: str) -> None:
    """Write the keys of a record to a file, encrypted with a passphrase."""
    keys = {path.name: read_private_file(path) for path in files if path.exists()}
    if not keys:
        raise BadBackupError("there are no keys to export")
    salt = os.urandom(SALT_SIZE)
    sealed = seal(_key_from(passphrase, salt, DOUBLINGS), msgspec.json.encode(keys), EXPORTED)
    create_private_file(target, msgspec.json.encode(SealedKeys(salt, b"", sealed, DOUBLINGS)))


def import_keys(source: Path, passphrase: str) -> dict[str, bytes]:
    """Return the keys in a file, by the names that their files had."""
    try:
        found = msgspec.json.decode(source.read_bytes(), type=SealedKeys)
        key = _key_from(passphrase, found.salt, found.doublings)
        opened = (
            AESGCM(key).decrypt(found.nonce, found.sealed, None)
            if found.nonce
            else unseal(key, found.sealed, EXPORTED)
        )
    except OSError as error:
        raise BadBackupError(f"{source} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError:
        raise BadBackupError(f"{source} holds no exported keys") from None
    except InvalidTag:
        raise BadBackupError(f"the passphrase does not open {source}") from None
    return msgspec.json.decode(opened, type=dict[str, bytes])
