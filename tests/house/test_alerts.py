"""Alerts: open until somebody acknowledges them, and who did."""

from datetime import UTC, datetime

from croupier.house.alerts import (
    Alert,
    AlertAcknowledged,
    AlertRaised,
    AlertRule,
    AlertSent,
    acknowledge,
    after,
)
from croupier.messages import Refused

NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)
RAISED = AlertRaised("silence/1/7", AlertRule.SILENCE, "1", "Nothing happens at table 1.")


def raised() -> Alert:
    alert = after(None, RAISED, at=NOW, by="house")
    assert alert is not None
    return alert


def test_an_alert_is_open_until_it_is_acknowledged_and_names_who_did() -> None:
    alert = raised()
    assert alert.open
    assert acknowledge(alert) == (AlertAcknowledged("silence/1/7"),)
    done = after(alert, AlertAcknowledged("silence/1/7"), at=NOW, by="sam")
    assert done is not None
    assert (done.open, done.by, done.acknowledged) == (False, "sam", NOW)


def test_nobody_acknowledges_it_twice() -> None:
    done = after(raised(), AlertAcknowledged("silence/1/7"), at=NOW, by="sam")
    refused = acknowledge(done)
    assert isinstance(refused, Refused)
    assert refused.code == "alert/acknowledged"
    again = after(done, AlertAcknowledged("silence/1/7"), at=NOW, by="kim")
    assert again == done


def test_an_alert_that_nobody_raised_is_not_acknowledged() -> None:
    refused = acknowledge(None)
    assert isinstance(refused, Refused)
    assert refused.code == "alert/unknown"
    assert after(None, AlertAcknowledged("x"), at=NOW, by="sam") is None


def test_where_it_was_sent_and_where_not() -> None:
    sent = after(raised(), AlertSent("silence/1/7", "mail", 1), at=NOW, by="house")
    both = after(sent, AlertSent("silence/1/7", "webhook", 6, "refused"), at=NOW, by="house")
    assert both is not None
    assert (both.sent, both.failed, both.open) == (("mail",), ("webhook",), True)
