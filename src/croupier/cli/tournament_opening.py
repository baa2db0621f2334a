"""The tournament of a command: new in memory, or kept in a file that ``croupier audit`` reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.play.tournament_file import TournamentFile
from croupier.record.journal import Journal

if TYPE_CHECKING:
    from croupier.play.tournament_house import TournamentHouse


@contextmanager
def tournament_of(
    read: TournamentFile,
    name: str,
    *,
    seed: int | None,
    record: Path | None,
    resume: bool,
    journal: Journal | None = None,
) -> Iterator["TournamentHouse"]:
    """The tournament of a file; kept in a record where one is named, closed at its end.

    ``journal`` is where it is kept without a record.
    """
    from croupier.play.tournament_run import open_tournament

    if record is None:
        if resume:
            raise CroupierError("--resume: name the tournament's file with --record")
        yield open_tournament(
            read.law,
            read.conditions,
            name=name,
            choices=read.choices,
            seed=seed,
            journal=journal,
        )
        return
    if resume and seed is not None:
        raise CroupierError("--seed: not with --resume, because the cards are already shuffled")
    if ":/" in str(record):
        raise CroupierError("--record: a tournament in the terminal needs a file")
    from croupier.play.kept_tournament import KeptTournament
    from croupier.play.record_kinds import RecordKind, refuse_other_record
    from croupier.record.locations import plainly

    with plainly(str(record)):
        kind = RecordKind.TOURNAMENT_PLAYED
        refuse_other_record(record, kind, read.law.game, resume=resume)
        kept = KeptTournament(record, read, name, seed=seed, resume=resume)
        try:
            yield kept.house
        finally:
            kept.close()
