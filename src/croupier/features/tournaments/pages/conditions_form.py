"""The form in which a director writes conditions: from a template, checked as it is filled in."""

from datetime import datetime, timedelta, tzinfo
from enum import Enum
from functools import partial
from typing import Any, get_type_hints
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.errors import CroupierError
from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.players import PLACE
from croupier.features.tournaments.rules.conditions import (
    MONEY,
    TIES,
    TIMES,
    BadConditionsError,
    Conditions,
    conditions_refusal,
    read_conditions,
)
from croupier.features.tournaments.rules.decisions import plan_tournament
from croupier.features.tournaments.rules.schedules import (
    DAYS_OPEN,
    MOST_DAYS_OPEN,
    WEEKDAYS,
    BadScheduleError,
    ScheduleSet,
    plan_schedule,
)
from croupier.features.tournaments.runner import plan
from croupier.features.tournaments.timetable import end_schedule, set_schedule
from croupier.floor.floor import Floor
from croupier.floor.state import content_of
from croupier.games.table.choices import Choices
from croupier.house.gaming_days import time_zone
from croupier.messages import Refused
from croupier.record.stores.base import day_setting
from croupier.rulebooks import TableLaw, law_of
from croupier.web.http.guards import PrincipalRequest, cause_of, require, service_of
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import (
    Requirement,
    StaffField,
    Templates,
    games_with,
    name_problem,
)
from croupier.web.pages.table.forms import read_number
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.times import form_time, house_zone, read_form_time
from croupier.web.problems import ProblemError

HOURS_AHEAD = 24
"""How long before the start that a template proposes."""
TAKEN = ("new", "results", "schedules")
"""The names that addresses of pages have already."""
BOXES = 7
"""How many boxes the tables have."""
LISTS = {
    "sessions": "name, tables, rounds, how many go on; one session a line",
    "levels": "after round, minimum, maximum; one level a line",
    "breaks": "after round, minutes; one break a line",
    "prizes": "per cent of the pool by place: 50, 30, 20",
    "points": "points by place: 5, 3, 1",
}
"""How lists are written in the form."""
OF_POINTS = ("points", "point-ties")
"""The conditions that mean something only where points decide."""
GROUP_KEYS = {
    "sessions": ("name", "tables", "rounds", "advance"),
    "levels": ("after", "minimum", "maximum"),
    "breaks": ("after", "minutes"),
}
TEMPLATES: Templates = {
    "one-table": (
        "One table, winner takes all",
        {"sessions": "final, 1, 10, 0", "prizes": "100", "maximum-players": "7"},
    ),
    "when-full": (
        "One table, starts when its places are taken",
        {
            "sessions": "final, 1, 10, 0",
            "prizes": "100",
            "minimum-players": "4",
            "maximum-players": "4",
            "wager-seconds": "30",
            "entry-method": "on the page; the session starts as soon as the last place is taken",
        },
    ),
    "heats": (
        "Two heats and a final, with buy-backs",
        {
            "sessions": "heats, 2, 10, 2\nfinal, 1, 10, 0",
            "prizes": "60, 40",
            "buy-backs": "1",
            "buy-back-until": "4",
            "maximum-players": "14",
            "wager-seconds": "30",
        },
    ),
    "knock-out": (
        "Heats, semi-final and final, with levels",
        {
            "sessions": "heats, 4, 20, 3\nsemi-final, 2, 20, 3\nfinal, 1, 25, 0",
            "levels": "10, 25, 500\n15, 50, 500",
            "breaks": "10, 10",
            "prizes": "50, 25, 15, 10",
            "maximum-players": "28",
            "wager-seconds": "30",
        },
    ),
}


class CheckedForm(msgspec.Struct, frozen=True, kw_only=True):
    """What the rulebook says of a form."""

    conditions: Conditions | None
    """The conditions; ``None`` if they cannot be read."""
    omitted: tuple[str, ...]
    """The conditions that are left out."""
    requirements: tuple[Requirement, ...]
    """What must be stated."""
    problem: str
    """What is wrong, in a sentence; empty if nothing is."""
    clauses: tuple[str, ...]
    """The clauses behind that; empty for a slip."""
    at: str
    """The condition that is wrong; empty if none in particular."""


