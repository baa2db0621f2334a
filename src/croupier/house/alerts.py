"""Alerts: what the house's own rules call somebody for, and who has acknowledged it."""

from datetime import datetime
from enum import Enum

import msgspec
from msgspec.structs import replace

from croupier.messages import Event, Refused


class AlertRule(Enum):
    """Why an alert is raised."""

    NOTICE = "notice"
    """A notice at a table has been open for too long."""
    SILENCE = "silence"
    """Nothing has happened for too long at a table with players."""
    JACKPOT = "jackpot"
    """A jackpot has passed its mark."""
    BAND = "band"
    """A table or a dealer has left what chance allows."""


class AlertRaised(Event, frozen=True, tag="alert-raised"):
    """One of the house's rules calls somebody."""

    alert: str
    """Names the alert: its rule and what it is about, so that it is raised once."""
    rule: AlertRule
    """Which rule."""
    subject: str
    """The table, the dealer or the jackpot that it is about."""
    text: str
    """What happened, in a sentence."""


class AlertClaimed(Event, frozen=True, tag="alert-claimed"):
    """A process of the server has begun to hand an alert outside, so that no other does."""

    alert: str
    """Which alert."""
    process: str
    """Which process: the name of the machine and its number there."""


class AlertSent(Event, frozen=True, tag="alert-sent"):
    """An alert was handed to somebody outside, or could not be."""

    alert: str
    """Which alert."""
    target: str
    """``webhook`` or ``mail``."""
    attempts: int
    """How often it was tried."""
    failure: str = ""
    """Why it was given up; empty where it arrived."""


class AlertAcknowledged(Event, frozen=True, tag="alert-acknowledged"):
    """Somebody has taken an alert on; the record says who."""

    alert: str
    """Which alert."""


AlertEvent = AlertRaised | AlertClaimed | AlertSent | AlertAcknowledged
"""What happens to alerts."""


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert, open until somebody acknowledges it."""

    alert: str
    """Its name."""
    rule: AlertRule
    """Why it was raised."""
    subject: str
    """The table, the dealer or the jackpot that it is about."""
    text: str
    """What happened, in a sentence."""
    raised: datetime
    """When it was raised."""
    claims: int = 0
    """How many processes have begun to hand it outside; more than one if one of them died."""
    claimed: datetime | None = None
    """When the last of them did; none before."""
    sent: tuple[str, ...] = ()
    """The targets that it was handed to."""
    failed: tuple[str, ...] = ()
    """The targets that could not be reached."""
    acknowledged: datetime | None = None
    """When somebody acknowledged it; none while it is open."""
    by: str = ""
    """Who did, by id; empty while it is open."""

    @property
    def open(self) -> bool:
        """Whether nobody has acknowledged it."""
        return self.acknowledged is None


def after(alert: Alert | None, event: AlertEvent, *, at: datetime, by: str) -> Alert | None:
    """Return an alert after an event; ``None`` for an event about an alert that is unknown."""
    if isinstance(event, AlertRaised):
        return Alert(
            alert=event.alert, rule=event.rule, subject=event.subject, text=event.text, raised=at
        )
    if alert is None:
        return None
    if isinstance(event, AlertAcknowledged):
        return replace(alert, acknowledged=at, by=by) if alert.open else alert
    if isinstance(event, AlertClaimed):
        return replace(alert, claims=alert.claims + 1, claimed=at)
    if event.failure:
        return replace(alert, failed=(*alert.failed, event.target))
    return replace(alert, sent=(*alert.sent, event.target))


def acknowledge(alert: Alert | None) -> tuple[AlertEvent, ...] | Refused:
    """Decide that somebody acknowledges an alert."""
    if alert is None:
        return Refused("alert/unknown", "", "there is no such alert")
    if not alert.open:
        return Refused("alert/acknowledged", "", "somebody has acknowledged this alert already")
    return (AlertAcknowledged(alert.alert),)
