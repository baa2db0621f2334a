"""Pages about accounts: a person's own, and for administrators everybody's.

Also the forms that wait while a person signs in again, so that nothing typed is lost.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.house.accounts import PlayerAccount, PurseMoved
from croupier.house.gaming_days import time_zone
from croupier.money import Cents, in_dollars
from croupier.record.stores.base import day_setting
from croupier.rulebooks import Role
from croupier.streams import ACCOUNT
from croupier.web.auth import administration, credentials
from croupier.web.auth.accounts import SessionSummary, session_summary, view_of, who_is
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import (
    PrincipalRequest,
    accounts_of,
    cookie_for,
    no_cookie,
    require,
    require_reading,
    service_of,
)
from croupier.web.pages.rendering import frame_for, problem_in_form, render
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number
from croupier.web.pages.table.history import RecentRounds, signed_amount
from croupier.web.pages.table.routes import (
    HTML,
    SentForm,
    SentPairs,
    html_response,
    sent_fields,
    sent_pairs,
)
from croupier.web.problems import ProblemError

WRONG = 422
"""The status of a form that is shown again with what was wrong."""
MOST_MINUTES, MOST_DAYS = 9999, 3999
"""The longest interval of reminders, and the longest exclusion that ends."""
FOR_GOOD = "always"
"""The value of an exclusion that does not end."""
ROUNDS_SHOWN = 12
STATEMENT_LINES = 30


async def account_page(
    request: PrincipalRequest, problem: str = "", done: str = ""
) -> Response[Any]:
    """Return the page of the principal's own account."""
    require(request, "session.view")
    if request.user.is_visitor:
        return Redirect("/sign-in?next=/account", status_code=303)
    accounts, me = accounts_of(request), request.user.account
    session = await accounts.run(accounts.store.session, request.user.session)
    person = accounts.directory.person(me)
    credential = await accounts.run(accounts.store.credential, me)
    body = render(
        "account.html",
        frame=frame_for(request, "My account", here="My account"),
        who=who_is(accounts, request.user, session),
        person=view_of(person, request.user.name, administration.time_now(accounts)),
        purses=purses_of(request),
        rounds=own_rounds(request),
        purse=in_dollars(service_of(request).read_model.account(me).purse) if person.plays else "",
        statement=await statement(request),
        card=card_line(service_of(request).read_model.account(me)),
        problem=problem,
        done=done,
        least=accounts.policy.shortest_password,
        for_once=credential is not None and bool(credential.one_time_until),
        needs_code=accounts.policy.needs_code(plays=person.plays),
        sessions=await own_sessions(request),
    )
    return html_response(body, status=WRONG if problem else 200)


async def own_sessions(request: PrincipalRequest) -> list[tuple[SessionSummary, str, str]]:
    """Return the principal's sessions with their opening and last use, by the house's clock."""
    accounts = accounts_of(request)
    zone = time_zone((await service_of(request).read(day_setting)).zone)
    found = await accounts.run(accounts.store.sessions_of, request.user.account)

    def time_of(at: datetime) -> str:
        return f"{at.astimezone(zone):%-d %B, %H:%M %Z}"

    told = [session_summary(one, request.user) for one in found]
    return [(one, time_of(one.began), time_of(one.seen)) for one in told]


def card_line(account: PlayerAccount) -> str:
    """Return a line about a Player Card."""
    if account.card_holder is None:
        return "You have not shown a Player Card yet."
    limit = account.loss_limit
    if limit is None:
        return "You have shown your Player Card. It has no Loss Limit."
    return f"You have shown your Player Card. Its Loss Limit is {in_dollars(limit.amount)}."


def purses_of(request: PrincipalRequest) -> list[tuple[str, str, str]]:
    """Return the principal's chips by table: name, title, amount."""
    service, me = service_of(request), request.user.account
    found = []
    for name, shown in service.read_model.tables.items():
        player = shown.table.players.get(me)
        if player is not None and player.counted:
            found.append((name, shown.law.title, in_dollars(shown.table.chips(me))))
    return found


async def statement(request: PrincipalRequest) -> list[tuple[str, str, Cents]]:
    """Return the movements of the principal's purse, the newest first: reason and amount."""
    stream = ACCOUNT.stream(request.user.account)
    moved = await service_of(request).read(
        lambda store: [one.event for one in store.read_stream(stream)]
    )
    lines = [
        (f"{event.why} {event.where}".strip(), signed_amount(event.amount), event.amount)
        for event in moved
        if isinstance(event, PurseMoved)
    ]
    return lines[: -STATEMENT_LINES - 1 : -1]


