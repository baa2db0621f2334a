"""Routes of the console: cards, wagers, calls and reports of a live table, and staff's powers."""

from typing import Any
from zoneinfo import ZoneInfo

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.announcements import Announcement, announce
from croupier.display.command_fields import table_commands
from croupier.display.narration.narrator import narrate
from croupier.display.sentences import Sentence
from croupier.display.viewers import Voice
from croupier.floor.resting_tables import AdoptLaw, law_adoption
from croupier.games.table.choices import Mode
from croupier.games.table.notices import AcknowledgeNotice
from croupier.games.table.rounds import DealCard
from croupier.house.gaming_days import time_zone
from croupier.messages import Command, Refused
from croupier.record.stores.base import day_setting
from croupier.rulebooks import Role, catalogue
from croupier.web.auth.command_roles import role_for_command
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT, Principal, require_sign_in
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.pages.console.commands import (
    StaffCommand,
    all_menus,
    command_of,
    quick_menus,
    remedy_of,
    staff_command,
)
from croupier.web.pages.console.fields import report_form
from croupier.web.pages.console.page import (
    card_commands,
    command_for_step,
    console_page,
    payment_keys,
    seat_commands,
    wager_commands,
)
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.forms import MisreadError, read_number, submit_form
from croupier.web.pages.table.page import refusal_part
from croupier.web.pages.table.routes import (
    HTML,
    REFUSED,
    SentForm,
    html_response,
    sent_fields,
    signed_in_form,
    view_for,
)
from croupier.web.pages.text import SIGNS
from croupier.web.problems import ProblemError, not_yours
from croupier.web.service.submit import require_role, viewer_for

MOST_NOTICES = 999_999
"""More than a table gives in its life."""
RECENT_SENTENCES = 6
"""The number of recent sentences shown."""


class Outlook:
    """What the console shows beside the table itself."""

    def __init__(self) -> None:
        self.announcements: tuple[Announcement, ...] = ()
        self.sentences: tuple[Sentence, ...] = ()
        self.problem: Refused | str | None = None
        self.entry: StaffCommand | None = None
        self.coming: tuple[Sentence, ...] = ()
        self.given: SentForm = {}
        self.zone = ""


def console_role(principal: Principal) -> Role:
    """Return the role of a principal at the console."""
    staff = [role for role in Role if role in principal.roles & (GAMING_STAFF | OVERSIGHT)]
    if not staff:
        raise ProblemError(403, "person/not-permitted", "the console is for table staff")
    return Role.DEALER if Role.DEALER in staff else staff[0]


def without_confirmation(form: SentForm) -> SentForm:
    """Return what was typed into a form, so that it stays there; nothing is confirmed yet."""
    return {field: text for field, text in form.items() if field != "command"}


def may_move(principal: Principal) -> bool:
    """Return whether a principal may move a resting table to the installed law."""
    return Role.GAMING_MANAGER in principal.roles


def may_tick(request: PrincipalRequest, name: str) -> bool:
    """Return whether the principal may tick off payments at a table: those who may deal there."""
    law = service_of(request).table(name).law
    return role_for_command(request.user, law, DealCard) is not None


async def console_response(request: PrincipalRequest, name: str, outlook: Outlook) -> Response[Any]:
    """Return the console's page, or the part of it that a script asks for."""
    service, accounts = service_of(request), accounts_of(request)
    role = console_role(request.user)
    # Before all else: the table may change while the database answers.
    rounds = service.table(name).table.rounds
    ticks = await accounts.run(accounts.store.payment_ticks, name, rounds)
    shown = service.table(name)
    view = view_for(request, name)
    at, roles, entry = shown.table.choices, request.user.roles, outlook.entry
    page = console_page(
        name,
        shown.version,
        view,
        felt_print(shown.law, shown.table),
        catalogue(shown.law.book),
        role=role,
        live=at.mode is Mode.LIVE,
        menus=quick_menus(shown.law, at, roles),
        every=all_menus(shown.law, at, roles),
        ticks=ticks,
        ticks_payments=may_tick(request, name),
        announcements=outlook.announcements,
        sentences=outlook.sentences[-RECENT_SENTENCES:],
        refused=refusal_part(outlook.problem, view.names),
        entry=entry,
        form=None if entry is None else report_form(shown.law, at, view, entry, outlook.given),
        remedy=None if entry is None else remedy_of(shown.law, entry),
        outlook=outlook.coming,
        given=outlook.given,
        adoption=law_adoption(shown.table) if shown.rests and may_move(request.user) else None,
        zone=outlook.zone,
    )
    frame = frame_for(request, f"Console, {view.title}")
    template = "console/main.html" if requested_part(request) else "console/page.html"
    body = render(template, page=page, frame=frame)
    return html_response(body, status=REFUSED if outlook.problem is not None else 200)


@get("/tables/{name:str}/console", media_type=HTML)
async def console(
    request: PrincipalRequest,
    name: FromPath[str],
    report: FromQuery[str] = "",
    dispute: FromQuery[str] = "",
) -> Response[Any]:
    """Show the console; with ``report`` the form of that entry, about a ``dispute`` if given."""
    require_sign_in(request.user)
    require(request, "table.view")
    console_role(request.user)
    outlook = Outlook()
    if report:
        shown = service_of(request).table(name)
        try:
            choices = shown.table.choices
            outlook.entry = staff_command(shown.law, choices, request.user.roles, report)
            outlook.given = {"dispute": dispute}
            outlook.zone = (await house_zone(request)).key
        except MisreadError as error:
            outlook.problem = str(error)
    return await console_response(request, name, outlook)


