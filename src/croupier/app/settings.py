"""Settings of the server: from flags, the environment and one TOML file, in that order."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec

from croupier.app.log_forwarding import collector_at
from croupier.errors import CroupierError
from croupier.features.alerts.targets import (
    SHORTEST_KEY,
    AlertRules,
    MailTarget,
    UnusableTargetError,
    WebhookTarget,
    check_address,
    read_secret,
)
from croupier.features.fairness.rules.shoes import Reveal
from croupier.house.terms import HouseTerms
from croupier.kit.shapes import fault_in
from croupier.kit.toml_files import UnreadableFileError, read_toml
from croupier.record.stores.locations import POSTGRES
from croupier.web.auth import policy
from croupier.web.auth.policy import SHORTEST_LISTED, BreachedPasswords, Policy, Rate
from croupier.web.http.middleware import Site, is_loopback, site_for

PREFIX = "CROUPIER_"
"""The prefix of settings in the environment: ``CROUPIER_PORT``."""
FLAG, ENVIRONMENT, FILE, DEFAULT = "flag", "environment", "file", "default"
"""Where a value comes from, the strongest first."""

BOUNDS = (
    ("shortest_password", SHORTEST_LISTED, 64),
    ("session_hours", 1, 8760),
    ("idle_minutes", 1, 525_600),
    ("staff_session_hours", 1, 24),
    ("staff_idle_minutes", 1, 720),
    ("code_drift", 0, 1),
    ("sign_in_attempts", 3, 1000),
    ("guests", 0, 1000),
    ("requests_per_minute", 100, 1_000_000),
    ("false_alarm_days", 1, 36_500),
    ("alert_notice_minutes", 0, 1440),
    ("alert_silent_minutes", 0, 1440),
    ("alert_jackpot", 0, 1_000_000_000),
)
"""Settings that are numbers, with their bounds."""
WORDS = (
    ("logs", ("", "json", "plain"), "json or plain"),
    ("reveal", tuple(one.value for one in Reveal), "shoe, day or never"),
)
"""Settings that are words, the allowed ones, and their name in messages."""
VERIFIED = ("verify-ca", "verify-full")
"""The values of ``sslmode`` that prevent eavesdropping and impersonation of the database."""


def unsafe_database(address: str) -> str:
    """Return why an address of a PostgreSQL server is unsafe; empty if it is safe.

    >>> unsafe_database("postgresql://casino@db.example.org/floor?sslmode=verify-full")
    ''
    """
    if not address.startswith(POSTGRES):
        return ""
    parts = urlsplit(address)
    given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    told = given.get("hostaddr") or given.get("host") or parts.hostname
    host = told or os.environ.get("PGHOST", "")
    mode = given.get("sslmode") or os.environ.get("PGSSLMODE", "")
    if not host or host.startswith("/") or is_loopback(host) or mode in VERIFIED:
        return ""
    return (
        f"{host} is another machine, and others could listen in: add ?sslmode=verify-full to the "
        "address, and sslrootcert where the certificate is the house's own"
    )


class BadSettingError(CroupierError):
    """A setting with an invalid or unsafe value."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Every setting of the server; one left out has the default."""

    database: str = "croupier.db"
    """Where the floor is stored: a file, or the address of a PostgreSQL server."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8000
    """The port to listen on."""
    workers: int = 1
    """How many processes to run; more than one requires PostgreSQL."""
    empty: bool = False
    """Whether a new floor opens without tables."""
    demo: bool = False
    """Whether to open a floor for showing: software plays at its tables, and anybody signs in as
    any role with one click. Only this machine can reach it, and it is gone when the server stops.
    """
    pace: float = 0.6
    """Seconds between two cards at the tables of a new floor; 0 deals at once."""
    play_money: int = 1000
    """Dollars of play money for every new player; 0 for none."""
    guests: int = 50
    """How many guests may play at a time, without an account, each at a practice table of their
    own; 0 for none. There are none either where nobody may sign up, where players need codes, and
    without play money."""
    mathematics: bool = True
    """Whether a process of low priority beside the server computes what each call is worth, and the
    house edge of every table. A machine with little memory may do without: the coach then computes
    in the server itself, and no edges are shown."""
    reveal: str = "shoe"
    """When everybody learns the house's seed, and with it all cards: shoe (when a shoe is over; at
    Caribbean Stud and shuffling devices when the gaming day is), day (always then), or never."""
    checkpoints: str = ""
    """A folder for copies of signed checkpoints, for somebody outside to collect; none if empty."""
    logs: str = ""
    """The format of the logs: json or plain; if empty, plain in a terminal and JSON elsewhere."""
    log_collector: str = ""
    """Another machine that gets every line of the logs too, as syslog over TLS, such as
    tls://logs.example.org:6514; none if empty."""
    log_authority: str = ""
    """A file with the certificates (PEM) that the collector's is checked against; if empty, those
    that the system trusts."""
    database_password: bool = True
    """Whether the database may ask the server for a password, which serves anybody who knows it; if
    not, use the socket of the machine (peer) or a client certificate."""
    key: str = ""
    """The file with the master key, which encrypts the order of the cards; if empty, the file
    beside the database."""
    names: str = ""
    """The server's host names, separated by commas; the loopback's names always work."""
    proxies: str = ""
    """Addresses or networks of trusted proxies that terminate TLS, separated by commas."""
    private_network: bool = True
    """Whether the way from a trusted proxy on another machine is private, such as by a VPN, so that
    it may use plain http; if not, the server needs a certificate."""
    strict: bool = False
    """Whether nothing is left open that ASVS level 2 asks for: players need codes, a proxy on
    another machine needs TLS, the database may not ask for a password, and the logs need a
    collector, whatever the settings for these say."""
    certificate: str = ""
    """The certificate file (PEM), if the server itself speaks TLS."""
    certificate_key: str = ""
    """The file with the certificate's key."""
    sign_up: bool = True
    """Whether people may create their own accounts; otherwise an administrator creates them."""
    players_need_codes: bool = False
    """Whether players, like everybody else, must sign in with a code besides the password."""
    code_drift: int = 0
    """How many intervals of 30 seconds a code may be early or late, for devices whose clocks
    differ: 0 or 1."""
    shortest_password: int = 12
    """The minimum length of a password: 10 to 64 characters."""
    breached_passwords: str = ""
    """A file with the SHA-1 hashes of breached passwords, sorted, one on each line, as published by
    Have I Been Pwned; nobody may choose one of them. If empty, only the list of leaked
    passwords counts that is installed with the server."""
    session_hours: int = 168
    """How long a player's session can last."""
    idle_minutes: int = 720
    """How long a player's session survives without a request."""
    staff_session_hours: int = 12
    """How long anybody else's session can last."""
    staff_idle_minutes: int = 30
    """How long anybody else's session survives without a request."""
    sign_in_attempts: int = 10
    """How often one name may try to sign in from one address in 15 minutes."""
    requests_per_minute: int = 6000
    """Requests a minute for each person; visitors from one address share half as many."""
    false_alarm_days: int = 365
    """How many days pass in the mean, at least, until chance alone makes surveillance alert."""
    alert_notice_minutes: int = 5
    """How many minutes a notice may be open before an alert; 0 for no such alert."""
    alert_silent_minutes: int = 10
    """How many minutes nothing may happen at a table with players; 0 for no such alert."""
    alert_jackpot: int = 0
    """The dollars from which on a jackpot raises an alert; 0 for no such alert."""
    alert_webhook: str = ""
    """The address that alerts are posted to, such as https://example.org/alerts; none if empty."""
    alert_webhook_key: str = ""
    """The file with the secret that posted alerts are signed with, 16 characters or more."""
    alert_mail: str = ""
    """Who gets alerts by mail: addresses separated by commas; nobody if empty."""
    mail_server: str = ""
    """The server for mail: smtp://host:587, which must offer STARTTLS unless it is on this machine,
    or smtps://host:465."""
    mail_from: str = ""
    """The sender of mail."""
    mail_user: str = ""
    """The name to sign in to the mail server with; empty for none."""
    mail_password: str = ""
    """The file with the password for the mail server; empty for none."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSettingError(f"--port: {self.port} is not a port; choose 0 to 65535")
        if self.workers < 1:
            raise BadSettingError("--workers: 1 or more")
        if self.workers > 1 and not self.database.startswith(POSTGRES):
            raise BadSettingError(
                "--workers: only one process can write to a SQLite file; several need --database "
                "postgresql://..."
            )
        if not 0 <= self.pace <= 10:
            raise BadSettingError("--pace: 0 to 10 seconds between two cards")
        if not 0 <= self.play_money <= 1_000_000:
            raise BadSettingError("--play-money: 0 to 1000000 dollars for a new player")
        for name, least, most in BOUNDS:
            if not least <= getattr(self, name) <= most:
                flag = name.replace("_", "-")
                raise BadSettingError(f"--{flag}: {least} to {most}, not {getattr(self, name)}")
        if bool(self.certificate) != bool(self.certificate_key):
            raise BadSettingError("--certificate and --certificate-key belong together")
        self._check_words()
        self._check_safety()
        self._check_alerts()
        self._check_demo()

    def _check_demo(self) -> None:
        """Raise ``BadSettingError`` for a demo that others could reach: it asks no passwords."""
        if not self.demo:
            return
        if not is_loopback(self.host):
            raise BadSettingError(
                f"--demo: anybody could sign in as anybody, so it listens on 127.0.0.1 or ::1 "
                f"alone, not on {self.host}"
            )
        if self.names or self.proxies:
            raise BadSettingError(
                "--demo: only this machine may reach it: no --names, no --proxies"
            )
        if self.workers > 1 or self.empty or self.strict:
            raise BadSettingError("--demo: without --workers, --empty and --strict")

    def _check_words(self) -> None:
        """Raise ``BadSettingError`` for a word that the setting does not allow."""
        for name, known, told in WORDS:
            if getattr(self, name) not in known:
                raise BadSettingError(f"--{name}: {told}, not {getattr(self, name)!r}")

    def _check_safety(self) -> None:
        """Raise ``BadSettingError`` for unencrypted connections and for an unreadable list of
        passwords."""
        _ = self.site, self.policy
        if unsafe := unsafe_database(self.database):
            raise BadSettingError(f"--database: {unsafe}")
        if self.log_collector:
            collector_at(self.log_collector)
        elif self.strict:
            raise BadSettingError(
                "--strict: logs must leave this machine; name a collector with --log-collector"
            )

    def _check_alerts(self) -> None:
        """Raise ``BadSettingError`` for targets of alerts that cannot be used."""
        if bool(self.alert_webhook) != bool(self.alert_webhook_key):
            raise BadSettingError("--alert-webhook and --alert-webhook-key belong together")
        mail = (self.alert_mail, self.mail_server, self.mail_from)
        if any(mail) != all(mail):
            raise BadSettingError("--alert-mail, --mail-server and --mail-from belong together")
        if bool(self.mail_user) != bool(self.mail_password):
            raise BadSettingError("--mail-user and --mail-password belong together")
        _ = self.alert_rules

    @property
    def alert_rules(self) -> AlertRules:
        """When alerts are raised and where they go. Raise ``BadSettingError`` if they cannot."""
        webhook = mail = None
        try:
            if self.alert_webhook:
                check_address(self.alert_webhook, ("https", "http"), loopback=is_loopback)
                secret = read_secret(self.alert_webhook_key, least=SHORTEST_KEY)
                webhook = WebhookTarget(self.alert_webhook, secret.encode())
            if self.alert_mail:
                check_address(self.mail_server, ("smtp", "smtps"), loopback=is_loopback)
                password = read_secret(self.mail_password) if self.mail_password else ""
                mail = MailTarget(
                    self.mail_server, self.alert_mail, self.mail_from, self.mail_user, password
                )
        except UnusableTargetError as error:
            raise BadSettingError(f"alerts: {error}") from None
        return AlertRules(
            notice_minutes=self.alert_notice_minutes,
            silent_minutes=self.alert_silent_minutes,
            jackpot=self.alert_jackpot * 100,
            webhook=webhook,
            mail=mail,
        )

    @property
    def site(self) -> Site:
        """The server's site. Raise ``BadSettingError`` if it is unsafe."""
        return site_for(
            self.host,
            names=self.names,
            proxies=self.proxies,
            secure=bool(self.certificate),
            private=self.private_network and not self.strict,
        )

    @property
    def policy(self) -> Policy:
        """The policy for accounts."""
        a_minute = policy.MINUTE
        return Policy(
            sign_up=self.sign_up,
            guests=self.guests if self._takes_guests else 0,
            players_need_codes=self.players_need_codes or self.strict,
            staff_need_codes=not self.demo,
            code_drift=self.code_drift,
            breached=BreachedPasswords(Path(self.breached_passwords))
            if self.breached_passwords
            else None,
            shortest_password=self.shortest_password,
            session_seconds=self.session_hours * policy.HOUR,
            idle_seconds=self.idle_minutes * a_minute,
            staff_session_seconds=self.staff_session_hours * policy.HOUR,
            staff_idle_seconds=self.staff_idle_minutes * a_minute,
            sign_ins_by_name=Rate(self.sign_in_attempts, 15 * a_minute),
            requests_by_person=Rate(self.requests_per_minute, a_minute),
            requests_by_address=Rate(self.requests_per_minute // 2, a_minute),
        )

    @property
    def house_terms(self) -> HouseTerms:
        """The house's terms, until somebody changes them on the page of settings."""
        return HouseTerms(
            card_milliseconds=round(self.pace * 1000), play_money=self.play_money * 100
        )

    @property
    def _takes_guests(self) -> bool:
        """Whether guests may play: a password is enough to sign up, and there is play money."""
        codes = self.players_need_codes or self.strict
        return self.sign_up and not codes and bool(self.play_money)

    @property
    def takes_passwords(self) -> bool:
        """Whether a database may ask for a password."""
        return self.database_password and not self.strict

    @property
    def key_file(self) -> Path | None:
        """The file with the master key; ``None`` if it is beside the database."""
        return Path(self.key) if self.key else None


class ExplainedSetting(NamedTuple):
    """A setting with its meaning and the source of its value."""

    name: str
    """Its name, as a flag and in the file."""
    value: Any
    """The value in force."""
    source: str
    """``flag``, ``environment``, ``file`` or ``default``."""
    meaning: str


def effective_settings(
    flags: Mapping[str, Any],
    *,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> tuple[Settings, tuple[ExplainedSetting, ...]]:
    """Return the settings in force and the source of each; a flag that is ``None`` was not given.

    >>> settings, _ = effective_settings({"port": 8080}, environment={"CROUPIER_PACE": "0"})
    >>> settings.port, settings.pace
    (8080, 0.0)
    """
    told = os.environ if environment is None else environment
    written = {} if file is None else _read(file)
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for field in msgspec.structs.fields(Settings):
        name, in_environment = field.encode_name, PREFIX + field.name.upper()
        if flags.get(field.name) is not None:
            values[name], sources[name] = flags[field.name], FLAG
        elif in_environment in told:
            values[name] = _convert(told[in_environment], field.type, in_environment)
            sources[name] = ENVIRONMENT
        elif name in written:
            values[name], sources[name] = _convert(written[name], field.type, name), FILE
    if unknown := sorted(
        set(written) - {one.encode_name for one in msgspec.structs.fields(Settings)}
    ):
        raise BadSettingError(f"{file}: there is no setting {unknown[0]!r}")
    settings = Settings(**{name.replace("-", "_"): value for name, value in values.items()})
    return settings, explain_settings(settings, sources)


def explain_settings(
    settings: Settings, sources: Mapping[str, str]
) -> tuple[ExplainedSetting, ...]:
    """Return every setting with its meaning and the source of its value."""
    meanings = meanings_of_settings()
    return tuple(
        ExplainedSetting(
            field.encode_name,
            getattr(settings, field.name),
            sources.get(field.encode_name, DEFAULT),
            meanings[field.name],
        )
        for field in msgspec.structs.fields(Settings)
    )


def _convert(value: Any, kind: Any, name: str) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettingError(f"{name}: {fault_in(kind, str(error))}") from None


def _read(file: Path) -> dict[str, Any]:
    try:
        return read_toml(file)
    except UnreadableFileError as error:
        raise BadSettingError(f"{file}: {error}") from None


def meanings_of_settings() -> dict[str, str]:
    """Return the meaning of each setting, from the docstrings of its fields in the source."""
    import ast
    import inspect
    import textwrap

    (made,) = ast.parse(textwrap.dedent(inspect.getsource(Settings))).body
    assert isinstance(made, ast.ClassDef)
    meanings = {}
    for field, text in zip(made.body, made.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            assert isinstance(field.target, ast.Name)
            assert isinstance(text.value, ast.Constant)
            meanings[field.target.id] = " ".join(str(text.value.value).split())
    return meanings
