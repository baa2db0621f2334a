"""``croupier tournament play``: a person among software players."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.line_input import replace_unreadable
from croupier.cli.numbers import NUMBER, MaybeWhole
from croupier.cli.play import seemly
from croupier.cli.terminal.faces import PLAIN_ASCII, WITH_SYMBOLS, showable
from croupier.cli.terminal.screen_choice import choose_screen, pause_seconds
from croupier.cli.terminal.tournament_evening import TournamentEvening
from croupier.cli.tournament_names import (
    BOTS_IN_TURN,
    drawn_seed,
    entrants_of,
    named_bots,
    published,
)
from croupier.cli.tournament_opening import tournament_of
from croupier.display.viewers import Patron
from croupier.display.voices import Voice
from croupier.errors import CroupierError
from croupier.floor.tournaments.state import Tournament
from croupier.play.tournament_file import TournamentFile

Flag = Annotated[bool, Parameter(negative=())]


def play(
    file: Path,
    /,
    *,
    player: str = "you",
    box: MaybeWhole = None,
    players: str = "",
    bots: str = BOTS_IN_TURN,
    seed: MaybeWhole = None,
    record: Path | None = None,
    resume: Flag = False,
    pause: Annotated[float | None, NUMBER] = None,
    no_colour: Flag = False,
    ascii: Flag = False,  # noqa: A002 - the option's name
) -> None:
    """Play a tournament yourself, among software players.

    You wager when it is your turn; the others follow at once, and the screen
    shows what they do. After each round it shows the table's standings.

    Keys:

        25  Enter         wager $25; the last wager again
        pass              play a pass card
        form 50           hand in an undisclosed wager; form 50 20 with $20 in chips
        see ann           look at ann's form of the last round
        h s d p  y e n    as at any table: see croupier play
        standings         how everybody stands
        ?  q              help; leave, with a summary

    Examples:

        croupier tournament play spring.toml

        croupier tournament play spring.toml --player ann --box 3 --players 6

        printf '20\\ns\\n' | croupier tournament play spring.toml --seed 7

        croupier tournament play spring.toml --record spring.db

        croupier tournament play spring.toml --record spring.db --resume

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    player
        Your name.
    box
        The box that you would like in the first session; drawn by lot by default.
    players
        The others: names separated by commas, or how many; as few as allowed by default.
    bots
        How the others wager, in turn: steady, proportional, follow-the-leader, catch-up-late.
    seed
        A whole number that determines all chance; without it, one is chosen and printed. With
        --record, which commits to the cards first, they differ from those without.
    record
        Record the tournament in this file, every event before it is shown; croupier audit reads it.
    resume
        Continue the tournament in that file where it stopped.
    pause
        Seconds between two cards on a drawn table, 0.12 by default; 0 deals at once.
    no_colour
        Plain lines; the default if NO_COLOR is set or the output is not a terminal.
    ascii
        Use letters for suits, and draw no lines.
    """
    from croupier.maths.analysis import BlackjackStudy
    from croupier.play.tournament_run import SoftwarePlayers

    read = published(file)
    me = seemly(player)
    waits = pause_seconds(pause)
    drawn = seed if record is not None else drawn_seed(seed)
    with tournament_of(read, file.stem, seed=drawn, record=record, resume=resume) as house:
        others = _others(read, house.tournament, me, players)
        chart = BlackjackStudy(read.law, read.choices).flat_chart
        software = SoftwarePlayers(others, named_bots(bots), chart)
        faces = PLAIN_ASCII if ascii or not showable(sys.stdout.encoding) else WITH_SYMBOLS
        replace_unreadable()
        side_bets = read.choices.side_bets
        screen = choose_screen(sys.stdin, sys.stdout, side_bets, faces, waits, plain=no_colour)
        voice = Voice(Patron(me), faces)
        evening = TournamentEvening(house, software, screen, voice, box=box, seed=drawn)
        evening.run([me, *others])


def _others(read: TournamentFile, known: Tournament, me: str, players: str) -> list[str]:
    """Who plays besides a person: those who have entered, or those who are asked for."""
    if known.entrants:
        if me not in known.entrants:
            entered = ", ".join(known.entrants)
            raise CroupierError(f"--player: {me} has not entered; the entrants are {entered}")
        return [one for one in known.entrants if one != me]
    others = entrants_of(read, players, besides=1)
    if me in others:
        raise CroupierError(f"--player: {me} is already among the others")
    return others