def form_fields(law: TableLaw) -> tuple[StaffField, ...]:
    """Return the fields of the form for a game; what its rulebook fixes is left out."""
    rules = law.tournaments
    assert rules is not None
    wanted = rules.entries.required_statements(by_points=False)
    hints = get_type_hints(Conditions)
    found = []
    for field in msgspec.structs.fields(Conditions):
        name = field.encode_name
        if name in rules.only or (name in OF_POINTS and "format" in rules.only):
            continue
        kind = hints[field.name]
        options: tuple[tuple[str, str], ...] = ()
        if name in MONEY:
            widget = "amount"
        elif name in TIMES:
            widget = "time"
        elif name in LISTS:
            widget = "lines"
        elif isinstance(kind, type) and issubclass(kind, Enum):
            widget = "choice"
            values = [str(one.value) for one in TIES.get(name, tuple(kind))]
            options = tuple((one, one.replace("-", " ").capitalize()) for one in values)
        else:
            widget = {bool: "tick", int: "number"}.get(kind, "text")
        label = name.replace("-", " ").capitalize()
        clause = wanted[name].clause if name in wanted else ""
        found.append(StaffField(name, label, widget, options, LISTS.get(name, ""), clause))
    return tuple(found)


def first_values(law: TableLaw, template: str, now: datetime) -> dict[str, str]:
    """Return the values that a template begins with."""
    usual = Conditions()
    values: dict[str, str] = {}
    for field in msgspec.structs.fields(Conditions):
        value = getattr(usual, field.name)
        if field.encode_name in MONEY:
            values[field.encode_name] = "" if value is None else f"{value / 100:g}"
        elif isinstance(value, bool):
            values[field.encode_name] = "yes" if value else ""
        elif isinstance(value, Enum):
            values[field.encode_name] = str(value.value)
        elif isinstance(value, int | str):
            values[field.encode_name] = str(value)
    starts = (now + timedelta(hours=HOURS_AHEAD)).replace(minute=0, second=0, microsecond=0)
    values["days-open"] = str(DAYS_OPEN)
    values |= {"starts": form_time(starts), "sessions": "final, 1, 3, 0", "prizes": "100"}
    if law.tournaments is not None and law.tournaments.pool.free_withdrawal is not None:
        values["withdraw-until"] = form_time(starts - timedelta(hours=2))
    return values | TEMPLATES.get(template, ("", {}))[1]


def data_of(fields: tuple[StaffField, ...], form: SentForm, zone: tzinfo) -> dict[str, Any]:
    """Return the conditions that a form states, as a tournament file has them.

    Times are by the house's clocks.
    """
    data: dict[str, Any] = {}
    for field in fields:
        text = form.get(field.name, "").strip()
        if field.widget == "tick":
            data[field.name] = bool(text)
        elif not text:
            continue
        elif field.widget == "lines":
            data[field.name] = _list(field.name, text)
        elif field.widget == "number":
            data[field.name] = int(text) if text.isdigit() else text
        elif field.widget == "time":
            data[field.name] = read_form_time(text, zone)
        else:
            data[field.name] = text
    return data


def _list(name: str, text: str) -> list[Any]:
    """Return a list as it is written: numbers, or groups of values line by line."""
    if name not in GROUP_KEYS:
        return [_number(one.strip()) for one in text.replace("\n", ",").split(",") if one.strip()]
    keys, found = GROUP_KEYS[name], []
    for line in filter(str.strip, text.splitlines()):
        parts = [_number(one.strip()) for one in line.split(",")]
        found.append(dict(zip(keys, parts, strict=False)))
    return found


def _number(text: str) -> int | float | str:
    if text.isdigit():
        return int(text)
    try:
        return float(text)
    except ValueError:
        return text


def check_form(law: TableLaw, form: SentForm, zone: tzinfo) -> CheckedForm:
    """Return what the rulebook says of a form: gaps by clause, slips, refusals."""
    rules = law.tournaments
    assert rules is not None
    fields = form_fields(law)
    data = data_of(fields, form, zone)
    wanted = rules.entries.required_statements(by_points=form.get("format") == "points")
    shown = {one.name for one in fields}
    omitted = tuple(name for name in wanted if name in shown and name not in data)
    requirements = tuple(
        Requirement(
            f"{name.replace('-', ' ').capitalize()}: {says.text}",
            says.clause,
            name in omitted,
        )
        for name, says in wanted.items()
    )
    try:
        conditions = read_conditions(law, data, boxes=BOXES)
    except BadConditionsError as error:
        label = error.key.replace("-", " ").capitalize()
        return CheckedForm(
            conditions=None,
            omitted=omitted,
            requirements=requirements,
            problem=f"{label}: {error.why}",
            clauses=(),
            at=error.key,
        )
    refused = conditions_refusal(law, conditions, omitted=omitted, approved=conditions.commission)
    clauses = () if refused is None else (refused.clause, *refused.also)
    return CheckedForm(
        conditions=conditions,
        omitted=omitted,
        requirements=requirements,
        problem="" if refused is None else refused.why,
        clauses=tuple(one for one in clauses if one),
        at="",
    )


# ------------------------------------------------------------------------------------------- routes


def tournament_games() -> dict[str, str]:
    """Return the titles of the games whose rulebooks provide for tournaments, by their names."""
    return games_with(lambda law: law.tournaments)


