"""How commands open a tournament: new in memory, or in a record that ``croupier audit`` reads."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.features.tournaments.files import TournamentFile, read_tournament
from croupier.features.tournaments.rules.seats import players_of_sessions
from croupier.record.journal import Journal

if TYPE_CHECKING:
    from croupier.features.tournaments.runner import TournamentRunner


SEED_BITS = 32
MOST_PLAYERS = 500
BOTS_IN_TURN = "steady,proportional,follow-the-leader,catch-up-late"
"""All kinds of software players, in the order in which they are assigned."""


def load_lawful_tournament(file: Path) -> TournamentFile:
    """Return a tournament whose conditions its rulebook allows. Exit with the fault otherwise."""
    read = read_tournament(file)
    if read.fault:
        raise CroupierError(f"{file}: {read.fault}")
    return read


def read_entrants(read: TournamentFile, players: str, *, besides: int = 0) -> list[str]:
    """Return the players by name or number; by default the fewest that the conditions allow.

    There are seats for all of them in every session. ``besides`` counts players who are not named.
    """
    conditions = read.conditions
    fewest = conditions.sit_and_go or conditions.minimum_players
    names = read_players(players or str(max(1, fewest - besides)))
    players_of_sessions(conditions, len(names) + besides, read.choices.boxes)
    return names


def read_players(players: str) -> list[str]:
    """Return the players by name, or that many numbered ones."""
    if players.removeprefix("-").isdecimal():
        number = int(players)
        if not 1 <= number <= MOST_PLAYERS:
            raise CroupierError(f"--players is 1 to {MOST_PLAYERS}, not {number}")
        return [f"player-{place}" for place in range(1, number + 1)]
    names = [one.strip() for one in players.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise CroupierError("--players takes names separated by commas, each once, or a number")
    return names


def read_bots(bots: str) -> list[str]:
    """Return the kinds of software players by name."""
    from croupier.features.tournaments.bots import BOTS

    wanted = bots.split(",")
    if unknown := [one for one in wanted if one not in BOTS]:
        raise CroupierError(f"--bots: there is no {unknown[0]!r}; choose from {', '.join(BOTS)}")
    return wanted


def seed_or_random(seed: int | None) -> int:
    """Return the given seed, or one by chance."""
    return secrets.randbits(SEED_BITS) if seed is None else seed


@contextmanager
def open_tournament_file(
    read: TournamentFile,
    name: str,
    *,
    seed: int | None,
    record: Path | None,
    resume: bool,
    journal: Journal | None = None,
) -> Iterator["TournamentRunner"]:
    """Open the tournament of a file, in a record if one is named, and close it at the end.

    ``journal`` holds it if there is no record.
    """
    from croupier.features.tournaments.bots import open_tournament

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
    from croupier.features.tournaments.records import SavedTournament
    from croupier.record.stores.locations import driver_errors_explained
    from croupier.terminal.saved_play import RecordKind, refuse_other_record

    with driver_errors_explained(str(record)):
        kind = RecordKind.TOURNAMENT_PLAYED
        refuse_other_record(record, kind, read.law.game, resume=resume)
        kept = SavedTournament(record, read, name, seed=seed, resume=resume)
        try:
            yield kept.house
        finally:
            kept.close()
