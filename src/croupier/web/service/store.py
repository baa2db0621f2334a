"""The store of a server: a connection to write, one to read, its keys, and its sealed cards.

Also the clock that follows the store's, and the watcher that notices what other processes write.
"""

import os
import threading
import time
from collections import deque
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.fairness.seeds import CommittedHouse, LotDesk, SeedDesk
from croupier.floor.card_sources import CardSource
from croupier.record.integrity.checkpoints import Checkpoint, CheckpointSigner
from croupier.record.integrity.rollbacks import (
    RolledBackError,
    accept_rollback,
    newest_checkpoint,
    require_no_rollback,
    require_not_lost,
)
from croupier.record.secrets.key_changes import key_of_record
from croupier.record.secrets.keys import (
    BESIDE,
    CREDENTIAL,
    SIGNING_CREDENTIAL,
    credential_path,
    master_key,
    signing_key,
)
from croupier.record.stores.base import Store, UnusableStoreError
from croupier.record.stores.locations import (
    is_server_address,
    open_store,
    without_driver,
    without_password,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.web.problems import ProblemError
from croupier.web.service.writer import Writer

LOG = structlog.get_logger("croupier.store")
READINGS = 50
"""The number of clock readings that count."""


class StoreClock:
    """The store's time between two commits.

    A reading is late by what it took to get here, never early: the least late one counts.
    """

    def __init__(self) -> None:
        self._offsets: deque[timedelta] = deque(maxlen=READINGS)

    def adjust(self, recorded: datetime | None) -> None:
        """Take a reading from the time of an event that was written just now."""
        if recorded is not None:
            self._offsets.append(recorded - datetime.now(UTC))

    def now(self) -> datetime:
        """Return the time by the store's clock."""
        return datetime.now(UTC) + max(self._offsets, default=timedelta())


# The store ----------------------------------------------------------------------------------------

LEAST_ROOM = 1_000_000
"""The least free space on the disk, in bytes; with less, the next commands may not fit."""
SIGNING_SUFFIX = "-signing-key"
"""The ending of the name of the file with the key that signs checkpoints."""
CHECKPOINT_SUFFIX = "-checkpoint"
"""The ending of the name of the file with the newest checkpoint, beside a database file."""


class ServerStore:
    """A store opened for a server, with the key that its orders of cards are sealed with.

    Checkpoints are signed as the log grows; ``checkpoints`` is a folder for copies of them. ``new``
    allows a new floor to begin where there is none. A store that cannot be opened leaves neither a
    key nor a new file behind. A store that was rolled back is refused, unless ``accept`` is true.
    """

    def __init__(
        self,
        where: str,
        *,
        key: Path | None = None,
        checkpoints: Path | None = None,
        new: bool = True,
        password: bool = True,
        accept: bool = False,
        reveal: Reveal = Reveal.SHOE,
    ) -> None:
        self.shared = is_server_address(where)
        """Whether other processes may write to it too."""
        self._folder = None if self.shared else Path(where).resolve().parent
        key, signing = key_files(where, key)
        if key.exists():
            master_key(key)
        if checkpoints is not None:
            _make_folder(checkpoints)
        unsigned = not signing.exists()
        self.signing = signing_key(signing)
        self.discarded_shoes: int | None = None
        """How many shoes an accepted rollback has cost; ``None`` if there was no rollback."""
        newest = self._newest_checkpoint(where, checkpoints)
        try:
            if not (self.shared or accept or Path(where).exists()):
                require_not_lost(newest, where)
            self.writer: Store = _open_for_writing(
                where, CheckpointSigner(self.signing, folder=checkpoints), new=new
            )
            """The store, for the thread that writes."""
            try:
                self._open(where, key, password=password, newest=newest, accept=accept)
            except BaseException:
                self.writer.close()
                raise
        except BaseException:
            if unsigned:
                signing.unlink(missing_ok=True)
            raise
        self._cards = CommittedHouse(self.writer, self.master, reveal=reveal)

    def _newest_checkpoint(self, where: str, folder: Path | None) -> Checkpoint | None:
        """Return the newest known checkpoint; read before the store, which only grows."""
        beside = None if self.shared else newest_checkpoint_file(where)
        if beside is not None and not Path(where).exists():
            # Deleting the file to start again is done openly; it is not a rollback.
            beside = None
        return newest_checkpoint(self.signing.public_key(), folder=folder, beside=beside)

    def _open(
        self, where: str, key: Path, *, password: bool, newest: Checkpoint | None, accept: bool
    ) -> None:
        """Compare the store with its newest checkpoint, then open it for reading, with its key."""
        if not password:
            _require_no_password(self.writer)
        rolled_back = self._is_rolled_back(newest, without_password(where), accept=accept)
        self.reader: Store = self.writer if self.shared else open_store(where)
        """The store for readers beside the writer's thread."""
        self.master = key_of_record(self.writer, key, without_password(where))
        """The master key, which is not in the database."""
        if newest is not None and rolled_back:
            self.discarded_shoes = accept_rollback(self.writer, newest, self.master)
        if not self.shared and self.writer.signer is not None:
            # Not before: an older record that is refused must not overwrite the evidence.
            self.writer.signer.newest = newest_checkpoint_file(where)
        for store in {self.writer, self.reader}:
            store.open_people(self.master)
        self._schema = self.reader.schema()

    def _is_rolled_back(self, newest: Checkpoint | None, where: str, *, accept: bool) -> bool:
        """Return whether the store was rolled back. Raise ``RolledBackError`` unless that is
        accepted."""
        try:
            require_no_rollback(self.writer, newest, where)
        except RolledBackError:
            if not accept:
                raise
            return True
        return False

    def cards(self, table: str) -> CardSource:
        """Return the source of cards of a table."""
        return self._cards.cards(table)

    def desk(self, table: str) -> SeedDesk:
        """Return the desk that adds seeds to the cards of a table; only for the writer's thread."""
        return self._cards.cards(table).desk

    def lots(self, tournament: str) -> LotDesk:
        """Return the desk of a tournament's lots; only for the writer's thread."""
        return self._cards.lots(tournament)

    def is_outdated(self) -> bool:
        """Return whether a newer croupier has taken over the store since it was opened."""
        return self.reader.schema() > self._schema

    def has_room(self) -> bool:
        """Return whether a file's disk has room; a database server manages its own disk."""
        if self._folder is None:
            return True
        try:
            disk = os.statvfs(self._folder)
        except OSError:
            return False
        # This process cannot use the space reserved for the superuser.
        blocks = disk.f_bfree if os.geteuid() == 0 else disk.f_bavail
        return blocks * disk.f_frsize >= LEAST_ROOM

    def wait(self, seconds: float) -> int:
        """Wait until other processes may have written, at most so long. Return how far, or 0 if
        unknown."""
        return self.writer.wait(seconds, for_others=True)

    def close(self) -> None:
        """Close the store."""
        if self.reader is not self.writer:
            self.reader.close()
        self.writer.close()


def _open_for_writing(where: str, signer: CheckpointSigner, *, new: bool) -> Store:
    """Open a store for writing; prepare a new one on a database server."""
    if not is_server_address(where):
        if not new and not Path(where).exists():
            raise UnusableStoreError(f"there is no floor at {where}")
        return SqliteJournal(where, signer=signer)
    try:
        from croupier.record.stores.postgres.journal import PostgresJournal
        from croupier.record.stores.postgres.schema import prepare
    except ImportError:
        raise without_driver() from None
    if new:
        prepare(where)
    return PostgresJournal(where, signer=signer)


def _require_no_password(store: Store) -> None:
    """Raise ``UnusableStoreError`` if the database accepts a password."""
    if getattr(store, "asked_for_password", False):
        raise UnusableStoreError(
            "the database asks for a password, which serves anybody who knows it: use the socket "
            "of this machine (peer) or a client certificate (sslcert and sslkey in the address), "
            "or allow it with --database-password and --no-strict"
        )


def _make_folder(path: Path) -> None:
    """Create the folder for checkpoints if it is missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableStoreError(
            f"--checkpoints: {path} cannot be a folder: {error.strerror}"
        ) from None


def key_files(where: str, key: Path | None = None) -> tuple[Path, Path]:
    """Return the files of the master key and of the key that signs checkpoints.

    Unless named, they are the ones that the service manager hands out, or lie beside the record.
    """
    beside = key if key is not None else default_key_file(where)
    signing = beside.with_name(beside.name.removesuffix(BESIDE) + SIGNING_SUFFIX)
    if key is not None:
        return key, signing
    return credential_path(CREDENTIAL) or beside, credential_path(SIGNING_CREDENTIAL) or signing


def newest_checkpoint_file(where: str) -> Path:
    """Return the file of the newest checkpoint, the same by every path to the database file."""
    path = Path(where).resolve()
    return path.with_name(path.name + CHECKPOINT_SUFFIX)


def default_key_file(where: str) -> Path:
    """Return the default file of the key: beside the database file, or in the working folder."""
    if is_server_address(where):
        return Path(f"croupier{BESIDE}")
    path = Path(where)
    return path.with_name(path.name + BESIDE)


# The watcher --------------------------------------------------------------------------------------

CHECK_SECONDS = 0.5
"""How long the watcher sleeps unless woken."""
WAKE_DELAY_SECONDS = 0.02
"""How long it waits once woken: the writer's own turn may read as far meanwhile."""


class OutdatedError(ProblemError):
    """A newer croupier has taken over the database."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "server/outdated",
            "a newer version of croupier has taken over the database: ask that server",
        )


class StoreWatcher:
    """Watches the store in a thread, for events and schemas written by other processes."""

    def __init__(self, store: ServerStore, writer: Writer) -> None:
        self._store, self._writer = store, writer
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._next_schema_look = 0.0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and wait for its end."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._check()
            except Exception:
                LOG.warning("the store cannot be watched", exc_info=True)
                self._ended.wait(CHECK_SECONDS)

    def _check(self) -> None:
        """Wait to be woken, or for a while; then have the writer read what it does not know yet."""
        if self._store.shared:
            place = self._store.wait(CHECK_SECONDS)
            self._ended.wait(WAKE_DELAY_SECONDS)
            self._writer.read_soon(place)
        else:
            self._ended.wait(CHECK_SECONDS)
        if time.monotonic() >= self._next_schema_look:
            self._next_schema_look = time.monotonic() + CHECK_SECONDS
            self._writer.refusal = OutdatedError() if self._store.is_outdated() else None
