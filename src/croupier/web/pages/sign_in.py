"""Pages to sign in, sign up and sign out, and the first hand of a guest.

Afterwards people continue with what they wanted before; who wanted to sit down is seated.
"""

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.web.auth import sign_in
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import OpenedSession
from croupier.web.auth.tokens import digest
from croupier.web.http.guards import (
    PrincipalRequest,
    accounts_of,
    cookie_for,
    no_cookie,
    require,
    service_of,
)
from croupier.web.pages.accounts import TO, form_for_retry, local_path, resumed_form
from croupier.web.pages.rendering import frame_for, problem_in_form, render
from croupier.web.pages.table.guide import GUIDE_COOKIE, PAYMENT, SKIPPED
from croupier.web.pages.table.routes import HTML, SentForm, html_response, seat_player, sent_fields
from croupier.web.problems import ProblemError
from croupier.web.service.guest_tables import seat_guest

WRONG = 422
"""The status of a form that is shown again with what was wrong."""
CODE_NEEDED = ("sign-in/code-needed", "sign-in/code")
WRONG_FIELDS = {"password": "password", "sign-in/wrong": "password", "sign-in/expired": "password"}
"""The field that a problem is about, by its code or the first part of it; others are the name."""
SEAT = re.compile(r"/tables/([a-z0-9-]+)/sit")
"""The address of the form to sit down; the box may follow as a query."""


def seat_path(path: str, form: SentForm) -> str:
    """Return where to continue after signing in to sit down; empty for any other form."""
    if not SEAT.fullmatch(path):
        return ""
    return f"{path}?box={quote(form['box'])}" if form.get("box") else path


def requested_table(request: PrincipalRequest, place: str) -> str:
    """Return the table that a person wants to sit down at; empty if there is none."""
    found = SEAT.fullmatch(urlsplit(place).path)
    return found[1] if found and found[1] in service_of(request).read_model.tables else ""


async def continue_after_sign_in(
    request: PrincipalRequest, opened: OpenedSession, place: str
) -> Response[Any]:
    """Redirect a person who has just signed in to where they wanted to go."""
    accounts = accounts_of(request)
    person = accounts.directory.person(opened.session.person)
    name = requested_table(request, place)
    if name and person.plays and not opened.session.confined:
        request.scope["user"] = opened.principal(person)
        # A new player's play money may still be in the queue: this task waits behind it.
        await service_of(request).do(lambda _: None)
        box = parse_qs(urlsplit(place).query).get("box", [""])[0]
        page = await seat_player(request, name, {"box": box})
        page.cookies.append(cookie_for(opened))
        return page
    place = "/account" if opened.session.confined else place
    return Redirect(place, status_code=303, cookies=[cookie_for(opened)])


def wrong_field(problem: ProblemError | None) -> str:
    """Return the field that was filled in wrongly; empty where nothing was sent yet."""
    if problem is None:
        return ""
    if problem.code in CODE_NEEDED:
        return "code"
    subject = problem.code.partition("/")[0]
    return WRONG_FIELDS.get(problem.code) or WRONG_FIELDS.get(subject, "name")


def sign_in_page(
    request: PrincipalRequest, kind: str, given: SentForm, problem: ProblemError | None = None
) -> Response[Any]:
    """Return the form to sign in or up, with what was typed already except the password."""
    title = "Sign in" if kind == "sign-in" else "Create an account"
    place = local_path(given.get("next", "/"))
    table = requested_table(request, place)
    body = render(
        "sign_in/page.html",
        frame=frame_for(request, title),
        title=title,
        kind=kind,
        given=given,
        place=place,
        seat=service_of(request).table(table).law.title if table else "",
        problem="" if problem is None else problem_in_form(problem),
        kept=form_for_retry(given),
        wrong=wrong_field(problem),
        least=accounts_of(request).policy.shortest_password,
    )
    return html_response(body, status=200 if problem is None else WRONG)


@get("/sign-in", media_type=HTML)
async def sign_in_form(request: PrincipalRequest, next: FromQuery[str] = "/") -> Response[Any]:  # noqa: A002
    """Show the form to sign in."""
    return sign_in_page(request, "sign-in", {"next": next})


@get("/sign-up", media_type=HTML)
async def sign_up_form(request: PrincipalRequest, next: FromQuery[str] = "/") -> Response[Any]:  # noqa: A002
    """Show the form to sign up."""
    return sign_in_page(request, "sign-up", {"next": next})


