"""``croupier serve``: the server, with the floor open to browsers and programs."""

import errno
import socket
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.app.settings import (
    DEFAULT,
    BadSettingError,
    ExplainedSetting,
    Settings,
    effective_settings,
)
from croupier.errors import CroupierError
from croupier.record.stores.locations import without_password
from croupier.terminal.arguments import NUMBER, MaybeWhole
from croupier.terminal.output import print_note

Flag = Annotated[bool | None, Parameter(negative=())]
UNREAD_SECONDS = 60
"""Seconds that sent data may stay unacknowledged before the system closes the connection."""


def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: MaybeWhole = None,
    workers: MaybeWhole = None,
    empty: Flag = None,
    demo: Flag = None,
    pace: Annotated[float | None, NUMBER] = None,
    play_money: MaybeWhole = None,
    guests: MaybeWhole = None,
    mathematics: bool | None = None,
    reveal: str | None = None,
    checkpoints: str | None = None,
    logs: str | None = None,
    log_collector: str | None = None,
    log_authority: str | None = None,
    database_password: bool | None = None,
    key: str | None = None,
    names: str | None = None,
    proxies: str | None = None,
    private_network: bool | None = None,
    strict: bool | None = None,
    certificate: str | None = None,
    certificate_key: str | None = None,
    sign_up: bool | None = None,
    players_need_codes: bool | None = None,
    code_drift: MaybeWhole = None,
    shortest_password: MaybeWhole = None,
    breached_passwords: str | None = None,
    session_hours: MaybeWhole = None,
    idle_minutes: MaybeWhole = None,
    staff_session_hours: MaybeWhole = None,
    staff_idle_minutes: MaybeWhole = None,
    sign_in_attempts: MaybeWhole = None,
    requests_per_minute: MaybeWhole = None,
    false_alarm_days: MaybeWhole = None,
    alert_notice_minutes: MaybeWhole = None,
    alert_silent_minutes: MaybeWhole = None,
    alert_jackpot: MaybeWhole = None,
    alert_webhook: str | None = None,
    alert_webhook_key: str | None = None,
    alert_mail: str | None = None,
    mail_server: str | None = None,
    mail_from: str | None = None,
    mail_user: str | None = None,
    mail_password: str | None = None,
    config: Path | None = None,
    explain: Annotated[bool, Parameter(negative=())] = False,
    recover: str | None = None,
    accept_rollback: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Open the floor to browsers and programs.

    By default, the floor is stored in croupier.db and the server listens on
    127.0.0.1:8000. A setting may also come from the environment (CROUPIER_PORT)
    or from a TOML file; a flag overrides both.

    Examples:

        croupier serve

        croupier serve --demo

        croupier serve --database postgresql://localhost/casino --workers 2

        croupier serve --config casino.toml --explain

        croupier serve --recover administrator

    Parameters
    ----------
    database
        Where the floor is stored: a file, or the address of a PostgreSQL server.
    host
        The address to listen on.
    port
        The port to listen on.
    workers
        How many processes to run; more than one requires PostgreSQL.
    empty
        Open no tables on a new floor.
    demo
        Open a floor for showing: software plays, anybody signs in as any role with one click.
        Only this machine can reach it, and it is gone when the server stops.
    pace
        Seconds between two cards at the tables of a new floor; 0 deals at once.
    play_money
        Dollars of play money for every new player; 0 for none.
    guests
        How many guests may play at a time at practice tables, without an account; 0 for none.
    mathematics
        Compute beside the server what each call is worth, and the house edge of every table.
    reveal
        When players may learn and check all cards: shoe, when a shoe is over (at
        Caribbean Stud and shuffling devices, when the gaming day is); day; or never.
    checkpoints
        A folder for copies of signed checkpoints.
    logs
        The format of the logs: json or plain.
    log_collector
        Send every line of the logs to this address too, such as tls://logs.example.org:6514.
    log_authority
        A file with the certificates that the collector's is checked against.
    database_password
        Whether the database may ask for a password.
    key
        The file with the master key, which encrypts the order of the cards.
    names
        The server's host names, separated by commas.
    proxies
        Addresses of trusted proxies that terminate TLS, separated by commas.
    private_network
        Whether a trusted proxy on another machine may use plain http.
    strict
        Leave nothing open that ASVS level 2 asks for: codes for players too, TLS to proxies
        elsewhere, no database password, and a log collector.
    certificate
        The certificate file, if the server itself speaks TLS.
    certificate_key
        The file with the certificate's key.
    sign_up
        Let people create their own accounts.
    players_need_codes
        Have players, too, sign in with a code besides the password.
    code_drift
        How many intervals of 30 seconds a code may be early or late: 0 or 1.
    shortest_password
        The minimum length of a password.
    breached_passwords
        A file with the hashes of breached passwords; nobody may choose one of them.
    session_hours
        How long a player's session can last.
    idle_minutes
        How long a player's session survives without a request.
    staff_session_hours
        How long anybody else's session can last.
    staff_idle_minutes
        How long anybody else's session survives without a request.
    sign_in_attempts
        How often one name may try to sign in from one address in 15 minutes.
    requests_per_minute
        Requests a minute for each person; visitors from one address share half as many.
    false_alarm_days
        How many days pass in the mean until chance alone makes surveillance alert.
    alert_notice_minutes
        How many minutes a notice may be open before an alert; 0 for no such alert.
    alert_silent_minutes
        How many minutes a table with players may be silent before an alert; 0 for none.
    alert_jackpot
        The dollars from which on a jackpot raises an alert; 0 for none.
    alert_webhook
        Post alerts to this address, such as https://example.org/alerts.
    alert_webhook_key
        The file with the secret that posted alerts are signed with.
    alert_mail
        Mail alerts to these addresses, separated by commas.
    mail_server
        The server for mail, such as smtps://mail.example.org.
    mail_from
        The sender of mail.
    mail_user
        The name to sign in to the mail server with.
    mail_password
        The file with the password for the mail server.
    config
        A TOML file with settings, named like these options.
    explain
        Print every setting with its value and source, and start nothing.
    recover
        Give an administrator a one-time password, and start nothing.
    accept_rollback
        Continue from a record that is older than its newest checkpoint; the record says so.
    """
    flags = {
        "database": database,
        "host": host,
        "port": port,
        "workers": workers,
        "empty": empty,
        "demo": demo,
        "pace": pace,
        "play_money": play_money,
        "guests": guests,
        "mathematics": mathematics,
        "reveal": reveal,
        "checkpoints": checkpoints,
        "logs": logs,
        "log_collector": log_collector,
        "log_authority": log_authority,
        "database_password": database_password,
        "key": key,
        "names": names,
        "proxies": proxies,
        "private_network": private_network,
        "strict": strict,
        "certificate": certificate,
        "certificate_key": certificate_key,
        "sign_up": sign_up,
        "players_need_codes": players_need_codes,
        "code_drift": code_drift,
        "shortest_password": shortest_password,
        "breached_passwords": breached_passwords,
        "session_hours": session_hours,
        "idle_minutes": idle_minutes,
        "staff_session_hours": staff_session_hours,
        "staff_idle_minutes": staff_idle_minutes,
        "sign_in_attempts": sign_in_attempts,
        "requests_per_minute": requests_per_minute,
        "false_alarm_days": false_alarm_days,
        "alert_notice_minutes": alert_notice_minutes,
        "alert_silent_minutes": alert_silent_minutes,
        "alert_jackpot": alert_jackpot,
        "alert_webhook": alert_webhook,
        "alert_webhook_key": alert_webhook_key,
        "alert_mail": alert_mail,
        "mail_server": mail_server,
        "mail_from": mail_from,
        "mail_user": mail_user,
        "mail_password": mail_password,
    }
    settings, explained = effective_settings(flags, file=config)
    if explain:
        print_settings(explained)
        return 0
    if recover is not None:
        print_recovery_password(settings, recover)
        return 0
    if settings.demo:
        serve_demo(settings, explained)
        return 0
    with listening_socket(settings) as ear:
        if accept_rollback:
            accept_older_record(settings)
        run(settings, ear)
    return 0


def serve_demo(settings: Settings, explained: tuple[ExplainedSetting, ...]) -> None:
    """Serve the demo in a folder that is gone afterwards."""
    if any(one.name == "database" and one.source != DEFAULT for one in explained):
        raise BadSettingError(
            "--demo: it has a floor of its own, which is gone when the server stops: leave out "
            "--database"
        )
    with TemporaryDirectory(prefix="croupier-demo-") as folder, listening_socket(settings) as ear:
        run(replace(settings, database=str(Path(folder) / "demo.db")), ear)


def print_settings(explained: tuple[ExplainedSetting, ...]) -> None:
    """Print every setting with its value, without passwords, and its source."""
    for one in explained:
        value = without_password(one.value) if isinstance(one.value, str) else one.value
        print(f"{one.name} = {value!r} ({one.source})\n    {one.meaning}")


def print_recovery_password(settings: Settings, name: str) -> None:
    """Print a one-time password for an administrator who has lost theirs."""
    from croupier.app.people import recover_administrator

    password = recover_administrator(settings, name)
    print(f"{name} can sign in once, within a day, with this password: {password}")


def accept_older_record(settings: Settings) -> None:
    """Note in the record that the house continues from an older state, and print it.

    End all sessions and tokens: the older record does not show which have been ended since.
    """
    from croupier.app.application import open_server_store
    from croupier.web.auth.administration import end_sessions_of

    store = open_server_store(settings, accept_rollback=True)
    store.close()
    shown = without_password(settings.database)
    if store.discarded_shoes is None:
        print_note(f"{shown} was not rolled back")
        return
    end_sessions_of(settings.database)
    print_note(
        f"{shown} was rolled back, and continues from there; "
        f"{store.discarded_shoes} shoes in play were discarded"
    )


def listening_socket(settings: Settings) -> socket.socket:
    """Bind the port. Raise, before anything is opened, if it is in use."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    ear = socket.socket(family, socket.SOCK_STREAM)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if (timeout := getattr(socket, "TCP_USER_TIMEOUT", None)) is not None:
        ear.setsockopt(socket.IPPROTO_TCP, timeout, UNREAD_SECONDS * 1000)
    try:
        ear.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        ear.close()
        where = f"{settings.host}:{settings.port}"
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CroupierError(
                f"{where} is in use: stop the other program, or choose another --port"
            ) from None
        raise CroupierError(f"cannot listen on {where}: {error}") from None
    ear.listen(socket.SOMAXCONN)
    return ear


def run(settings: Settings, ear: socket.socket) -> None:
    """Serve until the process is stopped."""
    from croupier.app.processes import serve_alone, serve_together

    host, port = ear.getsockname()[:2]
    scheme = "https" if settings.certificate else "http"
    many = f", with {settings.workers} processes" if settings.workers > 1 else ""
    notice = f"The floor opens at {scheme}://{host}:{port}{many}"
    serve = serve_alone if settings.workers == 1 else serve_together
    serve(settings, ear, ready=lambda: print(notice, flush=True))
