"""Tournaments saved in a file: they can stop at any time, and resume where they stopped."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from croupier.errors import CroupierError
from croupier.features.fairness.seeds import CommittedHouse
from croupier.features.tournaments.bots import open_tournament
from croupier.features.tournaments.files import TournamentFile
from croupier.features.tournaments.rules.seats import SessionStarted
from croupier.features.tournaments.rules.state import Tournament
from croupier.features.tournaments.runner import (
    TournamentRunner,
    fold_tournament,
    installed_law,
    resume_alone,
)
from croupier.floor.card_sources import random_source
from croupier.floor.floor import HOUSE, Answer
from croupier.floor.resting_tables import AdoptLaw, adopt_law_in_tournament
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import fold
from croupier.games.table.contest.state import OVER
from croupier.games.table.opening import LawAdopted
from croupier.messages import Event
from croupier.record.clock import machine_time
from croupier.record.codec import UnreadableLogError, decode_envelope
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import StreamWrite
from croupier.record.secrets.key_changes import key_of_record
from croupier.record.secrets.keys import master_key_path
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import BlackjackLaw
from croupier.streams import KINDS, TABLE, TOURNAMENT


class SavedTournament:
    """A tournament with automatic tables whose journal is a file.

    The cards of each table are committed to before they are dealt, as at any recorded table. The
    seeds are sealed in the file, and revealed as tables end.
    """

    def __init__(
        self, path: Path, read: TournamentFile, name: str, *, seed: int | None, resume: bool
    ) -> None:
        self._store = SqliteJournal(path)
        try:
            held = bool(self._store.peaks.size)
            if held and not resume:
                raise CroupierError(f"{path} already holds a record: add --resume to continue it")
            master = key_of_record(self._store, master_key_path(path), str(path))
            self._cards = CommittedHouse(self._store, master, random_source(seed))
            self.house = self._resume(path, read) if held else self._new(read, name, seed)
            """The tournament, in the state that its record gives."""
        except BaseException:
            self._store.close()
            raise

    def _new(self, read: TournamentFile, name: str, seed: int | None) -> TournamentRunner:
        return open_tournament(
            read.law,
            read.conditions,
            name=name,
            choices=read.choices,
            seed=seed,
            cards=self._cards.cards,
            journal=self._store,
        )

    def _resume(self, path: Path, read: TournamentFile) -> TournamentRunner:
        house = resume_alone(self._store, self._cards.cards)
        same = (house.law.game, house.tournament.conditions) == (read.law.game, read.conditions)
        if not same:
            raise CroupierError(f"{path} holds a tournament under other conditions than the file's")
        return house

    def close(self) -> None:
        """Close the file, after revealing the seeds of finished sessions' tables."""
        for name, running in self.house.tables.items():
            contest = running.table.contest
            if contest is not None and contest.part is OVER:
                self._cards.cards(name).desk.end()
        tables = {name: running.table for name, running in self.house.tables.items()}
        self._cards.publish(tables, machine_time())
        self._store.close()


def adopt_law_in_record(path: Path, wanted: str, command: AdoptLaw) -> tuple[str, Answer]:
    """Move a tournament of a record that rests to the installed law.

    Without a name, it is the first that rests. Return its name and the answer; the name is empty if
    there is no such tournament.
    """
    store = SqliteJournal(path)
    try:
        for stream in store.streams():
            kind, name = KINDS.of(stream)
            if kind is TOURNAMENT and wanted in ("", name):
                events = [one.event for one in store.read_stream(stream)]
                answer = adopt_law_in_tournament(fold_tournament(list(events)), command)
                if isinstance(answer, LawAdopted):
                    version = len(events)
                    cause = Cause(f"adopt-law/{stream}/{version}", HOUSE, command.by)
                    store.append([StreamWrite(stream, version, (answer,))], cause)
                    return name, (answer,)
                if wanted:
                    return name, answer
        return "", ()
    finally:
        store.close()


class RecordedTournament(msgspec.Struct, frozen=True):
    """The current state of a tournament and of its tables."""

    law: BlackjackLaw
    """The law that it is played under."""
    tournament: Tournament
    """The tournament."""
    tables: dict[int, BlackjackTable]
    """The tables of the session in progress, or of the last one, by number."""


def read_record(path: Path) -> RecordedTournament:
    """Return a tournament from a log or a record."""
    streams: dict[str, list[Event]] = {}
    for envelope in _envelopes(path):
        streams.setdefault(envelope.stream, []).append(envelope.event)
    logs = [streams[TOURNAMENT.stream(name)] for name in TOURNAMENT.names(streams)]
    if len(logs) != 1:
        raise CroupierError(f"{path}: there is no tournament in this log")
    sessions = [event.session for event in logs[0] if isinstance(event, SessionStarted)]
    tables: dict[int, BlackjackTable] = {}
    for name, events in streams.items():
        kind, table = KINDS.of(name)
        session, _, number = table.rpartition("/")
        if kind is TABLE and sessions and session == sessions[-1]:
            found = fold(events)[0]
            assert isinstance(found, BlackjackTable)
            tables[int(number)] = found
    tournament = fold_tournament(logs[0])
    return RecordedTournament(installed_law(tournament), tournament, dict(sorted(tables.items())))


def _envelopes(path: Path) -> Iterable[Envelope]:
    from croupier.record.stores.sqlite.files import is_database

    if not path.exists():
        raise CroupierError(f"{path}: there is no such file")
    if path.is_file() and is_database(path):
        # What deal --record keeps; it is never read beside SQLite.
        from croupier.record.stores.locations import driver_errors_explained
        from croupier.record.stores.sqlite.journal import SqliteJournal

        with driver_errors_explained(str(path)):
            store = SqliteJournal(path, writing=False)
            try:
                return list(store.read_all())
            finally:
                store.close()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CroupierError(f"{path}: {error.strerror}") from None
    found = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            found.append(decode_envelope(line))
        except UnreadableLogError:
            why = "is no part of a log that run --save wrote"
            raise CroupierError(f"{path}: line {number} {why}") from None
    return found
