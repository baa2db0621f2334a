"""``croupier tournament display`` and ``reserves``: a tournament that is on, for all to see."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.output import print_json, print_table
from croupier.display.tournament_wall import HEADS, Wall, wall_html, wall_of, wall_rows
from croupier.errors import CroupierError
from croupier.floor.tournaments.state import Fate
from croupier.play.tournament_record import read_record

Flag = Annotated[bool, Parameter(negative=())]


def display(
    log: Path,
    /,
    *,
    title: str = "",
    at: str = "",
    html: Flag = False,
    json: Flag = False,
) -> None:
    """Show a tournament's wall display: clock, level, standings, seats, prizes, next break.

    It names what is overdue. The page reloads every five seconds.

    Examples:

        croupier tournament display spring.db

        croupier tournament display spring.db --html > wall.html

        croupier tournament display spring.jsonl --at 2026-06-01T18:30:00Z

    Parameters
    ----------
    log
        A record made by deal --record, or a file written by run --save.
    title
        The heading; the tournament's name by default.
    at
        The time to show; now by default.
    html
        Write a page instead of plain text.
    json
        Print it for programs.
    """
    read = read_record(log)
    wall = wall_of(read.law, read.tournament, read.tables, time_of(at), title)
    if json:
        print_json(wall)
    elif html:
        print(wall_html(wall), end="")
    else:
        print_wall(wall)


def time_of(text: str) -> datetime:
    """A time as it is written, or now."""
    if not text:
        return datetime.now(UTC)
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise CroupierError(f"--at: {text!r} is not a time such as 2026-06-01T18:00:00Z") from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def print_wall(wall: Wall) -> None:
    """Print a wall in lines."""
    print(f"{wall.title}  {wall.clock}")
    for line in wall.late:
        print(f"overdue: {line}")
    print_table("", ("", ""), wall.facts)
    print()
    print_table("", HEADS, wall_rows(wall))
    print()
    print_table("", ("Prizes", ""), wall.prizes)


def reserves(log: Path, /, *, json: Flag = False) -> None:
    """List those waiting for a seat, in order of arrival.

    Examples:

        croupier tournament reserves spring.db

    Parameters
    ----------
    log
        A record made by deal --record, or a file written by run --save.
    json
        Print a list of names for programs.
    """
    entrants = read_record(log).tournament.entrants
    waiting = [name for name, one in entrants.items() if one.fate is Fate.RESERVE]
    if json:
        print_json(waiting)
    else:
        print("\n".join(waiting) or "Nobody is waiting for a seat.")
