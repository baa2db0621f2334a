"""``croupier tournament results``: players over many tournaments."""

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from croupier.cli.output import print_json, print_table
from croupier.display.standings import PlayerRecord, player_records
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.play.tournament_record import read_record

Flag = Annotated[bool, Parameter(negative=())]


def results(
    *logs: Path,
    as_csv: Annotated[bool, Parameter(name="--csv", negative=())] = False,
    json: Flag = False,
) -> None:
    """Sum up each player over many tournaments: played, won, best place, prizes, net.

    Examples:

        croupier tournament results spring.jsonl autumn.jsonl

        croupier tournament results *.jsonl --csv > players.csv

    Parameters
    ----------
    logs
        Files written by run --save, or records made by deal --record.
    as_csv
        Print CSV; amounts are cents.
    json
        Print a list of objects; amounts are cents.
    """
    if not logs:
        raise CroupierError("name at least one file written by run --save")
    found = player_records(read_record(log).tournament for log in logs)
    if json:
        print_json(found)
    elif as_csv:
        _write_csv(found)
    else:
        rows = [
            (
                one.player,
                str(one.played),
                str(one.won),
                "" if one.best is None else str(one.best),
                in_dollars(one.prizes),
                in_dollars(one.net, sign=True),
            )
            for one in found
        ]
        print_table("", ("Player", "Played", "Won", "Best", "Prizes", "Net"), rows)


def _write_csv(found: Iterable[PlayerRecord]) -> None:
    write = csv.writer(sys.stdout, lineterminator="\n")
    fields = [field.name for field in msgspec.structs.fields(PlayerRecord)]
    write.writerow(fields)
    for one in found:
        write.writerow([getattr(one, field) for field in fields])
