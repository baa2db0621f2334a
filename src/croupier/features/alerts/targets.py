"""When alerts are raised and where they go, as the settings say it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from croupier.errors import CroupierError
from croupier.money import Cents

WEBHOOK, MAIL = "webhook", "mail"
SHORTEST_KEY = 16
"""The fewest characters of the secret that posted alerts are signed with."""


class UnusableTargetError(CroupierError):
    """A target for alerts that cannot be used."""


class MailTarget(NamedTuple):
    """Where alerts are mailed, and by which server."""

    server: str
    """``smtp://host:port`` (STARTTLS, except on this machine) or ``smtps://host:port``."""
    to: str
    """The recipients, separated by commas."""
    sender: str
    user: str = ""
    """The name to sign in with; empty for none."""
    password: str = ""


class WebhookTarget(NamedTuple):
    """Where alerts are posted."""

    address: str
    key: bytes
    """The secret that messages are signed with."""


def read_secret(file: str, *, least: int = 1) -> str:
    """Return the secret in a file. Raise :class:`UnusableTargetError`, which never quotes it."""
    try:
        secret = Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError):
        raise UnusableTargetError(f"{file}: the file cannot be read") from None
    if len(secret) < least:
        raise UnusableTargetError(f"{file}: a secret of at least {least} characters is needed")
    return secret


def check_address(
    address: str, schemes: tuple[str, ...], *, loopback: Callable[[str], bool]
) -> None:
    """Raise :class:`UnusableTargetError` for an address that is wrong, or readable on the way."""
    parts = urlsplit(address)
    if parts.scheme not in schemes or not parts.hostname:
        wanted = " or ".join(f"{one}://host" for one in schemes)
        raise UnusableTargetError(f"{address!r} is not an address: write {wanted}")
    if parts.username or parts.password:
        raise UnusableTargetError("write no name or password into the address")
    if parts.scheme == "http" and not loopback(parts.hostname):
        raise UnusableTargetError(f"{address!r}: use https to another machine")


class AlertRules(NamedTuple):
    """When somebody is called."""

    notice_minutes: int = 5
    """How long a notice may be open; 0 for no such rule."""
    silent_minutes: int = 10
    """How long nothing may happen at a table with players; 0 for no such rule."""
    jackpot: Cents = 0
    """The mark that a jackpot may not pass unnoticed; 0 for none."""
    webhook: WebhookTarget | None = None
    mail: MailTarget | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """Where alerts go besides the page."""
        both = ((WEBHOOK, self.webhook), (MAIL, self.mail))
        return tuple(name for name, target in both if target is not None)
