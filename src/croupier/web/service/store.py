"""The store of a hall: who writes to it, who reads beside, and the cards that it keeps sealed."""

import os
import threading
import time
from collections import deque
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.fairness.seeds import CommittedHouse, SeedDesk
from croupier.floor.card_sources import CardSource
from croupier.record.integrity.checkpoints import Checkpoint, Notary
from croupier.record.integrity.rollbacks import (
    RolledBackError,
    accept_rollback,
    newest_checkpoint,
    see_no_rollback,
    see_not_lost,
)
from croupier.record.secrets.key_changes import key_of_record
from croupier.record.secrets.keys import (
    BESIDE,
    CREDENTIAL,
    SIGNING_CREDENTIAL,
    handed_out,
    master_key,
    signing_key,
)
from croupier.record.stores import store_at
from croupier.record.stores.base import (
    Store,
    UnusableStoreError,
    on_a_server,
    without_driver,
    without_password,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.web.problems import ProblemError
from croupier.web.service.writer import Scribe

REMEMBERED = 50
"""How many readings are remembered."""


class StoreClock:
    """Tells the store's time between two commits.

    A reading is late by what it took to get here, never early: the least late one counts.
    """

    def __init__(self) -> None:
        self._strayed: deque[timedelta] = deque(maxlen=REMEMBERED)

    def saw(self, recorded: datetime | None) -> None:
        """Learn from the time of something that was written just now."""
        if recorded is not None:
            self._strayed.append(recorded - datetime.now(UTC))

    def now(self) -> datetime:
        """The time by the store's clock."""
        return datetime.now(UTC) + max(self._strayed, default=timedelta())


LEAST_ROOM = 1_000_000
"""How many bytes must be free on the disk: less than that, and the next commands may not fit."""
SIGNING = "-signing-key"
"""What the name of the file with the key for checkpoints ends in."""
NEWEST = "-checkpoint"
"""What the name of the file with the newest checkpoint ends in, beside a file."""


class HallStore:
    """A store that is open for a hall, with the key that its orders of cards are sealed with.

    Checkpoints are signed as the log grows; ``checkpoints`` is a folder for copies of them. Where
    there is no floor yet one begins, if ``new`` says that it may. Whatever cannot be opened leaves
    neither a key nor a new file behind. A floor that was rolled back is refused, unless
    ``accept`` says that it goes on from there.
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
        self.shared = on_a_server(where)
        """Whether other processes may write to it too."""
        self._folder = None if self.shared else Path(where).resolve().parent
        key, signing = key_files(where, key)
        if key.exists():
            master_key(key)
        if checkpoints is not None:
            _make_folder(checkpoints)
        unsigned = not signing.exists()
        self.signing = signing_key(signing)
        """The key that checkpoints are signed with."""
        self.discarded_shoes: int | None = None
        """How many shoes an accepted rollback has cost; none where there was no rollback."""
        newest = self._newest_checkpoint(where, checkpoints)
        try:
            if not (self.shared or accept or Path(where).exists()):
                see_not_lost(newest, where)
            self.writer: Store = _written_to(
                where, Notary(self.signing, folder=checkpoints), new=new
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
        """What the store is compared with; it is read before the store, which only grows."""
        beside = None if self.shared else newest_beside(where)
        if beside is not None and not Path(where).exists():
            # Whoever deletes a file to begin anew does so in plain sight.
            beside = None
        return newest_checkpoint(self.signing.public_key(), folder=folder, beside=beside)

    def _open(
        self, where: str, key: Path, *, password: bool, newest: Checkpoint | None, accept: bool
    ) -> None:
        """Compare the store with its newest checkpoint, and open it for reading, with its key."""
        if not password:
            _see_no_password(self.writer)
        rolled_back = self._is_rolled_back(newest, without_password(where), accept=accept)
        self.reader: Store = self.writer if self.shared else store_at(where)
        """The store, for all who only look."""
        self.master = key_of_record(self.writer, key, without_password(where))
        """The key that is not in the database."""
        if newest is not None and rolled_back:
            self.discarded_shoes = accept_rollback(self.writer, newest, self.master)
        if not self.shared and self.writer.signer is not None:
            # Not before: an older record that is refused must not overwrite what tells of it.
            self.writer.signer.newest = newest_beside(where)
        for store in {self.writer, self.reader}:
            store.open_people(self.master)
        self._schema = self.reader.schema()

    def _is_rolled_back(self, newest: Checkpoint | None, where: str, *, accept: bool) -> bool:
        """Refuse a store that was rolled back, unless somebody accepts it."""
        try:
            see_no_rollback(self.writer, newest, where)
        except RolledBackError:
            if not accept:
                raise
            return True
        return False

    def cards(self, table: str) -> CardSource:
        """The source of cards of a table."""
        return self._cards.cards(table)

    def desk(self, table: str) -> SeedDesk:
        """Where seeds are added to the cards of a table; for the thread that writes."""
        return self._cards.cards(table).desk

    def outdated(self) -> bool:
        """Whether a newer croupier has taken the store over since it was opened."""
        return self.reader.schema() > self._schema

    def has_room(self) -> bool:
        """Whether there is room on the disk of a file; a server looks after its own disk."""
        if self._folder is None:
            return True
        try:
            disk = os.statvfs(self._folder)
        except OSError:
            return False
        # What is reserved for the superuser is room for nobody else.
        blocks = disk.f_bfree if os.geteuid() == 0 else disk.f_bavail
        return blocks * disk.f_frsize >= LEAST_ROOM

    def wait(self, seconds: float) -> int:
        """Wait until others may have written something, or so long; how far, or 0 if unknown."""
        return self.writer.wait(seconds, for_others=True)

    def close(self) -> None:
        """Let go of it."""
        if self.reader is not self.writer:
            self.reader.close()
        self.writer.close()


def _written_to(where: str, signer: Notary, *, new: bool) -> Store:
    """Open a store to write to it; one on a server is made ready where it is new."""
    if not on_a_server(where):
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


def _see_no_password(store: Store) -> None:
    """Refuse a database that lets anybody in who knows a password."""
    if getattr(store, "asked_for_password", False):
        raise UnusableStoreError(
            "the database asks for a password, which serves anybody who knows it: use the socket "
            "of this machine (peer) or a client certificate (sslcert and sslkey in the address), "
            "or allow it with --database-password and --no-strict"
        )


def _make_folder(path: Path) -> None:
    """See that there is a folder for checkpoints."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableStoreError(
            f"--checkpoints: {path} cannot be a folder: {error.strerror}"
        ) from None


