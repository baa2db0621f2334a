"""A tournament that is kept in a file: it can stop at any time, and resumes where it was."""

from pathlib import Path

from croupier.errors import CroupierError
from croupier.play.card_sources import chance
from croupier.play.house import HOUSE, Answer
from croupier.play.recorded_evening import CommittedHouse
from croupier.play.resting_tables import AdoptLaw, adopt_in_tournament
from croupier.play.tournament_file import TournamentFile
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_run import open_tournament
from croupier.record.clock import machine_time
from croupier.record.envelopes import TOURNAMENTS, Cause
from croupier.record.journal import StreamWrite
from croupier.record.key_changes import key_of_record
from croupier.record.keys import master_key_path
from croupier.record.sqlite_journal import SqliteJournal
from croupier.table.contest_state import OVER
from croupier.table.events import LawAdopted


class KeptTournament:
    """A tournament with automatic tables whose journal is a file.

    The cards of each table are committed to before they are dealt, as at any recorded table: what
    they follow from lies sealed in the file, and is revealed as tables end.
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
            self._cards = CommittedHouse(self._store, master, chance(seed))
            self.house = self._resumed(path, read) if held else self._new(read, name, seed)
            """The tournament, as its record has it."""
        except BaseException:
            self._store.close()
            raise

    def _new(self, read: TournamentFile, name: str, seed: int | None) -> TournamentHouse:
        return open_tournament(
            read.law,
            read.conditions,
            name=name,
            choices=read.choices,
            seed=seed,
            cards=self._cards.cards,
            journal=self._store,
        )

    def _resumed(self, path: Path, read: TournamentFile) -> TournamentHouse:
        house = TournamentHouse.restored(self._store, self._cards.cards)
        same = (house.law.game, house.tournament.conditions) == (read.law.game, read.conditions)
        if not same:
            raise CroupierError(f"{path} holds a tournament under other conditions than the file's")
        return house

    def close(self) -> None:
        """Close the file; first reveal what the tables of finished sessions had hidden."""
        for name, running in self.house.tables.items():
            contest = running.table.contest
            if contest is not None and contest.part is OVER:
                self._cards.cards(name).desk.end()
        tables = {name: running.table for name, running in self.house.tables.items()}
        self._cards.publish(tables, machine_time())
        self._store.close()


def move_tournament(path: Path, wanted: str, command: AdoptLaw) -> tuple[str, Answer]:
    """Move the tournament of a record that rests, by its name, to the installed law.

    Without a name it is the first that rests. Returns its name, and what came of it; no name
    where none is meant.
    """
    store = SqliteJournal(path)
    try:
        for stream in store.streams():
            kind, _, name = stream.partition("/")
            if kind == TOURNAMENTS and wanted in ("", name):
                events = [one.event for one in store.read_stream(stream)]
                answer = adopt_in_tournament(TournamentHouse.replayed(list(events)), command)
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
