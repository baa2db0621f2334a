"""The HTTP API of tournaments: list and view them, plan one, submit its commands."""

from datetime import datetime, time
from functools import partial
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.display.viewers import Names
from croupier.features.tournaments.papers import Statement, condition_statements
from croupier.features.tournaments.rules.conditions import read_conditions
from croupier.features.tournaments.rules.decisions import plan_tournament as planned_by
from croupier.features.tournaments.rules.schedules import (
    DAYS_OPEN,
    Schedule,
    ScheduleSet,
    next_starts,
    plan_schedule,
)
from croupier.features.tournaments.rules.state import Fate, Tournament, TournamentPhase
from croupier.features.tournaments.runner import (
    TournamentRunner,
    UnknownTournamentError,
    plan,
    table_name,
)
from croupier.features.tournaments.timetable import end_schedule, set_schedule
from croupier.floor.floor import Floor
from croupier.floor.resting_tables import AdoptLaw, tournament_law
from croupier.floor.state import content_of
from croupier.games.table.choices import Choices, Mode
from croupier.house.gaming_days import time_zone
from croupier.messages import Refused
from croupier.money import Cents
from croupier.record.stores.base import day_setting
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.streams import TOURNAMENT
from croupier.web.auth.permissions import Principal
from croupier.web.http.guards import (
    IdempotencyKey,
    PrincipalRequest,
    cause_of,
    installed_law,
    require,
    service_of,
)
from croupier.web.live.read_model import names_for
from croupier.web.problems import ProblemError, problem_of, problem_response
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import (
    BadRequestError,
    commands_by_name,
    message_union,
)
from croupier.web.service.submit import CommandRequest, Submission, Target, submit, viewer_for


class SeatView(msgspec.Struct, frozen=True):
    """A seat in a session."""

    player: str
    """The player's id."""
    table: str
    """The table, by its name on the floor; empty before the session has begun."""
    box: int
    """The box, from 1."""


class TournamentView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A tournament, as anybody may see it."""

    tournament: str
    """Its name."""
    game: str
    """The game."""
    phase: TournamentPhase
    """How far it has come."""
    entry_fee: Cents
    """What an entry costs."""
    chips: Cents
    """Tournament chips of each player at the start."""
    starts: datetime
    """When the next session starts, if it starts at a set time."""
    sit_and_go: int
    """How many entrants start at once; 0 if it starts at a set time."""
    session: str
    """The session that is in progress or comes next."""
    manager: str
    """The person who runs it; empty if nobody was appointed."""
    entrants: tuple[str, ...]
    """The entrants, in the order of entering."""
    seats: tuple[SeatView, ...]
    """The seats of the session; empty before they are drawn."""
    awards: dict[str, Cents] | None
    """What each player was awarded; ``None`` before that."""
    names: dict[str, str]
    """The players' names, by their ids."""
    rests: str = ""
    """Why the tournament rests, and who can do what about it; empty if it is played."""


class TournamentDetails(msgspec.Struct, frozen=True):
    """A tournament with its conditions."""

    tournament: TournamentView
    """The tournament."""
    conditions: tuple[Statement, ...]
    """The conditions as statements, with the clauses that require them."""


class PlannedTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be planned."""

    tournament: str
    """Its name."""
    game: str
    """The game; its rulebook must provide for tournaments."""
    conditions: dict[str, Any] = {}
    """The conditions by their names, amounts in dollars, as in a tournament file."""
    boxes: int = 7
    """How many boxes its tables have."""


def tournament_view(tournament: Tournament, names: Names) -> TournamentView:
    """Return what anybody may see of a tournament."""
    law = tournament_law(tournament)
    on = tournament.phase is TournamentPhase.SESSION
    people = tuple(
        name for name, one in tournament.entrants.items() if one.fate is not Fate.RESERVE
    )
    return TournamentView(
        tournament=tournament.name,
        game=tournament.game,
        phase=tournament.phase,
        entry_fee=tournament.conditions.entry_fee,
        chips=tournament.conditions.chips,
        starts=tournament.starts,
        sit_and_go=tournament.conditions.sit_and_go,
        session=tournament.plan.name,
        manager=tournament.manager,
        entrants=tournament.active,
        seats=tuple(
            SeatView(seat.player, table_name(tournament, seat.table) if on else "", seat.box)
            for seat in tournament.seats
        ),
        awards=tournament.awards,
        names={one: names[one] for one in people if one in names},
        rests=law.why if isinstance(law, Refused) else "",
    )


def require_tournament(service: FloorService, name: str) -> Tournament:
    """Return a tournament by its name. Raise ``UnknownTournamentError`` if there is none."""
    tournament = service.read_model.tournaments.get(name)
    if tournament is None:
        raise UnknownTournamentError(name)
    return tournament


@get("/api/tournaments")
async def list_tournaments(request: PrincipalRequest) -> tuple[TournamentView, ...]:
    """List every tournament of the floor."""
    require(request, "tournament.view")
    read_model = service_of(request).read_model
    return tuple(
        tournament_view(one, names_for(viewer_for(request.user), read_model.names))
        for one in read_model.tournaments.values()
        if one.phase is not TournamentPhase.DRAFT
    )


@get("/api/tournaments/{tournament:str}")
async def view_tournament(
    request: PrincipalRequest, tournament: FromPath[str]
) -> TournamentDetails:
    """Show a tournament and its conditions."""
    require(request, "tournament.view")
    one = require_tournament(service_of(request), tournament)
    told = (
        tuple(condition_statements(law_of(one.game), one.conditions)) if one.game in GAMES else ()
    )
    names = names_for(viewer_for(request.user), service_of(request).read_model.names)
    return TournamentDetails(tournament_view(one, names), told)


@post("/api/tournaments", status_code=201)
async def open_tournament(
    request: PrincipalRequest,
    data: JSONBody[PlannedTournament],
    idempotency_key: IdempotencyKey = "",
) -> TournamentView:
    """Plan a tournament; all further steps, such as publishing its conditions, are commands.

    With an Idempotency-Key, repeating the request plans no second tournament and gets the same
    answer.
    """
    require(request, "tournament.open")
    law = law_of(data.game)
    if law.tournaments is None:
        raise ProblemError(409, "tournament/no-clause", f"{law.title} has no tournaments")
    if not data.tournament.replace("-", "").isalnum() or len(data.tournament) > 40:
        raise BadRequestError("a tournament's name has 1 to 40 letters, digits and hyphens")
    conditions = read_conditions(law, data.conditions, boxes=data.boxes)
    event = planned_by(law, data.tournament, conditions, choices=Choices(boxes=data.boxes))
    assert not isinstance(event, Refused)
    content = content_of(data.tournament, event)
    cause = cause_of(request, "tournament.open", idempotency_key or uuid4().hex, content)

    def plan_once(floor: Floor) -> Tournament:
        if floor.earlier_answer(cause) is None:
            plan(floor, event, cause)
        return TournamentRunner(floor, data.tournament).after(cause.actor, cause.command_id)

    return tournament_view(
        await service_of(request).do(plan_once, (cause.actor, cause.command_id)), {}
    )


# --------------------------------------------------------------------------------------- schedules


SHOWN_DATES = 5
"""How many of its next dates a schedule is shown with."""


class PlannedDate(msgspec.Struct, frozen=True):
    """A date of a schedule that is still to come."""

    tournament: str
    """The name of its tournament."""
    starts: datetime
    """When it starts."""
    opens: datetime
    """When it begins to take entries."""


class ScheduleView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A tournament that repeats, as anybody may see it."""

    schedule: str
    """Its name."""
    game: str
    """The game."""
    weekdays: tuple[str, ...]
    """The days of the week on which it is held."""
    starts: time
    """When it starts, by the clocks of the zone."""
    zone: str
    """The time zone."""
    days_open: int
    """How many days before its start each tournament takes entries."""
    entry_fee: Cents
    """What an entry costs."""
    ended: bool
    """Whether it has ended."""
    dates: tuple[PlannedDate, ...]
    """The next dates; empty once it has ended."""


