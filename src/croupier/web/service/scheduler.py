"""The scheduler: submits what falls due by time, once across all processes.

Deadlines follow from the log, so every process knows the same ones. The id of what is submitted is
made of the table, what was due and the version since when; a second one is recognised.
"""

import asyncio
from collections.abc import Hashable, Iterable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from croupier.floor.floor import DEALER, Floor
from croupier.floor.timers import TimeLimit, time_limits
from croupier.house.gaming_days import FloorStarted
from croupier.messages import Command
from croupier.record.envelopes import Cause, Envelope
from croupier.rulebooks import Role
from croupier.streams import TABLE
from croupier.web.service.floor_service import FloorService
from croupier.web.service.readiness import advance_if_ready
from croupier.web.service.submit import submit_for_house

LONGEST_SLEEP_SECONDS = 1.0
"""The longest sleep between two looks at the deadlines, in seconds."""
BEGINNING = datetime.min.replace(tzinfo=UTC)
CLOCK = "clock"
"""The actor of everything that is submitted because a deadline is reached."""


class Deadline(NamedTuple):
    """A deadline at a table."""

    limit: TimeLimit
    version: int
    """The table's version when it fell due."""
    over: datetime
    """When the time is over."""

    def name(self, table: str) -> str:
        """Return the name of the deadline at a table, the same in every process."""
        what = sha256(repr(self.limit.key).encode()).hexdigest()[:16]
        return f"{table}/{what}@{self.version}"


class Scheduler:
    """Keeps the deadlines of all tables and submits each step when its deadline is reached."""

    def __init__(self, service: FloorService) -> None:
        self._service = service
        self._running: dict[str, dict[Hashable, Deadline]] = {}
        self._asked: dict[str, set[Hashable]] = {}
        self._started: datetime | None = None
        self._sleeper: asyncio.Future[None] | None = None
        self._sleeps_until = BEGINNING

    def begin(self) -> None:
        """Restart the deadlines of all tables."""
        for name in self._service.read_model.tables:
            self._update_deadlines(name)

    def on_events(self, envelopes: Iterable[Envelope]) -> None:
        """Update the deadlines of the tables that changed."""
        changed: dict[str, None] = {}
        for envelope in envelopes:
            if (name := TABLE.name_of(envelope.stream)) is not None:
                changed[name] = None
            elif isinstance(envelope.event, FloorStarted):
                self._started = envelope.recorded
                changed |= dict.fromkeys(self._service.read_model.tables)
                self._running.clear()
        for name in changed:
            self._update_deadlines(name)
        waiting = (one for name in changed for one in self._running.get(name, {}).values())
        if any(one.over < self._sleeps_until for one in waiting):
            self._wake()

    def _wake(self) -> None:
        """Wake the scheduler to look at the deadlines again."""
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    def _update_deadlines(self, name: str) -> None:
        """Update the deadlines of a table; those that ran already keep their time."""
        shown = self._service.read_model.tables.get(name)
        if shown is None:
            return
        before, now = self._running.get(name, {}), {}
        since = max(one for one in (shown.at, self._started, BEGINNING) if one is not None)
        for limit in () if shown.rests else time_limits(shown.law, shown.table):
            over = (limit.at or since) + timedelta(seconds=limit.seconds)
            now[limit.key] = before.get(limit.key) or Deadline(limit, shown.version, over)
        self._running[name] = now
        self._asked[name] = {key for key in self._asked.get(name, ()) if key in now}

    def time_left(self, table: str) -> tuple[float, float]:
        """Return the seconds left of the shortest deadline at a table and its full length; zeros if
        none."""
        waiting = self._running.get(table, {}).values()
        asked = [one for one in waiting if one.limit.command is not None and one.limit.at is None]
        if not asked:
            return 0, 0
        first = min(asked, key=lambda one: one.over)
        seconds = (first.over - self._service.clock.now()).total_seconds()
        return max(0.0, seconds), first.limit.seconds

    async def run(self) -> None:
        """Submit each step when it falls due, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            seconds = self._submit_due()
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self._wake)
            try:
                await self._sleeper
            finally:
                alarm.cancel()

    def _submit_due(self) -> float:
        """Submit what has reached its deadline. Return the seconds until the next."""
        now = self._service.clock.now()
        next_one = now + timedelta(seconds=LONGEST_SLEEP_SECONDS)
        for table, waiting in self._running.items():
            asked = self._asked[table]
            for key, running in waiting.items():
                if running.over > now:
                    next_one = min(next_one, running.over)
                elif key not in asked:
                    asked.add(key)
                    self._submit(table, key, running)
        self._sleeps_until = next_one
        return max(0.001, (next_one - now).total_seconds())

    def _submit(self, table: str, key: Hashable, running: Deadline) -> None:
        """Submit a step once; again if the store did not accept it."""

        def look(done: "Future[Any]") -> None:
            if not done.cancelled() and done.exception() is not None:
                self._asked[table].discard(key)

        done: Future[Any]
        if running.limit.command is not None:
            due = partial(_command_due, table, running)
            done = submit_for_house(self._service, table, CLOCK, running.name(table), due)
        else:
            done = self._service.submit(partial(_take_step, table, running))
        done.add_done_callback(look)


def _still_due(table: str, running: Deadline, floor: Floor) -> TimeLimit | None:
    """Return the limit as it is on the floor now; ``None`` if what was due is done."""
    found = floor.tables.get(table)
    if found is None or found.rests is not None:
        return None
    limits = time_limits(found.law, found.table)
    return next((one for one in limits if one.key == running.limit.key), None)


def _command_due(table: str, running: Deadline, floor: Floor) -> Command | None:
    limit = _still_due(table, running, floor)
    return None if limit is None else limit.command


def _take_step(table: str, running: Deadline, floor: Floor) -> None:
    """Move the table's clock, or let the dealer take a step; neither is a command."""
    limit = _still_due(table, running, floor)
    if limit is None:
        return
    name = running.name(table)
    if limit.clock:
        floor.tick(table, Cause(name, CLOCK, Role.DEALER, floor.time_at(table)))
    else:
        floor.deal_due(table, Cause(name, DEALER, Role.DEALER))
        advance_if_ready(floor, table)
