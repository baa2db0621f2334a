"""Routes of a player's table: its page, and the forms on it."""

from collections.abc import Hashable
from typing import Any
from urllib.parse import parse_qsl

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.display.viewers import player_of
from croupier.display.views import TableView
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.table.disputes import AskReview, DeclineReview, LodgeComplaint, RaiseDispute
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Leave, Rise, Sit
from croupier.house.readiness import NOBODY
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, catalogue
from croupier.web.auth.command_roles import CHANGED_BY_STAFF
from croupier.web.auth.permissions import require_sign_in
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.bets import (
    LaidChips,
    bets_commands,
    chip_cookies,
    chosen_chip,
    forget_cookie,
    last_bets,
    save_cookie,
    saved_bets,
    saved_commands,
)
from croupier.web.pages.table.contest import ContestPart, contest_part
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.forms import (
    MisreadError,
    QuestionOverError,
    answer_commands,
    call_commands,
    is_automatic,
    is_insured_in_turn,
    is_ready,
    note_insurance_answer,
    read_amount,
    read_number,
    refusal_in,
    spot_commands,
    submit_form,
)
from croupier.web.pages.table.guide import guide_for
from croupier.web.pages.table.history import RecentRounds
from croupier.web.pages.table.page import (
    INSURANCE,
    WAGERS,
    Surroundings,
    question_for,
    round_part,
    table_page,
)
from croupier.web.problems import not_yours
from croupier.web.service.floor_service import FloorService
from croupier.web.service.readiness import awaited_players, readiness_key
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
FURTHER: dict[str, type[AskReview | DeclineReview | LodgeComplaint]] = {
    "ask-review": AskReview,
    "decline-review": DeclineReview,
    "complain": LodgeComplaint,
}
"""What a player may do about a decision, as the form names it."""
TOO_LATE = "The table had moved on, so nothing was done."
RAISED = "Your dispute is raised. You can follow it on this page."
"""What a form for a phase that is over is answered with."""
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


def awaited_names(request: PrincipalRequest, name: str, view: TableView) -> tuple[str, ...]:
    """Return the names of the players that the deal or the end of insurance still waits for."""
    shown = service_of(request).table(name)
    first = view.prompts[0].due if view.prompts else ""
    kinds: dict[str, type[Command]] = {WAGERS: Deal, INSURANCE: CloseInsurance}
    kind = kinds.get(first)
    if kind is None or not is_automatic(request, name):
        return ()
    ready = service_of(request).read_model.readiness.get(name, NOBODY)
    waiting = awaited_players(shown.table, shown.due, kind)
    waiting -= ready.to(readiness_key(shown.table, kind))
    return tuple(sorted(view.names.get(player, player) for player in waiting))


def is_over(request: PrincipalRequest, name: str, form: SentForm) -> bool:
    """Return whether a form was offered in a phase of play that is over."""
    sent = form.get("phase", "")
    return bool(sent) and sent != current_phase(request, name)


def current_phase(request: PrincipalRequest, name: str) -> str:
    """Return the phase of play that a table's page is in for the principal."""
    declined = is_ready(request, name, CloseInsurance)
    return question_for(view_for(request, name), declined=declined).phase


def table_response(
    request: PrincipalRequest, name: str, problem: Objection = None, notice: str = ""
) -> Response[Any]:
    """Return the page of a table, or the part of it that a script asks for."""
    service = service_of(request)
    shown = service.table(name)
    view = view_for(request, name)
    felt = felt_print(shown.law, shown.table)
    recent: RecentRounds = request.app.state.recent_rounds
    own = recent.of_player(name, player_of(view.viewer), LAST_ROUNDS)
    scheduler: Scheduler = request.app.state.scheduler
    seconds, whole = scheduler.time_left(name)
    around = Surroundings(
        refused=problem,
        notice=notice,
        ready=is_ready(request, name, Deal),
        waits_for=awaited_names(request, name, view),
        deals_itself=is_automatic(request, name),
        may_deal=may_deal(request, name, view),
        last_total=sum(amount for _, _, amount in last_bets(view)),
        saved=saved_bets(request.cookies, felt.layable),
        chip=chosen_chip(request.cookies),
        rounds=tuple(round_part(*one) for one in own),
        declined=is_ready(request, name, CloseInsurance),
        seconds=round(seconds) if whole >= SHORTEST_CLOCK else 0,
        of_seconds=round(whole) if whole >= SHORTEST_CLOCK else 0,
        practice=shown.table.choices.practice,
        player_cards=shown.table.choices.player_cards,
        purse=service.read_model.account(request.user.account).purse
        if request.user.is_player
        else None,
        contest=contest_here(service, name, view),
    )
    page = table_page(
        name,
        shown.version,
        view,
        felt,
        catalogue(shown.law.book),
        around,
    )
    me = view.player(player_of(view.viewer))
    frame = frame_for(request, view.title, chips=me.chips if me is not None else None)
    template = "table/main.html" if requested_part(request) else "table/page.html"
    body = render(template, page=page, frame=frame, guide=guide_for(request, name, view))
    return html_response(body, status=REFUSED if problem is not None else 200)


