"""What kind of record a file holds, and which command goes on with it.

A file is looked into before anybody writes to it: a record that another command made stays as it
is, and whoever named it by mistake reads which command was meant.
"""

from enum import Enum
from pathlib import Path

import msgspec

from croupier.errors import CroupierError
from croupier.floor.tournaments.events import TournamentPlanned
from croupier.record.envelopes import PEOPLE, STARTS, TABLES, TOURNAMENTS
from croupier.record.sqlite_journal import SqliteJournal
from croupier.record.stores import Store, UnusableStoreError
from croupier.table.choices import Mode
from croupier.table.events import TableOpened


class RecordKind(Enum):
    """Which command made a record."""

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
"""The command that goes on with each kind."""


class RecordContents(msgspec.Struct, frozen=True):
    """What a record is about."""

    kind: RecordKind
    """Which command made it."""
    game: str
    """The game of its first table, or of its tournament; empty for a floor."""


def read_contents(store: Store) -> RecordContents | None:
    """Return what a record is about; None where nothing has been opened in it yet."""
    streams = store.streams()
    if STARTS in streams or any(one.startswith(f"{PEOPLE}/") for one in streams):
        return RecordContents(RecordKind.FLOOR, "")
    opened = [one for one in streams if one.startswith((f"{TABLES}/", f"{TOURNAMENTS}/"))]
    # The plan of a tournament comes before its tables, which are a tournament's and no evening's.
    opened.sort(key=lambda one: not one.startswith(f"{TOURNAMENTS}/"))
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
    """Raise where a file holds a record of another kind or game, naming the command that fits.

    With ``resume`` there must be a record. A file that cannot be read is left to whoever opens it
    to write, who also mends what a crash has left.
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