def law_for_form(game: str) -> TableLaw:
    """Return the law of a game that has tournaments. Raise a problem if there is none."""
    if game not in tournament_games():
        raise ProblemError(404, "tournament/no-clause", f"{game!r} has no tournaments")
    return law_of(game)


async def form_response(
    request: PrincipalRequest, game: str, form: SentForm, *, named: str = "", status: int = 200
) -> Response[Any]:
    """Return the form with what the rulebook says of it."""
    law = law_for_form(game)
    body = render(
        "conditions/check.html" if requested_part(request) else "conditions/form.html",
        frame=frame_for(request, "Plan a tournament", here=PLACE),
        game=game,
        games=tournament_games(),
        templates=TEMPLATES,
        begun_with=form.get("template", ""),
        book=law.book,
        fields=form_fields(law),
        given=form,
        checked=check_form(law, form, await house_zone(request)),
        named=named,
        weekdays=WEEKDAYS,
    )
    return html_response(body, status=status)


@get("/tournaments/new", media_type=HTML)
async def new_tournament(request: PrincipalRequest) -> Response[Any]:
    """Show the form for a tournament's conditions, filled in from a template."""
    require(request, "tournament.open")
    query = {key: str(value) for key, value in request.query_params.items()}
    game = query.get("game", next(iter(tournament_games())))
    law, template = law_for_form(game), query.get("template", "one-table")
    now = service_of(request).clock.now().astimezone(await house_zone(request))
    values = first_values(law, template, now) | {"template": template}
    return await form_response(request, game, values)


@post("/tournaments/new", status_code=200, media_type=HTML)
async def plan_from_form(request: PrincipalRequest) -> Response[Any]:
    """Check the conditions, or plan the tournament and redirect to its director's console."""
    form = await signed_in_form(request)
    require(request, "tournament.open")
    game, name = form.get("game", ""), form.get("name", "").strip()
    law = law_for_form(game)
    checked = check_form(law, form, await house_zone(request))
    if form.get("what") != "plan":
        return await form_response(request, game, form)
    if days := tuple(day for day in WEEKDAYS if form.get(day)):
        return await set_from_form(request, form, checked, days)
    if why := name_problem(name, TAKEN):
        return await form_response(request, game, form, named=why, status=REFUSED)
    if checked.conditions is None:
        return await form_response(request, game, form, status=REFUSED)
    choices = Choices(boxes=BOXES)
    planned = plan_tournament(
        law, name, checked.conditions, omitted=checked.omitted, choices=choices
    )
    assert not isinstance(planned, Refused)
    content = content_of(name, planned)
    cause = cause_of(request, "tournament.open", uuid4().hex, content)

    def begin(floor: Floor) -> None:
        plan(floor, planned, cause)

    try:
        await service_of(request).do(begin)
    except CroupierError as error:
        return await form_response(request, game, form, named=str(error), status=REFUSED)
    return Redirect(f"/tournaments/{name}/director", status_code=303)


async def set_from_form(
    request: PrincipalRequest, form: SentForm, checked: CheckedForm, days: tuple[str, ...]
) -> Response[Any]:
    """Plan a tournament to repeat on some days of the week, from the first start on."""
    game, name = form.get("game", ""), form.get("name", "").strip()
    if checked.conditions is None or checked.problem:
        return await form_response(request, game, form, status=REFUSED)
    setting = await service_of(request).read(day_setting)
    starts = checked.conditions.starts.astimezone(time_zone(setting.zone))
    before = read_number(form.get("days-open", ""), MOST_DAYS_OPEN)
    try:
        if before is None:
            raise BadScheduleError(
                f"write how many days before the start entries open: 0 to {MOST_DAYS_OPEN}"
            )
        event = plan_schedule(
            law_for_form(game),
            ScheduleSet(
                name=name,
                game=game,
                conditions=checked.conditions,
                boxes=BOXES,
                weekdays=days,
                starts=starts.time(),
                zone=setting.zone,
                first=starts.date(),
                days_open=before,
                manager=request.user.account,
            ),
        )
        cause = cause_of(request, "tournament.open", uuid4().hex, content_of(name, event))
        await service_of(request).do(partial(set_schedule, event=event, cause=cause))
    except CroupierError as error:
        return await form_response(request, game, form, named=str(error), status=REFUSED)
    return Redirect("/tournaments#schedules", status_code=303)


@post(
    "/tournaments/schedules/{name:str}/end",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tournaments"},
)
async def end_from_form(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """End a schedule; the tournaments that it has opened go on."""
    await signed_in_form(request)
    require(request, "tournament.open")
    cause = cause_of(request, "tournament.open", uuid4().hex)
    await service_of(request).do(partial(end_schedule, name=name, cause=cause))
    return Redirect("/tournaments#schedules", status_code=303)


ROUTER = Router("/", route_handlers=[new_tournament, plan_from_form, end_from_form])