def contest_here(service: FloorService, name: str, view: TableView) -> ContestPart | None:
    """Return the session of a tournament that a table plays; ``None`` if it plays none."""
    shown = service.table(name)
    terms = shown.table.choices.tournament
    if terms is None or view.contest is None:
        return None
    return contest_part(shown.law, view, service.read_model.tournaments.get(terms.tournament))


class SpectatorParts:
    """What visitors see of each table, rendered once however many watch.

    All of them see the same. A part is used again as long as nothing was recorded, nobody has said
    that they are ready, and the clock shows the same second.
    """

    def __init__(self) -> None:
        self._parts: dict[str, tuple[Hashable, str]] = {}

    def response(self, request: PrincipalRequest, name: str) -> Response[Any]:
        """Return the part of a table's page for a visitor."""
        service, scheduler = service_of(request), request.app.state.scheduler
        seconds, whole = scheduler.time_left(name)
        ready = service.read_model.readiness.get(name, NOBODY)
        key = service.read_model.position, ready, round(seconds), whole
        kept = self._parts.get(name)
        if kept is None or kept[0] != key:
            response = table_response(request, name)
            kept = self._parts[name] = key, str(response.content)
        return html_response(kept[1])


@get("/tables/{name:str}", media_type=HTML)
async def table(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show a table as the principal may see it."""
    require(request, "table.view")
    if request.user.is_visitor and requested_part(request):
        service_of(request).table(name)
        parts: SpectatorParts = request.app.state.spectator_parts
        return parts.response(request, name)
    return table_response(request, name)


async def submit_and_show(
    request: PrincipalRequest,
    name: str,
    form: SentForm,
    commands: tuple[Command, ...],
    notice: str = "",
) -> Response[Any]:
    """Submit a player's commands, and show what they led to.

    Scripts show ``notice`` if nothing was refused; without one the page is loaded again.
    """
    if not request.user.is_player:
        raise not_yours(STAFF_PLAY)
    answers = await submit_form(request, name, form, commands)
    refused = refusal_in(answers)
    has_notice = refused is None and requested_part(request)
    return response_after(request, name, refused, notice if has_notice else "")


def response_after(
    request: PrincipalRequest, name: str, problem: Objection = None, notice: str = ""
) -> Response[Any]:
    """Return what is shown after a form: scripts get the table, others are redirected to it."""
    if requested_part(request) or problem is not None or notice:
        return table_response(request, name, problem, notice)
    return Redirect(f"/tables/{name}", status_code=303)


@post("/tables/{name:str}/answer", status_code=200, media_type=HTML)
async def answer(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Answer what the table asks of a player."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    key = form.get("key", "")
    view = view_for(request, name)
    try:
        given = form.get(f"amount-{key}", "")
        commands = answer_commands(view, form.get("about", ""), key, given)
        if form.get("about") == INSURANCE and not is_insured_in_turn(request, name):
            if is_automatic(request, name):
                commands = (*commands, CloseInsurance(by=Role.DEALER))
            else:
                await note_insurance_answer(request, name, form)
    except QuestionOverError:
        return response_after(request, name, notice=TOO_LATE)
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/lay", status_code=200, media_type=HTML)
async def lay(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Place chips on a spot; a player who is not at the table yet buys them first."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    view, chip = view_for(request, name), form.get("chip", "")
    terms = service_of(request).table(name).table.choices.jackpot
    price = 0 if terms is None else terms.wager
    try:
        commands = spot_commands(
            view, form.get("spot", ""), chip, form.get("amount", ""), jackpot=price
        )
    except MisreadError as error:
        return response_after(request, name, str(error))
    return with_cookies(await submit_and_show(request, name, form, commands), chip_cookies(chip))


def with_cookies(response: Response[Any], cookies: list[Cookie]) -> Response[Any]:
    """Return an answer that has the browser keep something."""
    response.cookies.extend(cookies)
    return response


@post("/tables/{name:str}/bets", status_code=200, media_type=HTML)
async def bets(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Undo the last chip; repeat, double or clear all wagers; have the round dealt."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    laid: LaidChips = request.app.state.laid_chips
    last = laid.last_of(name, request.user.account)
    try:
        commands = bets_commands(view_for(request, name), form.get("what", ""), last)
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/saved", status_code=200, media_type=HTML)
async def change_saved_bets(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Save what lies there, lay a saved bet, or forget one."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    what, _, digits = form.get("what", "").partition(":")
    number = read_number(digits, 99) or 0
    view = view_for(request, name)
    try:
        if what == "lay":
            commands = saved_commands(view, number, request.cookies)
            return await submit_and_show(request, name, form, commands)
        if what == "forget":
            kept = forget_cookie(number, request.cookies)
        else:
            kept = save_cookie(view, request.cookies)
    except MisreadError as error:
        return response_after(request, name, str(error))
    # What is shown after it is rendered from the cookies of the next request.
    return with_cookies(Redirect(f"/tables/{name}", status_code=303), [kept])


@post("/tables/{name:str}/call", status_code=200, media_type=HTML)
async def call(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Make a call by a key that no button offers: the answer says why not."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    try:
        commands = call_commands(view_for(request, name), form.get("call", ""))
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, commands)


@post("/tables/{name:str}/sit", status_code=200, media_type=HTML)
async def sit(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Sit down in one click: take a seat, and buy chips where software deals."""
    return await seat_player(request, name, await signed_in_form(request))


async def seat_player(request: PrincipalRequest, name: str, form: SentForm) -> Response[Any]:
    """Seat the principal at a box, or at the first free one, with chips to begin with.

    At a live table the dealer changes money for chips, after the player has sat down.
    """
    view, me = view_for(request, name), request.user.account
    here = view.player(me)
    commands: list[Command] = []
    if is_automatic(request, name) and (here is None or not here.chips):
        purse = service_of(request).read_model.account(me).purse
        wanted = max(FIRST_PURCHASE, 20 * view.minimum)
        commands.append(BuyIn(me, min(wanted, purse) or wanted, by=Role.PLAYER))
    free = [one.number for one in view.boxes if not one.seated and not one.reserved]
    number = read_number(form.get("box", ""), 99) or next(iter(free), 0)
    if number:
        commands.append(Sit(me, number, by=Role.PLAYER))
    return await submit_and_show(request, name, form, tuple(commands))


@post("/tables/{name:str}/buy", status_code=200, media_type=HTML)
async def buy(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Change money for chips."""
    form = await signed_in_form(request)
    if not is_automatic(request, name):
        return response_after(request, name, CHANGED_BY_STAFF["buy-in"])
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
    return await submit_and_show(request, name, form, (command,), notice=RAISED)


@post("/tables/{name:str}/disputes/{number:int}", status_code=200, media_type=HTML)
async def take_dispute_further(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Ask for a review of a decided dispute, decline it, or complain about the decision."""
    form = await signed_in_form(request)
    kind = FURTHER.get(form.get("step", ""))
    if kind is None:
        return response_after(request, name, "choose: ask for a review, decline it, or complain")
    command = kind(number, request.user.account, by=Role.PLAYER)
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


ROUTER = Router(
    "/",
    route_handlers=[
        table,
        answer,
        lay,
        bets,
        change_saved_bets,
        call,
        sit,
        buy,
        dispute,
        take_dispute_further,
        leave,
    ],
)
