"""The cage's own desk in the browser: cash for chips, with a slip for each payment."""

from typing import Any
from uuid import uuid4

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.features.cage.api import DESKS, books_of, desk_of, today_of
from croupier.features.cage.pages import (
    LAST_PAPERS,
    MOST_PAPERS,
    PLACE,
    Desk,
    read_chips,
    render,
    staff_names,
    submit_once,
)
from croupier.features.cage.papers import Paper, find_paper, papers_of
from croupier.features.cage.rules.desk import MAIN_DESK, PayChips
from croupier.features.cage.rules.state import DENOMINATIONS
from croupier.house.gaming_days import time_zone
from croupier.rulebooks import Role
from croupier.streams import DESK
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.table.forms import MisreadError, read_number
from croupier.web.pages.table.page import RefusalPart, refusal_part
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, signed_in_form
from croupier.web.service.submit import CommandRequest

STREAM = DESK.stream(MAIN_DESK)


async def desk_response(request: PrincipalRequest, shown: Desk) -> Response[Any]:
    """Return the page of the desk."""
    service, books = service_of(request), books_of(request)
    papers = await service.read(lambda store: list(papers_of(store.read_stream(STREAM))))
    names = service.read_model.names
    body = render(
        "desk.html",
        frame=frame_for(request, "Cash desk", here=PLACE),
        desk=desk_of(service),
        today=books.at_desk(today_of(request)),
        denominations=DENOMINATIONS,
        given=shown.given,
        refused=shown.refused,
        done=next((one for one in papers if one.number == shown.done), None),
        papers=papers[: -LAST_PAPERS - 1 : -1],
        staff=staff_names(request),
        me=names.get(request.user.account, request.user.name),
        zone=time_zone(books.setting.zone),
        may_command=is_permitted(request.user, "cage.command"),
        click=uuid4().hex,
    )
    return html_response(body, status=200 if shown.refused is None else REFUSED)


@get("/cage/desk", media_type=HTML)
async def cash_desk(request: PrincipalRequest, done: FromQuery[str] = "") -> Response[Any]:
    """Show what the desk has paid, and a form to pay for chips."""
    require(request, "cage.view")
    return await desk_response(request, Desk(done=read_number(done, MOST_PAPERS) or 0))


@post("/cage/desk", status_code=200, media_type=HTML)
async def pay(request: PrincipalRequest) -> Response[Any]:
    """Record a payment; a refusal stands beside the form, which keeps its values."""
    form = await signed_in_form(request)
    require(request, "cage.command")
    people = {name: person for person, name in service_of(request).read_model.names.items()}
    brought, received = (
        people.get(form.get(field, "").strip(), form.get(field, ""))
        for field in ("brought", "received")
    )
    shown = Desk(given=form)
    try:
        chips = read_chips(form)
    except MisreadError as error:
        shown.refused = refusal_part(str(error))
        return await desk_response(request, shown)
    command = PayChips(chips=chips, brought=brought, received=received, by=Role.SUPERVISOR)
    asked = CommandRequest(DESKS, MAIN_DESK, command, form.get("click") or uuid4().hex)
    answer = await submit_once(request, asked)
    if isinstance(answer, RefusalPart):
        shown.refused = answer
        return await desk_response(request, shown)
    return Redirect(f"/cage/desk?done={answer.papers}", status_code=303)


@get("/cage/desk/papers/{number:int}", media_type=HTML)
async def desk_paper(request: PrincipalRequest, number: FromPath[int]) -> Response[Any]:
    """Show one numbered paper of the desk, to be printed and signed."""
    require(request, "cage.view")
    service, setting = service_of(request), books_of(request).setting
    found: Paper = await service.read(
        lambda store: find_paper(store.read_stream(STREAM), "the desk", number)
    )
    names = service.read_model.names
    body = render(
        "paper.html",
        frame=frame_for(request, f"{found.title} {number}", here=PLACE),
        id="desk",
        place="Cash desk",
        back="/cage/desk",
        back_words="To the desk",
        paper=found,
        signs=[(words, names.get(who, who)) for words, who in found.signs],
        entered=names.get(found.actor, found.actor),
        day=None if found.at is None else setting.day_of(found.at),
        zone=time_zone(setting.zone),
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[cash_desk, pay, desk_paper])
