"""The pit in the browser: every table in a line, and what needs somebody beside it.

Notices are acknowledged and disputes decided without leaving the page.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromQuery
from litestar.response import Redirect

from croupier.display.layout import phase_of
from croupier.display.narration.narrator import narrate
from croupier.display.sentences import Sentence
from croupier.display.viewers import Voice
from croupier.features.cage.rules.state import float_now
from croupier.features.pit.overview import PitRow, by_need, pit_row, pit_totals
from croupier.games.table.disputes import CloseDispute, DecideDispute, ReviewDispute
from croupier.games.table.notices import AcknowledgeNotice
from croupier.house.gaming_days import time_zone
from croupier.messages import Command, Refused
from croupier.record.stores.base import day_setting
from croupier.rulebooks import Role
from croupier.streams import CAGE
from croupier.web.auth.command_roles import power
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of, requested_part
from croupier.web.pages.table.forms import read_number
from croupier.web.pages.table.page import RefusalPart, refusal_part
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, signed_in_form
from croupier.web.pages.text import SIGNS, table_label
from croupier.web.service.guest_tables import is_guest_table
from croupier.web.service.messages import BadRequestError
from croupier.web.service.submit import at_table, require_role, submit, viewer_for

render = renderer_of("croupier.features.pit")

PLACE = "Pit"
"""The entry of the navigation."""
FILTERS = (
    ("all", "All"),
    ("needs", "Needs somebody"),
    ("live", "Dealt by people"),
    ("open", "Open"),
)
MOST_NOTICES = 999_999
"""More than a table gives in its life."""
LONGEST_OUTCOME = 300
"""The most characters of a decision that is typed in the pit."""
DISPUTE_COMMANDS: dict[str, Callable[[int, str, Role], Command]] = {
    "decide-dispute": lambda number, outcome, role: DecideDispute(number, outcome, by=role),
    "review-dispute": lambda number, outcome, role: ReviewDispute(number, outcome, by=role),
    "close-dispute": lambda number, _, role: CloseDispute(number, by=role),
}
"""What can be done about a dispute in the pit."""
DISPUTE_KINDS: dict[str, type[Command]] = {
    "decide-dispute": DecideDispute,
    "review-dispute": ReviewDispute,
    "close-dispute": CloseDispute,
}


class OpenDecision(msgspec.Struct, kw_only=True):
    """A dispute that somebody is about to decide in the pit."""

    table: str
    """Where the dispute is."""
    dispute: int
    """Its number there."""
    outcome: str
    """What was typed."""
    coming: tuple[Sentence, ...] = ()
    """What would follow; empty before that was asked for."""
    refused: RefusalPart | None = None
    """Why it was refused."""


def rows_for(request: PrincipalRequest) -> tuple[PitRow, ...]:
    """Return a row for each table of the floor, guests' practice tables aside."""
    service = service_of(request)
    model, now = service.read_model, service.clock.now()
    recent = request.app.state.recent_rounds
    cages = model.states.of(CAGE) if is_permitted(request.user, "cage.view") else {}
    return by_need(
        pit_row(
            name,
            shown.law,
            shown.table,
            label=table_label(name, shown.law.game),
            phase=phase_of(shown.table),
            names=model.names,
            now=now,
            last=shown.at,
            pace=recent.an_hour(name),
            rests=shown.rests,
            float_amount=float_now(cages.get(name), shown.table),
        )
        for name, shown in model.tables.items()
        if not is_guest_table(name)
    )


def is_kept(row: PitRow, show: str, find: str) -> bool:
    """Return whether a row is shown under a filter and a search."""
    kept = {"needs": row.needs_somebody, "live": row.live, "open": row.open}.get(show, True)
    words = f"{row.label} {row.title} {row.dealer} {row.table}".lower()
    return kept and all(word in words for word in find.lower().split())


async def pit_response(
    request: PrincipalRequest,
    *,
    show: str = "all",
    find: str = "",
    refused: RefusalPart | None = None,
    refused_at: str = "",
    decision: OpenDecision | None = None,
) -> Response[Any]:
    """Return the pit's page, or its main part for a script.

    ``refused_at`` is the table that a refusal is about: its rulebook has the clause.
    """
    rows = rows_for(request)
    books = {row.table: row.book for row in rows}
    service = service_of(request)
    may_see_alerts = is_permitted(request.user, "alert.view")
    body = render(
        "main.html" if requested_part(request) else "page.html",
        frame=frame_for(request, "The pit", here=PLACE),
        totals=pit_totals(rows),
        rows=tuple(row for row in rows if is_kept(row, show, find)),
        needs=tuple((row, need) for row in rows for need in row.needs),
        filters=FILTERS,
        show=show,
        find=find,
        now=service.clock.now(),
        zone=time_zone((await service.read(day_setting)).zone),
        refused=refused,
        may_see_cage=is_permitted(request.user, "cage.view"),
        refused_book=books.get(refused_at, ""),
        alerts=len(request.app.state.alerts.open) if may_see_alerts else 0,
        may_open=Role.GAMING_MANAGER in request.user.roles,
        decision=decision,
        may_settle=_disputes_settled_by(request, rows),
        longest_outcome=LONGEST_OUTCOME,
        click=uuid4().hex,
    )
    wrong = refused is not None or (decision is not None and decision.refused is not None)
    return html_response(body, status=REFUSED if wrong else 200)