class NewSchedule(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """A tournament that is to repeat."""

    schedule: str
    """Its name; each tournament is called by it and the date."""
    game: str
    """The game; its rulebook must provide for tournaments."""
    weekdays: tuple[str, ...]
    """The days of the week: ``friday``."""
    starts: time
    """When it starts, by the house's clocks: ``19:00:00``."""
    conditions: dict[str, Any] = {}
    """The conditions by their names, amounts in dollars, as in a tournament file."""
    boxes: int = 7
    """How many boxes the tables have."""
    days_open: int = DAYS_OPEN
    """How many days before its start each tournament takes entries."""


def schedule_view(schedule: Schedule, now: datetime) -> ScheduleView:
    """Return a schedule with its next dates."""
    told = schedule.plan
    return ScheduleView(
        schedule=told.name,
        game=told.game,
        weekdays=told.weekdays,
        starts=told.starts,
        zone=told.zone,
        days_open=told.days_open,
        entry_fee=told.conditions.entry_fee,
        ended=schedule.ended,
        dates=tuple(
            PlannedDate(one.tournament(told.name), one.starts, one.opens)
            for one in next_starts(schedule, now, SHOWN_DATES)
        ),
    )


@get("/api/schedules")
async def list_schedules(request: PrincipalRequest) -> tuple[ScheduleView, ...]:
    """List the tournaments that repeat, with their next dates."""
    require(request, "tournament.view")
    service = service_of(request)
    now = service.clock.now()
    return tuple(schedule_view(one, now) for one in service.read_model.schedules.values())


@post("/api/schedules", status_code=201)
async def add_schedule(
    request: PrincipalRequest, data: JSONBody[NewSchedule], idempotency_key: IdempotencyKey = ""
) -> ScheduleView:
    """Plan a tournament to repeat by the house's clocks; who asks runs each of them.

    The server opens entries by itself. With an Idempotency-Key, repeating the request sets no
    second schedule and gets the same answer.
    """
    require(request, "tournament.open")
    service, law = service_of(request), law_of(data.game)
    if law.tournaments is None:
        raise ProblemError(409, "tournament/no-clause", f"{law.title} has no tournaments")
    zone, now = (await service.read(day_setting)).zone, service.clock.now()
    event = ScheduleSet(
        name=data.schedule,
        game=data.game,
        conditions=read_conditions(law, data.conditions, boxes=data.boxes),
        boxes=data.boxes,
        weekdays=data.weekdays,
        starts=data.starts.replace(tzinfo=None),
        zone=zone,
        first=now.astimezone(time_zone(zone)).date(),
        days_open=data.days_open,
        manager=request.user.account,
    )
    planned = plan_schedule(law, event)
    key, content = idempotency_key or uuid4().hex, content_of(data.schedule, data)
    cause = cause_of(request, "tournament.open", key, content)
    done = await service.do(partial(set_schedule, event=planned, cause=cause))
    return schedule_view(done, now)


@post("/api/schedules/{schedule:str}/end", status_code=200)
async def stop_schedule(request: PrincipalRequest, schedule: FromPath[str]) -> ScheduleView:
    """End a schedule: no more tournaments are opened by it, and those that are open go on."""
    require(request, "tournament.open")
    service = service_of(request)
    cause = cause_of(request, "tournament.open", uuid4().hex)
    done = await service.do(partial(end_schedule, name=schedule, cause=cause))
    return schedule_view(done, service.clock.now())


# ---------------------------------------------------------------------------------------- commands


def _terms(service: FloorService, _: Principal, tournament: str) -> tuple[TableLaw, Mode]:
    return installed_law(require_tournament(service, tournament).game), Mode.AUTOMATIC


def _decide(floor: Floor, given: Submission) -> Tournament | Refused:
    """Decide a command of a tournament. Return the tournament as it stood right after it."""
    runner, actor = TournamentRunner(floor, given.name), given.principal.account
    answer = runner.submit(
        given.command, actor=actor, command_id=given.command_id, origin=given.principal.origin
    )
    return answer if isinstance(answer, Refused) else runner.after(actor, given.command_id)


TOURNAMENTS = Target("tournament.command", commands_by_name(TOURNAMENT.commands), _terms, _decide)
"""The tournaments of the floor."""
TournamentCommandMessage: Any = message_union(TOURNAMENT.commands)
"""Any command of a tournament, as a client sends it."""


@post("/api/tournaments/{tournament:str}/commands", status_code=200)
async def command_tournament(
    request: PrincipalRequest,
    tournament: FromPath[str],
    data: JSONBody[TournamentCommandMessage],
    idempotency_key: IdempotencyKey = "",
) -> Response[TournamentView]:
    """Submit a command of a tournament: enter, draw seats, award prizes and so on.

    Commands of a round are submitted to the session's tables.
    """
    service = service_of(request)
    asked = CommandRequest(TOURNAMENTS, tournament, data, idempotency_key or uuid4().hex)
    after = await submit(service, request.user, asked)
    if isinstance(after, Refused):
        law = installed_law(require_tournament(service, tournament).game)
        return problem_response(problem_of(after, law, service.read_model.names))  # type: ignore[return-value]
    return Response(tournament_view(after, service.read_model.names))


@post("/api/tournaments/{tournament:str}/law", status_code=200)
async def adopt_law_in_tournament(
    request: PrincipalRequest, tournament: FromPath[str], idempotency_key: IdempotencyKey = ""
) -> Response[TournamentView]:
    """Move a tournament that rests to the installed law; its tables are moved one by one.

    The differences from the previous law are recorded with both fingerprints.
    """
    service, key = service_of(request), idempotency_key or uuid4().hex
    require(request, "table.adopt-law")
    rests = tournament_law(require_tournament(service, tournament))
    after: Tournament | Refused
    if isinstance(rests, Refused) and service.read_model.tournaments[tournament].game not in GAMES:
        after = rests
    else:
        asked = CommandRequest(TOURNAMENTS, tournament, AdoptLaw(by=AdoptLaw.usual), key)
        after = await submit(service, request.user, asked)
    if isinstance(after, Refused):
        return problem_response(problem_of(after, names=service.read_model.names))  # type: ignore[return-value]
    return Response(tournament_view(after, service.read_model.names))


ROUTER = Router(
    "/",
    route_handlers=[
        list_tournaments,
        view_tournament,
        open_tournament,
        command_tournament,
        adopt_law_in_tournament,
        list_schedules,
        add_schedule,
        stop_schedule,
    ],
)
