"""The alerts of a server: what the rules find, what is open, and what goes outside."""

import asyncio
import os
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import get_args
from urllib.parse import urlsplit

import msgspec
import structlog

from croupier.features.alerts.delivery import FIRST_WAIT_SECONDS, deliver, post, send_mail
from croupier.features.alerts.targets import WEBHOOK, AlertRules
from croupier.floor.floor import HOUSE
from croupier.house.alerts import (
    Alert,
    AlertClaimed,
    AlertEvent,
    AlertRaised,
    AlertRule,
    AlertSent,
    acknowledge,
    after,
)
from croupier.messages import Refused
from croupier.money import in_dollars
from croupier.record.codec import decode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.rulebooks import Role
from croupier.streams import ALERTS
from croupier.web.http.middleware import is_loopback
from croupier.web.live.read_model import ReadModel
from croupier.web.service.floor_service import FloorService
from croupier.web.service.guest_tables import is_guest_table

LOG = structlog.get_logger("croupier.alerts")
LOOK_SECONDS = 5.0
"""How often the rules are looked at."""
HELD_ALERTS = 500
"""How many alerts are held; the oldest acknowledged ones are forgotten first."""
MOST_WAITING = 200
"""How many alerts may wait to go outside at a time; more follow with a later look."""
CLAIM_SECONDS = 300
"""How long one process may take to hand an alert outside, with all its attempts; if nothing is
recorded by then, it has died, and another one tries."""
EVENTS = get_args(AlertEvent)


def found_by_rules(rules: AlertRules, model: ReadModel, now: datetime) -> Iterator[AlertRaised]:
    """Yield what the rules find on the floor now."""
    for name, shown in model.tables.items():
        table = shown.table
        if is_guest_table(name) or shown.rests or table.choices.practice:
            continue
        for number, notice in enumerate(table.notices, 1):
            waits = None if notice.given is None else now - notice.given
            late = waits is not None and waits >= timedelta(minutes=rules.notice_minutes)
            if rules.notice_minutes and late and not notice.acknowledged:
                text = f"A notice at table {name} is open for {rules.notice_minutes} minutes"
                yield AlertRaised(
                    f"notice/{name}/{number}", AlertRule.NOTICE, name, f"{text}: {notice.about}."
                )
        silent = timedelta(minutes=rules.silent_minutes)
        quiet = shown.at is not None and now - shown.at >= silent
        if rules.silent_minutes and quiet and table.open and table.players:
            text = f"Nothing has happened at table {name} for {rules.silent_minutes} minutes."
            yield AlertRaised(f"silence/{name}/{shown.version}", AlertRule.SILENCE, name, text)
    for name, pool in model.states.pools.items():
        if rules.jackpot and pool.meter >= rules.jackpot:
            mark = in_dollars(rules.jackpot)
            yield AlertRaised(
                f"jackpot/{name}/{rules.jackpot}/{pool.paid_from_meter}",
                AlertRule.JACKPOT,
                name,
                f"The jackpot {name} has passed {mark}.",
            )


class AlertsSnapshot(msgspec.Struct, frozen=True):
    """All alerts in a snapshot of the floor."""

    alerts: dict[str, Alert]
    """The alerts by name."""


