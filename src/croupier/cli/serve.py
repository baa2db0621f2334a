"""``croupier serve``: the floor, open to browsers and programs."""

import errno
import socket
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.numbers import NUMBER, MaybeWhole
from croupier.errors import CroupierError
from croupier.web.settings import Explained, Settings, settle

Flag = Annotated[bool | None, Parameter(negative=())]


def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: MaybeWhole = None,
    workers: MaybeWhole = None,
    empty: Flag = None,
    pace: Annotated[float | None, NUMBER] = None,
    play_money: MaybeWhole = None,
    checkpoints: str | None = None,
    logs: str | None = None,
    key: str | None = None,
    names: str | None = None,
    proxies: str | None = None,
    certificate: str | None = None,
    certificate_key: str | None = None,
    sign_up: bool | None = None,
    shortest_password: MaybeWhole = None,
    breached_passwords: str | None = None,
    session_hours: MaybeWhole = None,
    idle_minutes: MaybeWhole = None,
    staff_session_hours: MaybeWhole = None,
    staff_idle_minutes: MaybeWhole = None,
    sign_in_attempts: MaybeWhole = None,
    requests_per_minute: MaybeWhole = None,
    config: Path | None = None,
    explain: Annotated[bool, Parameter(negative=())] = False,
    recover: str | None = None,
) -> int:
    """Open the floor to browsers and programs.

    By default, the floor is stored in croupier.db and the server listens on
    127.0.0.1:8000. A setting may also come from the environment (CROUPIER_PORT)
    or from a TOML file; a flag overrides both.

    Examples:

        croupier serve

        croupier serve --database postgresql://localhost/casino --workers 2

        croupier serve --config casino.toml --explain

        croupier serve --recover administrator

    Parameters
    ----------
    database
        Where the floor is kept: a file, or the address of a PostgreSQL server.
    host
        The address to listen on.
    port
        The port to listen on.
    workers
        How many processes serve; more than one needs PostgreSQL.
    empty
        Open no tables on a new floor.
    pace
        Seconds between two cards at the tables of a new floor; 0 deals at once.
    play_money
        Dollars of play money for every new player; 0 for none.
    checkpoints
        A folder for copies of signed checkpoints.
    logs
        The form of logs: json or plain.
    key
        The file with the key that orders of cards are sealed with.
    names
        The names that browsers call the server by, with commas between.
    proxies
        Addresses of proxies that speak TLS for it and are believed, with commas between.
    certificate
        The file with the certificate with which the server itself speaks TLS.
    certificate_key
        The file with the certificate's key.
    sign_up
        Let people make accounts for themselves.
    shortest_password
        How many characters a password has at least.
    breached_passwords
        A file with the hashes of passwords that were stolen elsewhere: nobody takes one of them.
    session_hours
        How long a player's session lasts at most.
    idle_minutes
        After how long without a request a player's session ends.
    staff_session_hours
        How long a session of anybody else lasts at most.
    staff_idle_minutes
        After how long without a request a session of anybody else ends.
    sign_in_attempts
        Attempts to sign in with one name from one address, in a quarter of an hour.
    requests_per_minute
        Requests of one person in a minute; visitors from one address have half of it.
    config
        A TOML file with settings, by the names of these options.
    explain
        Print every setting, its value and where that comes from, and start nothing.
    recover
        Give this administrator a password for once, where no other is left, and start nothing.
    """
    flags = {
        "database": database,
        "host": host,
        "port": port,
        "workers": workers,
        "empty": empty,
        "pace": pace,
        "play_money": play_money,
        "checkpoints": checkpoints,
        "logs": logs,
        "key": key,
        "names": names,
        "proxies": proxies,
        "certificate": certificate,
        "certificate_key": certificate_key,
        "sign_up": sign_up,
        "shortest_password": shortest_password,
        "breached_passwords": breached_passwords,
        "session_hours": session_hours,
        "idle_minutes": idle_minutes,
        "staff_session_hours": staff_session_hours,
        "staff_idle_minutes": staff_idle_minutes,
        "sign_in_attempts": sign_in_attempts,
        "requests_per_minute": requests_per_minute,
    }
    settings, explained = settle(flags, file=config)
    if explain:
        print_settings(explained)
        return 0
    if recover is not None:
        hand_over_password(settings, recover)
        return 0
    with listening_socket(settings) as ear:
        run(settings, ear)
    return 0


def print_settings(explained: tuple[Explained, ...]) -> None:
    """Print every setting, its value and where that comes from."""
    for one in explained:
        print(f"{one.name} = {one.value!r} ({one.source})\n    {one.meaning}")


def hand_over_password(settings: Settings, name: str) -> None:
    """Print a password for once for an administrator who has lost theirs."""
    from croupier.web.people.recovery import recovered_password

    password = recovered_password(settings, name)
    print(f"{name} signs in with this password, once, within a day: {password}")


def listening_socket(settings: Settings) -> socket.socket:
    """Take the port; one that is in use is told in a sentence, before anything is opened."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    ear = socket.socket(family, socket.SOCK_STREAM)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ear.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        ear.close()
        where = f"{settings.host}:{settings.port}"
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CroupierError(
                f"something else listens on {where}: stop it, or take another --port"
            ) from None
        raise CroupierError(f"{where} cannot be listened on: {error}") from None
    ear.listen(socket.SOMAXCONN)
    return ear


def run(settings: Settings, ear: socket.socket) -> None:
    """Serve until somebody stops it."""
    from croupier.web.processes import serve_alone, serve_together

    host, port = ear.getsockname()[:2]
    scheme = "https" if settings.certificate else "http"
    many = f", with {settings.workers} processes" if settings.workers > 1 else ""
    print(f"The floor opens at {scheme}://{host}:{port}{many}", flush=True)
    if settings.workers == 1:
        serve_alone(settings, ear)
    else:
        serve_together(settings, ear)
