"""Commands that report: standings, results, payouts, the wall display, reserves; ``Watcher``."""

import csv
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from croupier.errors import CroupierError
from croupier.features.tournaments.narration import spectator_sentence
from croupier.features.tournaments.records import read_record
from croupier.features.tournaments.rules.placings import divide_pool, prize_amounts
from croupier.features.tournaments.rules.state import Fate
from croupier.features.tournaments.runner import TournamentRunner
from croupier.features.tournaments.standings import (
    PlayerRecord,
    StandingsLine,
    player_records,
    standings,
    table_standings,
)
from croupier.features.tournaments.wall import HEADS, Wall, build_wall, wall_html, wall_rows
from croupier.games.table.contest.rounds import ContestRoundEnded, limits_in
from croupier.games.table.contest.state import OVER, ROUNDS
from croupier.games.table.contest.turns import contest_of, terms_of
from croupier.games.table.state import Limits, Table
from croupier.messages import Event
from croupier.money import Cents, dollars, in_dollars
from croupier.terminal.arguments import WholeNumber
from croupier.terminal.output import print_json, print_table

Flag = Annotated[bool, Parameter(negative=())]


# --------------------------------------------------------------------------------------- standings


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


# ----------------------------------------------------------------------------------------- payouts


def payouts(
    *,
    entries: WholeNumber,
    fee: str = "100",
    prizes: str = "100",
    commission: str = "0",
    added: str = "0",
    guarantee: str = "0",
    ties: str = "",
    json: Flag = False,
) -> None:
    """Show what each place is paid.

    Shares are rounded down to whole cents, and the rest goes to first place.
    Tied places pool their prizes and divide them equally.

    Examples:

        croupier tournament payouts --entries 24 --fee 100 --prizes 50,30,20

        croupier tournament payouts --entries 12 --fee 50 --added 200 --guarantee 1000

        croupier tournament payouts --entries 24 --prizes 50,30,20 --ties 2-3

    Parameters
    ----------
    entries
        How many have entered.
    fee
        What an entry costs, in dollars.
    prizes
        Percentages of the pool for first place, second and so on; they add up to 100.
    commission
        What the operator keeps of each fee.
    added
        What the operator adds.
    guarantee
        The smallest pool, which the operator guarantees.
    ties
        Tied places, such as 2-3 or 1-2,4-5.
    json
        Print {"pool", "prizes"} in cents for programs.
    """
    if entries < 1:
        raise CroupierError(f"--entries is a whole number of 1 or more, not {entries}")
    amounts = {
        name: _dollars(name, text)
        for name, text in (
            ("fee", fee),
            ("commission", commission),
            ("added", added),
            ("guarantee", guarantee),
        )
    }
    if amounts["commission"] > amounts["fee"]:
        raise CroupierError("--commission cannot be more than the fee")
    pool = max(
        entries * (amounts["fee"] - amounts["commission"]) + amounts["added"],
        amounts["guarantee"],
    )
    paid = _payouts(pool, _shares(prizes), entries, _read_ties(ties, entries))
    if json:
        print_json({"pool": pool, "prizes": paid})
        return
    print(f"pool {in_dollars(pool)}")
    for place, amount in enumerate(paid, 1):
        print(f"{place}: {in_dollars(amount)}")


def _payouts(pool: Cents, shares: list[Decimal], entries: int, level: list[range]) -> list[Cents]:
    """Return what each place is paid, as far as the prizes reach."""
    if not level:
        return prize_amounts(pool, shares, entries)
    groups: list[tuple[str, ...]] = []
    place = 1
    while place <= entries:
        tied = next((one for one in level if one.start == place), range(place, place + 1))
        groups.append(tuple(map(str, tied)))
        place = tied.stop
    order = {str(place): (1, place) for place in range(1, entries + 1)}
    found = divide_pool(pool, shares, tuple(groups), order)
    return [found[str(place)] for place in range(1, entries + 1) if str(place) in found]


def _read_ties(text: str, entries: int) -> list[range]:
    """Return the tied places, as they are typed."""
    found: list[range] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        known = first.isdecimal() and last.isdecimal()
        after = found[-1].stop if found else 1
        if not known or not after <= int(first) < int(last) <= entries:
            raise CroupierError(f"--ties takes places in order, such as 2-3, not {text!r}")
        found.append(range(int(first), int(last) + 1))
    return found


def _dollars(name: str, text: str) -> Cents:
    try:
        amount = dollars(text)
    except ValueError as error:
        raise CroupierError(f"--{name}: {error}") from None
    if amount < 0:
        raise CroupierError(f"--{name} is 0 or more, not {text}")
    return amount


def _shares(text: str) -> list[Decimal]:
    try:
        shares = [Decimal(one) for one in text.split(",")]
    except InvalidOperation:
        shares = []
    wrong = not shares or any(not one.is_finite() or one <= 0 for one in shares)
    if wrong or sum(shares) != Decimal(100):
        raise CroupierError(
            f"--prizes takes percentages that add up to 100, such as 50,30,20, not {text!r}"
        )
    return shares


# ----------------------------------------------------------------------------------------- results


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


# -------------------------------------------------------------------------------- the wall display


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
    wall = build_wall(read.law, read.tournament, read.tables, read_clock_time(at), title)
    if json:
        print_json(wall)
    elif html:
        print(wall_html(wall), end="")
    else:
        print_wall(wall)


def read_clock_time(text: str) -> datetime:
    """Return a time as it is written, or now."""
    if not text:
        return datetime.now(UTC)
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise CroupierError(f"--at: {text!r} is not a time such as 2026-06-01T18:00:00Z") from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def print_wall(wall: Wall) -> None:
    """Print a wall display in lines."""
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


# ---------------------------------------------------------------------------- while software plays


class Watcher:
    """A reporter of a tournament that software plays."""

    def __init__(self, house: TournamentRunner) -> None:
        self._house = house
        self._seen: dict[str, int] = {}
        """The last round printed, by table."""
        self._limits: dict[str, Limits] = {}
        """The changed limits last printed, by table."""

    def tell(self, events: Iterable[Event]) -> None:
        """Print what was just done, and the standings of a table whose round is over."""
        events = tuple(events)
        if any(isinstance(event, ContestRoundEnded) for event in events):
            self._tell_rounds()
        for event in events:
            if sentence := spectator_sentence(event):
                print(sentence)

    def _tell_rounds(self) -> None:
        for number, name in self._house.session_tables.items():
            table = self._house.table_at(number)
            if self._seen.get(name, 1) == contest_of(table).round:
                continue
            self._seen[name] = contest_of(table).round
            print(f"Table {number}, {_round(table)}: {_chips(table)}")
            limits, before = table.limits, self._limits.get(name, limits_in(table, 1))
            if limits != before and contest_of(table).part is not OVER:
                self._limits[name] = limits
                span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
                print(f"Table {number}: wagers are {span} from now on")


def _round(table: Table) -> str:
    """Return which round of a session is over."""
    contest = contest_of(table)
    played, planned = contest.round - 1, terms_of(table).rounds
    if contest.part is ROUNDS or played <= planned:
        return f"round {played} of {planned}"
    return f"round {played}, a play-off"


def _chips(table: Table) -> str:
    """Return the players' chips, most first, without those who are out."""
    playing = (one for one in table_standings(table) if one.playing)
    return ", ".join(f"{one.player} {in_dollars(one.chips)}" for one in playing)
