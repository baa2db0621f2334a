"""A tournament from its log or its record, to be shown but not continued."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from croupier.blackjack.state import BlackjackTable
from croupier.errors import CroupierError
from croupier.floor.tournaments.events import SessionStarted
from croupier.floor.tournaments.state import Tournament
from croupier.play.engine import fold
from croupier.play.tournament_house import TournamentHouse, installed_law
from croupier.record.codec import UnreadableLogError, decode_envelope
from croupier.record.envelopes import TABLES, TOURNAMENTS, Envelope
from croupier.rulebooks import BlackjackLaw
from croupier.table.events import Event


class RecordedTournament(msgspec.Struct, frozen=True):
    """A tournament and its tables as they stand."""

    law: BlackjackLaw
    """The law that it is played under."""
    tournament: Tournament
    """The tournament."""
    tables: dict[int, BlackjackTable]
    """The tables of the session that is on, or of the last one, by their numbers."""


def read_record(path: Path) -> RecordedTournament:
    """A tournament from a log or a record."""
    streams: dict[str, list[Event]] = {}
    for envelope in _envelopes(path):
        streams.setdefault(envelope.stream, []).append(envelope.event)
    logs = [events for name, events in streams.items() if name.startswith(f"{TOURNAMENTS}/")]
    if len(logs) != 1:
        raise CroupierError(f"{path}: there is no tournament in this log")
    sessions = [event.session for event in logs[0] if isinstance(event, SessionStarted)]
    tables: dict[int, BlackjackTable] = {}
    for name, events in streams.items():
        kind, _, table = name.partition("/")
        session, _, number = table.rpartition("/")
        if kind == TABLES and sessions and session == sessions[-1]:
            found = fold(events)[0]
            assert isinstance(found, BlackjackTable)
            tables[int(number)] = found
    tournament = TournamentHouse.replayed(logs[0])
    return RecordedTournament(installed_law(tournament), tournament, dict(sorted(tables.items())))


def _envelopes(path: Path) -> Iterable[Envelope]:
    from croupier.record.sqlite_files import is_database

    if not path.exists():
        raise CroupierError(f"{path}: there is no such file")
    if path.is_file() and is_database(path):
        # What deal --record keeps; it is never read beside SQLite.
        from croupier.record.locations import plainly
        from croupier.record.sqlite_journal import SqliteJournal

        with plainly(str(path)):
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
