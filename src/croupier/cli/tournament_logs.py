"""``croupier tournament standings`` and ``export``: tournaments that were saved."""

import csv
import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from croupier.cli.output import print_json, print_table
from croupier.display.standings import StandingsLine, standings
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.play.tournament_record import read_record

Flag = Annotated[bool, Parameter(negative=())]


def show_standings(log: Path, /, *, json: Flag = False) -> None:
    """Show the standings of a saved tournament.

    Examples:

        croupier tournament standings spring.jsonl

    Parameters
    ----------
    log
        Files written by run --save, or records made by deal --record.
    json
        Print them for programs; amounts are cents.
    """
    found = standings(read_record(log).tournament)
    if json:
        print_json(found)
    else:
        print_standings(found)


def export(*logs: Path, json: Flag = False) -> None:
    """Print the results of saved tournaments, as CSV or JSON.

    One line for each player of each tournament; results sums them up.

    Examples:

        croupier tournament export spring.jsonl > spring.csv

        croupier tournament export spring.jsonl autumn.jsonl --json

    Parameters
    ----------
    logs
        Files written by run --save, or records made by deal --record.
    json
        Print a list of objects instead of CSV; amounts are cents.
    """
    if not logs:
        raise CroupierError("name at least one file written by run --save")
    rows = [
        (read.name, line)
        for read in (read_record(log).tournament for log in logs)
        for line in standings(read)
    ]
    if json:
        print_json([{"tournament": name, **msgspec.structs.asdict(row)} for name, row in rows])
        return
    write = csv.writer(sys.stdout, lineterminator="\n")
    fields = [field.name for field in msgspec.structs.fields(StandingsLine)]
    write.writerow(["tournament", *fields])
    for name, row in rows:
        write.writerow([name, *(getattr(row, field) for field in fields)])


def print_standings(found: list[StandingsLine]) -> None:
    """Print the standings as a table."""
    rows = [
        (
            line.player,
            line.session or line.fate,
            "" if line.place is None else str(line.place),
            "" if line.chips is None else in_dollars(line.chips),
            in_dollars(line.prize) if line.prize else "",
        )
        for line in found
    ]
    print_table("", ("Player", "Session", "Place", "Chips", "Prize"), rows)
