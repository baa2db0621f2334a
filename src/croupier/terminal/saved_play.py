"""Evenings recorded in a file: they can stop at any moment and resume where they were."""

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path

import msgspec

from croupier.cards import Bytes
from croupier.errors import CroupierError
from croupier.features.fairness.seeds import CommittedHouse, Contributor
from croupier.features.tournaments.rules.draft import TournamentPlanned
from croupier.floor.card_sources import CardSource
from croupier.floor.floor import Floor
from croupier.games.table.choices import Mode
from croupier.games.table.opening import TableOpened
from croupier.record.clock import machine_time
from croupier.record.integrity.checkpoints import CheckpointSigner
from croupier.record.integrity.rollbacks import (
    RolledBackError,
    accept_rollback,
    newest_checkpoint,
    require_no_rollback,
)
from croupier.record.secrets.key_changes import key_of_record
from croupier.record.secrets.keys import master_key_path, signing_key
from croupier.record.stores.base import Store, UnusableStoreError
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.streams import PERSON, STARTS, TABLE, TOURNAMENT


class RecordKind(Enum):
    """The kind of a record, by the command that made it."""

    PLAYED = "an evening at a table that software deals"
    DEALT = "an evening at a live table"
    TOURNAMENT_PLAYED = "a tournament that software deals"
    TOURNAMENT_DEALT = "a tournament at live tables"
    FLOOR = "a server's floor"


COMMANDS = {
    RecordKind.PLAYED: "croupier play {game} --record {path} --resume",
    RecordKind.DEALT: "croupier deal {game} --record {path} --resume",
    RecordKind.TOURNAMENT_PLAYED: "croupier tournament play FILE --record {path} --resume",
    RecordKind.TOURNAMENT_DEALT: (
        "croupier deal {game} --tournament FILE --record {path} --resume"
    ),
    RecordKind.FLOOR: "croupier serve --database {path}",
}
"""The command that continues a record of each kind."""


class RecordContents(msgspec.Struct, frozen=True):
    """The kind and game of a record."""

    kind: RecordKind
    """The command that made it."""
    game: str
    """The game of its first table, or of its tournament; empty for a floor."""


def read_contents(store: Store) -> RecordContents | None:
    """Return the kind and game of a record; None if nothing has been opened in it yet."""
    streams = store.streams()
    if STARTS in streams or any(PERSON.names(streams)):
        return RecordContents(RecordKind.FLOOR, "")
    # Tournaments first: their tables are in the record too, and must not pass for an evening.
    opened = [kind.stream(name) for kind in (TOURNAMENT, TABLE) for name in kind.names(streams)]
    for stream in opened:
        match next(iter(store.read_stream(stream))).event:
            case TournamentPlanned(game=game, choices=choices):
                live = choices.mode is Mode.LIVE
                kind = RecordKind.TOURNAMENT_DEALT if live else RecordKind.TOURNAMENT_PLAYED
                return RecordContents(kind, game)
            case TableOpened(game=game, choices=choices):
                live = choices.mode is Mode.LIVE
                return RecordContents(RecordKind.DEALT if live else RecordKind.PLAYED, game)
    return None


def refuse_other_record(path: Path, kind: RecordKind, game: str, *, resume: bool) -> None:
    """Raise if the file holds a record of another kind or game, naming the command that fits.

    With ``resume`` there must be a record. An unreadable file is passed over here: opening it for
    writing repairs what a crash has left.
    """
    if resume and not path.exists():
        raise CroupierError(f"--resume: no record at {path}")
    if not path.is_file():
        return
    if not path.stat().st_size:
        if resume:
            raise CroupierError(f"--resume: {path} holds no evening to go on with")
        return
    try:
        store = SqliteJournal(path, writing=False)
    except UnusableStoreError:
        return
    try:
        found = read_contents(store)
    finally:
        store.close()
    if found is None:
        if resume:
            raise CroupierError(f"--resume: {path} holds no evening to go on with")
        return
    meant = COMMANDS[found.kind].format(game=found.game, path=path)
    if found.kind is not kind:
        raise CroupierError(f"{path} is {found.kind.value}: {meant} goes on with it")
    if found.game != game:
        raise CroupierError(
            f"the record is of {found.game}, not of {game}: {meant} goes on with it"
        )


class SavedPlay:
    """A house whose journal is a file.

    The seeds of its cards are in the file, encrypted. The key is in a file of its own beside it, or
    with the service manager. Without the key the evening can be read and verified, but not
    continued.
    """

    def __init__(
        self,
        path: Path,
        chance: Bytes,
        *,
        resume: bool = False,
        contributors: Sequence[Contributor] = (),
        opened: Callable[[Path], Store] = SqliteJournal,
    ) -> None:
        if resume and not path.exists():
            raise CroupierError(f"--resume: no record at {path}")
        self._store = opened(path)
        held = any(TABLE.names(self._store.streams()))
        try:
            if held and not resume:
                raise CroupierError(f"{path} already holds an evening: add --resume to continue it")
            master = key_of_record(self._store, master_key_path(path), str(path))
            self._cards = CommittedHouse(self._store, master, chance, contributors=contributors)
            self.house = self._resume() if held else Floor(self._store)
        except BaseException:
            self._store.close()
            raise

    def _resume(self) -> Floor:
        house = Floor.from_journal(self._store, self.cards, cut_for_players=False)
        self._publish(house)
        return house

    def _publish(self, house: Floor) -> None:
        """Publish the seeds that are due, those of earlier gaming days included."""
        tables = {name: running.table for name, running in house.tables.items()}
        self._cards.publish(tables, machine_time())

    def cards(self, table: str) -> CardSource:
        """Return the source of a table's cards."""
        return self._cards.cards(table)

    def invite_seeds(self) -> None:
        """Commit to a seed at each automatic table, so that players can add theirs."""
        for name, running in self.house.tables.items():
            if running.table.choices.mode is Mode.AUTOMATIC and running.rests is None:
                self._cards.cards(name).desk.invite()

    def sign(self, key: Path, folder: Path | None = None) -> None:
        """Sign checkpoints as the record grows, and copy them to a folder."""
        self._store.signer = CheckpointSigner(signing_key(key), folder=folder)

    def close(self) -> None:
        """Reveal the seeds of closed tables, publish the seeds that are due, and close the file."""
        for name, running in self.house.tables.items():
            if running.table.choices.mode is Mode.AUTOMATIC and not running.table.open:
                self._cards.cards(name).desk.end()
        self._publish(self.house)
        self._store.close()


def require_not_rolled_back(path: Path, key: Path, folder: Path, *, accept: bool) -> None:
    """Raise if the record is older than its newest checkpoint in a folder.

    With ``accept``, note it in the record instead and discard the shoes in play: their cards may be
    known.
    """
    newest = newest_checkpoint(signing_key(key).public_key(), folder=folder)
    if newest is None or not path.exists():
        return
    store = SqliteJournal(path)
    try:
        require_no_rollback(store, newest, str(path))
    except RolledBackError:
        if not accept:
            raise
        accept_rollback(store, newest, key_of_record(store, master_key_path(path), str(path)))
    finally:
        store.close()