@post("/sign-in", status_code=200, media_type=HTML)
async def submit_sign_in(request: PrincipalRequest) -> Response[Any]:
    """Sign in, and continue where the person wanted to go."""
    form = await sent_fields(request)
    require(request, "session.begin")
    try:
        opened = await sign_in.sign_in(
            accounts_of(request),
            form.get("name", ""),
            form.get("password", ""),
            form.get("code", ""),
            origin=request.user.origin,
            instead_of=digest(request.cookies.get(COOKIE, "")),
        )
    except ProblemError as denied:
        return sign_in_page(request, "sign-in", form, denied)
    place = local_path(form.get("next", "/"))
    typed = resumed_form(form)
    if typed and not opened.session.confined:
        page = html_response(
            render(
                "sign_in/unsent.html",
                frame=frame_for(request, "Signed in again"),
                typed=typed,
                to=local_path(form.get(TO, "/")),
                back=place,
            )
        )
        page.cookies.append(cookie_for(opened))
        return page
    return await continue_after_sign_in(request, opened, place)


@post("/sign-up", status_code=200, media_type=HTML)
async def submit_sign_up(request: PrincipalRequest) -> Response[Any]:
    """Create a player's account, and sign in with it."""
    form = await sent_fields(request)
    if not request.user.is_visitor and not request.user.guest:
        why = f"you are signed in as {request.user.name}: sign out first to create another account"
        return sign_in_page(request, "sign-up", form, ProblemError(409, "person/signed-in", why))
    accounts, origin = accounts_of(request), request.user.origin
    name, password = form.get("name", ""), form.get("password", "")
    try:
        if request.user.guest:
            opened = await sign_in.keep_guest(accounts, request.user, name, password)
        else:
            require(request, "person.register")
            await sign_in.sign_up(accounts, name, password, origin=origin)
            opened = await sign_in.sign_in(accounts, name, password, origin=origin)
    except ProblemError as denied:
        return sign_in_page(request, "sign-up", form, denied)
    # The page that comes next names the account already, whenever other pages learn the name.
    service_of(request).read_model.names[opened.session.person] = opened.credential.shown
    return await continue_after_sign_in(request, opened, local_path(form.get("next", "/")))


@post("/sign-out", status_code=200, media_type=HTML)
async def submit_sign_out(request: PrincipalRequest) -> Response[Any]:
    """Sign out."""
    if not request.user.is_visitor:
        await sign_in.sign_out(accounts_of(request), request.user)
    return Redirect("/", status_code=303, cookies=[no_cookie()])


# The first visit ----------------------------------------------------------------------------------

PRACTICE = "/tables/practice"


@post("/first-hand", status_code=200, media_type=HTML, opt={"page": "/"})
async def play_first_hand(request: PrincipalRequest) -> Response[Any]:
    """Seat a visitor as a guest at a practice table; players go to that of the house."""
    require(request, "session.begin")
    accounts, service, who = accounts_of(request), service_of(request), request.user
    if not who.is_visitor and not who.guest:
        return Redirect(PRACTICE, status_code=303)
    cookies, account = [Cookie(GUIDE_COOKIE, value="", max_age=0, path="/")], who.account
    if who.is_visitor:
        opened = await sign_in.admit_guest(accounts, origin=who.origin)
        account = opened.session.person
        cookies.append(cookie_for(opened, guest=True))
        # The play money is in the queue already: the next task comes after it.
        service.read_model.names[account] = opened.credential.shown
    most = accounts.policy.guests
    table = await service.do(lambda floor: seat_guest(floor, account, most))
    if not table:
        raise sign_in.no_place_for_guest()
    return Redirect(f"/tables/{table}", status_code=303, cookies=cookies)


@post("/tables/{name:str}/guide", status_code=200, media_type=HTML)
async def turn_guide(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Go on in the guide, or skip it."""
    require(request, "table.view")
    form = await sent_fields(request)
    value = form.get("step", "") if form.get("step") in (SKIPPED, PAYMENT) else ""
    service_of(request).table(name)
    cookie = Cookie(GUIDE_COOKIE, value=value, path="/", samesite="lax")
    return Redirect(f"/tables/{name}", status_code=303, cookies=[cookie])


@get("/fair", media_type=HTML)
async def fair(request: PrincipalRequest) -> Response[Any]:
    """Show how the house is kept to its rules, and how anybody can check it."""
    require(request, "floor.view")
    return html_response(
        render("sign_in/fair.html", frame=frame_for(request, "How it is kept fair"))
    )


ROUTER = Router(
    "/",
    route_handlers=[
        sign_in_form,
        sign_up_form,
        submit_sign_in,
        submit_sign_up,
        submit_sign_out,
        play_first_hand,
        turn_guide,
        fair,
    ],
)