class AlertService:
    """Raises alerts, hands them outside, and holds those that are open."""

    def __init__(
        self, service: FloorService, rules: AlertRules, *, first_wait: float = FIRST_WAIT_SECONDS
    ) -> None:
        self._service, self.rules = service, rules
        self._first_wait = first_wait
        self.alerts: dict[str, Alert] = {}
        self._waiting: deque[AlertRaised] = deque()
        self._outside: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._queued: set[str] = set()
        self._process = f"{socket.gethostname()}/{os.getpid()}"

    # ------------------------------------------------------------------------------ following

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Follow what the record says of alerts."""
        for envelope in envelopes:
            event = envelope.event
            if not isinstance(event, EVENTS):
                continue
            at = envelope.recorded or envelope.at
            known = self.alerts.get(event.alert)
            if at is not None and (new := after(known, event, at=at, by=envelope.actor)):
                self.alerts[event.alert] = new
        if len(self.alerts) > HELD_ALERTS:
            done = [name for name, one in self.alerts.items() if not one.open]
            for name in done[: len(self.alerts) - HELD_ALERTS]:
                del self.alerts[name]

    def snapshot_state(self) -> AlertsSnapshot:
        """Return all alerts, for a snapshot of the floor."""
        return AlertsSnapshot(self.alerts)

    def restore_state(self, encoded: bytes) -> None:
        """Restore the alerts of a snapshot."""
        found: AlertsSnapshot = decode(AlertsSnapshot, encoded)
        self.alerts = found.alerts

    @property
    def open(self) -> tuple[Alert, ...]:
        """The alerts that nobody has acknowledged, the newest first."""
        found = (one for one in self.alerts.values() if one.open)
        return tuple(sorted(found, key=lambda one: one.raised, reverse=True))

    # -------------------------------------------------------------------------------- raising

    def report(self, raised: AlertRaised) -> None:
        """Note something unusual that is to be raised with the next look."""
        self._waiting.append(raised)

    async def run(self) -> None:
        """Look at the rules from time to time, and hand alerts outside, for ever."""
        await asyncio.gather(self._look_on(), self._send_on())

    async def _look_on(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                LOG.warning("alerts cannot be recorded", why=str(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Raise what the rules find now, and queue what is still to go outside."""
        now = self._service.clock.now()
        found = [*self._waiting, *found_by_rules(self.rules, self._service.read_model, now)]
        self._waiting.clear()
        for one in found:
            if one.alert not in self.alerts:
                await self._record_once(f"alert/{one.alert}", one)
        for alert in self.open:
            if self.is_to_go(alert, self._service.clock.now()):
                self._hand_over(alert.alert)

    async def _record_once(self, command_id: str, event: AlertEvent) -> bool:
        """Record something once, whichever process does so first. Return whether it was this one.

        Every process finds the same alerts. The writer runs ``decide`` again when another process
        was quicker, which then finds its event.
        """
        cause = Cause(command_id, HOUSE, Role.GAMING_MANAGER)

        def decide(log: Journal) -> bool:
            if log.recorded_events(cause) is not None:
                return False
            log.append([StreamWrite(ALERTS, ANY, (event,))], cause)
            return True

        return await self._service.record(decide)

    def is_to_go(self, alert: Alert, now: datetime) -> bool:
        """Return whether an alert is to go outside, and no process is at it."""
        is_left = bool(set(self.rules.targets) - {*alert.sent, *alert.failed})
        is_free = alert.claimed is None or now - alert.claimed > timedelta(seconds=CLAIM_SECONDS)
        return is_left and is_free and alert.alert not in self._queued

    def _hand_over(self, alert: str) -> None:
        try:
            self._outside.put_nowait(alert)
        except asyncio.QueueFull:
            LOG.warning("too many alerts wait to be delivered", alert=alert)
        else:
            self._queued.add(alert)

    # ------------------------------------------------------------------------------- sending

    async def _send_on(self) -> None:
        while True:
            name = await self._outside.get()
            self._queued.discard(name)
            try:
                await self._send_everywhere(name)
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                LOG.warning("an alert was not handed over", alert=name, why=str(error))

    async def _send_everywhere(self, name: str) -> None:
        """Hand an alert to all targets that it has not reached, unless another process does."""
        alert = self.alerts.get(name)
        if alert is None or not self.is_to_go(alert, self._service.clock.now()):
            return
        claimed = AlertClaimed(name, self._process)
        if not await self._record_once(f"alert-claim/{name}/{alert.claims + 1}", claimed):
            return
        left = [one for one in self.rules.targets if one not in (*alert.sent, *alert.failed)]
        await asyncio.gather(*(self._send(alert, target) for target in left))

    async def _send(self, alert: Alert, target: str) -> None:
        hand = partial(self._hand_to, alert, target)
        done = await deliver(hand, first_wait=self._first_wait)
        event = AlertSent(alert.alert, target, done.attempts, done.failure)
        try:
            await self._record_once(f"alert-sent/{alert.alert}/{target}", event)
        except Exception as error:  # noqa: BLE001 - it has arrived, or was given up, all the same
            LOG.warning("that an alert was sent cannot be recorded", why=str(error))

    async def _hand_to(self, alert: Alert, target: str) -> None:
        """Hand an alert to a target. Raise if it did not arrive."""
        webhook, mail = self.rules.webhook, self.rules.mail
        if target == WEBHOOK and webhook is not None:
            await post(webhook, alert, self._service.clock.now())
        elif mail is not None:
            plain = is_loopback(urlsplit(mail.server).hostname or "")
            await asyncio.to_thread(partial(send_mail, mail, alert, plain=plain))

    # ------------------------------------------------------------------------- acknowledging

    async def acknowledge(self, name: str, cause: Cause) -> Refused | None:
        """Acknowledge an alert. Return the refusal if it is unknown, or somebody already has."""

        def decide(log: Journal) -> Refused | None:
            answer = acknowledge(_fold(log, name))
            if isinstance(answer, Refused):
                return answer
            log.append([StreamWrite(ALERTS, ANY, answer)], cause)
            return None

        return await self._service.record(decide)


def _fold(log: Journal, name: str) -> Alert | None:
    """Return an alert as of the record; ``None`` if it was never raised."""
    alert = None
    for envelope in log.read_stream(ALERTS):
        event, at = envelope.event, envelope.recorded or envelope.at
        if isinstance(event, EVENTS) and event.alert == name and at is not None:
            alert = after(alert, event, at=at, by=envelope.actor)
    return alert
