"""Handing alerts to somebody outside: a webhook that is signed, and mail.

Nothing here is waited for by a command or a page. What cannot be delivered is tried again, later
each time, and given up after some attempts.
"""

import asyncio
import hashlib
import hmac
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from datetime import datetime
from email.message import EmailMessage
from email.utils import make_msgid
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
import structlog

from croupier.errors import CroupierError
from croupier.features.alerts.targets import MailTarget, UnusableTargetError, WebhookTarget
from croupier.house.alerts import Alert

LOG = structlog.get_logger("croupier.alerts")
SIGNATURE = "Croupier-Signature"
"""The header with the time and the signature of a message."""
TIMEOUT_SECONDS = 10.0
ATTEMPTS = 6
FIRST_WAIT_SECONDS = 1.0
"""How long after the first attempt the next one is; the wait doubles each time."""
PORTS = {"smtp": 25, "smtps": 465}


class AlertMessage(msgspec.Struct, frozen=True, rename="kebab"):
    """An alert as a webhook receives it."""

    alert: str
    """Names the alert; the same one may arrive more than once."""
    rule: str
    """The rule that raised it: ``notice``, ``silence``, ``jackpot`` or ``band``."""
    subject: str
    """The table, the dealer or the jackpot that it is about."""
    text: str
    """What happened, in a sentence."""
    raised: datetime
    """When it was raised."""


def message_of(alert: Alert) -> bytes:
    """Return an alert as JSON."""
    message = AlertMessage(alert.alert, alert.rule.value, alert.subject, alert.text, alert.raised)
    return msgspec.json.encode(message)


def signature(key: bytes, at: int, body: bytes) -> str:
    """Return the signature of a message sent at a time: HMAC-SHA-256 over time, dot and body.

    >>> signature(b"secret", 1, b"{}")[:24]
    't=1,v1=1122767b193110cfe'
    """
    digest = hmac.new(key, b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


async def post(target: WebhookTarget, alert: Alert, now: datetime) -> None:
    """Post an alert. Raise if it did not arrive."""
    body = message_of(alert)
    headers = {
        "Content-Type": "application/json",
        SIGNATURE: signature(target.key, int(now.timestamp()), body),
    }
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client:
        answer = await client.post(target.address, content=body, headers=headers)
    if not answer.is_success:
        raise UnusableTargetError(f"the webhook answered {answer.status_code}")


def mail_of(target: MailTarget, alert: Alert) -> EmailMessage:
    """Return an alert as a mail."""
    mail = EmailMessage()
    mail["Subject"] = f"[croupier] {alert.rule.value}: {alert.subject}"
    mail["From"], mail["To"] = target.sender, target.to
    mail["Date"], mail["Message-ID"] = alert.raised, make_msgid(domain="croupier.invalid")
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(
        f"{alert.text}\n\nRaised {alert.raised:%-d %B %Y, %H:%M UTC}. Acknowledge it in the pit.\n"
    )
    return mail


def send_mail(target: MailTarget, alert: Alert, *, plain: bool) -> None:
    """Send a mail, with TLS unless ``plain``. Raise if the server did not take it."""
    parts = urlsplit(target.server)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    tls = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=tls)
        if parts.scheme == "smtps"
        else smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
    ) as server:
        if parts.scheme == "smtp" and not plain:
            server.starttls(context=tls)
        if target.user:
            server.login(target.user, target.password)
        server.send_message(mail_of(target, alert))


class Delivered(NamedTuple):
    """What came of handing an alert over."""

    attempts: int
    failure: str
    """Why it was given up; empty if it arrived."""


async def deliver(
    send: Callable[[], Awaitable[None]], *, first_wait: float = FIRST_WAIT_SECONDS
) -> Delivered:
    """Try to hand an alert over, with longer and longer pauses."""
    failure = ""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await send()
        except (httpx.HTTPError, OSError, smtplib.SMTPException, CroupierError) as error:
            failure = str(error) or type(error).__name__
            LOG.warning("an alert could not be delivered", attempt=attempt, why=failure)
            if attempt < ATTEMPTS:
                await asyncio.sleep(first_wait * 2 ** (attempt - 1))
        else:
            return Delivered(attempt, "")
    return Delivered(ATTEMPTS, failure)
