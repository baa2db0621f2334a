"""The roster of dealers in the browser: who deals where, breaks, and who goes to which table."""

from typing import Any
from uuid import uuid4

from litestar import Litestar, Response, Router, get, post
from litestar.response import Redirect

from croupier.features.pit.dealers import DealerLog, roster
from croupier.games.table.choices import Mode
from croupier.games.table.seats import ChangeDealer
from croupier.house.gaming_days import time_zone
from croupier.messages import Refused
from croupier.record.stores.base import day_setting
from croupier.rulebooks import Role
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.page import RefusalPart, refusal_part
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, signed_in_form
from croupier.web.pages.text import table_label
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import at_table, submit

render = renderer_of("croupier.features.pit")
PLACE = "Pit"
"""The entry of the navigation."""
LONGEST_NAME = 80


def attach(app: Litestar, service: FloorService) -> None:
    """Follow the dealers from the beginning of the log."""
    app.state.dealers = log = DealerLog()
    service.subscribe(log.apply)
    service.add_snapshot_part("dealers", log)


async def dealers_response(
    request: PrincipalRequest,
    refused: RefusalPart | None = None,
    *,
    book: str = "",
    problem: str = "",
) -> Response[Any]:
    """Return the roster."""
    service, log = service_of(request), request.app.state.dealers
    model, now = service.read_model, service.clock.now()
    known = accounts_of(request).directory.with_role(Role.DEALER)
    tables = {
        name: f"{shown.law.title}, {table_label(name, shown.law.game)}"
        for name, shown in model.tables.items()
        if shown.table.open and shown.table.choices.mode is Mode.LIVE
    }
    body = render(
        "dealers.html",
        frame=frame_for(request, "Dealers", here=PLACE),
        rows=roster(log, (model.names.get(one.id, one.id) for one in known), now),
        tables=tables,
        vacant=[label for name, label in tables.items() if name not in log.posts],
        zone=time_zone((await service.read(day_setting)).zone),
        refused=refused,
        refused_book=book,
        problem=problem,
    )
    return html_response(body, status=REFUSED if refused or problem else 200)


@get("/pit/dealers", media_type=HTML)
async def dealers(request: PrincipalRequest) -> Response[Any]:
    """Show who deals where, and who is on a break."""
    require(request, "pit.view")
    return await dealers_response(request)


@post("/pit/dealers", status_code=200, media_type=HTML, opt={"page": "/pit/dealers"})
async def send_dealer(request: PrincipalRequest) -> Response[Any]:
    """Put a dealer at a table; the dealer before is on a break from then on."""
    form = await signed_in_form(request)
    require(request, "pit.view")
    dealer = form.get("dealer", "").strip()[:LONGEST_NAME]
    if not dealer:
        return await dealers_response(request, problem="Say who deals from now on.")
    table = form.get("table", "")
    command = ChangeDealer(dealer, by=Role.SUPERVISOR)
    order = at_table(table, command, form.get("click") or uuid4().hex)
    answer = await submit(service_of(request), request.user, order)
    if isinstance(answer, Refused):
        book = service_of(request).table(table).law.book
        return await dealers_response(request, refusal_part(answer), book=book)
    return Redirect("/pit/dealers", status_code=303)


ROUTER = Router("/", route_handlers=[dealers, send_dealer])