def own_rounds(request: PrincipalRequest) -> list[tuple[str, int, str, Cents]]:
    """Return the principal's last rounds at all tables: table, number, result in words, result."""
    recent: RecentRounds = request.app.state.recent_rounds
    me = request.user.account
    return [
        (name, number, signed_amount(net) if net else "even", net)
        for name in service_of(request).read_model.tables
        for number, net, _ in recent.of_player(name, me, ROUNDS_SHOWN)
    ][: 2 * ROUNDS_SHOWN]


@get("/account", media_type=HTML)
async def account(request: PrincipalRequest, done: FromQuery[str] = "") -> Response[Any]:
    """Show the principal's own account."""
    return await account_page(request, done=DONE.get(done, ""))


# Changes to a person's own account ----------------------------------------------------------------

DONE = {
    "limit": "Your limit is set. A lower one applies at once, a higher one after a day.",
    "reminder": "Your reminder is set.",
    "exclusion": "You are excluded from play for the time you chose.",
    "password": "Your password is set. All other sessions have ended.",
    "sessions": "That session has ended, and all that was open in it.",
}
"""The message after each form."""


async def apply_change(
    request: PrincipalRequest, what: str, change: Callable[[SentForm], Awaitable[Any]]
) -> Response[Any]:
    """Carry out a change to the principal's own account, or show what was wrong with it."""
    form = await sent_fields(request)
    try:
        await change(form)
    except (ProblemError, MisreadError) as error:
        return await account_page(request, problem=problem_in_form(error))
    return Redirect(f"/account?done={quote(what)}", status_code=303)


@post("/account/limits", status_code=200, media_type=HTML)
async def set_limits(request: PrincipalRequest) -> Response[Any]:
    """Set the most to lose or to bring along in a day."""
    me = request.user.account
    require(request, "play-limit.set", owner=me)

    async def change(form: SentForm) -> None:
        text = form.get("amount", "").strip()
        amount = read_amount(text) if text else None
        kind = form.get("kind", "loss")
        await administration.limit(accounts_of(request), me, kind, amount, request.user)

    return await apply_change(request, "limit", change)


@post("/account/reminder", status_code=200, media_type=HTML)
async def set_reminder(request: PrincipalRequest) -> Response[Any]:
    """Set how often the principal is reminded of the time they have played."""
    me = request.user.account
    require(request, "reminder.set", owner=me)

    async def change(form: SentForm) -> None:
        minutes = read_number(form.get("minutes", "") or "0", MOST_MINUTES)
        if minutes is None:
            raise MisreadError("give a number of minutes, 0 for never")
        await administration.remind(accounts_of(request), me, minutes, request.user)

    return await apply_change(request, "reminder", change)


@post("/account/exclusion", status_code=200, media_type=HTML)
async def exclude_oneself(request: PrincipalRequest) -> Response[Any]:
    """Exclude the signed-in player from play, for some days or for good."""
    me = request.user.account
    require(request, "exclusion.begin", owner=me)

    async def change(form: SentForm) -> None:
        days = read_number(form.get("days", ""), MOST_DAYS)
        if not days and form.get("days") != FOR_GOOD:
            raise MisreadError("give a number of days, or for good")
        accounts = accounts_of(request)
        until = administration.time_now(accounts) + timedelta(days=days) if days else None
        await administration.exclude(accounts, me, until, request.user)

    return await apply_change(request, "exclusion", change)


@post("/account/closure", status_code=200, media_type=HTML)
async def close_account(request: PrincipalRequest) -> Response[Any]:
    """Close the principal's own account, with the password again; the session ends with it."""
    me = request.user.account
    require(request, "person.close", owner=me)
    form, chips = await sent_fields(request), service_of(request).read_model.tables_with_chips(me)
    try:
        await administration.close(
            accounts_of(request), request.user, form.get("password", ""), chips
        )
    except ProblemError as denied:
        return await account_page(request, problem=problem_in_form(denied))
    return Redirect("/", status_code=303, cookies=[no_cookie()])


