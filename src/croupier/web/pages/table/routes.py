"""Routes of a player's table: its page, and the forms on it."""

from typing import Any
from urllib.parse import parse_qsl

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.display.viewers import player_of
from croupier.display.views import TableView
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.table.disputes import RaiseDispute
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Leave, Rise, Sit
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, catalogue
from croupier.web.auth.permissions import require_sign_in
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.forms import (
    MisreadError,
    QuestionOverError,
    answer_commands,
    bets_commands,
    call_commands,
    is_automatic,
    is_ready,
    note_insurance_answer,
    read_amount,
    read_number,
    refusal_in,
    spot_commands,
    submit_form,
)
from croupier.web.pages.table.history import RecentRounds
from croupier.web.pages.table.page import INSURANCE, Surroundings, round_part, table_page
from croupier.web.problems import not_yours
from croupier.web.service.scheduler import Scheduler
from croupier.web.service.submit import STAFF_PLAY, viewer_for

HTML = "text/html"
REFUSED = 409
"""The status of a page that says why something was refused."""
FIRST_PURCHASE: Cents = 200_00
"""The chips bought for a player who sits down, as far as the purse goes."""

SHORTEST_CLOCK = 5
"""The shortest time in seconds that is shown as a clock: shorter ones are only the pace."""
LONGEST_DISPUTE = 300
READY = "You are ready: the round is dealt when everybody is, or when the time is up."
LAST_ROUNDS = 6
"""The number of a player's last rounds shown under the table."""

SentForm = dict[str, str]
SentPairs = tuple[tuple[str, str], ...]
Objection = Refused | str | None


async def sent_fields(request: PrincipalRequest) -> SentForm:
    """Return the fields of a form; of a field with several values, the last."""
    return dict(await sent_pairs(request))


