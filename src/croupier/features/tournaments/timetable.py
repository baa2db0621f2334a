"""The timetable of a server's tournaments: keeps the schedules, and opens what they plan.

A date is opened once across all processes: the name of its tournament has the date. A date
that passed while no server ran is not made up for.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime
from functools import partial

import structlog

from croupier.errors import CroupierError
from croupier.features.tournaments.manager import publish_for_house
from croupier.features.tournaments.rules.decisions import plan_tournament
from croupier.features.tournaments.rules.schedules import (
    Schedule,
    ScheduledStart,
    ScheduleEnded,
    ScheduleSet,
    conditions_on,
    evolve,
    open_starts,
)
from croupier.features.tournaments.runner import plan
from croupier.floor.floor import HOUSE, Floor, NameTakenError
from croupier.games.table.choices import Choices
from croupier.messages import Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.rulebooks import GAMES, Role, law_of
from croupier.streams import SCHEDULE, STARTS
from croupier.web.service.floor_service import FloorService

LOG = structlog.get_logger("croupier.tournaments")
LOOK_SECONDS = 5.0
"""How often the timetable is looked at."""


class UnknownScheduleError(CroupierError):
    """There is no such schedule on this floor."""

    status, code = 404, "schedule/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no schedule {name!r} on this floor")


def set_schedule(floor: Floor, event: ScheduleSet, cause: Cause) -> Schedule:
    """Begin a schedule; its name must be new. Repeated under the same id, return what there is."""
    known = floor.schedules.get(event.name)
    if known is not None and floor.earlier_answer(cause) is not None:
        return known
    if known is not None:
        raise NameTakenError("schedule", event.name)
    return _append(floor, event.name, event, cause)


def end_schedule(floor: Floor, name: str, cause: Cause) -> Schedule:
    """End a schedule; one that has ended stays as it is."""
    schedule = floor.schedules.get(name)
    if schedule is None:
        raise UnknownScheduleError(name)
    return schedule if schedule.ended else _append(floor, name, ScheduleEnded(), cause)


def _append(floor: Floor, name: str, event: ScheduleSet | ScheduleEnded, cause: Cause) -> Schedule:
    floor.append([floor.write(SCHEDULE.stream(name), (event,))], cause)
    floor.schedules[name] = evolve(floor.schedules.get(name), event)
    return floor.schedules[name]


def open_scheduled(floor: Floor, name: str, start: ScheduledStart) -> None:
    """Plan and publish the tournament of a date, unless it was opened before."""
    schedule, tournament = floor.schedules.get(name), start.tournament(name)
    if schedule is None or schedule.ended or tournament in floor.tournaments:
        return
    told = schedule.plan
    if told.game not in GAMES:
        LOG.warning("a scheduled tournament has no rulebook", schedule=name, game=told.game)
        return
    law = law_of(told.game)
    planned = plan_tournament(
        law, tournament, conditions_on(told, start), choices=Choices(boxes=told.boxes)
    )
    if isinstance(planned, Refused):
        LOG.warning("a scheduled tournament is refused", schedule=name, why=planned.why)
        return
    plan(floor, planned, Cause(f"plan/{tournament}", HOUSE, Role.GAMING_MANAGER))
    refused = publish_for_house(floor, tournament, told.manager)
    if refused is not None:
        LOG.warning("a scheduled tournament stays a draft", name=tournament, why=refused.why)


class Timetable:
    """Opens the tournaments that schedules plan, each in its time."""

    def __init__(self, service: FloorService) -> None:
        self._service = service

    def see(self, envelopes: Iterable[Envelope]) -> None:
        """Look at the timetable when a schedule is set, and when the floor starts."""
        for envelope in envelopes:
            if envelope.stream == STARTS or SCHEDULE.name_of(envelope.stream) is not None:
                self.look(self._service.clock.now())
                return

    def look(self, now: datetime) -> None:
        """Open the tournaments that take entries by now, and were not opened before."""
        model = self._service.read_model
        for name, schedule in model.schedules.items():
            for start in open_starts(schedule, now):
                if start.tournament(name) not in model.tournaments:
                    self._service.submit(partial(open_scheduled, name=name, start=start))

    async def run(self) -> None:
        """Look at the timetable from time to time, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look(self._service.clock.now())
