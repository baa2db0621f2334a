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
            raise CroupierError("--resume: say with --record which tournament to go on with")
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
        raise CroupierError("--seed: a tournament that goes on has its cards already")
    if ":/" in str(record):
        raise CroupierError("--record: name a file; a tournament in the terminal is kept in one")
    from croupier.play.kept_tournament import KeptTournament
    from croupier.record.locations import plainly

    with plainly(str(record)):
        kept = KeptTournament(record, read, name, seed=seed, resume=resume)
        try:
            yield kept.house
        finally:
            kept.close()