async def sent_pairs(request: PrincipalRequest) -> SentPairs:
    """Return all pairs of a form."""
    body = await request.body()
    return tuple(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


async def signed_in_form(request: PrincipalRequest) -> SentForm:
    """Return the fields of a signed-in person's form. Raise 401 first if the session is over."""
    require_sign_in(request.user)
    return await sent_fields(request)


def html_response(body: str, *, status: int = 200) -> Response[Any]:
    """Return a page as an answer that is not cached."""
    headers = {"Cache-Control": "no-store"}
    return Response(body, media_type=HTML, status_code=status, headers=headers)


def view_for(request: PrincipalRequest, name: str) -> TableView:
    """Return a table as the request's principal may see it."""
    service = service_of(request)
    viewer = viewer_for(request.user, service.table(name).table.choices.mode)
    return service.view(name, viewer)


def may_deal(request: PrincipalRequest, name: str, view: TableView) -> bool:
    """Return whether a player may have the round dealt: software deals, and they have a wager."""
    me = player_of(view.viewer)
    return is_automatic(request, name) and any(wager.player == me for wager in view.wagers)


def table_response(
    request: PrincipalRequest, name: str, problem: Objection = None
) -> Response[Any]:
    """Return the page of a table, or the part of it that a script asks for."""
    service = service_of(request)
    shown = service.table(name)
    view = view_for(request, name)
    recent: RecentRounds = request.app.state.recent_rounds
    own = recent.of_player(name, player_of(view.viewer), LAST_ROUNDS)
    scheduler: Scheduler = request.app.state.scheduler
    seconds, whole = scheduler.time_left(name)
    around = Surroundings(
        refused=problem,
        notice=READY if is_ready(request, name, Deal) else "",
        may_deal=may_deal(request, name, view),
        rounds=tuple(round_part(*one) for one in own),
        declined=is_ready(request, name, CloseInsurance),
        seconds=round(seconds) if whole >= SHORTEST_CLOCK else 0,
        of_seconds=round(whole) if whole >= SHORTEST_CLOCK else 0,
        practice=shown.table.choices.practice,
        player_cards=shown.table.choices.player_cards,
        purse=service.read_model.account(request.user.account).purse
        if request.user.is_player
        else None,
    )
    page = table_page(
        name,
        shown.version,
        view,
        felt_print(shown.law, shown.table),
        catalogue(shown.law.book),
        around,
    )
    me = view.player(player_of(view.viewer))
    frame = frame_for(request, view.title, chips=me.chips if me is not None else None)
    template = "table_main.html" if requested_part(request) else "table.html"
    body = render(template, page=page, frame=frame)
    return html_response(body, status=REFUSED if problem is not None else 200)


@get("/tables/{name:str}", media_type=HTML)
async def table(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show a table as the principal may see it."""
    require(request, "table.view")
    return table_response(request, name)


async def submit_and_show(
    request: PrincipalRequest, name: str, form: SentForm, commands: tuple[Command, ...]
) -> Response[Any]:
    """Submit a player's commands, and show what they led to."""
    if not request.user.is_player:
        raise not_yours(STAFF_PLAY)
    answers = await submit_form(request, name, form, commands)
    return response_after(request, name, refusal_in(answers))


def response_after(request: PrincipalRequest, name: str, problem: Objection) -> Response[Any]:
    """Return what is shown after a form: scripts get the table, others are redirected to it."""
    if requested_part(request) or problem is not None:
        return table_response(request, name, problem)
    return Redirect(f"/tables/{name}", status_code=303)


@post("/tables/{name:str}/answer", status_code=200, media_type=HTML)
async def answer(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Answer what the table asks of a player."""
    form = await signed_in_form(request)
    key = form.get("key", "")
    view = view_for(request, name)
    try:
        given = form.get(f"amount-{key}", "")
        commands = answer_commands(view, form.get("about", ""), key, given)
        if form.get("about") == INSURANCE:
            if is_automatic(request, name):
                commands = (*commands, CloseInsurance(by=Role.DEALER))
            else:
                await note_insurance_answer(request, name, form)
    except QuestionOverError:
        return response_after(request, name, None)
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/lay", status_code=200, media_type=HTML)
async def lay(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Place chips on a spot; a player who is not at the table yet buys them first."""
    form = await signed_in_form(request)
    view = view_for(request, name)
    try:
        commands = spot_commands(
            view, form.get("spot", ""), form.get("chip", ""), form.get("amount", "")
        )
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/bets", status_code=200, media_type=HTML)
async def bets(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Repeat, double or clear all wagers, or have the round dealt."""
    form = await signed_in_form(request)
    try:
        commands = bets_commands(view_for(request, name), form.get("what", ""))
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/call", status_code=200, media_type=HTML)
async def call(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Make a call by a key that no button offers: the answer says why not."""
    form = await signed_in_form(request)
    try:
        commands = call_commands(view_for(request, name), form.get("call", ""))
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/sit", status_code=200, media_type=HTML)
async def sit(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Sit down in one click: buy chips if there are none, and take a seat."""
    return await seat_player(request, name, await signed_in_form(request))


async def seat_player(request: PrincipalRequest, name: str, form: SentForm) -> Response[Any]:
    """Seat the principal at a box, or at the first free one, with chips to begin with."""
    view, me = view_for(request, name), request.user.account
    here = view.player(me)
    commands: list[Command] = []
    if here is None or not here.chips:
        purse = service_of(request).read_model.account(me).purse
        wanted = max(FIRST_PURCHASE, 20 * view.minimum)
        bought = min(wanted, purse) if is_automatic(request, name) else wanted
        commands.append(BuyIn(me, bought or wanted, by=Role.PLAYER))
    free = [one.number for one in view.boxes if not one.seated and not one.reserved]
    number = read_number(form.get("box", ""), 99) or next(iter(free), 0)
    if number:
        commands.append(Sit(me, number, by=Role.PLAYER))
    return await submit_and_show(request, name, form, tuple(commands))


@post("/tables/{name:str}/buy", status_code=200, media_type=HTML)
async def buy(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Change money for chips."""
    form = await signed_in_form(request)
    try:
        amount = read_amount(form.get("dollars", ""))
    except MisreadError as error:
        return response_after(request, name, str(error))
    command = BuyIn(request.user.account, amount, by=Role.PLAYER)
    return await submit_and_show(request, name, form, (command,))


@post("/tables/{name:str}/dispute", status_code=200, media_type=HTML)
async def dispute(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Dispute something that happened; the last round goes with it."""
    form = await signed_in_form(request)
    about = form.get("about", "").strip()
    if not about:
        return response_after(request, name, "say what is in dispute")
    command = RaiseDispute(request.user.account, about[:LONGEST_DISPUTE], by=Role.PLAYER)
    return await submit_and_show(request, name, form, (command,))


@post("/tables/{name:str}/leave", status_code=200, media_type=HTML)
async def leave(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Leave the table with all chips, or only the seat."""
    form = await signed_in_form(request)
    me = request.user.account
    command: Command = Leave(me, by=Role.PLAYER)
    if form.get("what") == "seat":
        command = Rise(me, by=Role.PLAYER)
    return await submit_and_show(request, name, form, (command,))


ROUTER = Router("/", route_handlers=[table, answer, lay, bets, call, sit, buy, dispute, leave])