def key_files(where: str, key: Path | None = None) -> tuple[Path, Path]:
    """The files of the master key and of the key that signs checkpoints.

    Where nobody names one they are what the service manager has handed out, or lie by the record.
    """
    beside = key if key is not None else key_beside(where)
    signing = beside.with_name(beside.name.removesuffix(BESIDE) + SIGNING)
    if key is not None:
        return key, signing
    return handed_out(CREDENTIAL) or beside, handed_out(SIGNING_CREDENTIAL) or signing


def newest_beside(where: str) -> Path:
    """Where the newest checkpoint of a file lies, by whatever name the file is opened."""
    path = Path(where).resolve()
    return path.with_name(path.name + NEWEST)


def key_beside(where: str) -> Path:
    """Where the key lies if nobody says: beside the file, or in the folder that one works in."""
    if on_a_server(where):
        return Path(f"croupier{BESIDE}")
    path = Path(where)
    return path.with_name(path.name + BESIDE)


LOG = structlog.get_logger("croupier.lookout")
GLANCE_SECONDS = 0.5
"""How long the lookout sleeps where nobody wakes it."""
RESTRAINT_SECONDS = 0.02
"""How long it waits when it was woken: a turn of the writer's own may read as far before."""


class OutdatedError(ProblemError):
    """The database belongs to a newer croupier by now."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "server/outdated",
            "a newer version of croupier has taken over the database: ask that server",
        )


class Lookout:
    """Watches the store beside the writer's thread."""

    def __init__(self, store: HallStore, scribe: Scribe) -> None:
        self._store, self._scribe = store, scribe
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._next_schema_look = 0.0

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._glance()
            except Exception:
                LOG.warning("the store cannot be watched", exc_info=True)
                self._ended.wait(GLANCE_SECONDS)

    def _glance(self) -> None:
        """Wait to be woken, or for a while; then have the log read on, unless it is known."""
        if self._store.shared:
            place = self._store.wait(GLANCE_SECONDS)
            self._ended.wait(RESTRAINT_SECONDS)
            self._scribe.look(place)
        else:
            self._ended.wait(GLANCE_SECONDS)
        if time.monotonic() >= self._next_schema_look:
            self._next_schema_look = time.monotonic() + GLANCE_SECONDS
            self._scribe.refusal = OutdatedError() if self._store.outdated() else None