@post("/account/sessions", status_code=200, media_type=HTML)
async def end_sessions(request: PrincipalRequest) -> Response[Any]:
    """End another session of the principal's, or all others, with the password again."""
    require(request, "session.end", owner=request.user.account)

    async def change(form: SentForm) -> None:
        password, session = form.get("password", ""), form.get("session", "")
        await credentials.end_sessions(accounts_of(request), request.user, password, session)

    return await apply_change(request, "sessions", change)


@post("/account/password", status_code=200, media_type=HTML)
async def set_password(request: PrincipalRequest) -> Response[Any]:
    """Set the principal's own password; all other sessions end."""
    require(request, "password.change", owner=request.user.account)
    form = await sent_fields(request)
    try:
        opened = await credentials.change_password(
            accounts_of(request), request.user, form.get("current", ""), form.get("new", "")
        )
    except ProblemError as denied:
        return await account_page(request, problem=problem_in_form(denied))
    return Redirect("/account?done=password", status_code=303, cookies=[cookie_for(opened)])


@post("/account/device", status_code=200, media_type=HTML)
async def set_device(request: PrincipalRequest) -> Response[Any]:
    """Set up a device for codes: first its secret, then its first code, then recovery codes."""
    require(request, "factor.change", owner=request.user.account)
    accounts, form = accounts_of(request), await sent_fields(request)
    frame = frame_for(request, "A code device", here="My account")
    problem = ""
    try:
        if form.get("enrolment") and form.get("first"):
            opened, codes = await credentials.finish_factor(
                accounts, request.user, form["enrolment"], form["first"]
            )
            page = html_response(
                render("device.html", frame=frame, codes=codes, made=None, problem="")
            )
            page.cookies.append(cookie_for(opened))
            return page
        made = await credentials.begin_factor(
            accounts, request.user, form.get("password", ""), form.get("code", "")
        )
    except ProblemError as denied:
        problem = problem_in_form(denied)
        if not form.get("enrolment"):
            return await account_page(request, problem=problem)
        made = credentials.Enrolment("", form.get("secret", ""), form["enrolment"])
    body = render("device.html", frame=frame, codes=(), made=made, problem=problem)
    return html_response(body, status=WRONG if problem else 200)


ROUTER = Router(
    "/",
    route_handlers=[
        account,
        set_limits,
        set_reminder,
        exclude_oneself,
        close_account,
        end_sessions,
        set_password,
        set_device,
    ],
)


# Local paths --------------------------------------------------------------------------------------

LOCAL_PATH = re.compile(r"/(?:[!-.0-\[\]-~][!-\[\]-~]*)?")
"""The form of a local path: visible letters of ASCII without a backslash."""

FOR_PROGRAMS = ("/api/", "/static/")
"""Paths that are not pages."""


def local_path(place: str) -> str:
    """Return the page to redirect to after a form: a local path, else the floor.

    Browsers ignore tabs and line ends, and take a backslash for a slash: a path must have none of
    them.

    >>> safe("/tables/1?view=2"), safe("//evil.example"), safe("/\\t/evil.example")
    ('/tables/1?view=2', '/', '/')
    """
    if place.startswith(FOR_PROGRAMS) or not LOCAL_PATH.fullmatch(place):
        return "/"
    return place


# Everybody's accounts -----------------------------------------------------------------------------

LONGEST_TEXT = 200
"""The most characters recorded of how a person was identified."""


async def people_page(
    request: PrincipalRequest,
    problem: str = "",
    handed: tuple[str, str] | None = None,
    *,
    device_lost: bool = False,
) -> Response[Any]:
    """Return the page of all people, with the one-time password that was just issued."""
    await require_reading(request, "person.list", owner="")
    accounts = accounts_of(request)
    names = await accounts.run(accounts.store.names)
    now = administration.time_now(accounts)
    found = [
        view_of(accounts.directory.person(one), names.get(one, ""), now)
        for one in sorted(accounts.directory.people, key=lambda one: names.get(one, one))
    ]
    body = render(
        "people.html",
        frame=frame_for(request, "PeopleModule", here="PeopleModule"),
        people=found,
        roles=list(Role),
        problem=problem,
        handed=handed,
        device_lost=device_lost,
        may_change=is_permitted(request.user, "person.create"),
    )
    return html_response(body, status=WRONG if problem else 200)


@get("/people", media_type=HTML)
async def people(request: PrincipalRequest) -> Response[Any]:
    """Show all people. Reading is recorded."""
    return await people_page(request)


