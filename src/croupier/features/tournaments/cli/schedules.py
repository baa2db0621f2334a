"""``croupier tournament schedule``: tournaments of a server that repeat on days of the week."""

from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.tournaments.cli.opening import load_lawful_tournament
from croupier.features.tournaments.rules.schedules import DAYS_OPEN, read_weekdays
from croupier.kit.toml_files import read_toml
from croupier.terminal.arguments import WholeNumber
from croupier.terminal.output import print_json, print_table

if TYPE_CHECKING:
    from croupier.client import Client

schedule = App(
    name="schedule",
    help="Plan tournaments of a server that repeat, list them, end one.",
)

Flag = Annotated[bool, Parameter(negative=())]
ADDRESS = "/api/schedules"


@schedule.command
def add(
    file: Path,
    name: str,
    /,
    *,
    days: str,
    at: str,
    server: str,
    manager: str = "",
    open_days: WholeNumber = DAYS_OPEN,
    json: Flag = False,
) -> None:
    """Plan a tournament to repeat, by the clocks of the house.

    The server opens each tournament for entries by itself, some days before
    its start. Who adds the schedule runs the tournaments. Set
    CROUPIER_TOKEN, or give your name and you are asked for your password.

    Examples:

        croupier tournament schedule add spring.toml friday --days friday --at 19:00 \\
            --server https://floor.example --manager mia

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    name
        The name of the schedule; each tournament has the date behind it.
    days
        The days of the week, separated by commas: friday,saturday.
    at
        When it starts, by the clocks of the house: 19:00.
    server
        The server, such as https://floor.example.
    manager
        Your name; not needed with CROUPIER_TOKEN.
    open_days
        How many days before the start entries open.
    json
        Print the schedule for programs.
    """
    read = load_lawful_tournament(file)
    body = {
        "schedule": name,
        "game": read.law.game,
        "weekdays": read_weekdays(tuple(day.strip().lower() for day in days.split(","))),
        "starts": _read_time(at).isoformat(),
        "conditions": msgspec.to_builtins(read_toml(file).get("conditions", {})),
        "boxes": read.choices.boxes,
        "days-open": open_days,
    }
    client = _sign_in(server, manager)
    try:
        _print([client.send(ADDRESS, body)], json=json)
    finally:
        client.close()


@schedule.command(name="list")
def list_all(*, server: str, json: Flag = False) -> None:
    """List the tournaments of a server that repeat, with their next dates.

    Examples:

        croupier tournament schedule list --server https://floor.example

    Parameters
    ----------
    server
        The server, such as https://floor.example.
    json
        Print the schedules for programs.
    """
    from croupier.client import Client
    from croupier.terminal.remote import require_server_address

    require_server_address(server)
    client = Client(server)
    try:
        _print(client.fetch(ADDRESS, list[dict[str, Any]]), json=json)
    finally:
        client.close()


@schedule.command
def end(name: str, /, *, server: str, manager: str = "", json: Flag = False) -> None:
    """End a schedule: no more tournaments are opened by it, and those that are open go on.

    Examples:

        croupier tournament schedule end friday --server https://floor.example --manager mia

    Parameters
    ----------
    name
        The schedule.
    server
        The server, such as https://floor.example.
    manager
        Your name; not needed with CROUPIER_TOKEN.
    json
        Print the schedule for programs.
    """
    client = _sign_in(server, manager)
    try:
        _print([client.send(f"{ADDRESS}/{name}/end", {})], json=json)
    finally:
        client.close()


def _sign_in(server: str, manager: str) -> "Client":
    from croupier.terminal.remote import sign_in

    return sign_in(server, manager, scopes=("read", "manage"), flag="--manager")


def _read_time(text: str) -> time:
    try:
        return time.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise CroupierError(
            f"--at: {text!r} is not a time of day; write one such as 19:00"
        ) from None


def _print(schedules: list[dict[str, Any]], *, json: bool) -> None:
    if json:
        print_json(schedules)
        return
    rows = []
    for one in schedules:
        dates = [datetime.fromisoformat(date["starts"]) for date in one["dates"]]
        when = "ended" if one["ended"] else ", ".join(f"{date:%-d %B %Y}" for date in dates[:3])
        days = ", ".join(day.capitalize() for day in one["weekdays"])
        hours = f"{days} at {one['starts'][:5]} ({one['zone']})"
        rows.append((one["schedule"], one["game"], hours, when))
    print_table("", ("Schedule", "Game", "Every", "Next"), rows)
