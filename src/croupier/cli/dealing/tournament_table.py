"""``croupier deal --tournament``: the tournament of a file, run and dealt live."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from croupier.cli.dealing.live_tournament import LiveTournament
from croupier.cli.dealing.machine import serve
from croupier.cli.dealing.tournament_terminal import TournamentTerminal
from croupier.cli.line_input import replace_unreadable
from croupier.cli.tournament_names import entrants_of, published
from croupier.errors import CroupierError
from croupier.play.card_sources import CardSource, SoftwareShoe, chance
from croupier.play.tournament_file import TournamentFile
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_run import begin_session, enter_all, open_tournament
from croupier.table.choices import Mode


def deal_tournament(
    game: str,
    file: Path,
    players: str,
    *,
    record: Path | None,
    resume: bool,
    clock: Callable[[], datetime] | None,
    as_json: bool,
) -> None:
    """Run a tournament at live tables, until there are no more lines."""
    read = published(file)
    if read.law.game != game:
        raise CroupierError(f"{file} is a tournament of {read.law.game}, not of {game}")
    replace_unreadable()
    with _house(read, file.stem, record, resume=resume) as house:
        if players and not house.tournament.entrants:
            _seat(house, entrants_of(read, players))
        live = LiveTournament(house, clock)
        if as_json:
            serve(live, sys.stdin, sys.stdout)
        else:
            TournamentTerminal(live, sys.stdin, sys.stdout, kept=record).run()


def _seat(house: TournamentHouse, players: list[str]) -> None:
    """Have everybody enter and sit down, and start the first session."""
    for _ in enter_all(house, players):
        pass
    if not house.session_tables:
        for _ in begin_session(house):
            pass


@contextmanager
def _house(
    read: TournamentFile, name: str, record: Path | None, *, resume: bool
) -> Iterator[TournamentHouse]:
    """The tournament, new or as its record tells of it."""
    choices = replace(read.choices, mode=Mode.LIVE)
    if record is None:
        if resume:
            raise CroupierError("--resume: name the tournament's file with --record")
        yield open_tournament(read.law, read.conditions, name=name, choices=choices)
        return
    from croupier.play.record_kinds import RecordKind, refuse_other_record
    from croupier.record.sqlite_journal import SqliteJournal

    refuse_other_record(record, RecordKind.TOURNAMENT_DEALT, read.law.game, resume=resume)
    store = SqliteJournal(record)
    try:
        held = bool(store.peaks.size)
        if held and not resume:
            raise CroupierError(f"{record} already holds a record: add --resume to continue it")
        if held:
            yield TournamentHouse.restored(store, no_cards)
        else:
            yield open_tournament(
                read.law, read.conditions, name=name, choices=choices, journal=store
            )
    finally:
        store.close()


def no_cards(_: str) -> CardSource:
    """The source of a live table, which nobody asks: a person deals."""
    return SoftwareShoe(chance())
