"""Pages of the Player Card: presenting it, its limits, and declared chips."""

from typing import Any

from litestar import Response, Router, get, post

from croupier.house.accounts import (
    AccountCommand,
    DeclareChips,
    DeclareRemaining,
    PresentCard,
    SetDepositLimit,
    SetLossLimit,
)
from croupier.messages import Refused
from croupier.rulebooks import Role
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import TableReadModel
from croupier.web.pages.accounts import WRONG
from croupier.web.pages.rendering import frame_for, render
from croupier.web.pages.table.forms import (
    MisreadError,
    read_amount,
    read_number,
    refusal_in,
    submit_form,
)
from croupier.web.pages.table.page import refusal_part
from croupier.web.pages.table.routes import HTML, SentForm, html_response, sent_fields

MOST_DAYS = 366
"""The most days of a Loss Limit's period in the form."""


def tables_with_cards(request: PrincipalRequest) -> list[TableReadModel]:
    """Return the tables at which Player Cards are in use."""
    tables = service_of(request).read_model.tables.values()
    return [shown for shown in tables if shown.table.choices.player_cards]


def card_page(
    request: PrincipalRequest,
    form: SentForm,
    problem: Refused | str | None = None,
    *,
    done: bool = False,
) -> Response[Any]:
    """Return the page of the principal's own card."""
    tables = tables_with_cards(request)
    body = render(
        "table/player_card.html",
        frame=frame_for(request, "Player Card", here="My account"),
        account=service_of(request).read_model.account(request.user.account),
        tables=tables,
        law=tables[0].law.player_cards if tables else None,
        book=tables[0].law.book if tables else "",
        given=form,
        refused=refusal_part(problem),
        done=done,
    )
    return html_response(body, status=WRONG if problem is not None else 200)


def command_from(me: str, form: SentForm) -> AccountCommand:
    """Return the command of a form."""
    what = form.get("what", "")
    if what == "present":
        return PresentCard(me, me, by=Role.PLAYER)
    amount = read_amount(form.get("amount", ""))
    match what:
        case "loss":
            days = read_number(form.get("days", "1"), MOST_DAYS)
            if not days:
                raise MisreadError(f"a period has 1 to {MOST_DAYS} days")
            return SetLossLimit(me, amount, days, by=Role.PLAYER)
        case "deposit":
            return SetDepositLimit(me, amount, by=Role.PLAYER)
        case "declare":
            return DeclareChips(me, amount, by=Role.PLAYER)
        case "leave":
            return DeclareRemaining(me, amount, by=Role.PLAYER)
    raise MisreadError("a Player Card has no such command")


@get("/account/card", media_type=HTML)
async def card(request: PrincipalRequest) -> Response[Any]:
    """Show the principal's own Player Card."""
    require(request, "account.view", owner=request.user.account)
    return card_page(request, {})


@post("/account/card", status_code=200, media_type=HTML)
async def change_card(request: PrincipalRequest) -> Response[Any]:
    """Present the card at a table, set a limit there, or declare chips."""
    require(request, "account.view", owner=request.user.account)
    form = await sent_fields(request)
    name = form.get("table", "")
    if name not in {shown.name for shown in tables_with_cards(request)}:
        return card_page(request, form, "name a table that keeps Player Cards")
    try:
        command = command_from(request.user.account, form)
    except MisreadError as error:
        return card_page(request, form, str(error))
    refused = refusal_in(await submit_form(request, name, form, (command,)))
    if refused is not None:
        return card_page(request, form, refused)
    return card_page(request, {}, done=True)


ROUTER = Router("/", route_handlers=[card, change_card])
