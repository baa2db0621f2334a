"""What the commands about tournaments take alike: a file, players, bots, a seed."""

import secrets
from pathlib import Path

from croupier.errors import CroupierError
from croupier.floor.tournaments.fields import players_of_sessions
from croupier.play.tournament_file import TournamentFile, read_tournament

SEED_BITS = 32
MOST_PLAYERS = 500
BOTS_IN_TURN = "steady,proportional,follow-the-leader,catch-up-late"
"""All kinds of software players, in the order in which they are handed out."""


def published(file: Path) -> TournamentFile:
    """A tournament whose conditions its rulebook allows."""
    read = read_tournament(file)
    if read.fault:
        raise CroupierError(f"{file}: {read.fault}")
    return read


def entrants_of(read: TournamentFile, players: str, *, besides: int = 0) -> list[str]:
    """Players by name or number, as few as may be if left out; they all find seats to the end.

    ``besides`` counts those who play without being named.
    """
    conditions = read.conditions
    fewest = conditions.sit_and_go or conditions.minimum_players
    names = named_players(players or str(max(1, fewest - besides)))
    players_of_sessions(conditions, len(names) + besides, read.choices.boxes)
    return names


def named_players(players: str) -> list[str]:
    """Players by name, or so many of them."""
    if players.removeprefix("-").isdecimal():
        number = int(players)
        if not 1 <= number <= MOST_PLAYERS:
            raise CroupierError(f"--players is 1 to {MOST_PLAYERS}, not {number}")
        return [f"player-{place}" for place in range(1, number + 1)]
    names = [one.strip() for one in players.split(",")]
    if not all(names) or len(set(names)) < len(names):
        raise CroupierError("--players takes names separated by commas, each once, or a number")
    return names


def named_bots(bots: str) -> list[str]:
    """Kinds of software players by their names."""
    from croupier.play.tournament_bots import BOTS

    wanted = bots.split(",")
    if unknown := [one for one in wanted if one not in BOTS]:
        raise CroupierError(f"--bots: there is no {unknown[0]!r}; choose from {', '.join(BOTS)}")
    return wanted


def drawn_seed(seed: int | None) -> int:
    """The seed that was given, or one by chance."""
    return secrets.randbits(SEED_BITS) if seed is None else seed