async def house_zone(request: PrincipalRequest) -> ZoneInfo:
    """Return the time zone of the house's clock, which its gaming day sets."""
    return time_zone((await service_of(request).read(day_setting)).zone)


async def submit_entry(
    request: PrincipalRequest,
    name: str,
    form: SentForm,
    commands: tuple[Command, ...],
    entry: StaffCommand | None = None,
) -> Response[Any]:
    """Submit commands, and show the dealer what happened and what to say.

    If they are refused, the form of the ``entry`` stays open with what was typed.
    """
    service = service_of(request)
    outlook = Outlook()
    before = service.table(name)
    viewer = viewer_for(request.user, before.table.choices.mode)
    voice = Voice(viewer, SIGNS, service.read_model.names)
    scene, table = before.scene, before.table
    for answer in await submit_form(request, name, form, commands):
        if isinstance(answer, Refused):
            outlook.problem, outlook.entry = answer, entry
            outlook.given = without_confirmation(form)
            outlook.zone = (await house_zone(request)).key
            break
        outlook.announcements += announce(before.law, table, answer)
        scene, sentences = narrate(before.law, scene, answer, voice)
        table = scene.table
        outlook.sentences += tuple(one for one in sentences if one.told)
    if requested_part(request) or outlook.problem is not None:
        return await console_response(request, name, outlook)
    return Redirect(f"/tables/{name}/console", status_code=303)


async def misread_response(
    request: PrincipalRequest, name: str, error: MisreadError
) -> Response[Any]:
    """Show the console with what was wrong in what was typed."""
    outlook = Outlook()
    outlook.problem = str(error)
    return await console_response(request, name, outlook)


@post("/tables/{name:str}/console/{what:str}", status_code=200, media_type=HTML)
async def enter(
    request: PrincipalRequest, name: FromPath[str], what: FromPath[str]
) -> Response[Any]:
    """Enter a card, a wager, a step or a seat."""
    form = await sent_fields(request)
    view = view_for(request, name)
    role = console_role(request.user)
    shown = service_of(request).table(name)
    try:
        match what:
            case "card":
                commands = card_commands(view, form.get("card", ""), role)
            case "wager":
                commands = wager_commands(view, felt_print(shown.law, shown.table), form)
            case "step":
                commands = command_for_step(view, form.get("step", ""), role)
            case "seat":
                commands = seat_commands(view, form)
            case "notice":
                number = read_number(form.get("notice", ""), MOST_NOTICES)
                commands = (AcknowledgeNotice(number or 0, by=role),)
            case _:
                raise ProblemError(404, "page/unknown", "there is no such form")
    except MisreadError as error:
        return await misread_response(request, name, error)
    return await submit_entry(request, name, form, commands)


@post("/tables/{name:str}/console/tick", status_code=200, media_type=HTML)
async def tick_payment(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Tick off a line of the last settlement, or take its tick back, on every console."""
    form = await signed_in_form(request)
    require(request, "table.command")
    service, accounts = service_of(request), accounts_of(request)
    view = view_for(request, name)
    if not may_tick(request, name):
        raise not_yours("payments are ticked off by those who may deal at the table")
    line = form.get("line", "")
    if line not in payment_keys(view):
        error = MisreadError("this settlement has changed: look at its lines again")
        return await misread_response(request, name, error)
    store = accounts.store
    change = store.untick_payment if form.get("done") == "no" else store.tick_payment
    await accounts.run(change, name, view.rounds, line)
    service.subscribers.publish_ticks(name)
    if requested_part(request):
        return await console_response(request, name, Outlook())
    return Redirect(f"/tables/{name}/console", status_code=303)


@post(
    "/tables/{name:str}/report",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tables/{name}/console"},
)
async def report_it(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show what a report will lead to, with its clause; record it once that is confirmed."""
    form = await sent_fields(request)
    service = service_of(request)
    shown, house = service.table(name), await house_zone(request)
    outlook = Outlook()
    outlook.zone = house.key
    choices, people = shown.table.choices, {}
    for player in view_for(request, name).players:
        people[service.read_model.names.get(player.player, player.player)] = player.player
    try:
        entry = staff_command(shown.law, choices, request.user.roles, form.get("command", ""))
        outlook.entry = entry
        kind = table_commands(shown.law, player_cards=True)[entry.command]
        role = require_role(request.user, kind, shown.law, choices.mode)
        command = command_of(shown.law, entry, form, role, house, people=people)
    except (MisreadError, ProblemError) as error:
        outlook.problem = str(error)
        outlook.given = without_confirmation(form)
        return await console_response(request, name, outlook)
    if form.get("confirmed") == "yes":
        return await submit_entry(request, name, form, (command,), entry)
    preview = await service.do(lambda floor: floor.preview(name, command))
    if isinstance(preview, Refused):
        outlook.given = without_confirmation(form)
        outlook.problem = preview
        return await console_response(request, name, outlook)
    outlook.given = form
    viewer = viewer_for(request.user, choices.mode)
    voice = Voice(viewer, SIGNS, service.read_model.names)
    _, outlook.coming = narrate(shown.law, shown.scene, preview, voice)
    return await console_response(request, name, outlook)


@post("/tables/{name:str}/law", status_code=200, media_type=HTML)
async def adopt_law(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Move a resting table to the installed law."""
    form = await sent_fields(request)
    require(request, "table.adopt-law")
    command = AdoptLaw(void_round=form.get("void-round") == "yes", by=Role.GAMING_MANAGER)
    return await submit_entry(request, name, form, (command,))


ROUTER = Router("/", route_handlers=[console, enter, tick_payment, report_it, adopt_law])