@post("/people", status_code=200, media_type=HTML)
async def new_person(request: PrincipalRequest) -> Response[Any]:
    """Create an account and show its one-time password, once."""
    require(request, "person.create")
    form = await sent_fields(request)
    try:
        roles = frozenset({Role(form.get("role", "player"))})
        name = form.get("name", "")
        _, password = await administration.create(accounts_of(request), name, roles, request.user)
    except (ProblemError, ValueError) as error:
        return await people_page(request, problem=problem_in_form(error))
    return await people_page(request, handed=(name, password))


NEEDED = {
    "grant": "person.grant",
    "withdraw": "person.grant",
    "suspend": "person.suspend",
    "reinstate": "person.suspend",
    "recover": "person.recover",
    "recover-device": "person.recover",
}
"""The permission that each form about a person needs."""


@post("/people/{person:str}", status_code=200, media_type=HTML)
async def change_person(request: PrincipalRequest, person: FromPath[str]) -> Response[Any]:
    """Grant or withdraw a role, suspend or reopen an account, issue a one-time password."""
    form, accounts = await sent_fields(request), accounts_of(request)
    what = form.get("what", "")
    if what in NEEDED:
        require(request, NEEDED[what])
    try:
        match what:
            case "grant" | "withdraw":
                change = administration.grant if what == "grant" else administration.withdraw
                await change(accounts, person, Role(form.get("role", "")), request.user)
            case "suspend":
                await administration.suspend(accounts, person, form.get("reason", ""), request.user)
            case "reinstate":
                await administration.reinstate(accounts, person, request.user)
            case "recover" | "recover-device":
                known, lost = accounts.directory.person(person), what == "recover-device"
                identified = form.get("identified", "")[:LONGEST_TEXT]
                if lost:
                    credentials.require_identification(identified)
                password = await credentials.recover(
                    accounts, known, request.user, factor=lost, identified=identified
                )
                handed = form.get("name", ""), password
                return await people_page(request, handed=handed, device_lost=lost)
    except (ProblemError, ValueError) as error:
        return await people_page(request, problem=problem_in_form(error))
    return Redirect("/people", status_code=303)


STAFF_ROUTER = Router("/", route_handlers=[people, new_person, change_person])


# Forms that wait for a sign-in --------------------------------------------------------------------

KEPT, TO = "typed", "again-to"
"""Where a request holds its form, and the field with the address of a waiting form."""
FIELD = "again."
"""The prefix of each field of a waiting form."""
FORM_KEY = "once"
"""The field that identifies a form which no table's version tells from others."""
SECRET = ("password", "current", "new", "code", "first", "secret")
"""Fields that no page repeats."""


async def read_form_ahead(request: Request[Any, Any, Any]) -> None:
    """Read a form ahead, in case the session turns out to be over."""
    if request.method == "POST":
        request.scope["state"][KEPT] = await sent_pairs(request)


def sent_form(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields of the request's form; empty if there is none."""
    return dict(_pairs(request))


def _pairs(request: Request[Any, Any, Any]) -> SentPairs:
    pairs: SentPairs = request.scope["state"].get(KEPT, ())
    return pairs


def repeatable_fields(request: Request[Any, Any, Any]) -> SentPairs | None:
    """Return all pairs of a form that is safe to send again; ``None`` for any other.

    A table's forms are recognised by the version that they were shown with.
    """
    form = sent_form(request)
    if "version" not in form and FORM_KEY not in form:
        return None
    return tuple((name, text) for name, text in _pairs(request) if name not in SECRET)


def typed_fields(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields of a form that a page may repeat; empty if there is no form."""
    return {name: text for name, text in sent_form(request).items() if name not in SECRET}


def waiting_form(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields by which the sign-in page keeps a waiting form; empty if there is none."""
    typed = {f"{FIELD}{name}": text for name, text in typed_fields(request).items()}
    return {TO: request.url.path, **typed} if typed else {}


def form_for_retry(form: SentForm) -> SentForm:
    """Return the fields of a form that the sign-in page keeps."""
    return {name: text for name, text in form.items() if name == TO or name.startswith(FIELD)}


def resumed_form(form: SentForm) -> SentForm:
    """Return what was typed into a form that waits to be sent again."""
    return {name.removeprefix(FIELD): text for name, text in form.items() if name.startswith(FIELD)}
