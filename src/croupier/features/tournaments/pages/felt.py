"""Forms at a table of a tournament: the wager in turn, a pass card, an undisclosed wager."""

from typing import Any

from litestar import Response, Router, post
from litestar.params import FromPath

from croupier.games.table.contest.wagers import HandInForm, PlayPassCard
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.rulebooks import Role
from croupier.web.http.guards import PrincipalRequest, service_of
from croupier.web.pages.table.forms import MisreadError, read_amount
from croupier.web.pages.table.routes import (
    HTML,
    TOO_LATE,
    SentForm,
    is_over,
    response_after,
    signed_in_form,
    submit_and_show,
)


def turn_command(player: str, box: int, form: SentForm) -> Command:
    """Return what a form for a player's turn asks for. Raise if it cannot be read."""
    match form.get("what", ""):
        case "wager":
            return PlaceWager(player, box, read_amount(form.get("amount", "")), by=Role.PLAYER)
        case "pass":
            return PlayPassCard(player, by=Role.PLAYER)
        case "form":
            beside = form.get("open", "").strip()
            return HandInForm(
                player,
                MAIN,
                read_amount(form.get("written", "")),
                read_amount(beside) if beside else 0,
                by=Role.PLAYER,
            )
    raise MisreadError("lay a wager, play a pass card or hand in a form")


def own_box(request: PrincipalRequest, name: str) -> int:
    """Return the principal's box in the session at a table; 0 if they have none."""
    contest = service_of(request).table(name).table.contest
    one = None if contest is None else contest.contestant(request.user.account)
    return 0 if one is None else one.box


@post(
    "/tables/{name:str}/turn",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tables/{name}"},
)
async def turn(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Lay the wager of the turn, or what may replace it."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    try:
        command = turn_command(request.user.account, own_box(request, name), form)
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, (command,))


ROUTER = Router("/", route_handlers=[turn])