def _disputes_settled_by(
    request: PrincipalRequest, rows: tuple[PitRow, ...]
) -> frozenset[tuple[str, str]]:
    """Return the tables and commands about disputes that the principal's roles allow."""
    wanted = {(row.table, need.command) for row in rows for need in row.needs if need.command}
    service = service_of(request)
    return frozenset(
        (table, command)
        for table, command in wanted
        if request.user.roles & power(service.table(table).law, DISPUTE_KINDS[command]).roles
    )


@get("/pit", media_type=HTML)
async def pit(
    request: PrincipalRequest, show: FromQuery[str] = "all", find: FromQuery[str] = ""
) -> Response[Any]:
    """Show every table, what happens there, and what needs somebody."""
    require(request, "pit.view")
    return await pit_response(request, show=show, find=find)


@post("/pit/notice", status_code=200, media_type=HTML, opt={"page": "/pit"})
async def acknowledge(request: PrincipalRequest) -> Response[Any]:
    """Acknowledge a notice without leaving the pit."""
    form = await signed_in_form(request)
    require(request, "pit.view")
    number = read_number(form.get("notice", ""), MOST_NOTICES) or 0
    command = AcknowledgeNotice(number, by=Role.SUPERVISOR)
    command_id = form.get("click") or uuid4().hex
    table, show, find = (form.get(name, "") for name in ("table", "show", "find"))
    answer = await submit(service_of(request), request.user, at_table(table, command, command_id))
    if isinstance(answer, Refused):
        part = refusal_part(answer)
        return await pit_response(request, show=show, find=find, refused=part, refused_at=table)
    if requested_part(request):
        return await pit_response(request, show=show, find=find)
    return Redirect(f"/pit?{urlencode({'show': show, 'find': find})}", status_code=303)


@post("/pit/dispute", status_code=200, media_type=HTML, opt={"page": "/pit"})
async def settle_dispute(request: PrincipalRequest) -> Response[Any]:
    """Show what a decision leads to, with its clause; record it once that is confirmed."""
    form = await signed_in_form(request)
    require(request, "pit.view")
    service = service_of(request)
    table, show, find = (form.get(name, "") for name in ("table", "show", "find"))
    shown = service.table(table)
    kind = DISPUTE_KINDS.get(form.get("command", ""))
    number = read_number(form.get("dispute", ""), MOST_NOTICES) or 0
    if kind is None:
        raise BadRequestError(f"command: choose {', '.join(DISPUTE_KINDS)}")
    outcome = form.get("outcome", "").strip()[:LONGEST_OUTCOME]
    open_decision = OpenDecision(table=table, dispute=number, outcome=outcome)
    mode = shown.table.choices.mode
    if kind is not CloseDispute and not outcome:
        open_decision.refused = refusal_part("say what is decided")
        return await pit_response(request, show=show, find=find, decision=open_decision)
    role = require_role(request.user, kind, shown.law, mode)
    command = DISPUTE_COMMANDS[form["command"]](number, outcome, role)
    answer: Any
    if form.get("confirmed") == "yes":
        command_id = form.get("click") or uuid4().hex
        answer = await submit(service, request.user, at_table(table, command, command_id))
    else:
        answer = await service.do(lambda floor: floor.preview(table, command))
    if isinstance(answer, Refused):
        open_decision.refused = refusal_part(answer, service.read_model.names)
    elif form.get("confirmed") == "yes":
        if requested_part(request):
            return await pit_response(request, show=show, find=find)
        return Redirect(f"/pit?{urlencode({'show': show, 'find': find})}", status_code=303)
    else:
        voice = Voice(viewer_for(request.user, mode), SIGNS, service.read_model.names)
        _, open_decision.coming = narrate(shown.law, shown.scene, answer, voice)
    return await pit_response(request, show=show, find=find, decision=open_decision)


ROUTER = Router("/", route_handlers=[pit, acknowledge, settle_dispute])
